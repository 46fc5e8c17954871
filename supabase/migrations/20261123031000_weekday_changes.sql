-- Who changed a weekday meanwhile is no longer kept: an admin whose edit is stale is shown the weekday as it is now, and that is enough.

drop trigger recurring_availability_changes on public.recurring_availability;
drop function private.note_weekday_change();
drop table private.weekday_changes;

create or replace function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[], p_seen_ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_wanted uuid[] := array(select distinct id from unnest(p_time_slot_ids) id order by id);
  v_seen uuid[] := array(select distinct id from unnest(p_seen_ids) id order by id);
  v_stored uuid[];
begin
  perform private.require_live_admin();
  -- Prevents other writes between the check and the change.
  lock table public.recurring_availability in share row exclusive mode;
  v_stored := array(select r.time_slot_id from public.recurring_availability r where r.day_of_week = p_day_of_week order by 1);
  -- Nothing to do: this is a second try after a lost response.
  if v_stored = v_wanted then
    return;
  end if;
  if v_stored <> v_seen then
    raise exception using message = 'weekday_changed', detail = to_jsonb(v_stored)::text;
  end if;
  delete from public.recurring_availability
  where day_of_week = p_day_of_week and time_slot_id <> all (v_wanted);
  insert into public.recurring_availability (day_of_week, time_slot_id)
  select p_day_of_week, unnest(v_wanted)
  on conflict do nothing;
end
$$;
comment on function public.replace_recurring_availability(integer, uuid[], uuid[]) is
  'Sets a weekday''s pattern to exactly these slots. Slots that stay keep their on or off; exceptions and bookings are kept. Raises '
  'weekday_changed when the weekday''s slots are not p_seen_ids; its detail is a JSON array of the ids there are.';
