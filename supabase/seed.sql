-- A first schedule, so that the site is bookable at once: weekdays 9-12 and 1-4, on the half hour.
-- Safe to run again: it never changes the studio's own schedule.
insert into public.time_slot_presets (duration_minutes) values (30), (60), (90) on conflict do nothing;

with starts as (
  select time '09:00' + n * interval '30 minutes' as start_time
  from generate_series(0, 13) n
  where n not in (6, 7)
)
insert into public.time_slots (start_time, end_time, duration_minutes)
select start_time, start_time + interval '30 minutes', 30 from starts
on conflict do nothing;

insert into public.recurring_availability (day_of_week, time_slot_id)
select day, s.id from generate_series(0, 4) day cross join public.time_slots s
where s.duration_minutes = 30 and not exists (select 1 from public.recurring_availability);
