import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applyMigrations,
  applySeed,
  becomeHostedOwner,
  type EmptyDatabase,
  emptyDatabases,
  FIRST_VERSION,
} from './hosted'
import { admin, adminAccount } from './test-database'

const starts = ['08:00', '09:00', '10:00']
const slotId = (n: number) => `00000000-0000-4000-8000-0000000000e${n}`

// Fridays offer the first two of three slots, Saturdays none. 2090-12-22 and the dates a week apart
// are Fridays, far ahead, so that all are to come.
const schedule = `
  delete from public.recurring_availability;
  delete from public.time_slots;
  insert into public.time_slots (id, start_time, end_time, duration_minutes) values
    ${starts.map((start, n) => `('${slotId(n)}', '${start}', time '${start}' + interval '30 minutes', 30)`).join()};
  insert into public.recurring_availability (day_of_week, time_slot_id) values (4, '${slotId(0)}'), (4, '${slotId(1)}');
  insert into public.availability (date, time_slot_id, is_available) values
    ('2090-12-22', '${slotId(0)}', false), ('2090-12-22', '${slotId(1)}', false), ('2090-12-22', '${slotId(2)}', false),
    ('2090-12-29', '${slotId(0)}', false),
    ('2090-12-30', '${slotId(2)}', true),
    ('2091-01-05', '${slotId(2)}', false),
    ('2091-01-06', '${slotId(2)}', false),
    ('2020-01-03', '${slotId(0)}', false), ('2020-01-03', '${slotId(1)}', false)`

// What an admin could store by the API of each version since, and what took the admin page down.
const farDates = `
  insert into public.availability (date, time_slot_id, is_available, overrides_closure)
  select date, '${slotId(0)}', false, false
  from unnest('{infinity,-infinity,12026-01-01,1999-12-31}'::date[]) date;
  insert into public.closed_dates (date, reason) values ('infinity', 'For ever'), ('2200-01-01', null), ('-infinity', null);
  insert into public.bookings (name, email, date, time_slot_id, created_at)
  values ('Fay', 'fay@example.com', 'infinity', '${slotId(0)}', '2026-11-02 12:00+13')`
/** The last migration before dates had limits. */
const BEFORE_LIMITS = '20261123001200'

describe.each(emptyDatabases)('the hours of a studio of the first version, on $name', ({ open }) => {
  let db: EmptyDatabase
  const owner = 'schedule_owner'
  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, owner)
    await applyMigrations(db.exec, (version) => version <= FIRST_VERSION)
    await applySeed(db.exec)
    await db.exec(`reset role; ${adminAccount} set local role ${owner}; ${schedule}`)
    await applyMigrations(db.exec, (version) => version > FIRST_VERSION && version <= BEFORE_LIMITS)
    await db.exec(farDates)
    await applyMigrations(db.exec, (version) => version > BEFORE_LIMITS)
    await db.exec('savepoint upgraded')
  })
  beforeEach(() => db.exec(`rollback to savepoint upgraded; set local role ${owner}`))
  afterAll(() => db.close())

  const asAdmin = async (sql: string) => {
    await db.exec(
      `set local request.jwt.claims = '${JSON.stringify(admin.claims)}'; set local role authenticated`,
    )
    const rows = await db.rows(sql)
    await db.exec(`reset role; reset request.jwt.claims; set local role ${owner}`)
    return rows
  }

  test('dates that were switched off as a whole are closed, so that their weekday cannot open them', async () => {
    expect(await db.rows('select date::text, reason from public.closed_dates order by 1')).toEqual(
      ['2090-12-22', '2091-01-06'].map((date) => ({ date, reason: null })),
    )
  })

  test('no exception is lost but those that the closing replaces', async () => {
    const exceptions = await db.rows(`
      select concat_ws(' ', date, right(time_slot_id::text, 1), case when is_available then 'on' else 'off' end) as exception
      from public.availability where not overrides_closure order by 1`)
    expect(exceptions.map(({ exception }) => exception)).toEqual([
      '2020-01-03 0 off',
      '2020-01-03 1 off',
      '2090-12-22 2 off', // Fridays do not offer it
      '2090-12-29 0 off',
      '2090-12-30 2 on',
      '2091-01-05 2 off',
      '2091-01-06 2 off',
    ])
  })

  test('the owner is told of dates that are closed in part', () => {
    expect(db.notices.filter((notice) => notice.startsWith('Half closed'))).toEqual([
      'Half closed: 2090-12-29 has 1 slots off and 1 on.',
      'Half closed: 2091-01-05 has 1 slots off and 2 on.',
    ])
  })

  test('a booking on a date that never comes is cancelled, and can be shown', async () => {
    expect(await db.rows('select name, date::text, status from public.bookings')).toEqual([
      { name: 'Fay', date: '2026-11-02', status: 'cancelled' },
    ])
  })

  test('an admin who is signed in goes on changing them, until that session ends', async () => {
    await db.exec(`create or replace function private.studio_today() returns date
      language sql stable set search_path = '' as $$ select date '2090-12-20' $$`)
    await asAdmin(`select public.set_date_availability('2091-01-06', true)`)
    await asAdmin(`select public.set_slot_availability('2090-12-29', '${slotId(0)}', true)`)
    await asAdmin(
      `select public.replace_recurring_availability(4, '{${slotId(2)}}', '{${slotId(0)},${slotId(1)}}')`,
    )
    expect(
      await db.rows('select time_slot_id from public.recurring_availability where day_of_week = 4'),
    ).toEqual([{ time_slot_id: slotId(2) }])
    await db.exec('reset role; delete from auth.sessions')
    await expect(asAdmin(`select public.set_date_availability('2091-01-06', false)`)).rejects.toThrow(
      'not_admin',
    )
  })
})
