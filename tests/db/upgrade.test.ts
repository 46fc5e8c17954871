import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  applyMigrations,
  applySeed,
  becomeHostedOwner,
  type EmptyDatabase,
  emptyDatabases,
  FIRST_VERSION,
} from './hosted'

// A studio that has worked with the first version: its own hours and caps, a closed day, visitors
// of every kind, two admins, one signed in.
const studio = `
  insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data) values
    ('00000000-0000-4000-8000-0000000000a1', 'ana@studio.test', 'x', '{"role": "admin"}', '{}'),
    ('00000000-0000-4000-8000-0000000000a2', 'bea@studio.test', 'x', '{"role": "admin"}', '{}');
  insert into auth.sessions (id, user_id) values
    ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1')`
const history = `
  delete from public.recurring_availability where day_of_week = 4;
  update public.recurring_availability set is_available = false
  where time_slot_id = (select id from public.time_slots where start_time = '16:30');
  insert into public.availability (date, time_slot_id, is_available)
  select private.studio_today() + 10, id, false from public.time_slots;
  insert into public.availability (date, time_slot_id, is_available)
  select private.studio_today() + day, id, available
  from (values (11, '09:00'::time, false), (12, '10:00', true), (13, '11:00', true)) made (day, start, available)
  join public.time_slots on start_time = start;
  insert into public.bookings (name, email, date, time_slot_id, message, status, created_at, request_id)
  select name, email, private.studio_today() + day, id, message, status, now() - ago::interval, request_id
  from (values
    ('Ana', 'ana@example.com', 5, '09:00'::time, 'A shop', 'confirmed', '3 days', gen_random_uuid()),
    ('Bo', 'bo@example..com', 5, '09:30', null, 'pending', '2 hours', gen_random_uuid()),
    ('Cy', 'cy@example.com', 6, '09:00', 'Kia ora', 'cancelled', '20 minutes', '00000000-0000-4000-8000-0000000000c1'),
    ('Cy', 'sy@example.com', 6, '09:00', 'Kia ora', 'pending', '10 minutes', '00000000-0000-4000-8000-0000000000c1'),
    ('Di', 'di@example.com', -40, '09:00', null, 'confirmed', '60 days', gen_random_uuid())
  ) made (name, email, day, start, message, status, ago, request_id)
  join public.time_slots on start_time = start;
  insert into public.inquiries (name, email, message, status, request_id) values
    ('Ed', 'ed@example.com', 'One', 'new', '00000000-0000-4000-8000-0000000000c2'),
    ('Ed', 'ed@example.com', 'Two', 'replied', '00000000-0000-4000-8000-0000000000c2');
  update private.submission_caps set max = 9 where name = 'future_bookings_per_email';
  update private.submission_caps set max = 500 where name = 'submits_in_an_hour'`

/** What people have entered, in tables that every version has. */
const kept = {
  slots: 'select * from public.time_slots order by id',
  presets: 'select * from public.time_slot_presets order by 1',
  weekdays: 'select * from public.recurring_availability order by 1, 2',
  // But for the id of its form, whose column has another name today.
  bookings: `select to_jsonb(b) - '{request_id,form_id}'::text[] as row from public.bookings b order by id`,
  inquiries: `select to_jsonb(i) - '{request_id,form_id}'::text[] as row from public.inquiries i order by id`,
  forms: `select coalesce(to_jsonb(b) -> 'form_id', to_jsonb(b) -> 'request_id') as form from public.bookings b
    union all select coalesce(to_jsonb(i) -> 'form_id', to_jsonb(i) -> 'request_id') from public.inquiries i order by 1`,
  accounts: 'select * from auth.users order by id',
  sessions: 'select * from auth.sessions order by id',
  offered:
    'select * from public.get_available_slots(private.studio_today(), private.studio_today() + 61) order by 1, 3, 4, 2',
}

describe.each(emptyDatabases)(
  'a studio of the first version, by an owner who is no superuser, on $name',
  ({ open }) => {
    let db: EmptyDatabase
    const before: Record<string, Record<string, unknown>[]> = {}
    const after: typeof before = {}
    beforeAll(async () => {
      db = await open()
      await db.exec('begin')
      await becomeHostedOwner(db.exec, 'upgrading_owner')
      await applyMigrations(db.exec, (version) => version <= FIRST_VERSION)
      await applySeed(db.exec)
      await db.exec(`reset role; ${studio}; set local role upgrading_owner; ${history}`)
      for (const [what, sql] of Object.entries(kept)) before[what] = await db.rows(sql)
      await applyMigrations(db.exec, (version) => version > FIRST_VERSION)
      for (const [what, sql] of Object.entries(kept)) after[what] = await db.rows(sql)
      await db.exec('savepoint upgraded')
    })
    beforeEach(() => db.exec('rollback to savepoint upgraded; set local role upgrading_owner'))
    afterAll(() => db.close())

    test.each(Object.keys(kept))('keeps its %s', (what) => {
      expect(before[what]?.length).toBeGreaterThan(0)
      expect(after[what]).toHaveLength(before[what]?.length ?? 0)
      expect(after[what]).toMatchObject(before[what] ?? [])
    })

    test('keeps the caps that the owner has changed, where they still exist', async () => {
      const caps = await db.rows('select name, max from private.submission_caps order by 1')
      expect(Object.fromEntries(caps.map(({ name, max }) => [name, max]))).toEqual({
        bookings_in_a_day: 60,
        bookings_in_an_hour: 30,
        changes_per_email_in_24_hours: 10,
        future_bookings_per_email: 9,
        inquiries_in_an_hour: 120,
        mails_per_email_in_24_hours: 20,
        submits_per_address_in_10_minutes: 20,
        submits_per_email_in_24_hours: 5,
      })
    })

    test('mails nobody about what was booked before, and reminds of the confirmed calls that come', async () => {
      expect(
        await db.rows(`select b.name, o.kind, o.due_at = (private.starts_at(b) - interval '24 hours') as a_day_before
          from private.outbox o join public.bookings b on b.id = o.request_id`),
      ).toEqual([{ name: 'Ana', kind: 'reminder', a_day_before: true }])
    })

    test('goes on counting what was sent in the last day', async () => {
      expect(
        await db.rows('select kind, count(*)::int as count from private.submits group by 1 order by 1'),
      ).toEqual([
        { kind: 'booking', count: 3 },
        { kind: 'inquiry', count: 2 },
      ])
    })

    test('lets an admin confirm a booking whose e-mail would be refused today', async () => {
      await db.exec(`update public.bookings set status = 'confirmed' where email = 'bo@example..com'`)
      await expect(db.exec(`select public.create_inquiry('Bo', 'bo@example..com')`)).rejects.toThrow(
        'invalid_email',
      )
    })

    test('gives its bookings links that work, but not those of people who were erased', async () => {
      await db.exec(`update public.bookings set email = 'erased@erased.invalid' where name = 'Di';
        select public.set_site_key(encode(sha256('key'), 'hex'))`)
      const managed = await db.rows(
        `select public.get_managed_booking('key', id) ->> 'link_version' as version, name from public.bookings order by name`,
      )
      expect(managed.map(({ name, version }) => `${String(name)} ${String(version)}`)).toEqual([
        'Ana 1',
        'Bo 1',
        'Cy 1',
        'Cy 1',
        'Di null',
      ])
      await db.exec(
        `select public.cancel_managed_booking('key', id, 1, 0, 'Ill') from public.bookings where name = 'Ana'`,
      )
      expect(await db.rows(`select status, cancel_reason from public.bookings where name = 'Ana'`)).toEqual([
        { status: 'cancelled', cancel_reason: 'Ill' },
      ])
    })

    test('takes a request that an open form sends again, by its newest row, each kind apart', async () => {
      const [row] = await db.rows(`
      select (public.create_booking('Cy', 'cy@example.com', private.studio_today() + 6,
        (select id from public.time_slots where start_time = '09:00'), 'Kia ora', '00000000-0000-4000-8000-0000000000c1')) ->> 'repeat' as booking,
      (public.create_inquiry('Ed', 'ed@example.com', 'Three', '00000000-0000-4000-8000-0000000000c1')) ->> 'name' as inquiry`)
      expect(row).toEqual({ booking: 'updated', inquiry: 'Ed' })
      expect(
        await db.rows(`select email, status from public.bookings where name = 'Cy' order by created_at`),
      ).toEqual([
        { email: 'cy@example.com', status: 'cancelled' },
        { email: 'cy@example.com', status: 'pending' },
      ])
    })
  },
)
