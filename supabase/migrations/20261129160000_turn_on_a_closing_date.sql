-- A call that is booked, moved or confirmed while its date is closed is the studio's turn: the two acts wait for each other.

create or replace function private.update_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
  v_closed_at timestamptz;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  -- Waits for a session that is closing or opening dates: this one does not see its change yet.
  if v_booking.status = 'confirmed' then
    perform pg_advisory_xact_lock_shared(9, 0);
  end if;
  select c.closed_at into v_closed_at from public.closed_dates c
  where c.date = v_booking.date and v_booking.status = 'confirmed'
    and private.is_on_closed_date(v_booking.date, v_booking.time_slot_id) and not private.is_kept(p_id);
  v_new := private.with_turn(v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking), v_closed_at,
    private.deciding_event(v_old));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from, over_from = v_new.over_from,
      due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

create or replace function private.follow_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if tg_op = 'INSERT' and auth.jwt() is null then
    return null;
  end if;
  -- Also locks the calls that are not confirmed, because another session may be confirming one.
  perform from public.bookings b where b.date in (select c.date from changed c) order by b.id for no key update;
  -- Waits for sessions that are booking a call or moving one there. Comes after the calls' locks, which these may hold.
  perform pg_advisory_xact_lock(9, 0);
  for v_id in
    select b.id from public.bookings b where b.date in (select c.date from changed c) order by b.id for no key update
  loop
    perform private.update_turn(v_id);
  end loop;
  return null;
end
$$;

create or replace function private.find_or_create_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_busy jsonb;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  -- Waits for a session that is closing or opening dates, as update_turn does: the admin has not seen its change.
  perform pg_advisory_xact_lock_shared(9, 0);
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
  where s.start_time = p_start and s.end_time = p_end and s.is_offered and (p_outside or not s.is_busy);
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    v_busy := jsonb_strip_nulls(jsonb_build_object('busy', nullif(private.calendars_at(v_starts, v_ends), '[]')));
    if exists (
      select from private.slots_between(p_date, p_date) s where s.start_time = p_start and s.end_time = p_end and s.is_offered)
    then
      raise exception using message = 'outside_hours', detail = v_busy::text, hint = 'busy';
    end if;
    select jsonb_build_object('reason', c.reason) || v_busy into v_detail from public.closed_dates c where c.date = p_date;
    if found then
      raise exception using message = 'date_closed', detail = v_detail::text;
    end if;
    if v_busy <> '{}' then
      raise exception using message = 'outside_hours', detail = v_busy::text;
    end if;
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locks the slot, so that no admin deletes it before the booking refers to it.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;
