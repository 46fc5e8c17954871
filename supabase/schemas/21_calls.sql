-- Admins move calls, and book calls for people who asked outside the site, at times of their choice.

-- The slot for a call at a time that an admin chose. Without p_outside the time must be offered and free. With
-- p_outside only another call blocks the time, and the function adds a missing slot; visitors cannot book this slot,
-- because no weekday or date offers it. Ignores p_except, the booking that moves. Raises range_invalid, date_past,
-- date_too_far, time_invalid (the time does not exist on that date, has seconds, or is not between five minutes and
-- eight hours long), slot_taken, date_closed or outside_hours. The details are JSON: for slot_taken the other call; for
-- date_closed the reason; for date_closed and outside_hours also the busy calendars, if any ("busy": [{"label",
-- "is_known"}]). outside_hours has the hint 'busy' if only these calendars block the time.
create function private.find_or_create_slot(
  p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null
) returns uuid
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
  if (p_end - p_start between interval '5 minutes' and interval '8 hours'
    and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and private.is_real(v_starts, v_ends)) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone private.studio_zone() <= now() then
    raise exception using message = 'date_past';
  end if;
  select jsonb_build_object(
    'name', b.name, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
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
    -- The calendars that block the time; is_known is false for a date after the calendar's known_until.
    select jsonb_strip_nulls(jsonb_build_object('busy', jsonb_agg(
      jsonb_build_object('label', c.label, 'is_known', p_date <= c.known_until) order by c.label, c.id)))
    into v_busy from private.calendars c
    where p_date > c.known_until or c.busy && tstzrange(
      v_starts at time zone private.studio_zone(), v_ends at time zone private.studio_zone());
    if exists (
      select from private.slots_between(p_date, p_date) s
      where s.start_time = p_start and s.end_time = p_end and s.is_offered)
    then
      raise exception using message = 'outside_hours', detail = v_busy::text, hint = 'busy';
    end if;
    select jsonb_build_object('reason', c.reason) || v_busy into v_detail
    from public.closed_dates c where c.date = p_date;
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

create function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_event public.request_events;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  v_event := private.event_of_form(p_form_id, p_booking_id);
  if v_event.id is not null then
    return v_event.revision;
  end if;
  -- The call already has this time, as after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time)
    and v_booking.status <> 'cancelled'
  then
    return null;
  end if;
  if private.booking_state(v_booking) is distinct from p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select to_jsonb(e)::text from public.request_events e
      where e.request_id = p_booking_id and e.before ?| '{status,date,location}' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  v_event := private.act(
    p_booking_id, 'moved', jsonb_build_object('date', p_date, 'time_slot_id', v_slot_id), p_form_id => p_form_id);
  return v_event.revision;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.move_booking is
  'Moves a call that has not begun, keeps its status, and returns the revision for undo_act; null if the call already '
  'has this time. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time that is not offered '
  'needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'form_used, request_gone, slot_taken, date_closed, outside_hours, time_invalid, date_past, date_too_far, '
  'range_invalid or too_busy.';

create function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time,
  p_outside boolean default false, p_message text default null, p_details jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  select * into v_old from public.bookings b where b.form_id = p_request_id;
  if found then
    -- The form was sent twice, or again after a lost response.
    if v_old.status <> 'cancelled'
      and (lower(v_old.email), lower(v_old.period), upper(v_old.period))
        = (lower(p_email), p_date + p_start_time, p_date + p_end_time)
      and (v_old.name, v_old.message, v_old.package, v_old.phone)
        is not distinct from (p_name, p_message, p_details ->> 'package', p_details ->> 'phone')
    then
      return v_old.id;
    end if;
    raise exception using message = 'form_used',
      detail = (private.booking_state(v_old) || jsonb_build_object('id', v_old.id))::text;
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, form_id, status)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id,
    'confirmed')
  returning id into v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.book_call is
  'Books and confirms a call for a person who asked outside the site, and returns its id. The same p_request_id again '
  'returns the same id; if a value differs or the call was cancelled, it raises form_used with the detail {"id", '
  '"status", "date", "start_time"} as JSON. The booking counts against no cap and waits for no answer. p_details may '
  'have package and phone. Raises the errors of create_booking and move_booking.';
