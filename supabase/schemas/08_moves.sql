-- What admins do with a call besides answering: they move it, book one for a caller, and tell its
-- visitor about what they changed.

-- 1. Who has not been told

-- Whoever locks several bookings does it in the order of their ids, so that two of them never wait for
-- each other.

-- What a visitor knows of a call when it stands like this.
create function private.known_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(p_booking) || jsonb_build_object('location', (p_booking).location) || case
    when (p_booking).closed_over = (p_booking).date then jsonb_build_object('closed', (p_booking).date) else '{}' end
$$;

-- Whether somebody who knows a call as p_known does not know that its date was closed, or that it is open
-- again.
create function private.is_closing_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (p_booking).status <> 'cancelled'
    and coalesce((p_booking).closed_over = (p_booking).date, false) <> coalesce(p_known ->> 'closed' = (p_booking).date::text, false)
$$;

-- Whether somebody who knows a call as p_known would come at the wrong time, to the wrong place, or for
-- nothing. A location counts when it was confirmed; that a call is confirmed now can wait.
create function private.is_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (state ->> 'date', state ->> 'start_time') is distinct from (p_known ->> 'date', p_known ->> 'start_time')
    or (state ->> 'status' = 'cancelled') <> (p_known ->> 'status' = 'cancelled')
    or state ->> 'status' = 'confirmed' and p_known ->> 'status' = 'confirmed'
      and state ->> 'location' is distinct from p_known ->> 'location'
    or private.is_closing_untold(p_booking, p_known)
  from private.known_state(p_booking) state
$$;

-- A change that is taken back leaves nothing to be told to who did not know of it, and one thing more to
-- who did. A visitor who changes their booking sees how it stands.
create function private.set_untold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant jsonb := case when old.untold_since is null then private.known_state(old) else old.untold_from end;
begin
  -- It was closed over the date that the call had when its visitor last knew it, and they know a later one.
  if old.untold_since is null and old.closed_over <> old.date and new.closed_over = old.closed_over then
    new.closed_over := null;
  end if;
  if private.is_erased(new.email) or not public.is_admin() then
    new.untold_since := null;
    new.untold_from := null;
  elsif (new.status, new.date, new.time_slot_id, new.location, new.closed_over)
      is distinct from (old.status, old.date, old.time_slot_id, old.location, old.closed_over) then
    if not private.is_untold(new, v_known) then
      new.untold_since := null;
    elsif old.untold_since is not null or greatest(private.starts_at(old), private.starts_at(new)) > now() then
      new.untold_since := coalesce(old.untold_since, now());
      new.untold_from := v_known;
    end if;
  end if;
  return new;
end
$$;
-- Only what comes through the API. A restored backup brings its own.
create trigger bookings_untold before update of email, status, date, time_slot_id, location, closed_over on public.bookings
for each row when (auth.jwt() is not null) execute function private.set_untold();

-- Closing a date leaves its bookings as they are, but their visitors should learn of it.
create function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    with affected as materialized (
      select b.id, c.date
      from changed_dates c join public.bookings b on b.period && tsrange(c.date, c.date + 1)
      where b.status <> 'cancelled' and private.starts_at(b) > now() and not private.is_erased(b.email)
      order by b.id for no key update of b
    )
    update public.bookings b set closed_over = a.date from affected a where b.id = a.id;
  else
    with affected as materialized (
      select b.id from public.bookings b where b.closed_over in (select c.date from changed_dates c)
      order by b.id for no key update
    )
    update public.bookings b set closed_over = null from affected a where b.id = a.id;
  end if;
  return null;
end
$$;
create trigger closed_dates_untold after insert on public.closed_dates referencing new table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();
create trigger closed_dates_untold_opened after delete on public.closed_dates referencing old table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();

-- Says that a visitor knows their call as it stood like this.
create function private.note_known(p_booking_id uuid, p_known jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_untold(b, p_known) then coalesce(b.untold_since, now()) end, untold_from = p_known
  where b.id = p_booking_id
$$;

-- A mail was sent that says how the call stood at this calendar_sequence. No such mail says that a date
-- was closed or opened.
create function private.note_mailed(p_booking_id uuid, p_told_sequence jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_closing_untold(b, b.untold_from) then b.untold_since end,
      untold_from = private.known_state(b) - 'closed' || case
        when b.untold_from ? 'closed' then jsonb_build_object('closed', b.untold_from -> 'closed') else '{}' end
  where b.id = p_booking_id and b.untold_since is not null and to_jsonb(b.calendar_sequence) = p_told_sequence
$$;

create function public.get_untold_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', b.cancel_message, 'revision', b.revision,
      'state', private.known_state(b), 'known', b.untold_from,
      'is_closed', private.is_closing_untold(b, b.untold_from) and b.closed_over is not distinct from b.date,
      'waits', exists (
        select 1 from private.outbox o left join private.replies r on r.id = o.reply_id
        where o.booking_id = b.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
          and case
            when r.told is not null then not private.is_untold(b, r.told)
            else not private.is_closing_untold(b, b.untold_from) and (
              o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled') or r.told_sequence = b.calendar_sequence)
          end)) order by b.period, b.created_at), '[]')
    from (
      select * from public.bookings u
      where u.untold_since is not null
        -- After that there is nothing to come to.
        and greatest(lower(u.period), (u.untold_from ->> 'date')::date + (u.untold_from ->> 'start_time')::time)
          > now() at time zone private.studio_zone()
      order by u.untold_since desc limit 500
    ) b);
end
$$;
comment on function public.get_untold_calls() is
  'For admins: the calls ahead (at most the newest 500) whose visitors do not know what an admin changed. "state" is the call as it stands and '
  '"known" as they know it, "is_closed" that its date was closed over it; "waits" when a mail that will tell them is in the outbox.';

create function public.set_told(p_booking_ids uuid[], p_told boolean, p_seen jsonb default null) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_seen jsonb;
  v_changed uuid[] := '{}';
begin
  perform private.require_live_admin();
  if p_told and p_seen is null then
    raise exception using message = 'changed_meanwhile';
  end if;
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    v_seen := null;
    if p_told and p_seen ? v_booking.id::text then
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'), 'location', left(s.location, 500))
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
      into v_seen
      from jsonb_to_record(p_seen -> v_booking.id::text) s (status text, date date, start_time time, location text, closed date);
    end if;
    if v_seen is not null and private.is_untold(v_booking, v_seen) then
      -- They know what this admin has told them, which is not how it stands by now.
      perform private.note_known(v_booking.id, v_seen);
      v_changed := v_changed || v_booking.id;
    elsif p_told and v_booking.untold_since is not null then
      update public.bookings set untold_since = null where id = v_booking.id;
    elsif not p_told and v_booking.untold_since is null and private.is_untold(v_booking, v_booking.untold_from) then
      update public.bookings set untold_since = now() where id = v_booking.id;
    else
      continue;
    end if;
    perform private.note_event('booking', v_booking.id, 'told', case when not p_told then 'taken back' end);
  end loop;
  return v_changed;
end
$$;
comment on function public.set_told is
  'For an admin who has told these visitors themselves how their calls stand; with false, takes that back. p_seen has by id the "state" in which '
  'get_untold_calls showed them, as their visitors know them now. Returns those that have changed since, which are still untold. Raises '
  'changed_meanwhile without p_seen.';

-- 2. Times that admins choose

-- The slot for a time that an admin chose for a call: offered and free, or with p_outside any free time.
-- For that a slot is made, if there is none. No visitor can book it, because neither a weekday nor a date
-- offers it. Raises range_invalid, date_past, date_too_far, time_invalid (it does not exist on that
-- date), slot_taken, date_closed or outside_hours. `p_except` is the booking that moves. The detail of
-- slot_taken is the other call, and that of date_closed why, as JSON.
create function private.find_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_zone constant text := private.studio_zone();
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours' and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and v_starts at time zone v_zone at time zone v_zone = v_starts and v_ends at time zone v_zone at time zone v_zone = v_ends
    and v_ends at time zone v_zone - v_starts at time zone v_zone = v_ends - v_starts) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone v_zone <= now() then
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

create function public.move_booking(
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
      from public.request_events e where e.booking_id = p_booking_id and e.kind = 'change' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
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

create function public.book_call(
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
  select * into v_old from public.bookings b where b.request_id = p_request_id order by b.created_at desc, b.id limit 1;
  if found then
    -- A second press, or a second try after a lost response.
    if (lower(v_old.email), lower(v_old.period), upper(v_old.period)) = (lower(p_email), p_date + p_start_time, p_date + p_end_time) then
      return v_old.id;
    end if;
    raise exception using message = 'booked_before', detail = private.booking_state(v_old)::text;
  end if;
  -- Whom we waited for has answered. Before the time is taken, which others may wait for.
  perform private.end_their_turn(p_email);
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, request_id)
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

-- The mail about a move by an admin: none if it is back where its visitor knows it, at the status that
-- they know. After a minute, so that a move that is undone by then sends none. `p_waiting` is the mail
-- that waited, and was dropped.
create function private.write_our_move_mail(p_new public.bookings, p_old public.bookings, p_waiting private.outbox) returns void
language plpgsql set search_path = ''
as $$
declare
  v_known_start constant timestamp := coalesce(p_waiting.known_start, lower(p_old.period));
  -- A mail about the visitor's own move has none, and one about a location changes none.
  v_known constant text := case
    when p_waiting.kind in ('received', 'confirmed', 'cancelled') or p_waiting.known_start is not null then p_waiting.known_status
    else p_old.status
  end;
  v_kind constant text := case
    when p_waiting.kind = 'received' then 'received'
    when lower(p_new.period) <> v_known_start then 'moved'
    when p_new.status is distinct from v_known then case p_new.status when 'pending' then 'received' else p_new.status end
  end;
begin
  if v_kind is not null then
    perform private.write_mail(p_new.id, null, 'visitor', v_kind, now() + interval '60 seconds', v_known,
                               nullif(v_known_start, lower(p_new.period)));
  end if;
end
$$;
