-- Fills a database with a busy studio: `bench.requests` requests with events, notes, replies, offers and mails. Half of
-- them are bookings; 200,000 requests fill ten years. Each weekday has 500 slots. Two years have exceptions, and every
-- other week has a closed date.
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

-- The first two accounts are the studio's admins. The others make a full scan of the table visible.
insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
select ('00000000-0000-4000-8000-' || lpad(to_hex(192 + n), 12, '0'))::uuid, 'account' || n || '@studio.test', 'x', '{"role": "admin"}', '{}'
from generate_series(1, 2000) n;
insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'account%';

-- 27 calls a day at different times. A fifth of the calls is pending, a fifth is cancelled, the others are confirmed.
-- Every 50th visitor is erased.
create temporary table calls as
select gen_random_uuid() as id, day, n, date, s.id as time_slot_id, s.start_time, person, status, created_at, is_erased,
       not is_erased and n = 8 and (day % 7 = 0 or day between 0 and 50) as is_to_tell
from (select current_setting('bench.requests')::integer as requests) asked
cross join lateral (select least(365, requests / 540) as ahead) last
cross join lateral generate_series(-requests / 60, ahead) day
cross join generate_series(0, 26) n
join public.time_slots s on s.start_time = time '06:00' + n * interval '30 minutes'
cross join lateral (
  select private.studio_today() + day as date, (day * 27 + n + 100000) % 20000 as person,
         (array['pending', 'confirmed', 'confirmed', 'confirmed', 'cancelled'])[1 + n % 5] as status,
         now() - (ahead - day) * interval '20 hours' - n * interval '1 minute' as created_at) made
cross join lateral (select person % 50 = 49 as is_erased) kept;

insert into public.bookings (
  id, name, email, date, time_slot_id, message, status, created_at, phone, package, location, revision, known)
select id, case when is_erased then 'Erased' else 'Person ' || person end,
       case when is_erased then private.erased_email() else 'person' || person || '@example.com' end,
       date, time_slot_id,
       case when not is_erased then 'An idea for a product' || repeat(', and some more about what it should do', n % 12) end,
       status, created_at,
       case when not is_erased and n % 2 = 0 then '+64 21 555 0' || 100 + n end,
       case when n % 3 = 0 then 'launch' end,
       location, n % 5,
       case when not is_erased then jsonb_build_object('status', status, 'date', date,
         'start_time', case when is_to_tell then '05:30' else to_char(start_time, 'HH24:MI') end,
         'end_time', case when is_to_tell then '06:00' else to_char(start_time + interval '30 minutes', 'HH24:MI') end,
         'location', case when status = 'confirmed' then location end,
         'wording', case when status = 'confirmed' then private.location_wording(location, null, null) end, 'at', created_at) end
from calls cross join lateral (select case when not is_erased and n = 7 then 'Our room in Cuba Street' end as location) place
order by day, n desc;

-- One inquiry every 50 minutes. The newest 200 have no answer yet; the older ones are replied or archived.
create temporary table messages as
select gen_random_uuid() as id, n, now() - n * interval '50 minutes' as created_at, n % 50 = 49 as is_erased,
       case when n <= 60 then 'new' when n <= 200 then 'read' when n % 10 < 4 then 'replied' else 'archived' end as status,
       n <= 200 as waits
from generate_series(current_setting('bench.requests')::integer / 2, 1, -1) n;

insert into public.inquiries (id, name, email, message, status, created_at, package, revision)
select id, case when is_erased then 'Erased' else 'Person ' || n % 20000 end,
       case when is_erased then private.erased_email() else 'person' || n % 20000 || '@example.com' end,
       case when not is_erased then 'A question' || repeat(', and some more about what they would like', n % 10) end,
       status, created_at, case when n % 4 = 0 then 'launch' end, n % 3
from messages order by n desc;

-- One event for each visitor's request, and one for its answer, if any. Every ninth call was answered outside the site.
insert into public.request_events (request_id, revision, at, actor, kind, turn, after)
select id, 0, created_at, 'visitor', 'booked', 'asks', jsonb_build_object('status', 'pending') from calls order by created_at;
insert into public.request_events (request_id, revision, at, actor, kind, turn, after)
select id, 0, created_at, 'visitor', 'wrote', 'asks', '{"status": "new"}' from messages order by created_at;
insert into public.request_events (request_id, revision, at, actor, kind, turn, before, after)
select c.id, 1, least(c.created_at + n * interval '70 minutes', now()), 'account1@studio.test', act,
  case act when 'elsewhere' then 'waits' else 'settles' end, case act when 'elsewhere' then null else '{"status": "pending"}'::jsonb end,
  case act when 'elsewhere' then null else jsonb_build_object('status', act) end
from calls c
cross join lateral (select case when n % 9 = 0 then 'elsewhere' when c.status <> 'pending' then c.status end as act) made
where act is not null order by c.created_at;
insert into public.request_events (request_id, revision, at, actor, kind, turn, before, after)
select id, 1, created_at + n % 40 * interval '1 hour', 'account1@studio.test', status, case status when 'replied' then 'waits' else 'settles' end,
  '{"status": "new"}', jsonb_build_object('status', status)
from messages where not waits order by created_at;

-- Sets owners and outcomes in public.requests, and computes the turns. A trigger has created the rows.
update public.requests r
set owner = case when n % 2 = 0 then ('00000000-0000-4000-8000-0000000000c' || 1 + n / 2 % 2)::uuid end,
  outcome = case when c.status = 'confirmed' and day < 0 then (array['held', 'held', 'held', 'lost', 'no_show', null])[1 + (day + 4000) % 6] end,
  outcome_reason = case when c.status = 'confirmed' and day < 0 and (day + 4000) % 6 = 3 and not is_erased then 'Too early for them' end
from calls c where c.id = r.id;
update public.requests r
set owner = case when n % 3 = 0 then ('00000000-0000-4000-8000-0000000000c' || 1 + n % 2)::uuid end
from messages m where m.id = r.id;
select count(private.update_turn(id)) from public.requests;

-- The requests of visitors who are not erased. `nth` numbers the bookings and the inquiries from the oldest on.
create temporary table people as
select r.*, (select e.at from public.request_events e where e.request_id = r.id and e.revision = 1) as answered_at, row_number() over (partition by r.kind order by r.created_at) as nth
from public.requests r left join public.bookings b using (id) left join public.inquiries i using (id)
where not private.is_erased(coalesce(b.email, i.email));

-- A third of these requests has a note by an admin, another third has a reply to the visitor.
insert into public.request_notes (id, request_id, author, body, created_at)
select gen_random_uuid(), id, ('00000000-0000-4000-8000-0000000000c' || 1 + nth % 2)::uuid,
       'Said on the phone that they would like to begin in autumn' || repeat(', and more', (nth % 20)::integer), created_at
from people where nth % 3 = 0;

insert into private.letters (event_id, kind, subject, body, sent_by, sent_at, sequence)
select e.id, case p.kind when 'inquiry' then 'answer' else 'confirm' end, 'Your call with us',
       'Thank you for writing to us.' || repeat(E'\n\nA paragraph of what an admin wrote to this person.', (nth % 12)::integer),
       '00000000-0000-4000-8000-0000000000c1', case when e.at < now() then e.at end, case p.kind when 'booking' then 1 end
from people p join public.request_events e on e.request_id = p.id and e.revision = 1
where nth % 3 = 1;

-- Every 40th of these requests has an offer. Most offers have one to three versions, the others only a draft. Two in
-- five are accepted, one in five is declined. The visitors of some accepted offers are erased.
insert into public.offers (request_id, draft, draft_revision, created_by, created_at)
select id, jsonb_build_object('title', 'A product', 'lines', repeat('x', 600)), 3, 'account1@studio.test', created_at
from people where nth % 40 = 1;

insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_at, sent_by, valid_until)
select id, version, draft, repeat(E'A line of what the studio will do, and for how much\n', 40), '', 1000000, created_at + version * interval '1 day',
       'account1@studio.test', (created_at + interval '30 days')::date
from (select *, row_number() over (order by created_at) as n from public.offers) offer, generate_series(1, 1 + n % 3) version
where n % 20 <> 0;

insert into public.offer_endings (offer_id, version, ended, ended_at, ended_by)
select distinct on (v.offer_id) v.offer_id, v.version, 'declined', v.sent_at + interval '5 days', 'visitor'
from public.offer_versions v
join (select *, row_number() over (order by created_at) as n from public.offers) o on o.id = v.offer_id
where o.n % 5 = 2 order by v.offer_id, v.version desc;

insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, accepted_at, keep_until)
select v.offer_id, v.version, v.sha256, 'page', 'Person', 'person@example.com', 'I accept this offer.', v.sent_at + interval '5 days',
       (v.sent_at + case when o.n < 20 then interval '30 days' else interval '7 years' end)::date
from (select distinct on (offer_id) * from public.offer_versions order by offer_id, version desc) v
join (select *, row_number() over (order by created_at) as n from public.offers) o on o.id = v.offer_id
where o.n % 5 in (3, 4);

update public.offers o set request_id = null, draft = null, link_version = 2
from public.offer_acceptances a where a.offer_id = o.id and extract(minute from o.created_at)::integer % 20 = 1;

insert into private.offer_guesses (offer_id) select id from public.offers, generate_series(1, 2);

-- The events of other acts of admins: they take a request on, add a note, send an offer.
insert into public.request_events (request_id, revision, at, actor, kind, what)
select request_id, 1 + row_number() over (partition by request_id), created_at, 'account1@studio.test', kind, what
from (select request_id, created_at, 'note' as kind, 'added' as what from public.request_notes
      union all select id, created_at, 'owner', 'account1@studio.test' from public.requests where owner is not null
      union all select request_id, created_at, 'offer', 'sent' from public.offers where draft is not null and request_id is not null) done;
create temporary table newest as select request_id, max(revision) as revision from public.request_events group by 1;
update public.bookings b set revision = e.revision from newest e where e.request_id = b.id and b.revision < e.revision;
update public.inquiries i set revision = e.revision from newest e where e.request_id = i.id and i.revision < e.revision;

-- The mails of the last 30 days, all sent except the newest replies.
insert into private.outbox (request_id, kind, recipient, due_at, send_after, sent_at)
select id, 'received', recipient, created_at, created_at, created_at
from public.requests cross join unnest(array['visitor', 'studio']) recipient
where created_at > now() - interval '30 days';
insert into private.outbox (request_id, kind, recipient, letter_id, due_at, send_after, sent_at)
select e.request_id, 'reply', 'visitor', e.id, e.at, e.at, l.sent_at
from private.letters l join public.request_events e on e.id = l.event_id where e.at > now() - interval '30 days';
insert into private.outbox (request_id, offer_id, version, kind, recipient, due_at, send_after, sent_at)
select o.request_id, o.id, v.version, 'offer', 'visitor', v.sent_at, v.sent_at, v.sent_at
from public.offer_versions v join public.offers o on o.id = v.offer_id
where v.sent_at > now() - interval '30 days' and o.request_id is not null;

insert into private.submits (kind, email_hash, address_hash, submitted_at)
select case when n % 24 = 0 then 'booking' else 'inquiry' end, sha256((-n)::text::bytea), sha256(n::text::bytea), now() - n * interval '30 seconds'
from generate_series(1, 2880) n;

update private.submission_caps set max = 1000000;
select public.set_site_key(encode(sha256('bench'), 'hex'));
insert into private.calendar_feeds (admin, token_sha256) values ('00000000-0000-4000-8000-0000000000c1', sha256('feed'));
analyze;
