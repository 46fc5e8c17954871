-- The founders' own calendars: while one is busy, nothing is offered.

-- 1. When they are busy

create table private.calendars (
  id uuid primary key,
  label text not null constraint calendars_label check (char_length(label) between 1 and 40 and private.is_clean_text(label)),
  host text not null constraint calendars_host check (char_length(host) between 1 and 253),
  address text not null constraint calendars_address check (char_length(address) between 1 and 4000),
  -- No foreign key: nobody's leaving puts times on sale.
  added_by text not null,
  all_day_busy boolean not null,
  busy tstzmultirange not null,
  has_events boolean not null,
  known_until date not null,
  last_good_at timestamptz not null default now(),
  failing_since timestamptz,
  last_error text constraint calendars_last_error check (last_error ~ '^[a-z0-9_]{1,40}$'),
  lease uuid,
  lease_until timestamptz,
  send_after timestamptz not null default now() + interval '10 minutes',
  constraint calendars_failing check ((failing_since is null) = (last_error is null)),
  constraint calendars_leased check ((lease is null) = (lease_until is null))
);
comment on table private.calendars is 'The founders'' own calendars. While one is busy, visitors are offered nothing.';
comment on column private.calendars.label is 'What admins call it: ''Mere''.';
comment on column private.calendars.host is 'The host of its address, which alone is shown.';
comment on column private.calendars.address is 'Where it is read: encrypted by the site with a key of its own and the id (lib/calendars/address.ts).';
comment on column private.calendars.all_day_busy is 'Whether its all-day events count.';
comment on column private.calendars.busy is 'When it is busy, as the last good reading found it.';
comment on column private.calendars.has_events is 'Whether that had any event ahead. From then on a reading without one is a failure, until an admin says that it is right.';
comment on column private.calendars.known_until is 'The last date that it knows. Nothing is offered after that.';
comment on column private.calendars.last_error is 'Why the last reading failed: a code of lib/content/calendars.ts.';
comment on column private.calendars.send_after is 'When it is asked for next.';

-- Which calendars keep a time from being offered: [{"label", "is_known"}]. Not known is a date after the last
-- that the calendar knows.
create function private.calendars_at(p_starts timestamp, p_ends timestamp) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object('label', c.label, 'is_known', p_starts::date <= c.known_until) order by c.label, c.id), '[]')
  from private.calendars c
  cross join (
    select p_starts at time zone private.studio_zone() as starts, p_ends at time zone private.studio_zone() as ends) instant
  where p_starts::date > c.known_until or c.busy && tstzrange(least(starts, ends), greatest(starts, ends))
$$;

create function public.list_calendars()
returns table (
  id uuid, label text, host text, added_by text, all_day_busy boolean, has_events boolean, known_until date,
  last_good_at timestamptz, failing_since timestamptz, last_error text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select c.id, c.label, c.host, c.added_by, c.all_day_busy, c.has_events, c.known_until, c.last_good_at, c.failing_since,
           c.last_error
    from private.calendars c order by c.label, c.id;
end
$$;
comment on function public.list_calendars() is 'For admins: the founders'' calendars, without their addresses.';

create function public.list_busy(p_from date, p_to date)
returns table (label text, starts_at timestamptz, ends_at timestamptz, is_known boolean)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_span constant tstzrange := tstzrange(
    p_from::timestamp at time zone private.studio_zone(), (p_to + 1)::timestamp at time zone private.studio_zone());
begin
  perform private.require_admin();
  return query
    select busy.label, lower(busy.instants), upper(busy.instants), busy.is_known
    from (
      select c.label, unnest(c.busy * tstzmultirange(v_span)) as instants, true as is_known from private.calendars c
      union all
      select c.label, v_span * tstzrange((c.known_until + 1)::timestamp at time zone private.studio_zone(), null), false
      from private.calendars c where c.known_until < p_to
    ) busy
    order by 2, 1;
end
$$;
comment on function public.list_busy(date, date) is
  'For admins: when each calendar is busy from p_from to p_to, both included. After the last date that it knows is_known is false.';

create function public.add_calendar(
  p_id uuid, p_label text, p_host text, p_address text, p_all_day_busy boolean, p_busy text, p_has_events boolean
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  -- One at a time, or two together could exceed six. (6 is that of claim_mail.)
  perform pg_advisory_xact_lock(8, 0);
  -- A second press, or a second try after a lost response.
  if exists (select from private.calendars c where c.id = p_id) then
    return;
  end if;
  if (select count(*) from private.calendars) >= 6 then
    raise exception using message = 'too_many_calendars';
  end if;
  insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, known_until)
  values (p_id, p_label, p_host, p_address, private.actor(), p_all_day_busy, p_busy::tstzmultirange, p_has_events,
          private.studio_today() + 397);
end
$$;
comment on function public.add_calendar is
  'For admins: keeps a calendar with what a good reading found, p_busy as a tstzmultirange. At most six: too_many_calendars. The same id again adds nothing.';

create function public.remove_calendar(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  delete from private.calendars where id = p_id;
end
$$;
comment on function public.remove_calendar(uuid) is 'For admins: removes a calendar, whoever added it; what it blocked is offered again.';

create function public.read_calendar_next(p_id uuid, p_all_day_busy boolean default null, p_may_be_empty boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.calendars
  -- A reading that goes on was begun without this.
  set send_after = '-infinity', lease = null, lease_until = null,
    all_day_busy = coalesce(p_all_day_busy, all_day_busy), has_events = has_events and not p_may_be_empty
  where id = p_id;
  if not found then
    raise exception using message = 'calendar_gone';
  end if;
end
$$;
comment on function public.read_calendar_next is
  'For admins: the site reads this calendar next. With p_all_day_busy its all-day events count from then on, or do not; with p_may_be_empty it '
  'may have no events ahead. Raises calendar_gone.';

create function public.claim_calendar(p_site_key text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_calendar private.calendars;
begin
  perform private.require_site_key(p_site_key);
  update private.calendars set lease = gen_random_uuid(), lease_until = now() + interval '1 minute'
  where id = (
    select c.id from private.calendars c
    where c.send_after <= now() and (c.lease_until is null or c.lease_until <= now())
    order by c.send_after, c.id
    limit 1
    for update skip locked)
  returning * into v_calendar;
  return case when found then jsonb_build_object(
    'id', v_calendar.id, 'lease', v_calendar.lease, 'address', v_calendar.address, 'all_day_busy', v_calendar.all_day_busy) end;
end
$$;
comment on function public.claim_calendar(text) is
  'For the site: a calendar that is due, {"id", "lease", "address", "all_day_busy"}, which nobody else reads for a minute; null when there is none.';

create function public.finish_calendar(
  p_site_key text, p_id uuid, p_lease uuid, p_busy text default null, p_has_events boolean default null, p_error text default null,
  p_address text default null
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_calendar private.calendars;
  v_error text;
begin
  perform private.require_site_key(p_site_key);
  select * into v_calendar from private.calendars c where c.id = p_id and c.lease = p_lease and c.lease_until > now() for update;
  if not found then
    raise exception using message = 'not_leased';
  end if;
  v_error := case
    when p_error is not null then p_error
    when p_busy is null or p_has_events is null then 'reader'
    when v_calendar.has_events and not p_has_events then 'empty'
  end;
  update private.calendars c
  set lease = null, lease_until = null, send_after = now() + interval '10 minutes', last_error = v_error,
    address = coalesce(p_address, c.address),
    failing_since = case when v_error is not null then coalesce(c.failing_since, now()) end,
    last_good_at = case when v_error is null then now() else c.last_good_at end,
    known_until = case when v_error is null then private.studio_today() + 397 else c.known_until end,
    has_events = case when v_error is null then p_has_events else c.has_events end,
    busy = case when v_error is null then p_busy::tstzmultirange else c.busy end
  where c.id = p_id;
  return v_error;
end
$$;
comment on function public.finish_calendar is
  'For the site: what a reading of a claimed calendar found, as a whole, or why it failed (p_error). Returns null when it is stored, else why '
  'not: p_error, or ''empty'' when there are no events ahead where there were some. p_address is its address, encrypted anew. Raises '
  'not_leased when the minute is over, or the calendar gone: nothing is stored then.';

-- 2. A busy time is not offered

drop function private.slots_between(date, date, boolean);
create function private.slots_between(p_from date, p_to date, p_only_free boolean default false)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean, is_busy boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week, closed.date is not null as is_closed,
      -- Only a date on which the clocks change has times that do not exist.
      (p_from + n + 1)::timestamp at time zone private.studio_zone() - (p_from + n)::timestamp at time zone private.studio_zone()
        = interval '24 hours' as is_whole
    from generate_series(0, p_to - p_from) n left join public.closed_dates closed on closed.date = p_from + n
  ),
  exceptions as (
    select a.date, a.time_slot_id, a.is_available, a.overrides_closure
    from public.availability a where a.date between p_from and p_to
  ),
  slots as (
    select d.date, d.is_whole, r.time_slot_id,
      case when d.is_closed then coalesce(e.overrides_closure, false) else coalesce(e.is_available, r.is_available) end as is_available
    from days d join public.recurring_availability r using (day_of_week) left join exceptions e using (date, time_slot_id)
    union all
    -- The one-offs of a date, which its weekday does not have.
    select d.date, d.is_whole, e.time_slot_id, case when d.is_closed then e.overrides_closure else e.is_available end
    from exceptions e join days d using (date)
    where not exists (
      select 1 from public.recurring_availability r where r.day_of_week = d.day_of_week and r.time_slot_id = e.time_slot_id)
  ),
  busy as materialized (
    -- One multirange for the whole span: a day with many slots reads its bookings once, by the overlap index.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  ),
  calendars as materialized (
    -- Null without a calendar: then each slot is asked no more than that.
    select range_agg(c.busy * tstzmultirange(span)) as busy, min(c.known_until) as known_until, private.studio_zone() as zone
    from private.calendars c
    cross join tstzrange(
      p_from::timestamp at time zone private.studio_zone(), (p_to + 1)::timestamp at time zone private.studio_zone()) span
  )
  select date, s.id, s.start_time, s.end_time, slots.is_available, state.is_offered, state.is_booked, state.is_busy
  from slots join public.time_slots s on s.id = time_slot_id cross join busy cross join calendars
  cross join lateral (
    select
      slots.is_available and (slots.is_whole or private.is_real(date + s.start_time, date + s.end_time)) as is_offered,
      busy.periods && tsrange(date + s.start_time, date + s.end_time) as is_booked,
      calendars.busy is not null and (date > calendars.known_until or calendars.busy && tstzrange(
        -- In the skipped hour an end can be before its start.
        least((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone),
        greatest((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone))) as is_busy
  ) state
  where not p_only_free or state.is_offered and not state.is_booked and not state.is_busy
$$;

drop function public.get_days(date, date);
create function public.get_days(p_from date, p_to date)
returns table (
  date date, free integer, taken integer, busy integer, booked integer, off integer, is_closed boolean, reason text, is_changed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(slots.taken, 0), coalesce(slots.busy, 0), coalesce(calls.booked, 0),
           coalesce(slots.off, 0),
           closed.date is not null, closed.reason,
           closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (where ahead.is_open and not s.is_busy)::integer as free,
             count(*) filter (where ahead.is_open and s.is_busy)::integer as busy,
             count(*) filter (where s.is_offered and s.is_booked)::integer as taken,
             count(*) filter (where not s.is_available)::integer as off
      from private.slots_between(p_from, p_to) s
      cross join lateral (
        select s.is_offered and not s.is_booked and s.date + s.start_time > now() at time zone private.studio_zone() as is_open
      ) ahead
      group by s.date
    ) slots on slots.date = p_from + n
    left join (
      select b.date, count(*)::integer as booked from public.bookings b
      where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1) group by b.date
    ) calls on calls.date = p_from + n
    left join public.closed_dates closed on closed.date = p_from + n
    order by 1;
end
$$;
comment on function public.get_days(date, date) is
  'For admins, each date from p_from to p_to (at most 62): times that are free and still to come, times that are offered but booked, times that would be free but that a founder''s calendar is busy, bookings that are not cancelled, slots that are off, whether it is closed and why, and whether it differs from its weekday.';

create or replace function private.check_time(p_date date, p_time_slot_id uuid, p_form_id uuid, p_is_proposed boolean default false) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
  v_held text := coalesce((
    select jsonb_build_object('date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'))::text
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.form_id = p_form_id and b.status <> 'cancelled' order by b.created_at desc, b.id limit 1), '');
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable', detail = v_held;
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered and not s.is_busy;
  if not found or p_date + v_slot.start_time < private.notice_until() and not p_is_proposed
    -- A repeat keeps the time that it has.
    and not exists (
      select from public.bookings b
      where b.form_id = p_form_id and b.status <> 'cancelled' and (b.date, b.time_slot_id) = (p_date, p_time_slot_id))
  then
    raise exception using message = 'slot_not_offered', detail = v_held;
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.form_id is distinct from p_form_id
  ) then
    raise exception using message = 'slot_taken', detail = v_held;
  end if;
end
$$;

create or replace function private.find_or_create_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
  v_busy jsonb;
  v_detail jsonb;
begin
  perform private.check_dates(p_date, p_date);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours' and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and private.is_real(v_starts, v_ends)) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone private.studio_zone() <= now() then
    raise exception using message = 'date_past';
  end if;
  select jsonb_build_object('name', b.name, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
  into v_detail from public.bookings b
  where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  order by b.period limit 1;
  if found then
    raise exception using message = 'slot_taken', detail = v_detail::text;
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered and (p_outside or not s.is_busy);
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    v_busy := jsonb_strip_nulls(jsonb_build_object('busy', nullif(private.calendars_at(v_starts, v_ends), '[]')));
    if exists (
      select from private.slots_between(p_date, p_date) s where s.start_time = p_start and s.end_time = p_end and s.is_offered)
    then
      raise exception using message = 'outside_hours', detail = v_busy::text, hint = 'busy';
    end if;
    select jsonb_build_object('reason', c.reason) || v_busy into v_detail from public.closed_dates c where c.date = p_date;
    if found then
      raise exception using message = 'date_closed', detail = v_detail::text;
    end if;
    if v_busy <> '{}' then
      raise exception using message = 'outside_hours', detail = v_busy::text;
    end if;
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locked, so that nobody deletes it before it is used.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

-- 3. Rights

alter table private.calendars enable row level security;
revoke all on private.calendars from public, anon, authenticated, service_role;
revoke execute on function public.add_calendar, public.claim_calendar, public.finish_calendar, public.list_busy, public.list_calendars,
  public.read_calendar_next, public.remove_calendar, public.get_days
  from public, anon, authenticated, service_role;
grant execute on function public.claim_calendar, public.finish_calendar to anon;
grant execute on function public.add_calendar, public.list_busy, public.list_calendars, public.read_calendar_next,
  public.remove_calendar, public.get_days
  to authenticated;
