-- Calendar feeds: an admin's calendar program reads the calls at a secret address. The database does
-- not know the address: the site makes it, and the table has only its hash.

create table private.calendar_feeds (
  admin uuid primary key references auth.users on delete cascade,
  token_sha256 bytea not null unique check (octet_length(token_sha256) = 32),
  created_at timestamptz not null default now(),
  last_read_at timestamptz
);
comment on column private.calendar_feeds.token_sha256 is 'SHA-256 of the secret part of the address.';

create function public.set_calendar_feed(p_token_sha256 text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_token_sha256 is null then
    delete from private.calendar_feeds where admin = private.caller_id();
  else
    insert into private.calendar_feeds (admin, token_sha256) values (private.caller_id(), decode(p_token_sha256, 'hex'))
    on conflict (admin) do update set token_sha256 = excluded.token_sha256, created_at = now(), last_read_at = null;
  end if;
end
$$;
comment on function public.set_calendar_feed(text) is
  'Gives the caller''s calendar feed a new address, whose secret part has this SHA-256 (hex); null switches the feed '
  'off. The former address stops working.';

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

-- The calls in every calendar feed. Other companies keep copies of a feed, so it has no message, phone number or
-- e-mail address of a visitor.
create function private.calendar_feed_calls() returns jsonb
language sql stable set search_path = ''
as $$
  -- Computes the text of the default location once and not for each call.
  with usual as materialized (
    select case when s.location_kind = 'video' then private.location_wording(null, null, null) end as wording,
      s.location_changed_at as changed_at
    from private.studio_settings s
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', coalesce(b.location,
        case when usual.wording like '%{call}%' then replace(usual.wording, '{call}', b.room) else usual.wording end),
      'sequence', b.calendar_sequence,
      'changed_at', greatest(b.changed_at, case when b.location is null then usual.changed_at end))
    order by lower(b.period), b.id), '[]')
  from public.bookings b cross join usual
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
  'The calls of a calendar feed since a year ago, except cancelled ones: [{"id", "name" (null for an erased person), '
  '"status", "date", "start_time", "end_time", "location" (null if the studio rings), "sequence", "changed_at"}]. Null '
  'if no feed has this hash, or the feed''s admin is banned or has lost the role.';
