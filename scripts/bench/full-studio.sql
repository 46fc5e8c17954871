-- A studio after ten busy years: 500 slots, all on every weekday, 100,000 bookings, 100,000 inquiries,
-- exceptions for two years, a closed date every other week, with what hangs on requests: waits,
-- history, notes, replies, offers and mails.
insert into public.time_slots (start_time, end_time, duration_minutes)
select start_time, start_time + interval '30 minutes', 30
from (select time '06:00' + n * interval '2 minutes' as start_time from generate_series(0, 499) n) starts
on conflict do nothing;

insert into public.recurring_availability (day_of_week, time_slot_id)
select day, id from generate_series(0, 6) day, public.time_slots
on conflict do nothing;

insert into public.availability (date, time_slot_id, is_available)
select private.studio_today() + day, id, day % 2 = 0
from generate_series(-365, 365) day, public.time_slots
where start_time < '06:40';

insert into public.closed_dates (date) select private.studio_today() + 14 * n from generate_series(-250, 25) n;

-- The first two are the studio's; the others are there so that reading them all would show.
insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
select ('00000000-0000-4000-8000-' || lpad(to_hex(192 + n), 12, '0'))::uuid, 'account' || n || '@studio.test', 'x', '{"role": "admin"}', '{}'
from generate_series(1, 2000) n;
insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'account%';

-- 27 calls a day, one after the other, the oldest first. A fifth was never answered, a fifth is
-- cancelled, the others are confirmed. Each 50th person was erased.
insert into public.bookings (
  name, email, date, time_slot_id, message, status, created_at, phone, package, location, revision,
  waiting_since, answered_at, their_turn_since, owner, outcome, outcome_reason, told_location, untold_since, untold_from)
select case when is_erased then 'Erased' else 'Person ' || person end,
       case when is_erased then private.erased_email() else 'person' || person || '@example.com' end,
       date, s.id,
       case when not is_erased then 'An idea for a product' || repeat(', and some more about what it should do', n % 12) end,
       status, created_at,
       case when not is_erased and n % 2 = 0 then '+64 21 555 0' || 100 + n end,
       case when n % 3 = 0 then 'launch' end,
       case when not is_erased and n = 7 then 'Our room in Cuba Street' end,
       n % 5,
       case when status = 'pending' then created_at end,
       case when status <> 'pending' then least(created_at + n * interval '70 minutes', now()) end,
       case when status <> 'cancelled' and n % 9 = 0 then least(created_at + interval '30 hours', now()) end,
       case when n % 2 = 0 then ('00000000-0000-4000-8000-0000000000c' || 1 + n / 2 % 2)::uuid end,
       case when status = 'confirmed' and day < 0 then (array['held', 'held', 'held', 'lost', 'no_show', null])[1 + (day + 4000) % 6] end,
       case when status = 'confirmed' and day < 0 and (day + 4000) % 6 = 3 and not is_erased then 'Too early for them' end,
       case when status = 'confirmed' and not is_erased then 'By video' end,
       case when is_untold then least(created_at + interval '40 hours', now()) end,
       case when is_untold then jsonb_build_object('status', status, 'date', date, 'start_time', '05:30', 'location', null) end
from generate_series(-3340, 365) day, generate_series(0, 26) n
join public.time_slots s on s.start_time = time '06:00' + n * interval '30 minutes'
cross join lateral (
  select private.studio_today() + day as date, (day * 27 + n + 100000) % 20000 as person,
         (array['pending', 'confirmed', 'confirmed', 'confirmed', 'cancelled'])[1 + n % 5] as status,
         now() - (365 - day) * interval '20 hours' - n * interval '1 minute' as created_at) made
cross join lateral (
  select person % 50 = 49 as is_erased,
         person % 50 <> 49 and n = 8 and (day % 7 = 0 or day between 0 and 50) as is_untold) kept
order by day, n desc;

-- One every 50 minutes. The newest 200 wait; of the older ones a tenth was put away without an answer.
insert into public.inquiries (
  name, email, message, status, created_at, package, revision, waiting_since, answered_at, their_turn_since, owner)
select case when is_erased then 'Erased' else 'Person ' || n % 20000 end,
       case when is_erased then private.erased_email() else 'person' || n % 20000 || '@example.com' end,
       case when not is_erased then 'A question' || repeat(', and some more about what they would like', n % 10) end,
       status, created_at, case when n % 4 = 0 then 'launch' end, n % 3,
       case when waits then created_at end,
       case when not waits then created_at + n % 40 * interval '1 hour' end,
       case when status = 'replied' then created_at + n % 40 * interval '1 hour' end,
       case when n % 3 = 0 then ('00000000-0000-4000-8000-0000000000c' || 1 + n % 2)::uuid end
from generate_series(100000, 1, -1) n
cross join lateral (
  select now() - n * interval '50 minutes' as created_at, n % 50 = 49 as is_erased,
         case when n <= 60 then 'new' when n <= 200 then 'read' when n % 10 < 4 then 'replied' else 'archived' end as status,
         n <= 200 or n % 10 = 9 as waits) made;

insert into private.waits (booking_id, asked_at, answered_at, answered_by)
select id, created_at, answered_at, owner from public.bookings;
insert into private.waits (inquiry_id, asked_at, answered_at, answered_by)
select id, created_at, answered_at, owner from public.inquiries;

-- Of a third each: what admins wrote for each other, and what they wrote to the visitor.
insert into public.request_notes (id, booking_id, inquiry_id, author, body, created_at)
select gen_random_uuid(), booking_id, inquiry_id, ('00000000-0000-4000-8000-0000000000c' || 1 + n % 2)::uuid,
       'Said on the phone that they would like to begin in autumn' || repeat(', and more', (n % 20)::integer), created_at
from (select id as booking_id, null::uuid as inquiry_id, email, created_at, row_number() over (order by created_at) as n from public.bookings
      union all select null, id, email, created_at, row_number() over (order by created_at) from public.inquiries) request
where n % 3 = 0 and not private.is_erased(email);

insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, before, sent_by, created_at, sent_at, told_sequence)
select gen_random_uuid(), booking_id, inquiry_id, case when booking_id is null then 'answer' else 'confirm' end, 'Your call with us',
       'Thank you for writing to us.' || repeat(E'\n\nA paragraph of what an admin wrote to this person.', (n % 12)::integer),
       jsonb_build_object('status', 'pending', 'owner', null, 'waiting_since', created_at), '00000000-0000-4000-8000-0000000000c1',
       answered_at, case when answered_at < now() then answered_at end, case when booking_id is not null then 1 end
from (select id as booking_id, null::uuid as inquiry_id, email, created_at, answered_at, row_number() over (order by created_at) as n
      from public.bookings where answered_at is not null
      union all
      select null, id, email, created_at, answered_at, row_number() over (order by created_at) from public.inquiries where answered_at is not null) request
where n % 3 = 1 and not private.is_erased(email);

-- 5,000 offers: of some only a draft, of most one to three versions; two in five accepted, one in five
-- declined. Some of the accepted ones have outlived their person.
insert into public.offers (booking_id, inquiry_id, draft, draft_revision, created_by, created_at, ended, ended_at)
select booking_id, inquiry_id, jsonb_build_object('title', 'A product', 'lines', repeat('x', 600)), 3, 'account1@studio.test', created_at,
       case when n % 5 = 2 then 'declined' end, case when n % 5 = 2 then created_at + interval '9 days' end
from (
  select *, row_number() over (order by created_at) as n
  from (select id as booking_id, null::uuid as inquiry_id, email, created_at, row_number() over (order by created_at) as nth from public.bookings
        union all select null, id, email, created_at, row_number() over (order by created_at) from public.inquiries) request
  where nth % 40 = 1 and not private.is_erased(email)
) chosen;

insert into public.offer_versions (offer_id, n, body, text, sha256, total_cents, sent_at, sent_by, valid_until)
select id, version, draft, repeat(E'A line of what the studio will do, and for how much\n', 40), '', 1000000, created_at + version * interval '1 day',
       'account1@studio.test', (created_at + interval '30 days')::date
from (select *, row_number() over (order by created_at) as n from public.offers) offer, generate_series(1, 1 + n % 3) version
where n % 20 <> 0;

insert into public.offer_acceptances (offer_id, n, sha256, how, typed_name, email, consent_text, accepted_at, keep_until)
select v.offer_id, v.n, v.sha256, 'page', 'Person', 'person@example.com', 'I accept this offer.', v.sent_at + interval '5 days',
       (v.sent_at + interval '7 years')::date
from (select distinct on (offer_id) * from public.offer_versions order by offer_id, n desc) v
join (select *, row_number() over (order by created_at) as n from public.offers) o on o.id = v.offer_id
where o.n % 5 in (3, 4);

update public.offers o set booking_id = null, inquiry_id = null, draft = null, link_version = 2
from public.offer_acceptances a where a.offer_id = o.id and extract(minute from o.created_at)::integer % 20 = 1;

insert into private.offer_guesses (offer_id) select id from public.offers, generate_series(1, 2);

-- The history of each: it came, an admin confirmed it, took it on, wrote a note and a reply, sent an offer.
insert into public.request_events (booking_id, at, actor, after, revision)
select id, created_at, 'visitor', jsonb_build_object('status', 'pending', 'date', date, 'start_time', '09:00'), 0
from public.bookings where not private.is_erased(email);
insert into public.request_events (inquiry_id, at, actor, after, revision)
select id, created_at, 'visitor', jsonb_build_object('status', 'new'), 0 from public.inquiries where not private.is_erased(email);
insert into public.request_events (booking_id, at, actor, before, after, revision)
select id, answered_at, 'account1@studio.test', jsonb_build_object('status', 'pending', 'date', date, 'start_time', '09:00'),
       jsonb_build_object('status', status, 'date', date, 'start_time', '09:00'), 1
from public.bookings where answered_at is not null and not private.is_erased(email);
insert into public.request_events (booking_id, inquiry_id, at, actor, kind, what, revision)
select booking_id, inquiry_id, created_at, 'account1@studio.test', kind, what, 1
from (select booking_id, inquiry_id, created_at, 'note' as kind, 'added' as what from public.request_notes
      union all select booking_id, inquiry_id, created_at, 'reply', kind from private.replies
      union all select id, null, created_at, 'owner', 'account1@studio.test' from public.bookings where owner is not null
      union all select null, id, created_at, 'owner', 'account1@studio.test' from public.inquiries where owner is not null
      union all select booking_id, inquiry_id, created_at, 'offer', 'sent' from public.offers where draft is not null) done;

-- The mails of the last 30 days, sent but for the newest replies, and the reminders of the calls ahead.
insert into private.outbox (booking_id, inquiry_id, kind, recipient, due_at, send_after, sent_at)
select booking_id, inquiry_id, 'received', recipient, created_at, created_at, created_at
from (select id as booking_id, null::uuid as inquiry_id, created_at from public.bookings
      union all select null, id, created_at from public.inquiries) request
cross join unnest(array['visitor', 'studio']) recipient
where created_at > now() - interval '30 days';
insert into private.outbox (booking_id, inquiry_id, kind, recipient, reply_id, due_at, send_after, sent_at)
select booking_id, inquiry_id, 'reply', 'visitor', id, created_at, created_at, sent_at
from private.replies where created_at > now() - interval '30 days';
insert into private.outbox (offer_id, kind, recipient, due_at, send_after, sent_at)
select offer_id, 'offer', 'visitor', sent_at, sent_at, sent_at from public.offer_versions where sent_at > now() - interval '30 days';
insert into private.outbox (booking_id, kind, recipient, due_at, send_after)
select id, 'reminder', 'visitor', date - interval '1 day', date - interval '1 day'
from public.bookings where status = 'confirmed' and date > private.studio_today() + 1;

insert into private.submits (kind, email_hash, address_hash, submitted_at)
select case when n % 24 = 0 then 'booking' else 'inquiry' end, sha256((-n)::text::bytea), sha256(n::text::bytea), now() - n * interval '30 seconds'
from generate_series(1, 2880) n;

update private.submission_caps set max = 1000000;
select public.set_site_key(encode(sha256('bench'), 'hex'));
analyze;
