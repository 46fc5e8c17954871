/** The calls by which visitors book and write, and by which admins list these requests. */
import type { Call } from '../transcript'
import { get, json, one, patch, post, remove, rows, rpc, slot } from './call'

const counted = { prefer: 'count=exact' }
const guest = { p_name: 'Ana', p_email: 'ana@example.com' }
const call1 = { ...guest, p_date: '{date}', p_time_slot_id: slot(1) }

export const requests: Call[] = [
  // Bookings
  rpc('book', 'create_booking', call1, 'visitor'),
  rpc('book, as one object', 'create_booking', { ...call1, p_time_slot_id: slot(4) }, 'visitor', {
    ...json,
    ...one,
  }),
  rpc('book a taken slot', 'create_booking', call1, 'visitor'),
  rpc('book without a name', 'create_booking', { ...call1, p_name: '' }, 'visitor'),
  rpc('book without a date', 'create_booking', { ...call1, p_date: null }, 'visitor'),
  rpc('book with an invalid slot id', 'create_booking', { ...call1, p_time_slot_id: 'first' }, 'visitor'),
  get(
    'bookings, newest first',
    'bookings?select=id,name,email,date,time_slot_id,message,status,created_at,time_slots(id,start_time,end_time)&order=created_at.desc',
  ),
  get(
    'bookings, with the slot and the request',
    'bookings?select=name,known,time_slots(start_time),requests(owner,turn_reason,theirs_from,ours_from,over_from,outcome)',
  ),
  get('bookings, all columns', 'bookings?select=*'),
  get('bookings, an unknown column', 'bookings?select=id,colour'),
  get('bookings, a filter on an unknown column', 'bookings?select=id&colour=eq.red'),
  get('bookings, an order by an unknown column', 'bookings?select=id&order=colour'),
  get('bookings, an embed of a table without reference', 'bookings?select=id,closed_dates(date)'),
  get('bookings, an invalid id', 'bookings?select=id&id=eq.1'),
  get('bookings of an empty list of people', 'bookings?select=id&email=in.()'),
  get('bookings, names with commas', 'bookings?select=name&name=in.("Ana","Lee, Bo")'),
  get('bookings without a message', 'bookings?select=name,message&message=is.null'),
  get('bookings not cancelled', 'bookings?select=status&status=neq.cancelled'),
  get('bookings, a range', 'bookings?select=name&order=id&offset=0&limit=1'),
  get('bookings, a range beyond the end', 'bookings?select=name&order=id&offset=10&limit=5'),
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
  get('bookings, all columns, with all of the slot', 'bookings?select=*,time_slots(*)&order=created_at.desc'),
  patch(
    'change, all columns back, with all of the slot',
    'bookings?email=eq.ana@example.com&time_slot_id=eq.' + slot(4) + '&select=*,time_slots(*)',
    { status: 'confirmed' },
    { ...rows, ...one },
  ),
  get('bookings, all columns, as a member', 'bookings?select=*,time_slots(*)', undefined, 'member'),
  patch('an unknown status', 'bookings?email=eq.ana@example.com&select=status', { status: 'maybe' }),
  patch('a column that may not be changed', 'bookings?email=eq.ana@example.com', { name: 'Bo' }),
  patch('an unknown column', 'bookings?email=eq.ana@example.com', { colour: 'red' }),
  patch('an update without columns', 'bookings?email=eq.ana@example.com&select=status', {}),
  post('insert a booking past the function', 'bookings', {
    name: 'Ana',
    email: 'ana@example.com',
    date: '{date}',
    time_slot_id: slot(1),
  }),
  remove('delete a slot that is booked', `time_slots?id=eq.${slot(1)}`, json),
  remove('delete a booking', 'bookings?email=eq.ana@example.com', json),
  // Inquiries
  rpc(
    'send an inquiry',
    'create_inquiry',
    { ...guest, p_message: 'Kia ora,\n"quoted" \\ and ünïcode 🌊' },
    'visitor',
  ),
  rpc('send an inquiry without a message', 'create_inquiry', { ...guest, p_message: null }, 'visitor'),
  get('inquiries', 'inquiries?select=id,name,email,message,status,created_at&order=message.desc.nullslast'),
  get('inquiries, with the request', 'inquiries?select=name,requests(owner,turn_reason,ours_from)'),
  get(
    'requests, as they are due',
    'requests?select=kind,status&over_from=gt.now&ours_from=lte.now&order=due_at&limit=6',
  ),
  get('inquiries, all columns', 'inquiries?select=*&order=created_at.desc'),
  patch('archive an inquiry, all columns back', 'inquiries?message=is.null&select=*', { status: 'archived' }),
  // The list
  get(
    'the list: ids, counted',
    'admin_requests?select=id&order=name_key.asc.nullslast,created_at.desc,id',
    counted,
  ),
  get(
    'the list: a page of it',
    'admin_requests?select=type,name&order=message_key.desc.nullslast,type&offset=1&limit=1',
    counted,
  ),
  get('the list: past the end', 'admin_requests?select=id&offset=500&limit=25', counted),
  get('the list: none found', 'admin_requests?select=id&status=eq.archived', counted),
  get('the list: none found, past the end', 'admin_requests?select=id&status=eq.archived&offset=25', counted),
  get('the list: past the end, not counted', 'admin_requests?select=id&offset=500&limit=25'),
  get(
    'the list: a view',
    'admin_requests?select=name,status,start_time&is_upcoming=eq.true&order=starts.asc.nullslast,id',
  ),
  get('the list: an unknown column', 'admin_requests?select=colour'),
  ...Object.entries({
    'a comma': '"%a,b%"',
    braces: '"%{x}%"',
    parentheses: '"%(x)%"',
    quotes: '"%\\"quoted\\"%"',
    'a backslash': '"%\\\\\\\\%"',
    'a percent sign': '"%\\\\%%"',
    'an asterisk, which finds all': '"*"',
    'no quotes': '%kia%',
  }).map(([name, pattern]) =>
    get(
      `the list: a word with ${name}`,
      `admin_requests?select=name,message&or=(search_text.like.${encodeURIComponent(pattern)},status.like.${encodeURIComponent('"x%"')})&order=name,message.asc.nullslast`,
    ),
  ),
  get(
    'the list: two words',
    'admin_requests?select=name&or=(search_text.like."*ana*",type.like."book*")&or=(status.like."rep*",type.like."inq*")&order=name',
    counted,
  ),
  get(
    'the list: and within or',
    'admin_requests?select=type,status&or=(and(type.eq.booking,status.in.(pending,cancelled)),starts.is.null)&order=type,status',
  ),
  get('the list, to a visitor', 'admin_requests?select=id', undefined, 'visitor'),
  get('the list, to a member', 'admin_requests?select=id', counted, 'member'),
  patch('change a row of the list', 'admin_requests?id=eq.' + slot(1), { status: 'confirmed' }, json),
  post('add a row to the list', 'admin_requests', { name: 'Mallory' }, json),
  remove('delete a row of the list', 'admin_requests?id=eq.' + slot(1), json),
  rpc('the counts of the views', 'count_views', {}),
  rpc('the counts of the views, to a member', 'count_views', {}, 'member'),
  rpc('the patterns of a search', 'search_patterns', { p_query: "26th Nov o'Brien 100%" }),
  rpc('the patterns of a search that is too long', 'search_patterns', { p_query: 'x'.repeat(201) }),
  rpc('the patterns of a search, to a visitor', 'search_patterns', { p_query: 'x' }, 'visitor'),
  patch('reply to an inquiry', 'inquiries?message=is.null&select=status,name', { status: 'replied' }),
]
