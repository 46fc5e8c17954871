-- One account of a request: `requests` is the parent row of bookings and inquiries, what a visitor knows of
-- their call is one value (bookings.known), and the mails follow from its difference to what is so.
--
-- The parts: 1 the triggers of before go, and what nobody calls any more; 2 tables, and what stands in them;
-- 3 functions; 4 triggers; 5 who may do what.

-- Nobody books, answers or claims a mail while this runs, so that nothing is between the two accounts.
lock table public.bookings, public.inquiries, private.outbox, private.replies, public.offers in access exclusive mode;

-- 1. What goes

drop trigger bookings_period on public.bookings;
drop trigger bookings_versions on public.bookings;
drop trigger bookings_search_text on public.bookings;
drop trigger bookings_z_revision on public.bookings;
drop trigger bookings_events on public.bookings;
drop trigger bookings_events_erased on public.bookings;
drop trigger bookings_erased on public.bookings;
drop trigger bookings_offer_link on public.bookings;
drop trigger bookings_mails_new on public.bookings;
drop trigger bookings_mails on public.bookings;
drop trigger bookings_location_mail on public.bookings;
drop trigger bookings_erased_mails on public.bookings;
drop trigger bookings_untold on public.bookings;
drop trigger bookings_wait on public.bookings;
drop trigger bookings_note_wait_new on public.bookings;
drop trigger bookings_note_wait on public.bookings;
drop trigger inquiries_search_text on public.inquiries;
drop trigger inquiries_z_revision on public.inquiries;
drop trigger inquiries_events on public.inquiries;
drop trigger inquiries_events_erased on public.inquiries;
drop trigger inquiries_erased on public.inquiries;
drop trigger inquiries_offer_link on public.inquiries;
drop trigger inquiries_mails_new on public.inquiries;
drop trigger inquiries_mails on public.inquiries;
drop trigger inquiries_wait on public.inquiries;
drop trigger inquiries_note_wait_new on public.inquiries;
drop trigger inquiries_note_wait on public.inquiries;
drop trigger request_events_revision on public.request_events;
drop trigger closed_dates_untold on public.closed_dates;
drop trigger closed_dates_untold_opened on public.closed_dates;

drop function public.list_requests(text,text,text,text,text,boolean,integer,integer,uuid,text);
drop function public.admit_sign_in(text,text,inet);
drop function public.accept_offer(text,uuid,integer,integer,text,text,text,text,integer);
drop function public.decline_offer(text,uuid,integer,integer,text,text,text);
drop function public.get_told_calls();
drop function public.get_untold_calls();
drop function private.answer_with_offer(public.offers,boolean);
drop function private.answered_status(text,text,text);
drop function private.change_offer(uuid,text);
drop function private.check_offer(uuid,integer,integer,text,text);
drop function private.check_time(date,uuid,uuid);
drop function private.count_mails(private.outbox);
drop function private.drop_mails(uuid,uuid,text,text[]);
drop function private.drop_offer_mails(uuid,text,text);
drop function private.end_leases();
drop function private.end_offer_link();
drop function private.erase_request_events();
drop function private.find_own_note(uuid);
drop function private.find_slot(date,time,time,boolean,uuid);
drop function private.is_closing_untold(public.bookings,jsonb);
drop function private.is_untold(public.bookings,jsonb);
drop function private.known_state(public.bookings);
drop function private.list_requests(text[],date,text,text,text,text,boolean,integer,integer,uuid,text,timestamptz);
drop function private.lock_submit(uuid,text,date);
drop function private.mail_json(private.outbox);
drop function private.note_booking_event();
drop function private.note_event(text,uuid,text,text);
drop function private.note_inquiry_event();
drop function private.note_known(uuid,jsonb);
drop function private.note_mailed(uuid,jsonb);
drop function private.note_wait();
drop function private.queue_reply(uuid);
drop function private.refuse_erased();
drop function private.set_booking_period();
drop function private.set_booking_search_text();
drop function private.set_booking_versions();
drop function private.set_booking_wait();
drop function private.set_event_revision();
drop function private.set_inquiry_search_text();
drop function private.set_inquiry_wait();
drop function private.set_revision();
drop function private.set_untold();
drop function private.slots_between(date,date);
drop function private.write_booking_mails();
drop function private.write_inquiry_mails();
drop function private.write_location_mail();
drop function private.write_mail(uuid,uuid,text,text,timestamptz,text,timestamp);
drop function private.write_offer_mail(uuid,text,text);
drop function private.write_our_move_mail(public.bookings,public.bookings,private.outbox);
drop function public.record_acceptance(uuid,integer,text,integer);
drop function public.record_sign_in(text,text,inet);
drop function public.set_told(uuid[],boolean,jsonb);
drop function public.set_told_location(uuid,text);

drop table private.sign_in_tries;
drop table private.sign_in_addresses;

-- 2. Tables, and what stands in them

-- The usual location, which was in lib/content/call.ts. The site's sample, marked as such: a studio that has
-- changed it there sets it once more in the admin.
create table private.studio_settings (
  one boolean primary key default true constraint studio_settings_one_row check (one),
  location_kind text not null,
  location_name text,
  location_url text,
  location_is_sample boolean not null default false,
  constraint studio_settings_location check (
    location_kind = 'video' and num_nonnulls(location_name, location_url) = 2
    or location_kind = 'phone' and num_nonnulls(location_name, location_url) = 0
  ),
  -- The address stands beside the name, so it is not part of it.
  constraint studio_settings_location_name check (
    char_length(location_name) between 1 and 100 and private.is_clean_text(location_name) and location_name !~ 'https?://'
  ),
  constraint studio_settings_location_url check (
    char_length(location_url) <= 300 and location_url ~ '^https?://\S+$' and private.is_clean_text(location_url)
  )
);
comment on table private.studio_settings is 'What the studio has set about itself, in one row.';
comment on column private.studio_settings.location_kind is
  'Where calls happen: ''video'' in the room of this name and address, ''phone'' when the studio rings the visitor.';
comment on column private.studio_settings.location_is_sample is 'Whether the location is still the one that came with the site.';
insert into private.studio_settings (location_kind, location_name, location_url, location_is_sample)
values ('video', 'Our video room', 'https://meet.southcoast.example/call', true);
alter table private.studio_settings enable row level security;
revoke all on private.studio_settings from public, anon, authenticated, service_role;

-- Where a call happens that has this location of its own, or the usual one: {"text", "url"}. The url is
-- that of a video room, or null.
create or replace function private.call_location(p_location text, p_phone text) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then jsonb_build_object('text', p_location, 'url', substring(p_location from 'https?://\S+'))
    when s.location_kind = 'video' then jsonb_build_object('text', s.location_name, 'url', s.location_url)
    else jsonb_build_object('text', 'We ring you' || coalesce(' on ' || p_phone, ''), 'url', null)
  end
  from private.studio_settings s
$$;

-- The same as one line: 'Our video room, https://meet.example/call'.
create or replace function private.location_wording(p_location text, p_phone text) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then p_location
    when s.location_kind = 'video' then s.location_name || ', ' || s.location_url
    else 'We ring you' || coalesce(' on ' || p_phone, '')
  end
  from private.studio_settings s
$$;

-- 2a. requests

create table public.requests (
  id uuid primary key,
  kind text not null check (kind in ('booking', 'inquiry')),
  status text not null,
  created_at timestamptz not null,
  starts timestamp,
  open_until timestamp not null generated always as (coalesce(starts, 'infinity'::timestamp)) stored,
  search_text text collate "C" not null,
  owner uuid references auth.users on delete set null,
  our_turn_since timestamptz,
  answered_at timestamptz,
  their_turn_since timestamptz,
  outcome text,
  outcome_reason text,
  constraint requests_outcome check (outcome in ('held', 'no_show', 'lost')),
  constraint requests_outcome_reason check (
    outcome_reason is null
    or outcome is not distinct from 'lost' and char_length(outcome_reason) between 1 and 200
      and private.is_clean_text(outcome_reason)
  )
);
comment on table public.requests is
  'Every booking and inquiry, with the same id, and what the studio knows of it. Deleting either deletes the other.';
comment on column public.requests.status is 'A copy, like created_at and starts, so that the list is found in one table. Written by triggers.';
comment on column public.requests.starts is 'When a call begins, on the studio''s wall clock; null for a message.';
comment on column public.requests.open_until is 'Until when it can be answered: until a call begins; for ever for a message.';
comment on column public.requests.search_text is 'What the admin''s search reads, one line a field. Set by triggers.';
comment on column public.requests.owner is 'The admin who looks after the request.';
comment on column public.requests.our_turn_since is
  'Since when it is the studio''s turn: the visitor waits for an answer. Null when it is not. Mirrors the open row of '
  'private.waits.';
comment on column public.requests.answered_at is 'When the last question was answered; null while one is open.';
comment on column public.requests.their_turn_since is 'Since when it is the visitor''s turn: the studio waits for them. Null when it is not.';
comment on column public.requests.outcome is 'What came of a past call: ''held'', ''no_show'' or ''lost''.';
-- Alone, because equal entries of a single column are stored once: counting reads a third of the pages.
create index requests_status on public.requests (status);
-- With the status, so that counting the calls ahead reads the index alone.
create index requests_starts on public.requests (starts, status) where starts is not null;
create index requests_created on public.requests (created_at desc, id);
-- Only messages and calls ahead can be answered; calls that passed without an answer are many more.
create index requests_our_turn on public.requests (open_until, our_turn_since)
where our_turn_since is not null and status not in ('cancelled', 'archived');
create index requests_their_turn on public.requests (their_turn_since) where their_turn_since is not null;
create index requests_owner on public.requests (owner) where owner is not null;
alter table public.requests enable row level security;
revoke all on public.requests from public, anon, authenticated, service_role;

insert into public.requests (
  id, kind, status, created_at, starts, search_text, owner, our_turn_since, answered_at, their_turn_since, outcome, outcome_reason)
select id, 'booking', status, created_at, lower(period), search_text, owner, waiting_since, answered_at, their_turn_since, outcome, outcome_reason
from public.bookings
union all
select id, 'inquiry', status, created_at, null, search_text, owner, waiting_since, answered_at, their_turn_since, null, null
from public.inquiries;

alter table public.bookings add constraint bookings_id_fkey foreign key (id) references public.requests on delete cascade;
alter table public.inquiries add constraint inquiries_id_fkey foreign key (id) references public.requests on delete cascade;

-- 2b. What hangs on a request refers to it by one column

alter table public.request_events add column request_id uuid references public.requests on delete cascade;
update public.request_events set request_id = coalesce(booking_id, inquiry_id);
alter table public.request_events alter column request_id set not null, drop column booking_id, drop column inquiry_id;
create index request_events_request on public.request_events (request_id, id);

alter table public.request_notes add column request_id uuid references public.requests on delete cascade;
update public.request_notes set request_id = coalesce(booking_id, inquiry_id);
alter table public.request_notes alter column request_id set not null, drop column booking_id, drop column inquiry_id;
create index request_notes_request on public.request_notes (request_id, created_at);

alter table private.waits add column request_id uuid references public.requests on delete cascade;
update private.waits set request_id = coalesce(booking_id, inquiry_id);
alter table private.waits alter column request_id set not null, drop column booking_id, drop column inquiry_id;
create unique index waits_open on private.waits (request_id) where answered_at is null;
create index waits_request on private.waits (request_id, asked_at);

alter table private.replies add column request_id uuid references public.requests on delete cascade, add column said jsonb;
alter table private.replies rename column told_sequence to sequence;
update private.replies set request_id = coalesce(booking_id, inquiry_id),
  before = before - 'waiting_since' || jsonb_build_object('our_turn_since', before -> 'waiting_since');
alter table private.replies alter column request_id set not null, drop column booking_id, drop column inquiry_id;
create index replies_request on private.replies (request_id, created_at);

alter table public.offers add column request_id uuid references public.requests on delete cascade;
update public.offers set request_id = coalesce(booking_id, inquiry_id);
alter table public.offers drop column booking_id, drop column inquiry_id;
create unique index offers_request on public.offers (request_id);
alter table public.offer_versions rename column n to version;
alter table public.offer_versions rename constraint offer_versions_n to offer_versions_version;
alter table public.offer_acceptances rename column n to version;
alter table public.offer_acceptances rename column how to channel;
alter table public.offer_acceptances rename column words to email_text;
alter table public.offer_acceptances rename constraint offer_acceptances_how to offer_acceptances_channel;
alter table public.offer_acceptances rename constraint offer_acceptances_words to offer_acceptances_email_text;
alter table public.offer_acceptances rename constraint offer_acceptances_offer_id_n_fkey to offer_acceptances_offer_id_version_fkey;

alter table private.outbox
  add column request_id uuid references public.requests on delete cascade,
  add column act text constraint outbox_act_check check (act in ('booked', 'moved', 'cancelled')),
  add column must_go text constraint outbox_must_go_check check (must_go in ('in words', 'pressed', 'perhaps read')),
  add column said jsonb;
update private.outbox o
set request_id = coalesce(o.booking_id, o.inquiry_id, (select f.request_id from public.offers f where f.id = o.offer_id));
-- Of an accepted offer whose person was erased.
delete from private.outbox where request_id is null;
alter table private.outbox alter column request_id set not null, drop column booking_id, drop column inquiry_id;
create index outbox_request on private.outbox (request_id);

-- 2c. What visitors know of their calls

alter table public.bookings add column known jsonb;
alter table public.bookings rename column request_id to form_id;
alter table public.inquiries rename column request_id to form_id;
alter index public.bookings_request rename to bookings_form;
alter index public.inquiries_request rename to inquiries_form;

-- A call as it stands, in the form of bookings.known.
create or replace function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then private.location_wording(p_booking.location, p_booking.phone) end)
    || case when p_booking.closed_over = p_booking.date then jsonb_build_object('closed', p_booking.date) else '{}' end;
end
$$;

-- The oldest mail about a call that its visitor has not got yet, and that can still go, says what they knew
-- before it. Who made the last change knows of it: its visitor, or an admin. (A change of which an admin has
-- told them needs no telling, although its mail waits.)
create temporary table old_mails on commit drop as
select distinct on (o.request_id) o.request_id, o.kind, o.known_status, o.known_start,
  coalesce((
    select e.actor = 'visitor' from public.request_events e
    where e.request_id = o.request_id and e.kind = 'change' order by e.id desc limit 1), false) as is_visitors,
  coalesce((
    select e.actor <> 'visitor' from public.request_events e
    where e.request_id = o.request_id and e.kind = 'change' and e.before is null order by e.id limit 1), false) as is_for_somebody,
  b.untold_since is null and (o.kind = 'cancelled' or o.kind = 'moved' and o.known_start is not null) as is_told
from private.outbox o join public.bookings b on b.id = o.request_id
where o.recipient = 'visitor' and o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled')
  and o.sent_at is null and o.given_up_at is null and o.due_at > now() - interval '24 hours'
order by o.request_id, o.kind = 'location', o.created_at, o.id;

with before as (
  select b.id,
    case
      when m.kind <> 'location' and not m.is_visitors and not m.is_told then coalesce(m.known_status, 'pending')
      when a.status is not null then a.status
      when b.untold_since is not null then b.untold_from ->> 'status'
      else b.status
    end as status,
    case
      when b.untold_since is not null then (b.untold_from ->> 'date')::date + (b.untold_from ->> 'start_time')::time
      when not m.is_visitors and not m.is_told then coalesce(m.known_start, lower(b.period))
      else lower(b.period)
    end as starts,
    case when b.untold_since is not null then b.untold_from ->> 'location' else b.location end as location,
    case when b.untold_since is not null then b.untold_from ->> 'closed' when b.closed_over = b.date then b.date::text end as closed
  from public.bookings b left join old_mails m on m.request_id = b.id
  -- What an admin's own mail confirms or declines, that waits.
  left join lateral (
    select r.before ->> 'status' as status from private.replies r join private.outbox o on o.reply_id = r.id
    where r.request_id = b.id and r.kind in ('confirm', 'decline') and r.sequence = b.calendar_sequence
      and o.sent_at is null and o.given_up_at is null
    order by r.created_at limit 1
  ) a on true
  where not private.is_erased(b.email)
    -- Who was booked for by an admin, and not mailed yet, knows nothing.
    and not (coalesce(m.is_for_somebody, false) and m.kind <> 'location' and m.known_status is null)
)
update public.bookings b
set known = jsonb_build_object(
    'status', k.status, 'date', k.starts::date, 'start_time', to_char(k.starts, 'HH24:MI'),
    'location', case when k.status = 'confirmed' then k.location end,
    'wording', case when k.status = 'confirmed' then coalesce(b.told_location, private.location_wording(k.location, b.phone)) end,
    -- So that whatever they read from now on, also what was written before, is newer.
    'at', b.created_at)
  || case when k.closed is null then '{}' else jsonb_build_object('closed', k.closed) end
from before k where k.id = b.id;

-- What admins wrote and is not sent yet, as it says that the call stands. A confirmation of which the call was
-- changed since says what is not so.
update private.replies r
set said = case
    when r.kind = 'change' then
      r.told - 'location' || jsonb_build_object('at', r.created_at,
        'location', case r.told ->> 'status' when 'confirmed' then r.told -> 'location' end,
        'wording', case r.told ->> 'status' when 'confirmed' then private.location_wording(r.told ->> 'location', b.phone) end)
    when r.sequence = b.calendar_sequence then private.call_state(b) || jsonb_build_object('at', r.created_at)
    when r.kind in ('confirm', 'decline') then jsonb_build_object('at', r.created_at)
  end
from public.bookings b
where b.id = r.request_id and r.body is not null and r.sent_at is null and r.kind not in ('after_call', 'offer', 'offer_withdrawn');

-- 2d. Mails: 'received' and 'news' to visitors

alter table private.outbox drop constraint outbox_kind_check;
-- A mail that a site is sending now says how the call stood before the mail that waits behind it. What its
-- visitor does from now on is newer, however long the lease.
update private.outbox o
set said = private.call_state(b) || jsonb_build_object('at', least(now(), o.lease_until - interval '2 minutes'), 'link_version', b.link_version)
  || coalesce((
    select jsonb_build_object('status', coalesce(w.known_status, b.status),
      'date', coalesce(w.known_start, lower(b.period))::date, 'start_time', to_char(coalesce(w.known_start, lower(b.period)), 'HH24:MI'))
    from private.outbox w
    where w.request_id = o.request_id and w.recipient = 'visitor' and w.kind in ('received', 'confirmed', 'moved', 'cancelled')
      and w.sent_at is null and w.given_up_at is null and w.lease is null
    order by w.created_at, w.id limit 1), '{}')
from public.bookings b
where b.id = o.request_id and o.recipient = 'visitor' and o.lease is not null and o.sent_at is null and not private.is_erased(b.email)
  and o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder');
update private.outbox o
set said = r.said || jsonb_build_object('link_version', b.link_version)
from private.replies r join public.bookings b on b.id = r.request_id
where r.id = o.reply_id and o.lease is not null and o.sent_at is null;

-- Of two that wait for one call the later goes.
delete from private.outbox o
using private.outbox earlier
where earlier.request_id = o.request_id and earlier.id <> o.id
  and o.recipient = 'visitor' and o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled')
  and earlier.recipient = 'visitor' and earlier.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled')
  and o.sent_at is null and o.given_up_at is null and o.lease is null
  and earlier.sent_at is null and earlier.given_up_at is null and earlier.lease is null
  and (earlier.kind = 'location', earlier.created_at, earlier.id) < (o.kind = 'location', o.created_at, o.id);

-- What acknowledges the visitor's own act stays 'received', and so does what was never sent of a booking; the
-- others are what the studio did.
with acts as (
  select o.id,
    case
      when b.id is null then null
      when o.kind = 'moved' and o.known_start is null then 'moved'
      when o.kind = 'cancelled' and m.is_visitors then 'cancelled'
      when o.kind <> 'location' and o.known_status is null and not m.is_for_somebody then 'booked'
    end as act,
    b.id is null as is_inquiry, m.is_told, m.kind = 'location' and b.untold_since is null as is_pressed
  from private.outbox o left join public.bookings b on b.id = o.request_id left join old_mails m on m.request_id = o.request_id
  where o.recipient = 'visitor' and o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled')
)
update private.outbox o
set kind = case when a.is_inquiry or a.act is not null then 'received' else 'news' end,
  act = a.act, known_start = null,
  must_go = case when o.sent_at is null and a.is_told then 'in words' when o.sent_at is null and a.is_pressed then 'pressed' end
from acts a where a.id = o.id;

alter table private.outbox
  drop column known_status,
  drop constraint outbox_reply,
  add column is_waiting boolean generated always as (sent_at is null and given_up_at is null and lease is null) stored,
  add constraint outbox_kind_check check (kind in (
    'received', 'news', 'reminder', 'reply', 'moved', 'cancelled',
    'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn'
  )),
  add constraint outbox_reply check ((kind = 'reply') = (reply_id is not null)),
  add constraint outbox_offer check ((kind in ('offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn')) = (offer_id is not null)),
  add constraint outbox_studios check (recipient = 'studio' or kind not in ('moved', 'cancelled')),
  add constraint outbox_visitors check (recipient = 'visitor' or kind not in ('news', 'reminder', 'reply'));
create unique index outbox_one_waits on private.outbox (request_id)
where recipient = 'visitor' and kind in ('received', 'news') and is_waiting;

-- 2e. What stands elsewhere now

drop index public.bookings_status, public.bookings_created, public.inquiries_created, public.inquiries_status;
create index bookings_date on public.bookings (date);
create index bookings_known_date on public.bookings ((known ->> 'date'));
alter table public.bookings
  drop column search_text, drop column waiting_since, drop column answered_at, drop column their_turn_since, drop column owner,
  drop column outcome, drop column outcome_reason, drop column told_location, drop column untold_since, drop column untold_from;
alter table public.inquiries
  drop column search_text, drop column waiting_since, drop column answered_at, drop column their_turn_since, drop column owner;
alter table private.replies drop column told;

comment on column public.bookings.form_id is 'Sent by the form. A form that is sent again has the same id and changes the same row.';
comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "location", "wording"}, "closed" with the date that they know as closed, '
  'and "at", since when. "location" is the call''s own, "wording" how its location was worded; both null unless it was confirmed. Null while '
  'nobody at this address knows of the call.';
comment on column public.bookings.location is 'Where this call happens; null for the studio''s usual location.';
comment on column public.inquiries.form_id is 'As in bookings.';
comment on table public.offer_acceptances is
  'Who accepted which version, and where. Never changed; deleted only after keep_until. It outlives the erasure of its person.';
comment on column public.offer_acceptances.channel is '''page'', or ''email'' when an admin (recorded_by, an e-mail address) recorded it.';
comment on column public.offer_acceptances.consent_text is 'What was ticked on the page.';
comment on column public.offer_acceptances.email_text is 'What they wrote in their e-mail.';
comment on column public.offers.request_id is 'Null for an accepted one whose person was erased.';
comment on column private.outbox.act is 'What ''received'' acknowledges to the visitor of a booking. Booked until that was sent, whatever they did since.';
comment on column private.outbox.is_waiting is 'Nobody has begun to send it. A mail that is being sent, or may have been, is not taken back.';
comment on column private.outbox.kind is
  'To a visitor ''received'' acknowledges what they did themselves, and ''news'' says what the studio did; what either says is decided when it is claimed.';
comment on column private.outbox.known_start is
  'For the studio, of a call that was moved: when it was to begin before, on the studio''s wall clock, as they know it.';
comment on column private.outbox.must_go is
  'Why ''news'' goes even if it says nothing new: its visitor was told ''in words'' and still needs the calendar file, an admin ''pressed'' for it, or it '
  'was ''perhaps read'', because a try was begun of which nobody knows the end. Null: only if it says something new.';
comment on column private.outbox.said is
  'What the mail says of its call, like bookings.known, as it was claimed; with the "link_version" of the address that '
  'it went to and the "sequence" in its calendar file and Message-ID.';
comment on column private.replies.said is
  'The call as the text says that it stands, like bookings.known. Null for a message, and for a text that is not about the call.';
comment on column private.replies.sequence is 'The calendar_sequence of the call that it spoke of; null for a message.';
comment on column public.request_events.kind is
  '''change'' of status, date, time or location; ''address'' when the e-mail address was changed; ''link_copied'' when an '
  'admin copied the visitor''s link; ''answered'' and ''reopened'' when an admin said that an answer went out, or that the '
  'visitor has asked again; ''told'' when an admin said that they told the visitor how the call stands, or took that back; '
  'the others as they are called.';
comment on column public.request_events.before is
  '{"status"}, for a booking also "date" and "start_time" (HH:MM), and "location" when that was changed (null: the usual one). Null when the '
  'request was created. For kind ''told'' bookings.known, before and after; null for what changes no state.';

-- 3. Functions

-- Whether a visitor does it themselves. What comes without a token (SQL, a restored backup) is the
-- studio's act.
create or replace function private.is_visitors_act() returns boolean
language sql stable set search_path = ''
as $$ select auth.jwt() is not null and not public.is_admin() $$;

create or replace function public.record_password(
  p_site_key text, p_email text, p_address inet default null, p_device text default null, p_new_device text default null
) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid := private.find_user(p_email);
  v_device text := p_device;
  v_places bytea[];
begin
  perform private.require_site_key(p_site_key);
  v_places := array[private.hash_device(p_device), private.hash_address(p_address)];
  -- A successful attempt does not count.
  delete from private.password_tries
  where id = (
    select t.id from private.password_tries t
    where t.email_hash = private.keyed_hash('sign-in ' || lower(btrim(p_email))) and (t.place_hash is null or t.place_hash = any (v_places))
    order by t.place_hash is null, t.tried_at desc, t.id desc limit 1);
  if v_user is null then
    return null;
  end if;
  -- A cookie that no account knows may have been put there by somebody else.
  if not exists (
    select 1 from private.sign_in_places p where p.place_hash = private.hash_device(p_device) and p.expires_at > now()
  ) then
    v_device := p_new_device;
  end if;
  insert into private.sign_in_places (user_id, place_hash, expires_at)
  select v_user, place.hash, now() + place.span
  from (values
    (private.hash_device(v_device), interval '180 days'),
    (private.hash_address(p_address), interval '30 days')
  ) place (hash, span)
  where place.hash is not null
  on conflict (user_id, place_hash) do update set expires_at = excluded.expires_at;
  delete from private.sign_in_places p
  where p.expires_at <= now() or (p.user_id, p.place_hash) in (
    select o.user_id, o.place_hash from private.sign_in_places o
    where o.user_id = v_user order by o.expires_at desc, o.place_hash offset 10);
  return v_device;
end
$$;
comment on function public.record_password(text, text, inet, text, text) is
  'After a right password: its attempt counts no longer, and its browser and address are known from now on. Returns the value for the '
  'browser''s cookie: p_device if any account knows it, else p_new_device; null when there is no such account.';

-- When the last question of a request was asked, if it has been answered: an answer that is undone
-- opens the same wait again.
create or replace function private.last_asked_at(p_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$ select w.asked_at from private.waits w where w.request_id = p_id order by w.asked_at desc limit 1 $$;

create or replace function private.email_of(p_request_id uuid) returns text
language sql stable set search_path = ''
as $$
  select b.email from public.bookings b where b.id = p_request_id
  union all
  select i.email from public.inquiries i where i.id = p_request_id
$$;

-- Locks a request for somebody who changes it, without a new revision.
create or replace function private.lock_request(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_id for no key update;
  if not found then
    perform 1 from public.inquiries i where i.id = p_id for no key update;
  end if;
  perform 1 from public.requests r where r.id = p_id for no key update;
end
$$;

-- Begins what people change of a request, or of what hangs on it: a new revision, which locks the booking
-- or inquiry and tells other admins' pages, and then the request. What follows by itself (a mail was sent)
-- makes none, or an admin's press would be refused because of it. Returns the kind; raises request_gone when
-- there is no such request, or its person was erased.
create or replace function private.touch_request(p_id uuid) returns text
language plpgsql set search_path = ''
as $$
declare
  v_kind text := 'booking';
begin
  update public.bookings set revision = revision + 1 where id = p_id and not private.is_erased(email);
  if not found then
    v_kind := 'inquiry';
    update public.inquiries set revision = revision + 1 where id = p_id and not private.is_erased(email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  perform 1 from public.requests r where r.id = p_id for no key update;
  return v_kind;
end
$$;

-- Adds to a request's history, with the revision that it has now.
create or replace function private.log_event(
  p_id uuid, p_kind text, p_what text default null, p_before jsonb default null, p_after jsonb default null
) returns void
language sql set search_path = ''
as $$
  insert into public.request_events (request_id, actor, kind, what, before, after, revision)
  values (p_id, private.actor(), p_kind, p_what, p_before, p_after,
    coalesce((select b.revision from public.bookings b where b.id = p_id), (select i.revision from public.inquiries i where i.id = p_id)))
$$;

-- Deletes mails of a request that nobody has begun to send.
create or replace function private.drop_mails(p_request_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_request_id and recipient = p_recipient and kind = any (p_kinds) and is_waiting and not may_have_arrived
  returning *
$$;

-- Mails that nobody fetches go after 30 days. Who writes one waits for nobody's locks on old ones.
create or replace function private.delete_old_mails() returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where id in (select o.id from private.outbox o where o.due_at < now() - interval '30 days' for no key update skip locked)
$$;

-- Adds a mail in place of one of the same kind that waits.
create or replace function private.write_mail(
  p_request_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(), p_known_start timestamp default null,
  p_offer_id uuid default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.drop_mails(p_request_id, p_recipient, array[p_kind]);
  insert into private.outbox (request_id, recipient, kind, due_at, send_after, known_start, offer_id)
  values (p_request_id, p_recipient, p_kind, p_due_at, p_due_at, p_known_start, p_offer_id);
end
$$;

-- The mail to a booking's visitor that waits and says how the call stands. What waited becomes this one, due
-- then, with a whole day to be tried in: 'received' stays 'received' whatever the studio does meanwhile, and
-- 'news' becomes that when the visitor does something.
create or replace function private.write_call_mail(p_booking_id uuid, p_kind text, p_due_at timestamptz, p_act text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  update private.outbox
  set kind = case p_kind when 'received' then p_kind else kind end,
      act = case when act = 'booked' and p_act = 'moved' then act else coalesce(p_act, act) end,
      due_at = p_due_at, attempts = 0,
      -- A mail server that asked us to come back later is asked again then, but for what a visitor did.
      send_after = case when p_kind = 'received' or attempts = 0 then p_due_at else greatest(send_after, p_due_at) end
  where request_id = p_booking_id and recipient = 'visitor' and kind in ('received', 'news') and is_waiting;
  if not found then
    insert into private.outbox (request_id, recipient, kind, due_at, send_after, act)
    values (p_booking_id, 'visitor', p_kind, p_due_at, p_due_at, p_act);
  end if;
end
$$;

-- Says why a mail that waits goes even if it says nothing new.
create or replace function private.make_go(p_booking_id uuid, p_why text) returns void
language sql set search_path = ''
as $$
  update private.outbox
  set must_go = case p_why when 'in words' then coalesce(must_go, p_why) else p_why end
  where request_id = p_booking_id and recipient = 'visitor' and kind in ('received', 'news') and is_waiting
$$;

-- In what a call as it stands differs from how somebody knows it:
--
--   first      they know nothing of it yet
--   cancelled  they believe that it stands
--   restored   they believe that it is cancelled
--   time       they know another date or time
--   status     they do not know that it is confirmed, or that it is not any more
--   location   they know another location, and the call's own was changed
--   usual      they know another location, and the usual one was changed
--   closed     its date was closed over it
--   opened     they know its date as closed, which is open again
--
-- A call that is cancelled differs in nothing else but its time, so that they know which one it was.
create or replace function private.difference(p_known jsonb, p_state jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_status constant text := p_state ->> 'status';
  v_known_status constant text := p_known ->> 'status';
  v_difference text[] := '{}';
begin
  if p_known is null then
    return case when v_status = 'cancelled' then '{}' else '{first}' end::text[];
  end if;
  if v_status = 'cancelled' then
    if v_known_status = 'cancelled' then
      return '{}';
    end if;
    v_difference := '{cancelled}';
  elsif v_known_status = 'cancelled' then
    v_difference := '{restored}';
  elsif v_known_status is distinct from v_status then
    v_difference := '{status}';
  end if;
  if (p_known -> 'date', p_known -> 'start_time') is distinct from (p_state -> 'date', p_state -> 'start_time') then
    v_difference := v_difference || text 'time';
  end if;
  if v_status = 'confirmed' and v_known_status = 'confirmed' and p_known -> 'wording' is distinct from p_state -> 'wording' then
    v_difference := v_difference
      || case when p_known -> 'location' is distinct from p_state -> 'location' then text 'location' else 'usual' end;
  end if;
  if v_status <> 'cancelled' and p_known ->> 'closed' is distinct from p_state ->> 'closed' then
    if p_state ? 'closed' then
      v_difference := v_difference || text 'closed';
    elsif p_known ->> 'closed' = p_state ->> 'date' then
      v_difference := v_difference || text 'opened';
    end if;
  end if;
  return v_difference;
end
$$;

-- Whether the site writes a mail about it by itself. No mail says that a date was closed, and another usual
-- location is mailed when an admin presses the button.
create or replace function private.needs_mail(p_difference text[]) returns boolean
language sql immutable set search_path = ''
as $$ select p_difference && '{first,cancelled,restored,time,status,location}' $$;

-- Whether the visitor would come at the wrong time, to the wrong place, or for nothing. That a call is
-- confirmed now can wait.
create or replace function private.is_misleading(p_difference text[]) returns boolean
language sql immutable set search_path = ''
as $$ select p_difference && '{first,cancelled,restored,time,location,usual,closed,opened}' $$;

-- What somebody knows who knew p_known, once they have read p_said. Only an admin's words say that a date is
-- closed, or open again.
create or replace function private.known_after(p_known jsonb, p_said jsonb, p_says_closing boolean) returns jsonb
language sql immutable set search_path = ''
as $$
  select case
    when p_says_closing then p_said - '{link_version,sequence}'::text[]
    else p_said - '{link_version,sequence,closed}'::text[]
      || case when p_known ? 'closed' then jsonb_build_object('closed', p_known -> 'closed') else '{}' end
  end
$$;

-- Whether there is still something to come to, as it stands or as its visitor knows it.
create or replace function private.is_ahead(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select greatest(lower(p_booking.period), (p_booking.known ->> 'date')::date + (p_booking.known ->> 'start_time')::time)
    > now() at time zone private.studio_zone()
$$;

-- What that mail says, in the words that lib/mail/claimed.ts knows.
create or replace function private.call_mail_kind(p_difference text[], p_status text, p_act text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_status = 'cancelled' then 'cancelled'
    when 'time' = any (p_difference) then 'moved' -- by us
    when p_difference && '{first,restored,status}' then case p_status when 'pending' then 'received' else 'confirmed' end
    when p_difference && '{location,usual}' then 'location'
    when p_status = 'confirmed' then 'confirmed'
    when p_act = 'moved' then 'moved'
    else 'received'
  end
$$;

-- Whether a mail that an admin wrote says of a call what is not so. What only answers goes as it was
-- written.
create or replace function private.is_untrue(p_reply private.replies, p_state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when p_reply.said is null then false
    when p_reply.kind = 'change' then private.is_misleading(private.difference(p_reply.said, p_state))
    when p_reply.kind in ('confirm', 'decline') then
      private.difference(p_reply.said, p_state) && '{cancelled,restored,time,status,location,usual}'
    else false
  end
$$;

-- Whether an admin's own mail that confirms or declines the call, with its calendar file, goes in place of
-- the site's.
create or replace function private.has_reply_instead(p_booking_id uuid, p_state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o join private.replies r on r.id = o.reply_id
    where o.request_id = p_booking_id and o.sent_at is null and o.given_up_at is null
      and r.kind in ('confirm', 'decline') and not private.is_untrue(r, p_state))
$$;

-- Sees to it that the visitor of a booking gets the mail that they need, and none besides. p_is_change: the
-- studio has changed the call, so what waits begins its minute anew, in which the change can be taken back.
create or replace function private.update_news(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_waiting text;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  v_state := private.call_state(v_booking);
  select o.kind into v_waiting from private.outbox o
  where o.request_id = p_booking_id and o.recipient = 'visitor' and o.kind in ('received', 'news') and o.is_waiting;
  if v_waiting = 'received' then
    if p_is_change then
      perform private.write_call_mail(p_booking_id, 'news', now() + interval '60 seconds');
    end if;
  elsif private.needs_mail(private.difference(v_booking.known, v_state)) and private.starts_at(v_booking) > now()
    and not private.has_reply_instead(p_booking_id, v_state)
  then
    if p_is_change or v_waiting is null then
      perform private.write_call_mail(p_booking_id, 'news', now() + interval '60 seconds');
    end if;
  else
    delete from private.outbox
    where request_id = p_booking_id and recipient = 'visitor' and kind = 'news' and is_waiting and must_go is null;
  end if;
end
$$;

-- Whether a mail waits, or is on its way, after which the visitor knows how the call stands.
create or replace function private.will_be_known(p_booking public.bookings, p_state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o left join private.replies r on r.id = o.reply_id
    where o.request_id = p_booking.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
      and (o.kind in ('received', 'news') or r.said is not null)
      and not private.is_misleading(private.difference(
        private.known_after(p_booking.known, coalesce(r.said, p_state), coalesce(r.kind = 'change', false)), p_state)))
$$;

-- Writes what a visitor knows from now on, of a booking that is locked. What is older never replaces what is
-- newer. Who learned it in words still needs the calendar file.
create or replace function private.write_known(p_booking_id uuid, p_known jsonb, p_in_words boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_in_words then
    perform private.make_go(p_booking_id, 'in words');
  end if;
  update public.bookings b set known = p_known
  where b.id = p_booking_id
    and (b.known is null or (b.known ->> 'at')::timestamptz <= (p_known ->> 'at')::timestamptz);
end
$$;

-- The request's row, which the booking or inquiry refers to. In a restored backup it is there already.
create or replace function private.add_request(
  p_id uuid, p_kind text, p_status text, p_created_at timestamptz, p_starts timestamp, p_search_text text
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.requests (id, kind, status, created_at, starts, search_text, our_turn_since)
  values (p_id, p_kind, p_status, p_created_at, p_starts, p_search_text,
    case when private.is_visitors_act() and p_status in ('pending', 'new') then now() end)
  on conflict (id) do nothing;
  if not exists (select from public.requests r where r.id = p_id and r.kind = p_kind) then
    raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
  end if;
end
$$;

-- Whom the studio waited for has written again, or somebody with their address.
create or replace function private.end_their_turn(p_email text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  for v_id in
    select b.id from public.bookings b join public.requests r on r.id = b.id
    where lower(b.email) = lower(p_email) and r.their_turn_since is not null order by b.id for no key update of b
  loop
    perform private.touch_request(v_id);
    update public.requests set their_turn_since = null where id = v_id;
  end loop;
  for v_id in
    select i.id from public.inquiries i join public.requests r on r.id = i.id
    where lower(i.email) = lower(p_email) and r.their_turn_since is not null order by i.id for no key update of i
  loop
    perform private.touch_request(v_id);
    update public.requests set their_turn_since = null where id = v_id;
  end loop;
end
$$;

-- An erased person's call can only be cancelled, and nothing is written to it.
create or replace function private.check_not_erased(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased(p_old.email) and (
    p_new.status <> p_old.status and p_new.status <> 'cancelled'
    or num_nonnulls(p_new.location, p_new.cancel_reason, p_new.cancel_message) > 0)
  then
    raise exception using message = 'person_erased';
  end if;
end
$$;

-- The versions of its link and of its calendar event, and what is of no meaning any more.
create or replace function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  -- What was said about a cancellation goes when it is undone.
  if p_new.status <> 'cancelled' then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  -- It was closed over an earlier date of the call, and its visitor knows a later one.
  if p_old.closed_over <> p_old.date and p_new.closed_over = p_old.closed_over
    and not private.is_misleading(private.difference(p_old.known, private.call_state(p_old)))
  then
    p_new.closed_over := null;
  end if;
  return p_new;
end
$$;

-- Who changes their own call, or gives their address for it, knows how it stands. At another address nobody
-- knows of it yet.
create or replace function private.known_by_change(p_old public.bookings, p_new public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
begin
  if private.is_erased(p_new.email) then
    return null;
  end if;
  if private.is_visitors_act() and (v_is_new_address
    or (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status))
  then
    return private.call_state(p_new) || jsonb_build_object('at', now());
  end if;
  if v_is_new_address then
    return null;
  end if;
  return p_new.known;
end
$$;

-- An admin who confirms or cancels has answered; one who takes that back has not. A visitor who moves a
-- call waits for an answer, and one who cancels it does not.
create or replace function private.turn_of_booking(p_request public.requests, p_old public.bookings, p_new public.bookings) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_admin constant boolean := public.is_admin();
  v_is_status_new constant boolean := p_new.status <> p_old.status;
begin
  if private.is_erased(p_new.email) then
    p_request.our_turn_since := null;
    p_request.their_turn_since := null;
  elsif v_is_admin and v_is_status_new then
    if p_new.status = 'pending' then
      p_request.our_turn_since := coalesce(private.last_asked_at(p_new.id), now());
      p_request.answered_at := null;
    elsif p_request.our_turn_since is not null then
      p_request.our_turn_since := null;
      p_request.answered_at := now();
    end if;
    p_request.their_turn_since := null;
  elsif v_is_admin then
    null; -- a call that the studio moves waits as before
  elsif v_is_status_new and p_new.status = 'cancelled' then
    p_request.our_turn_since := null;
    p_request.their_turn_since := null;
  elsif (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    p_request.our_turn_since := coalesce(p_request.our_turn_since, now());
    p_request.answered_at := null;
    p_request.their_turn_since := null;
  end if;
  return p_request;
end
$$;

-- A message waits until it is replied to. Reading or archiving it is no answer.
create or replace function private.turn_of_inquiry(p_request public.requests, p_old public.inquiries, p_new public.inquiries) returns public.requests
language plpgsql stable set search_path = ''
as $$
begin
  if private.is_erased(p_new.email) then
    p_request.our_turn_since := null;
    p_request.their_turn_since := null;
  elsif not public.is_admin() or p_new.status = p_old.status then
    null;
  elsif p_new.status = 'replied' then
    p_request.their_turn_since := now();
    if p_request.our_turn_since is not null then
      p_request.our_turn_since := null;
      p_request.answered_at := now();
    end if;
  else
    p_request.their_turn_since := null;
    if p_old.status = 'replied' and p_new.status <> 'archived' then
      p_request.our_turn_since := coalesce(private.last_asked_at(p_new.id), now());
      p_request.answered_at := null;
    end if;
  end if;
  return p_request;
end
$$;

-- The one place that writes the copies. What came of a call is of no meaning once it is moved or cancelled.
create or replace function private.copy_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
begin
  if (p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package, p_new.status, p_new.created_at, p_new.time_slot_id)
    is not distinct from
     (p_old.name, p_old.email, p_old.period, p_old.message, p_old.phone, p_old.package, p_old.status, p_old.created_at, p_old.time_slot_id)
  then
    return;
  end if;
  select * into v_request from public.requests r where r.id = p_new.id for no key update;
  if auth.jwt() is not null then
    v_request := private.turn_of_booking(v_request, p_old, p_new);
  end if;
  if p_new.status = 'cancelled' or (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    v_request.outcome := null;
    v_request.outcome_reason := null;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at, starts = lower(p_new.period),
    search_text = private.search_text(p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package),
    our_turn_since = v_request.our_turn_since, answered_at = v_request.answered_at, their_turn_since = v_request.their_turn_since,
    outcome = v_request.outcome, outcome_reason = v_request.outcome_reason
  where id = p_new.id;
end
$$;

create or replace function private.copy_inquiry(p_old public.inquiries, p_new public.inquiries) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
begin
  if (p_new.name, p_new.email, p_new.message, p_new.package, p_new.status, p_new.created_at)
    is not distinct from (p_old.name, p_old.email, p_old.message, p_old.package, p_old.status, p_old.created_at)
  then
    return;
  end if;
  select * into v_request from public.requests r where r.id = p_new.id for no key update;
  if auth.jwt() is not null then
    v_request := private.turn_of_inquiry(v_request, p_old, p_new);
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at,
    search_text = private.search_text(p_new.name, p_new.email, null, p_new.message, null, p_new.package),
    our_turn_since = v_request.our_turn_since, answered_at = v_request.answered_at, their_turn_since = v_request.their_turn_since
  where id = p_new.id;
end
$$;

-- Keeps private.waits as the request says.
create or replace function private.keep_waits(p_request public.requests) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_request.our_turn_since is not null then
    update private.waits set answered_at = null, answered_by = null
    where request_id = p_request.id and asked_at = p_request.our_turn_since;
    if not found then
      insert into private.waits (request_id, asked_at) values (p_request.id, p_request.our_turn_since);
    end if;
  elsif p_request.answered_at is null then
    delete from private.waits where request_id = p_request.id and answered_at is null;
  else
    -- A transaction that began before somebody asked may answer them.
    update private.waits set answered_at = greatest(p_request.answered_at, asked_at), answered_by = private.caller_id()
    where request_id = p_request.id and answered_at is null;
  end if;
end
$$;

create or replace function private.log_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before jsonb := private.booking_state(p_old);
  v_after jsonb := private.booking_state(p_new);
begin
  if p_new.location is distinct from p_old.location then
    v_before := v_before || jsonb_build_object('location', p_old.location);
    v_after := v_after || jsonb_build_object('location', p_new.location);
  end if;
  if v_before <> v_after then
    perform private.log_event(p_new.id, 'change', null, v_before, v_after);
  end if;
  if lower(p_new.email) <> lower(p_old.email) then
    perform private.log_event(p_new.id, 'address');
  end if;
end
$$;

-- Another address is perhaps another person's. The link that went to the first one opens nothing any
-- more, and what was sent there is withdrawn, so that the founder sees that it has to be sent again.
create or replace function private.end_offer_link(p_request_id uuid) returns void
language sql set search_path = ''
as $$
  update public.offers o set link_version = o.link_version + 1 where o.request_id = p_request_id;
  update public.offers o
  set ended = 'withdrawn', ended_at = now(), ended_reason = 'The email address that it was sent to has been corrected.'
  where o.request_id = p_request_id and o.ended is null
    and exists (select 1 from public.offer_versions v where v.offer_id = o.id)
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id)
$$;

-- A confirmed call has one reminder, a day before it begins.
create or replace function private.renew_reminder(p_booking public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_due_at constant timestamptz := private.starts_at(p_booking) - interval '24 hours';
begin
  perform private.drop_mails(p_booking.id, 'visitor', '{reminder}');
  if p_booking.status = 'confirmed' and v_due_at > now() then
    perform private.write_mail(p_booking.id, 'visitor', 'reminder', v_due_at);
  end if;
end
$$;

-- Only of what was created in this transaction, so that restoring a backup sends no mails.
create or replace function private.mail_new_booking(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_new.created_at <> now() or private.starts_at(p_new) <= now() or private.is_erased(p_new.email) then
    return;
  end if;
  perform private.renew_reminder(p_new);
  if public.is_admin() then
    perform private.update_news(p_new.id, true);
  else
    perform private.write_call_mail(p_new.id, 'received', now(), 'booked');
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

-- What visitors do themselves is acknowledged at once, and told to the studio.
create or replace function private.mail_visitors_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_cancelled constant boolean := p_new.status = 'cancelled';
  v_known_start timestamp;
begin
  perform private.write_call_mail(p_new.id, 'received', now(), case when v_is_cancelled then 'cancelled' else 'moved' end);
  if v_is_cancelled then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  elsif exists (select from private.outbox o where o.request_id = p_new.id and (o.recipient, o.kind) = ('studio', 'received') and o.is_waiting) then
    -- The mail about the new booking will have the new time.
    perform private.write_mail(p_new.id, 'studio', 'received');
  else
    select d.known_start into v_known_start from private.drop_mails(p_new.id, 'studio', '{moved}') d;
    perform private.write_mail(p_new.id, 'studio', 'moved', p_known_start => coalesce(v_known_start, lower(p_old.period)));
  end if;
end
$$;

-- Another address gets a first mail of its own.
create or replace function private.mail_new_address(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.drop_mails(p_new.id, 'visitor', '{received,news}');
  if p_new.status <> 'cancelled' then
    perform private.write_call_mail(p_new.id, 'received', now(), 'booked');
  end if;
  if not public.is_admin() then
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

create or replace function private.mail_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
  v_is_changed constant boolean :=
    (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status);
begin
  if v_is_new_address or v_is_changed then
    perform private.renew_reminder(p_new);
  end if;
  if private.starts_at(p_new) <= now() then
    return;
  end if;
  if v_is_new_address then
    perform private.mail_new_address(p_new);
  elsif private.is_visitors_act() then
    if v_is_changed then
      perform private.mail_visitors_change(p_old, p_new);
    end if;
  elsif v_is_changed or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location then
    perform private.update_news(p_new.id, true);
  end if;
end
$$;

-- The studio's mail about a cancelled call outlives the erasure, without a name. What a site is writing has
-- the name, so its lease ends, and the mail is written again.
create or replace function private.forget_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox
  where request_id = p_new.id and not (recipient = 'studio' and kind = 'cancelled' and sent_at is null);
  if p_old.email <> p_new.email then
    update private.outbox set lease = null, lease_until = null where request_id = p_new.id and sent_at is null;
    delete from public.request_events where request_id = p_new.id;
  elsif auth.jwt() is not null then
    perform private.log_booking_change(p_old, p_new);
  end if;
  if not public.is_admin() and p_new.status = 'cancelled' and p_old.status <> 'cancelled' and private.starts_at(p_new) > now() then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  end if;
end
$$;

create or replace function private.forget_inquiry(p_id uuid) returns void
language sql set search_path = ''
as $$
  delete from private.outbox where request_id = p_id;
  delete from public.request_events where request_id = p_id
$$;

create or replace function private.mail_new_inquiry(p_id uuid) returns void
language sql set search_path = ''
as $$
  select private.write_mail(p_id, 'visitor', 'received');
  select private.write_mail(p_id, 'studio', 'received')
$$;

create or replace function private.prepare_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
  from public.time_slots s where s.id = new.time_slot_id;
  if tg_op = 'INSERT' then
    if private.is_visitors_act() then
      new.known := private.call_state(new) || jsonb_build_object('at', now());
    end if;
    -- Before the time is taken, for which others may wait.
    if auth.jwt() is not null then
      perform private.end_their_turn(new.email);
    end if;
    perform private.add_request(new.id, 'booking', new.status, new.created_at, lower(new.period),
      private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package));
    return new;
  end if;
  perform private.check_not_erased(old, new);
  new := private.renew_booking(old, new);
  new.known := private.known_by_change(old, new);
  -- What the site keeps for itself is no change that people see.
  if to_jsonb(new) - '{revision,form_id,known,closed_over}'::text[] <> to_jsonb(old) - '{revision,form_id,known,closed_over}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create or replace function private.follow_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
  elsif tg_op = 'INSERT' then
    if auth.jwt() is not null then
      perform private.log_event(new.id, 'change', null, null, private.booking_state(new));
    end if;
    perform private.mail_new_booking(new);
  else
    perform private.copy_booking(old, new);
    if private.is_erased(new.email) then
      perform private.forget_booking(old, new);
      return null;
    end if;
    if auth.jwt() is not null then
      perform private.log_booking_change(old, new);
    end if;
    if lower(new.email) <> lower(old.email) then
      perform private.end_offer_link(new.id);
    end if;
    perform private.mail_booking_change(old, new);
  end if;
  return null;
end
$$;

create or replace function private.prepare_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    if auth.jwt() is not null then
      perform private.end_their_turn(new.email);
    end if;
    perform private.add_request(new.id, 'inquiry', new.status, new.created_at, null,
      private.search_text(new.name, new.email, null, new.message, null, new.package));
    return new;
  end if;
  if private.is_erased(old.email) and new.status <> old.status and new.status <> 'archived' then
    raise exception using message = 'person_erased';
  end if;
  if to_jsonb(new) - '{revision,form_id}'::text[] <> to_jsonb(old) - '{revision,form_id}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

create or replace function private.follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.copy_inquiry(old, new);
    if private.is_erased(new.email) and old.email <> new.email then
      perform private.forget_inquiry(new.id);
      return null;
    end if;
  end if;
  if auth.jwt() is not null and (tg_op = 'INSERT' or new.status <> old.status) then
    perform private.log_event(new.id, 'change', null,
      case tg_op when 'UPDATE' then jsonb_build_object('status', old.status) end, jsonb_build_object('status', new.status));
  end if;
  if auth.jwt() is not null and tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    perform private.log_event(new.id, 'address');
  end if;
  if tg_op = 'INSERT' then
    if new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
  elsif lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
    perform private.mail_new_inquiry(new.id);
  end if;
  return null;
end
$$;

create or replace function private.follow_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A restored backup brings its own waits.
  if auth.jwt() is null then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if new.our_turn_since is not null then
      perform private.keep_waits(new);
    end if;
  elsif (new.our_turn_since, new.answered_at) is distinct from (old.our_turn_since, old.answered_at) then
    perform private.keep_waits(new);
  end if;
  return null;
end
$$;

-- What a person's erasure leaves of their offers: accepted ones, without their request, and with a
-- link that no longer works. The second statement decides, because the first one waits for an
-- acceptance that is being written, and only a later one sees it.
create or replace function private.erase_offers(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.offers o where o.request_id = p_request_id for no key update;
  delete from private.outbox m where m.request_id = p_request_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_request_id and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  update public.offers o set request_id = null, draft = null, link_version = o.link_version + 1 where o.request_id = p_request_id;
end
$$;

-- Takes away whatever a person wrote, in the one place that knows all of it. A new id of the form, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  perform private.erase_offers(p_id);
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, cancel_reason = null, cancel_message = null, closed_over = null,
    status = coalesce(p_booking_status, status), form_id = gen_random_uuid()
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, form_id = gen_random_uuid()
  where id = p_id;
  update public.requests set outcome_reason = null where id = p_id and outcome_reason is not null;
  delete from public.request_notes where request_id = p_id;
  delete from private.replies where request_id = p_id;
end
$$;

create or replace function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  -- Locked as they are read: an e-mail that is corrected meanwhile is another person's.
  for v_id in select b.id from public.bookings b where lower(b.email) = lower(p_email) order by b.id for no key update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for no key update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every request of this e-mail; returns how many.';

-- Whether these times of the studio's clock exist on their date, and as far apart.
create or replace function private.is_real(p_starts timestamp, p_ends timestamp) returns boolean
language sql stable set search_path = ''
as $$
  select p_starts = starts at time zone private.studio_zone() and p_ends = ends at time zone private.studio_zone()
    and p_ends - p_starts = ends - starts
  from (select p_starts at time zone private.studio_zone() as starts, p_ends at time zone private.studio_zone() as ends) instant
$$;

-- Every slot the weekday or an exception names on each date, with its state. On a closed date only
-- an exception that overrides the closure is available; else the exception decides, else the
-- weekday. Booked means that a booking that is not cancelled overlaps the slot, whichever slot it
-- was made through. Offered means available and real on that date: when the clocks change, a start
-- or an end in the skipped hour does not exist, and a slot across the change is longer or shorter
-- than its times. p_only_free: only those that are offered and not booked.
create or replace function private.slots_between(p_from date, p_to date, p_only_free boolean default false)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week, closed.date is not null as is_closed,
      -- Only a date on which the clocks change has times that do not exist.
      (p_from + n + 1)::timestamp at time zone private.studio_zone() - (p_from + n)::timestamp at time zone private.studio_zone()
        = interval '24 hours' as is_whole
    from generate_series(0, p_to - p_from) n left join public.closed_dates closed on closed.date = p_from + n
  ),
  exceptions as (
    select a.date, a.time_slot_id, a.is_available, a.overrides_closure
    from public.availability a where a.date between p_from and p_to
  ),
  slots as (
    select d.date, d.is_whole, r.time_slot_id,
      case when d.is_closed then coalesce(e.overrides_closure, false) else coalesce(e.is_available, r.is_available) end as is_available
    from days d join public.recurring_availability r using (day_of_week) left join exceptions e using (date, time_slot_id)
    union all
    -- The one-offs of a date, which its weekday does not have.
    select d.date, d.is_whole, e.time_slot_id, case when d.is_closed then e.overrides_closure else e.is_available end
    from exceptions e join days d using (date)
    where not exists (
      select 1 from public.recurring_availability r where r.day_of_week = d.day_of_week and r.time_slot_id = e.time_slot_id)
  ),
  busy as materialized (
    -- One multirange for the whole span: a day with many slots reads its bookings once, by the overlap index.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  )
  select date, s.id, s.start_time, s.end_time, slots.is_available, state.is_offered, state.is_booked
  from slots join public.time_slots s on s.id = time_slot_id cross join busy
  cross join lateral (
    select
      slots.is_available and (slots.is_whole or private.is_real(date + s.start_time, date + s.end_time)) as is_offered,
      busy.periods && tsrange(date + s.start_time, date + s.end_time) as is_booked
  ) state
  where not p_only_free or state.is_offered and not state.is_booked
$$;

create or replace function public.get_available_slots(p_from date, p_to date)
returns table (date date, id uuid, start_time text, end_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := greatest(p_from, private.studio_today() + 1);
  v_to date := least(p_to, private.studio_today() + 365);
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  if v_from > v_to then
    return;
  end if;
  return query
    select s.date, s.id, left(s.start_time::text, 5), left(s.end_time::text, 5)
    from private.slots_between(v_from, v_to, true) s
    order by s.date, s.start_time, s.end_time;
end
$$;
comment on function public.get_available_slots(date, date) is
  'Slots a visitor can book from p_from to p_to, both included, at most 62 days; never today, the past or beyond 365 days.';

-- Raises when a visitor cannot have this time. The time that the same form holds does not count
-- as taken; it is the error's detail, as JSON with date and start_time, because the visitor may not
-- know that it was stored.
create or replace function private.check_time(p_date date, p_time_slot_id uuid, p_form_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
  v_held text := coalesce((
    select jsonb_build_object('date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'))::text
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.form_id = p_form_id and b.status <> 'cancelled' order by b.created_at desc, b.id limit 1), '');
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable', detail = v_held;
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered;
  if not found then
    raise exception using message = 'slot_not_offered', detail = v_held;
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.form_id is distinct from p_form_id
  ) then
    raise exception using message = 'slot_taken', detail = v_held;
  end if;
end
$$;

-- Waits for the submits that this one must not overtake: of the same form, of the same e-mail,
-- for the same date, and for the counts that all share. Always in this order, or two submits could
-- wait for each other.
create or replace function private.lock_submit(p_form_id uuid, p_email text, p_date date) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_form_id is not null then
    perform pg_advisory_xact_lock(1, hashtext(p_form_id::text));
  end if;
  perform pg_advisory_xact_lock(2, hashtext(lower(p_email)));
  if p_date is not null then
    perform pg_advisory_xact_lock(3, hashtext(p_date::text));
  end if;
  perform pg_advisory_xact_lock(4, 0);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

-- What is checked, in this order, and the error of each:
--
--   1. the key of the site (in `declare`, by check_site_key): not_signed
--   2. the texts (check_sender): invalid_name, invalid_email, invalid_message
--   3. the other fields (check_details): invalid_details
--   4. date and time (check_time), first without and then with locks: date_not_bookable,
--      slot_not_offered, slot_taken. Waiting for a lock for too long: too_busy.
--   5. the caps (check_caps), once, under the lock: too_many, too_busy
--   6. what an admin has changed at the same moment, by the constraints when the row is written:
--      slot_taken, slot_not_offered, or too_busy.
--
-- A repeated request returns after 3 when it changes nothing or can no longer be changed; it skips 4
-- when date and time are the same, and 5 when the e-mail address is the same too. create_inquiry
-- does the same without a date and time.
create or replace function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null, p_site_key text default null,
  p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_phone text := p_details ->> 'phone';
  v_old public.bookings;
  v_is_repeat boolean;
  v_moves boolean;
  v_counts boolean;
  v_id uuid;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen,phone}');

  -- Checked twice: first without a lock, so that a rejected call neither waits nor blocks others, then again with the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, p_date);
    end if;
    select * into v_old from public.bookings b where b.form_id = p_request_id order by b.created_at desc, b.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_old.status <> 'pending' or v_old.created_at <= now() - interval '1 hour') then
      return private.repeated_booking(v_old.id, 'unchanged', p_email);
    end if;
    v_moves := not v_is_repeat or (v_old.date, v_old.time_slot_id) is distinct from (p_date, p_time_slot_id);
    v_counts := v_moves or lower(v_old.email) <> lower(p_email);
    if not v_counts and (v_old.name, v_old.email, v_old.message, v_old.package, v_old.fit, v_old.price_seen, v_old.phone)
                            is not distinct from (p_name, p_email, p_message, v_package, v_fit, v_price_seen, v_phone) then
      return private.repeated_booking(v_old.id, 'updated', p_email);
    end if;
    if v_moves then
      perform private.check_time(p_date, p_time_slot_id, p_request_id);
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('booking', p_email, v_address, v_old.id);
    perform private.count_submit('booking', p_email, v_address);
  end if;
  begin
    if not v_is_repeat then
      insert into public.bookings (name, email, date, time_slot_id, message, package, fit, price_seen, phone, form_id)
      values (p_name, p_email, p_date, p_time_slot_id, p_message, v_package, v_fit, v_price_seen, v_phone,
              coalesce(p_request_id, gen_random_uuid()))
      returning id into v_id;
      return private.booking_json(v_id);
    end if;
    update public.bookings set name = p_name, email = p_email, date = p_date, time_slot_id = p_time_slot_id, message = p_message,
      package = v_package, fit = v_fit, price_seen = v_price_seen, phone = v_phone
    where id = v_old.id and status = 'pending';
    -- If not, an admin has just changed it.
    return private.repeated_booking(v_old.id, case when found then 'updated' else 'unchanged' end, p_email);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
    when exclusion_violation then
      raise exception using message = 'slot_taken';
    -- Nobody needs to have the time: the site tries again.
    when deadlock_detected then
      raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
    when lock_not_available then
      raise exception using message = 'too_busy', hint = 'lock';
  end;
end
$$;
comment on function public.create_booking is
  'Books a free slot and returns the row with its slot. The same request id again changes that row while it is pending and under an hour '
  'old; it returns id, status, date, slot and repeat: ''updated'', or ''unchanged'' when nothing was written.';

create or replace function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_row public.inquiries;
  v_is_repeat boolean;
  v_counts boolean;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen}');

  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, null);
    end if;
    -- An erased request is not filled in again by an old form.
    select * into v_row from public.inquiries i
    where i.form_id = p_request_id and not private.is_erased(i.email) order by i.created_at desc, i.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_row.status <> 'new' or v_row.created_at <= now() - interval '1 hour') then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'unchanged');
    end if;
    v_counts := not v_is_repeat or lower(v_row.email) <> lower(p_email);
    if not v_counts and (v_row.name, v_row.email, v_row.message, v_row.package, v_row.fit, v_row.price_seen)
                            is not distinct from (p_name, p_email, p_message, v_package, v_fit, v_price_seen) then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'updated');
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('inquiry', p_email, v_address);
    perform private.count_submit('inquiry', p_email, v_address);
  end if;
  if not v_is_repeat then
    insert into public.inquiries (name, email, message, package, fit, price_seen, form_id)
    values (p_name, p_email, p_message, v_package, v_fit, v_price_seen, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                              'status', v_row.status, 'created_at', v_row.created_at);
  end if;
  update public.inquiries set name = p_name, email = p_email, message = p_message, package = v_package,
    fit = v_fit, price_seen = v_price_seen
  where id = v_row.id and status = 'new';
  return jsonb_build_object('id', v_row.id, 'status', (select i.status from public.inquiries i where i.id = v_row.id),
                            'repeat', case when found then 'updated' else 'unchanged' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.create_inquiry is
  'Stores an inquiry and returns the row. The same request id again changes that row while it is new and under an hour old; it returns '
  'id, status and repeat: ''updated'', or ''unchanged'' when nothing was written.';

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- Only of a confirmed call: the words and the url of its location.
    'where', case when b.status = 'confirmed' then private.call_location(b.location, b.phone) end, 'cancel_message', b.cancel_message, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.request_id = b.id and r.kind = 'propose' and r.sequence = b.calendar_sequence),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

create or replace function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if p_reason is not null and (char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true)) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.check_caps('cancel', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.cancel_managed_booking is
  'Cancels a call that has not begun and returns the booking. Raises changed_meanwhile when its calendar_sequence is not p_seen_sequence.';

create or replace function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checked twice, like create_booking: first without a lock, so that a rejected call neither waits nor blocks others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(v_booking.form_id, v_booking.email, p_date);
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- Nothing to do: this is a second try after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id) and v_booking.status <> 'cancelled' then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    perform private.check_time(p_date, p_time_slot_id, v_booking.form_id);
  end loop;

  perform private.check_caps('change', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  -- One statement takes the new time and frees the old one.
  update public.bookings set date = p_date, time_slot_id = p_time_slot_id, status = 'pending' where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking, which is pending again. Raises the same errors as '
  'cancel_managed_booking and create_booking.';

create or replace function public.erase_managed_booking(p_site_key text, p_id uuid, p_link_version integer, p_email text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_site_key(p_site_key);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_link(v_booking, p_link_version);
  if lower(v_booking.email) is distinct from lower(p_email) then
    raise exception using message = 'email_differs';
  end if;
  -- A call that has not begun is cancelled, because its visitor can no longer be reached.
  perform private.erase_request(p_id, case when private.starts_at(v_booking) > now() then 'cancelled' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.erase_managed_booking is
  'Erases the visitor''s data from this one booking, whose e-mail address must be p_email. Cancels a call that has not begun. The link stops working.';

-- For an admin who sends it to them.
create or replace function public.copy_visitor_link(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_live_admin();
  -- Locked, so that an erasure at the same time deletes this event too.
  select * into v_booking from public.bookings b where b.id = p_booking_id for no key update;
  if not found or private.is_erased(v_booking.email)
    or upper(v_booking.period) <= now() at time zone private.studio_zone() then
    return null;
  end if;
  perform private.log_event(p_booking_id, 'link_copied', null, private.booking_state(v_booking), private.booking_state(v_booking));
  return v_booking.link_version;
end
$$;
comment on function public.copy_visitor_link is
  'The link_version that the visitor''s link of a booking must be signed for, noted in its history. Null when there is no such booking, its '
  'call is over or its person is erased.';

-- The slot for a time that an admin chose for a call: offered and free, or with p_outside any free time.
-- For that a slot is made, if there is none. No visitor can book it, because neither a weekday nor a date
-- offers it. Raises range_invalid, date_past, date_too_far, time_invalid (it does not exist on that
-- date), slot_taken or outside_hours. `p_except` is the booking that moves.
create or replace function private.find_or_create_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours' and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and private.is_real(v_starts, v_ends)) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone private.studio_zone() <= now() then
    raise exception using message = 'date_past';
  end if;
  select jsonb_build_object('name', b.name, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
  into v_detail from public.bookings b
  where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  order by b.period limit 1;
  if found then
    raise exception using message = 'slot_taken', detail = v_detail::text;
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered;
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    select jsonb_build_object('reason', c.reason) into v_detail from public.closed_dates c where c.date = p_date;
    if found then
      raise exception using message = 'date_closed', detail = v_detail::text;
    end if;
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locked, so that nobody deletes it before it is used.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

create or replace function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  -- Nothing to do: this is a second try after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time) and v_booking.status <> 'cancelled' then
    return;
  end if;
  if private.booking_state(v_booking) is distinct from p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select jsonb_build_object('actor', e.actor, 'kind', e.kind, 'before', e.before, 'after', e.after)::text
      from public.request_events e where e.request_id = p_booking_id and e.kind = 'change' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  update public.bookings set date = p_date, time_slot_id = v_slot_id where id = p_booking_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun; its status stays. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time '
  'that is not offered needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'request_gone, slot_taken, date_closed, outside_hours, time_invalid, date_past, date_too_far, range_invalid or too_busy.';

create or replace function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_message text default null, p_details jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  select * into v_old from public.bookings b where b.form_id = p_request_id order by b.created_at desc, b.id limit 1;
  if found then
    -- A second press, or a second try after a lost response.
    if (lower(v_old.email), lower(v_old.period), upper(v_old.period)) = (lower(p_email), p_date + p_start_time, p_date + p_end_time) then
      return v_old.id;
    end if;
    raise exception using message = 'booked_before', detail = private.booking_state(v_old)::text;
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, form_id)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id)
  returning id into v_id;
  -- In a second step, so that the mails, the history and the calendar's SEQUENCE are as after any confirmation.
  update public.bookings set status = 'confirmed' where id = v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.book_call is
  'For admins: books and confirms a call for somebody who asked for it another way, and returns its id. The same request id again books '
  'nothing, and raises booked_before for another person or time; its detail is the call as JSON. No cap counts it, and nobody waits for an '
  'answer. p_details may have package and phone. Raises what create_booking and move_booking raise.';

create or replace function public.set_owner(p_request_id uuid, p_owner uuid default null, p_seen jsonb default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_now uuid;
begin
  perform private.require_live_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  perform private.touch_request(p_request_id);
  select r.owner into v_now from public.requests r where r.id = p_request_id;
  if v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed', detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  perform private.log_event(p_request_id, 'owner', v_email);
  update public.requests set owner = p_owner where id = p_request_id;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody. Raises no_such_admin, request_gone when its person was erased, and owner_changed with the owner''s e-mail address when somebody else has it than p_seen says: {"owner": user id or null}, null for nobody.';

create or replace function public.add_note(p_id uuid, p_request_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  -- The id comes from the form: a note that is sent again after a lost response is stored once, as it is then.
  insert into public.request_notes (id, request_id, author, body)
  values (p_id, p_request_id, private.caller_id(), p_body)
  on conflict (id) do update set body = excluded.body
  where request_notes.author = private.caller_id() and request_notes.request_id = p_request_id and request_notes.body <> excluded.body;
  if found then
    perform private.log_event(p_request_id, 'note', 'added');
  elsif not exists (
    select from public.request_notes n where n.id = p_id and n.request_id = p_request_id and n.author = private.caller_id())
  then
    raise exception using message = 'not_your_note';
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is
  'Adds the caller''s note (at most 5,000 characters) to a request. Raises request_gone, and not_your_note when the id is that of another note.';

-- The request of a note that the caller may change, with a new revision. Raises not_your_note for another
-- author's, and for one that is gone.
create or replace function private.touch_own_note(p_id uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_request_id uuid := (select n.request_id from public.request_notes n where n.id = p_id and n.author = private.caller_id());
begin
  if v_request_id is null then
    raise exception using message = 'not_your_note';
  end if;
  perform private.touch_request(v_request_id);
  return v_request_id;
end
$$;

create or replace function public.edit_note(p_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  perform private.log_event(private.touch_own_note(p_id), 'note', 'edited');
  update public.request_notes set body = p_body, edited_at = now() where id = p_id and author = private.caller_id();
end
$$;
comment on function public.edit_note(uuid, text) is 'Changes a note of the caller''s own. Raises not_your_note.';

create or replace function public.delete_note(p_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  perform private.log_event(private.touch_own_note(p_id), 'note', 'deleted');
  delete from public.request_notes where id = p_id and author = private.caller_id();
end
$$;
comment on function public.delete_note(uuid) is 'Deletes a note of the caller''s own. Raises not_your_note.';

create or replace function public.set_outcome(p_booking_id uuid, p_outcome text default null, p_reason text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  perform private.touch_request(p_booking_id);
  update public.requests set outcome = p_outcome, outcome_reason = p_reason
  where id = p_booking_id and kind = 'booking'
    and (p_outcome is null or status = 'confirmed' and starts <= now() at time zone private.studio_zone());
  if not found then
    raise exception using message = 'call_not_held';
  end if;
  perform private.log_event(p_booking_id, 'outcome', p_outcome);
end
$$;
comment on function public.set_outcome(uuid, text, text) is
  'Says what came of a confirmed call that has begun: ''held'', ''no_show'', ''lost'' with a reason, or null to take it back. Raises '
  'call_not_held for any other call.';

create or replace function public.set_answered(p_request_id uuid, p_answered boolean) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  perform private.log_event(p_request_id, case when p_answered then 'answered' else 'reopened' end);
  if p_answered then
    update public.requests set our_turn_since = null, answered_at = now(), their_turn_since = now()
    where id = p_request_id and our_turn_since is not null;
  else
    update public.requests set our_turn_since = now(), answered_at = null, their_turn_since = null
    where id = p_request_id and our_turn_since is null;
  end if;
end
$$;
comment on function public.set_answered(uuid, boolean) is
  'Says that an answer went out some other way; or, with false, that the visitor has asked again, which begins a new wait.';

-- The calls ahead whose visitors would come at the wrong time, to the wrong place, or for nothing; and whether
-- a mail will tell them. Who does not know of the call at all is not among them while that mail waits.
create or replace function private.find_calls_to_tell() returns table (id uuid, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_today constant date := private.studio_today();
  v_usual constant text := private.location_wording(null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_today or b.known ->> 'date' >= v_today::text)
      -- Most know how their call stands: those are not looked at more closely.
      and (b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'wording', b.known ->> 'closed')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, v_usual) end, case when b.closed_over = b.date then b.date::text end)
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    difference := private.difference(v_booking.known, state);
    continue when not private.is_misleading(difference) or not private.is_ahead(v_booking);
    id := v_booking.id;
    waits := private.will_be_known(v_booking, state);
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create or replace function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', b.cancel_message, 'revision', b.revision,
      'state', c.state, 'known', b.known - 'at', 'difference', to_jsonb(c.difference),
      'is_closed', 'closed' = any (c.difference),
      'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_calls_to_tell() limit 500) c join public.bookings b on b.id = c.id);
end
$$;
comment on function public.get_calls_to_tell() is
  'For admins: the calls ahead (at most the first 500) whose visitors do not know how they stand. "state" is the call as it stands and "known" as '
  'they know it (null: not at all), "difference" in what these differ, "is_closed" that its date was closed over it; "waits" when a mail that will '
  'tell them is in the outbox.';

-- The call as a list showed it to an admin, or as it stands when the list does not say.
create or replace function private.seen_state(p_booking public.bookings, p_seen jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_seen is null then private.call_state(p_booking)
    else (
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
          'location', left(s.location, 500), 'wording', left(s.wording, 1000))
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
      from jsonb_to_record(p_seen) s (status text, date date, start_time time, location text, wording text, closed date))
  end
$$;

-- An admin has told the visitor that the call stands like this. Returns whether that is not so by now, so that
-- they have still to be told.
create or replace function private.set_known_by_admin(p_booking public.bookings, p_state jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := p_state || jsonb_build_object('at', now());
  v_is_misleading constant boolean := private.is_misleading(private.difference(p_state, private.call_state(p_booking)));
begin
  if private.difference(p_booking.known, p_state) <> '{}' then
    perform private.write_known(p_booking.id, v_known, true);
    perform private.log_event(p_booking.id, 'told', null, p_booking.known, v_known);
    if v_is_misleading then
      perform private.update_news(p_booking.id);
    end if;
  end if;
  return v_is_misleading;
end
$$;

create or replace function public.set_known(p_booking_ids uuid[], p_seen jsonb default null) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_left uuid[] := '{}';
begin
  perform private.require_live_admin();
  if p_seen is null then
    raise exception using message = 'changed_meanwhile';
  end if;
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    if private.set_known_by_admin(v_booking, private.seen_state(v_booking, p_seen -> v_booking.id::text)) then
      v_left := v_left || v_booking.id;
    end if;
  end loop;
  return v_left;
end
$$;
comment on function public.set_known is
  'For an admin who has told these visitors themselves how their calls stand. p_seen has by id the "state" in which get_calls_to_tell showed '
  'them, as their visitors know them now. Returns those that have changed since, of whom they have still to be told. Raises changed_meanwhile '
  'without p_seen.';

create or replace function public.undo_known(p_booking_ids uuid[]) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_event public.request_events;
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    -- What they knew before stands in the history. If they have learned something else since, that stays.
    select * into v_event from public.request_events e
    where e.request_id = v_booking.id and e.kind = 'told' and e.after is not null order by e.id desc limit 1;
    continue when not found or v_booking.known is distinct from v_event.after;
    -- No mail is written anew, because nothing about the call has changed.
    update public.bookings set known = v_event.before where id = v_booking.id;
    update private.outbox set must_go = null where request_id = v_booking.id and must_go = 'in words' and is_waiting;
    perform private.log_event(v_booking.id, 'told', 'taken back');
  end loop;
end
$$;
comment on function public.undo_known(uuid[]) is
  'For admins: takes back what set_known has written of these calls, unless their visitors have learned something else since.';

create or replace function public.tell_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A later file of the event has a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, 'news', now());
    perform private.make_go(v_booking.id, 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.tell_location(uuid[]) is
  'For admins: mails the visitors of these calls, if confirmed, still to come and known elsewhere, where they happen, at once. Returns how many.';

create or replace function public.get_usual_location() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('kind', s.location_kind, 'name', s.location_name, 'url', s.location_url, 'is_sample', s.location_is_sample)
    from private.studio_settings s);
end
$$;
comment on function public.get_usual_location() is
  'For admins: where calls happen, {"kind": "video", "name", "url"} or {"kind": "phone"}, and whether that is still the sample.';

create or replace function public.set_usual_location(p_kind text, p_name text default null, p_url text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings
  set location_kind = p_kind, location_name = p_name, location_url = p_url, location_is_sample = false
  where one;
end
$$;
comment on function public.set_usual_location is
  'For admins: where calls happen from now on, ''video'' with a name and an address or ''phone''. Mails nobody: get_calls_to_tell has whom to tell.';

create or replace function public.asks_for_phone() returns boolean
language sql stable security definer set search_path = ''
as $$ select s.location_kind = 'phone' from private.studio_settings s $$;
comment on function public.asks_for_phone() is 'Whether the booking form has a field for a phone number. All that strangers learn of where calls happen.';

-- Raises changed_meanwhile when somebody else has changed the request since this revision was read.
create or replace function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor())
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The status of a request that was answered.
create or replace function private.answered_status(p_request_kind text, p_kind text, p_status text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_request_kind = 'inquiry' then 'replied'
    when p_kind = 'confirm' then 'confirmed'
    when p_kind = 'decline' then 'cancelled'
    else p_status
  end
$$;

-- Whether an answer of this kind can be given. lib/requests/replies.ts offers the same.
create or replace function private.fits_reply(p_kind text, p_booking public.bookings) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_state jsonb;
begin
  case p_kind
    when 'confirm' then return p_booking.status = 'pending' and private.starts_at(p_booking) > now();
    when 'decline' then return p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now();
    when 'after_call' then return p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now();
    when 'change' then
      -- It tells what was changed: once.
      v_state := private.call_state(p_booking);
      return private.is_misleading(private.difference(p_booking.known, v_state)) and private.is_ahead(p_booking)
        and not exists (
          select from private.outbox o join private.replies r on r.id = o.reply_id
          where o.request_id = p_booking.id and o.sent_at is null and o.given_up_at is null
            and r.kind = 'change' and not private.is_untrue(r, v_state));
    else return true;
  end case;
end
$$;

-- What an answer may change of a request, as it is now.
create or replace function private.answerable_state(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind, 'status', r.status, 'period', b.period, 'owner', r.owner, 'our_turn_since', r.our_turn_since,
    'answered_at', r.answered_at, 'their_turn_since', r.their_turn_since, 'known', b.known)
  from public.requests r left join public.bookings b on b.id = r.id
  where r.id = p_id
$$;

create or replace function private.set_request_status(p_id uuid, p_status text) returns void
language sql set search_path = ''
as $$
  update public.bookings set status = p_status where id = p_id and status <> p_status;
  update public.inquiries set status = p_status where id = p_id and status <> p_status
$$;

-- Whether this answer is stored already: its id comes from the form, and what is sent again after a lost
-- response is stored once. Raises reply_sent when it was another text.
create or replace function private.is_reply_stored(p_id uuid, p_kind text, p_subject text, p_body text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_reply private.replies;
begin
  select * into v_reply from private.replies r where r.id = p_id;
  if found and (v_reply.kind, v_reply.subject, v_reply.body) is distinct from (p_kind, p_subject, p_body) then
    raise exception using message = 'reply_sent';
  end if;
  return found;
end
$$;

-- The request was answered: its status, an owner if it has none, and whose turn it is.
create or replace function private.answer_request(p_id uuid, p_kind text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
begin
  select * into v_request from public.requests r where r.id = p_id;
  -- First the status, whose trigger says who waits for whom.
  perform private.set_request_status(p_id, private.answered_status(v_request.kind, p_kind, v_request.status));
  update public.requests r
  set owner = coalesce(r.owner, private.caller_id()),
    our_turn_since = null,
    answered_at = case when v_request.our_turn_since is null then r.answered_at else now() end,
    their_turn_since = case
      when r.kind = 'inquiry' then case when p_kind not in ('decline', 'offer_withdrawn') then now() end
      when p_kind in ('propose', 'follow_up', 'offer') or p_kind = 'answer' and v_request.our_turn_since is not null then now()
      else r.their_turn_since
    end
  where r.id = p_id;
end
$$;

-- How a text says that the call stands; null for one that is not about the call, or not about how it is now.
create or replace function private.reply_state(p_booking public.bookings, p_kind text, p_is_current boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_booking.id is not null and p_is_current and p_kind not in ('after_call', 'offer', 'offer_withdrawn')
    then private.call_state(p_booking) || jsonb_build_object('at', now())
  end
$$;

-- A mail that confirms or declines goes in place of the site's; taken back, the site's goes again.
create or replace function private.swap_news(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null and p_reply.kind in ('confirm', 'decline') then
    perform private.update_news(p_reply.request_id);
  end if;
end
$$;

-- A mail is sent in a minute, in which it can be taken back. What went from an own mail program was read, and
-- the calendar file still has to come.
create or replace function private.pass_on_reply(p_reply private.replies, p_known jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null then
    insert into private.outbox (request_id, recipient, kind, reply_id, due_at, send_after)
    values (p_reply.request_id, 'visitor', 'reply', p_reply.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif p_reply.said is not null then
    perform private.write_known(p_reply.request_id, private.known_after(p_known, p_reply.said, false), true);
  end if;
  perform private.swap_news(p_reply);
end
$$;

create or replace function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_before jsonb;
  v_is_current boolean;
  v_reply private.replies;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  if private.is_reply_stored(p_id, p_kind, p_subject, p_body) then
    return;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  v_before := private.answerable_state(p_request_id);
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e where e.request_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  perform private.log_event(p_request_id, 'reply', p_kind);
  -- What tells of a change answers nothing that somebody asked.
  if p_kind <> 'change' then
    perform private.answer_request(p_request_id, p_kind);
  end if;
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.replies (id, request_id, kind, subject, body, email, sent_by, before, said, sequence)
  values (p_id, p_request_id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_before,
    private.reply_state(v_booking, p_kind, v_is_current), v_booking.calendar_sequence)
  returning * into v_reply;
  perform private.pass_on_reply(v_reply, v_booking.known);
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';

-- Brings back what an answer changed of a request that nobody has changed since.
create or replace function private.restore_answered(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := p_reply.before;
begin
  if p_reply.body is null and p_reply.said is not null then
    update private.outbox set must_go = null where request_id = p_reply.request_id and must_go = 'in words' and is_waiting;
    -- Unless they have learned something else since.
    update public.bookings set known = nullif(v_before -> 'known', 'null')
    where id = p_reply.request_id and known - 'closed' = p_reply.said - 'closed';
  end if;
  perform private.set_request_status(p_reply.request_id, v_before ->> 'status');
  update public.requests r
  set our_turn_since = (v_before ->> 'our_turn_since')::timestamptz, answered_at = (v_before ->> 'answered_at')::timestamptz,
    their_turn_since = (v_before ->> 'their_turn_since')::timestamptz,
    owner = case when v_before ->> 'owner' is null and r.owner = p_reply.sent_by then null else r.owner end
  where r.id = p_reply.request_id;
end
$$;

create or replace function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_now jsonb;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  perform private.touch_request(v_reply.request_id);
  if v_reply.body is not null
    and not exists (
      select from private.outbox o
      where o.reply_id = p_id and o.sent_at is null and o.lease is null and not o.may_have_arrived for no key update)
  then
    raise exception using message = 'reply_sent';
  end if;

  v_now := private.answerable_state(v_reply.request_id);
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = private.answered_status(v_now ->> 'kind', v_reply.kind, v_reply.before ->> 'status')
    and v_now ->> 'period' is not distinct from v_reply.before ->> 'period' and v_now ->> 'our_turn_since' is null;
  delete from private.replies where id = p_id;
  if v_is_same and v_reply.kind <> 'change' then
    perform private.restore_answered(v_reply);
  end if;
  perform private.swap_news(v_reply);
  perform private.log_event(v_reply.request_id, 'reply', 'undone');
  return v_is_same or v_reply.kind = 'change';
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

create or replace function public.undo_changes(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_id uuid;
  v_gone integer := 0;
begin
  perform private.require_live_admin();
  for v_id in select r.id from private.replies r where r.id = any (p_ids) order by r.request_id loop
    begin
      perform public.undo_reply(v_id);
    exception when raise_exception then
      if sqlerrm not in ('reply_sent', 'request_gone') then
        raise;
      end if;
      v_gone := v_gone + 1;
    end;
  end loop;
  return v_gone;
end
$$;
comment on function public.undo_changes(uuid[]) is
  'For admins: takes back what send_changes has sent, as undo_reply. Returns how many could not be, because their mails have gone.';

create or replace function public.send_changes(p_changes jsonb) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change record;
  v_changed uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_change in
    select * from jsonb_to_recordset(p_changes) c (id uuid, request_id uuid, revision integer, subject text, body text) order by c.request_id
  loop
    begin
      perform public.send_reply(v_change.id, v_change.request_id, v_change.revision, 'change', v_change.subject, v_change.body);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone') then
        raise;
      end if;
      v_changed := v_changed || v_change.request_id;
    end;
  end loop;
  return v_changed;
end
$$;
comment on function public.send_changes(jsonb) is
  'For admins: send_reply of kind ''change'' to several visitors at once, all or none: [{"id", "request_id", "revision", "subject", "body"}]. '
  'Returns the requests that were changed since, whose visitors are not told.';

create or replace function public.list_replies(p_request_id uuid)
returns table (
  id uuid, kind text, subject text, body text, sent_by text, created_at timestamptz, sent_at timestamptz, waits boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.subject, r.body, u.email::text, r.created_at, r.sent_at,
           coalesce(o.is_waiting and not o.may_have_arrived, false)
    from private.replies r left join private.outbox o on o.reply_id = r.id left join auth.users u on u.id = r.sent_by
    where r.request_id = p_request_id and r.body is not null
    order by r.created_at;
end
$$;
comment on function public.list_replies(uuid) is
  'For admins: the mails that were written to a request''s visitor, oldest first; "waits" while one can be taken back.';

create or replace function private.newest_version(p_offer_id uuid) returns public.offer_versions
language sql stable set search_path = ''
as $$ select v from public.offer_versions v where v.offer_id = p_offer_id order by v.version desc limit 1 $$;

create or replace function private.write_offer_mail(p_offer public.offers, p_recipient text, p_kind text) returns void
language sql set search_path = ''
as $$ select private.write_mail(p_offer.request_id, p_recipient, p_kind, p_offer_id => p_offer.id) $$;

-- An admin who mails an offer, or that it no longer holds, has answered, as with 'Sent? yes'
-- (send_reply) of what the site does not mail.
create or replace function private.answer_with_offer(p_request_id uuid, p_is_their_turn boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  -- First the status, whose trigger says who waits for whom.
  update public.inquiries set status = 'replied' where id = p_request_id and status <> 'replied';
  update public.requests
  set owner = coalesce(owner, private.caller_id()), our_turn_since = null,
    answered_at = case when our_turn_since is null then answered_at else now() end,
    their_turn_since = case when p_is_their_turn then now() end
  where id = p_request_id;
end
$$;

-- Begins what changes an offer: a new revision of its request, which waits for nobody to decide any more, an
-- event of this kind, and the offer, locked. Raises offer_gone when there is none, request_gone when its person
-- was erased, and offer_accepted.
create or replace function private.touch_offer(p_id uuid, p_what text) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.touch_request(v_request);
  perform private.log_event(v_request, 'offer', p_what);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  update public.requests set their_turn_since = null where id = v_request and their_turn_since is not null;
  return v_offer;
end
$$;

create or replace function public.save_offer_draft(p_request_id uuid, p_draft jsonb, p_seen_revision integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  select * into v_offer from public.offers o where o.request_id = p_request_id for no key update;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = v_offer.id) then
    raise exception using message = 'offer_accepted';
  end if;
  if coalesce(v_offer.draft_revision, 0) is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_offer.id is null then
    insert into public.offers (request_id, draft, draft_revision, created_by)
    values (p_request_id, p_draft, 1, private.actor())
    returning * into v_offer;
    perform private.log_event(p_request_id, 'offer', 'begun');
  else
    update public.offers o set draft = p_draft, draft_revision = o.draft_revision + 1 where o.id = v_offer.id
    returning * into v_offer;
  end if;
  return jsonb_build_object('id', v_offer.id, 'draft_revision', v_offer.draft_revision);
end
$$;
comment on function public.save_offer_draft(uuid, jsonb, integer) is
  'Stores the draft of a request''s offer, which it makes if there is none yet (p_seen_revision 0); returns id and draft_revision. Raises '
  'changed_meanwhile when the draft is not the one that was seen, offer_accepted, or request_gone.';

create or replace function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version integer;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'sent');
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  -- The site shows dates up to so many days ahead: a later one is a slip of the year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_version := coalesce((private.newest_version(p_offer_id)).version, 0) + 1;
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_version, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  -- A stranger with the link must not keep the visitor from accepting this one, too.
  delete from private.offer_guesses where offer_id = p_offer_id;
  perform private.drop_mails(v_offer.request_id, 'studio', '{offer_declined}');
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer_withdrawn}');
  if p_mailed then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer');
    perform private.answer_with_offer(v_offer.request_id, true);
  end if;
  return v_version;
end
$$;
comment on function public.send_offer is
  'Freezes the next version of an offer, of the draft that was seen; returns its number. Mails its link, which answers the request; with '
  'p_mailed false an admin sends it, and says so by send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or '
  'request_gone.';

create or replace function public.withdraw_offer(p_offer_id uuid, p_reason text default null, p_mailed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_waited boolean;
  v_is_known boolean;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'withdrawn');
  if v_offer.ended is not null or private.newest_version(p_offer_id) is null then
    raise exception using message = 'offer_not_open';
  end if;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  v_waited := exists (select from private.drop_mails(v_offer.request_id, 'visitor', '{offer}'));
  -- Who was never mailed it needs no mail. Of what was sent some time ago, or by an admin, there is no
  -- mail any more.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), not v_waited) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer';
  if p_mailed and v_is_known then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer_withdrawn');
    perform private.answer_with_offer(v_offer.request_id, false);
  end if;
end
$$;
comment on function public.withdraw_offer is
  'Takes an offer back, with a reason (or null) that its visitor reads. Mails them if they were mailed the offer, which answers the request; '
  'with p_mailed false an admin does, and says so by send_reply. Raises offer_not_open, offer_accepted, offer_gone or request_gone.';

create or replace function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'accepted by email');
  v_version := private.newest_version(p_offer_id);
  if v_offer.ended is not null or v_version.version is distinct from p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    coalesce((select b.email from public.bookings b where b.id = v_offer.request_id),
             (select i.email from public.inquiries i where i.id = v_offer.request_id)),
    p_email_text, private.actor(), private.keep_until(p_keep_years));
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the newest version p_version was accepted by e-mail, with this text, also after its last day. Raises changed_meanwhile when it is '
  'not the newest, or was withdrawn or declined; offer_accepted, offer_gone or request_gone.';

create or replace function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', o.ended, 'ended_at', o.ended_at,
      'withdrawn_reason', case o.ended when 'withdrawn' then o.ended_reason end,
      'accepted_at', a.accepted_at,
      'versions', (
        select jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id))
    from public.offers o left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null
      and exists (select 1 from public.offer_versions v where v.offer_id = o.id));
end
$$;
comment on function public.get_offer(text, uuid) is
  'An offer for its visitor''s page, all that was sent of it, with the link_version that the page''s link must be signed for; null when there is none.';

-- Null when the holder of this e-mail may accept or decline version p_version; else what is in the way. Locks
-- the request and the offer, and counts a wrong e-mail, which is why it is returned and not raised.
create or replace function private.admit_answer(
  p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
  v_email text;
  v_offer public.offers;
  v_version public.offer_versions;
  v_acceptance public.offer_acceptances;
begin
  perform private.lock_request(v_request);
  v_email := coalesce((select b.email from public.bookings b where b.id = v_request), (select i.email from public.inquiries i where i.id = v_request));
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  v_version := private.newest_version(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.version is null or v_offer.link_version is distinct from p_link_version then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  if v_offer.ended is not null then
    return jsonb_build_object('outcome', v_offer.ended, 'at', v_offer.ended_at);
  end if;
  if (v_version.version, v_version.sha256) is distinct from (p_version, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  if (select count(*) from private.offer_guesses g where g.offer_id = p_id) >= 5 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs');
  end if;
  return null;
end
$$;

create or replace function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_name text, p_email text, p_consent text,
  p_keep_years integer
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.check_sender(p_name, p_email, null);
  v_offer := private.touch_offer(p_id, 'accepted');
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
  values (p_id, p_version, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.accept_offer is
  'Accepts the version that its visitor saw; returns an outcome: ''accepted'', or why nothing was stored: ''link_invalid'', ''already_accepted'' '
  'and ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', ''expired'', ''email_differs'', ''too_many_emails''. Raises invalid_name and too_busy.';

create or replace function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text, p_reason text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  v_offer := private.touch_offer(p_id, 'declined');
  update public.offers set ended = 'declined', ended_at = now(), ended_reason = p_reason where id = p_id;
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.decline_offer is
  'Declines the version that its visitor saw, with a reason or null; returns ''declined_now'', or the outcomes of accept_offer when nothing was stored.';

-- The call as a mail says that it stands, and to which address.
create or replace function private.said_by(p_mail private.outbox, p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_mail.recipient <> 'visitor' or p_booking.id is null then null
    when p_mail.kind = 'reply' then (
      select r.said || jsonb_build_object('link_version', p_booking.link_version) from private.replies r where r.id = p_mail.reply_id)
    when p_mail.kind in ('received', 'news', 'reminder') then
      private.call_state(p_booking)
        || jsonb_build_object('at', now(), 'link_version', p_booking.link_version, 'sequence', p_booking.calendar_sequence)
  end
$$;

-- What a mail says that is new to its visitor. After a try that was perhaps read, and said another status, that
-- is new too.
create or replace function private.new_in_mail(p_mail private.outbox, p_booking public.bookings, p_last_said jsonb) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  v_state constant jsonb := private.call_state(p_booking);
begin
  return private.difference(p_booking.known, v_state)
    || case
      when p_mail.must_go = 'perhaps read' and p_last_said ->> 'status' <> p_booking.status then '{status}'
      else '{}'
    end::text[];
end
$$;

-- Of a mail that says how a call stands, its visitor reads what is new to them: "kind" says what, "known_date"
-- and "known_start_time" when it was, and "known_location" where.
create or replace function private.booking_mail_json(p_mail private.outbox, p_booking public.bookings, p_last_said jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_is_news constant boolean := p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news');
  v_difference constant text[] := case when v_is_news then private.new_in_mail(p_mail, p_booking, p_last_said) else '{}' end;
  v_is_moved constant boolean := 'time' = any (v_difference);
begin
  return jsonb_build_object(
    'kind', case when v_is_news then private.call_mail_kind(v_difference, p_booking.status, p_mail.act) else p_mail.kind end,
    'known_date', case when v_is_moved then p_booking.known ->> 'date' else p_mail.known_start::date::text end,
    'known_start_time', case when v_is_moved then p_booking.known ->> 'start_time' else to_char(p_mail.known_start, 'HH24:MI') end,
    'known_location', case when v_difference && '{location,usual}' then p_booking.known ->> 'wording' end,
    -- As a site from before November 2026 calls it.
    'told_location', case when v_difference && '{location,usual}' then p_booking.known ->> 'wording' end,
    'about', 'booking', 'about_id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email,
    'message', p_booking.message, 'package', p_booking.package, 'status', p_booking.status, 'created_at', p_booking.created_at,
    'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'), 'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'location', p_booking.location, 'where', private.call_location(p_booking.location, p_booking.phone),
    'cancel_reason', p_booking.cancel_reason, 'cancel_message', p_booking.cancel_message,
    'link_version', p_booking.link_version, 'calendar_sequence', p_booking.calendar_sequence);
end
$$;

create or replace function private.inquiry_mail_json(p_inquiry_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'inquiry', 'about_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
    'status', i.status, 'created_at', i.created_at)
  from public.inquiries i
  where i.id = p_inquiry_id
$$;

create or replace function private.offer_mail_json(p_offer_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'offer', 'about_id', f.request_id, 'offer_id', f.id,
    'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
    'link_version', f.link_version, 'version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until,
    'channel', a.channel, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'ended_reason', f.ended_reason,
    -- As a site from before November 2026 calls them.
    'n', v.version, 'how', a.channel)
  from public.offers f
  cross join private.newest_version(f.id) v
  left join public.offer_acceptances a on a.offer_id = f.id
  left join public.bookings b on b.id = f.request_id
  left join public.inquiries i on i.id = f.request_id
  where f.id = p_offer_id
$$;

-- A reply's thread is the mail that said that the request has arrived. Its Message-ID has the id, which is all
-- that a site from before reads, and the SEQUENCE that it said.
create or replace function private.reply_mail_json(p_reply_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('kind', r.kind, 'subject', r.subject, 'body', r.body,
    'thread', thread.id, 'thread_sequence', coalesce((thread.said ->> 'sequence')::integer, 0))
  from private.replies r
  left join lateral (
    select o.id, o.said from private.outbox o
    where o.request_id = r.request_id and (o.kind, o.recipient) = ('received', 'visitor') and o.sent_at is not null
      and coalesce(o.act, 'booked') = 'booked'
    order by o.sent_at desc limit 1) thread on true
  where r.id = p_reply_id
$$;

create or replace function private.mail_json(p_mail private.outbox, p_last_said jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', null, 'known_start_time', null)
    || case
      when p_mail.offer_id is not null then private.offer_mail_json(p_mail.offer_id)
      else coalesce(
        (select private.booking_mail_json(p_mail, b, p_last_said) from public.bookings b where b.id = p_mail.request_id),
        private.inquiry_mail_json(p_mail.request_id))
    end
    || case when p_mail.reply_id is null then '{}' else jsonb_build_object('reply', private.reply_mail_json(p_mail.reply_id)) end
$$;

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when p_mail.offer_id is not null then exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          else false
        end)
    when p_mail.kind = 'reply' then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        or p_mail.kind = 'reminder' and b.status <> 'confirmed'))
  end
$$;

-- Whether a mail about a call would say nothing new to its visitor, and need not go all the same. (A mail
-- whose lease has run out was perhaps read.)
create or replace function private.is_unneeded(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.kind = 'news' and p_mail.must_go is null and p_mail.lease is null and exists (
    select from public.bookings b
    where b.id = p_mail.request_id and not private.needs_mail(private.difference(b.known, private.call_state(b))))
$$;

-- Why what an admin wrote cannot be sent: the visitor has another address since ('address_changed'), or it
-- says how a call stands that was changed since ('changed_meanwhile'). Null when it can.
create or replace function private.untrue_reply(p_mail private.outbox) returns text
language sql stable set search_path = ''
as $$
  select case
    when lower(r.email) <> lower(private.email_of(r.request_id)) then 'address_changed'
    when private.is_untrue(r, private.call_state(b)) then 'changed_meanwhile'
  end
  from private.replies r left join public.bookings b on b.id = r.request_id
  where r.id = p_mail.reply_id
$$;

-- How many mails an address got in the last 24 hours, including those that are being sent.
create or replace function private.count_mails(p_request_id uuid) returns bigint
language sql stable set search_path = ''
as $$
  select count(*)
  from (
    select lower(b.email) from public.bookings b where b.id = p_request_id
    union all
    select lower(i.email) from public.inquiries i where i.id = p_request_id
  ) person (email)
  join lateral (
    select b.id from public.bookings b where lower(b.email) = person.email
    union all
    select i.id from public.inquiries i where lower(i.email) = person.email
  ) request on true
  join private.outbox o on o.request_id = request.id
  where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
$$;

create or replace function private.give_up(p_id uuid, p_error text) returns void
language sql set search_path = ''
as $$
  update private.outbox
  set given_up_at = now(), may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null, last_error = p_error
  where id = p_id
$$;

-- What was perhaps read must be followed by a mail.
create or replace function private.mark_perhaps_read(p_mail private.outbox) returns private.outbox
language plpgsql set search_path = ''
as $$
begin
  if p_mail.lease is not null and p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news') then
    p_mail.must_go := 'perhaps read';
  end if;
  return p_mail;
end
$$;

-- Of two mails that say how a call stands one is enough: the one that waits, which then goes if this one had
-- to. Returns whether there was one.
create or replace function private.give_way(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if p_mail.recipient <> 'visitor' or p_mail.kind not in ('received', 'news') or not exists (
    select from private.outbox o
    where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.kind in ('received', 'news') and o.is_waiting and o.id <> p_mail.id)
  then
    return false;
  end if;
  delete from private.outbox where id = p_mail.id;
  if p_mail.must_go is not null then
    perform private.make_go(p_mail.request_id, p_mail.must_go);
  end if;
  return true;
end
$$;

-- Whether another mail about the call is on its way: what that says is known before this one is written. So is
-- an admin's own mail that goes in its place.
create or replace function private.has_to_wait(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news') and (
    exists (
      select from private.outbox o left join private.replies r on r.id = o.reply_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('received', 'news') or r.said is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now())
    or exists (
      select from public.bookings b
      where b.id = p_mail.request_id and private.has_reply_instead(b.id, private.call_state(b))))
$$;

-- A reminder, or what an admin wrote, was perhaps read and is not true any more. Who has learned nothing
-- since is told how the call stands.
create or replace function private.follow_lost_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_mail.kind in ('reminder', 'reply') and p_mail.lease is not null and exists (
    select from public.bookings b
    where b.id = p_mail.request_id and private.starts_at(b) > now()
      and (b.known ->> 'at')::timestamptz <= (p_mail.said ->> 'at')::timestamptz
      and private.needs_mail(private.difference(p_mail.said, private.call_state(b))))
  then
    perform private.write_call_mail(p_mail.request_id, 'news', now());
    perform private.make_go(p_mail.request_id, 'perhaps read');
  end if;
end
$$;

-- Whether a mail that is due, and locked with its booking, is sent now. If not, it waits on, is given up, or is
-- deleted.
create or replace function private.admit_mail(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if private.is_outdated(p_mail) or private.is_unneeded(p_mail) then
    delete from private.outbox where id = p_mail.id;
    perform private.follow_lost_mail(p_mail);
  elsif private.give_way(private.mark_perhaps_read(p_mail)) or private.has_to_wait(p_mail) then
    null;
  elsif private.untrue_reply(p_mail) is not null then
    perform private.give_up(p_mail.id, private.untrue_reply(p_mail));
    perform private.update_news(p_mail.request_id);
    perform private.follow_lost_mail(p_mail);
  -- Nobody said what became of it, for the second time.
  elsif p_mail.lease is not null and p_mail.may_have_arrived then
    perform private.give_up(p_mail.id, 'unanswered');
  elsif p_mail.due_at <= now() - interval '24 hours' then
    perform private.give_up(p_mail.id, coalesce(p_mail.last_error, 'not tried'));
  elsif p_mail.recipient = 'visitor'
    and private.count_mails(p_mail.request_id) >= (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours')
  then
    update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = p_mail.id;
  else
    return true;
  end if;
  return false;
end
$$;

-- Leases a mail to the calling site.
create or replace function private.lease_mail(p_mail private.outbox) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_last_said constant jsonb := p_mail.said;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  update private.outbox
  set may_have_arrived = may_have_arrived or lease is not null,
    lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1,
    said = private.said_by(p_mail, v_booking), must_go = (private.mark_perhaps_read(p_mail)).must_go
  where id = p_mail.id returning * into p_mail;
  return private.mail_json(p_mail, v_last_said);
end
$$;

-- Whether the mail's booking, if it is about one, could be locked at once.
create or replace function private.lock_booking_of(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_mail.request_id for no key update skip locked;
  return found or not exists (select from public.bookings b where b.id = p_mail.request_id);
end
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- One claim at a time, or two together could exceed an address's cap.
  perform pg_advisory_xact_lock(6, 0);
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    -- The older first. Of those that one change has written, the site's own before an admin's words.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Read anew: one that gave way may have changed it, or the booking.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.lock_booking_of(v_mail) and private.admit_mail(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for twelve minutes and returns each with its booking or inquiry, and in "kind" what it '
  'says of a call. Deletes mails that are no longer true or say nothing new, and gives up replies that are not true, mails that have been due '
  'for 24 hours, and those whose lease has run out twice.';

-- Locks the mail, if the lease holds. Raises not_leased when it has ended or belongs to another site.
create or replace function private.lock_leased_mail(p_id uuid, p_lease uuid) returns private.outbox
language plpgsql set search_path = ''
as $$
declare
  v_mail private.outbox;
begin
  select * into v_mail from private.outbox o
  where o.id = p_id and o.lease = p_lease and o.lease_until > now() for no key update;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  return v_mail;
end
$$;

create or replace function private.end_lease(p_id uuid, p_outcome text, p_error text) returns void
language sql set search_path = ''
as $$
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case p_outcome when 'sent' then now() end,
      attempts = o.attempts - case p_outcome when 'released' then 1 else 0 end,
      last_error = case when p_outcome in ('failed', 'refused') then left(p_error, 200) else o.last_error end,
      -- 1, 2, 4 … minutes, at most two hours.
      send_after = case p_outcome
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case p_outcome when 'refused' then now() end
  where o.id = p_id
$$;

-- A mail server took the mail: its visitor knows what it said, if it went to the address that they have now.
create or replace function private.set_known_by_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_kind text := (select r.kind from private.replies r where r.id = p_mail.reply_id);
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if v_booking.link_version <> (p_mail.said ->> 'link_version')::integer then
    return;
  end if;
  perform private.write_known(p_mail.request_id, private.known_after(v_booking.known, p_mail.said, coalesce(v_kind = 'change', false)),
    -- A mail that confirms or declines has the calendar file, like those of the site.
    coalesce(v_kind not in ('confirm', 'decline'), false));
  -- One that confirms or declines went in place of the site's, also of one that was perhaps read before it.
  if v_kind in ('confirm', 'decline') and private.difference(p_mail.said, private.call_state(v_booking)) = '{}' then
    delete from private.outbox
    where request_id = p_mail.request_id and recipient = 'visitor' and kind in ('received', 'news')
      and sent_at is null and given_up_at is null and (lease is null or lease_until <= now());
  end if;
end
$$;

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  -- A site from before November 2026 gives the sequence of what it has really sent, and no "kept".
  v_is_kept constant boolean := coalesce((p_result ->> 'kept')::boolean, not p_result ? 'told_sequence');
  v_mail private.outbox;
begin
  perform private.require_site_key(p_site_key);
  -- The word of such a site for what says nothing new. The next claim drops it.
  if v_outcome = 'unneeded' then
    v_outcome := 'released';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'unanswered', 'released') is not true then
    raise exception using message = 'invalid_result';
  end if;
  perform private.lock_request((select o.request_id from private.outbox o where o.id = p_id));
  v_mail := private.lock_leased_mail(p_id, p_lease);
  -- What may have arrived is not tried again before its lease ends.
  if v_outcome = 'unanswered' then
    update private.outbox set last_error = v_outcome where id = p_id;
    return;
  end if;
  if v_outcome in ('failed', 'released') and private.give_way(v_mail) then
    return;
  end if;
  perform private.end_lease(p_id, v_outcome, p_result ->> 'error');
  if v_outcome = 'sent' and v_mail.reply_id is not null then
    update private.replies set sent_at = now() where id = v_mail.reply_id;
  end if;
  if v_outcome in ('failed', 'released') or v_mail.said is null then
    return;
  end if;
  if v_outcome = 'sent' and not v_is_kept then
    perform private.set_known_by_mail(v_mail);
  end if;
  -- The call was changed while the mail was on its way. Compared with what the mail said, because one that was
  -- refused, or only kept as a file, was read by nobody.
  if private.needs_mail(private.difference(v_mail.said, (select private.call_state(b) from public.bookings b where b.id = v_mail.request_id))) then
    perform private.update_news(v_mail.request_id);
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent", "kept": false}, with "kept": true when it was only saved as a file, "released" (not '
  'tried), "unanswered" (it was handed over, and the mail server did not say whether it took it: tried once more when the lease ends), '
  '"failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises not_leased when the lease has ended or '
  'belongs to another site; its detail is "sent" when that result is stored already. Otherwise the mail that was just written is not wanted: '
  'its person may have been erased.';

create or replace function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text, may_have_arrived boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
           o.may_have_arrived or o.last_error is not distinct from 'unanswered'
    from private.outbox o
    left join public.bookings b on b.id = o.request_id
    left join public.inquiries i on i.id = o.request_id
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up within the last seven days, and those that wait for more than 15 minutes, but for those that were dismissed.';

create or replace function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.outbox;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_mail in
    select * from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now())
    order by o.created_at, o.id
    for no key update skip locked
  loop
    continue when not private.lock_booking_of(v_mail) or private.give_way(private.mark_perhaps_read(v_mail));
    if v_mail.lease is null and (private.is_outdated(v_mail) or private.is_unneeded(v_mail)) then
      delete from private.outbox where id = v_mail.id;
    elsif private.untrue_reply(v_mail) is null then
      update private.outbox
      set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now(),
        may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null,
        must_go = (private.mark_perhaps_read(v_mail)).must_go
      where id = v_mail.id;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;
comment on function public.retry_mails(uuid[]) is
  'For admins: makes mails that were not delivered due now, with 24 hours to be tried in. Returns how many; those that are no longer true are '
  'deleted, and replies that are not are left as they are.';

create or replace function public.dismiss_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_live_admin();
  update private.outbox set dismissed_at = now()
  where id in (
    select o.id from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and o.dismissed_at is null for no key update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.dismiss_mails(uuid[]) is
  'For admins: get_mail_problems lists these mails no longer. One that still waits is tried as before. Returns how many.';

-- Raises for arguments that no list has.
create or replace function private.check_list(
  p_view text, p_type text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_outcome text
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'their_turn', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status not in ('pending', 'confirmed', 'cancelled', 'new', 'read', 'replied', 'archived') then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost', 'quoted', 'won') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'turn') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;
end
$$;

-- For so long a request stands under 'Waiting for them'.
create or replace function private.their_turn_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '14 days' $$;

-- The views' numbers. Planned anew for each call, like the next function: a plan for any arguments cannot know
-- how many rows there will be. Midnights are timestamps, not dates, because row-level security keeps a
-- comparison of the two from the indexes.
create or replace function private.count_views(p_today timestamp, p_overdue_before timestamptz, p_their_turn_from timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    -- One status at a time: an index counts equal entries several times faster than a group by does.
    with by_status as materialized (
      select s as status, (select count(*) from public.requests where status = s) as total
      from unnest('{pending,confirmed,cancelled,new,read,replied,archived}'::text[]) s
    ), ahead as materialized (
      select count(*) as total from public.requests where starts >= p_today and status <> 'cancelled'
    ), ours as materialized (
      select our_turn_since from public.requests
      where our_turn_since is not null and status not in ('cancelled', 'archived') and open_until >= p_today
    )
    select jsonb_build_object(
      'all', sum(total),
      'to_answer', (select count(*) from ours),
      'overdue', (select count(*) from ours where our_turn_since < p_overdue_before),
      'their_turn', (
        select count(*) from public.requests where their_turn_since > p_their_turn_from and status not in ('cancelled', 'archived')),
      'upcoming', (select total from ahead),
      'past', sum(total) filter (where status in ('pending', 'confirmed')) - (select total from ahead),
      'archived', sum(total) filter (where status in ('cancelled', 'archived')),
      'pending', sum(total) filter (where status = 'pending'),
      'new', sum(total) filter (where status = 'new'),
      'bookings', sum(total) filter (where status in ('pending', 'confirmed', 'cancelled')),
      'inquiries', sum(total) filter (where status in ('new', 'read', 'replied', 'archived')))
    from by_status);
end
$$;

-- Each status with its kind, and the views that have it. The two after it are bound at creation, because the
-- list's caller, with whose rights they run, may not name what is in this schema.
create or replace function private.list_statuses() returns table (status text, kind text, views text[])
language sql immutable set search_path = ''
as $$
  values
    ('pending', 'booking', '{all,to_answer,their_turn,upcoming,past}'::text[]),
    ('confirmed', 'booking', '{all,to_answer,their_turn,upcoming,past}'),
    ('cancelled', 'booking', '{all,archived}'),
    ('new', 'inquiry', '{all,to_answer,their_turn}'),
    ('read', 'inquiry', '{all,to_answer,their_turn}'),
    ('replied', 'inquiry', '{all,to_answer,their_turn}'),
    ('archived', 'inquiry', '{all,archived}')
$$;

create or replace function private.view_statuses(p_view text, p_kind text, p_status text) returns text[]
language sql immutable set search_path = ''
begin atomic
  select array(
    select s.status from private.list_statuses() s
    where p_view = any (s.views) and (p_kind is null or s.kind = p_kind) and (p_status is null or s.status = p_status));
end;

-- For each of these statuses what the search text has to have; null when nothing is searched. A word that
-- begins the kind or the status is found there, which leaves '%'.
create or replace function private.status_patterns(p_statuses text[], p_patterns text[]) returns text[]
language sql immutable set search_path = ''
begin atomic
  select array(
    select array(
      select case when s.kind like substr(p, 2) or s.status like substr(p, 2) then '%' else p end
      from unnest(p_patterns) with ordinality as patterns (p, nth) order by nth)
    from unnest(p_statuses) with ordinality as wanted (status, nth) join private.list_statuses() s using (status)
    order by wanted.nth)
  where p_patterns <> '{}';
end;

-- The requests whose offer was sent and has not ended, also by its last day, or was accepted.
create or replace function private.offered_requests(p_outcome text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if p_outcome in ('quoted', 'won') is not true then
    return null;
  end if;
  return array(
    select o.request_id from public.offers o
    where exists (select 1 from public.offer_versions v where v.offer_id = o.id)
      and o.ended is null and o.request_id is not null
      and (p_outcome = 'won') = exists (select 1 from public.offer_acceptances a where a.offer_id = o.id));
end
$$;

-- How many requests a list has, if an index knows it; else null, and they are counted as they are found.
create or replace function private.count_list(
  p_counts jsonb, p_statuses text[], p_today timestamp, p_view text, p_type text, p_status text, p_is_narrowed boolean
) returns bigint
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if p_is_narrowed or p_view in ('to_answer', 'their_turn') and num_nonnulls(p_type, p_status) > 0 then
    return null;
  end if;
  if num_nonnulls(p_type, p_status) = 0 then
    return (p_counts ->> p_view)::bigint;
  end if;
  return (
    select count(*) from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today));
end
$$;

-- The ids of one page, in order, and how many there are on all pages; p_count is that number if it is known. The
-- arrays have what is sought in requests of each status.
create or replace function private.find_requests(
  p_statuses text[], p_patterns text[], p_offered uuid[], p_count bigint, p_today timestamp, p_their_turn_from timestamptz,
  p_view text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_owner uuid, p_outcome text
) returns table (total bigint, ids uuid[])
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line constant integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  -- What is sought in every status, when that is the same, so that no row has to look it up.
  v_patterns constant text[] := case
    when (select count(distinct p_patterns[nth:nth]) = 1 from generate_subscripts(p_patterns, 1) nth) then p_patterns[1:1] end;
  v_is_whole constant boolean :=
    p_patterns is null and p_owner is null and p_outcome is null and p_view not in ('to_answer', 'their_turn');
begin
  total := p_count;
  if v_is_whole and p_sort = 'created' then
    -- By the index on created_at, so that no more is read than is shown or skipped.
    select array_agg(page.id) into ids
    from (
      select r.id from public.requests r
      where r.status = any (p_statuses)
        and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      order by
        case when not p_descending then r.created_at end, case when not p_descending then r.id end desc,
        r.created_at desc, r.id
      limit p_limit offset p_offset
    ) page;
    return next;
    return;
  end if;

  with matching as (
    select r.id, r.created_at,
      case p_sort
        when 'type' then r.kind
        when 'status' then r.status
        when 'date' then case when p_view = 'upcoming' then r.starts::text else r.starts::date::text end
        when 'time' then r.starts::time::text
        when 'turn' then (coalesce(r.our_turn_since, r.their_turn_since) at time zone 'UTC')::text
        when 'created' then null
        else nullif(split_part(r.search_text, E'\n', v_line), '')
      end collate "C" as sort_key
    from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      and (p_view <> 'to_answer' or r.our_turn_since is not null and r.open_until >= p_today)
      and (p_view <> 'their_turn' or r.their_turn_since > p_their_turn_from)
      and (p_owner is null or r.owner = p_owner)
      and (p_offered is null or r.id = any (p_offered))
      and (p_outcome is null or p_offered is not null
        or coalesce(r.outcome, 'none') = p_outcome and r.status = 'confirmed' and r.starts < p_today)
      and (p_patterns is null or r.search_text like all (
        coalesce(v_patterns, case r.status
          when p_statuses[1] then p_patterns[1:1] when p_statuses[2] then p_patterns[2:2] when p_statuses[3] then p_patterns[3:3]
          when p_statuses[4] then p_patterns[4:4] when p_statuses[5] then p_patterns[5:5] when p_statuses[6] then p_patterns[6:6]
          else p_patterns[7:7] end)))
    -- Found first and sorted then: all of them are counted, so that the order of an index saves nothing.
    offset 0
  )
  -- With the rows that are skipped, because also a page past the last one tells the total.
  select array_agg(page.id order by page.nth) filter (where page.nth > p_offset), coalesce(total, max(page.count), 0)
  into ids, total
  from (
    select sorted.*, row_number() over () as nth
    from (
      select m.id, case when total is null then count(*) over () end as count
      from matching m
      order by
        case when not p_descending then m.sort_key end nulls last,
        case when p_descending then m.sort_key end desc nulls last,
        case when p_sort = 'created' and not p_descending then m.created_at end,
        m.created_at desc, m.id
      limit p_offset + p_limit
    ) sorted
  ) page;
  return next;
end
$$;

create or replace function private.list_rows(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'type', r.kind, 'id', r.id, 'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email),
      'message', left(coalesce(b.message, i.message), 500), 'status', r.status, 'created_at', r.created_at,
      'our_turn_since', r.our_turn_since, 'their_turn_since', r.their_turn_since, 'owner', r.owner,
      'revision', coalesce(b.revision, i.revision))
    || case r.kind
      when 'booking' then jsonb_build_object('outcome', r.outcome, 'date', b.date,
        'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
      else '{}'
    end order by page.nth), '[]')
  from unnest(p_ids) with ordinality as page (id, nth)
  join public.requests r on r.id = page.id
  left join public.bookings b on b.id = page.id
  left join public.inquiries i on i.id = page.id;
end;

-- The parts are called from a body that is bound at creation, because its caller has no right to the schema
-- private; the tables are read with the caller's rights.
create or replace function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0,
  p_owner uuid default null, p_outcome text default null
) returns jsonb
-- PostgREST sets it before the call; Postgres alone would not stop a statement that runs.
language sql stable set search_path = '' set statement_timeout = '4s'
begin atomic
  select private.require_admin();
  select private.check_list(p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset, p_outcome);
  -- Materialized, or they would be computed at each place that reads them.
  with views as materialized (
    select private.count_views(
      private.studio_today()::timestamp, now() - private.answer_time(), now() - private.their_turn_time()) as counts
  ), sought as materialized (
    select private.view_statuses(p_view, p_type, p_status) as statuses,
      private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))) as patterns
  ), page as materialized (
    select found.total, found.ids
    from views cross join sought
    cross join lateral private.find_requests(
      sought.statuses, private.status_patterns(sought.statuses, sought.patterns), private.offered_requests(p_outcome),
      private.count_list(views.counts, sought.statuses, private.studio_today()::timestamp, p_view, p_type, p_status,
        sought.patterns <> '{}' or num_nonnulls(p_owner, p_outcome) > 0),
      private.studio_today()::timestamp, now() - private.their_turn_time(),
      p_view, p_sort, p_descending, p_limit, p_offset, p_owner, p_outcome) found
  )
  select jsonb_build_object('total', page.total, 'counts', views.counts, 'rows', private.list_rows(page.ids)) from page cross join views;
end;
comment on function public.list_requests is
  'One page of bookings and inquiries: rows (messages cut at 500 characters), the exact total, and the counts of the views. Raises not_admin '
  'for anybody but an admin whose session is open.';

-- 4. Triggers

create trigger bookings_before before insert or update on public.bookings
for each row execute function private.prepare_booking();
create trigger bookings_after after insert or update or delete on public.bookings
for each row execute function private.follow_booking();
create trigger inquiries_before before insert or update on public.inquiries
for each row execute function private.prepare_inquiry();
create trigger inquiries_after after insert or update or delete on public.inquiries
for each row execute function private.follow_inquiry();
create trigger requests_after after insert or update on public.requests
for each row execute function private.follow_request();
create trigger closed_dates_closed_over after insert on public.closed_dates referencing new table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();
create trigger closed_dates_opened after delete on public.closed_dates referencing old table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();

-- 5. Who may do what

create policy "Admins read requests" on public.requests
  for select to authenticated using ((select private.is_live_admin()));
grant select on public.requests to authenticated;
grant select (known) on public.bookings to authenticated;

revoke execute on function public.asks_for_phone, public.get_usual_location, public.set_usual_location, public.list_requests,
  public.accept_offer, public.decline_offer, public.record_acceptance, public.get_calls_to_tell, public.set_known, public.undo_known
  from public, anon, authenticated, service_role;
grant execute on function public.asks_for_phone to anon, authenticated;
grant execute on function public.accept_offer, public.decline_offer to anon;
grant execute on function public.get_usual_location, public.set_usual_location, public.list_requests, public.record_acceptance,
  public.get_calls_to_tell, public.set_known, public.undo_known
  to authenticated;
