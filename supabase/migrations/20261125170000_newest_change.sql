-- The admin's page asks once a minute whether anything has changed of which no event told.

-- What the admin's page shows is found to have changed without any event of Realtime. Of requests by their history,
-- whose newest are read by its key: a hundred, because one with a lower number may be stored later. The schedule has no
-- history, but no more rows ahead of today than are read in a few milliseconds.
create function public.get_newest_change() returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ', events.ids, schedule.hash)
  from (select sum(e.id) as ids from (select id from public.request_events order by id desc limit 100) e) events,
    (
      select sum(r.hash) as hash
      from (
        select hash_record_extended(a, 0) from public.availability a where a.date >= private.studio_today()
        union all select hash_record_extended(c, 0) from public.closed_dates c where c.date >= private.studio_today()
        union all select hash_record_extended(w, 0) from public.recurring_availability w
        union all select hash_record_extended(s, 0) from public.time_slots s
      ) r (hash)
    ) schedule
  where private.is_live_admin()
$$;
comment on function public.get_newest_change() is
  'A mark that is another one after each change of requests and of the schedule. Null for anybody but an admin whose session is open.';
revoke execute on function public.get_newest_change() from public, anon, authenticated, service_role;
grant execute on function public.get_newest_change() to anon, authenticated;
