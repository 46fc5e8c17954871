-- Visitors send bookings, which hold a time, and inquiries, which hold none. Each has a row of `requests` with
-- the same id, for the studio's own data. The log, notes and letters refer to that row.
--
-- A session that locks several of these rows locks them in this order, or two sessions could wait for each other:
--
--   1. bookings, by id; then inquiries, by id
--   2. the request
--   3. its offer
--   4. its mails
--
-- Locks are `for no key update`, so that adding a row that refers to the locked one does not wait. claim_mail
-- skips locked mails, bookings and inquiries.

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
  -- Time alone never ends the studio's turn.
  constraint requests_stay_ours check (ours_from = 'infinity' or over_from = 'infinity'),
  constraint requests_outcome check (outcome in ('held', 'no_show', 'lost')),
  constraint requests_outcome_reason check (
    outcome_reason is null
    or outcome is not distinct from 'lost' and char_length(outcome_reason) between 1 and 200
      and private.is_clean_text(outcome_reason)
  )
);
comment on table public.requests is 'Deleting a booking or inquiry deletes its request, and the other way round.';
comment on column public.requests.status is
  'Copy of the booking''s or inquiry''s status. Triggers copy status, created_at and starts, so that the list queries '
  'one table.';
comment on column public.requests.starts is 'Start of the call, on the studio''s wall clock; null for an inquiry.';
comment on column public.requests.search_text is
  'The fields that the admin''s search compares, each on a line (private.search_text). Triggers set it.';
comment on column public.requests.turn_reason is
  'Reason for the turn: the kind of the deciding event, or a state such as ''erased''. It is nobody''s turn from '
  'over_from on; before that, the studio''s from ours_from on, else the visitor''s (docs/decisions/whose-turn.md).';
comment on column public.requests.theirs_from is
  'Start of the visitor''s turn, kept after ours_from or over_from ends that turn. Null if an act ended it.';
comment on column public.requests.ours_from is
  'Start of the studio''s turn; infinity if only an act can start that turn.';
comment on column public.requests.over_from is
  'Time from which it is nobody''s turn; infinity if only an act can end the turn.';
comment on column public.requests.due_at is
  'Deadline of the studio''s turn: 24 hours after the visitor asked, or the start of the call if that is sooner. If '
  'the clock ended the visitor''s turn: ours_from or the start of the call, whichever is later.';
comment on column public.requests.outcome is 'Result of a confirmed call that has begun.';
-- A one-column index stores equal values once, so a count reads a third of the pages that an index of two columns
-- needs.
create index requests_status on public.requests (status);
-- Includes the status, so that a count of the upcoming calls reads only the index.
create index requests_starts on public.requests (starts, status) where starts is not null;
create index requests_created on public.requests (created_at desc, id);
-- Finds the few requests that wait for the studio or the visitor (over_from is ahead). Includes the other columns
-- that such queries read.
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
  constraint bookings_price_seen
    check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen)),
  constraint bookings_phone check (phone ~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$'),
  constraint bookings_location check (char_length(location) between 1 and 500 and private.is_clean_text(location)),
  constraint bookings_cancel_reason check (
    char_length(cancel_reason) between 1 and 500 and private.is_clean_text(cancel_reason, true)
  ),
  constraint bookings_cancel_message check (
    char_length(cancel_message) between 1 and 500 and private.is_clean_text(cancel_message, true)
  ),
  -- Calls never overlap, even in different slots, because the founders share one calendar.
  constraint bookings_no_overlap exclude using gist (period with &&) where (status <> 'cancelled')
);
comment on table public.bookings is 'Calls that visitors booked. A booking that is not cancelled holds its time.';
comment on column public.bookings.period is
  'Start and end on the studio''s wall clock, set by a trigger from date and slot. The constraint bookings_no_overlap '
  'prevents overlaps.';
comment on column public.bookings.form_id is 'Id that the form sends, so that a form sent twice is stored once.';
comment on column public.bookings.fit is
  'The visitor''s answers on /start, as a query string: ''who=people&first=one-thing''. The site defines the '
  'questions.';
comment on column public.bookings.price_seen is
  'The package''s price as the site showed it when the visitor sent the form. Later price changes do not change this '
  'value.';
comment on column public.bookings.location is 'The call''s own location; null for the default call location.';
comment on column public.bookings.room is
  'Replaces {call} in the URL of the default location. A new e-mail address gets a new room, as it gets a new link; an '
  'erasure sets null.';
comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "end_time", "location", "wording"}, and "at", '
  'the time they learned it. "location" is bookings.location, "wording" the location as text; both null unless the '
  'call was confirmed. Null while nobody at this e-mail address knows of the call.';
comment on column public.bookings.cancel_reason is 'The visitor''s reason for cancelling, in their words.';
comment on column public.bookings.cancel_message is 'The message to the visitor from an admin who cancelled.';
comment on column public.bookings.link_version is
  'The site signs this number, with the id, in the link to the visitor''s page, so a higher number makes earlier links '
  'invalid.';
comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status, and of a confirmed '
  'call''s location.';
comment on column public.bookings.changed_at is
  'Time of the last change of calendar_sequence, name, location or room, or of the erasure: the values that a calendar '
  'shows. LAST-MODIFIED in a calendar feed.';
comment on column public.bookings.revision is
  'Incremented by each change that people can see, including changes of related rows such as a note.';
comment on column public.bookings.act is
  'Data that an UPDATE adds for the log: {"id", "kind", "what", "form_id", "waits_until", "undoes", "before", '
  '"after"}. The log ignores a value that the UPDATE leaves unchanged. No API role may write this column.';
create index bookings_slot on public.bookings (time_slot_id);
create index bookings_email on public.bookings (lower(email));
create index bookings_date on public.bookings (date);
-- The date in bookings.known, as text, because an index cannot contain a cast to date.
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
  constraint inquiries_price_seen
    check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen))
);
comment on table public.inquiries is
  'Messages that visitors sent without booking a time. The columns are like those of bookings.';
create index inquiries_email on public.inquiries (lower(email));

create table public.request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.requests on delete cascade,
  revision integer not null,
  at timestamptz not null default now(),
  actor text not null,
  kind text not null constraint request_events_kind check (kind in (
    'booked', 'wrote', 'booked_for', 'address', 'moved', 'took_time', 'place', 'confirmed', 'pending', 'cancelled',
    'kept', 'new', 'read', 'replied', 'archived', 'turned_down', 'proposed', 'after_call', 'elsewhere', 'not_needed',
    'asked', 'told', 'owner', 'outcome', 'note', 'link_copied', 'offer', 'offered', 'withdrawn', 'accepted', 'declined',
    'undone'
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
  'Only the triggers of bookings and inquiries add rows, and nothing changes a row.';
comment on column public.request_events.revision is
  'The revision of the request that this event created. Whoever read an earlier revision has not seen the event.';
comment on column public.request_events.actor is
  '''visitor'', the e-mail address of an admin, or ''database'' for SQL without a token.';
comment on column public.request_events.kind is
  'The act. ''elsewhere'': an admin answered outside the site. ''not_needed'': an admin says that no answer is needed. '
  '''asked'': an admin says that the visitor asked again. ''told'': an admin told the visitor the call''s state. '
  '''kept'': an admin keeps a call in spite of proposed times or a closed date.';
comment on column public.request_events.what is
  'Detail, by kind. An answer: private.letters.kind. ''owner'': the new owner''s e-mail address, null for nobody. '
  '''outcome'': the outcome. ''note'': ''added'', ''edited'' or ''deleted''. An offer: ''begun'', ''sent'', '
  '''withdrawn'', ''withdrawal undone'' or ''by email''. ''kept'': ''asked'' if other times were proposed for a '
  'confirmed call. ''undone'': the kind of the undone event, or ''reply''. Never a person''s own words.';
comment on column public.request_events.before is
  'Former values of the columns that the event changed: status, date, time_slot_id (with start_time and end_time for '
  'people), location, owner, outcome, and known if an admin''s act changed it. Undo writes them back. ''booked_for'' '
  'has the status ''cancelled'' for Undo; null if the event changed no column.';
comment on column public.request_events.after is
  'New values of the columns in "before". Some kinds store the status even if it did not change. "is_kept" marks a '
  'call that an admin keeps at its time.';
comment on column public.request_events.turn is
  'Effect on the turn: the visitor ''asks'' for an answer, the studio ''waits'' for one, or the event ''settles'' the '
  'question. Null: no effect.';
comment on column public.request_events.waits_until is
  'For a sent offer: the end of its last day, when the studio stops waiting for an answer. Null for other events.';
comment on column public.request_events.form_id is 'Id that the form sends, so that a form sent twice adds one event.';
comment on column public.request_events.undoes is
  'The event that this event takes back. An event that was taken back no longer counts.';
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
  'Admins'' notes for each other. Visitors never see them, but export_person includes them.';
create index request_notes_request on public.request_notes (request_id, created_at);

create table private.letters (
  event_id bigint primary key references public.request_events on delete cascade,
  kind text not null,
  -- subject and body are null if an admin wrote in their own mail program.
  subject text,
  body text,
  email text,
  state jsonb,
  sequence integer,
  link_version integer,
  times jsonb not null default '[]',
  sent_by uuid references auth.users on delete set null,
  sent_at timestamptz,
  constraint letters_kind check (
    kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'offer', 'offer_withdrawn')
  ),
  constraint letters_text check (num_nulls(subject, body) in (0, 2)),
  constraint letters_subject check (char_length(subject) between 1 and 200 and private.is_clean_text(subject)),
  constraint letters_body check (char_length(body) between 1 and 10000 and private.is_clean_text(body, true)),
  constraint letters_times check (jsonb_array_length(times) <= 100)
);
comment on table private.letters is
  'Texts of admins'' answers, one for each event of an answer. Undoing the event deletes its letter.';
comment on column private.letters.sent_at is
  'When the mail server accepted the letter. Null before that, and if the admin used their own mail program.';
comment on column private.letters.email is
  'The visitor''s address when the admin wrote; the site sends the letter to no other. Null if the admin used their '
  'own mail program.';
comment on column private.letters.state is
  'The call as the text describes it, like bookings.known. Null for an inquiry, and for a text that does not describe '
  'the call''s current state.';
comment on column private.letters.sequence is 'The calendar_sequence of the call in the text; null for an inquiry.';
comment on column private.letters.times is
  'The proposed times that the text links to on the visitor''s page of the call: [{"date", "time_slot_id"}].';

-- 2. Functions that later files use

create function private.starts_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select lower(p_booking.period) at time zone private.studio_zone() $$;

-- The status, date and start of a call. move_booking compares them with p_seen, and book_call returns them with
-- form_used.
create function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'))
$$;

-- The value of requests.search_text, of the row of a booking or inquiry. Its lines: 1 name, 2 e-mail, 3 date as shown,
-- 4 date in numbers, 5 times as shown, 6 message on one line, 7 phone as written and as digits only, 8 package. An
-- inquiry's lines 3 to 5 and 7 are empty. The list searches the whole text and sorts by single lines.
create function private.search_text(p_row jsonb) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_row ->> 'name', p_row ->> 'email',
    coalesce(to_char(lower(period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(period), 'YYYY-MM-DD FMDD/FMMM/YYYY'), ''),
    coalesce(to_char(lower(period), 'FMHH12:MI AM') || ' – ' || to_char(upper(period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_row ->> 'message', ''), '\s+', ' ', 'g'),
    coalesce(p_row ->> 'phone' || ' ' || regexp_replace(p_row ->> 'phone', '[^+0-9]', '', 'g'), ''),
    coalesce(p_row ->> 'package', '')))
  from cast(p_row ->> 'period' as tsrange) period
$$;

create function private.email_of(p_request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select b.email from public.bookings b where b.id = p_request_id),
    (select i.email from public.inquiries i where i.id = p_request_id));
end
$$;

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

-- lock_request for admins: raises request_gone if there is no such request, or its person was erased.
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
