import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, inquire, storeSiteKey } from './fixtures'
import { admin, errorCode, service, visitor } from './test-database'

onPostgres((db) => {
  let offer: { date: string; slot: string }
  setUpOnce(db, async () => {
    offer = { date: await dateIn(db, 30), slot: await addDailySlot(db, '05:00', '05:30') }
  })
  const state = (key: string | null) => db.valueAs(visitor, 'select public.get_site_key_state($1)', key)

  test('without a stored site key visitors’ functions need no key', async () => {
    expect(await state(null)).toBe('none stored')
    expect(await errorCode(book(db, offer))).toBe('accepted')
    expect(await errorCode(inquire(db))).toBe('accepted')
  })

  test.each([undefined, '', 'another key'])(
    'after a key is stored, a call with %j fails before any other check, for every caller',
    async (siteKey) => {
      await storeSiteKey(db, 'site key')
      expect(await errorCode(book(db, { siteKey, name: '' }))).toBe('not_signed')
      expect(await errorCode(inquire(db, { siteKey }))).toBe('not_signed')
      expect(
        await errorCode(db.rowsAs(admin, `select public.create_inquiry('Ana', 'ana@example.com')`)),
      ).toBe('not_signed')
      expect(await state(siteKey ?? null)).toBe('unknown')
    },
  )

  test('a visitor’s function succeeds with the stored site key', async () => {
    await storeSiteKey(db, 'site key')
    expect(await state('site key')).toBe('known')
    expect(await errorCode(book(db, { ...offer, siteKey: 'site key' }))).toBe('accepted')
    expect(await errorCode(inquire(db, { siteKey: 'site key' }))).toBe('accepted')
  })

  describe('changing the key', () => {
    setUpOnce(db, async () => {
      for (const key of ['first', 'second', 'third']) await storeSiteKey(db, key)
    })
    const known = async () => {
      const states = await Promise.all(
        ['first', 'second', 'third'].map(async (key) => [key, await state(key)]),
      )
      return states.filter(([, known]) => known === 'known').map(([key]) => key)
    }

    test('the newest two site keys are valid', async () => {
      expect(await known()).toEqual(['second', 'third'])
    })
    test('a site key that is stored again is the newest', async () => {
      await storeSiteKey(db, 'second')
      await storeSiteKey(db, 'first')
      expect(await known()).toEqual(['first', 'second'])
    })
    test('after a leak only the new site key is valid', async () => {
      await storeSiteKey(db, 'third', true)
      expect(await known()).toEqual(['third'])
    })
    test.each([null, '', 'third', 'ab'.repeat(31), 'AB'.repeat(32)])(
      'what is no hash is refused: %j',
      async (hash) => {
        expect(await errorCode(db.rowsAs(service, 'select public.set_site_key($1)', hash))).toBe('22023')
      },
    )
  })

  test('the database stores a site key only as its hash', async () => {
    await storeSiteKey(db, 'site key')
    expect(await db.rows('select octet_length(key_hash) as length from private.site_keys')).toEqual([
      { length: 32 },
    ])
  })
})
