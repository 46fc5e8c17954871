import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { inquire, setCap } from './fixtures'
import { admin, errorCode } from './test-database'

onPostgres((db) => {
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

  test('the answers of /start and the price seen are stored, and corrected by the same request', async () => {
    const requestId = randomUUID()
    for (const details of [{ fit: 'who=readers', price_seen: '$6,500' }, { fit: 'who=team' }, {}]) {
      await inquire(db, { requestId, details })
      expect(await db.rows('select fit, price_seen from public.inquiries')).toEqual([
        { fit: null, price_seen: null, ...details },
      ])
    }
  })

  test('the package is stored, and corrected by the same request', async () => {
    const requestId = randomUUID()
    for (const details of [{ package: 'growth' }, { package: 'scale' }, {}]) {
      await inquire(db, { requestId, details })
      expect(await db.value('select package from public.inquiries')).toBe(details.package ?? null)
    }
  })

  describe('a request that is sent again', () => {
    const request = { requestId: randomUUID(), message: 'Hello' }
    const rows = () => db.rows('select name, email, message, status from public.inquiries')
    let id: string
    setUpOnce(db, async () => {
      id = (await inquire(db, request)).id
    })

    test.each([
      ['as it was', {}],
      ['with another name', { name: 'Ana B' }],
      ['with another e-mail', { email: 'bea@example.com' }],
      ['without its message', { message: null }],
    ])('%s: one row, which has it, and of which only id and status come back', async (_, change) => {
      expect(await inquire(db, { ...request, ...change })).toEqual({ id, status: 'new', repeat: 'updated' })
      expect(await rows()).toEqual([
        { name: 'Ana', email: 'ana@example.com', message: 'Hello', status: 'new', ...change },
      ])
    })

    test.each(['read', 'replied', 'archived'])('when it is %s by now: nothing is written', async (status) => {
      await db.rows('update public.inquiries set status = $1', status)
      expect(await inquire(db, { ...request, message: 'More' })).toEqual({ id, status, repeat: 'unchanged' })
      expect(await rows()).toMatchObject([{ message: 'Hello' }])
    })

    test('an hour later: nothing is written', async () => {
      await db.rows(`update public.inquiries set created_at = now() - interval '1 hour'`)
      expect(await inquire(db, { ...request, message: 'More' })).toMatchObject({ id, repeat: 'unchanged' })
      expect(await rows()).toMatchObject([{ message: 'Hello' }])
    })

    test('under another id: another row', async () => {
      expect((await inquire(db, { ...request, requestId: randomUUID() })).id).not.toBe(id)
    })

    test('another e-mail counts as one more submit, another message does not', async () => {
      await setCap(db, 'inquiries_in_an_hour', 2)
      for (const message of ['One', 'Two', 'Three'])
        expect(await errorCode(inquire(db, { ...request, message }))).toBe('accepted')
      expect(await errorCode(inquire(db, { ...request, email: 'bea@example.com' }))).toBe('accepted')
      expect(await errorCode(inquire(db, request))).toBe('too_busy inquiries_in_an_hour')
    })

    test('a person who was erased is not brought back into the row by the open form', async () => {
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await inquire(db, request)).toMatchObject({ name: 'Ana', status: 'new' })
      expect(await db.value(`select name from public.inquiries where id = $1`, id)).toBe('Erased')
    })
  })
})
