-- Dates have limits. The admin page cannot be shown with a date that is infinite or has a year of five digits, and no admin could take back
-- what was stored on a date that the page does not show.

-- Nothing can happen on such a date: exceptions and closures go. A booking stays, cancelled, on the date on which it was made.
delete from public.availability where date not between '2000-01-01' and '2199-12-31';
delete from public.closed_dates where date not between '2000-01-01' and '2199-12-31';
update public.bookings
set date = (created_at at time zone private.studio_zone())::date, status = 'cancelled'
where date not between '2000-01-01' and '2199-12-31';

-- The years of lib/dates.ts.
alter table public.availability add constraint availability_date check (date between '2000-01-01' and '2199-12-31');
alter table public.closed_dates add constraint closed_dates_date check (date between '2000-01-01' and '2199-12-31');
alter table public.bookings add constraint bookings_date check (date between '2000-01-01' and '2199-12-31');

create or replace function public.set_date_availability(p_date date, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  perform private.check_dates(p_date, p_date);
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
  'Closes a date, or opens it with every slot switched on. One-off slots are kept while it is closed, and so are bookings. Raises '
  'range_invalid (no date), date_past or date_too_far.';

create or replace function public.set_slot_availability(p_date date, p_time_slot_id uuid, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  perform private.check_dates(p_date, p_date);
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
  'Switches one slot of a date on or off. No exception is stored when that equals the weekday, so the slot follows the weekday again. Raises '
  'slot_gone for a slot that the date does not have, range_invalid (no date), date_past or date_too_far.';
