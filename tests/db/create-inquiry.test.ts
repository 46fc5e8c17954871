import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { inquire, setCap } from './fixtures'
import { admin, errorCode } from './test-database'

onPostgres((db) => {
  test('create_inquiry returns the stored message with the status ‘new’', async () => {
    expect(await inquire(db, { name: 'Ana Lee', message: null })).toEqual({
      id: expect.any(String),
      name: 'Ana Lee',
      email: 'ana@example.com',
      message: null,
      status: 'new',
      created_at: expect.any(String),
    })
  })

  test('a message stores the package, the answers of /start and the price seen', async () => {
    const details = { package: 'growth', fit: 'who=readers', price_seen: '$6,500' }
    await inquire(db, { details })
    expect(await db.rows('select package, fit, price_seen from public.inquiries')).toEqual([details])
  })

  describe('a form that is sent again', () => {
    const request = { requestId: randomUUID(), message: 'Hello' }
    const rows = () => db.rows('select name, email, message, status from public.inquiries')
    let id: string
    setUpOnce(db, async () => {
      id = (await inquire(db, request)).id
    })

    test.each([
      ['as it was', {}, false],
      ['with another name', { name: 'Ana B' }, true],
      ['with another e-mail', { email: 'bea@example.com' }, true],
      ['without its message', { message: null }, true],
      ['with another package', { details: { package: 'scale' } }, true],
    ])('%s is one message, which stays as it was', async (_, change, differs) => {
      const before = await rows()
      expect(await inquire(db, { ...request, ...change })).toEqual({ id, status: 'new', differs })
      expect(await rows()).toEqual(before)
    })

    test('a repeated message does not count towards a cap', async () => {
      await setCap(db, 'inquiries_in_an_hour', 0)
      expect(await errorCode(inquire(db, request))).toBe('accepted')
    })

    test('the same message with another request id is another message', async () => {
      expect((await inquire(db, { ...request, requestId: randomUUID() })).id).not.toBe(id)
    })

    test('a form repeated after its sender was erased does not store the sender’s name again', async () => {
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await inquire(db, request)).toMatchObject({ name: 'Ana', status: 'new' })
      expect(await db.value(`select name from public.inquiries where id = $1`, id)).toBe('Erased')
    })
  })
})
