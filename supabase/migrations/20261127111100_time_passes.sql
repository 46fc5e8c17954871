-- The mark that an open page compares each minute also changes when time alone changes what the page shows: today's
-- date, and what has become ours, overdue or nobody's.

create or replace function public.get_newest_change() returns text
language sql stable security definer set search_path = ''
as $$
  select concat_ws(' ', events.ids, schedule.hash, private.studio_today(), extract(epoch from greatest(turns.moment, ended.moment)))
  from (select sum(e.id) as ids from (select id from public.request_events order by id desc limit 100) e) events,
    (
      select sum(r.hash) as hash
      from (
        select hash_record_extended(a, 0) from public.availability a where a.date >= private.studio_today()
        union all select hash_record_extended(c, 0) from public.closed_dates c where c.date >= private.studio_today()
        union all select hash_record_extended(w, 0) from public.recurring_availability w
        union all select hash_record_extended(s, 0) from public.time_slots s
      ) r (hash)
    ) schedule,
    (
      select greatest(max(ours_from) filter (where ours_from <= now()), max(due_at) filter (where due_at <= now())) as moment
      from public.requests where over_from > now()
    ) turns,
    (select max(over_from) as moment from public.requests where over_from <= now()) ended
  where private.is_live_admin()
$$;
comment on function public.get_newest_change() is
  'A mark that is another one after each change of requests and of the schedule, and when time alone changes whose turn it is, what is overdue '
  'or the date. Null for anybody but an admin whose session is open.';
