-- What admins do with a call besides answering: they move it, book one for a caller, and tell its
-- visitor about what they changed.

-- 1. Who has not been told

-- What a visitor knows of a call when it stands like this.
create function private.known_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$ select private.booking_state(p_booking) || jsonb_build_object('location', p_booking.location) $$;

create function private.is_closed_over(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$ select coalesce(p_known ->> 'closed' = (p_booking).date::text and (p_booking).status <> 'cancelled', false) $$;

-- Whether somebody who knows a call as p_known would come at the wrong time, to the wrong place, or for
-- nothing. A location counts when it was confirmed; that a call is confirmed now can wait.
create function private.is_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (state ->> 'date', state ->> 'start_time') is distinct from (p_known ->> 'date', p_known ->> 'start_time')
    or (state ->> 'status' = 'cancelled') <> (p_known ->> 'status' = 'cancelled')
    or state ->> 'status' = 'confirmed' and p_known ->> 'status' = 'confirmed'
      and state ->> 'location' is distinct from p_known ->> 'location'
    or private.is_closed_over(p_booking, p_known)
  from private.known_state(p_booking) state
$$;

-- A change that is taken back leaves nothing to be told. A visitor who changes their booking sees how it
-- stands.
create function private.set_untold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant jsonb := case when old.untold_since is null then private.known_state(old) else old.untold_from end;
begin
  if private.is_erased(new.email) or not public.is_admin() then
    new.untold_since := null;
    new.untold_from := null;
  elsif (new.status, new.date, new.time_slot_id, new.location)
      is distinct from (old.status, old.date, old.time_slot_id, old.location) then
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
create trigger bookings_untold before update of email, status, date, time_slot_id, location on public.bookings
for each row when (auth.jwt() is not null) execute function private.set_untold();

-- Closing a date leaves its bookings as they are, but their visitors should learn of it.
create function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.bookings b
    set untold_since = coalesce(b.untold_since, now()),
        untold_from = case when b.untold_since is null then private.known_state(b) else b.untold_from end
          || jsonb_build_object('closed', new.date)
    where b.period && tsrange(new.date, new.date + 1) and b.status <> 'cancelled'
      and private.starts_at(b) > now() and not private.is_erased(b.email);
  else
    update public.bookings b
    set untold_since = case when private.is_untold(b, b.untold_from - 'closed') then b.untold_since end,
        untold_from = b.untold_from - 'closed'
    where b.untold_since is not null and b.untold_from ->> 'closed' = old.date::text;
  end if;
  return null;
end
$$;
create trigger closed_dates_untold after insert or delete on public.closed_dates
for each row when (auth.jwt() is not null) execute function private.set_closed_over();

-- Says that a visitor knows how their call stands.
create function private.set_told(p_request_id uuid) returns void
language sql set search_path = ''
as $$ update public.bookings set untold_since = null where id = p_request_id and untold_since is not null $$;

-- A mail was sent that says how the call stood at this calendar_sequence. No mail says that a date was
-- closed.
create function private.note_mailed(p_booking_id uuid, p_told_sequence jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_closed_over(b, b.untold_from) then b.untold_since end,
      untold_from = private.known_state(b) || case
        when private.is_closed_over(b, b.untold_from) then jsonb_build_object('closed', b.untold_from -> 'closed') else '{}' end
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
      'location', b.location, 'cancel_message', b.cancel_message, 'known', b.untold_from,
      'is_closed', private.is_closed_over(b, b.untold_from),
      'waits', not private.is_closed_over(b, b.untold_from) and exists (
        select 1 from private.outbox o
        where o.booking_id = b.id and o.recipient = 'visitor' and (o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled') or exists (
            select 1 from private.replies r where r.id = o.reply_id and r.told_sequence = b.calendar_sequence))
          and o.sent_at is null and o.given_up_at is null)) order by b.period, b.created_at), '[]')
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
  'For admins: the calls ahead (at most the newest 500) whose visitors do not know what an admin changed. "known" is the call as they know it, '
  '"is_closed" that its date was closed over it; "waits" when a mail that will tell them is in the outbox.';

create function public.set_told(p_booking_ids uuid[], p_told boolean) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_id in
    select b.id from public.bookings b
    where b.id = any (p_booking_ids) and not private.is_erased(b.email)
      and (b.untold_since is not null) = p_told and b.untold_from is not null
    order by b.id
    for no key update
  loop
    if p_told then
      perform private.set_told(v_id);
    else
      update public.bookings b set untold_since = now() where b.id = v_id and private.is_untold(b, b.untold_from);
    end if;
    perform private.note_event('booking', v_id, 'told', case when not p_told then 'taken back' end);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.set_told(uuid[], boolean) is
  'For an admin who has told these visitors themselves how their calls stand; with false, takes that back. Returns how many.';

-- 2. Times that admins choose

-- The slot for a time that an admin chose for a call: offered and free, or with p_outside any free time.
-- For that a slot is made, if there is none. No visitor can book it, because neither a weekday nor a date
-- offers it. Raises range_invalid, date_past, date_too_far, time_invalid (it does not exist on that
-- date), slot_taken or outside_hours. `p_except` is the booking that moves.
create function private.find_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_zone constant text := private.studio_zone();
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
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
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  ) then
    raise exception using message = 'slot_taken';
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered;
  if found then
    return v_id;
  end if;
  if p_outside is not true then
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
  if private.booking_state(v_booking) <> p_seen then
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
  when exclusion_violation or deadlock_detected then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun; its status stays. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time '
  'that is not offered needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'request_gone, slot_taken, outside_hours, time_invalid, date_past, date_too_far, range_invalid or too_busy.';

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
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, request_id)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id)
  returning id into v_id;
  -- In a second step, so that the mails, the history and the calendar's SEQUENCE are as after any confirmation.
  update public.bookings set status = 'confirmed' where id = v_id;
  -- Whom we waited for has answered.
  update public.bookings set their_turn_since = null where lower(email) = lower(p_email) and their_turn_since is not null;
  update public.inquiries set their_turn_since = null where lower(email) = lower(p_email) and their_turn_since is not null;
  return v_id;
exception
  when exclusion_violation or deadlock_detected then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
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
