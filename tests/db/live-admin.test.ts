import { describe, expect, test } from 'vitest'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addSlot, addToWeekday, emptySchedule, inquire, setCap, setToday } from './fixtures'
import { admin, errorCode, type Caller } from './test-database'

const [monday, tuesday] = [ahead('2027-01-04'), ahead('2027-01-05')]

// A token stays valid after sign-out, so every read and write checks that the session and the
// account still exist.
onPostgres((db) => {
  let [slot, other] = ['', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, ahead('2027-01-01'))
    slot = await addSlot(db, '09:00', '09:30')
    other = await addSlot(db, '10:00', '10:30')
    await addToWeekday(db, 0, slot)
    await inquire(db)
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id) values ('Bea', 'bea@example.com', $1, $2)`,
      ...[monday, slot],
    )
    await db.rows(
      `insert into public.request_events (request_id, revision, actor, kind) select id, 9, 'visitor', 'booked' from public.bookings`,
    )
    await db.rows('insert into public.availability values ($1, $2, true)', monday, slot)
    await db.rowsAs(admin, 'select public.set_date_availability($1, false)', tuesday)
    await setCap(db, 'inquiries_in_an_hour', 1)
    await db.rows(`update private.outbox set due_at = now() - interval '1 hour' where recipient = 'visitor'`)
  })

  const writes: [what: string, sql: () => string][] = [
    ['makes a slot', () => `insert into public.time_slots values (default, '20:00', '20:30', 30)`],
    ['deletes a slot', () => `delete from public.time_slots where id = '${other}'`],
    ['adds to a weekday', () => `insert into public.recurring_availability values (1, '${other}')`],
    ['switches a weekday', () => 'update public.recurring_availability set is_available = false'],
    ['empties a weekday', () => 'delete from public.recurring_availability'],
    ['adds an exception', () => `insert into public.availability values ('${monday}', '${other}', true)`],
    ['changes an exception', () => 'update public.availability set is_available = false'],
    ['says why a date is closed', () => `update public.closed_dates set reason = 'A holiday'`],
    ['changes a booking', () => `update public.bookings set status = 'confirmed'`],
    ['says where a call happens', () => `update public.bookings set location = 'The café'`],
    ['changes an inquiry', () => `update public.inquiries set status = 'read'`],
    ['switches a date', () => `select public.set_date_availability('${monday}', false)`],
    ['switches a slot of a date', () => `select public.set_slot_availability('${monday}', '${slot}', false)`],
    ['closes dates', () => `select public.close_dates('${monday}', '${monday}')`],
    ['opens dates again', () => `select public.reopen_dates('${tuesday}', '${tuesday}')`],
    ['takes a date back to its weekday', () => `select public.reset_date('${monday}')`],
    ['undoes that', () => `select public.restore_dates('[{"date": "${monday}", "reason": "Again"}]', '[]')`],
    ['edits a weekday', () => `select public.replace_recurring_availability(0, '{${other}}', '{${slot}}')`],
    [
      'copies a weekday',
      () => `select public.copy_recurring_availability('{${other}}', '{"0": ["${slot}"]}')`,
    ],
    ['erases a person', () => `select public.erase_person('bea@example.com')`],
    ['copies a visitor’s link', () => `select public.copy_visitor_link(id) from public.bookings`],
  ]
  const reads = [
    ...['time_slots', 'recurring_availability', 'availability', 'closed_dates'].map(
      (table) => `select * from public.${table}`,
    ),
    'select id from public.bookings',
    'select id from public.inquiries',
    'select id from public.request_events',
    `select * from public.get_all_slots_for_date('${monday}')`,
    `select * from public.get_days('${monday}', '${monday}')`,
    `select * from public.get_affected_bookings('${monday}')`,
    'select * from public.time_slot_presets',
    'select id from public.admin_requests',
    'select public.count_views()',
    `select public.search_patterns('bea')`,
    `select public.count_requests('bea@example.com')`,
    `select public.get_news('key', 14)`,
    'select public.get_mail_problems()',
  ]

  /** Runs `statements` as `caller`, and returns those that had an effect. */
  async function done(caller: Caller, statements: string[]) {
    const found: string[] = []
    for (const sql of statements) {
      await db.rows('savepoint statement')
      const returning = sql.startsWith('select') ? sql : `${sql} returning 1`
      const rows = await db.rowsAs(caller, returning).catch((error: unknown) => {
        if ((error as { code: string }).code !== '42501') throw error
        return []
      })
      if (rows.length > 0) found.push(sql)
      await db.rows('rollback to savepoint statement')
    }
    return found
  }
  const allWrites = () => writes.map(([, sql]) => sql())
  const all = () => [...reads, ...allWrites()]

  test('an admin with an open session can read and write everything', async () => {
    expect(await done(admin, all())).toEqual(all())
  })

  describe('an admin', () => {
    test.each([
      { state: 'who has signed out everywhere', sql: 'delete from auth.sessions' },
      { state: 'whose account is deleted', sql: 'delete from auth.users' },
      { state: 'who has lost the role', sql: `update auth.users set raw_app_meta_data = '{}'` },
      { state: 'who is banned', sql: `update auth.users set banned_until = now() + interval '1 minute'` },
    ])('$state reads and writes nothing, though the token has not ended', async ({ sql }) => {
      await db.rows(sql)
      expect(await done(admin, all())).toEqual([])
      // An error, because zero counts would look like a studio without requests.
      expect(await errorCode(db.rowsAs(admin, 'select public.count_views()'))).toBe('42501')
    })
  })

  test('an admin whose ban has ended can read and write everything', async () => {
    await db.rows(`update auth.users set banned_until = now() - interval '1 second'`)
    expect(await done(admin, all())).toEqual(all())
  })

  test.each([
    ['no session', {}],
    ['a session that is no id', { session_id: 'mine' }],
    ['a number', { session_id: 5 }],
    ['another session', { session_id: crypto.randomUUID() }],
    ['a session and no role', { ...(admin.claims as object), app_metadata: {} }],
  ])('a token with %s reads and writes nothing', async (_, claims) => {
    const caller = { ...admin, claims: { app_metadata: { role: 'admin' }, ...claims } }
    expect(await done(caller, all())).toEqual([])
  })

  test('the check for a live admin runs once per statement, however many rows the statement changes', async () => {
    const many = `insert into public.availability (date, time_slot_id, is_available)
      select date '${monday}' + n, $1::uuid, true from generate_series(1, 300) n`
    expect(await errorCode(db.rowsAs(admin, many, slot))).toBe('accepted')
    const plan = await db.rowsAs<{ 'QUERY PLAN': string }>(
      admin,
      `explain (analyze, costs off, timing off, summary off) update public.availability set is_available = false`,
    )
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines.match(/InitPlan/g)?.length).toBeGreaterThan(0)
    expect(lines).not.toMatch(/Filter: .*is_live_admin\(\)/)
  })
})
