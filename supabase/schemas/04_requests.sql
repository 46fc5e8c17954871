-- What visitors send: bookings, which hold a time, and inquiries, which do not. Each is a row of
-- `requests` too, with the same id: there is what the studio knows of it, and its log, notes and letters hang
-- on that row.
--
-- Who locks several of these rows does it in one order, or two sessions could wait for each other:
--
--   1. bookings, by id; then inquiries, by id
--   2. the request
--   3. its offer
--   4. its mails
--
-- always `for no key update`, which a row that refers to the locked one does not wait for. A claim of mails
-- waits for nobody: it skips what is locked.

-- 1. Tables

create table public.requests (
  id uuid primary key,
  kind text not null check (kind in ('booking', 'inquiry')),
  status text not null,
  created_at timestamptz not null,
  starts timestamp,
  search_text text collate "C" not null,
  owner uuid references auth.users on delete set null,
  turn_reason text,
  theirs_from timestamptz,
  ours_from timestamptz not null default 'infinity',
  over_from timestamptz not null default 'infinity',
  due_at timestamptz not null default 'infinity',
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
comment on column public.requests.search_text is 'What the admin''s search reads, one line a field. Set by triggers.';
comment on column public.requests.owner is 'The admin who looks after the request.';
comment on column public.requests.turn_reason is
  'Why it is whose turn: the kind of the event that decides, or the state that does. Whose: from over_from on nobody''s, else from '
  'ours_from on ours, else theirs. The rules are in 07_turns.sql.';
comment on column public.requests.theirs_from is 'Since when it is the visitor''s turn; null when it never was.';
comment on column public.requests.ours_from is 'From then on it is the studio''s turn.';
comment on column public.requests.over_from is 'From then on it is nobody''s turn.';
comment on column public.requests.due_at is
  'By when it is due while it is the studio''s turn: 24 hours after they asked, or when the call begins if that is sooner; of a call that came back, when it begins.';
comment on column public.requests.outcome is 'What came of a past call: ''held'', ''no_show'' or ''lost''.';
-- Alone, because equal entries of a single column are stored once: counting reads a third of the pages.
create index requests_status on public.requests (status);
-- With the status, so that counting the calls ahead reads the index alone.
create index requests_starts on public.requests (starts, status) where starts is not null;
create index requests_created on public.requests (created_at desc, id);
-- Most requests are nobody's turn. What is read of the others stands in it.
create index requests_turn on public.requests (over_from) include (ours_from, due_at, turn_reason);
create index requests_owner on public.requests (owner) where owner is not null;

create table public.bookings (
  id uuid primary key default gen_random_uuid() references public.requests on delete cascade,
  name text not null,
  email text not null,
  date date not null,
  time_slot_id uuid not null references public.time_slots,
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  created_at timestamptz not null default now(),
  period tsrange not null,
  form_id uuid not null default gen_random_uuid() unique,
  package text,
  phone text,
  location text,
  room text constraint bookings_room check (room ~ '^[a-z]{12}$'),
  cancel_reason text,
  cancel_message text,
  link_version integer not null default 1,
  calendar_sequence integer not null default 0,
  revision integer not null default 0,
  known jsonb,
  fit text,
  price_seen text,
  changed_at timestamptz not null default now(),
  act jsonb,
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
  constraint bookings_cancel_reason check (
    char_length(cancel_reason) between 1 and 500 and private.is_clean_text(cancel_reason, true)
  ),
  constraint bookings_cancel_message check (
    char_length(cancel_message) between 1 and 500 and private.is_clean_text(cancel_message, true)
  ),
  -- Two calls can never overlap, whatever slots they were booked through. The founders share one calendar.
  constraint bookings_no_overlap exclude using gist (period with &&) where (status <> 'cancelled')
);
comment on table public.bookings is 'Calls that visitors booked. A booking that is not cancelled holds its time.';
comment on column public.bookings.period is
  'Start and end on the studio''s wall clock, set by a trigger from date and slot. An exclusion constraint on it prevents overlaps.';
comment on column public.bookings.form_id is 'Sent by the form. A form that is sent again has the same id, and is stored once.';
comment on column public.bookings.fit is
  'The answers that the visitor gave on /start, as its query: ''who=people&first=one-thing''. The site knows the questions.';
comment on column public.bookings.price_seen is
  'The price of the package on the site''s list when this was sent, as printed. It stays when the list changes.';
comment on column public.bookings.location is 'Where this call happens; null for the studio''s usual location.';
comment on column public.bookings.room is
  'Of its usual location, if that has {call} in its address: this call''s own. Made anew with the link, null once its person is erased.';
comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "end_time", "location", "wording"}, and "at", since when. "location" is the '
  'call''s own, "wording" how its location was worded; both null unless it was confirmed. Null while nobody at this address knows of the call.';
comment on column public.bookings.cancel_reason is 'Why its visitor cancelled, in their words.';
comment on column public.bookings.cancel_message is 'What an admin who cancelled wrote to the visitor.';
comment on column public.bookings.link_version is 'Part of what the visitor''s link signs. A new version makes earlier links invalid.';
comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status, and of a confirmed call''s location.';
comment on column public.bookings.changed_at is
  'When what a calendar shows of it changed last: calendar_sequence, the name, or its own location. LAST-MODIFIED of the event in a calendar feed.';
comment on column public.bookings.revision is
  'Incremented with each change that people see, also of what hangs on the request, such as a note.';
comment on column public.bookings.act is
  'What an UPDATE tells the log beside the columns that it changes: {"id", "kind", "what", "form_id", "waits_until", "undoes", "before", "after"}. One that '
  'stands there from before announces nothing. No API role may write it.';
create index bookings_slot on public.bookings (time_slot_id);
create index bookings_email on public.bookings (lower(email));
create index bookings_date on public.bookings (date);
-- By the date that a visitor knows, as text, because no index can have a cast to date.
create index bookings_known_date on public.bookings ((known ->> 'date'));

create table public.inquiries (
  id uuid primary key default gen_random_uuid() references public.requests on delete cascade,
  name text not null,
  email text not null,
  message text,
  status text not null default 'new' check (status in ('new', 'read', 'replied', 'archived')),
  created_at timestamptz not null default now(),
  form_id uuid not null default gen_random_uuid() unique,
  package text,
  fit text,
  price_seen text,
  revision integer not null default 0,
  act jsonb,
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
comment on column public.inquiries.form_id is 'As in bookings.';
comment on column public.inquiries.fit is 'As in bookings.';
comment on column public.inquiries.price_seen is 'As in bookings.';
comment on column public.inquiries.revision is 'As in bookings.';
comment on column public.inquiries.act is 'As in bookings.';
create index inquiries_email on public.inquiries (lower(email));

create table public.request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.requests on delete cascade,
  revision integer not null,
  at timestamptz not null default now(),
  actor text not null,
  kind text not null constraint request_events_kind check (kind in (
    'booked', 'wrote', 'booked_for', 'address', 'moved', 'took_time', 'place', 'confirmed', 'pending', 'cancelled', 'kept',
    'new', 'read', 'replied', 'archived', 'turned_down', 'proposed', 'after_call', 'elsewhere', 'not_needed', 'asked',
    'told', 'owner', 'outcome', 'note', 'link_copied', 'offer', 'offered', 'withdrawn', 'accepted', 'declined', 'undone'
  )),
  what text constraint request_events_what check (char_length(what) <= 254),
  before jsonb,
  after jsonb,
  turn text constraint request_events_turn check (turn in ('asks', 'waits', 'settles')),
  waits_until timestamptz,
  form_id uuid constraint request_events_form unique,
  undoes bigint constraint request_events_undoes unique references public.request_events on delete cascade,
  constraint request_events_revision unique (request_id, revision)
);
comment on table public.request_events is
  'The log of bookings and inquiries: who did what, and when. Rows are added and never changed. The triggers of bookings and inquiries alone write it.';
comment on column public.request_events.revision is
  'The request''s revision that this made: what is newer than the revision that somebody has read, they have not seen.';
comment on column public.request_events.actor is '''visitor'', the e-mail address of an admin, or ''database'' for SQL without a token.';
comment on column public.request_events.kind is
  'What was done. ''elsewhere'', ''not_needed'' and ''asked'': an admin said that an answer went out another way, that none is needed, or that the visitor '
  'has asked again. ''told'': an admin told the visitor how the call stands. ''kept'': a call stays although other times were proposed.';
comment on column public.request_events.what is
  'Of an answer which one (see private.letters.kind); for ''owner'' the e-mail of the new one, null for nobody; for ''outcome'' which one; for ''note'' ''added'', '
  '''edited'' or ''deleted''; of an offer ''begun'', ''sent'', ''withdrawn'', ''withdrawal undone'' and ''by email''; of ''kept'' ''asked'' when other times were proposed of a confirmed call; of what was taken '
  'back its kind, or ''reply''. Never what a person wrote.';
comment on column public.request_events.before is
  'The columns that it changed, as they were: status, date, time_slot_id (with start_time and end_time for people), location, owner, outcome, and '
  'what the visitor knew, if an admin said that they know more. Null when it changed none, or the request began with it. Undo writes these back.';
comment on column public.request_events.after is
  'The same as they then were. Of what sets a status it is here also if the request had it before.';
comment on column public.request_events.turn is
  'The visitor ''asks'' for an answer by it, the studio ''waits'' for one, or it ''settles'' what was asked. Null: whose turn it is stays as it was.';
comment on column public.request_events.waits_until is 'Until when the studio waits, if by the clock: an offer''s last day.';
comment on column public.request_events.form_id is 'Of the form that was sent. Sent again, it adds nothing.';
comment on column public.request_events.undoes is 'The event that it takes back, which counts no more.';
create index request_events_request on public.request_events (request_id, id);

create table public.request_notes (
  id uuid primary key,
  request_id uuid not null references public.requests on delete cascade,
  author uuid references auth.users on delete set null,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint request_notes_body check (char_length(body) between 1 and 5000 and private.is_clean_text(body, true))
);
comment on table public.request_notes is
  'What admins write about a request for each other. No visitor''s function, mail or file has it.';
create index request_notes_request on public.request_notes (request_id, created_at);

create table private.letters (
  event_id bigint primary key references public.request_events on delete cascade,
  kind text not null,
  -- Null when it went from an admin's own mail program.
  subject text,
  body text,
  email text,
  state jsonb,
  sequence integer,
  link_version integer,
  times jsonb not null default '[]',
  sent_by uuid references auth.users on delete set null,
  sent_at timestamptz,
  left_out text,
  constraint letters_kind check (
    kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'offer', 'offer_withdrawn')
  ),
  constraint letters_text check (num_nulls(subject, body) in (0, 2)),
  constraint letters_subject check (char_length(subject) between 1 and 200 and private.is_clean_text(subject)),
  constraint letters_body check (char_length(body) between 1 and 10000 and private.is_clean_text(body, true)),
  constraint letters_times check (jsonb_array_length(times) <= 100),
  constraint letters_left_out check (left_out in ('changed_meanwhile', 'address_changed'))
);
comment on table private.letters is
  'What admins answered to a request: the words of an event. Deleted when that is taken back.';
comment on column private.letters.sent_at is 'When the mail server took it. Null before, and for what went from an own mail program.';
comment on column private.letters.email is
  'The visitor''s address when it was written: it goes to no other. Null for what went from an own mail program.';
comment on column private.letters.state is
  'The call as the text says that it stands, like bookings.known. Null for a message, and for a text that is not about the call.';
comment on column private.letters.sequence is 'The calendar_sequence of the call that it spoke of; null for a message.';
comment on column private.letters.link_version is 'The link_version of the call when it was written. Null for a message.';
comment on column private.letters.times is
  'The times whose links to the call''s own page stand in the text: [{"date", "time_slot_id"}].';
comment on column private.letters.left_out is 'Why a mail about the call went without these words.';

-- 2. What every later file needs

create function private.starts_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select lower(p_booking.period) at time zone private.studio_zone() $$;

-- A booking as its history and the admin's forms have it.
create function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', (p_booking).status, 'date', (p_booking).date, 'start_time', to_char(lower((p_booking).period), 'HH24:MI'))
$$;

-- In which visitors are promised an answer. ANSWER_HOURS in lib/content/site.ts is the same.
create function private.answer_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '24 hours' $$;

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

create function private.email_of(p_request_id uuid) returns text
language sql stable set search_path = ''
as $$
  select b.email from public.bookings b where b.id = p_request_id
  union all
  select i.email from public.inquiries i where i.id = p_request_id
$$;

-- Locks a request for somebody who changes it, without a new revision.
create function private.lock_request(p_id uuid) returns void
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

-- The same for what admins do: raises request_gone when there is no such request, or its person was erased.
create function private.lock_present_request(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  if private.is_erased(private.email_of(p_id)) is not false then
    raise exception using message = 'request_gone';
  end if;
end
$$;

-- A new revision for what people see and no event says, such as a draft; it tells other admins' pages. Raises
-- request_gone when there is no such request, or its person was erased.
create function private.bump_revision(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.bookings set revision = revision + 1 where id = p_id and not private.is_erased(email);
  if not found then
    update public.inquiries set revision = revision + 1 where id = p_id and not private.is_erased(email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  perform 1 from public.requests r where r.id = p_id for no key update;
end
$$;
