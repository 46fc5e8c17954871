-- What visitors send: bookings, which hold a time, and inquiries, which do not; with their history,
-- the text that the admin's search reads, and how a person is erased from them.

-- 1. Tables

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  date date not null,
  time_slot_id uuid not null references public.time_slots,
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  created_at timestamptz not null default now(),
  period tsrange not null,
  request_id uuid not null default gen_random_uuid(),
  search_text text collate "C" not null,
  package text,
  phone text,
  location text,
  cancel_reason text,
  cancel_message text,
  link_version integer not null default 1,
  calendar_sequence integer not null default 0,
  revision integer not null default 0,
  waiting_since timestamptz,
  answered_at timestamptz,
  their_turn_since timestamptz,
  owner uuid references auth.users on delete set null,
  outcome text,
  outcome_reason text,
  told_location text,
  untold_since timestamptz,
  untold_from jsonb,
  closed_over date,
  fit text,
  price_seen text,
  constraint bookings_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint bookings_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint bookings_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true)),
  constraint bookings_date check (date between '2000-01-01' and '2199-12-31'),
  constraint bookings_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint bookings_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  constraint bookings_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen)),
  constraint bookings_phone check (phone ~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$'),
  constraint bookings_location check (char_length(location) between 1 and 500 and private.is_clean_text(location)),
  constraint bookings_told_location check (char_length(told_location) between 1 and 1000),
  constraint bookings_cancel_reason check (
    char_length(cancel_reason) between 1 and 500 and private.is_clean_text(cancel_reason, true)
  ),
  constraint bookings_cancel_message check (
    char_length(cancel_message) between 1 and 500 and private.is_clean_text(cancel_message, true)
  ),
  constraint bookings_outcome check (outcome in ('held', 'no_show', 'lost')),
  constraint bookings_outcome_reason check (
    outcome_reason is null
    or outcome is not distinct from 'lost' and char_length(outcome_reason) between 1 and 200
      and private.is_clean_text(outcome_reason)
  ),
  -- Two calls can never overlap, whatever slots they were booked through. The founders share one calendar.
  constraint bookings_no_overlap exclude using gist (period with &&) where (status <> 'cancelled')
);
comment on table public.bookings is 'Calls that visitors booked. A booking that is not cancelled holds its time.';
comment on column public.bookings.period is
  'Start and end on the studio''s wall clock, set by a trigger from date and slot. An exclusion constraint on it prevents overlaps.';
comment on column public.bookings.request_id is 'Sent by the form. A request that is sent again has the same id and changes the same row.';
comment on column public.bookings.search_text is 'What the admin''s search reads, one line a field. Set by a trigger.';
comment on column public.bookings.fit is
  'The answers that the visitor gave on /start, as its query: ''who=people&first=one-thing''. The site knows the questions.';
comment on column public.bookings.price_seen is
  'The price of the package on the site''s list when this was sent, as printed. It stays when the list changes.';
comment on column public.bookings.location is 'Where this call happens; null for the place of all calls, which the site knows.';
comment on column public.bookings.told_location is
  'Where the call happens as the visitor was last told; null when they were not told yet. Written by finish_mail.';
comment on column public.bookings.cancel_reason is 'Why its visitor cancelled, in their words.';
comment on column public.bookings.cancel_message is 'What an admin who cancelled wrote to the visitor.';
comment on column public.bookings.untold_since is
  'Since when an admin''s change of the call has not been told to its visitor; null when they know how it stands.';
comment on column public.bookings.untold_from is
  'How the visitor knew the call then: {"status", "date", "start_time", "location"}, and "closed" with its date if they knew that this is closed.';
comment on column public.bookings.closed_over is
  'The date, if an admin closed it over the call, which stands all the same. Of no meaning once the call has another date.';
comment on column public.bookings.link_version is 'Part of what the visitor''s link signs. A new version makes earlier links invalid.';
comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status, and of a confirmed call''s location.';
comment on column public.bookings.revision is
  'Incremented with each change that people see, also of what hangs on the request, such as a note.';
comment on column public.bookings.waiting_since is
  'Since when the visitor has waited for an answer; null when they do not. Mirrors the open row of private.waits.';
comment on column public.bookings.answered_at is 'When the last question was answered; null while one is open.';
comment on column public.bookings.their_turn_since is 'Since when the studio has waited for the visitor; null when it does not.';
comment on column public.bookings.owner is 'The admin who looks after the request.';
comment on column public.bookings.outcome is 'What came of a past call: ''held'', ''no_show'' or ''lost''.';
create index bookings_request on public.bookings (request_id);
create index bookings_slot on public.bookings (time_slot_id);
create index bookings_email on public.bookings (lower(email));
create index bookings_created on public.bookings (created_at desc, id);
-- Only calls ahead can be answered; those that passed without an answer are many more.
create index bookings_waiting on public.bookings (date, waiting_since) where waiting_since is not null and status <> 'cancelled';
create index bookings_their_turn on public.bookings (their_turn_since) where their_turn_since is not null;
create index bookings_untold on public.bookings (untold_since) where untold_since is not null;
create index bookings_closed_over on public.bookings (closed_over) where closed_over is not null;
create index bookings_owner on public.bookings (owner) where owner is not null;
-- For the counts of the views, read from the index alone, and for filters.
create index bookings_status on public.bookings (status, date);

create table public.inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  message text,
  status text not null default 'new' check (status in ('new', 'read', 'replied', 'archived')),
  created_at timestamptz not null default now(),
  request_id uuid not null default gen_random_uuid(),
  search_text text collate "C" not null,
  package text,
  fit text,
  price_seen text,
  revision integer not null default 0,
  waiting_since timestamptz,
  answered_at timestamptz,
  their_turn_since timestamptz,
  owner uuid references auth.users on delete set null,
  constraint inquiries_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint inquiries_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint inquiries_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true)),
  constraint inquiries_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint inquiries_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  constraint inquiries_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen))
);
comment on table public.inquiries is 'Messages that visitors sent without booking a time.';
comment on column public.inquiries.request_id is 'As in bookings.';
comment on column public.inquiries.search_text is 'As in bookings.';
comment on column public.inquiries.fit is 'As in bookings.';
comment on column public.inquiries.price_seen is 'As in bookings.';
comment on column public.inquiries.revision is 'As in bookings.';
comment on column public.inquiries.waiting_since is 'As in bookings.';
comment on column public.inquiries.answered_at is 'As in bookings.';
comment on column public.inquiries.their_turn_since is 'As in bookings.';
comment on column public.inquiries.owner is 'As in bookings.';
create index inquiries_request on public.inquiries (request_id);
create index inquiries_email on public.inquiries (lower(email));
create index inquiries_created on public.inquiries (created_at desc, id);
create index inquiries_status on public.inquiries (status);
create index inquiries_waiting on public.inquiries (waiting_since) where waiting_since is not null and status <> 'archived';
create index inquiries_their_turn on public.inquiries (their_turn_since) where their_turn_since is not null;
create index inquiries_owner on public.inquiries (owner) where owner is not null;

create table public.request_events (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  at timestamptz not null default now(),
  -- 'visitor', or the e-mail of an admin.
  actor text not null,
  -- A state is {"status"}, for a booking with "date" and "start_time" (HH:MM), and when that was
  -- changed with "location" (null: the usual one). Null before the first.
  before jsonb,
  -- Null for what changes no state.
  after jsonb,
  kind text not null default 'change' constraint request_events_kind check (
    kind in ('change', 'address', 'link_copied', 'owner', 'note', 'outcome', 'answered', 'reopened', 'reply', 'told', 'offer')
  ),
  what text constraint request_events_what check (char_length(what) <= 254),
  revision integer,
  constraint request_events_one_request check (num_nonnulls(booking_id, inquiry_id) = 1)
);
comment on table public.request_events is
  'The history of bookings and inquiries: who changed what, and when. Written by triggers and by functions for admins.';
comment on column public.request_events.kind is
  '''change'' of status, date, time or location; ''address'' when the e-mail address was changed; ''link_copied'' when an '
  'admin copied the visitor''s link; ''answered'' and ''reopened'' when an admin said that an answer went out, or that the visitor has asked again; the others as they are called.';
comment on column public.request_events.what is
  'For kind ''owner'' the e-mail of the new one, null for nobody; for ''outcome'' and ''reply'' which one; for ''note'' ''added'', ''edited'' '
  'or ''deleted''; for ''offer'' ''begun'', ''sent'', ''withdrawn'', ''accepted'', ''accepted by email'' or ''declined''. Never what a person wrote.';
comment on column public.request_events.revision is
  'The request''s revision after it: what is newer than the revision that somebody has read, they have not seen. Null before 23 November 2026.';
comment on column public.request_events.actor is '''visitor'', or the e-mail address of an admin.';
comment on column public.request_events.before is
  '{"status"}, for a booking also "date" and "start_time" (HH:MM), and "location" when that was changed (null: the usual one). Null when the '
  'request was created.';
create index request_events_booking on public.request_events (booking_id, id) where booking_id is not null;
create index request_events_inquiry on public.request_events (inquiry_id, id) where inquiry_id is not null;

create table public.request_notes (
  id uuid primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  author uuid references auth.users on delete set null,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint request_notes_one_request check (num_nonnulls(booking_id, inquiry_id) = 1),
  constraint request_notes_body check (char_length(body) between 1 and 5000 and private.is_clean_text(body, true))
);
comment on table public.request_notes is
  'What admins write about a request for each other. No visitor''s function, mail or file has it.';
create index request_notes_booking on public.request_notes (booking_id, created_at) where booking_id is not null;
create index request_notes_inquiry on public.request_notes (inquiry_id, created_at) where inquiry_id is not null;

create table private.replies (
  id uuid primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  kind text not null,
  -- Null when it went from an admin's own mail program.
  subject text,
  body text,
  email text,
  -- What undoing it brings back: status, owner, and who waits since when.
  before jsonb not null,
  sent_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  told_sequence integer,
  told jsonb,
  constraint replies_one_request check (num_nonnulls(booking_id, inquiry_id) = 1),
  constraint replies_kind check (
    kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'change', 'offer', 'offer_withdrawn')
  ),
  constraint replies_text check (num_nulls(subject, body) in (0, 2)),
  constraint replies_subject check (char_length(subject) between 1 and 200 and private.is_clean_text(subject)),
  constraint replies_body check (char_length(body) between 1 and 10000 and private.is_clean_text(body, true))
);
comment on table private.replies is
  'What admins answered to a request: the mails that they wrote, and that they wrote from their own mail program.';
comment on column private.replies.sent_at is 'When the mail server took it. Null before, and for what went from an own mail program.';
comment on column private.replies.email is
  'The visitor''s address when it was written: it goes to no other. Null for what went from an own mail program, and before 23 November 2026.';
comment on column private.replies.told_sequence is 'The calendar_sequence of the call that its text is about; null for a message.';
comment on column private.replies.told is
  'For kind ''change'', which tells a visitor what an admin changed: the call as its text says that it stands, like bookings.untold_from.';
create index replies_booking on private.replies (booking_id, created_at) where booking_id is not null;
create index replies_inquiry on private.replies (inquiry_id, created_at) where inquiry_id is not null;

-- 2. Columns that triggers set. Triggers of one table run in the order of their names.

create function private.set_booking_period() returns trigger
language plpgsql set search_path = ''
as $$
begin
  select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
  from public.time_slots s where s.id = new.time_slot_id;
  return new;
end
$$;
-- Fires for period too, so that a written period is replaced by that of the date and the slot.
create trigger bookings_period before insert or update of date, time_slot_id, period on public.bookings
for each row execute function private.set_booking_period();

-- What was said about a cancellation is deleted when it is undone, and an outcome when the call is moved
-- or cancelled.
create function private.set_booking_versions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.link_version := old.link_version + 1;
    new.told_location := null; -- another person may read that mailbox
  end if;
  if (new.date, new.time_slot_id, new.status) is distinct from (old.date, old.time_slot_id, old.status)
    or new.status = 'confirmed' and new.location is distinct from old.location
  then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
    new.cancel_message := null;
  end if;
  if new.status = 'cancelled' or (new.date, new.time_slot_id) is distinct from (old.date, old.time_slot_id) then
    new.outcome := null;
    new.outcome_reason := null;
  end if;
  return new;
end
$$;
create trigger bookings_versions before update on public.bookings for each row execute function private.set_booking_versions();

-- The lines: 1 name, 2 e-mail, 3 date as shown, 4 date as YYYY-MM-DD, 5 times as shown, 6 message on
-- one line, 7 phone as it was written and without what is between its digits, 8 package. The list
-- searches the whole and sorts by single lines; type and status it compares itself. An inquiry's
-- lines 3 to 5 and 7 are empty.
create function private.search_text(
  p_name text, p_email text, p_period tsrange, p_message text, p_phone text, p_package text
) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_name, p_email,
    coalesce(to_char(lower(p_period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(p_period), 'YYYY-MM-DD'), ''),
    coalesce(to_char(lower(p_period), 'FMHH12:MI AM') || ' – ' || to_char(upper(p_period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_message, ''), '\s+', ' ', 'g'),
    coalesce(p_phone || ' ' || regexp_replace(p_phone, '[^+0-9]', '', 'g'), ''),
    coalesce(p_package, '')))
$$;

-- This one and that of inquiries run with the owner's rights, because an admin who changes a status may
-- call nothing in this schema.
create function private.set_booking_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package);
  return new;
end
$$;
-- Triggers fire in the order of their names: this one after bookings_period, whose period it reads.
create trigger bookings_search_text before insert or update on public.bookings
for each row execute function private.set_booking_search_text();

create function private.set_inquiry_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, null, new.message, null, new.package);
  return new;
end
$$;
create trigger inquiries_search_text before insert or update on public.inquiries
for each row execute function private.set_inquiry_search_text();

-- In which visitors are promised an answer. ANSWER_HOURS in lib/content/site.ts is the same.
create function private.answer_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

-- A change that people see makes a new revision. What the site keeps for itself does not: the search's
-- text, request ids, and since when somebody waits.
create function private.set_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from,closed_over}'::text[]
    <> to_jsonb(old) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from,closed_over}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
-- Triggers fire in the order of their names: these after those that set other columns.
create trigger bookings_z_revision before update on public.bookings
for each row execute function private.set_revision();
create trigger inquiries_z_revision before update on public.inquiries
for each row execute function private.set_revision();

create function private.starts_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select lower(p_booking.period) at time zone private.studio_zone() $$;

-- 3. History

create function private.actor() returns text
language sql stable set search_path = ''
as $$ select case when public.is_admin() then coalesce(auth.jwt() ->> 'email', 'an admin') else 'visitor' end $$;

create function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', (p_booking).status, 'date', (p_booking).date, 'start_time', to_char(lower((p_booking).period), 'HH24:MI'))
$$;

create function private.note_booking_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb := private.booking_state(new);
begin
  if tg_op = 'UPDATE' then
    v_before := private.booking_state(old);
    if new.location is distinct from old.location then
      v_before := v_before || jsonb_build_object('location', old.location);
      v_after := v_after || jsonb_build_object('location', new.location);
    end if;
  end if;
  if v_before is distinct from v_after then
    insert into public.request_events (booking_id, actor, before, after) values (new.id, private.actor(), v_before, v_after);
  end if;
  if tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    insert into public.request_events (booking_id, actor, kind) values (new.id, private.actor(), 'address');
  end if;
  return null;
end
$$;
-- Only changes through the API are recorded. A restored backup brings its own events.
create trigger bookings_events after insert or update on public.bookings
for each row when (auth.jwt() is not null) execute function private.note_booking_event();

create function private.note_inquiry_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.request_events (inquiry_id, actor, after)
    values (new.id, private.actor(), jsonb_build_object('status', new.status));
  elsif old.status <> new.status then
    insert into public.request_events (inquiry_id, actor, before, after)
    values (new.id, private.actor(), jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  end if;
  if tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    insert into public.request_events (inquiry_id, actor, kind) values (new.id, private.actor(), 'address');
  end if;
  return null;
end
$$;
create trigger inquiries_events after insert or update on public.inquiries
for each row when (auth.jwt() is not null) execute function private.note_inquiry_event();

-- Runs after the request's own triggers, which have made its new revision.
create function private.set_event_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := coalesce(new.revision,
    (select b.revision from public.bookings b where b.id = new.booking_id),
    (select i.revision from public.inquiries i where i.id = new.inquiry_id));
  return new;
end
$$;
-- A restored backup brings its own.
create trigger request_events_revision before insert on public.request_events
for each row when (auth.jwt() is not null) execute function private.set_event_revision();

-- 4. Erasing a person

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.erase_offers(p_id);
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, told_location = null, cancel_reason = null, cancel_message = null, outcome_reason = null,
    untold_since = null, untold_from = null, closed_over = null,
    status = coalesce(p_booking_status, status),
    request_id = gen_random_uuid()
  where id = p_id;
  delete from public.request_notes where (booking_id = p_id or inquiry_id = p_id);
  delete from private.replies where (booking_id = p_id or inquiry_id = p_id);
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    request_id = gen_random_uuid()
  where id = p_id;
end
$$;

create function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  -- Locked as they are read: an e-mail that is corrected meanwhile is another person's.
  for v_id in select b.id from public.bookings b where lower(b.email) = lower(p_email) order by b.id for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every request of this e-mail; returns how many.';

create function private.erase_request_events() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.request_events where booking_id = new.id or inquiry_id = new.id;
  return null;
end
$$;
-- Triggers run in the order of their names, so these come after those.
create trigger bookings_events_erased after update of email on public.bookings
for each row when (private.is_erased(new.email)) execute function private.erase_request_events();
create trigger inquiries_events_erased after update of email on public.inquiries
for each row when (private.is_erased(new.email)) execute function private.erase_request_events();

create function private.refuse_erased() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = 'person_erased';
end
$$;
create trigger bookings_erased before update of status, location, cancel_reason, cancel_message on public.bookings
for each row when (
  private.is_erased(old.email)
  and (num_nonnulls(new.location, new.cancel_reason, new.cancel_message) > 0 or new.status is distinct from old.status and new.status <> 'cancelled'))
execute function private.refuse_erased();
create trigger inquiries_erased before update of status on public.inquiries
for each row when (
  private.is_erased(old.email) and new.status is distinct from old.status and new.status <> 'archived')
execute function private.refuse_erased();
