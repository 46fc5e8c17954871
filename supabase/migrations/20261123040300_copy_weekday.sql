-- Copying a weekday's times to others can replace what they have: all of these days, or none. The admin is told of every booking that a
-- change of the schedule meets, not only of the first eight.

create function public.copy_recurring_availability(p_time_slot_ids uuid[], p_seen_ids jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_day integer;
  v_seen uuid[];
  v_stored text;
begin
  perform private.require_live_admin();
  for v_day, v_seen in
    select key::integer, array(select jsonb_array_elements_text(value))::uuid[] from jsonb_each(p_seen_ids) order by 1
  loop
    begin
      perform public.replace_recurring_availability(v_day, p_time_slot_ids, v_seen);
    exception when raise_exception then
      get stacked diagnostics v_stored = pg_exception_detail;
      raise exception using message = sqlerrm, detail = v_stored, hint = v_day::text;
    end;
    update public.recurring_availability set is_available = true, updated_at = now()
    where day_of_week = v_day and time_slot_id = any (p_time_slot_ids) and not is_available;
  end loop;
end
$$;
comment on function public.copy_recurring_availability(uuid[], jsonb) is
  'Sets several weekdays'' patterns to exactly these slots, all switched on: all days or none. p_seen_ids has for each weekday the ids that the '
  'admin saw: {"4": ["…"]}. Raises weekday_changed as replace_recurring_availability does; its hint is the weekday.';
revoke execute on function public.copy_recurring_availability from public, anon, authenticated, service_role;
grant execute on function public.copy_recurring_availability to authenticated;

create or replace function public.get_affected_bookings(
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
    limit 500;
end
$$;
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'For admins, the upcoming bookings, at most the first 500, that overlap these slots (null: any time) on these dates (p_to null: all that follow; p_day_of_week null: every weekday), whatever slot they were made through; total is how many there are.';
