-- Take it with you: the calls in an admin's own calendar program, by a secret address; every request
-- for a spreadsheet; and everything about one person.

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
  -- Worded once and not for each call.
  with usual as materialized (
    select case when s.location_kind = 'video' then private.location_wording(null, null) end as wording, s.location_changed_at as changed_at
    from private.studio_settings s
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', coalesce(b.location, usual.wording),
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
  'The calls of a calendar feed, from a year back to all ahead, but for cancelled ones: [{"id", "name" (null of an erased person), "status", "date", '
  '"start_time", "end_time", "location" (null where the studio rings), "sequence", "changed_at"}]. Null when no feed has this hash, or its '
  'account is banned or has lost the role.';

-- 3. Exports

create index offer_acceptances_email on public.offer_acceptances (lower(email));

create function public.start_export() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return now();
end
$$;
comment on function public.start_export() is 'For admins: the moment at which an export starts, for export_requests.';

create function public.export_requests(
  p_until timestamptz, p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_zone constant text := private.studio_zone();
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'kind', r.kind, 'status', r.status,
      'created', to_char(r.created_at at time zone v_zone, 'YYYY-MM-DD HH24:MI'), 'created_at', r.created_at,
      'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'phone', b.phone,
      'message', coalesce(b.message, i.message), 'package', coalesce(b.package, i.package),
      'fit', coalesce(b.fit, i.fit), 'price_seen', coalesce(b.price_seen, i.price_seen),
      'date', b.date, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'starts_at', lower(b.period) at time zone v_zone, 'ends_at', upper(b.period) at time zone v_zone,
      'location', b.location, 'cancel_reason', b.cancel_reason, 'cancel_message', b.cancel_message,
      'owner', u.email, 'outcome', r.outcome, 'outcome_reason', r.outcome_reason)
      order by r.created_at desc, r.id), '[]')
    from (
      select * from public.requests q
      -- The last row's time is said twice, so that the index begins there and not at the newest request.
      where q.created_at <= coalesce(p_before, p_until)
        and (p_before is null or q.created_at < p_before or q.id > p_before_id)
      order by q.created_at desc, q.id
      limit least(p_limit, 500)
    ) r
    left join public.bookings b on b.id = r.id
    left join public.inquiries i on i.id = r.id
    left join auth.users u on u.id = r.owner);
end
$$;
comment on function public.export_requests is
  'For admins: bookings and inquiries until this moment, newest first, at most 500, each with its own fields. The next page begins after the last '
  'row of this one: p_before and p_before_id are its created_at, as it is written, and id. A page that is not full is the last.';

-- Every column, but for what signs their link.
create function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - 'link_version' || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v where v.offer_id = p_offer.id),
    'acceptance', (select to_jsonb(a) from public.offer_acceptances a where a.offer_id = p_offer.id))
$$;

-- The same of a request and what hangs on it; of its mails, which have no text, what they are and when they went.
create function private.export_request(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) - 'search_text' || jsonb_build_object(
    'booking', (select to_jsonb(b) - '{form_id,link_version}'::text[] from public.bookings b where b.id = r.id),
    'inquiry', (select to_jsonb(i) - 'form_id' from public.inquiries i where i.id = r.id),
    'history', (select coalesce(jsonb_agg(to_jsonb(e) order by e.id), '[]') from public.request_events e where e.request_id = r.id),
    'waits', (select coalesce(jsonb_agg(to_jsonb(w) order by w.id), '[]') from private.waits w where w.request_id = r.id),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.request_notes n where n.request_id = r.id),
    'replies', (
      select coalesce(jsonb_agg(to_jsonb(p) - 'link_version' order by p.created_at), '[]') from private.replies p where p.request_id = r.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'recipient', o.recipient, 'created_at', o.created_at,
        'due_at', o.due_at, 'sent_at', o.sent_at, 'given_up_at', o.given_up_at) order by o.due_at), '[]')
      from private.outbox o where o.request_id = r.id),
    'offers', (select coalesce(jsonb_agg(private.export_offer(o)), '[]') from public.offers o where o.request_id = r.id))
  from public.requests r where r.id = p_id
$$;

create function public.export_person(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_email text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_email := coalesce(private.email_of(p_id), (select a.email from public.offer_acceptances a where a.offer_id = p_id));
  if v_email is null or private.is_erased(v_email) then
    return null;
  end if;
  v_ids := array(
    select b.id from public.bookings b where lower(b.email) = lower(v_email)
    union all
    select i.id from public.inquiries i where lower(i.email) = lower(v_email));
  return jsonb_build_object(
    'email', v_email, 'exported_at', now(),
    'requests', (
      select coalesce(jsonb_agg(private.export_request(r.id) order by r.created_at desc, r.id), '[]')
      from public.requests r where r.id = any (v_ids)),
    -- Of requests of another address, or that were erased.
    'other_offers', (
      select coalesce(jsonb_agg(private.export_offer(o) order by a.accepted_at desc), '[]')
      from public.offer_acceptances a join public.offers o on o.id = a.offer_id
      where lower(a.email) = lower(v_email) and (o.request_id = any (v_ids)) is not true));
end
$$;
comment on function public.export_person(uuid) is
  'For admins: everything that is kept about the person of a request, or who accepted an offer, by their e-mail address: requests with all that '
  'hangs on them, and offers that they accepted. Null when there is none, or its person was erased.';

-- 4. Rights

alter table private.calendar_feeds enable row level security;
revoke all on private.calendar_feeds from public, anon, authenticated, service_role;
revoke execute on function public.get_calendar_feed, public.read_calendar_feed, public.set_calendar_feed, public.start_export,
  public.export_requests, public.export_person
  from public, anon, authenticated, service_role;
grant execute on function public.read_calendar_feed to anon;
grant execute on function public.get_calendar_feed, public.set_calendar_feed, public.start_export, public.export_requests,
  public.export_person
  to authenticated;
