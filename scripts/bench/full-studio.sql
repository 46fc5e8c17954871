-- A studio after ten busy years: 500 slots, all on every weekday, 100,000 bookings, 100,000 inquiries, exceptions for two years, a closed date every other week, with history and mails.
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

-- The first is the admin who asks; the others are there so that reading them all would show.
insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
select ('00000000-0000-4000-8000-' || lpad(to_hex(192 + n), 12, '0'))::uuid, 'account' || n || '@studio.test', 'x', '{"role": "admin"}', '{}'
from generate_series(1, 2000) n;
insert into auth.sessions (id, user_id) select id, id from auth.users where email like 'account%';

-- 27 a day, one after the other, every fifth cancelled; the oldest first.
insert into public.bookings (name, email, date, time_slot_id, message, status, created_at)
select 'Person ' || person, 'person' || person || '@example.com', date, s.id, 'An idea for a product',
       (array['pending', 'confirmed', 'confirmed', 'confirmed', 'cancelled'])[1 + n % 5], now() - (365 - day) * interval '20 hours' - n * interval '1 minute'
from generate_series(-3340, 365) day, generate_series(0, 26) n
join public.time_slots s on s.start_time = time '06:00' + n * interval '30 minutes'
cross join lateral (select private.studio_today() + day as date, (day * 27 + n + 100000) % 20000 as person) made;

insert into public.inquiries (name, email, message, status, created_at)
select 'Person ' || n % 20000, 'person' || n % 20000 || '@example.com', 'A question', 'archived', now() - n * interval '50 minutes'
from generate_series(1, 100000) n;

-- The history of each, and the mails of the last 30 days, all sent.
insert into public.request_events (booking_id, at, actor, after)
select id, created_at, 'visitor', jsonb_build_object('status', 'pending') from public.bookings;
insert into public.request_events (inquiry_id, at, actor, after)
select id, created_at, 'visitor', jsonb_build_object('status', 'new') from public.inquiries;

insert into private.outbox (booking_id, inquiry_id, kind, recipient, due_at, send_after, sent_at)
select booking_id, inquiry_id, 'received', recipient, created_at, created_at, created_at
from (select id as booking_id, null::uuid as inquiry_id, created_at from public.bookings
      union all select null, id, created_at from public.inquiries) request
cross join unnest(array['visitor', 'studio']) recipient
where created_at > now() - interval '30 days';

insert into private.submits (kind, email_hash, address_hash, submitted_at)
select case when n % 24 = 0 then 'booking' else 'inquiry' end, sha256((-n)::text::bytea), sha256(n::text::bytea), now() - n * interval '30 seconds'
from generate_series(1, 2880) n;

update private.submission_caps set max = 1000000;
select public.set_site_key(encode(sha256('bench'), 'hex'));
analyze;
