/** The calls that the transcript holds: everything the site asks of the database (spec 7), and the ways in which each can fail. */
import type { Call, TokenKind } from './transcript'

const slot = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const json = { 'content-type': 'application/json' }
const rows = { ...json, prefer: 'return=representation' }
const one = { accept: 'application/vnd.pgrst.object+json' }
const upsert = { ...json, prefer: 'resolution=merge-duplicates,return=representation' }

type Headers = Record<string, string>
type More = { headers?: Headers; body?: unknown }

/** A call; a body that is not text is sent as JSON. */
function call(name: string, as: TokenKind, method: string, path: string, { headers, body }: More = {}): Call {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  return {
    name,
    as,
    method,
    path,
    ...(headers ? { headers } : {}),
    ...(text === undefined ? {} : { body: text }),
  }
}
const get = (name: string, path: string, headers?: Headers, as: TokenKind = 'admin') =>
  call(name, as, 'GET', path, headers ? { headers } : {})
const post = (name: string, path: string, body: unknown, headers: Headers = rows, as: TokenKind = 'admin') =>
  call(name, as, 'POST', path, { body, headers })
const patch = (name: string, path: string, body: unknown, headers: Headers = rows, as: TokenKind = 'admin') =>
  call(name, as, 'PATCH', path, { body, headers })
const remove = (name: string, path: string, headers: Headers = rows, as: TokenKind = 'admin') =>
  call(name, as, 'DELETE', path, { headers })
const rpc = (name: string, fn: string, args: unknown, as: TokenKind = 'admin', headers: Headers = json) =>
  call(name, as, 'POST', `rpc/${fn}`, { body: args, headers })

const guest = { p_name: 'Ana', p_email: 'ana@example.com' }
const call1 = { ...guest, p_date: '{date}', p_time_slot_id: slot(1) }

export const calls: Call[] = [
  // Slots
  get('presets in order', 'time_slot_presets?select=*&order=duration_minutes.asc'),
  get('slots in order', 'time_slots?select=start_time,end_time,duration_minutes&order=start_time.asc'),
  get(
    'a slot that is not there, as one object',
    'time_slots?select=id&start_time=eq.05:00&end_time=eq.05:30',
    one,
  ),
  post(
    'insert a slot',
    'time_slots?select=*',
    { id: slot(1), start_time: '05:00', end_time: '05:30', duration_minutes: 30 },
    { ...rows, ...one },
  ),
  post(
    'insert a slot, nothing back',
    'time_slots',
    { id: slot(2), start_time: '05:30', end_time: '06:00', duration_minutes: 30 },
    json,
  ),
  post(
    'insert slots in bulk',
    'time_slots?columns="id","start_time","end_time","duration_minutes"&select=id,start_time',
    [
      { id: slot(3), start_time: '06:00', end_time: '06:30', duration_minutes: 30 },
      { id: slot(4), start_time: '06:30', end_time: '07:00', duration_minutes: 30 },
    ],
  ),
  get('the slot, as one object', 'time_slots?select=*&start_time=eq.05:00&end_time=eq.05:30', one),
  get('two slots, as one object', `time_slots?select=*&id=in.(${slot(1)},${slot(2)})`, one),
  post('insert the slot again', 'time_slots?select=*', {
    start_time: '05:00',
    end_time: '05:30',
    duration_minutes: 30,
  }),
  post('a slot that ends before it starts', 'time_slots', {
    start_time: '09:00',
    end_time: '08:00',
    duration_minutes: -60,
  }),
  post('a slot without an end', 'time_slots', { start_time: '09:00', duration_minutes: 30 }),
  post('a slot with a column that is not there', 'time_slots', { start_time: '09:00', colour: 'red' }),
  post('a slot with a time that is none', 'time_slots', {
    start_time: 'nine',
    end_time: '10:00',
    duration_minutes: 60,
  }),
  post('an empty body', 'time_slots', ''),
  post('a body that is not JSON', 'time_slots', '{"start_time":'),
  post('rows of different shape', 'time_slots', [{ start_time: '09:00' }, { end_time: '10:00' }]),
  post('no rows', 'time_slots', []),
  // The weekday pattern
  post('insert a pattern', 'recurring_availability?select=day_of_week,time_slot_id,is_available', {
    time_slot_id: slot(1),
    day_of_week: 0,
    is_available: true,
  }),
  post(
    'upsert patterns, two of them new',
    'recurring_availability?on_conflict=day_of_week,time_slot_id&select=day_of_week,is_available,time_slots(start_time,end_time)',
    [
      { day_of_week: 0, time_slot_id: slot(1), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
      { day_of_week: 0, time_slot_id: slot(2), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
      { day_of_week: 0, time_slot_id: slot(4), is_available: true, updated_at: '2026-01-01T00:00:00Z' },
    ],
    upsert,
  ),
  post(
    'upsert a pattern that is there',
    'recurring_availability?on_conflict=day_of_week,time_slot_id',
    { day_of_week: 0, time_slot_id: slot(2), is_available: true },
    { ...json, prefer: 'resolution=merge-duplicates' },
  ),
  post(
    'ignore a pattern that is there',
    'recurring_availability?on_conflict=day_of_week,time_slot_id',
    { day_of_week: 0, time_slot_id: slot(2), is_available: false },
    { ...json, prefer: 'resolution=ignore-duplicates,return=representation' },
  ),
  post(
    'upsert by the primary key',
    'recurring_availability',
    { day_of_week: 0, time_slot_id: slot(2), is_available: true },
    upsert,
  ),
  post(
    'upsert on columns without a unique key',
    'recurring_availability?on_conflict=is_available',
    { day_of_week: 1, time_slot_id: slot(1), is_available: true },
    upsert,
  ),
  post(
    'upsert on a column that is not there',
    'recurring_availability?on_conflict=colour',
    { day_of_week: 1, time_slot_id: slot(1), is_available: true },
    upsert,
  ),
  post('a pattern of a slot that is not there', 'recurring_availability', {
    day_of_week: 0,
    time_slot_id: slot(9),
  }),
  post('a weekday that is none', 'recurring_availability', { day_of_week: 7, time_slot_id: slot(1) }),
  get(
    'patterns with their slots',
    `recurring_availability?select=*,time_slots(*)&time_slot_id=in.(${slot(1)},${slot(2)})&order=day_of_week.asc,time_slot_id.asc`,
  ),
  get(
    'patterns with chosen columns',
    `recurring_availability?select=day_of_week,time_slots(start_time,id)&time_slot_id=eq.${slot(1)}`,
  ),
  // Exceptions
  post(
    'upsert an exception',
    'availability?on_conflict=date,time_slot_id&select=*',
    { date: '{date}', time_slot_id: slot(2), is_available: false, updated_at: '2026-01-01T00:00:00+00:00' },
    upsert,
  ),
  post(
    'upsert the exception again',
    'availability?on_conflict=date,time_slot_id&select=date,is_available',
    { date: '{date}', time_slot_id: slot(2), is_available: false },
    { ...upsert, ...one },
  ),
  get(
    'exceptions with their slots',
    'availability?select=date,is_available,time_slots(id,start_time,end_time)&order=date.asc',
  ),
  get(
    'exceptions from a date on',
    'availability?select=date&date=gte.{date}&order=date.asc.nullslast&limit=1',
  ),
  get('exceptions before a date', 'availability?select=date&date=lt.{date}'),
  // Free slots
  rpc('free slots of a date', 'get_available_slots_for_date', { p_date: '{date}' }, 'visitor'),
  rpc(
    'free slots, chosen columns in order',
    'get_available_slots?select=start_time,id&order=start_time.desc&limit=2&offset=1',
    { p_from: '{date}', p_to: '{date}' },
    'visitor',
  ),
  rpc(
    'free slots, filtered',
    'get_available_slots?select=start_time&start_time=gte.15:00',
    { p_from: '{date}', p_to: '{date}' },
    'visitor',
  ),
  rpc(
    'free slots of too long a span',
    'get_available_slots',
    { p_from: '2026-01-01', p_to: '2027-01-01' },
    'visitor',
  ),
  rpc('all slots of a date', 'get_all_slots_for_date', { p_date: '{date}' }),
  rpc('all slots, as a visitor', 'get_all_slots_for_date', { p_date: '{date}' }, 'visitor'),
  rpc('all slots, as somebody else', 'get_all_slots_for_date', { p_date: '{date}' }, 'member'),
  rpc('a date that is none', 'get_available_slots_for_date', { p_date: 'someday' }, 'visitor'),
  rpc('a function that is not there', 'get_free_lunch', { p_date: '{date}' }, 'visitor'),
  rpc('arguments that do not fit', 'create_inquiry', { p_colour: 'red', p_name: 'Ana' }, 'visitor'),
  rpc('no arguments', 'get_all_slots_for_date', {}),
  // Bookings
  rpc('book', 'create_booking', call1, 'visitor'),
  rpc('book, as one object', 'create_booking', { ...call1, p_time_slot_id: slot(4) }, 'visitor', {
    ...json,
    ...one,
  }),
  rpc('book what is taken', 'create_booking', call1, 'visitor'),
  rpc('book without a name', 'create_booking', { ...call1, p_name: '' }, 'visitor'),
  rpc('book without a date', 'create_booking', { ...call1, p_date: null }, 'visitor'),
  rpc('book with a slot that is no id', 'create_booking', { ...call1, p_time_slot_id: 'first' }, 'visitor'),
  get(
    'bookings, newest first',
    'bookings?select=id,name,email,date,time_slot_id,message,status,created_at,time_slots(id,start_time,end_time)&order=created_at.desc',
  ),
  get('bookings, all columns', 'bookings?select=*'),
  get('bookings, a column that is not there', 'bookings?select=id,colour'),
  get('bookings, a filter on a column that is not there', 'bookings?select=id&colour=eq.red'),
  get('bookings, an order by a column that is not there', 'bookings?select=id&order=colour'),
  get('bookings, an embed of a table without reference', 'bookings?select=id,inquiries(id)'),
  get('bookings, an id that is none', 'bookings?select=id&id=eq.1'),
  get('bookings of nobody', 'bookings?select=id&email=in.()'),
  get('bookings, names with commas', 'bookings?select=name&name=in.("Ana","Lee, Bo")'),
  get('bookings without a message', 'bookings?select=name,message&message=is.null'),
  get('bookings with a message', 'bookings?select=name&message=not.is.null'),
  get('bookings not cancelled', 'bookings?select=status&status=neq.cancelled'),
  get('bookings, a range', 'bookings?select=name&order=id&offset=0&limit=1'),
  get('bookings, a range beyond the end', 'bookings?select=name&order=id&offset=10&limit=5'),
  get('bookings, a Range header', 'bookings?select=name&order=id', { range: '0-0', 'range-unit': 'items' }),
  get('bookings, a Range that ends before it starts', 'bookings?select=name', {
    range: '5-1',
    'range-unit': 'items',
  }),
  get('bookings, a negative limit', 'bookings?select=name&limit=-1'),
  get('bookings, none', 'bookings?select=name&limit=0'),
  patch(
    'confirm a booking',
    'bookings?email=eq.ana@example.com&time_slot_id=eq.' + slot(1) + '&status=eq.pending&select=status',
    { status: 'confirmed' },
  ),
  patch(
    'confirm it again',
    'bookings?email=eq.ana@example.com&time_slot_id=eq.' + slot(1) + '&status=eq.pending&select=status',
    { status: 'confirmed' },
  ),
  patch(
    'confirm it again, as one object',
    'bookings?email=eq.ana@example.com&time_slot_id=eq.' + slot(1) + '&status=eq.pending&select=status',
    { status: 'confirmed' },
    { ...rows, ...one },
  ),
  patch(
    'confirm two, as one object',
    'bookings?email=eq.ana@example.com&select=status',
    { status: 'cancelled' },
    { ...rows, ...one },
  ),
  patch('change two, nothing back', 'bookings?email=eq.ana@example.com', { status: 'pending' }, json),
  patch('change none, nothing back', 'bookings?email=eq.nobody@example.com', { status: 'pending' }, json),
  patch(
    'change with the slot embedded',
    'bookings?email=eq.ana@example.com&time_slot_id=eq.' + slot(4) + '&select=status,time_slots(start_time)',
    { status: 'confirmed' },
    { ...rows, ...one },
  ),
  patch('a status that is none', 'bookings?email=eq.ana@example.com&select=status', { status: 'maybe' }),
  patch('a column that may not be changed', 'bookings?email=eq.ana@example.com', { name: 'Bo' }),
  patch('a column that is not there', 'bookings?email=eq.ana@example.com', { colour: 'red' }),
  patch('nothing', 'bookings?email=eq.ana@example.com&select=status', {}),
  post('insert a booking past the function', 'bookings', {
    name: 'Ana',
    email: 'ana@example.com',
    date: '{date}',
    time_slot_id: slot(1),
  }),
  remove('delete a slot that is booked', `time_slots?id=eq.${slot(1)}`, json),
  remove('delete a booking', 'bookings?email=eq.ana@example.com', json),
  // Inquiries
  rpc('write', 'create_inquiry', { ...guest, p_message: 'Kia ora,\n"quoted" \\ and ünïcode 🌊' }, 'visitor'),
  rpc('write without a message', 'create_inquiry', { ...guest, p_message: null }, 'visitor'),
  get('inquiries', 'inquiries?select=id,name,email,message,status,created_at&order=message.desc.nullslast'),
  patch('answer an inquiry', 'inquiries?message=is.null&select=status,name', { status: 'replied' }),
  // Commands
  rpc('switch a date off', 'set_date_availability', { p_date: '{date}', p_is_available: false }),
  rpc(
    'switch a date off, as somebody else',
    'set_date_availability',
    { p_date: '{date}', p_is_available: false },
    'member',
  ),
  rpc('replace a weekday', 'replace_recurring_availability', {
    p_day_of_week: 6,
    p_time_slot_ids: [slot(3), slot(4)],
  }),
  rpc('replace a weekday by nothing', 'replace_recurring_availability', {
    p_day_of_week: 6,
    p_time_slot_ids: [],
  }),
  rpc('erase a person', 'erase_person', { p_email: 'ana@example.com' }),
  rpc('am I an admin', 'is_admin', {}),
  rpc('am I an admin, as a visitor', 'is_admin', {}, 'visitor'),
  // Deletes
  remove(
    'take a slot out of a weekday',
    `recurring_availability?day_of_week=eq.0&time_slot_id=eq.${slot(2)}`,
  ),
  remove(
    'empty a weekday of one slot, nothing back',
    `recurring_availability?time_slot_id=eq.${slot(1)}`,
    json,
  ),
  remove('take out what is not there', 'recurring_availability?day_of_week=eq.6&select=day_of_week'),
  remove('delete a slot', `time_slots?id=eq.${slot(3)}&select=id`),
  remove(
    'delete two slots, as one object',
    `time_slots?duration_minutes=eq.30&start_time=lt.07:00&select=id`,
    { ...rows, ...one },
  ),
  // Who asks
  get('bookings, as a visitor', 'bookings?select=id', undefined, 'visitor'),
  get('slots, as a visitor', 'time_slots?select=id', undefined, 'visitor'),
  get('bookings, as somebody else', 'bookings?select=id', undefined, 'member'),
  patch(
    'confirm, as a visitor',
    'bookings?email=eq.ana@example.com',
    { status: 'confirmed' },
    rows,
    'visitor',
  ),
  patch(
    'confirm, as somebody else',
    'bookings?status=eq.pending&select=status',
    { status: 'confirmed' },
    rows,
    'member',
  ),
  post(
    'insert a slot, as somebody else',
    'time_slots',
    { start_time: '20:00', end_time: '20:30', duration_minutes: 30 },
    rows,
    'member',
  ),
  get('an expired token', 'bookings?select=id', undefined, 'expired'),
  get('a forged token', 'bookings?select=id', undefined, 'forged'),
  get('a token that is none', 'bookings?select=id', undefined, 'malformed'),
  // Other refusals
  get('a table that is not there', 'cupboards?select=id'),
  get('a table of another schema', 'submission_caps?select=*'),
  get('another schema', 'bookings?select=id', { 'accept-profile': 'private' }),
  get('another media type', 'bookings?select=id', { accept: 'text/xml' }),
]
