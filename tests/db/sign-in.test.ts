import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { storeSiteKey } from './fixtures'
import { errorCode, visitor } from './test-database'

onEachDatabase((db) => {
  const siteKey = 'site key'
  beforeEach(async () => {
    await storeSiteKey(db, siteKey)
    for (const email of ['ana@studio.test', 'bea@studio.test'])
      await db.rows(
        `insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data) values ($1, 'x', '{}', '{}')`,
        email,
      )
  })
  const admit = (email: string, address: string | null = null, key: string | null = siteKey) =>
    db.valueAs<boolean>(visitor, 'select public.admit_sign_in($1, $2, $3)', key, email, address)
  const record = (email: string, address: string | null = null, key: string | null = siteKey) =>
    db.rowsAs(visitor, 'select public.record_sign_in($1, $2, $3)', key, email, address)
  /** How many of so many tries at once are admitted. */
  async function tries(count: number, email: (n: number) => string, address: string | null = null) {
    let admitted = 0
    for (let n = 0; n < count; n++) if (await admit(email(n), address)) admitted++
    return admitted
  }
  const later = (interval: string) =>
    db.rows('update private.sign_in_tries set tried_at = tried_at - $1::interval', interval)
  const ana = () => 'ana@studio.test'
  const stranger = (n: number) => `stranger${n}@example.com`

  test('an account has twenty tries in five minutes, however its e-mail is written', async () => {
    expect(await tries(25, (n) => (n % 2 ? 'ana@studio.test' : ' ANA@studio.test'))).toBe(20)
    await later('4 minutes 59 seconds')
    expect(await admit(ana())).toBe(false)
    await later('1 second')
    expect(await admit(ana())).toBe(true)
  })

  test('all e-mails without an account have twenty together', async () => {
    expect(await tries(25, stranger)).toBe(20)
  })

  test('guesses at one account and at made-up ones leave the other account its tries, and the Auth server room', async () => {
    const guesses = (await tries(200, ana)) + (await tries(200, stranger))
    expect(guesses).toBeLessThan(27)
    expect(await admit('bea@studio.test')).toBe(true)
    await later('1 minute')
    expect(await tries(200, stranger)).toBeLessThanOrEqual(20)
  })

  test('a right password was no guess', async () => {
    for (let n = 0; n < 30; n++) {
      expect(await admit(ana())).toBe(true)
      await record(ana())
    }
  })

  describe('from an address where the account has signed in', () => {
    const home = '203.0.113.7'
    beforeEach(() => record(ana(), home))

    test('five tries are its own, whatever strangers guess', async () => {
      await tries(30, ana, '198.51.100.1')
      expect(await admit(ana(), '198.51.100.1')).toBe(false)
      expect(await tries(10, ana, home)).toBe(5)
      await later('5 minutes')
      expect(await admit(ana(), home)).toBe(true)
    })
    test('of another account they are not', async () => {
      await tries(30, () => 'bea@studio.test')
      expect(await admit('bea@studio.test', home)).toBe(false)
    })
    test('for 30 days, and only as a keyed hash', async () => {
      await tries(30, ana)
      await db.rows(`update private.sign_in_addresses set signed_in_at = now() - interval '30 days'`)
      expect(await admit(ana(), home)).toBe(false)
      const hash = await db.value<string>(`select encode(address_hash, 'hex') from private.sign_in_addresses`)
      expect(hash).toMatch(/^[0-9a-f]{64}$/)
      await record('bea@studio.test')
      expect(await db.rows('select 1 from private.sign_in_addresses')).toEqual([])
    })
  })

  test('only the site may ask once its key is stored', async () => {
    expect(await errorCode(admit(ana(), null, 'another key'))).toBe('not_signed')
    expect(await errorCode(record(ana(), null, null))).toBe('not_signed')
  })

  test('while no key is stored all are admitted and nothing is counted or recorded', async () => {
    await db.rows('delete from private.site_keys')
    expect(await tries(40, ana)).toBe(40)
    expect(await errorCode(record(ana(), '203.0.113.7'))).toBe('not_signed')
    expect(await db.rows('select 1 from private.sign_in_tries')).toEqual([])
  })
})
