/**
 * The site's queries as PostgREST writes them. `$slot`, `$unused` (a slot that was never booked),
 * `$booking` and `$inquiry` are ids; `$day` is a date in 20 days.
 */
export interface Query {
  name: string
  by: 'visitor' | 'admin'
  sql: string
  /**
   * Whether it may read every record: searches within words, sorts by any column, offsets of
   * thousands of rows.
   */
  readsAll?: boolean
}

const slotOf = (table: string) =>
  `left join lateral (select id, start_time, end_time from public.time_slots s where s.id = ${table}.time_slot_id) slot on true`
/** One page of the admin's list, with its counts. */
const list = (name: string, args: string, readsAll = true): Query => ({
  name: `list: ${name}`,
  by: 'admin',
  sql: `select public.list_requests(${args})`,
  readsAll,
})
const upsert = (key: string) =>
  `on conflict (${key}, time_slot_id) do update set ${key} = excluded.${key}, time_slot_id = excluded.time_slot_id,
   is_available = excluded.is_available, updated_at = excluded.updated_at`

export const queries: Query[] = [
  {
    name: 'times of one date',
    by: 'visitor',
    sql: 'select * from public.get_available_slots_for_date($day)',
  },
  {
    name: 'times of 42 days',
    by: 'visitor',
    sql: 'select * from public.get_available_slots($day, $day + 41)',
  },
  {
    name: 'times of 62 days',
    by: 'visitor',
    sql: 'select * from public.get_available_slots($day, $day + 61)',
  },
  {
    name: 'book',
    by: 'visitor',
    sql: `select public.create_booking('Ana', 'ana@example.com', $day, $slot, null, gen_random_uuid(), '203.0.113.7', 'bench')`,
  },
  {
    name: 'inquire',
    by: 'visitor',
    sql: `select public.create_inquiry('Ana', 'ana@example.com', 'Hello', gen_random_uuid(), '203.0.113.7', 'bench')`,
  },
  {
    name: 'ask whether to try a password',
    by: 'visitor',
    sql: `select public.admit_password('bench', 'ana@example.com', '203.0.113.7')`,
  },
  { name: 'caps that are reached', by: 'admin', sql: 'select * from public.get_reached_caps()' },
  { name: 'slots of one date', by: 'admin', sql: 'select * from public.get_all_slots_for_date($day)' },
  list('first page', '', false),
  list('first page, view to_answer', `p_view => 'to_answer'`),
  list('first page upcoming, by date', `p_view => 'upcoming', p_sort => 'date', p_descending => false`),
  list('last page', 'p_limit => 100, p_offset => 199900'),
  list('search, few found', `'person77@'`),
  list('search, many found', `'idea pending'`),
  list('search by date and time', `'tue 9:00 am'`),
  list('search within the past, by time', `'product', p_view => 'past', p_sort => 'time'`),
  ...['created', 'name', 'email', 'type', 'date', 'time', 'status', 'message'].map((column) =>
    list(`by ${column}`, `p_sort => '${column}', p_descending => false`),
  ),
  {
    name: 'records of one person',
    by: 'admin',
    sql: `select public.count_requests('person77@example.com')`,
  },
  {
    name: 'the booking of a realtime event',
    by: 'admin',
    sql: 'select id, status from public.bookings where id = $booking',
  },
  {
    name: 'confirm a booking',
    by: 'admin',
    sql: `update public.bookings set status = 'confirmed' where id = $booking and status = 'pending'`,
  },
  {
    name: 'cancel a booking',
    by: 'admin',
    sql: `update public.bookings set status = 'cancelled' where id = $booking and status = 'pending'`,
  },
  {
    name: 'read an inquiry',
    by: 'admin',
    sql: `update public.inquiries set status = 'read' where id = $inquiry and status = 'archived'`,
  },
  { name: 'erase a person', by: 'admin', sql: `select public.erase_person('person77@example.com')` },
  {
    name: 'exceptions from today on',
    by: 'admin',
    sql: `select date, is_available, to_jsonb(slot) from public.availability a ${slotOf('a')}
      where date >= $day - 20 order by date, time_slot_id limit 1000`,
  },
  {
    name: 'closed dates from today on',
    by: 'admin',
    sql: 'select date from public.closed_dates where date >= $day - 20 order by date limit 1000',
  },
  {
    name: 'the weekday pattern',
    by: 'admin',
    sql: `select day_of_week, is_available, to_jsonb(slot) from public.recurring_availability r ${slotOf('r')}
      order by day_of_week, time_slot_id limit 1000`,
  },
  {
    name: 'all slots',
    by: 'admin',
    sql: 'select id, start_time, end_time from public.time_slots order by start_time, id limit 1000',
  },
  {
    name: 'presets',
    by: 'admin',
    sql: 'select duration_minutes from public.time_slot_presets order by duration_minutes',
  },
  {
    name: 'find a slot',
    by: 'admin',
    sql: `select id from public.time_slots where start_time = '09:00' and end_time = '09:30'`,
  },
  {
    name: 'make a slot',
    by: 'admin',
    sql: `insert into public.time_slots (start_time, end_time, duration_minutes) values ('05:00', '05:30', 30) returning id`,
  },
  { name: 'delete a slot', by: 'admin', sql: 'delete from public.time_slots where id = $unused' },
  {
    name: 'add a slot to one date',
    by: 'admin',
    sql: `insert into public.availability (date, time_slot_id, is_available, updated_at)
          values ($day, $slot, true, now()) ${upsert('date')}`,
  },
  {
    name: 'add a slot to a weekday',
    by: 'admin',
    sql: `insert into public.recurring_availability values (0, $slot, true, now()) ${upsert('day_of_week')}`,
  },
  {
    name: 'switch a slot on one date',
    by: 'admin',
    sql: 'select public.set_slot_availability($day, $slot, false)',
  },
  {
    name: 'switch a slot on a weekday',
    by: 'admin',
    sql: `update public.recurring_availability set is_available = false, updated_at = now()
          where day_of_week = 0 and time_slot_id = $slot returning time_slot_id`,
  },
  { name: 'close a date', by: 'admin', sql: 'select public.set_date_availability($day, false)' },
  { name: 'open a date', by: 'admin', sql: 'select public.set_date_availability($day, true)' },
  {
    name: 'replace a weekday',
    by: 'admin',
    sql: `select public.replace_recurring_availability(0, array[$slot],
          array(select time_slot_id from public.recurring_availability where day_of_week = 0))`,
  },
  {
    name: 'take a slot from a weekday',
    by: 'admin',
    sql: 'delete from public.recurring_availability where day_of_week = 0 and time_slot_id = $slot',
  },
  {
    name: 'empty a weekday',
    by: 'admin',
    sql: 'delete from public.recurring_availability where day_of_week = 0',
  },
]
