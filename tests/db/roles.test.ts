import { expect, test } from 'vitest'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { emptySchedule, setToday } from './fixtures'
import { admin, errorCode, service, member, visitor, type Caller, type TestDatabase } from './test-database'

// What a statement does for a visitor, a signed-in member, an admin and the service key: 'yes' it
// works, 'none' row-level security hides all rows, 'denied' the caller has no right.
const [yes, none, no] = ['yes', 'none', 'denied']
// Postgres's error for a write to a view of several tables.
const notUpdatable = ['55000', '55000', '55000', '55000'] as const
const free = '00000000-0000-4000-8000-00000000000f'
const used = '00000000-0000-4000-8000-00000000000a'
/** A statement with its dates moved ahead, so that they stay in the future. */
const dated = (statement: string) => statement.replaceAll(/\b20\d\d-\d\d-\d\d\b/g, ahead)

const matrix: [statement: string, visitor: string, member: string, admin: string, service: string][] = [
  ['select * from time_slots', no, none, yes, no],
  [`insert into time_slots values (default, '20:00', '20:30', 30)`, no, no, yes, no],
  [`update time_slots set start_time = '08:55'`, no, no, no, no],
  [`delete from time_slots where id = '${free}'`, no, none, yes, no],

  ['select * from time_slot_presets', no, none, yes, no],
  ['insert into time_slot_presets values (45)', no, no, no, no],
  ['update time_slot_presets set duration_minutes = 45', no, no, no, no],
  ['delete from time_slot_presets', no, no, no, no],

  ['select * from recurring_availability', no, none, yes, no],
  [`insert into recurring_availability values (6, '${free}')`, no, no, yes, no],
  ['update recurring_availability set is_available = false', no, none, yes, no],
  ['delete from recurring_availability', no, none, yes, no],

  ['select * from availability', no, none, yes, no],
  [`insert into availability values ('2027-02-02', '${free}', true)`, no, no, yes, no],
  ['update availability set is_available = false', no, none, yes, no],
  [
    `insert into availability (date, time_slot_id, is_available, overrides_closure) values ('2027-02-02', '${free}', true, true)`,
    no,
    no,
    no,
    no,
  ],
  ['update availability set overrides_closure = false', no, no, no, no],
  ['delete from availability', no, no, no, no],

  ['select * from closed_dates', no, none, yes, no],
  [`insert into closed_dates values ('2027-02-02')`, no, no, no, no],
  [`update closed_dates set reason = 'A holiday'`, no, none, yes, no],
  [`update closed_dates set date = '2027-02-02'`, no, no, no, no],
  ['delete from closed_dates', no, no, no, no],

  ['select * from bookings', no, none, yes, no],
  [
    `insert into bookings (name, email, date, time_slot_id) values ('A', 'a@b.nz', '2027-01-07', '${free}')`,
    no,
    no,
    no,
    no,
  ],
  [`update bookings set status = 'confirmed'`, no, none, yes, no],
  [`update bookings set location = 'The café'`, no, none, yes, no],
  [`update bookings set known = null`, no, no, no, no],
  [`update bookings set cancel_reason = 'Mine'`, no, none, yes, no],
  [`update bookings set cancel_message = 'Mine'`, no, none, yes, no],
  ['update bookings set revision = 9', no, no, no, no],
  [`update bookings set date = '2027-01-09'`, no, no, no, no],
  [`update bookings set period = '[2027-01-09 09:00, 2027-01-09 09:30)'`, no, no, no, no],
  ['delete from bookings', no, no, no, no],

  ['select * from inquiries', no, none, yes, no],
  [`insert into inquiries (name, email) values ('A', 'a@b.nz')`, no, no, no, no],
  [`update inquiries set status = 'read'`, no, none, yes, no],
  [`update inquiries set email = 'a@b.nz'`, no, no, no, no],
  ['delete from inquiries', no, no, no, no],

  ['select * from requests', no, none, yes, no],
  [
    `insert into requests (id, kind, status, created_at, search_text) values ('${free}', 'booking', 'pending', now(), '')`,
    no,
    no,
    no,
    no,
  ],
  ['update requests set owner = null', no, no, no, no],
  ['update requests set ours_from = now()', no, no, no, no],
  ['delete from requests', no, no, no, no],

  ['select * from admin_requests', no, none, yes, no],
  [`insert into admin_requests (name) values ('Mine')`, ...notUpdatable],
  [`update admin_requests set status = 'read'`, ...notUpdatable],
  ['delete from admin_requests', ...notUpdatable],

  ['select * from request_events', no, none, yes, no],
  [
    `insert into request_events (request_id, revision, actor, kind) values ('${used}', 9, 'me', 'read')`,
    no,
    no,
    no,
    no,
  ],
  [`update request_events set actor = 'me'`, no, no, no, no],
  ['delete from request_events', no, no, no, no],

  ['select * from request_notes', no, none, yes, no],
  [`insert into request_notes (id, request_id, body) values ('${free}', '${used}', 'Mine')`, no, no, no, no],
  [`update request_notes set body = 'Mine'`, no, no, no, no],
  ['delete from request_notes', no, no, no, no],

  ['select * from offers', no, none, yes, no],
  [`insert into offers (request_id, created_by) select id, 'me' from inquiries`, no, no, no, no],
  ['update offers set link_version = 2', no, no, no, no],
  ['delete from offers', no, no, no, no],

  ['select * from offer_versions', no, none, yes, no],
  [
    `insert into offer_versions select '${used}', 2, '{}', 'x', '', 1, now(), 'me', '2027-02-02'`,
    no,
    no,
    no,
    no,
  ],
  ['update offer_versions set total_cents = 1', no, no, no, no],
  ['delete from offer_versions', no, no, no, no],

  ['select * from offer_endings', no, none, yes, no],
  [
    `insert into offer_endings (offer_id, version, ended, ended_by) values ('${used}', 1, 'declined', 'visitor')`,
    no,
    no,
    no,
    no,
  ],
  ['update offer_endings set reason = null', no, no, no, no],
  ['delete from offer_endings', no, no, no, no],
  ['select * from offer_acceptances', no, none, yes, no],
  [
    `insert into offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
     values ('${used}', 1, '', 'email', 'a@b.nz', 'Yes', 'me', '2034-01-01')`,
    no,
    no,
    no,
    no,
  ],
  [`update offer_acceptances set keep_until = '2000-01-01'`, no, no, no, no],
  ['delete from offer_acceptances', no, no, no, no],

  ['select is_admin()', no, yes, yes, no],
  [`select get_available_slots_for_date('2027-01-06')`, yes, yes, yes, no],
  [`select get_available_slots('2027-01-05', '2027-01-12')`, yes, yes, yes, no],
  [`select get_all_slots_for_date('2027-01-06')`, no, no, yes, no],
  [`select create_booking('A', 'a@b.nz', '2027-01-06', '${free}')`, yes, yes, yes, no],
  [`select create_inquiry('A', 'a@b.nz')`, yes, yes, yes, no],
  [`select get_managed_booking('key', '${used}')`, 'not_signed', no, no, no],
  [`select cancel_managed_booking('key', '${used}', 1, 0)`, 'not_signed', no, no, no],
  [`select move_managed_booking('key', '${used}', 1, 0, '2027-01-06', '${free}')`, 'not_signed', no, no, no],
  [`select erase_managed_booking('key', '${used}', 1, 'bea@example.com')`, 'not_signed', no, no, no],
  [`select get_news('key', 14)`, no, no, yes, no],
  ['select get_site_key_state()', yes, yes, yes, no],
  ['select get_studio_zone()', yes, yes, yes, no],
  [`select set_site_key('${'ab'.repeat(32)}')`, no, no, no, yes],
  [`select admit_password('', 'a@b.nz')`, yes, yes, yes, no],
  [`select record_password('', 'a@b.nz')`, 'not_signed', 'not_signed', 'not_signed', no],
  [`select admit_code('', '${used}')`, yes, no, no, no],
  [`select record_code('', '${used}')`, 'not_signed', no, no, no],
  [`select undo_code('', '${used}', 'link')`, 'not_signed', no, no, no],
  [`select remove_factor('', '${used}')`, no, no, 'no_such_admin', 'no_factor'],
  [`select admit_recovery('', 'a@b.nz')`, 'not_signed', no, no, no],
  [`select undo_recovery('', 'a@b.nz')`, 'not_signed', no, no, no],
  [`select is_recovery_link('', 'x')`, 'not_signed', no, no, no],
  [`select link_needs_code('', 'x')`, 'not_signed', no, no, no],
  [`select set_date_availability('2027-01-06', false)`, no, no, yes, no],
  [`select set_slot_availability('2027-01-06', '${used}', false)`, no, no, yes, no],
  [`select replace_recurring_availability(2, '{${used}}', '{${used},${free}}')`, no, no, yes, no],
  [`select copy_recurring_availability('{${used}}', '{"2": ["${used}", "${free}"]}')`, no, no, yes, no],
  [`select count_requests('bea@example.com')`, no, no, yes, no],
  ['select count_views()', no, no, yes, no],
  [`select search_patterns('bea')`, no, no, yes, no],
  [`select close_dates('2027-01-06', '2027-01-07', 'A holiday')`, no, no, yes, no],
  [`select reopen_dates('2027-02-03', '2027-02-03')`, no, no, yes, no],
  [`select reset_date('2027-02-01')`, no, no, yes, no],
  [`select restore_dates('[{"date": "2027-02-01"}]', '[]')`, no, no, yes, no],
  [`select get_days('2027-01-06', '2027-01-07')`, no, no, yes, no],
  [`select get_affected_bookings('2027-01-04')`, no, no, yes, no],
  [`select erase_person('bea@example.com')`, no, no, yes, no],
  [`select copy_visitor_link('${used}')`, no, no, yes, no],

  ['select list_admins()', no, no, yes, no],
  [`select list_person('bea@example.com')`, no, no, yes, no],
  [`select set_owner('${used}', null)`, no, no, 'request_gone', no],
  [`select set_outcome('${used}', 'held')`, no, no, 'request_gone', no],
  [`select set_answered('${used}', true)`, no, no, 'request_gone', no],
  [`select undo_act('${used}', 1)`, no, no, 'request_gone', no],
  [`select add_note('${free}', '${used}', 'Mine')`, no, no, 'request_gone', no],
  [`select edit_note('${free}', 'Mine')`, no, no, 'not_your_note', no],
  [`select delete_note('${free}')`, no, no, 'not_your_note', no],
  [`select move_booking('${used}', '{}', '2027-01-06', '10:00', '10:30')`, no, no, 'request_gone', no],
  [`select book_call('${free}', 'A', 'a@b.nz', '2027-01-06', '10:00', '10:30')`, no, no, yes, no],
  ['select get_calls_to_tell()', no, no, yes, no],
  [`select set_known('{${used}}', '{}')`, no, no, yes, no],

  [`select send_reply('${free}', '${used}', 0, 'answer')`, no, no, 'request_gone', no],
  [`select send_proposals('[]')`, no, no, yes, no],
  [`select keep_call('${free}')`, no, no, 'changed_meanwhile', no],
  [`select keep_calls('{${free}}')`, no, no, yes, no],
  ['select list_closed_calls()', no, no, yes, no],
  [`select list_replies('${used}')`, no, no, none, no],
  [`select list_automatic_mails('${used}')`, no, no, none, no],
  [`select get_link_version('${used}')`, no, no, yes, no],

  [`select save_offer_draft('${used}', '{}', 0)`, no, no, 'request_gone', no],
  [`select send_offer('${used}', 0, '{}', 'x', 1, '2027-02-02')`, no, no, 'offer_accepted', no],
  [`select withdraw_offer('${used}', 1)`, no, no, 'offer_accepted', no],
  [`select record_acceptance('${used}', 1, 'Yes', 7)`, no, no, 'offer_accepted', no],
  [`select delete_offer('${used}')`, no, no, 'offer_kept', no],
  [`select count_offer_guesses('${used}')`, no, no, yes, no],
  ['select list_offers()', no, no, yes, no],
  [`select offer_went_out('${used}')`, no, no, yes, no],
  [`select get_offer('key', '${used}')`, 'not_signed', no, no, no],
  [`select accept_offer('key', '${used}', 1, 1, '', 'A', 'a@b.nz', 'Yes', 7)`, 'not_signed', no, no, no],
  [`select decline_offer('key', '${used}', 1, 1, '', 'a@b.nz')`, 'not_signed', no, no, no],

  ['select get_mail_problems()', no, no, none, no],
  [`select retry_mails('{${used}}')`, no, no, yes, no],
  [`select dismiss_mails('{${used}}')`, no, no, yes, no],
  ['select get_late_calls()', no, no, yes, no],
  ['select get_settings()', no, no, yes, no],
  [`select set_settings('{}', '{}')`, no, no, yes, no],
  ['select asks_for_phone()', yes, yes, yes, no],
  [`select mail_location('{${used}}')`, no, no, yes, no],
  ['select claim_mail(null, 1)', 'not_signed', 'not_signed', 'not_signed', no],
  [`select finish_mail(null, '${free}', '${free}', '{}')`, 'not_signed', 'not_signed', 'not_signed', no],

  ['select export_requests()', no, no, yes, no],
  [`select export_person('${used}')`, no, no, yes, no],

  ['select get_calendar_feed()', no, no, yes, no],
  [`select set_calendar_feed('${'ab'.repeat(32)}')`, no, no, yes, no],
  [`select read_calendar_feed('key', '${'ab'.repeat(32)}')`, 'not_signed', no, no, no],

  ['select list_calendars()', no, no, none, no],
  [`select list_busy('2027-01-06', '2027-01-07')`, no, no, none, no],
  [`select add_calendar('${free}', 'Mere', 'h', 'a', true, '{}', true)`, no, no, yes, no],
  [`select read_calendar_next('${free}')`, no, no, 'calendar_gone', no],
  [`select remove_calendar('${free}')`, no, no, yes, no],
  [`select claim_calendar('key')`, 'not_signed', no, no, no],
  [`select finish_calendar('key', '${free}', '${free}')`, 'not_signed', no, no, no],

  ['select * from private.calendars', no, no, no, no],
  ['select * from private.calendar_feeds', no, no, no, no],
  ['select * from private.offer_guesses', no, no, no, no],
  ['select * from private.outbox', no, no, no, no],
  ['select * from private.letters', no, no, no, no],
  ['select * from private.submission_caps', no, no, no, no],
  ['select * from private.address_keys', no, no, no, no],
  ['select * from private.submits', no, no, no, no],
  ['select * from private.site_keys', no, no, no, no],
  ['select * from private.studio_settings', no, no, no, no],
  ['update private.studio_settings set location_is_sample = false', no, no, no, no],
  ['select * from private.sign_in_places', no, no, no, no],
  ['select * from private.password_tries', no, no, no, no],
  ['select * from private.code_tries', no, no, no, no],
  ['select * from private.removed_factors', no, no, no, no],
  ['select * from private.password_recoveries', no, no, no, no],
  ['select private.studio_today()', no, no, no, no],
  [`select private.check_dates('2027-01-06', '2027-01-07')`, no, no, no, no],
  ['select private.is_live_admin()', no, no, no, no],
]

onPostgres((db) => {
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, ahead('2027-01-04'))
    await db.rows(
      `insert into public.time_slots values ('${used}', '09:00', '09:30', 30), ('${free}', '10:00', '10:30', 30)`,
    )
    await db.rows(`insert into public.recurring_availability values (2, '${used}'), (2, '${free}')`)
    await db.rows(dated(`insert into public.availability values ('2027-02-01', '${free}', true)`))
    await db.rows(dated(`insert into public.closed_dates values ('2027-02-03')`))
    await db.rows(
      dated(
        `insert into public.bookings (name, email, date, time_slot_id) values ('Bea', 'bea@example.com', '2027-01-05', '${used}')`,
      ),
    )
    await db.rows(`insert into public.inquiries (name, email) values ('Bea', 'bea@example.com')`)
    await db.rows(
      `insert into public.request_events (request_id, revision, actor, kind) select id, 9, 'visitor', 'booked' from public.bookings`,
    )
    await db.rows(
      `insert into public.request_notes (id, request_id, body) select '${used}', id, 'Theirs' from public.bookings`,
    )
    await db.rows(
      `insert into public.offers (id, request_id, created_by) select '${used}', id, 'admin@studio.test' from public.inquiries`,
    )
    await db.rows(
      dated(`insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
       values ('${used}', 1, '{}', E'x\n', '', 1, 'admin@studio.test', '2027-02-02')`),
    )
    await db.rows(
      `insert into public.offer_endings (offer_id, version, ended, ended_by) values ('${used}', 1, 'declined', 'visitor')`,
    )
    await db.rows(
      dated(`insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
       select '${used}', 1, '', 'email', 'bea@example.com', 'Yes', 'admin@studio.test', '2034-01-04'`),
    )
    await db.rows('set local search_path = public')
  })

  test.each(matrix)('%s: visitor %s, member %s, admin %s, service %s', async (statement, ...expected) => {
    const actual = []
    for (const caller of [visitor, member, admin, service]) actual.push(await outcome(db, caller, statement))
    expect(actual).toEqual(expected)
  })

  test('an admin’s claims give no rights without the role `authenticated`', async () => {
    const forged: Caller = { role: 'anon', claims: admin.claims }
    for (const [statement, forVisitor] of matrix)
      expect(`${statement}: ${await outcome(db, forged, statement)}`).toBe(`${statement}: ${forVisitor}`)
  })

  const addFactor = (status = 'verified') =>
    db.rows(
      `insert into auth.mfa_factors (user_id, factor_type, status) select user_id, 'totp', $1::auth.factor_status from auth.sessions`,
      status,
    )
  const setLevel = (aal: string) => db.rows(`update auth.sessions set aal = $1::auth.aal_level`, aal)
  const giveCode = async () => {
    await addFactor()
    await setLevel('aal2')
  }
  // An admin's token gets the rights of this column of `matrix`, by its aal claim and the state of
  // account and session.
  test.each<[who: string, claim: string, has: 'admin' | 'member', arrange: () => unknown]>([
    [
      'who was banned',
      'aal1',
      'member',
      () => db.rows(`update auth.users set banned_until = now() + interval '1 minute'`),
    ],
    ['who was removed', 'aal1', 'member', () => db.rows(`update auth.users set raw_app_meta_data = '{}'`)],
    ['without a phone', 'aal1', 'admin', () => {}],
    ['who has begun to add a phone', 'aal1', 'admin', () => addFactor('unverified')],
    ['with a phone, who has given the password alone', 'aal1', 'member', addFactor],
    ['with a phone, whose token says more than their session', 'aal2', 'member', addFactor],
    ['with a phone, whose session says more than their token', 'aal1', 'member', giveCode],
    ['with a phone, who has given the code', 'aal2', 'admin', giveCode],
    [
      'whose phone another admin has removed',
      'aal2',
      'member',
      async () => {
        await giveCode()
        await db.rowsAs(service, `select public.remove_factor('', $1)`, (admin.claims as { sub: string }).sub)
      },
    ],
    [
      'who has removed their phone, until the token is refreshed',
      'aal2',
      'admin',
      async () => {
        await giveCode()
        await db.rows('delete from auth.mfa_factors')
        await setLevel('aal1')
      },
    ],
  ])('an admin %s, with a token of %s, has the rights of: %s', async (_, aal, has, arrange) => {
    await arrange()
    const caller: Caller = { ...admin, claims: { ...(admin.claims as object), aal } }
    for (const [statement, , forMember, forAdmin] of matrix)
      expect(`${statement}: ${await outcome(db, caller, statement)}`).toBe(
        `${statement}: ${has === 'admin' ? forAdmin : forMember}`,
      )
  })

  test('the matrix of rights has every table with every verb, and every function', async () => {
    const statements = matrix.map(([statement]) => statement)
    const relations = await db.rows<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'f', 'p')`,
    )
    for (const { name } of relations)
      for (const verb of ['select .* from', 'insert into', 'update', 'delete from'])
        expect(statements).toContainEqual(expect.stringMatching(new RegExp(`^${verb} ${name}\\b`)))
    const hidden = await db.rows<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'private'`,
    )
    for (const { name } of hidden) expect(statements).toContain(`select * from private.${name}`)
    const functions = await db.rows<{ name: string }>(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    for (const { name } of functions)
      expect(statements).toContainEqual(expect.stringContaining(`select ${name}(`))
  })

  test('a role may execute the functions that the matrix lets it use, and no other', async () => {
    const used = matrix.flatMap(([statement, anon, , authenticated, service_role]) => {
      const [, name = ''] = /^select (\w+)\(/.exec(statement) ?? []
      const roles = Object.entries({ anon, authenticated, service_role })
      return roles.flatMap(([role, outcome]) => (!name || outcome === no ? [] : `${role} ${name}`))
    })
    const executable = await db.rows<{ name: string }>(
      `select role || ' ' || proname as name from unnest('{anon,authenticated,service_role}'::text[]) role, pg_proc
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and has_schema_privilege(role, pronamespace, 'usage') and has_function_privilege(role, oid, 'execute')`,
    )
    expect(executable.map(({ name }) => name).toSorted()).toEqual(used.toSorted())
  })
})

async function outcome(db: TestDatabase, caller: Caller, statement: string) {
  await db.rows('savepoint statement')
  const sql = dated(statement.startsWith('select') ? statement : `${statement} returning 1`)
  let found = 0
  const refused = await errorCode(
    db.rowsAs(caller, sql).then((rows) => {
      found = rows.length
    }),
  )
  await db.rows('rollback to savepoint statement')
  if (refused !== 'accepted') return refused === '42501' ? no : refused
  return found > 0 ? yes : none
}
