import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { storeSiteKey } from './fixtures'
import { useSessions } from './sessions'
import { admin, errorCode, type TestDatabase, visitor } from './test-database'

const siteKey = 'site key'
const token = 'a1'.repeat(28)

function recovering(db: TestDatabase) {
  const call =
    <V>(name: string) =>
    (
      argument: string | null,
      { key = siteKey, session = db }: { key?: string; session?: TestDatabase } = {},
    ) =>
      session.valueAs<V>(visitor, `select public.${name}($1, $2)`, key, argument)
  return {
    admit: call<boolean>('admit_recovery'),
    undo: call<unknown>('undo_recovery'),
    isLink: call<boolean>('is_recovery_link'),
    needsCode: call<boolean | null>('link_needs_code'),
  }
}

const makeAccounts = (db: TestDatabase) =>
  db.rows(`insert into auth.users (email, encrypted_password, raw_app_meta_data, raw_user_meta_data, banned_until, recovery_token)
    values ('ana@studio.test', 'x', '{"role": "admin"}', '{}', null, '${token}'),
      ('bea@studio.test', 'x', '{"role": "admin"}', '{}', null, 'pkce_${token}'),
      ('member@studio.test', 'x', '{}', '{}', null, ''),
      ('banned@studio.test', 'x', '{"role": "admin"}', '{}', now() + interval '1 hour', null),
      ('back@studio.test', 'x', '{"role": "admin"}', '{}', now() - interval '1 hour', null)`)
const ana = 'ana@studio.test'

onPostgres((db) => {
  const { admit, undo, isLink, needsCode } = recovering(db)
  setUpOnce(db, async () => {
    await storeSiteKey(db, siteKey)
    await makeAccounts(db)
  })
  const later = (interval: string) =>
    db.rows('update private.password_recoveries set asked_at = asked_at - $1::interval', interval)

  test.each([
    ['an admin', ana, true],
    ['an admin, written otherwise', '  ANA@Studio.test ', true],
    ['an admin whose ban is over', 'back@studio.test', true],
    ['a banned admin', 'banned@studio.test', false],
    ['somebody who is no admin', 'member@studio.test', false],
    ['nobody', 'nobody@studio.test', false],
    ['nothing', '', false],
    ['null', null, false],
  ])('a recovery link is mailed only to an admin: %s', async (_, email, mailed) => {
    expect(await admit(email)).toBe(mailed)
  })

  test('an admin gets one recovery mail in ten minutes and five in a day; older entries are deleted', async () => {
    expect(await admit(ana)).toBe(true)
    expect(await admit(ana)).toBe(false)
    expect(await admit('bea@studio.test'), 'each their own').toBe(true)
    await later('9 minutes 59 seconds')
    expect(await admit(ana)).toBe(false)
    for (let n = 0; n < 4; n++) {
      await later('10 minutes')
      expect(await admit(ana)).toBe(true)
    }
    await later('23 hours')
    expect(await admit(ana), 'the sixth').toBe(false)
    await later('59 minutes')
    expect(await admit(ana), 'the first is a day ago').toBe(true)
    await later('1 day')
    await admit('bea@studio.test')
    expect(await db.value('select count(*)::int from private.password_recoveries')).toBe(1)
  })

  test('undo_recovery takes back only the last counted mail', async () => {
    await admit(ana)
    await later('10 minutes')
    await admit(ana)
    await undo(ana)
    expect(await admit(ana)).toBe(true)
    await undo('bea@studio.test')
    await undo('nobody@studio.test')
    expect(await db.value('select count(*)::int from private.password_recoveries')).toBe(2)
  })

  test('the site may try the newest recovery link of each admin', async () => {
    expect(await isLink(token)).toBe(true)
    expect(await isLink(`pkce_${token}`)).toBe(true)
  })

  test('the form of a mailed link asks for a code only if the account has a phone', async () => {
    const phone = (status: string) =>
      db.rows(`insert into auth.mfa_factors (user_id, factor_type, status)
        select id, 'totp', '${status}' from auth.users where email = '${ana}'`)
    await phone('unverified')
    expect(await needsCode(token)).toBe(false)
    await phone('verified')
    expect(await needsCode(token)).toBe(true)
    expect(await needsCode(`pkce_${token}`), 'another account').toBe(false)
  })

  test.each([
    ['made up', 'b2'.repeat(28)],
    ['in capitals', token.toUpperCase()],
    ['without its beginning', token.slice(1)],
    ['of those who were mailed none', ''],
    ['null', null],
    ['used', token],
  ])('a recovery link that is %s is not sent to the Auth server', async (what, tried) => {
    if (what === 'used') await db.rows(`update auth.users set recovery_token = ''`)
    expect(await isLink(tried)).toBe(false)
    expect(await needsCode(tried)).toBeNull()
  })

  test('only a site with a stored key can call the functions of password recovery', async () => {
    for (const ask of [admit, undo, isLink, needsCode])
      expect(await errorCode(ask(ana, { key: 'another' }))).toBe('not_signed')
    await db.rows('delete from private.site_keys')
    for (const ask of [admit, undo, isLink, needsCode]) expect(await errorCode(ask(ana))).toBe('not_signed')
  })

  test('an admin can list all admins with their last sign-ins', async () => {
    await db.rows(`update auth.users set last_sign_in_at = '2026-11-20 09:00+13' where email = '${ana}'`)
    const rows = await db.rowsAs<{ email: string; at: string | null }>(
      admin,
      `select email, to_char(last_sign_in_at at time zone 'utc', 'YYYY-MM-DD HH24:MI') as at from public.list_admins()`,
    )
    expect(rows).toContainEqual({ email: ana, at: '2026-11-19 20:00' })
    expect(rows).toContainEqual({ email: 'back@studio.test', at: null })
    expect(rows.map(({ email }) => email)).not.toContain('banned@studio.test')
  })
})

describe('several people on PostgreSQL', () => {
  const { db, together } = useSessions(4)
  const { admit } = recovering(db)

  test('four requests at once for a recovery mail send one mail', async () => {
    await storeSiteKey(db, siteKey)
    await makeAccounts(db)
    const answers: unknown[] = []
    await together(4, async (session) => void answers.push(await admit(ana, { session })))
    expect(answers.filter((answer) => answer === true)).toHaveLength(1)
  })
})
