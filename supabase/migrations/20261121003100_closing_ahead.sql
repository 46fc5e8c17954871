-- Dates are closed ahead, one or many at once, and opened again; a date with its own times goes back to those of its weekday.

comment on table public.closed_dates is
  'Dates that are closed as a whole. Written by set_date_availability, close_dates, reopen_dates and reset_date.';

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
comment on function private.check_dates(date, date) is
  'Refuses a run of dates that is empty, begins before today or goes further than the site shows (13 months): range_invalid, date_past, date_too_far.';

create function public.close_dates(p_from date, p_to date, p_reason text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_reason text := nullif(btrim(p_reason), '');
  v_open integer;
begin
  perform private.require_live_admin();
  perform private.check_dates(p_from, p_to);
  if char_length(v_reason) > 200 or not private.is_clean_text(v_reason) then
    raise exception using message = 'reason_invalid', hint = 'At most 200 characters, on one line.';
  end if;
  v_open := p_to - p_from + 1 - (select count(*)::integer from public.closed_dates c where c.date between p_from and p_to);
  insert into public.closed_dates (date, reason)
  select p_from + n, v_reason from generate_series(0, p_to - p_from) n
  on conflict (date) do update set reason = coalesce(excluded.reason, public.closed_dates.reason);
  update public.availability set overrides_closure = false where date between p_from and p_to and overrides_closure;
  return v_open;
end
$$;
comment on function public.close_dates(date, date, text) is
  'Closes the dates from p_from to p_to, both included, and says why; returns how many of them were open. Their own times are kept while they are closed. Bookings stay. Refuses with range_invalid, date_past, date_too_far or reason_invalid.';

create function public.reopen_dates(p_from date, p_to date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_closed integer;
begin
  perform private.require_live_admin();
  perform private.check_dates(p_from, p_to);
  delete from public.closed_dates where date between p_from and p_to;
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;
comment on function public.reopen_dates(date, date) is
  'Opens closed dates again, each with the times it would have had; returns how many. Slots that were switched off one by one stay off.';

create function public.reset_date(p_date date) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  perform private.check_dates(p_date, p_date);
  delete from public.closed_dates where date = p_date;
  delete from public.availability where date = p_date;
end
$$;
comment on function public.reset_date(date) is
  'Makes a date like its weekday again: neither closed nor with times of its own. Bookings stay.';

revoke execute on function public.close_dates(date, date, text), public.reopen_dates(date, date), public.reset_date(date)
  from public, anon, authenticated, service_role;
grant execute on function public.close_dates(date, date, text), public.reopen_dates(date, date), public.reset_date(date)
  to authenticated;
