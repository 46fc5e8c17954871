import { expect, test } from 'vitest'
import { onEachDatabase, setUpOnce } from './databases'
import { storeSiteKey } from './fixtures'
import { admin, type Caller, errorCode, member, service, visitor } from './test-database'

const ANA = '00000000-0000-4000-8000-0000000000a1' // `admin`
const BEA = '00000000-0000-4000-8000-0000000000a2'
const key = 'k'.repeat(43)

onEachDatabase((db) => {
  setUpOnce(db, async () => {
    await storeSiteKey(db, key)
    await db.rows(`insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
      values ('${BEA}', 'bea@studio.test', 'x', '{"role": "admin"}', '{}')`)
    await db.rows(`insert into auth.sessions (user_id, aal) values ('${BEA}', 'aal1'), ('${BEA}', 'aal2')`)
    await db.rows(`insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
      values ('${BEA}', 'Phone', 'totp', 'verified', 'x')`)
  })
  const addFactor = () =>
    db.rows(
      `insert into auth.mfa_factors (user_id, factor_type, status) values ('${ANA}', 'totp', 'verified')`,
    )
  const half: Caller = { ...admin, claims: { ...(admin.claims as object), aal: 'aal1' } }

  const remove = (caller: Caller, user: string, siteKey = key) =>
    errorCode(db.rowsAs(caller, 'select public.remove_factor($1, $2)', siteKey, user))
  const left = () =>
    db.value<number>(
      `select (select count(*) from auth.mfa_factors where user_id = '${BEA}')::int
            + (select count(*) from auth.sessions where user_id = '${BEA}')::int`,
    )

  test('an admin removes another admin’s lost phone, and all sessions of that account end', async () => {
    expect(await remove(admin, BEA)).toBe('accepted')
    expect(await left()).toBe(0)
    expect(
      await db.rowsAs(
        admin,
        `select email, code_since, code_removed_by from public.list_admins() where id = '${BEA}'`,
      ),
    ).toEqual([{ email: 'bea@studio.test', code_since: null, code_removed_by: 'admin@studio.test' }])
    expect(await remove(admin, BEA), 'again').toBe('no_factor')
  })

  test.each<[string, Caller, string, string, string]>([
    ['a token alone', admin, BEA, 'another key', 'not_signed'],
    ['the admin whose phone it is', admin, ANA, key, 'own_factor'],
    ['an admin who has not given the code', half, BEA, key, '42501'],
    ['somebody who is no admin', member, BEA, key, '42501'],
    ['about nobody', admin, crypto.randomUUID(), key, 'no_such_admin'],
  ])('an admin’s phone cannot be removed by %s', async (_, caller, user, siteKey, outcome) => {
    if (caller !== admin) await addFactor()
    expect(await remove(caller, user, siteKey)).toMatch(new RegExp(outcome))
    expect(await left()).toBe(3)
  })

  test('the project’s secret key can remove an admin’s phone without the site’s key', async () => {
    expect(await remove(service, BEA, '')).toBe('accepted')
    expect(await left()).toBe(0)
  })

  test('an admin’s calendar feed works without a code from the phone, because its URL has its own key', async () => {
    const hash = 'ab'.repeat(32)
    await db.rowsAs(admin, 'select public.set_calendar_feed($1)', hash)
    const read = () =>
      db.valueAs<object | null>(visitor, 'select public.read_calendar_feed($1, $2)', key, hash)
    const before = await read()
    expect(before).not.toBeNull()
    await addFactor()
    await db.rows(`delete from auth.sessions where user_id = '${ANA}'`)
    expect(await read()).toEqual(before)
  })

  const admit = (siteKey = key) =>
    db.value<{ left: number; again_at: string }>(`select public.admit_code($1, '${BEA}')`, siteKey)
  const admitBy = (way: string) =>
    db.value<{ left: number }>(`select public.admit_code($1, '${BEA}', $2)`, key, way)
  const undo = (way: string) => db.value(`select public.undo_code($1, '${BEA}', $2) is null`, key, way)
  const later = (interval: string) =>
    db.rows('update private.code_tries set tried_at = tried_at - $1::interval', interval)
  const right = () => db.value(`select public.record_code($1, '${BEA}') is null`, key) // as 1.0.0 calls it
  const wrongAt = () =>
    db.valueAs<string | null>(
      admin,
      'select wrong_codes_at::text from public.list_admins() where id = $1',
      BEA,
    )

  test('an account may enter five wrong codes in fifteen minutes; right codes do not count', async () => {
    for (const left of [5, 4, 3]) expect(await admit()).toMatchObject({ left })
    await right()
    for (const left of [3, 2, 1, 0, 0]) expect(await admit()).toMatchObject({ left })
    expect(await db.value(`select count(*)::int from private.code_tries`), 'what is refused is no try').toBe(
      6,
    )
    await later('15 minutes')
    expect(await admit()).toMatchObject({ left: 5 })
    expect(await errorCode(admit('another'))).toBe('not_signed')
  })

  test('five wrong codes of somebody with the password lock neither a mailed link nor an open session', async () => {
    for (let n = 0; n < 6; n++) await admit()
    for (const way of ['link', 'second_factor']) {
      expect(await admitBy(way), way).toMatchObject({ left: 5 })
      await db.value(`select public.record_code($1, '${BEA}', $2) is null`, key, way)
    }
    expect(await admitBy('password'), 'a right code of another way takes nothing back').toMatchObject({
      left: 0,
    })
    expect(await errorCode(admitBy('window'))).toBe('23514')
  })

  test('a code that the Auth server has not judged does not count', async () => {
    for (const left of [5, 5, 5]) {
      expect(await admitBy('link')).toMatchObject({ left })
      await undo('link')
    }
    for (let n = 0; n < 5; n++) await admitBy('link')
    await undo('password')
    expect(await admitBy('link'), 'it takes back nothing of another way').toMatchObject({ left: 0 })
  })

  test.each([
    ['another admin', admin],
    ['the command', service],
  ])(
    'after %s removed the code, earlier wrong ones lock nobody, and the settings still mention them',
    async (_, caller) => {
      for (let n = 0; n < 5; n++) await admit()
      await db.rows(`insert into private.password_recoveries (user_id) values ('${ANA}'), ('${BEA}')`)
      expect(await remove(caller, BEA)).toBe('accepted')
      expect(await admit()).toMatchObject({ left: 5 })
      expect(await wrongAt()).not.toBeNull()
      expect(
        await db.rows('select user_id from private.password_recoveries'),
        'a link can be mailed at once',
      ).toEqual([{ user_id: ANA }])
    },
  )

  test('the settings mention five wrong codes until a day after a right one', async () => {
    for (let n = 0; n < 4; n++) await admit()
    expect(await wrongAt()).toBeNull()
    await admit()
    expect(await wrongAt()).not.toBeNull()
    await later('16 minutes')
    await admit()
    await right()
    expect(await wrongAt()).not.toBeNull()
    await later('1 day 1 minute')
    expect(await wrongAt()).toBeNull()
  })
})
