import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { storeSiteKey } from './fixtures'
import { useSessions } from './sessions'
import { errorCode, type TestDatabase, visitor } from './test-database'

const siteKey = 'site key'
const laptop = 'L'.repeat(43)
const phone = 'P'.repeat(43)
const home = '203.0.113.7'
const elsewhere = '198.51.100.1'

/** Where a sign-in comes from: IP address, cookie of the browser, and site key; empty is unknown. */
interface From {
  address?: string
  device?: string
  key?: string | null
}

function signingIn(db: TestDatabase) {
  const admit = (email: string, { address, device, key = siteKey }: From = {}, session = db) =>
    session.valueAs<string>(
      visitor,
      'select public.admit_password($1, $2, $3, $4)',
      ...[key, email, address ?? null, device ?? null],
    )
  /** Records a successful sign-in. Returns the cookie for the browser. */
  const record = (
    email: string,
    { address, device, key = siteKey }: From = {},
    newDevice = 'N'.repeat(43),
    session = db,
  ) =>
    session.valueAs<string | null>(
      visitor,
      'select public.record_password($1, $2, $3, $4, $5)',
      ...[key, email, address ?? null, device ?? null, newDevice],
    )
  /** Tries to sign in `count` times. Returns how often each result came. */
  async function tries(count: number, email: (n: number) => string, from?: From) {
    const tally: Record<string, number> = {}
    for (let n = 0; n < count; n++) {
      const result = await admit(email(n), from)
      tally[result] = (tally[result] ?? 0) + 1
    }
    return tally
  }
  return { admit, record, tries }
}

const makeAccounts = (db: TestDatabase) =>
  db.rows(`insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values ('ana@studio.test', 'x', '{}', '{}'), ('bea@studio.test', 'x', '{}', '{}')`)
const ana = () => 'ana@studio.test'
const stranger = (n: number) => `stranger${n}@example.com`

onPostgres((db) => {
  const { admit, record, tries } = signingIn(db)
  setUpOnce(db, async () => {
    await storeSiteKey(db, siteKey)
    await makeAccounts(db)
  })
  const later = (interval: string) =>
    db.rows('update private.password_tries set tried_at = tried_at - $1::interval', interval)

  test('each e-mail has twenty sign-ins in five minutes, in any case, with or without an account', async () => {
    for (const name of ['ana', 'nobody']) {
      const spelling = (n: number) => (n % 2 ? `${name}@studio.test` : ` ${name.toUpperCase()}@studio.test`)
      const { too_many: refused, ...let_in } = await tries(25, spelling)
      expect(refused, name).toBe(5)
      expect(
        Object.values(let_in).reduce((sum, n) => sum + n),
        name,
      ).toBe(20)
      await later('4 minutes 59 seconds')
      expect(await admit(`${name}@studio.test`)).toBe('too_many')
      await later('1 second')
      expect(await admit(`${name}@studio.test`)).not.toBe('too_many')
      await later('5 minutes')
    }
  })

  test('an e-mail with a plus sign counts on its own, as it does for the Auth server', async () => {
    await tries(20, ana)
    expect(await admit('ana+call@studio.test')).not.toBe('too_many')
  })

  test('guesses at unknown e-mails do not use up the sign-ins of admins', async () => {
    const guesses = await tries(200, stranger)
    expect(guesses).toEqual({ admitted: 5, unknown_email: 195 })
    expect(await admit(ana()), 'somebody new with a right password').toBe('admitted_busy')
    expect(await tries(30, ana)).toEqual({ admitted_busy: 19, too_many: 11 })
    expect(await admit('bea@studio.test')).toBe('admitted_busy')
    await later('1 minute')
    expect(await tries(20, stranger)).toEqual({ admitted: 5, unknown_email: 15 })
  })

  test('guesses at known and unknown e-mails count together, so that nobody can tell them apart', async () => {
    await tries(5, stranger)
    const theirs = `select id from private.password_tries order by id limit 5`
    expect(await tries(5, ana)).toEqual({ admitted_busy: 5 })
    await db.rows(
      `update private.password_tries set tried_at = now() - interval '61 seconds' where id in (${theirs})`,
    )
    expect(await admit('somebody@example.com')).toBe('admitted')
  })

  test('a right password does not count as a guess', async () => {
    for (const from of [{}, { device: laptop }]) {
      for (let n = 0; n < 30; n++) {
        expect(await admit(ana(), from)).not.toBe('too_many')
        await record(ana(), from, laptop)
      }
    }
  })

  describe.each([
    ['browser', { device: laptop }],
    ['address', { address: home }],
  ])('from a %s where the account has signed in', (what, known: From) => {
    setUpOnce(db, () => record(ana(), { address: known.address }, known.device ?? 'N'.repeat(43)))

    test('a known browser or address has five sign-ins of its own, whatever strangers guess', async () => {
      await tries(30, ana, { address: elsewhere, device: phone })
      expect(await admit(ana(), { address: elsewhere, device: phone })).toBe('too_many')
      expect(await tries(10, ana, known)).toEqual({ known_place: 5, too_many: 5 })
      await later('4 minutes 59 seconds')
      expect(await admit(ana(), known)).toBe('too_many')
      await later('1 second')
      expect(await admit(ana(), known)).toBe('known_place')
    })
    test('a known browser or address has no sign-ins of its own for another account', async () => {
      await tries(30, () => 'bea@studio.test')
      expect(await admit('bea@studio.test', known)).toBe('too_many')
      expect(await admit('nobody@studio.test', known)).toBe('unknown_email')
    })
    test('a known browser or address expires after some days, and is stored only as a keyed hash', async () => {
      const days = what === 'browser' ? 180 : 30
      const found = await db.rows<{ days: number; hash: string }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days, encode(place_hash, 'hex') as hash
         from private.sign_in_places`,
      )
      expect(found.map((place) => place.days)).toContain(days)
      for (const { hash } of found) expect(hash).toMatch(/^[0-9a-f]{64}$/)
      await db.rows('update private.sign_in_places set expires_at = now()')
      expect(await admit(ana(), known)).toBe('admitted')
      await record('bea@studio.test')
      expect(await db.rows('select 1 from private.sign_in_places where expires_at <= now()')).toEqual([])
    })
  })

  test('a browser keeps a cookie that an account knows; a forged cookie is replaced', async () => {
    expect(await record(ana(), { device: phone }, laptop)).toBe(laptop)
    expect(await record(ana(), { device: laptop }, phone)).toBe(laptop)
    expect(await record('bea@studio.test', { device: laptop }, phone), 'two people of one browser').toBe(
      laptop,
    )
    expect(await admit('bea@studio.test', { device: laptop })).toBe('known_place')
    expect(await record('nobody@studio.test', { device: laptop })).toBeNull()
  })

  test('an account keeps ten known browsers and addresses, and forgets those that expire first', async () => {
    await record(ana(), {}, laptop)
    for (let n = 0; n < 30; n++) {
      await record(ana(), { device: laptop, address: `203.0.113.${n}` })
      await db.rows(`update private.sign_in_places set expires_at = expires_at - interval '1 minute'`)
    }
    const places = await db.value<number>(`select count(*)::int from private.sign_in_places p
      join auth.users u on u.id = p.user_id where u.email = 'ana@studio.test'`)
    expect(places).toBe(10)
    expect(await admit(ana(), { device: laptop })).toBe('known_place')
    expect(await admit(ana(), { address: '203.0.113.29' })).toBe('known_place')
    expect(await admit(ana(), { address: '203.0.113.2' })).toBe('admitted')
  })

  test('only a site with the stored key can count and record sign-ins', async () => {
    expect(await errorCode(admit(ana(), { key: 'another key' }))).toBe('not_signed')
    expect(await errorCode(record(ana(), { key: null }))).toBe('not_signed')
  })

  test('without a stored site key every sign-in is admitted, and none is counted or recorded', async () => {
    await db.rows('delete from private.site_keys')
    expect(await tries(40, ana)).toEqual({ admitted: 40 })
    expect(await errorCode(record(ana(), { address: home }))).toBe('not_signed')
    expect(await db.rows('select 1 from private.password_tries')).toEqual([])
  })
})

describe('several people on PostgreSQL', () => {
  const { db, inSession } = useSessions(3)
  const { admit, record } = signingIn(db)

  test('while strangers’ guesses block others, a known browser can sign in', async () => {
    await storeSiteKey(db, siteKey)
    await makeAccounts(db)
    const known = { device: laptop }
    await inSession((session) => record(ana(), {}, laptop, session))
    const outcome = await inSession(async (flood) => {
      await flood.rows('select pg_advisory_xact_lock(5, 0)')
      const others = await inSession(async (session) => {
        expect(await admit(ana(), {}, session)).toBe('too_many')
        expect(await admit(ana(), known, session)).toBe('known_place')
        expect(await record(ana(), known, phone, session)).toBe(laptop)
      })
      expect(others).toBe('accepted')
    })
    expect(outcome).toBe('accepted')
  })
})
