-- Who answers, and by when: how long visitors wait, who looks after a request, notes, and what came of
-- a call. Whatever hangs on a request is written after private.touch_request, which locks it.

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

-- Whom the studio waited for has written again, or somebody with their address.
create function private.end_their_turn(p_email text) returns void
language sql set search_path = ''
as $$
  with theirs as materialized (
    select id from public.bookings where lower(email) = lower(p_email) and their_turn_since is not null order by id for no key update
  )
  update public.bookings b set their_turn_since = null from theirs t where b.id = t.id;
  with theirs as materialized (
    select id from public.inquiries where lower(email) = lower(p_email) and their_turn_since is not null order by id for no key update
  )
  update public.inquiries i set their_turn_since = null from theirs t where i.id = t.id
$$;

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
    perform private.end_their_turn(new.email);
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

create function public.set_owner(p_request_id uuid, p_owner uuid default null, p_seen jsonb default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_type text;
  v_now uuid;
begin
  perform private.require_live_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  v_type := private.touch_request(p_request_id);
  select b.owner into v_now from public.bookings b where b.id = p_request_id
  union all
  select i.owner from public.inquiries i where i.id = p_request_id;
  if v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed', detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  perform private.note_event(v_type, p_request_id, 'owner', v_email);
  update public.bookings set owner = p_owner where id = p_request_id;
  update public.inquiries set owner = p_owner where id = p_request_id;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody. Raises no_such_admin, request_gone when its person was erased, and owner_changed with the owner''s e-mail address when somebody else has it than p_seen says: {"owner": user id or null}, null for nobody.';

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
  where request_notes.author = private.caller_id() and coalesce(request_notes.booking_id, request_notes.inquiry_id) = p_request_id
    and request_notes.body <> excluded.body;
  if found then
    perform private.note_event(v_type, p_request_id, 'note', 'added');
  elsif private.find_own_note(p_id) <> p_request_id then
    raise exception using message = 'not_your_note';
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is
  'Adds the caller''s note (at most 5,000 characters) to a request. Raises request_gone, and not_your_note when the id is that of another note.';

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
