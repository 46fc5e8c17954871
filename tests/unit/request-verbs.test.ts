import { expect, test } from 'vitest'
import { verbsOf } from '@/app/admin/requests/[id]/_components/verbs'
import type { Booking, Inquiry } from '@/lib/requests/request'

const now = Date.parse('2026-11-23T00:00:00Z')
const common = {
  id: '1',
  name: 'Ana',
  email: 'ana@example.org',
  message: null,
  created_at: '2026-11-20T00:00:00Z',
}
const booking = (more: Partial<Booking> = {}) =>
  ({
    ...common,
    ...{ type: 'booking', status: 'pending', date: '2026-12-01', start_time: '09:00', end_time: '09:30' },
    ...{ is_on_closed_date: false, ...more },
  }) as Booking
const mainOf = (request: Booking | Inquiry) => verbsOf(request, now, true).main?.name

test('the main button confirms a call, or proposes another time if its date is closed', () => {
  expect(mainOf(booking())).toBe('Confirm')
  expect(mainOf(booking({ is_on_closed_date: true }))).toBe('Propose')
  expect(mainOf(booking({ status: 'confirmed', is_on_closed_date: true }))).toBe('Propose')
  expect(mainOf({ ...common, type: 'inquiry', status: 'new' } as Inquiry)).toBe('Answer')
  expect(mainOf({ ...common, type: 'inquiry', status: 'archived' } as Inquiry)).toBe('Answer')
})

test('an admin declines an unconfirmed call with one press, and cancels a confirmed one', () => {
  const row = (request: Booking) => verbsOf(request, now, true).row.map(({ name }) => name)
  expect(row(booking())).toEqual(['Confirm', 'Propose', 'Move', 'Decline'])
  expect(row(booking({ status: 'confirmed' }))).toContain('Cancel')
  expect(row(booking({ status: 'confirmed' }))).not.toContain('Decline')
})

test('a sentence describes what the main button does, and who gets a mail', () => {
  const sentence = (request: Booking, mailed: boolean) => verbsOf(request, now, mailed).sentence
  expect(sentence(booking(), true)).toMatch(/^Confirm mails them/)
  expect(sentence(booking(), false)).toBe('Confirm mails nobody: you tell them next.')
  expect(sentence(booking({ is_on_closed_date: true }), true)).toMatch(/^Propose opens a letter/)
})
