-- Offered and free times, for visitors and for admins.

-- True if both wall-clock times exist on their date, and the elapsed time between them is their difference.
create function private.is_real(p_starts timestamp, p_ends timestamp) returns boolean
language sql stable set search_path = ''
as $$
  select p_starts = starts at time zone private.studio_zone() and p_ends = ends at time zone private.studio_zone()
    and p_ends - p_starts = ends - starts
  from (
    select p_starts at time zone private.studio_zone() as starts, p_ends at time zone private.studio_zone() as ends
  ) instant
$$;

-- All slots of each date, from its weekday and its exceptions, with their state.
-- is_available: the slot is switched on. On a closed date only an exception with overrides_closure counts; on other
-- dates an exception decides, or without an exception the weekday.
-- is_offered: is_available, and is_real on that date. When the clock changes, a start or end in the skipped hour does
-- not exist, and a slot across the change is longer or shorter than its times.
-- is_booked: any booking that is not cancelled overlaps the slot.
-- is_busy: a founder's calendar is busy at that time, or its known_until is before the date.
-- p_only_free returns only slots that are offered, not booked and not busy.
create function private.slots_between(p_from date, p_to date, p_only_free boolean default false)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean,
  is_busy boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week, closed.date is not null as is_closed,
      -- False on a date with a clock change: only such a date has times that do not exist.
      (p_from + n + 1)::timestamp at time zone private.studio_zone()
        - (p_from + n)::timestamp at time zone private.studio_zone() = interval '24 hours' as is_whole
    from generate_series(0, p_to - p_from) n left join public.closed_dates closed on closed.date = p_from + n
  ),
  exceptions as (
    select a.date, a.time_slot_id, a.is_available, a.overrides_closure
    from public.availability a where a.date between p_from and p_to
  ),
  slots as (
    select d.date, d.is_whole, r.time_slot_id,
      case when d.is_closed then coalesce(e.overrides_closure, false) else coalesce(e.is_available, r.is_available) end
        as is_available
    from days d
    join public.recurring_availability r using (day_of_week) left join exceptions e using (date, time_slot_id)
    union all
    -- The one-off slots of a date, which its weekday does not have.
    select d.date, d.is_whole, e.time_slot_id, case when d.is_closed then e.overrides_closure else e.is_available end
    from exceptions e join days d using (date)
    where not exists (
      select 1 from public.recurring_availability r
      where r.day_of_week = d.day_of_week and r.time_slot_id = e.time_slot_id)
  ),
  busy as materialized (
    -- One multirange for the whole span, so that the overlap index is read once, and not for each slot.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  ),
  calendars as materialized (
    -- Null if there is no calendar, so that each slot then costs only a null check.
    select range_agg(c.busy * tstzmultirange(span)) as busy, min(c.known_until) as known_until,
      private.studio_zone() as zone
    from private.calendars c
    cross join tstzrange(p_from::timestamp at time zone private.studio_zone(),
      (p_to + 1)::timestamp at time zone private.studio_zone()) span
  )
  select date, s.id, s.start_time, s.end_time, slots.is_available, state.is_offered, state.is_booked, state.is_busy
  from slots join public.time_slots s on s.id = time_slot_id cross join busy cross join calendars
  cross join lateral (
    select
      slots.is_available and (slots.is_whole or private.is_real(date + s.start_time, date + s.end_time)) as is_offered,
      busy.periods && tsrange(date + s.start_time, date + s.end_time) as is_booked,
      calendars.busy is not null and (date > calendars.known_until or calendars.busy && tstzrange(
        -- In the skipped hour an end can come before its start.
        least((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone),
        greatest((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone)))
          as is_busy
  ) state
  where not p_only_free or state.is_offered and not state.is_booked and not state.is_busy
$$;

-- The earliest bookable time for visitors, on the studio's clock.
create function private.notice_until() returns timestamp
language sql stable set search_path = ''
as $$
  select (now() + s.notice_hours * interval '1 hour') at time zone private.studio_zone() from private.studio_settings s
$$;

create function public.get_available_slots(p_from date, p_to date)
returns table (date date, id uuid, start_time text, end_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := greatest(p_from, private.studio_today() + 1);
  v_to date := least(p_to, private.studio_today() + 365);
  v_notice_until constant timestamp := private.notice_until();
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  if v_from > v_to then
    return;
  end if;
  return query
    select s.date, s.id, left(s.start_time::text, 5), left(s.end_time::text, 5)
    from private.slots_between(v_from, v_to, true) s
    where s.date + s.start_time >= v_notice_until
    order by s.date, s.start_time, s.end_time;
end
$$;
comment on function public.get_available_slots(date, date) is
  'The slots that a visitor can book from p_from to p_to (both included, at most 62 days). No slots of today or '
  'earlier, beyond 365 days, or within notice_hours.';

create function public.get_available_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text)
language sql stable security definer set search_path = ''
as $$ select s.id, s.start_time, s.end_time from public.get_available_slots(p_date, p_date) s $$;

create function public.get_all_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text, is_available boolean, is_booked boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.id, to_char(s.start_time, 'HH24:MI'), to_char(s.end_time, 'HH24:MI'), s.is_available, s.is_booked
    from private.slots_between(p_date, p_date) s
    order by s.start_time, s.end_time;
end
$$;

create function public.get_days(p_from date, p_to date)
returns table (
  date date, free integer, taken integer, busy integer, booked integer, off integer, is_closed boolean, reason text,
  is_changed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(slots.taken, 0), coalesce(slots.busy, 0),
      coalesce(calls.booked, 0), coalesce(slots.off, 0), closed.date is not null, closed.reason,
      closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (where ahead.is_open and not s.is_busy)::integer as free,
             count(*) filter (where ahead.is_open and s.is_busy)::integer as busy,
             count(*) filter (where s.is_offered and s.is_booked)::integer as taken,
             count(*) filter (where not s.is_available)::integer as off
      from private.slots_between(p_from, p_to) s
      cross join lateral (
        select s.is_offered and not s.is_booked
          and s.date + s.start_time > now() at time zone private.studio_zone() as is_open
      ) ahead
      group by s.date
    ) slots on slots.date = p_from + n
    left join (
      select b.date, count(*)::integer as booked from public.bookings b
      where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1) group by b.date
    ) calls on calls.date = p_from + n
    left join public.closed_dates closed on closed.date = p_from + n
    order by 1;
end
$$;
comment on function public.get_days(date, date) is
  'Counts for each date from p_from to p_to (at most 62): free (free times still ahead), taken (offered but booked '
  'times), busy (times blocked only by a founder''s calendar), booked (bookings not cancelled) and off (slots that are '
  'off). Also is_closed with the reason, and is_changed, true if the date differs from its weekday.';

create function public.get_affected_bookings(
  p_from date, p_to date default null, p_day_of_week integer default null, p_time_slot_ids uuid[] default null
)
returns table (id uuid, name text, date date, start_time text, end_time text, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select b.id, b.name, b.date, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
      count(*) over ()
    from public.bookings b
    where b.status <> 'cancelled'
      and b.period && tsrange(greatest(p_from, private.studio_today()), p_to + 1)
      and upper(b.period) > now() at time zone private.studio_zone()
      and (p_day_of_week is null or private.weekday(b.date) = p_day_of_week)
      and (p_time_slot_ids is null or exists (
        select 1 from public.time_slots s
        where s.id = any (p_time_slot_ids) and b.period && tsrange(b.date + s.start_time, b.date + s.end_time)
          -- A date with an exception for this slot does not depend on the weekday.
          and (p_day_of_week is null or not exists (
            select 1 from public.availability a where a.date = b.date and a.time_slot_id = s.id))))
    order by b.period
    limit 500;
end
$$;
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'The first 500 upcoming bookings that overlap these slots (null: any time) on these dates, also bookings of other '
  'slots. Without p_to the dates have no end; without p_day_of_week all weekdays count. total is the number of all '
  'such bookings.';
