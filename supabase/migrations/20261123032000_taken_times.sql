-- get_days also counts the times that are offered but booked, for the admin's warning that hardly any can be booked.

drop function public.get_days(date, date);
create function public.get_days(p_from date, p_to date)
returns table (
  date date, free integer, taken integer, booked integer, off integer, is_closed boolean, reason text, is_changed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(slots.taken, 0), coalesce(calls.booked, 0), coalesce(slots.off, 0),
           closed.date is not null, closed.reason,
           closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (
               where s.is_offered and not s.is_booked and s.date + s.start_time > now() at time zone private.studio_zone()
             )::integer as free,
             count(*) filter (where s.is_offered and s.is_booked)::integer as taken,
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
  'For admins, each date from p_from to p_to (at most 62): times that are free and still to come, times that are offered but booked, bookings that are not cancelled, slots that are off, whether it is closed and why, and whether it differs from its weekday.';

revoke execute on function public.get_days(date, date) from public, anon, authenticated, service_role;
grant execute on function public.get_days(date, date) to authenticated;
