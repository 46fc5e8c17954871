-- A date that is closed as a whole stays closed whatever happens to its weekday's hours. Until now 'Disable date' wrote an exception for
-- each slot of that day, and a slot that the weekday got later was free.

create table public.closed_dates (
  date date primary key,
  reason text check (char_length(reason) between 1 and 200)
);
comment on table public.closed_dates is 'Dates that are closed as a whole. Only set_date_availability closes and opens one.';

alter table public.closed_dates enable row level security;
revoke all on public.closed_dates from public, anon, authenticated, service_role;
grant select, update (reason) on public.closed_dates to authenticated;
create policy "Admins read closed dates" on public.closed_dates
  for select to authenticated using ((select public.is_admin()));
create policy "Admins say why a date is closed" on public.closed_dates
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

alter table public.availability
  add column overrides_closure boolean not null default false,
  add constraint availability_overrides_only_on check (is_available or not overrides_closure);
alter table public.availability alter column overrides_closure drop default;
comment on column public.availability.overrides_closure is
  'Whether it was switched on while its date was closed, and so is offered all the same. Written by a trigger.';
-- Every column but that one.
revoke insert, update on public.availability from authenticated;
grant insert (date, time_slot_id, is_available, updated_at), update (date, time_slot_id, is_available, updated_at)
  on public.availability to authenticated;

create function private.set_overrides_closure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A row restored from a backup has its own.
  if tg_op = 'UPDATE' or new.overrides_closure is null then
    new.overrides_closure := new.is_available and exists (select 1 from public.closed_dates c where c.date = new.date);
  end if;
  return new;
end
$$;
create trigger availability_overrides_closure before insert or update of is_available on public.availability
for each row execute function private.set_overrides_closure();

-- Every slot the weekday or an exception names on each date, with its state. On a closed date only an exception that overrides the closure is
-- available; else the exception decides, else the weekday. Booked means that a booking that is not cancelled overlaps the slot, whichever slot
-- it was made through. Offered means available and real on that date: when the clocks change, a start or an end in the skipped hour does not
-- exist, and a slot across the change is longer or shorter than its times.
create or replace function private.slots_between(p_from date, p_to date)
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
    select a.date, a.time_slot_id, a.is_available, a.overrides_closure
    from public.availability a where a.date between p_from and p_to
  ),
  busy as materialized (
    -- One multirange for the whole span: a day with many slots reads its bookings once, by the overlap index.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  )
  select date, s.id, s.start_time, s.end_time, rule.is_available,
         rule.is_available
           and wall.starts = instant.starts at time zone private.studio_zone()
           and wall.ends = instant.ends at time zone private.studio_zone()
           and wall.ends - wall.starts = instant.ends - instant.starts,
         busy.periods && tsrange(wall.starts, wall.ends)
  from pattern
  full join exceptions using (date, time_slot_id)
  left join public.closed_dates closed using (date)
  join public.time_slots s on s.id = time_slot_id
  cross join lateral (
    select case
      when closed.date is null then coalesce(exceptions.is_available, pattern.is_available)
      else coalesce(exceptions.overrides_closure, false)
    end as is_available) rule
  cross join lateral (select date + s.start_time as starts, date + s.end_time as ends) wall
  cross join lateral (
    select wall.starts at time zone private.studio_zone() as starts, wall.ends at time zone private.studio_zone() as ends) instant
  cross join busy
$$;

create or replace function public.set_date_availability(p_date date, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  if p_date < private.studio_today() then
    raise exception using message = 'date_past';
  end if;
  if p_is_available then
    delete from public.closed_dates where date = p_date;
    insert into public.availability (date, time_slot_id, is_available)
    select p_date, s.id, true from private.slots_between(p_date, p_date) s where not s.is_available
    on conflict (date, time_slot_id) do update set is_available = true, updated_at = now();
  else
    insert into public.closed_dates (date) values (p_date) on conflict do nothing;
    update public.availability set overrides_closure = false where date = p_date and overrides_closure;
  end if;
end
$$;
comment on function public.set_date_availability(date, boolean) is
  'Closes a date, or opens it with every slot on. One-off slots are kept while it is closed. Bookings stay.';

create function public.set_slot_availability(p_date date, p_time_slot_id uuid, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  if p_date < private.studio_today() then
    raise exception using message = 'date_past';
  end if;
  if not exists (select 1 from private.slots_between(p_date, p_date) s where s.id = p_time_slot_id) then
    raise exception using message = 'slot_gone';
  end if;
  insert into public.availability (date, time_slot_id, is_available) values (p_date, p_time_slot_id, p_is_available)
  on conflict (date, time_slot_id) do update set is_available = excluded.is_available, updated_at = now();
  delete from public.availability a
  using public.recurring_availability r
  where a.date = p_date and a.time_slot_id = p_time_slot_id and not a.overrides_closure
    and r.day_of_week = private.weekday(p_date) and r.time_slot_id = a.time_slot_id and r.is_available = a.is_available;
end
$$;
comment on function public.set_slot_availability(date, uuid, boolean) is
  'Switches one slot of a date on or off. Where that is what the weekday says, no exception stays, so the slot follows the weekday again. Refuses with slot_gone what is not listed on that date.';

revoke execute on function public.set_slot_availability(date, uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.set_slot_availability(date, uuid, boolean) to authenticated;

-- What 'Disable date' wrote until now. A date that was reopened by its weekday cannot be told from one of which a part was switched off, so
-- those are listed for the owner to look at.
do $$
declare
  v_date date;
  v_off integer;
  v_on integer;
begin
  for v_date in
    select distinct a.date from public.availability a
    where a.date >= private.studio_today() and not a.is_available order by 1
  loop
    select count(*) filter (where not s.is_available), count(*) filter (where s.is_available) into v_off, v_on
    from private.slots_between(v_date, v_date) s;
    if v_on > 0 then
      raise notice 'Half closed: % has % slots off and % on.', v_date, v_off, v_on;
    else
      insert into public.closed_dates (date) values (v_date);
      delete from public.availability a
      using public.recurring_availability r
      where a.date = v_date and not a.is_available
        and r.day_of_week = private.weekday(v_date) and r.time_slot_id = a.time_slot_id and r.is_available;
    end if;
  end loop;
end
$$;
