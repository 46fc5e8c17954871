-- Late calls, visitors who do not know the current state of their calls, and the studio's settings.

-- 1. Late calls: the studio has not confirmed them in time

-- Time of a call's last move, by anybody or by p_actor; null if there was none.
create function private.moved_at(p_id uuid, p_actor text default null) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.at) from public.request_events e
  where e.request_id = p_id and e.before ? 'date' and (p_actor is null or e.actor = p_actor)
$$;

-- When the visitor asked for the call at its current time: by the booking, or by their last move.
create function private.asked_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select greatest(p_booking.created_at, private.moved_at(p_booking.id, 'visitor')) $$;

-- The first date with offered times (free or booked) among 62 dates from p_from on, in steps of p_step days; null
-- if none has any.
create function private.date_with_hours(p_from date, p_step integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  for n in 0..61 loop
    if exists (select from private.slots_between(p_from + n * p_step, p_from + n * p_step) s where s.is_offered) then
      return p_from + n * p_step;
    end if;
  end loop;
  return null;
end
$$;

-- The upcoming pending calls whose deadline for confirmation has passed: 16:00 on the last date with offered times
-- before the call. Leaves out a call that the visitor asked for after the deadline, because the studio got a mail
-- about that call.
create function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date with offered times whose 16:00 is still ahead. Calls after this date are not late.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    -- Computes the deadline once for each date with calls, because date_with_hours may look at many dates.
    with pending as materialized (
      select b from public.bookings b
      where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
        and lower(b.period) > v_now and not private.is_erased(b.email)
    ), limits as materialized (
      select d.date, (coalesce(private.date_with_hours(d.date - 1, -1), d.date - 1) + time '16:00') at time zone private.studio_zone() as confirm_by
      from (select distinct (p.b).date from pending p) d
    )
    select (p.b).* from pending p join limits l on l.date = (p.b).date
    where private.asked_at(p.b) <= l.confirm_by
    order by (p.b).period;
end
$$;

-- 2. Visitors who do not know the current state of their calls

-- The upcoming calls whose visitors do not know the current state (private.difference). `waits` is true if a mail
-- will tell the visitor. Leaves out a call of which the visitor knows nothing yet while such a mail waits.
create function private.find_calls_to_tell() returns table (id uuid, known jsonb, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_today constant date := private.studio_today();
  v_usual constant text := private.location_wording(null, null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_today or b.known ->> 'date' >= v_today::text)
      -- A quick comparison first, because most visitors know their call's state.
      and ((b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time', b.known ->> 'wording')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, replace(v_usual, '{call}', coalesce(b.room, '{call}'))) end)
        or exists (select from private.outbox o where o.request_id = b.id and o.may_have_arrived and o.sent_at is null))
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    known := private.known_to_correct(v_booking);
    difference := private.difference(known, state);
    continue when difference = '{}' or not private.is_ahead(v_booking);
    -- A visitor with an open proposal expects no call, so its status and location do not matter.
    continue when private.has_open_proposal(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    waits := private.will_be_known(v_booking, state);
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'revision', b.revision,
      'state', c.state, 'known', c.known - '{at,link_version,sequence}'::text[], 'difference', to_jsonb(c.difference),
      'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_calls_to_tell() limit 500) c join public.bookings b on b.id = c.id);
end
$$;
comment on function public.get_calls_to_tell() is
  'For admins: the first 500 upcoming calls whose visitors do not know the current state. "state" is that state, "known" the state that the visitor '
  'knows (null: none), "difference" lists the differences (private.difference), "waits" is true if a mail in the outbox will tell the visitor.';

-- 3. Admins record that visitors know the state of their calls

-- The state of a call as an admin saw it in a list: p_seen, in the form of bookings.known.
create function private.seen_state(p_seen jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'location', left(s.location, 500), 'wording', left(s.wording, 1000))
  from jsonb_to_record(p_seen)
    s (status text, date date, start_time time, end_time time, location text, wording text)
$$;

create function public.set_known(p_booking_ids uuid[], p_seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_is_left boolean;
  v_revision integer;
  v_result jsonb := '{}';
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and p_seen ? b.id::text and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    v_state := private.seen_state(p_seen -> v_booking.id::text);
    v_is_left := private.difference(v_state, private.call_state(v_booking)) <> '{}';
    v_revision := null;
    -- Does not replace a newer bookings.known.
    if private.difference(v_booking.known, v_state) <> '{}' and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false then
      v_revision := (private.act(v_booking.id, 'told', jsonb_build_object('known', v_state || jsonb_build_object('at', now())))).revision;
      -- The visitor still needs the calendar file.
      perform private.keep_call_mail(v_booking.id);
      if v_is_left then
        perform private.update_call_mail(v_booking.id);
      end if;
    end if;
    v_result := v_result || jsonb_build_object(v_booking.id::text, jsonb_build_object('revision', v_revision, 'is_left', v_is_left));
  end loop;
  return v_result;
end
$$;
comment on function public.set_known is
  'For admins: records that they told these visitors the state of their calls. p_seen has, by booking id, the told "state" from get_calls_to_tell. '
  'Returns, by booking id, "revision" for undo_act (null if the visitor knew the state already) and "is_left", true if the call has changed since, '
  'so that the visitor still does not know its current state.';

-- 4. The default location, and other settings of calls

create function public.mail_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when private.has_open_proposal(v_booking)
      or not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A newer file of the calendar event needs a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, now(), 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.mail_location(uuid[]) is
  'For admins: mails the location at once to the visitors of these calls who know another location, and returns how many. Skips calls that are not '
  'confirmed, have begun or have an open proposal.';

create function public.get_late_calls() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return array(select b.id from private.find_late_calls() b limit 100);
end
$$;
comment on function public.get_late_calls() is
  'For admins: the first 100 upcoming calls that the studio should have confirmed by now, the earliest first.';

create function private.settings_json() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'location', jsonb_strip_nulls(jsonb_build_object('kind', s.location_kind, 'name', s.location_name, 'url', s.location_url)),
    'is_sample', s.location_is_sample,
    'day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours,
    'first_steps_put_away', s.first_steps_put_away, 'samples_seen', s.samples_seen)
  from private.studio_settings s
$$;

create function public.get_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.settings_json();
end
$$;
comment on function public.get_settings() is
  'For admins: "location", the default call location: {"kind": "video", "name", "url"}, or {"kind": "phone"} with the former room; "is_sample", true '
  'while that location is the sample; "day_before" and "hour_before", true if visitors get a reminder 24 hours and an hour before a confirmed call; '
  '"notice_hours", 0 to 72; "first_steps_put_away"; "samples_seen", true once an admin has opened the news about samples.';

create function public.set_settings(p_changes jsonb, p_seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now jsonb;
begin
  perform private.require_admin();
  perform 1 from private.studio_settings for no key update;
  v_now := private.settings_json();
  if exists (
    select from jsonb_each(p_changes) c
    where v_now -> c.key is distinct from p_seen -> c.key
      -- Accepts a setting that already has the wanted value, as after a lost response.
      and not v_now -> c.key @> c.value)
  then
    raise exception using message = 'settings_changed';
  end if;
  update private.studio_settings
  set reminds_day_before = coalesce((p_changes ->> 'day_before')::boolean, reminds_day_before),
    reminds_hour_before = coalesce((p_changes ->> 'hour_before')::boolean, reminds_hour_before),
    notice_hours = coalesce((p_changes ->> 'notice_hours')::smallint, notice_hours),
    first_steps_put_away = coalesce((p_changes ->> 'first_steps_put_away')::boolean, first_steps_put_away),
    samples_seen = coalesce((p_changes ->> 'samples_seen')::boolean, samples_seen);
  if p_changes ? 'location' then
    update private.studio_settings
    set location_kind = p_changes #>> '{location,kind}', location_is_sample = false,
      -- 'phone' keeps the former room.
      location_name = coalesce(p_changes #>> '{location,name}', location_name),
      location_url = coalesce(p_changes #>> '{location,url}', location_url),
      location_changed_at = case when v_now -> 'location' @> (p_changes -> 'location') then location_changed_at else now() end;
  end if;
end
$$;
comment on function public.set_settings is
  'For admins: sets the settings in p_changes, with the names of get_settings except is_sample. p_seen has the values that the admin saw: raises '
  'settings_changed if a current value is neither the seen nor the wanted one. A new location sends no mail; get_calls_to_tell then lists the '
  'visitors who know the former one.';

create function public.asks_for_phone() returns boolean
language sql stable security definer set search_path = ''
as $$ select s.location_kind = 'phone' from private.studio_settings s $$;
comment on function public.asks_for_phone() is
  'True if the booking form has a field for a phone number. Strangers can read nothing else about the location of calls.';
