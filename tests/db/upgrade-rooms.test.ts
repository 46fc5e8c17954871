import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyMigrations, applySeed, becomeHostedOwner, type EmptyDatabase, emptyDatabases } from './hosted'

/** The last migration in which calls had no room of their own. */
const BEFORE = '20261125180000'
// One is confirmed and known, one was erased.
const calls = `
  insert into public.bookings (name, email, date, time_slot_id, status)
  select name, email, date, (select id from public.time_slots order by start_time limit 1), 'pending'
  from (values ('Ana', 'ana@example.com', date '2090-12-22'), ('Bo', 'bo@example.com', '2090-12-23')) made (name, email, date);
  update public.bookings set status = 'confirmed' where name = 'Ana';
  update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', now()) where name = 'Ana';
  select private.erase_request(id) from public.bookings where name = 'Bo'`

describe.each(emptyDatabases)('calls from before they had rooms, on $name', ({ open }) => {
  let db: EmptyDatabase
  const state = () =>
    db.rows(`select b.date::text, b.status, b.revision, b.calendar_sequence, b.known,
        (select jsonb_agg(jsonb_build_array(o.kind, o.recipient, o.due_at) order by o.kind) from private.outbox o where o.request_id = b.id) as mails,
        (select count(*)::int from public.request_events e where e.request_id = b.id) as events
      from public.bookings b order by b.date`)
  let before: unknown
  beforeAll(async () => {
    db = await open()
    await db.exec('begin')
    await becomeHostedOwner(db.exec, 'rooms_owner')
    await applyMigrations(db.exec, (version) => version <= BEFORE)
    await applySeed(db.exec)
    await db.exec(calls)
    before = await state()
    await applyMigrations(db.exec, (version) => version > BEFORE)
  })
  afterAll(() => db.close())

  test('each has one, an erased person’s has none, and nothing else of them is changed, told or mailed', async () => {
    const rooms = await db.rows(
      `select coalesce(substring(room from '^[a-z]{12}$'), 'none') as room, private.is_erased(email) as is_erased from public.bookings order by date`,
    )
    expect(rooms).toEqual([
      { room: expect.stringMatching(/^[a-z]{12}$/), is_erased: false },
      { room: 'none', is_erased: true },
    ])
    expect(await state()).toEqual(before)
    expect(await db.rows('select id from private.find_calls_to_tell()')).toEqual([])
  })

  test('reminders go as before and an hour before too; all times of tomorrow are offered', async () => {
    expect(
      await db.rows(
        'select reminds_day_before, reminds_hour_before, notice_hours from private.studio_settings',
      ),
    ).toEqual([{ reminds_day_before: true, reminds_hour_before: true, notice_hours: 0 }])
  })
})
