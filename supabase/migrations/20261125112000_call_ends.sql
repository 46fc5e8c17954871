-- A call whose end alone is changed is changed for its visitor too: they are mailed, the history says so, and until
-- they know it they are 'Not yet told'.

create or replace function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then private.location_wording(p_booking.location, p_booking.phone) end)
    || case when p_booking.closed_over = p_booking.date then jsonb_build_object('closed', p_booking.date) else '{}' end;
end
$$;

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
  if (p_known -> 'date', p_known -> 'start_time') is distinct from (p_state -> 'date', p_state -> 'start_time')
    or p_known -> 'end_time' <> p_state -> 'end_time'
  then
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

comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "end_time", "location", "wording"}, "closed" with the date that they know as '
  'closed, and "at", since when. "location" is the call''s own, "wording" how its location was worded; both null unless it was confirmed. Null while '
  'nobody at this address knows of the call.';

comment on column public.request_events.before is
  '{"status"}, for a booking also "date" and "start_time" (HH:MM), "end_time" when that alone was changed, and "location" when that was (null: the '
  'usual one). Null when the '
  'request was created. For kind ''told'' bookings.known, before and after; null for what changes no state.';

create or replace function private.log_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before jsonb := private.booking_state(p_old);
  v_after jsonb := private.booking_state(p_new);
begin
  if v_before = v_after and upper(p_new.period) <> upper(p_old.period) then
    v_before := v_before || jsonb_build_object('end_time', to_char(upper(p_old.period), 'HH24:MI'));
    v_after := v_after || jsonb_build_object('end_time', to_char(upper(p_new.period), 'HH24:MI'));
  end if;
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
      and (b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time', b.known ->> 'wording', b.known ->> 'closed')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, v_usual) end, case when b.closed_over = b.date then b.date::text end)
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    difference := private.difference(v_booking.known, state);
    continue when not private.is_misleading(difference) or not private.is_ahead(v_booking);
    -- Who knows that the date is closed does not come, wherever it is.
    continue when private.has_to_move(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    waits := private.will_be_known(v_booking, state);
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create or replace function private.seen_state(p_booking public.bookings, p_seen jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_seen is null then private.call_state(p_booking)
    else (
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
          'location', left(s.location, 500), 'wording', left(s.wording, 1000))
        || case when s.end_time is null then '{}' else jsonb_build_object('end_time', to_char(s.end_time, 'HH24:MI')) end
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
      from jsonb_to_record(p_seen) s (status text, date date, start_time time, end_time time, location text, wording text, closed date))
  end
$$;

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
    'known_end_time', case when v_is_moved then p_booking.known ->> 'end_time' end,
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

-- Whoever knows the present start of a call ahead was told of it with its end.
update public.bookings b set known = known || jsonb_build_object('end_time', to_char(upper(b.period), 'HH24:MI'))
where b.known ->> 'date' = b.date::text and b.known ->> 'start_time' = to_char(lower(b.period), 'HH24:MI')
  and b.date >= private.studio_today();
