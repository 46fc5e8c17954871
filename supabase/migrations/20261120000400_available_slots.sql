-- Which slots are offered and free. This is the only place of the rule: the exception row wins, else the
-- weekday's row, else the slot is not offered. Callers get times as HH:MM.

-- Every slot the pattern or an exception names on each date, with its state. Booked means that any booking
-- that is not cancelled overlaps it, whatever slot that was made through. Offered means available, and not in the
-- hour that is skipped in spring: converting such a start to an instant and back gives another time.
create function private.slots_between(p_from date, p_to date)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week from generate_series(0, p_to - p_from) n
  ),
  pattern as (
    select d.date, r.time_slot_id, r.is_available from days d join public.recurring_availability r using (day_of_week)
  ),
  exceptions as (
    select a.date, a.time_slot_id, a.is_available from public.availability a where a.date between p_from and p_to
  ),
  busy as materialized (
    -- One multirange for the whole span: a day with many slots reads its bookings once, by the overlap index.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  )
  select date, s.id, s.start_time, s.end_time, rule.is_available,
         rule.is_available and wall.clock = wall.clock at time zone private.studio_zone() at time zone private.studio_zone(),
         busy.periods && tsrange(wall.clock, date + s.end_time)
  from pattern
  full join exceptions using (date, time_slot_id)
  join public.time_slots s on s.id = time_slot_id
  cross join lateral (select coalesce(exceptions.is_available, pattern.is_available) as is_available) rule
  cross join lateral (select date + s.start_time as clock) wall
  cross join busy
$$;

create function public.get_available_slots(p_from date, p_to date)
returns table (date date, id uuid, start_time text, end_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := greatest(p_from, private.studio_today() + 1);
  v_to date := least(p_to, private.studio_today() + 365);
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  if v_from > v_to then
    return;
  end if;
  return query
    select s.date, s.id, to_char(s.start_time, 'HH24:MI'), to_char(s.end_time, 'HH24:MI')
    from private.slots_between(v_from, v_to) s
    where s.is_offered and not s.is_booked
    order by s.date, s.start_time, s.end_time;
end
$$;
comment on function public.get_available_slots(date, date) is
  'Slots a visitor can book from p_from to p_to, both included, at most 62 days; never today, the past or beyond 365 days.';

create function public.get_available_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text)
language sql stable security definer set search_path = ''
as $$ select s.id, s.start_time, s.end_time from public.get_available_slots(p_date, p_date) s $$;
comment on function public.get_available_slots_for_date(date) is 'The one-day case of get_available_slots.';

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
comment on function public.get_all_slots_for_date(date) is 'The admin''s view of a date: switched-off and booked slots too.';

revoke execute on function public.get_available_slots(date, date), public.get_available_slots_for_date(date),
  public.get_all_slots_for_date(date)
  from public, anon, authenticated, service_role;
grant execute on function public.get_available_slots(date, date), public.get_available_slots_for_date(date)
  to anon, authenticated;
grant execute on function public.get_all_slots_for_date(date) to authenticated;
