import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { inquire } from './fixtures'

onEachDatabase((db) => {
  test('the stored row comes back, new', async () => {
    expect(await inquire(db, { name: 'Ana Lee', message: null })).toEqual({
      id: expect.any(String),
      name: 'Ana Lee',
      email: 'ana@example.com',
      message: null,
      status: 'new',
      created_at: expect.any(String),
    })
  })

  test.each([
    ['sent again', {}, true],
    ['with the e-mail in capitals', { email: 'ANA@Example.com' }, true],
    ['with another name', { name: 'Ana B' }, true],
    ['with another e-mail', { email: 'bea@example.com' }, false],
    ['with another message', { message: 'Hello again' }, false],
    ['without its message', { message: null }, false],
    ['under another request id', { requestId: randomUUID() }, false],
  ])('a request %s is the same: %o %s', async (_, change, same) => {
    const request = { requestId: randomUUID(), message: 'Hello' }
    const first = await inquire(db, request)
    const second = await inquire(db, { ...request, ...change })
    expect(second.id === first.id).toBe(same)
    expect(await db.value('select count(*)::int from public.inquiries')).toBe(same ? 1 : 2)
  })

  test('a repeated request without a message is found too', async () => {
    const request = { requestId: randomUUID(), message: null }
    expect(await inquire(db, request)).toEqual(await inquire(db, request))
  })
})
