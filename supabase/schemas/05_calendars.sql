-- The founders' own calendars: the site offers no times at which one is busy. The site reads the calendars' files
-- and stores only the busy times, as instants, because wall-clock times are ambiguous in the hour that autumn
-- repeats. After a failed reading, the last good result stays. An event that the site cannot understand does not
-- fail a reading: what is known of it counts as busy, and `unread` lists its line.

create table private.calendars (
  id uuid primary key,
  label text not null constraint calendars_label
    check (char_length(label) between 1 and 40 and private.is_clean_text(label)),
  host text not null constraint calendars_host check (char_length(host) between 1 and 253),
  address text not null constraint calendars_address check (char_length(address) between 1 and 4000),
  -- No foreign key, because the calendar still blocks times after this admin's account is removed.
  added_by text not null,
  all_day_busy boolean not null,
  busy tstzmultirange not null,
  has_events boolean not null,
  unread jsonb not null default '{"count": 0, "first": []}' constraint calendars_unread
    check (octet_length(unread::text) <= 2000),
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
comment on column private.calendars.host is 'The site shows no other part of the address.';
comment on column private.calendars.address is
  'The calendar''s address, encrypted by the site with its own key and the calendar''s id (lib/calendars/address.ts).';
comment on column private.calendars.has_events is
  'True if the last good reading found upcoming events. Then a reading without upcoming events fails, until an admin '
  'says that the calendar is empty.';
comment on column private.calendars.unread is
  'The events of the last good reading that the site could not understand or guessed: {"count", "first"}, by lines of '
  'the file (lib/calendars/schema.ts).';
comment on column private.calendars.known_until is
  'The last date that the last good reading covers. The site offers no times after it.';
comment on column private.calendars.last_error is 'Error code of the last reading; null if the reading was good.';
comment on column private.calendars.send_after is 'Time of the next reading.';

create function public.list_calendars()
returns table (
  id uuid, label text, host text, added_by text, all_day_busy boolean, has_events boolean, unread jsonb,
  known_until date, last_good_at timestamptz, failing_since timestamptz, last_error text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select c.id, c.label, c.host, c.added_by, c.all_day_busy, c.has_events, c.unread, c.known_until, c.last_good_at,
           c.failing_since, c.last_error
    from private.calendars c order by c.label, c.id;
end
$$;

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
  'When each calendar is busy from p_from to p_to, both included. is_known is false after the calendar''s known_until.';

create function public.add_calendar(
  p_id uuid, p_label text, p_host text, p_address text, p_all_day_busy boolean, p_busy text, p_has_events boolean,
  p_unread jsonb default '{"count": 0, "first": []}'
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- Locks, because two simultaneous callers could exceed six calendars. (claim_mail uses lock 6.)
  perform pg_advisory_xact_lock(8, 0);
  -- The form was sent twice, or again after a lost response.
  if exists (select from private.calendars c where c.id = p_id) then
    -- Cannot compare the addresses, because each encryption of an address gives another text.
    if not exists (
      select from private.calendars c
      where (c.id, c.label, c.host, c.all_day_busy) = (p_id, p_label, p_host, p_all_day_busy))
    then
      raise exception using message = 'calendar_differs';
    end if;
    return;
  end if;
  if (select count(*) from private.calendars) >= 6 then
    raise exception using message = 'too_many_calendars';
  end if;
  insert into private.calendars
    (id, label, host, address, added_by, all_day_busy, busy, has_events, unread, known_until)
  values (p_id, p_label, p_host, p_address, private.actor(), p_all_day_busy, p_busy::tstzmultirange, p_has_events,
    p_unread, private.studio_today() + 397);
end
$$;
comment on function public.add_calendar is
  'Stores a calendar with the result of a good reading: p_busy as a tstzmultirange, and p_unread. Raises '
  'too_many_calendars beyond six. The same id again adds nothing, and raises calendar_differs if label, host or '
  'p_all_day_busy differs.';

create function public.remove_calendar(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.calendars where id = p_id;
end
$$;
comment on function public.remove_calendar(uuid) is 'Removes any admin''s calendar.';

create function public.read_calendar_next(
  p_id uuid, p_all_day_busy boolean default null, p_may_be_empty boolean default false
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  update private.calendars
  -- Ends the lease of a running reading, because that reading does not use these settings.
  set send_after = '-infinity', lease = null, lease_until = null,
    all_day_busy = coalesce(p_all_day_busy, all_day_busy), has_events = has_events and not p_may_be_empty
  where id = p_id;
  if not found then
    raise exception using message = 'calendar_gone';
  end if;
end
$$;
comment on function public.read_calendar_next is
  'Makes this calendar the next one that the site reads. p_all_day_busy sets all_day_busy (null keeps it). With '
  'p_may_be_empty, the reading may find no upcoming events. Raises calendar_gone.';

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
    'id', v_calendar.id, 'lease', v_calendar.lease, 'address', v_calendar.address,
    'all_day_busy', v_calendar.all_day_busy) end;
end
$$;
comment on function public.claim_calendar(text) is
  'Leases a due calendar for a minute and returns {"id", "lease", "address", "all_day_busy"}; null if none is due.';

create function public.finish_calendar(
  p_site_key text, p_id uuid, p_lease uuid, p_busy text default null, p_has_events boolean default null,
  p_error text default null, p_address text default null, p_unread jsonb default '{"count": 0, "first": []}'
) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_calendar private.calendars;
  v_error text;
begin
  perform private.require_site_key(p_site_key);
  select * into v_calendar from private.calendars c
  where c.id = p_id and c.lease = p_lease and c.lease_until > now() for update;
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
    busy = case when v_error is null then p_busy::tstzmultirange else c.busy end,
    unread = case when v_error is null then p_unread else c.unread end
  where c.id = p_id;
  return v_error;
end
$$;
comment on function public.finish_calendar is
  'Stores the result of reading a claimed calendar, or the failure (p_error). Returns null, or why the last good '
  'result stays: p_error, ''reader'' if p_busy or p_has_events is null, ''empty'' if the calendar had upcoming events '
  'and now has none. p_address is the address, encrypted anew. Raises not_leased, and stores nothing, if the lease has '
  'ended or the calendar is gone.';
