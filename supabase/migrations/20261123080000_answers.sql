-- Who answers, and by when: how long visitors wait, who looks after a request, notes, and what came of a
-- call.

alter table public.bookings
  add column revision integer not null default 0,
  add column waiting_since timestamptz,
  add column answered_at timestamptz,
  add column their_turn_since timestamptz,
  add column owner uuid references auth.users on delete set null,
  add column outcome text,
  add column outcome_reason text,
  add constraint bookings_outcome check (outcome in ('held', 'no_show', 'lost')),
  add constraint bookings_outcome_reason check (
    outcome_reason is null
    or outcome is not distinct from 'lost' and char_length(outcome_reason) between 1 and 200
      and private.is_clean_text(outcome_reason)
  );
alter table public.inquiries
  add column revision integer not null default 0,
  add column waiting_since timestamptz,
  add column answered_at timestamptz,
  add column their_turn_since timestamptz,
  add column owner uuid references auth.users on delete set null;
comment on column public.bookings.revision is
  'Incremented with each change that people see, also of what hangs on the request, such as a note.';
comment on column public.bookings.waiting_since is
  'Since when the visitor has waited for an answer; null when they do not. Mirrors the open row of private.waits.';
comment on column public.bookings.answered_at is 'When the last question was answered; null while one is open.';
comment on column public.bookings.their_turn_since is 'Since when the studio has waited for the visitor; null when it does not.';
comment on column public.bookings.owner is 'The admin who looks after the request.';
comment on column public.bookings.outcome is 'What came of a past call: ''held'', ''no_show'' or ''lost''.';
comment on column public.inquiries.revision is 'As in bookings.';
comment on column public.inquiries.waiting_since is 'As in bookings.';
comment on column public.inquiries.answered_at is 'As in bookings.';
comment on column public.inquiries.their_turn_since is 'As in bookings.';
comment on column public.inquiries.owner is 'As in bookings.';
create index bookings_waiting on public.bookings (waiting_since) where waiting_since is not null;
create index bookings_their_turn on public.bookings (their_turn_since) where their_turn_since is not null;
create index bookings_owner on public.bookings (owner) where owner is not null;
create index inquiries_waiting on public.inquiries (waiting_since) where waiting_since is not null;
create index inquiries_their_turn on public.inquiries (their_turn_since) where their_turn_since is not null;
create index inquiries_owner on public.inquiries (owner) where owner is not null;

alter table public.request_events
  alter column after drop not null,
  add column what text constraint request_events_what check (char_length(what) <= 254),
  drop constraint request_events_kind,
  add constraint request_events_kind check (
    kind in ('change', 'link_copied', 'owner', 'note', 'outcome', 'answered', 'reopened', 'reply', 'told')
  );
comment on table public.request_events is
  'The history of bookings and inquiries: who changed what, and when. Written by triggers and by functions for admins.';
comment on column public.request_events.kind is
  '''change'' of status, date, time or location; ''link_copied'' when an admin copied the visitor''s link; ''answered'' and ''reopened'' when '
  'an admin said that an answer went out, or that the visitor has asked again; the others as they are called.';
comment on column public.request_events.what is
  'For kind ''owner'' the e-mail of the new one, null for nobody; for ''outcome'' and ''reply'' which one; for ''note'' ''added'', ''edited'' '
  'or ''deleted''. Never what a person wrote.';

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

-- A cancel reason is deleted when the cancellation is undone, and an outcome when the call is moved
-- or cancelled.
create or replace function private.set_booking_versions() returns trigger
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
  end if;
  if new.status = 'cancelled' or (new.date, new.time_slot_id) is distinct from (old.date, old.time_slot_id) then
    new.outcome := null;
    new.outcome_reason := null;
  end if;
  return new;
end
$$;

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, told_location = null, cancel_reason = null, outcome_reason = null,
    status = coalesce(p_booking_status, status),
    request_id = gen_random_uuid()
  where id = p_id;
  delete from public.request_notes where (booking_id = p_id or inquiry_id = p_id);
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    request_id = gen_random_uuid()
  where id = p_id;
$$;

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
  if to_jsonb(new) - '{revision,search_text,request_id,waiting_since,answered_at,told_location}'::text[]
    <> to_jsonb(old) - '{revision,search_text,request_id,waiting_since,answered_at,told_location}'::text[] then
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

-- 1. How long visitors wait

create table private.waits (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  asked_at timestamptz not null,
  answered_at timestamptz check (answered_at >= asked_at),
  answered_by uuid references auth.users on delete set null,
  constraint waits_one_request check (num_nonnulls(booking_id, inquiry_id) = 1)
);
comment on table private.waits is
  'Each time that a visitor asked for something, and when an admin answered. A wait that the visitor ended is deleted.';
create unique index waits_open on private.waits (coalesce(booking_id, inquiry_id)) where answered_at is null;
create index waits_booking on private.waits (booking_id, asked_at) where booking_id is not null;
create index waits_inquiry on private.waits (inquiry_id, asked_at) where inquiry_id is not null;
create index waits_asked on private.waits (asked_at);

create function private.caller_id() returns uuid
language sql stable set search_path = ''
as $$ select (auth.jwt() ->> 'sub')::uuid $$;

-- When the last question of a request was asked, if it has been answered: an answer that is undone
-- opens the same wait again.
create function private.last_asked_at(p_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select w.asked_at from private.waits w where (w.booking_id = p_id or w.inquiry_id = p_id) order by w.asked_at desc limit 1
$$;

-- A visitor who books, or moves a call that was confirmed, waits. An admin who confirms or cancels has
-- answered; one who takes that back has not. With the owner's rights: admins may not read waits.
create function private.set_booking_wait() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.waiting_since := case when new.status = 'pending' and not public.is_admin() then now() end;
    return new;
  end if;
  if private.is_erased(new.email) then
    new.waiting_since := null;
    new.their_turn_since := null;
  elsif public.is_admin() then
    if new.status <> old.status and new.status <> 'pending' and old.waiting_since is not null then
      new.waiting_since := null;
      new.answered_at := now();
    elsif new.status <> old.status and new.status = 'pending' then
      new.waiting_since := coalesce(private.last_asked_at(new.id), now());
      new.answered_at := null;
    end if;
    if new.status <> old.status then
      new.their_turn_since := null;
    end if;
  elsif new.status = 'cancelled' and old.status <> 'cancelled' then
    new.waiting_since := null;
    new.their_turn_since := null;
  elsif (new.date, new.time_slot_id) is distinct from (old.date, old.time_slot_id) then
    new.waiting_since := coalesce(old.waiting_since, now());
    new.answered_at := null;
    new.their_turn_since := null;
  end if;
  return new;
end
$$;
-- Only what comes through the API. A restored backup brings its own waits.
create trigger bookings_wait before insert or update of email, status, date, time_slot_id on public.bookings
for each row when (auth.jwt() is not null) execute function private.set_booking_wait();

-- A message waits until it is replied to. Reading or archiving it is no answer.
create function private.set_inquiry_wait() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.waiting_since := case when not public.is_admin() then now() end;
    return new;
  end if;
  if private.is_erased(new.email) then
    new.waiting_since := null;
    new.their_turn_since := null;
  elsif public.is_admin() and new.status <> old.status then
    if new.status = 'replied' then
      new.their_turn_since := now();
      if old.waiting_since is not null then
        new.waiting_since := null;
        new.answered_at := now();
      end if;
    else
      new.their_turn_since := null;
      if old.status = 'replied' and new.status <> 'archived' then
        new.waiting_since := coalesce(private.last_asked_at(new.id), now());
        new.answered_at := null;
      end if;
    end if;
  end if;
  return new;
end
$$;
create trigger inquiries_wait before insert or update of email, status on public.inquiries
for each row when (auth.jwt() is not null) execute function private.set_inquiry_wait();

-- Keeps private.waits as the request's columns say.
create function private.note_wait() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_booking constant boolean := tg_table_name = 'bookings';
begin
  if new.waiting_since is null then
    if new.answered_at is null or tg_op = 'INSERT' then
      delete from private.waits where (booking_id = new.id or inquiry_id = new.id) and answered_at is null;
    else
      update private.waits set answered_at = new.answered_at, answered_by = private.caller_id()
      where (booking_id = new.id or inquiry_id = new.id) and answered_at is null;
    end if;
  else
    update private.waits set answered_at = null, answered_by = null
    where (booking_id = new.id or inquiry_id = new.id) and asked_at = new.waiting_since;
    if not found then
      insert into private.waits (booking_id, inquiry_id, asked_at)
      values (case when v_is_booking then new.id end, case when not v_is_booking then new.id end, new.waiting_since);
    end if;
  end if;
  -- Who writes again has answered.
  if tg_op = 'INSERT' then
    update public.bookings set their_turn_since = null where lower(email) = lower(new.email) and their_turn_since is not null;
    update public.inquiries set their_turn_since = null where lower(email) = lower(new.email) and their_turn_since is not null;
  end if;
  return null;
end
$$;
create trigger bookings_note_wait_new after insert on public.bookings
for each row when (auth.jwt() is not null and new.waiting_since is not null) execute function private.note_wait();
create trigger bookings_note_wait after update on public.bookings
for each row when (
  auth.jwt() is not null
  and (new.waiting_since, new.answered_at) is distinct from (old.waiting_since, old.answered_at))
execute function private.note_wait();
create trigger inquiries_note_wait_new after insert on public.inquiries
for each row when (auth.jwt() is not null and new.waiting_since is not null) execute function private.note_wait();
create trigger inquiries_note_wait after update on public.inquiries
for each row when (
  auth.jwt() is not null
  and (new.waiting_since, new.answered_at) is distinct from (old.waiting_since, old.answered_at))
execute function private.note_wait();

create function public.get_answer_times()
returns table (
  month text, asked integer, in_time integer, median_minutes integer, worst_minutes integer, unanswered integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select to_char(months.first, 'YYYY-MM'),
           count(w.id)::integer,
           (count(*) filter (where w.answered_at <= w.asked_at + private.answer_time()))::integer,
           (percentile_cont(0.5) within group (order by waited.minutes))::integer,
           max(waited.minutes)::integer,
           (count(*) filter (where w.id is not null and w.answered_at is null))::integer
    from generate_series(
      date_trunc('month', private.studio_today()::timestamp) - interval '11 months',
      date_trunc('month', private.studio_today()::timestamp), interval '1 month') months (first)
    left join private.waits w
      on w.asked_at >= months.first at time zone private.studio_zone()
      and w.asked_at < (months.first + interval '1 month') at time zone private.studio_zone()
    left join lateral (
      select floor(extract(epoch from coalesce(w.answered_at, now()) - w.asked_at) / 60) as minutes where w.id is not null
    ) waited on true
    group by months.first
    order by months.first desc;
end
$$;
comment on function public.get_answer_times() is
  'For admins, by month (studio time, YYYY-MM) of the last twelve: how often visitors asked, how often they were answered in the time that is promised, '
  'the median and the longest wait in minutes, and how many are not answered. Those count with the time that they have waited so far.';

-- 2. What hangs on a request

-- Makes a new revision, which locks the request and tells other admins'' pages. Raises request_gone
-- when there is none, or its person was erased.
create function private.touch_request(p_id uuid) returns text
language plpgsql set search_path = ''
as $$
begin
  update public.bookings set revision = revision + 1 where id = p_id and not private.is_erased(email);
  if found then
    return 'booking';
  end if;
  update public.inquiries set revision = revision + 1 where id = p_id and not private.is_erased(email);
  if found then
    return 'inquiry';
  end if;
  raise exception using message = 'request_gone';
end
$$;

create function private.note_event(p_type text, p_id uuid, p_kind text, p_what text default null) returns void
language sql set search_path = ''
as $$
  insert into public.request_events (booking_id, inquiry_id, actor, kind, what)
  values (case p_type when 'booking' then p_id end, case p_type when 'inquiry' then p_id end, private.actor(), p_kind, p_what)
$$;

create function public.list_admins() returns table (id uuid, email text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select u.id, u.email::text from auth.users u
    where u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now())
    order by u.email;
end
$$;
comment on function public.list_admins() is 'For admins: the accounts that can look after a request.';

create function public.set_owner(p_request_id uuid, p_owner uuid default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
begin
  perform private.require_live_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  perform private.note_event(private.touch_request(p_request_id), p_request_id, 'owner', v_email);
  update public.bookings set owner = p_owner where id = p_request_id;
  update public.inquiries set owner = p_owner where id = p_request_id;
end
$$;
comment on function public.set_owner(uuid, uuid) is
  'Gives a request to an admin, or to nobody. Raises no_such_admin, or request_gone when its person was erased.';

create function public.add_note(p_id uuid, p_request_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: a note that is sent again after a lost response is stored once, as it is then.
  insert into public.request_notes (id, booking_id, inquiry_id, author, body)
  values (p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end, private.caller_id(), p_body)
  on conflict (id) do update set body = excluded.body
  where request_notes.author = private.caller_id() and request_notes.body <> excluded.body;
  if found then
    perform private.note_event(v_type, p_request_id, 'note', 'added');
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is 'Adds the caller''s note (at most 5,000 characters) to a request.';

-- Raises not_your_note for another author''s, and for one that is gone.
create function private.find_own_note(p_id uuid) returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  v_request_id uuid;
begin
  select coalesce(n.booking_id, n.inquiry_id) into v_request_id
  from public.request_notes n where n.id = p_id and n.author = private.caller_id();
  if not found then
    raise exception using message = 'not_your_note';
  end if;
  return v_request_id;
end
$$;

create function public.edit_note(p_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_request_id uuid;
begin
  perform private.require_live_admin();
  v_request_id := private.find_own_note(p_id);
  perform private.note_event(private.touch_request(v_request_id), v_request_id, 'note', 'edited');
  update public.request_notes set body = p_body, edited_at = now() where id = p_id and author = private.caller_id();
end
$$;
comment on function public.edit_note(uuid, text) is 'Changes a note of the caller''s own. Raises not_your_note.';

create function public.delete_note(p_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_request_id uuid;
begin
  perform private.require_live_admin();
  v_request_id := private.find_own_note(p_id);
  perform private.note_event(private.touch_request(v_request_id), v_request_id, 'note', 'deleted');
  delete from public.request_notes where id = p_id and author = private.caller_id();
end
$$;
comment on function public.delete_note(uuid) is 'Deletes a note of the caller''s own. Raises not_your_note.';

create function public.set_outcome(p_booking_id uuid, p_outcome text default null, p_reason text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_booking_id);
  update public.bookings set outcome = p_outcome, outcome_reason = p_reason
  where id = p_booking_id and (p_outcome is null or status = 'confirmed' and lower(period) <= now() at time zone private.studio_zone());
  if not found then
    raise exception using message = 'call_not_held';
  end if;
  perform private.note_event(v_type, p_booking_id, 'outcome', p_outcome);
end
$$;
comment on function public.set_outcome(uuid, text, text) is
  'Says what came of a confirmed call that has begun: ''held'', ''no_show'', ''lost'' with a reason, or null to take it back. Raises '
  'call_not_held for any other call.';

create function public.set_answered(p_request_id uuid, p_answered boolean) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  perform private.note_event(v_type, p_request_id, case when p_answered then 'answered' else 'reopened' end);
  if p_answered then
    update public.bookings set waiting_since = null, answered_at = now(), their_turn_since = now()
    where id = p_request_id and waiting_since is not null;
    update public.inquiries set waiting_since = null, answered_at = now(), their_turn_since = now()
    where id = p_request_id and waiting_since is not null;
  else
    update public.bookings set waiting_since = now(), answered_at = null, their_turn_since = null
    where id = p_request_id and waiting_since is null;
    update public.inquiries set waiting_since = now(), answered_at = null, their_turn_since = null
    where id = p_request_id and waiting_since is null;
  end if;
end
$$;
comment on function public.set_answered(uuid, boolean) is
  'Says that an answer went out some other way; or, with false, that the visitor has asked again, which begins a new wait.';

create function public.list_person(p_email text)
returns table (id uuid, type text, status text, created_at timestamptz, date date, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select person.id, person.type, person.status, person.created_at, person.date, person.start_time
    from (
      select b.id, 'booking' as type, b.status, b.created_at, b.date, to_char(lower(b.period), 'HH24:MI') as start_time
      from public.bookings b where lower(b.email) = lower(p_email) and not private.is_erased(p_email)
      union all
      select i.id, 'inquiry', i.status, i.created_at, null, null
      from public.inquiries i where lower(i.email) = lower(p_email) and not private.is_erased(p_email)
    ) person
    order by person.created_at desc, person.id
    limit 50;
end
$$;
comment on function public.list_person(text) is 'For admins: the newest 50 requests with this e-mail, in whatever case.';

-- The list.
drop function public.list_requests(text, text, text, text, text, boolean, integer, integer);
drop function private.list_requests(text[], date, text, text, text, text, boolean, integer, integer);

create function private.list_requests(
  p_patterns text[], p_today date, p_view text, p_type text, p_status text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, p_owner uuid, p_outcome text, p_overdue_before timestamptz
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- For so long a request stands under 'Waiting for them'.
  v_their_turn_from timestamptz := now() - interval '14 days';
  v_booking_statuses text[] := '{pending,confirmed,cancelled}';
  v_inquiry_statuses text[] := '{new,read,replied,archived}';
  v_from date := '-infinity';
  v_to date := 'infinity';
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  v_counts jsonb;
  v_total bigint;
  v_ids uuid[];
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'waiting', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status <> all (v_booking_statuses || v_inquiry_statuses) then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'waiting') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;

  -- Views and filters are reduced to a set of statuses and a range of dates.
  case p_view
    when 'to_answer' then
      v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}'; v_from := p_today;
    when 'waiting' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}';
    when 'upcoming' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_from := p_today;
    when 'past' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_to := p_today - 1;
    when 'archived' then v_booking_statuses := '{cancelled}'; v_inquiry_statuses := '{archived}';
    else null;
  end case;
  if p_type = 'inquiry' then v_booking_statuses := '{}'; end if;
  if p_type = 'booking' then v_inquiry_statuses := '{}'; end if;
  if p_status is not null then
    v_booking_statuses := array(select s from unnest(v_booking_statuses) s where s = p_status);
    v_inquiry_statuses := array(select s from unnest(v_inquiry_statuses) s where s = p_status);
  end if;

  -- One status at a time: an index counts equal entries several times faster than a group by does.
  with b as (
    select s as status, (select count(*) from public.bookings where status = s) as n,
      (select count(*) from public.bookings where status = s and date >= p_today) as ahead
    from unnest('{pending,confirmed,cancelled}'::text[]) s
  ), i as (
    select s as status, (select count(*) from public.inquiries where status = s) as n
    from unnest('{new,read,replied,archived}'::text[]) s
  ), c as (
    select status, n, ahead, status <> 'cancelled' as stands from b union all select status, n, null, false from i
  ), asked as (
    select waiting_since from public.bookings
    where waiting_since is not null and status <> 'cancelled' and date >= p_today
    union all
    select waiting_since from public.inquiries where waiting_since is not null and status <> 'archived'
  ), theirs as (
    select email, their_turn_since from public.bookings
    where their_turn_since > v_their_turn_from and status <> 'cancelled'
    union all
    select email, their_turn_since from public.inquiries
    where their_turn_since > v_their_turn_from and status <> 'archived'
  )
  select jsonb_build_object(
    'all', sum(n),
    'to_answer', (select count(*) from asked),
    'overdue', (select count(*) from asked where waiting_since < p_overdue_before),
    'waiting', (select count(*) from theirs),
    'upcoming', sum(ahead) filter (where stands),
    'past', sum(n - ahead) filter (where stands),
    'archived', sum(n) filter (where status in ('cancelled', 'archived')),
    'pending', sum(n) filter (where status = 'pending'),
    'new', sum(n) filter (where status = 'new'),
    'bookings', sum(n) filter (where ahead is not null),
    'inquiries', sum(n) filter (where ahead is null))
  into v_counts from c;

  if p_sort = 'created' and p_patterns = '{}' and p_view not in ('to_answer', 'waiting') and p_owner is null and p_outcome is null then
    -- Each table by its index on created_at, so that no more is read than is shown or skipped.
    if p_descending then
      select array_agg(id order by created_at desc, id) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at desc, id limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at desc, id limit p_offset + p_limit)
        order by created_at desc, id limit p_limit offset p_offset
      ) page;
    else
      select array_agg(id order by created_at, id desc) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at, id desc limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at, id desc limit p_offset + p_limit)
        order by created_at, id desc limit p_limit offset p_offset
      ) page;
    end if;
    select coalesce(sum(n), 0) into v_total
    from (
      select (select count(*) from public.bookings where status = s and date between v_from and v_to) as n
      from unnest(v_booking_statuses) s
      union all
      select (select count(*) from public.inquiries where status = s) from unnest(v_inquiry_statuses) s
    ) counted;
  else
    -- A word that begins the type or the status is found there; the search text has to have the rest.
    with wanted as (
      select kind, status, array(
          select p from unnest(p_patterns) p where kind not like substr(p, 2) and status not like substr(p, 2)
        ) as patterns
      from (
        select 'booking' as kind, s as status from unnest(v_booking_statuses) s
        union all
        select 'inquiry', s from unnest(v_inquiry_statuses) s
      ) statuses
    ),
    matching as materialized (
      select b.id, b.created_at,
        case p_sort
          when 'type' then w.kind
          when 'status' then b.status
          when 'date' then b.date || case when p_view = 'upcoming' then ' ' || s.start_time else '' end
          when 'time' then s.start_time::text
          when 'waiting' then to_char(coalesce(b.waiting_since, b.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b
      join public.time_slots s on s.id = b.time_slot_id
      join wanted w on w.kind = 'booking' and w.status = b.status
      where b.date between v_from and v_to and b.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or b.waiting_since is not null)
        and (p_view <> 'waiting' or b.their_turn_since > v_their_turn_from)
        and (p_owner is null or b.owner = p_owner)
        and (p_outcome is null
          or coalesce(b.outcome, 'none') = p_outcome and b.status = 'confirmed' and b.date < p_today)
      union all
      select i.id, i.created_at,
        case
          when p_sort = 'type' then w.kind
          when p_sort = 'status' then i.status
          when p_sort = 'waiting' then
            to_char(coalesce(i.waiting_since, i.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when p_sort in ('date', 'time', 'created') then null
          else nullif(split_part(i.search_text, E'\n', v_line), '')
        end
      from public.inquiries i join wanted w on w.kind = 'inquiry' and w.status = i.status
      where i.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or i.waiting_since is not null)
        and (p_view <> 'waiting' or i.their_turn_since > v_their_turn_from)
        and (p_owner is null or i.owner = p_owner)
        and p_outcome is null
    ),
    page as (
      select id, row_number() over () as nth
      from (
        select id from matching
        order by
          case when not p_descending then sort_key end nulls last,
          case when p_descending then sort_key end desc nulls last,
          case when p_sort = 'created' and not p_descending then created_at end,
          created_at desc, id
        limit p_limit offset p_offset
      ) sorted
    )
    select (select count(*) from matching), (select array_agg(id order by nth) from page) into v_total, v_ids;
  end if;

  return jsonb_build_object('total', v_total, 'counts', v_counts, 'rows', coalesce((
    select jsonb_agg(coalesce(
      (select to_jsonb(booking) from (
        select 'booking' as type, b.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner, outcome, date, to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time
        from public.bookings b join public.time_slots s on s.id = b.time_slot_id where b.id = key.id
      ) booking),
      (select to_jsonb(inquiry) from (
        select 'inquiry' as type, i.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner
        from public.inquiries i where i.id = key.id
      ) inquiry)) order by nth)
    from unnest(v_ids) with ordinality as key (id, nth)
  ), '[]'));
end
$$;

-- It calls private functions that its caller may not call; the tables are still read with the
-- caller's rights.
create function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0,
  p_owner uuid default null, p_outcome text default null
) returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select private.list_requests(
    private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))), private.studio_today(),
    p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset, p_owner, p_outcome, now() - private.answer_time());
end;
comment on function public.list_requests is
  'One page of bookings and inquiries: rows (messages cut at 500 characters), the exact total, and the counts of the views. Raises not_admin '
  'for anybody but an admin whose session is open.';


-- Rights.
alter table private.waits enable row level security;
revoke all on private.waits from public, anon, authenticated, service_role;
alter table public.request_notes enable row level security;
revoke all on public.request_notes from public, anon, authenticated, service_role;
grant select on public.request_notes to authenticated;
create policy "Admins read notes" on public.request_notes
  for select to authenticated using ((select private.is_live_admin()));
grant select (revision, waiting_since, answered_at, their_turn_since, owner, outcome, outcome_reason) on public.bookings to authenticated;
grant select (revision, waiting_since, answered_at, their_turn_since, owner) on public.inquiries to authenticated;
revoke execute on function
  public.get_answer_times, public.list_admins, public.list_person, public.set_owner, public.set_outcome, public.set_answered,
  public.add_note, public.edit_note, public.delete_note, public.list_requests
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_answer_times, public.list_admins, public.list_person, public.set_owner, public.set_outcome, public.set_answered,
  public.add_note, public.edit_note, public.delete_note, public.list_requests
  to authenticated;

-- Who waits now: new messages, and calls ahead that nobody has confirmed, since they were asked for or
-- last moved by their visitor.
update public.inquiries set waiting_since = created_at where status = 'new' and not private.is_erased(email);
update public.bookings b set waiting_since = coalesce(
  (select max(e.at) from public.request_events e
    where e.booking_id = b.id and e.actor = 'visitor' and e.after ->> 'status' = 'pending'),
  b.created_at)
where b.status = 'pending' and b.date >= private.studio_today() and not private.is_erased(b.email);
insert into private.waits (inquiry_id, asked_at)
select i.id, i.waiting_since from public.inquiries i where i.waiting_since is not null;
insert into private.waits (booking_id, asked_at)
select b.id, b.waiting_since from public.bookings b where b.waiting_since is not null;
