-- The admin's changes of many rows of the schedule at once: each writes all of them or none.

create function public.set_date_availability(p_date date, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_date < private.studio_today() then
    raise exception using message = 'date_past';
  end if;
  insert into public.availability (date, time_slot_id, is_available)
  select p_date, s.id, p_is_available from private.slots_between(p_date, p_date) s
  on conflict (date, time_slot_id) do update set is_available = excluded.is_available, updated_at = now();
end
$$;
comment on function public.set_date_availability(date, boolean) is
  'Switches every slot of a date on or off, as exceptions. Bookings stay.';

create function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from public.recurring_availability
  where day_of_week = p_day_of_week and time_slot_id <> all (p_time_slot_ids);
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select p_day_of_week, unnest(p_time_slot_ids)
  on conflict do nothing;
end
$$;
comment on function public.replace_recurring_availability(integer, uuid[]) is
  'Makes a weekday''s pattern exactly these slots. One that stays keeps its on or off; exceptions and bookings stay.';

revoke execute on function public.set_date_availability(date, boolean),
  public.replace_recurring_availability(integer, uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.set_date_availability(date, boolean),
  public.replace_recurring_availability(integer, uuid[]) to authenticated;
