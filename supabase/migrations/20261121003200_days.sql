-- What the admin's calendar shows of each day, and the bookings that a change of the hours would affect.

create function public.get_days(p_from date, p_to date)
returns table (date date, free integer, booked integer, off integer, is_closed boolean, reason text, is_changed boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(calls.booked, 0), coalesce(slots.off, 0),
           closed.date is not null, closed.reason,
           closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (
               where s.is_offered and not s.is_booked and s.date + s.start_time > now() at time zone private.studio_zone()
             )::integer as free,
             count(*) filter (where not s.is_available)::integer as off
      from private.slots_between(p_from, p_to) s group by s.date
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
  'For admins, each date from p_from to p_to (at most 62): times that are free and still to come, bookings that are not cancelled, slots that are off, whether it is closed and why, and whether it differs from its weekday.';

create function public.get_affected_bookings(
  p_from date, p_to date default null, p_day_of_week integer default null, p_time_slot_ids uuid[] default null
)
returns table (id uuid, name text, date date, start_time text, end_time text, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select b.id, b.name, b.date, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'), count(*) over ()
    from public.bookings b
    where b.status <> 'cancelled'
      and b.period && tsrange(greatest(p_from, private.studio_today()), p_to + 1)
      and upper(b.period) > now() at time zone private.studio_zone()
      and (p_day_of_week is null or private.weekday(b.date) = p_day_of_week)
      and (p_time_slot_ids is null or exists (
        select 1 from public.time_slots s
        where s.id = any (p_time_slot_ids) and b.period && tsrange(b.date + s.start_time, b.date + s.end_time)
          -- A date with a row of its own does not depend on the weekday.
          and (p_day_of_week is null or not exists (
            select 1 from public.availability a where a.date = b.date and a.time_slot_id = s.id))))
    order by b.period
    limit 8;
end
$$;
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'For admins, the first 8 bookings to come whose time lies in these slots (null: any time) on these dates (p_to null: all that follow; p_day_of_week null: every weekday), whatever slot they were made through; total is how many there are.';

revoke execute on function public.get_days(date, date), public.get_affected_bookings(date, date, integer, uuid[])
  from public, anon, authenticated, service_role;
grant execute on function public.get_days(date, date), public.get_affected_bookings(date, date, integer, uuid[])
  to authenticated;
