/** Creates schedules and bookings, and calls visitors' functions. */
import { createHash } from 'node:crypto'
import { admin, visitor, type TestDatabase } from './test-database'

/** Deletes the seeded schedule, so that a test has only its own slots. */
export async function emptySchedule(db: TestDatabase) {
  await db.rows('with weekdays as (delete from public.recurring_availability) delete from public.time_slots')
}

/** Creates a slot from `start` to `end` (`HH:MM`). Returns the slot's id. */
export function addSlot(db: TestDatabase, start: string, end: string) {
  return db.value<string>(
    `insert into public.time_slots (start_time, end_time, duration_minutes)
     values ($1, $2, extract(epoch from $2::time - $1::time) / 60) returning id`,
    start,
    end,
  )
}

/** Adds a slot to a weekday (0 = Monday), by default switched on. */
export function addToWeekday(db: TestDatabase, weekday: number, slot: string, available = true) {
  return db.rows('insert into public.recurring_availability values ($1, $2, $3)', weekday, slot, available)
}

/** Switches a slot on or off for one date, whatever its weekday has. */
export function addException(db: TestDatabase, date: string, slot: string, available: boolean) {
  return db.rows('insert into public.availability values ($1, $2, $3)', date, slot, available)
}

/**
 * Creates a slot, by default from 09:00 to 10:00, and adds it to every weekday. Returns the slot's
 * id.
 */
export async function addDailySlot(db: TestDatabase, start = '09:00', end = '10:00') {
  const slot = await addSlot(db, start, end)
  await db.rows(
    'insert into public.recurring_availability select weekday, $1::uuid, true from generate_series(0, 6) weekday',
    slot,
  )
  return slot
}

/** Makes `private.studio_today()` return `date` for the rest of the transaction. */
export function setToday(db: TestDatabase, date: string) {
  return db.rows(`create or replace function private.studio_today() returns date language sql stable set search_path = ''
    as $$ select date '${date}' $$`)
}

/** The date `days` after the studio's today, as 'YYYY-MM-DD'. */
export function dateIn(db: TestDatabase, days: number) {
  return db.value<string>('select (private.studio_today() + $1::int)::text', days)
}

/**
 * Returns the SQL of the view admin_requests as if now were `moment` and today were `today`, both
 * SQL expressions.
 */
export async function listAt(db: TestDatabase, moment: string, today: string): Promise<string> {
  const definition = await db.value<string>(`select pg_get_viewdef('public.admin_requests')`)
  return definition
    .replace(/;\s*$/, '')
    .replaceAll(/\bnow\(\)/g, moment)
    .replaceAll('private.studio_today()', today)
}

export function setCap(db: TestDatabase, name: string, max: number) {
  return db.rows('update private.submission_caps set max = $2 where name = $1', name, max)
}

/** Stores a site key as `npm run site-key` does. From then on visitors' functions need a stored key. */
export function storeSiteKey(db: TestDatabase, key: string, only = false) {
  const hash = createHash('sha256').update(key).digest('hex')
  return db.rows('select public.set_site_key($1, $2)', hash, only)
}

/** Changes settings as an admin who has just read the stored ones. */
export async function setSettings(db: TestDatabase, changes: object) {
  const seen = 'select public.get_settings() as seen'
  await db.rowsAs(
    admin,
    `select public.set_settings($1::text::jsonb, seen) from (${seen}) s`,
    JSON.stringify(changes),
  )
}

/** Settings that make a video room the default location of calls. */
export const videoRoom = (name: string, url: string) => ({ location: { kind: 'video', name, url } })

export interface BookingCall {
  name?: string | null
  email?: string | null
  date?: string | null
  slot?: string | null
  message?: string | null
  requestId?: string
  address?: string
  siteKey?: string
  /** `p_details`. */
  details?: unknown
}
export interface BookingRow {
  id: string
  name: string
  email: string
  date: string
  time_slot_id: string
  message: string | null
  status: string
  created_at: string
  time_slots: { id: string; start_time: string; end_time: string }
  differs?: boolean
}

/** Calls `create_booking` as a visitor, by default as Ana. */
export function book(db: TestDatabase, call: BookingCall) {
  const { name = 'Ana', email = 'ana@example.com', message = null, date = null, slot = null } = call
  return db.valueAs<BookingRow>(
    visitor,
    'select public.create_booking($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    ...[name, email, date, slot, message, call.requestId ?? null, call.address ?? null, call.siteKey ?? null],
    call.details ?? {},
  )
}

/** Calls `create_inquiry` as a visitor, by default as Ana. */
export function inquire(db: TestDatabase, call: Omit<BookingCall, 'date' | 'slot'> = {}) {
  const { name = 'Ana', email = 'ana@example.com', message = 'Hello' } = call
  return db.valueAs<Omit<BookingRow, 'date' | 'time_slot_id' | 'time_slots'>>(
    visitor,
    'select public.create_inquiry($1, $2, $3, $4, $5, $6, $7)',
    ...[name, email, message, call.requestId ?? null, call.address ?? null, call.siteKey ?? null],
    call.details ?? {},
  )
}

/** The start times (`HH:MM`) that a visitor is offered on a date. */
export async function offeredTimes(db: TestDatabase, date: string) {
  const sql = 'select start_time from public.get_available_slots_for_date($1)'
  return (await db.rowsAs<{ start_time: string }>(visitor, sql, date)).map((slot) => slot.start_time)
}

/** The slots that a visitor is offered from `from` to `to`, both dates included. */
export function offeredSlots(db: TestDatabase, from: string | null, to: string | null) {
  const sql = 'select * from public.get_available_slots($1, $2)'
  return db.rowsAs<{ date: string; id: string; start_time: string; end_time: string }>(visitor, sql, from, to)
}

export async function offeredDates(db: TestDatabase, from: string, to: string) {
  return (await offeredSlots(db, from, to)).map((slot) => slot.date)
}

/** All slots of a date, as an admin sees them. */
export function overview(db: TestDatabase, date: string) {
  return db.rowsAs(admin, 'select * from public.get_all_slots_for_date($1)', date)
}
