-- Admins' changes of the hours. Bookings keep their times.

-- Raises range_invalid for an empty range, date_past if it begins before today, date_too_far if it ends more than 397
-- days ahead.
create function private.check_dates(p_from date, p_to date) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_from is null or p_to is null or p_to < p_from then
    raise exception using message = 'range_invalid';
  end if;
  if p_from < private.studio_today() then
    raise exception using message = 'date_past';
  end if;
  if p_to > private.studio_today() + 397 then
    raise exception using message = 'date_too_far', hint = 'At most 397 days ahead.';
  end if;
end
$$;

create function public.set_slot_availability(p_date date, p_time_slot_id uuid, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
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
  'Switches one slot of a date on or off. Stores no exception if the weekday has the same value, so that the slot '
  'follows the weekday again. Raises slot_gone if the date does not have the slot, range_invalid (no date), date_past '
  'or date_too_far.';

create function public.set_date_availability(p_date date, p_is_available boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
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
  'Closes a date, or opens it with every slot switched on. A closed date keeps its one-off slots and its bookings. '
  'Raises range_invalid (no date), date_past or date_too_far.';

create function public.close_dates(p_from date, p_to date, p_reason text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_reason text := nullif(btrim(p_reason), '');
  v_open integer;
begin
  perform private.require_admin();
  perform private.check_dates(p_from, p_to);
  if char_length(v_reason) > 200 or not private.is_clean_text(v_reason) then
    raise exception using message = 'reason_invalid', hint = 'At most 200 characters, on one line.';
  end if;
  v_open :=
    p_to - p_from + 1 - (select count(*)::integer from public.closed_dates c where c.date between p_from and p_to);
  insert into public.closed_dates (date, reason)
  select p_from + n, v_reason from generate_series(0, p_to - p_from) n
  on conflict (date) do update set reason = coalesce(excluded.reason, public.closed_dates.reason);
  update public.availability set overrides_closure = false where date between p_from and p_to and overrides_closure;
  return v_open;
end
$$;
comment on function public.close_dates(date, date, text) is
  'Closes the dates from p_from to p_to, both included, with a reason, and returns how many of them were open. '
  'Exceptions and bookings on these dates stay. Raises range_invalid, date_past, date_too_far or reason_invalid.';

create function public.reopen_dates(p_from date, p_to date, p_reason text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_closed integer;
begin
  perform private.require_admin();
  perform private.check_dates(p_from, p_to);
  -- Locks the dates in the order of close_dates, to avoid a deadlock.
  perform 1 from public.closed_dates where date between p_from and p_to order by date for update;
  delete from public.closed_dates
  where date between p_from and p_to and (p_reason is null or coalesce(reason, '') = p_reason);
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;
comment on function public.reopen_dates(date, date, text) is
  'Opens the closed dates of a range and returns how many. With p_reason, opens only dates that are closed for this '
  'reason (empty: without a reason). Slots that an admin switched off one by one stay off.';

create function public.reset_date(p_date date) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.check_dates(p_date, p_date);
  delete from public.closed_dates where date = p_date;
  delete from public.availability where date = p_date;
end
$$;
comment on function public.reset_date(date) is
  'Opens a date and deletes its exceptions, so that the date follows its weekday again. Keeps its bookings.';

create function public.restore_dates(p_closed jsonb, p_slots jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  perform private.check_dates(min(d.date), max(d.date))
  from (
    select date from jsonb_to_recordset(p_closed) c (date date)
    union all
    select date from jsonb_to_recordset(p_slots) s (date date)
  ) d;
  insert into public.closed_dates (date, reason, closed_at)
  select c.date, c.reason, least(c.closed_at, now())
  from jsonb_to_recordset(p_closed) c (date date, reason text, closed_at timestamptz)
  order by c.date
  on conflict do nothing;
  insert into public.availability (date, time_slot_id, is_available, overrides_closure)
  select s.date, t.id, s.is_available, s.overrides_closure
  from jsonb_to_recordset(p_slots) s (date date, time_slot_id uuid, is_available boolean, overrides_closure boolean)
  join public.time_slots t on t.id = s.time_slot_id
  on conflict do nothing;
end
$$;
comment on function public.restore_dates(jsonb, jsonb) is
  'Undoes reopen_dates and reset_date. Closes the dates in p_closed again ([{date, reason, closed_at}]) and restores '
  'the exceptions in p_slots ([{date, time_slot_id, is_available, overrides_closure}]). Does not replace rows that '
  'exist by now. Raises range_invalid (no date), date_past or date_too_far.';

create function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[], p_seen_ids uuid[])
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_wanted uuid[] := array(select distinct id from unnest(p_time_slot_ids) id order by id);
  v_seen uuid[] := array(select distinct id from unnest(p_seen_ids) id order by id);
  v_stored uuid[];
begin
  perform private.require_admin();
  -- Blocks other writes between the check and the change.
  lock table public.recurring_availability in share row exclusive mode;
  v_stored := array(
    select r.time_slot_id from public.recurring_availability r where r.day_of_week = p_day_of_week order by 1);
  -- The weekday already has these slots, as after a lost response.
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
  'Sets a weekday''s pattern to exactly these slots. Slots that stay keep is_available; exceptions and bookings do not '
  'change. Raises weekday_changed if the weekday''s slots differ from p_seen_ids; the error''s detail is a JSON array '
  'of the current ids.';

create function public.copy_recurring_availability(p_time_slot_ids uuid[], p_seen_ids jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_day integer;
  v_seen uuid[];
  v_stored text;
begin
  perform private.require_admin();
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
  'Sets the patterns of several weekdays to exactly these slots, all switched on, in one transaction. p_seen_ids has '
  'the ids that the admin saw, by weekday: {"4": ["…"]}. Raises weekday_changed like replace_recurring_availability; '
  'the error''s hint is the weekday.';
