import { expect, test } from 'vitest'
import { withChanges } from '@/app/admin/_requests/status-changes'
import type { AdminRequest } from '@/lib/requests/request'

const record: AdminRequest = {
  type: 'inquiry',
  id: 'a',
  name: 'Ana',
  email: 'ana@example.org',
  message: null,
  status: 'new',
  createdAt: '2026-11-20T11:05:00+00:00',
}

test('a change shows at once, on the list that was read before it', () => {
  const changes = [{ id: 'a', status: 'read' as const, at: 200 }]
  expect(withChanges([record], changes, 100)[0]?.status).toBe('read')
})

test('a list read after the change is believed, even when somebody has changed the record back', () => {
  const changes = [{ id: 'a', status: 'read' as const, at: 200 }]
  expect(withChanges([record], changes, 201)[0]?.status).toBe('new')
})

test('of two changes the later counts; other records keep their identity, so their rows need not be made again', () => {
  const other = { ...record, id: 'b' }
  const changes = [
    { id: 'a', status: 'read' as const, at: 200 },
    { id: 'a', status: 'archived' as const, at: 300 },
  ]
  const [changed, same] = withChanges([record, other], changes, 100)
  expect(changed?.status).toBe('archived')
  expect(same).toBe(other)
})
