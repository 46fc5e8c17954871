-- Take it with you: the calls in an admin's own calendar program, by a secret address.

-- 1. Since when a call stands as a calendar shows it

alter table public.bookings add column changed_at timestamptz not null default now();
comment on column public.bookings.changed_at is
  'When what a calendar shows of it changed last: calendar_sequence, the name, or its own location. LAST-MODIFIED of the event in a calendar feed.';
alter table private.studio_settings add column location_changed_at timestamptz;
comment on column private.studio_settings.location_changed_at is 'When the location was changed last; null if never.';

create or replace function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  if (p_new.calendar_sequence, p_new.name, p_new.location, private.is_erased(p_new.email))
    is distinct from (p_old.calendar_sequence, p_old.name, p_old.location, private.is_erased(p_old.email))
  then
    p_new.changed_at := now();
  end if;
  -- What was said about a cancellation goes when it is undone.
  if p_new.status <> 'cancelled' then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  -- It was closed over an earlier date of the call, and its visitor knows a later one.
  if p_old.closed_over <> p_old.date and p_new.closed_over = p_old.closed_over
    and not private.is_misleading(private.difference(p_old.known, private.call_state(p_old)))
  then
    p_new.closed_over := null;
  end if;
  return p_new;
end
$$;

create or replace function public.set_usual_location(p_kind text, p_name text default null, p_url text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings
  set location_kind = p_kind, location_name = p_name, location_url = p_url, location_is_sample = false,
    location_changed_at = case
      when (location_kind, location_name, location_url) is distinct from (p_kind, p_name, p_url) then now()
      else location_changed_at
    end
  where one;
end
$$;

-- 2. The calendar feed

create table private.calendar_feeds (
  admin uuid primary key references auth.users on delete cascade,
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
comment on table private.calendar_feeds is 'The secret addresses at which admins'' calendar programs read the calls, at most one for each admin.';
comment on column private.calendar_feeds.token_sha256 is 'SHA-256 of the secret part of the address.';

create function public.set_calendar_feed(p_token_sha256 text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  if p_token_sha256 is null then
    delete from private.calendar_feeds where admin = private.caller_id();
  else
    insert into private.calendar_feeds (admin, token_sha256) values (private.caller_id(), decode(p_token_sha256, 'hex'))
    on conflict (admin) do update set token_sha256 = excluded.token_sha256, created_at = now(), last_read_at = null;
  end if;
end
$$;
comment on function public.set_calendar_feed(text) is
  'For admins: from now on their calendar feed has the address whose secret part has this SHA-256 (hex), and no other; null switches it off.';

create function public.get_calendar_feed() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('created_at', f.created_at, 'last_read_at', f.last_read_at)
    from private.calendar_feeds f where f.admin = private.caller_id());
end
$$;
comment on function public.get_calendar_feed() is
  'For admins: {"created_at", "last_read_at"} of their own calendar feed; null when they have none.';

-- What other companies keep a copy of: no words, phone number or e-mail address of a visitor.
create function private.calendar_feed_calls() returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', case when b.location is not null or s.location_kind = 'video' then private.location_wording(b.location, null) end,
      'sequence', b.calendar_sequence,
      'changed_at', greatest(b.changed_at, case when b.location is null then s.location_changed_at end))
    order by lower(b.period), b.id), '[]')
  from public.bookings b cross join private.studio_settings s
  where b.status <> 'cancelled' and b.date >= (private.studio_today() - interval '1 year')::date
$$;

create function public.read_calendar_feed(p_site_key text, p_token_sha256 text) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
begin
  perform private.require_site_key(p_site_key);
  update private.calendar_feeds f set last_read_at = now()
  from auth.users u
  where f.token_sha256 = decode(p_token_sha256, 'hex') and u.id = f.admin
    and u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now());
  return case when found then private.calendar_feed_calls() end;
end
$$;
comment on function public.read_calendar_feed(text, text) is
  'The calls of a calendar feed, from a year back to all ahead, but for cancelled ones: [{"id", "name" (null of an erased person), "status", "date", '
  '"start_time", "end_time", "location" (null where the studio rings), "sequence", "changed_at"}]. Null when no feed has this hash, or its '
  'account is banned or has lost the role.';

-- 3. Rights

alter table private.calendar_feeds enable row level security;
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;
revoke execute on function public.get_calendar_feed, public.read_calendar_feed, public.set_calendar_feed
  from public, anon, authenticated, service_role;
grant execute on function public.read_calendar_feed to anon;
grant execute on function public.get_calendar_feed, public.set_calendar_feed to authenticated;
