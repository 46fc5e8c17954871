/** As PostgREST writes them. query-plans.ts replaces each `$name` by a value. */
export interface Query {
  name: string
  by: 'visitor' | 'admin'
  sql: string
  /** It may scan a table, as a search within words, a sort by any column or an offset of thousands of rows do. */
  readsAll?: boolean
}

const slotOf = (table: string) =>
  `left join lateral (select id, start_time, end_time from public.time_slots s where s.id = ${table}.time_slot_id) slot on true`
const turnOf = (table: string) =>
  `left join lateral (select owner, turn_reason, theirs_from, ours_from, over_from, due_at from public.requests r where r.id = ${table}.id) turn on true`
const requestColumns = 'name, email, message, status, created_at, revision, to_jsonb(turn)'
const byAdmin = (name: string, sql: string): Query => ({ name, by: 'admin', sql })
const byVisitor = (name: string, sql: string): Query => ({ name, by: 'visitor', sql })
/** The ids of one page of the admin's list of requests, and the total. */
const list = (
  name: string,
  { where = 'true', order = 'created_at desc', offset = '0', readsAll = true } = {},
): Query => ({
  name: `list: ${name}`,
  by: 'admin',
  sql: `select (select count(*) from public.admin_requests where ${where}), array(
    select id from public.admin_requests where ${where} order by ${order}${order.startsWith('created_at') ? '' : ' nulls last'}, created_at desc, id limit 25 offset ${offset})`,
  readsAll,
})
const words = (...patterns: string[]) =>
  patterns
    .map((word) => `(search_text like '%${word}%' or status like '${word}%' or type like '${word}%')`)
    .join(' and ')
const upsert = (key: string) =>
  `on conflict (${key}, time_slot_id) do update set ${key} = excluded.${key}, time_slot_id = excluded.time_slot_id,
   is_available = excluded.is_available, updated_at = excluded.updated_at`

export const queries: Query[] = [
  byVisitor('times of one date', 'select * from public.get_available_slots_for_date($day)'),
  byVisitor('times of 42 days', 'select * from public.get_available_slots($day, $day + 41)'),
  byVisitor('times of 62 days', 'select * from public.get_available_slots($day, $day + 61)'),
  byVisitor(
    'book',
    `select public.create_booking('Ana', 'ana@example.com', $day, $slot, null, gen_random_uuid(), '203.0.113.7', 'bench')`,
  ),
  byVisitor(
    'inquire',
    `select public.create_inquiry('Ana', 'ana@example.com', 'Hello', gen_random_uuid(), '203.0.113.7', 'bench')`,
  ),
  byVisitor('admit a password', `select public.admit_password('bench', 'ana@example.com', '203.0.113.7')`),
  byAdmin('the news of the studio', `select public.get_news('key', 14)`),
  byAdmin('slots of one date', 'select * from public.get_all_slots_for_date($day)'),
  { ...byAdmin('counts of the views', 'select public.count_views()'), readsAll: true },
  byAdmin('patterns of a search', `select public.search_patterns('26 Nov, the idea of an app for o''brien')`),
  list('first page'),
  list('to answer', { where: 'is_to_answer = true', order: 'turn_key', readsAll: false }),
  list('their turn', { where: 'is_their_turn = true', order: 'turn_key', readsAll: false }),
  list('upcoming', { where: 'is_upcoming = true', order: 'starts', readsAll: false }),
  list('past', { where: 'is_past = true' }),
  list('archived', { where: 'is_archived = true' }),
  list('one kind', { where: `type = 'booking'` }),
  list('one status', { where: `status = 'replied'` }),
  list('mine', { where: 'owner = $admin' }),
  ...['undecided', 'held', 'no_show', 'lost', 'quoted', 'won'].map((outcome) =>
    list(`outcome ${outcome}`, { where: `is_${outcome} = true` }),
  ),
  list('last page', { offset: '(select count(*) - 25 from public.requests)' }),
  list('search, few found', { where: words('person77@') }),
  list('search, many found', { where: words('idea', 'pending') }),
  list('search, all found', { where: words('e') }),
  list('search, none found', { where: words('nobody', 'at', 'all') }),
  list('search by date and time', { where: words('tue', '9:00', 'am') }),
  ...[
    'created_at',
    'name_key',
    'email_key',
    'type',
    'starts_date',
    'starts_time',
    'status',
    'message_key',
  ].flatMap((column) => [
    list(`by ${column}`, { order: column }),
    list(`by ${column}, descending`, { order: `${column} desc` }),
  ]),
  byAdmin(
    'rows of a page',
    'select * from public.admin_requests where id = any (array(select id from public.requests order by created_at desc limit 25))',
  ),
  byAdmin(
    'calls of today and tomorrow',
    `select ${requestColumns}, date, to_jsonb(slot) from public.bookings b ${slotOf('b')} ${turnOf('b')}
    where status <> 'cancelled' and date >= $day - 20 and date <= $day - 19`,
  ),
  byAdmin(
    'the first requests to answer',
    `select id, turn_reason, theirs_from, ours_from, over_from, due_at from public.requests
    where over_from > 'now' and ours_from <= 'now' order by due_at, ours_from limit 6`,
  ),
  byAdmin('calls to tell', 'select public.get_calls_to_tell()'),
  byAdmin('the settings', 'select public.get_settings()'),
  byAdmin(
    'set the default location',
    `select public.set_settings('{"location": {"kind": "phone"}}', public.get_settings())`,
  ),
  byVisitor('asks_for_phone', 'select public.asks_for_phone()'),
  byAdmin('an admin’s calendar feed', 'select public.get_calendar_feed()'),
  byAdmin(
    'a new address of a calendar feed',
    `select public.set_calendar_feed(encode(sha256('another'), 'hex'))`,
  ),
  byVisitor(
    'read a calendar feed',
    `select public.read_calendar_feed('bench', encode(sha256('feed'), 'hex'))`,
  ),
  byAdmin('first page of an export', 'select public.export_requests()'),
  byAdmin(
    'late page of an export',
    `select public.export_requests((select created_at from public.requests where id = $inquiry), $inquiry)`,
  ),
  byAdmin('everything about one person', 'select public.export_person($booking)'),
  byAdmin('mails that were not delivered', 'select * from public.get_mail_problems()'),
  byAdmin('the admins', 'select * from public.list_admins()'),
  byAdmin(
    'one booking',
    `select ${requestColumns}, phone, known, to_jsonb(slot) from public.bookings b ${slotOf('b')} ${turnOf('b')}
    where b.id = $booking`,
  ),
  byAdmin(
    'one inquiry',
    `select ${requestColumns} from public.inquiries i ${turnOf('i')} where id = $inquiry`,
  ),
  byAdmin('requests of one person', `select * from public.list_person('person77@example.com')`),
  ...(['booking', 'inquiry'] as const).flatMap((type) => [
    byAdmin(
      `notes about one ${type}`,
      `select id, author, body, created_at, edited_at from public.request_notes
      where request_id = $${type} order by created_at`,
    ),
    byAdmin(
      `history of one ${type}`,
      `select at, actor, kind, before, after, what from public.request_events
      where request_id = $${type} order by id`,
    ),
    byAdmin(`replies to one ${type}`, `select * from public.list_replies($${type})`),
    byAdmin(`mails about one ${type}`, `select * from public.list_automatic_mails($${type})`),
    byAdmin(
      `the offer of one ${type}`,
      `select id, draft, draft_revision from public.offers where request_id = $${type}`,
    ),
  ]),
  byAdmin(
    'changes by other admins',
    `select at, actor, kind, before, after, what from public.request_events
    where request_id = $booking and revision > 1 and actor <> 'account2@studio.test' order by id`,
  ),
  byAdmin(
    'cancellations of a page',
    `select request_id, actor, before, after from public.request_events
    where request_id = any (array[$booking, $held, $to_tell]) and kind in ('cancelled', 'undone') order by id`,
  ),
  byAdmin('the version of a link', 'select public.get_link_version($booking)'),
  byAdmin('copy a link', 'select public.copy_visitor_link($booking)'),
  byAdmin(
    'give a request to an admin',
    `select public.set_owner($booking, $admin, jsonb_build_object('owner', r.owner)) from public.requests r where r.id = $booking`,
  ),
  byAdmin('add a note', `select public.add_note(gen_random_uuid(), $booking, 'A note')`),
  byAdmin('edit a note', `select public.edit_note($note, 'Another note')`),
  byAdmin('delete a note', 'select public.delete_note($note)'),
  byAdmin('set the outcome of a call', `select public.set_outcome($held, 'no_show')`),
  byAdmin('set a request to answered', 'select public.set_answered($booking, true)'),
  byAdmin('set a request to unanswered', 'select public.set_answered($inquiry, false)'),
  byAdmin(
    'send a reply',
    `select public.send_reply(gen_random_uuid(), $booking, 100, 'confirm', 'Your call', 'It is confirmed.')`,
  ),
  byAdmin(
    'undo a reply',
    'select public.undo_act(request_id, revision) from public.request_events where id = $reply',
  ),
  byAdmin('move a call', `select public.move_booking($booking, $state, $day, '20:00', '20:30')`),
  byAdmin(
    'book a call for a person',
    `select public.book_call(gen_random_uuid(), 'Ana', 'ana@example.com', $day, '20:00', '20:30')`,
  ),
  byAdmin('mark a call as known', `select public.set_known(array[$to_tell], '{}')`),
  byAdmin('mail a location', 'select public.mail_location(array[$to_tell])'),
  byAdmin('retry a mail', 'select public.retry_mails(array[$mail])'),
  byAdmin('dismiss a mail', 'select public.dismiss_mails(array[$mail])'),
  byVisitor('a booking by its link', `select public.get_managed_booking('bench', $booking)`),
  byVisitor('cancel by the link', `select public.cancel_managed_booking('bench', $booking, 1, 0, 'No time')`),
  byVisitor('move by the link', `select public.move_managed_booking('bench', $booking, 1, 0, $day, $slot)`),
  byVisitor('erase by the link', `select public.erase_managed_booking('bench', $booking, 1, $email)`),
  byVisitor('an offer by its link', `select public.get_offer('bench', $offer)`),
  byVisitor(
    'accept an offer',
    `select public.accept_offer('bench', $offer, 1, $version, $sha256, 'Ana', $offer_email, 'I accept this offer.', 7)`,
  ),
  byVisitor(
    'decline an offer',
    `select public.decline_offer('bench', $offer, 1, $version, $sha256, $offer_email, 'Too late')`,
  ),
  byAdmin(
    'the versions of an offer',
    'select version, text, sha256, total_cents from public.offer_versions where offer_id = $offer order by version desc',
  ),
  byAdmin(
    'the ended versions of an offer',
    'select version, ended, ended_at, reason from public.offer_endings where offer_id = $offer',
  ),
  byAdmin(
    'the acceptance of an offer',
    'select version, channel, email_text from public.offer_acceptances where offer_id = $offer',
  ),
  byAdmin(
    'accepted offers',
    `select offer_id, version, channel, typed_name, email, accepted_at, keep_until from public.offer_acceptances
    order by accepted_at desc limit 500`,
  ),
  byAdmin('save a draft', `select public.save_offer_draft($offer_booking, '{}', 3)`),
  byAdmin('send an offer', `select public.send_offer($offer, 3, '{}', E'The offer\\n', 100, $day)`),
  byAdmin('withdraw an offer', 'select public.withdraw_offer($offer, $version)'),
  byAdmin('record an acceptance', `select public.record_acceptance($offer, $version, 'Yes, please.', 7)`),
  byAdmin('delete an old offer', 'select public.delete_offer($old_offer)'),
  byVisitor('claim mails', `select public.claim_mail('bench', 5)`),
  byVisitor(
    'finish a mail',
    `select public.finish_mail('bench', (mail ->> 'id')::uuid, (mail ->> 'lease')::uuid,
    '{"outcome": "sent", "kept": false}') from jsonb_array_elements(public.claim_mail('bench', 1)) mail`,
  ),
  byAdmin('62 days of the calendar', 'select * from public.get_days($day, $day + 61)'),
  byAdmin('bookings on closed dates', 'select * from public.get_affected_bookings($day, $day + 6)'),
  byAdmin('records of one person', `select public.count_requests('person77@example.com')`),
  byAdmin('the booking of a realtime event', 'select id, status from public.bookings where id = $booking'),
  byAdmin(
    'confirm a booking',
    `update public.bookings set status = 'confirmed' where id = $booking and status = 'pending'`,
  ),
  byAdmin(
    'cancel a booking',
    `update public.bookings set status = 'cancelled' where id = $booking and status = 'pending'`,
  ),
  byAdmin(
    'read an inquiry',
    `update public.inquiries set status = 'read' where id = $inquiry and status = 'archived'`,
  ),
  byAdmin('erase a person', `select public.erase_person('person77@example.com')`),
  byAdmin(
    'exceptions from today on',
    `select date, is_available, to_jsonb(slot) from public.availability a ${slotOf('a')}
      where date >= $day - 20 order by date, time_slot_id limit 1000`,
  ),
  byAdmin(
    'closed dates from today on',
    'select date from public.closed_dates where date >= $day - 20 order by date limit 1000',
  ),
  byAdmin(
    'the weekday pattern',
    `select day_of_week, is_available, to_jsonb(slot) from public.recurring_availability r ${slotOf('r')}
      order by day_of_week, time_slot_id limit 1000`,
  ),
  byAdmin(
    'all slots',
    'select id, start_time, end_time from public.time_slots order by start_time, id limit 1000',
  ),
  byAdmin('presets', 'select duration_minutes from public.time_slot_presets order by duration_minutes'),
  byAdmin(
    'find a slot',
    `select id from public.time_slots where start_time = '09:00' and end_time = '09:30'`,
  ),
  byAdmin(
    'make a slot',
    `insert into public.time_slots (start_time, end_time, duration_minutes) values ('05:00', '05:30', 30) returning id`,
  ),
  byAdmin('delete a slot', 'delete from public.time_slots where id = $unused'),
  byAdmin(
    'add a slot to one date',
    `insert into public.availability (date, time_slot_id, is_available, updated_at)
          values ($day, $slot, true, now()) ${upsert('date')}`,
  ),
  byAdmin(
    'add a slot to a weekday',
    `insert into public.recurring_availability values (0, $slot, true, now()) ${upsert('day_of_week')}`,
  ),
  byAdmin('switch a slot on one date', 'select public.set_slot_availability($day, $slot, false)'),
  byAdmin(
    'switch a slot on a weekday',
    `update public.recurring_availability set is_available = false, updated_at = now()
          where day_of_week = 0 and time_slot_id = $slot returning time_slot_id`,
  ),
  byAdmin('close a date', 'select public.set_date_availability($day, false)'),
  byAdmin('open a date', 'select public.set_date_availability($day, true)'),
  byAdmin(
    'replace a weekday',
    `select public.replace_recurring_availability(0, array[$slot],
          array(select time_slot_id from public.recurring_availability where day_of_week = 0))`,
  ),
  byAdmin(
    'take a slot from a weekday',
    'delete from public.recurring_availability where day_of_week = 0 and time_slot_id = $slot',
  ),
  byAdmin('empty a weekday', 'delete from public.recurring_availability where day_of_week = 0'),
]
