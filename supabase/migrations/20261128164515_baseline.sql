-- The files in supabase/schemas define the current schema, each object once. Read them in the order of their
-- numbers. supabase/migrations changes existing databases; a test builds both and compares them.
--
-- This file: the studio's clock, the rules of text, the default call location, and hashed addresses.

create schema private;
comment on schema private is 'Helpers and tables that no API role may use.';

-- The studio's time zone. Only this function names it.
create function private.studio_zone() returns text
language sql immutable set search_path = ''
as $$ select 'Pacific/Auckland' $$;

-- Today on the studio's clock. `begin atomic` resolves the names in the body at creation, so that roles without
-- usage on this schema can run the body through another function.
create function private.studio_today() returns date
language sql stable set search_path = ''
begin atomic
  select (now() at time zone private.studio_zone())::date;
end;

-- The weekday id of a date: 0 = Monday … 6 = Sunday. Every conversion uses this function.
create function private.weekday(p_date date) returns smallint
language sql immutable set search_path = ''
as $$ select (extract(isodow from p_date) - 1)::smallint $$;

-- True if the text has the form that the database stores: NFC, no Unicode space at either end, no bidi overrides
-- or control characters, line breaks and tabs only with p_multiline. Calls no other function of this schema,
-- because a CHECK runs is_clean_text for roles without usage on the schema.
create function private.is_clean_text(p_text text, p_multiline boolean default false) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text !~ '^[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
     and p_text !~ '[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
     and p_text is nfc normalized
     and p_text !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
     and (p_multiline or p_text !~ '[\t\n]')
$$;

-- Replaces the e-mail address of an erased person. Equals ERASED_EMAIL in lib/requests/request.ts.
create function private.erased_email() returns text
language sql immutable set search_path = ''
as $$ select 'erased@erased.invalid' $$;

-- True for the e-mail address of erased people. Uses `begin atomic` like studio_today, because triggers run
-- is_erased for admins.
create function private.is_erased(p_email text) returns boolean
language sql immutable set search_path = ''
begin atomic
  select lower(p_email) = private.erased_email();
end;

-- Prepares text for comparisons without case or diacritics: makes every apostrophe straight and every dash an
-- ASCII hyphen, and removes combining marks of the Latin, Cyrillic, Hebrew and Arabic scripts. For speed, ASCII
-- text skips these replacements.
create function private.fold_text(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(regexp_replace(
      translate(normalize(p_text, NFD),
        U&'\2018\2019\201B\02BB\02BC\2032\FF07\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D', '''''''''''''''----------'),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+',
      '', 'g'))
  end
$$;

-- A change of the default call location sends no mail; the admin's list 'Not told yet' then has the visitors who
-- know the former location.
create table private.studio_settings (
  one boolean primary key default true constraint studio_settings_one_row check (one),
  location_kind text not null,
  location_name text,
  location_url text,
  location_is_sample boolean not null default false,
  location_changed_at timestamptz,
  reminds_day_before boolean not null default true,
  reminds_hour_before boolean not null default true,
  notice_hours smallint not null default 0 constraint studio_settings_notice_hours check (notice_hours between 0 and 72),
  constraint studio_settings_location check (
    location_kind = 'video' and num_nonnulls(location_name, location_url) = 2
    or location_kind = 'phone' and num_nonnulls(location_name, location_url) in (0, 2)
  ),
  -- location_url has the URL, so the name must not contain one.
  constraint studio_settings_location_name check (
    char_length(location_name) between 1 and 100 and private.is_clean_text(location_name) and location_name !~ 'https?://'
  ),
  constraint studio_settings_location_url check (
    char_length(location_url) <= 300 and location_url ~ '^https?://\S+$' and private.is_clean_text(location_url)
  ),
  constraint studio_settings_location_call check (
    location_name not like '%{call}%'
    and (location_url not like '%{call}%' or location_url ~ '^https://[^{}]+/[^{}]*\{call\}[^{}]*$')
  )
);
comment on table private.studio_settings is 'The studio''s settings, in one row.';
comment on column private.studio_settings.location_kind is
  'The default call location. ''video'': the room location_name at location_url. ''phone'': the studio rings the visitor; the row can keep a room '
  'for later.';
comment on column private.studio_settings.location_url is 'URL of the video room, in which {call} stands for the call''s own room (bookings.room).';
comment on column private.studio_settings.location_is_sample is 'True while the location is the sample that came with the site.';
comment on column private.studio_settings.location_changed_at is 'Time of the last change of the location; null before the first.';
comment on column private.studio_settings.reminds_day_before is 'True if visitors get a reminder 24 hours before a confirmed call.';
comment on column private.studio_settings.reminds_hour_before is 'True if visitors get a reminder an hour before a confirmed call.';
comment on column private.studio_settings.notice_hours is
  'Visitors see no times that begin within this number of hours. They never see times of today.';
insert into private.studio_settings (location_kind, location_name, location_url, location_is_sample)
values ('video', 'Our video room', 'https://meet.southcoast.example/call', true);

-- A new value for bookings.room: twelve random letters, so that nobody can guess the room's URL.
create function private.new_room() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(chr(97 + get_byte(sha256(uuid_send(gen_random_uuid())), n) % 26), '') from generate_series(1, 12) n
$$;

-- A call's location as {"text", "url"}: p_location, or the default location if p_location is null. "url" is the
-- link to a video room, or null.
create function private.call_location(p_location text, p_phone text, p_room text) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then jsonb_build_object('text', p_location, 'url', substring(p_location from 'https?://\S+'))
    when s.location_kind = 'video' then jsonb_build_object('text', s.location_name, 'url', replace(s.location_url, '{call}', coalesce(p_room, '{call}')))
    else jsonb_build_object('text', 'We ring you' || coalesce(' on ' || p_phone, ''), 'url', null)
  end
  from private.studio_settings s
$$;

-- A call's location as one line: 'Our video room, https://meet.example/call'.
create function private.location_wording(p_location text, p_phone text, p_room text) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then p_location
    when s.location_kind = 'video' then s.location_name || ', ' || replace(s.location_url, '{call}', coalesce(p_room, '{call}'))
    else 'We ring you' || coalesce(' on ' || p_phone, '')
  end
  from private.studio_settings s
$$;

-- keyed_hash nests two hashes like HMAC (RFC 2104). IP addresses are stored only as such hashes.
create table private.address_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.address_keys is 'The secret keys of keyed_hash, in one row.';
insert into private.address_keys
select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create function private.keyed_hash(p_text text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(k.outer_key || sha256(k.inner_key || convert_to(p_text, 'UTF8'))) from private.address_keys k
$$;

-- The keyed hash of an IP address, or of the /64 of an IPv6 address, because one household gets a /64. An IPv4
-- address in IPv6 notation counts as IPv4.
create function private.hash_address(p_address inet) returns bytea
language sql stable set search_path = ''
as $$
  select private.keyed_hash(host(
    case
      when p_address <<= inet '::ffff:0:0/96' then inet '0.0.0.0' + (p_address - inet '::ffff:0:0')
      when family(p_address) = 6 then network(set_masklen(p_address, 64))
      else p_address
    end))
$$;

-- Identifies callers: admins by their session, the site by its key. Limits attempts at passwords and at codes of a
-- second factor, and requests for a new password.

-- 1. Admins

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) $$;
comment on function public.is_admin() is 'True if the caller''s token has the admin role.';

create function private.has_second_factor(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select 1 from auth.mfa_factors f where f.user_id = p_user and f.status = 'verified') $$;

create function private.is_live_admin() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.is_admin() and exists (
    select 1
    from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = case
        when auth.jwt() ->> 'session_id' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then (auth.jwt() ->> 'session_id')::uuid
      end
      and u.raw_app_meta_data ->> 'role' = 'admin'
      and (u.banned_until is null or u.banned_until <= now())
      -- Requires aal2 of both: the Auth server changes the session's row before it issues a token at aal2,
      -- and the row stays at aal2 when SQL deletes a factor.
      and (s.aal = 'aal2' and auth.jwt() ->> 'aal' = 'aal2' or not private.has_second_factor(u.id)));
end
$$;
comment on function private.is_live_admin() is
  'True if the caller''s token has the admin role, its session still exists, and its account still has the role and is not banned. '
  'If the account has a verified second factor, session and token must also be at aal2.';

create function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_live_admin() then
    raise insufficient_privilege using message = 'not_admin';
  end if;
end
$$;

create function private.caller_id() returns uuid
language sql stable set search_path = ''
as $$ select (auth.jwt() ->> 'sub')::uuid $$;

-- The caller for request_events.actor: an admin's e-mail address, or 'visitor'.
create function private.actor() returns text
language sql stable set search_path = ''
as $$ select case when public.is_admin() then coalesce(auth.jwt() ->> 'email', 'an admin') else 'visitor' end $$;

-- True if the caller is a visitor. A change without a token (SQL, a restored backup) counts as the studio's.
create function private.is_visitors_act() returns boolean
language sql stable set search_path = ''
as $$ select auth.jwt() is not null and not public.is_admin() $$;

-- 2. The site's keys. The key proves to a function that the site calls it: anybody can call it with the public API
-- key.

create table private.site_keys (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  stored_at timestamptz not null default now()
);
comment on table private.site_keys is 'SHA-256 hashes of the site''s keys, at most two.';

create function public.set_site_key(p_hash text, p_only boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_hash !~ '^[0-9a-f]{64}$' is not false then
    raise invalid_parameter_value using message = 'invalid_key_hash', hint = 'A SHA-256 as 64 hexadecimal digits.';
  end if;
  insert into private.site_keys (key_hash, stored_at)
  -- Gives the new key the latest stored_at, even if the clock has not moved.
  select decode(p_hash, 'hex'), greatest(clock_timestamp(), max(k.stored_at) + interval '1 microsecond') from private.site_keys k
  on conflict (key_hash) do update set stored_at = excluded.stored_at;
  delete from private.site_keys
  where key_hash not in (
    select k.key_hash from private.site_keys k order by k.stored_at desc limit case when p_only then 1 else 2 end
  );
end
$$;
comment on function public.set_site_key(text, boolean) is
  'Stores the SHA-256 (hex) of the site''s key. Keeps this and the previous key, or with p_only, as after a leak, this key alone.';

-- True if p_site_key is a stored key. Raises not_signed for another key; returns false while no key is
-- stored.
create function private.check_site_key(p_site_key text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if exists (select 1 from private.site_keys k where k.key_hash = sha256(convert_to(p_site_key, 'UTF8'))) then
    return true;
  end if;
  if exists (select 1 from private.site_keys) then
    raise exception using message = 'not_signed';
  end if;
  return false;
end
$$;

-- Raises not_signed unless p_site_key is a stored key.
create function private.require_site_key(p_site_key text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
end
$$;

create function public.get_site_key_state(p_site_key text default null) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when not exists (select 1 from private.site_keys) then 'none stored'
    when exists (select 1 from private.site_keys k where k.key_hash = sha256(convert_to(p_site_key, 'UTF8'))) then 'known'
    else 'unknown'
  end
$$;
comment on function public.get_site_key_state(text) is
  '''known'' if p_site_key is stored, else ''unknown''; ''none stored'' while the database has no key.';

-- 3. Limits on password attempts. A stranger who knows an admin's e-mail address must not be able to lock that
-- admin out, and no limit may show that an e-mail address belongs to an admin. So the limits depend on the entered
-- e-mail address, on the IP address and browser, and on the capacity of the Auth server, never on the existence of
-- an account.

create table private.sign_in_places (
  user_id uuid not null,
  place_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, place_hash)
);
comment on table private.sign_in_places is
  'The known places of an account: keyed hashes of the browsers (180 days) and IP addresses (30 days) of its sign-ins, at most ten.';
create index sign_in_places_place on private.sign_in_places (place_hash);

create table private.password_tries (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  -- The known place of the attempt; null for all other places.
  place_hash bytea,
  -- True for one of the five attempts a minute that all unknown places share. Later attempts do not count there,
  -- or the count would show which e-mails have accounts. Also true, without effect, for a known place.
  fills_pool boolean not null,
  tried_at timestamptz not null default now()
);
comment on table private.password_tries is 'Password attempts of the last five minutes, by the keyed hash of the e-mail.';
create index password_tries_email on private.password_tries (email_hash, tried_at);
create index password_tries_recent on private.password_tries (tried_at);

create function private.find_user(p_email text) returns uuid
language sql stable set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(btrim(p_email)) limit 1 $$;

create function private.hash_device(p_device text) returns bytea
language sql stable set search_path = ''
as $$ select private.keyed_hash('device ' || p_device) $$;

create function public.admit_password(p_site_key text, p_email text, p_address inet default null, p_device text default null) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_email bytea;
  v_user uuid;
  v_place bytea;
  v_has_room boolean;
begin
  if not private.check_site_key(p_site_key) then
    return 'admitted'; -- without a stored key anyone could call this and use up an admin's attempts
  end if;
  v_email := private.keyed_hash('sign-in ' || lower(btrim(p_email)));
  v_user := private.find_user(p_email);

  -- An attempt from a known place locks only the row of that place, so that a flood of other attempts does not
  -- delay it.
  for v_place in
    select p.place_hash from private.sign_in_places p
    where p.user_id = v_user and p.expires_at > now()
      and p.place_hash in (private.hash_device(p_device), private.hash_address(p_address))
    order by p.place_hash = private.hash_device(p_device) desc
    for update
  loop
    delete from private.password_tries t
    where t.email_hash = v_email and t.place_hash = v_place and t.tried_at <= now() - interval '5 minutes';
    if (select count(*) from private.password_tries t where t.email_hash = v_email and t.place_hash = v_place) < 5 then
      insert into private.password_tries (email_hash, place_hash, fills_pool) values (v_email, v_place, true);
      return 'known_place';
    end if;
  end loop;

  perform pg_advisory_xact_lock(5, 0);
  delete from private.password_tries where tried_at <= now() - interval '5 minutes' and place_hash is null;
  if (select count(*) from private.password_tries t where t.email_hash = v_email and t.place_hash is null) >= 20 then
    return 'too_many';
  end if;
  -- The Auth server accepts 30 passwords and token refreshes at once, and 30 more a minute. While unknown places
  -- use more than five a minute, the site does not ask the Auth server about e-mails without an account.
  v_has_room := (
    select count(*) from private.password_tries t
    where t.fills_pool and t.place_hash is null and t.tried_at > now() - interval '1 minute') < 5;
  insert into private.password_tries (email_hash, fills_pool) values (v_email, v_has_room);
  return case when v_has_room then 'admitted' when v_user is not null then 'admitted_busy' else 'unknown_email' end;
exception
  when lock_not_available then
    return 'too_many';
end
$$;
comment on function public.admit_password(text, text, inet, text) is
  'Decides if the site may try a password now, and counts the attempt. Returns ''known_place'' if the account has signed in from this browser or '
  'address (each has five attempts in five minutes), ''admitted'' from any other place (20 attempts in five minutes for each e-mail), or '
  '''too_many'' if no attempt is left. While unknown places use more than five attempts a minute, returns ''admitted_busy'' for the e-mail of an '
  'account and ''unknown_email'' for any other. For ''unknown_email'' the site must treat the password as wrong without asking the Auth server. '
  'Always ''admitted'' while no site key is stored.';

create function public.record_password(
  p_site_key text, p_email text, p_address inet default null, p_device text default null, p_new_device text default null
) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid := private.find_user(p_email);
  v_device text := p_device;
  v_places bytea[];
begin
  perform private.require_site_key(p_site_key);
  v_places := array[private.hash_device(p_device), private.hash_address(p_address)];
  -- A successful attempt does not count.
  delete from private.password_tries
  where id = (
    select t.id from private.password_tries t
    where t.email_hash = private.keyed_hash('sign-in ' || lower(btrim(p_email))) and (t.place_hash is null or t.place_hash = any (v_places))
    order by t.place_hash is null, t.tried_at desc, t.id desc limit 1);
  if v_user is null then
    return null;
  end if;
  -- Replaces a cookie that no account knows, because an attacker may have set it.
  if not exists (
    select 1 from private.sign_in_places p where p.place_hash = private.hash_device(p_device) and p.expires_at > now()
  ) then
    v_device := p_new_device;
  end if;
  insert into private.sign_in_places (user_id, place_hash, expires_at)
  select v_user, place.hash, now() + place.span
  from (values
    (private.hash_device(v_device), interval '180 days'),
    (private.hash_address(p_address), interval '30 days')
  ) place (hash, span)
  where place.hash is not null
  on conflict (user_id, place_hash) do update set expires_at = excluded.expires_at;
  delete from private.sign_in_places p
  where p.expires_at <= now() or (p.user_id, p.place_hash) in (
    select o.user_id, o.place_hash from private.sign_in_places o
    where o.user_id = v_user order by o.expires_at desc, o.place_hash offset 10);
  return v_device;
end
$$;
comment on function public.record_password(text, text, inet, text, text) is
  'The site calls this after a right password. Removes the counted attempt, stores the browser and the address as known places, and returns the '
  'value for the browser''s cookie: p_device if that is a known place of any account, else p_new_device; null if no account has this e-mail.';

-- 4. Second factors. The Auth server does not limit the codes for one account, so an attacker with the password
-- could try codes without end.

create table private.code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  tried_at timestamptz not null default now(),
  was_right boolean not null default false
);
comment on table private.code_tries is 'Attempts at codes of second factors in the last 30 days.';
create index code_tries_user on private.code_tries (user_id, tried_at);

create function public.admit_code(p_site_key text, p_user uuid) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_oldest timestamptz;
  v_tries integer;
begin
  if not private.check_site_key(p_site_key) then
    return '{"left": 5}'; -- without a stored key anyone could call this and use up an admin's attempts
  end if;
  perform pg_advisory_xact_lock(8, hashtext(p_user::text));
  delete from private.code_tries t where t.user_id = p_user and t.tried_at < now() - interval '30 days';
  select count(*), min(t.tried_at) into v_tries, v_oldest
  from private.code_tries t
  where t.user_id = p_user and not t.was_right and t.tried_at > now() - interval '15 minutes';
  if v_tries < 5 then
    insert into private.code_tries (user_id) values (p_user);
  end if;
  return jsonb_build_object('left', 5 - v_tries, 'again_at', coalesce(v_oldest, now()) + interval '15 minutes');
end
$$;
comment on function public.admit_code(text, uuid) is
  'Counts a code that the site is about to try for an account. "left": the attempts left of five in 15 minutes, with this one; at 0 the site must '
  'not try the code. "again_at": when the next attempt is possible if none is left.';

create function public.record_code(p_site_key text, p_user uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_site_key(p_site_key);
  update private.code_tries set was_right = true
  where id = (
    select t.id from private.code_tries t where t.user_id = p_user and not t.was_right order by t.tried_at desc, t.id desc limit 1);
end
$$;
comment on function public.record_code(text, uuid) is 'The site calls this after a right code. The last attempt then no longer counts.';

-- The latest time at which a fifth code within 15 minutes was wrong. Null if there is none, or if a later right
-- code is more than a day old.
create function private.wrong_codes_at(p_user uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(t.tried_at) from private.code_tries t
  where t.user_id = p_user and not t.was_right
    and 5 <= (
      select count(*) from private.code_tries o
      where o.user_id = p_user and not o.was_right and o.tried_at between t.tried_at - interval '15 minutes' and t.tried_at)
    and not exists (
      select 1 from private.code_tries r
      where r.user_id = p_user and r.was_right and r.tried_at > t.tried_at and r.tried_at < now() - interval '1 day')
$$;

create table private.removed_factors (
  user_id uuid primary key references auth.users on delete cascade,
  -- An admin's e-mail address; null for a removal with the project's secret key.
  removed_by text,
  removed_at timestamptz not null default now()
);
comment on table private.removed_factors is 'The last removal of each admin''s second factors.';

create function public.remove_factor(p_site_key text, p_user uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_is_owner constant boolean := current_setting('role', true) = 'service_role';
begin
  if v_is_owner is not true then
    perform private.require_admin();
    perform private.check_site_key(p_site_key);
    if p_user = private.caller_id() then
      raise exception using message = 'own_factor';
    end if;
    if not exists (select 1 from auth.users u where u.id = p_user and u.raw_app_meta_data ->> 'role' = 'admin') then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  if not private.has_second_factor(p_user) then
    raise exception using message = 'no_factor';
  end if;
  delete from auth.mfa_factors f where f.user_id = p_user;
  -- A session would stay at aal2 without a factor.
  delete from auth.sessions s where s.user_id = p_user;
  insert into private.removed_factors (user_id, removed_by)
  values (p_user, case when v_is_owner is not true then auth.jwt() ->> 'email' end)
  on conflict (user_id) do update set removed_by = excluded.removed_by, removed_at = now();
end
$$;
comment on function public.remove_factor(text, uuid) is
  'Removes an account''s second factors and ends all its sessions. The caller is another admin, with the site''s key, or has the project''s secret '
  'key. Raises own_factor, no_such_admin, no_factor.';

-- 5. Forgotten passwords. On anyone's request, the Auth server mails any account once a minute, even a banned one.
-- The site asks the Auth server only for admins, and less often.

create table private.password_recoveries (
  user_id uuid not null,
  asked_at timestamptz not null default now(),
  primary key (user_id, asked_at)
);
comment on table private.password_recoveries is 'A row for each mail with a link for a new password in the last day.';

create function public.admit_recovery(p_site_key text, p_email text) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid;
begin
  perform private.require_site_key(p_site_key);
  select u.id into v_user from auth.users u
  where u.id = private.find_user(p_email) and u.raw_app_meta_data ->> 'role' = 'admin'
    and (u.banned_until is null or u.banned_until <= now());
  if v_user is null then
    return false;
  end if;
  perform pg_advisory_xact_lock(7, hashtext(v_user::text));
  delete from private.password_recoveries where asked_at <= now() - interval '1 day';
  if exists (
    select 1 from private.password_recoveries r where r.user_id = v_user
    having count(*) >= 5 or max(r.asked_at) > now() - interval '10 minutes'
  ) then
    return false;
  end if;
  insert into private.password_recoveries (user_id) values (v_user);
  return true;
exception
  when lock_not_available then
    return false;
end
$$;
comment on function public.admit_recovery(text, text) is
  'True if the site may mail a link for a new password to this address; then counts the mail. Only admins who are not banned get such mails, at most '
  'one in ten minutes and five in a day.';

create function public.undo_recovery(p_site_key text, p_email text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
begin
  perform private.require_site_key(p_site_key);
  delete from private.password_recoveries
  where (user_id, asked_at) = (
    select r.user_id, max(r.asked_at) from private.password_recoveries r
    where r.user_id = private.find_user(p_email) group by r.user_id);
end
$$;
comment on function public.undo_recovery(text, text) is
  'The site calls this if the Auth server did not send the mail. Removes the last mail from the count.';

create function public.is_recovery_link(p_site_key text, p_token text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  -- Accounts without a mailed link have an empty token, or null.
  return p_token ~ '^(pkce_)?[0-9a-f]{56}$' is true and exists (select 1 from auth.users u where u.recovery_token = p_token);
end
$$;
comment on function public.is_recovery_link(text, text) is
  'True if the token belongs to a mailed link that nobody has used yet. The site asks the Auth server about such tokens only.';

-- The studio's hours: the weekly pattern, exceptions to it, and closed dates. Times are on the studio's wall
-- clock, not instants.

-- 1. Tables

create table public.time_slots (
  id uuid primary key default gen_random_uuid(),
  start_time time(0) not null check (extract(second from start_time) = 0),
  end_time time(0) not null check (extract(second from end_time) = 0),
  duration_minutes integer not null,
  unique (start_time, end_time),
  constraint time_slots_end_after_start check (end_time > start_time and end_time < time '24:00'),
  constraint time_slots_duration check (duration_minutes = extract(epoch from end_time - start_time) / 60)
);
comment on table public.time_slots is 'The slots that the schedule can offer: start and end on the studio''s wall clock. Rows are inserted and deleted, never updated.';

create table public.time_slot_presets (
  duration_minutes integer primary key check (duration_minutes between 5 and 480)
);
comment on table public.time_slot_presets is 'The durations that the availability form offers.';

create table public.recurring_availability (
  day_of_week smallint not null check (day_of_week between 0 and 6),
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null default true,
  updated_at timestamptz not null default now(),
  primary key (day_of_week, time_slot_id)
);
comment on table public.recurring_availability is 'The weekly pattern: the slots of each weekday (0 = Monday … 6 = Sunday).';
create index recurring_availability_slot on public.recurring_availability (time_slot_id);

create table public.availability (
  date date not null,
  time_slot_id uuid not null references public.time_slots on delete cascade,
  is_available boolean not null,
  updated_at timestamptz not null default now(),
  overrides_closure boolean not null,
  primary key (date, time_slot_id),
  -- The same years as in lib/dates.ts.
  constraint availability_date check (date between '2000-01-01' and '2199-12-31'),
  constraint availability_overrides_only_on check (is_available or not overrides_closure)
);
comment on table public.availability is
  'Exceptions to the weekly pattern: a row offers or withholds one slot on one date, and overrides its weekday.';
comment on column public.availability.overrides_closure is
  'True if an admin switched the slot on while its date was closed: the site then offers the slot in spite of the closure. A trigger sets this '
  'column.';
create index availability_slot on public.availability (time_slot_id);

create table public.closed_dates (
  date date primary key,
  reason text check (char_length(reason) between 1 and 200),
  constraint closed_dates_date check (date between '2000-01-01' and '2199-12-31')
);
comment on table public.closed_dates is
  'Dates that are closed as a whole. set_date_availability, close_dates, reopen_dates, reset_date and restore_dates write them.';

-- 2. A trigger

create function private.set_overrides_closure() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Keeps the value that a restored backup inserts.
  if tg_op = 'UPDATE' or new.overrides_closure is null then
    new.overrides_closure := new.is_available and exists (select 1 from public.closed_dates c where c.date = new.date);
  end if;
  return new;
end
$$;
create trigger availability_overrides_closure before insert or update of is_available on public.availability
for each row execute function private.set_overrides_closure();

-- Visitors send bookings, which hold a time, and inquiries, which hold none. Each has a row of `requests` with
-- the same id, for the studio's own data. The log, notes and letters refer to that row.
--
-- A session that locks several of these rows locks them in this order, or two sessions could wait for each
-- other:
--
--   1. bookings, by id; then inquiries, by id
--   2. the request
--   3. its offer
--   4. its mails
--
-- Locks are `for no key update`, so that adding a row that refers to the locked one does not wait. claim_mail
-- skips locked mails, bookings and inquiries.

-- 1. Tables

create table public.requests (
  id uuid primary key,
  kind text not null check (kind in ('booking', 'inquiry')),
  status text not null,
  created_at timestamptz not null,
  starts timestamp,
  search_text text collate "C" not null,
  owner uuid references auth.users on delete set null,
  turn_reason text,
  theirs_from timestamptz,
  ours_from timestamptz not null default 'infinity',
  over_from timestamptz not null default 'infinity',
  due_at timestamptz not null default 'infinity',
  outcome text,
  outcome_reason text,
  constraint requests_outcome check (outcome in ('held', 'no_show', 'lost')),
  constraint requests_outcome_reason check (
    outcome_reason is null
    or outcome is not distinct from 'lost' and char_length(outcome_reason) between 1 and 200
      and private.is_clean_text(outcome_reason)
  )
);
comment on table public.requests is
  'A row for each booking and inquiry, with the same id and the studio''s own data. Deleting one of the two rows deletes the other.';
comment on column public.requests.status is
  'Copy of the booking''s or inquiry''s status. Triggers copy status, created_at and starts, so that the list queries one table.';
comment on column public.requests.starts is 'Start of the call, on the studio''s wall clock; null for an inquiry.';
comment on column public.requests.search_text is 'The fields that the admin''s search compares, each on a line (private.search_text). Triggers set it.';
comment on column public.requests.owner is 'The admin who looks after the request.';
comment on column public.requests.turn_reason is
  'Reason for the turn: the kind of the deciding event, or a state such as ''erased''. It is nobody''s turn from over_from on; before that, the '
  'studio''s from ours_from on, else the visitor''s. 07_turns.sql has the rules.';
comment on column public.requests.theirs_from is
  'Start of the visitor''s turn, kept after ours_from or over_from ends that turn. Null if an act ended it.';
comment on column public.requests.ours_from is 'Start of the studio''s turn; infinity if only an act can start that turn.';
comment on column public.requests.over_from is 'Time from which it is nobody''s turn; infinity if only an act can end the turn.';
comment on column public.requests.due_at is
  'Deadline of the studio''s turn: 24 hours after the visitor asked, or the start of the call if that is sooner. If the clock ended the visitor''s '
  'turn: ours_from or the start of the call, whichever is later.';
comment on column public.requests.outcome is 'Result of a confirmed call that has begun: ''held'', ''no_show'' or ''lost''.';
-- A one-column index stores equal values once, so a count reads a third of the pages that an index of two columns
-- needs.
create index requests_status on public.requests (status);
-- Includes the status, so that a count of the upcoming calls reads only the index.
create index requests_starts on public.requests (starts, status) where starts is not null;
create index requests_created on public.requests (created_at desc, id);
-- Finds the few requests that wait for the studio or the visitor (over_from is ahead). Includes the other columns
-- that such queries read.
create index requests_turn on public.requests (over_from) include (ours_from, due_at, turn_reason);
create index requests_owner on public.requests (owner) where owner is not null;

create table public.bookings (
  id uuid primary key default gen_random_uuid() references public.requests on delete cascade,
  name text not null,
  email text not null,
  date date not null,
  time_slot_id uuid not null references public.time_slots,
  message text,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'cancelled')),
  created_at timestamptz not null default now(),
  period tsrange not null,
  form_id uuid not null default gen_random_uuid() unique,
  package text,
  phone text,
  location text,
  room text constraint bookings_room check (room ~ '^[a-z]{12}$'),
  cancel_reason text,
  cancel_message text,
  link_version integer not null default 1,
  calendar_sequence integer not null default 0,
  revision integer not null default 0,
  known jsonb,
  fit text,
  price_seen text,
  changed_at timestamptz not null default now(),
  act jsonb,
  constraint bookings_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint bookings_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint bookings_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true)),
  constraint bookings_date check (date between '2000-01-01' and '2199-12-31'),
  constraint bookings_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint bookings_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  constraint bookings_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen)),
  constraint bookings_phone check (phone ~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$'),
  constraint bookings_location check (char_length(location) between 1 and 500 and private.is_clean_text(location)),
  constraint bookings_cancel_reason check (
    char_length(cancel_reason) between 1 and 500 and private.is_clean_text(cancel_reason, true)
  ),
  constraint bookings_cancel_message check (
    char_length(cancel_message) between 1 and 500 and private.is_clean_text(cancel_message, true)
  ),
  -- Calls never overlap, even in different slots, because the founders share one calendar.
  constraint bookings_no_overlap exclude using gist (period with &&) where (status <> 'cancelled')
);
comment on table public.bookings is 'Calls that visitors booked. A booking that is not cancelled holds its time.';
comment on column public.bookings.period is
  'Start and end on the studio''s wall clock, set by a trigger from date and slot. The constraint bookings_no_overlap prevents overlaps.';
comment on column public.bookings.form_id is 'Id that the form sends, so that a form sent twice is stored once.';
comment on column public.bookings.fit is
  'The visitor''s answers on /start, as a query string: ''who=people&first=one-thing''. The site defines the questions.';
comment on column public.bookings.price_seen is
  'The package''s price as the site showed it when the visitor sent the form. Later price changes do not change this value.';
comment on column public.bookings.location is 'The call''s own location; null for the default call location.';
comment on column public.bookings.room is
  'Replaces {call} in the URL of the default location. A new e-mail address gets a new room, as it gets a new link; an erasure sets null.';
comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "end_time", "location", "wording"}, and "at", the time they learned it. '
  '"location" is bookings.location, "wording" the location as text; both null unless the call was confirmed. Null while nobody at this e-mail '
  'address knows of the call.';
comment on column public.bookings.cancel_reason is 'The visitor''s reason for cancelling, in their words.';
comment on column public.bookings.cancel_message is 'The message to the visitor from an admin who cancelled.';
comment on column public.bookings.link_version is
  'The site signs this number, with the id, in the link to the visitor''s page, so a higher number makes earlier links invalid.';
comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status, and of a confirmed call''s location.';
comment on column public.bookings.changed_at is
  'Time of the last change of calendar_sequence, name, location or room, or of the erasure: the values that a calendar shows. LAST-MODIFIED in a '
  'calendar feed.';
comment on column public.bookings.revision is 'Incremented by each change that people can see, including changes of related rows such as a note.';
comment on column public.bookings.act is
  'Data that an UPDATE adds for the log: {"id", "kind", "what", "form_id", "waits_until", "undoes", "before", "after"}. The log ignores a value that '
  'the UPDATE leaves unchanged. No API role may write this column.';
create index bookings_slot on public.bookings (time_slot_id);
create index bookings_email on public.bookings (lower(email));
create index bookings_date on public.bookings (date);
-- The date in bookings.known, as text, because an index cannot contain a cast to date.
create index bookings_known_date on public.bookings ((known ->> 'date'));

create table public.inquiries (
  id uuid primary key default gen_random_uuid() references public.requests on delete cascade,
  name text not null,
  email text not null,
  message text,
  status text not null default 'new' check (status in ('new', 'read', 'replied', 'archived')),
  created_at timestamptz not null default now(),
  form_id uuid not null default gen_random_uuid() unique,
  package text,
  fit text,
  price_seen text,
  revision integer not null default 0,
  act jsonb,
  constraint inquiries_name check (char_length(name) between 1 and 100 and private.is_clean_text(name)),
  constraint inquiries_email check (
    char_length(email) <= 254 and email ~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' and private.is_clean_text(email)
  ),
  constraint inquiries_message check (char_length(message) between 1 and 5000 and private.is_clean_text(message, true)),
  constraint inquiries_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  constraint inquiries_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  constraint inquiries_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen))
);
comment on table public.inquiries is 'Messages that visitors sent without booking a time.';
comment on column public.inquiries.form_id is 'Like bookings.form_id.';
comment on column public.inquiries.fit is 'Like bookings.fit.';
comment on column public.inquiries.price_seen is 'Like bookings.price_seen.';
comment on column public.inquiries.revision is 'Like bookings.revision.';
comment on column public.inquiries.act is 'Like bookings.act.';
create index inquiries_email on public.inquiries (lower(email));

create table public.request_events (
  id bigint generated always as identity primary key,
  request_id uuid not null references public.requests on delete cascade,
  revision integer not null,
  at timestamptz not null default now(),
  actor text not null,
  kind text not null constraint request_events_kind check (kind in (
    'booked', 'wrote', 'booked_for', 'address', 'moved', 'took_time', 'place', 'confirmed', 'pending', 'cancelled', 'kept',
    'new', 'read', 'replied', 'archived', 'turned_down', 'proposed', 'after_call', 'elsewhere', 'not_needed', 'asked',
    'told', 'owner', 'outcome', 'note', 'link_copied', 'offer', 'offered', 'withdrawn', 'accepted', 'declined', 'undone'
  )),
  what text constraint request_events_what check (char_length(what) <= 254),
  before jsonb,
  after jsonb,
  turn text constraint request_events_turn check (turn in ('asks', 'waits', 'settles')),
  waits_until timestamptz,
  form_id uuid constraint request_events_form unique,
  undoes bigint constraint request_events_undoes unique references public.request_events on delete cascade,
  constraint request_events_revision unique (request_id, revision)
);
comment on table public.request_events is
  'The log of bookings and inquiries. Only the triggers of these two tables add rows, and nothing changes a row.';
comment on column public.request_events.revision is
  'The revision of the request that this event created. Whoever read an earlier revision has not seen the event.';
comment on column public.request_events.actor is '''visitor'', the e-mail address of an admin, or ''database'' for SQL without a token.';
comment on column public.request_events.kind is
  'The act. ''elsewhere'': an admin answered outside the site. ''not_needed'': an admin says that no answer is needed. ''asked'': an admin says that '
  'the visitor asked again. ''told'': an admin told the visitor the call''s state. ''kept'': an admin keeps a call in spite of proposed times or a '
  'closed date.';
comment on column public.request_events.what is
  'Detail, by kind. An answer: private.letters.kind. ''owner'': the new owner''s e-mail address, null for nobody. ''outcome'': the outcome. '
  '''note'': ''added'', ''edited'' or ''deleted''. An offer: ''begun'', ''sent'', ''withdrawn'', ''withdrawal undone'' or ''by email''. ''kept'': '
  '''asked'' if other times were proposed for a confirmed call. ''undone'': the kind of the undone event, or ''reply''. Never a person''s own words.';
comment on column public.request_events.before is
  'Former values of the columns that the event changed: status, date, time_slot_id (with start_time and end_time for people), location, owner, '
  'outcome, and known if an admin''s act changed it. Undo writes them back. ''booked_for'' has the status ''cancelled'' for Undo; null if the event '
  'changed no column.';
comment on column public.request_events.after is
  'New values of the columns in "before". Some kinds store the status even if it did not change. "is_kept" marks a call that an admin keeps at its '
  'time.';
comment on column public.request_events.turn is
  'Effect on the turn: the visitor ''asks'' for an answer, the studio ''waits'' for one, or the event ''settles'' the question. Null: no effect.';
comment on column public.request_events.waits_until is
  'For a sent offer: the end of its last day, when the studio stops waiting for an answer. Null for other events.';
comment on column public.request_events.form_id is 'Id that the form sends, so that a form sent twice adds one event.';
comment on column public.request_events.undoes is 'The event that this event takes back. An event that was taken back no longer counts.';
create index request_events_request on public.request_events (request_id, id);

create table public.request_notes (
  id uuid primary key,
  request_id uuid not null references public.requests on delete cascade,
  author uuid references auth.users on delete set null,
  body text not null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  constraint request_notes_body check (char_length(body) between 1 and 5000 and private.is_clean_text(body, true))
);
comment on table public.request_notes is 'Admins'' notes for each other. Visitors never see them, but export_person includes them.';
create index request_notes_request on public.request_notes (request_id, created_at);

create table private.letters (
  event_id bigint primary key references public.request_events on delete cascade,
  kind text not null,
  -- subject and body are null if an admin wrote in their own mail program.
  subject text,
  body text,
  email text,
  state jsonb,
  sequence integer,
  link_version integer,
  times jsonb not null default '[]',
  sent_by uuid references auth.users on delete set null,
  sent_at timestamptz,
  constraint letters_kind check (
    kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'offer', 'offer_withdrawn')
  ),
  constraint letters_text check (num_nulls(subject, body) in (0, 2)),
  constraint letters_subject check (char_length(subject) between 1 and 200 and private.is_clean_text(subject)),
  constraint letters_body check (char_length(body) between 1 and 10000 and private.is_clean_text(body, true)),
  constraint letters_times check (jsonb_array_length(times) <= 100)
);
comment on table private.letters is 'Texts of admins'' answers, one for each event of an answer. Undoing the event deletes its letter.';
comment on column private.letters.sent_at is
  'When the mail server accepted the letter. Null before that, and if the admin used their own mail program.';
comment on column private.letters.email is
  'The visitor''s address when the admin wrote; the site sends the letter to no other. Null if the admin used their own mail program.';
comment on column private.letters.state is
  'The call as the text describes it, like bookings.known. Null for an inquiry, and for a text that does not describe the call''s current state.';
comment on column private.letters.sequence is 'The calendar_sequence of the call in the text; null for an inquiry.';
comment on column private.letters.link_version is 'The link_version of the call when the admin wrote; null for an inquiry.';
comment on column private.letters.times is 'The proposed times that the text links to on the visitor''s page of the call: [{"date", "time_slot_id"}].';

-- 2. Functions that later files use

create function private.starts_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select lower(p_booking.period) at time zone private.studio_zone() $$;

-- The status, date and start of a call. move_booking compares them with p_seen, and book_call returns them with
-- form_used.
create function private.booking_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', (p_booking).status, 'date', (p_booking).date, 'start_time', to_char(lower((p_booking).period), 'HH24:MI'))
$$;

-- The value of requests.search_text. Its lines: 1 name, 2 e-mail, 3 date as shown, 4 date as YYYY-MM-DD, 5 times
-- as shown, 6 message on one line, 7 phone as written and as digits only, 8 package. An inquiry's lines 3 to 5 and
-- 7 are empty. The list searches the whole text and sorts by single lines.
create function private.search_text(
  p_name text, p_email text, p_period tsrange, p_message text, p_phone text, p_package text
) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_name, p_email,
    coalesce(to_char(lower(p_period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(p_period), 'YYYY-MM-DD'), ''),
    coalesce(to_char(lower(p_period), 'FMHH12:MI AM') || ' – ' || to_char(upper(p_period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_message, ''), '\s+', ' ', 'g'),
    coalesce(p_phone || ' ' || regexp_replace(p_phone, '[^+0-9]', '', 'g'), ''),
    coalesce(p_package, '')))
$$;

create function private.email_of(p_request_id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    (select b.email from public.bookings b where b.id = p_request_id), (select i.email from public.inquiries i where i.id = p_request_id));
end
$$;

-- Locks a request for a change, without a new revision.
create function private.lock_request(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_id for no key update;
  if not found then
    perform 1 from public.inquiries i where i.id = p_id for no key update;
  end if;
  perform 1 from public.requests r where r.id = p_id for no key update;
end
$$;

-- lock_request for admins: raises request_gone if there is no such request, or its person was erased.
create function private.lock_present_request(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  if private.is_erased(private.email_of(p_id)) is not false then
    raise exception using message = 'request_gone';
  end if;
end
$$;

-- Increments the revision for a visible change without an event, such as a draft, so that other admins' pages
-- reload. Raises request_gone if there is no such request, or its person was erased.
create function private.bump_revision(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  update public.bookings set revision = revision + 1 where id = p_id and not private.is_erased(email);
  if not found then
    update public.inquiries set revision = revision + 1 where id = p_id and not private.is_erased(email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  perform 1 from public.requests r where r.id = p_id for no key update;
end
$$;

-- Written offers: a draft, sent versions with frozen texts, their endings, and at most one acceptance. The visitor
-- reads and accepts an offer by a link that the site signs (docs/decisions/offers.md). 18_offers.sql has the
-- functions.

-- 1. Tables

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references public.requests on delete cascade,
  link_version integer not null default 1,
  draft jsonb,
  draft_revision integer not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Room for the longest texts that the form accepts, at four bytes a letter.
  constraint offers_draft check (octet_length(draft::text) <= 200000)
);
comment on table public.offers is 'Offers, at most one for a request.';
comment on column public.offers.request_id is 'Null for an accepted offer whose person was erased.';
comment on column public.offers.link_version is 'Like bookings.link_version.';
comment on column public.offers.draft is 'The content of the admin''s form; lib/offers/draft.ts defines its fields.';
comment on column public.offers.created_by is 'The e-mail address of an admin.';
create unique index offers_request on public.offers (request_id);

create table public.offer_versions (
  offer_id uuid references public.offers on delete cascade,
  version integer constraint offer_versions_version check (version between 1 and 50),
  body jsonb not null constraint offer_versions_body check (octet_length(body::text) <= 200000),
  text text not null,
  sha256 text not null,
  total_cents bigint not null constraint offer_versions_total check (total_cents between 0 and 99999999999),
  sent_at timestamptz not null default now(),
  sent_by text not null,
  valid_until date not null,
  revision integer,
  primary key (offer_id, version),
  constraint offer_versions_text check (
    octet_length(text) <= 40000 and right(text, 1) = E'\n' and private.is_clean_text(left(text, -1), true)
  )
);
comment on table public.offer_versions is 'Sent versions of offers, never changed. A version can be deleted only while its offer has no acceptance.';
comment on column public.offer_versions.text is 'The whole offer as plain text, which the visitor reads and accepts.';
comment on column public.offer_versions.sha256 is 'SHA-256 of the text in UTF-8, as hexadecimal digits. Set by a trigger.';
comment on column public.offer_versions.body is 'The draft from which the site made the text.';
comment on column public.offer_versions.sent_at is
  'When the version becomes valid. A version that the site mails becomes valid a minute after the admin sends it. In that minute Undo can delete the '
  'version, and the visitor sees the earlier one.';
comment on column public.offer_versions.sent_by is 'The e-mail address of an admin.';
comment on column public.offer_versions.valid_until is
  'The last day on which the visitor can accept the version, to the end of that day on the studio''s clock.';
comment on column public.offer_versions.revision is
  'The request''s revision made by sending the version, for undo_act. Not a foreign key, because an erasure deletes the event.';
create index offer_versions_valid_until on public.offer_versions (valid_until);

create table public.offer_endings (
  offer_id uuid not null,
  version integer not null,
  ended text not null constraint offer_endings_ended check (ended in ('withdrawn', 'declined')),
  ended_at timestamptz not null default now(),
  ended_by text not null,
  reason text constraint offer_endings_reason check (char_length(reason) between 1 and 500 and private.is_clean_text(reason, true)),
  revision integer,
  primary key (offer_id, version),
  foreign key (offer_id, version) references public.offer_versions on delete cascade
);
comment on table public.offer_endings is 'Versions that an admin withdrew or the visitor declined. A later version of the offer is open again.';
comment on column public.offer_endings.ended_by is 'Who ended the version, like request_events.actor.';
comment on column public.offer_endings.reason is 'The reason, in the words of ended_by. An erasure removes it, also from an accepted offer.';
comment on column public.offer_endings.revision is
  'The request''s revision made by an admin''s withdrawal, for undo_act; null if no Undo can take the ending back.';

create table public.offer_acceptances (
  offer_id uuid primary key references public.offers on delete cascade,
  version integer not null,
  sha256 text not null,
  channel text not null,
  typed_name text,
  email text not null,
  consent_text text,
  email_text text,
  recorded_by text,
  accepted_at timestamptz not null default now(),
  keep_until date not null,
  revision integer,
  foreign key (offer_id, version) references public.offer_versions,
  constraint offer_acceptances_email check (char_length(email) <= 254 and private.is_clean_text(email)),
  constraint offer_acceptances_channel check (
    channel = 'page' and num_nonnulls(typed_name, consent_text) = 2 and num_nonnulls(email_text, recorded_by) = 0
    or channel = 'email' and num_nonnulls(typed_name, consent_text) = 0 and num_nonnulls(email_text, recorded_by) = 2
  ),
  constraint offer_acceptances_typed_name check (
    char_length(typed_name) between 1 and 100 and private.is_clean_text(typed_name)
  ),
  constraint offer_acceptances_consent_text check (
    char_length(consent_text) between 1 and 1000 and private.is_clean_text(consent_text)
  ),
  constraint offer_acceptances_email_text check (
    char_length(email_text) between 1 and 5000 and private.is_clean_text(email_text, true)
  )
);
comment on table public.offer_acceptances is
  'Who accepted a version, and how. No role can change a row. A row can be deleted after keep_until, or by Undo within a minute after an admin '
  'recorded the acceptance. An erasure keeps it.';
comment on column public.offer_acceptances.channel is
  '''page'' if the visitor accepted on the page, ''email'' if an admin (recorded_by, an e-mail address) recorded the acceptance.';
comment on column public.offer_acceptances.consent_text is 'The text of the box that the visitor ticked on the page.';
comment on column public.offer_acceptances.email_text is 'The visitor''s words of acceptance, from their e-mail.';
comment on column public.offer_acceptances.revision is
  'The request''s revision made by an admin''s record, for undo_act; null if no Undo can take the acceptance back.';
create index offer_acceptances_email on public.offer_acceptances (lower(email));

create table private.offer_guesses (
  offer_id uuid not null references public.offers on delete cascade,
  guessed_at timestamptz not null default now()
);
comment on table private.offer_guesses is 'Times at which somebody entered a wrong e-mail address on an offer''s page, without the address.';
create index offer_guesses_offer on private.offer_guesses (offer_id, guessed_at);

-- 2. Sent versions and acceptances never change, for any role

create function private.set_offer_hash() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.sha256 := encode(sha256(convert_to(new.text, 'UTF8')), 'hex');
  return new;
end
$$;
create trigger offer_versions_hash before insert on public.offer_versions
for each row execute function private.set_offer_hash();

create function private.refuse_offer_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = 'offer_frozen';
end
$$;
create trigger offer_versions_frozen before update on public.offer_versions
for each row execute function private.refuse_offer_change();
create trigger offer_acceptances_frozen before update on public.offer_acceptances
for each row execute function private.refuse_offer_change();

-- The time until which Undo can delete an acceptance that an admin recorded; null for one from the page.
create function private.undone_until(p_acceptance public.offer_acceptances) returns timestamptz
language sql immutable set search_path = ''
as $$ select case p_acceptance.channel when 'email' then p_acceptance.accepted_at + interval '60 seconds' end $$;

create function private.refuse_offer_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select 1 from public.offer_acceptances a
    where a.offer_id = old.offer_id and case tg_table_name
      when 'offer_versions' then true
      else a.keep_until >= private.studio_today() and private.undone_until(a) > clock_timestamp() is not true
    end
  ) then
    raise exception using message = 'offer_kept';
  end if;
  return old;
end
$$;
create trigger offer_versions_kept before delete on public.offer_versions
for each row execute function private.refuse_offer_delete();
create trigger offer_acceptances_kept before delete on public.offer_acceptances
for each row execute function private.refuse_offer_delete();

create function private.refuse_offer_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select 1 from public.offer_acceptances) then
    raise exception using message = 'offer_kept';
  end if;
  return null;
end
$$;
create trigger offer_versions_truncate before truncate on public.offer_versions
for each statement execute function private.refuse_offer_truncate();
create trigger offer_acceptances_truncate before truncate on public.offer_acceptances
for each statement execute function private.refuse_offer_truncate();

create function private.newest_version(p_offer_id uuid) returns public.offer_versions
language sql stable set search_path = ''
as $$ select v from public.offer_versions v where v.offer_id = p_offer_id order by v.version desc limit 1 $$;

-- 3. The minute in which an admin's act on an offer can be undone

create view private.offer_acts with (security_invoker = true) as
select act.* from (
  select v.offer_id, v.version, v.revision, v.sent_at as undone_until from public.offer_versions v
  union all select e.offer_id, e.version, e.revision, e.ended_at + interval '60 seconds' from public.offer_endings e
  union all select a.offer_id, a.version, a.revision, private.undone_until(a) from public.offer_acceptances a) act
where act.revision is not null and act.version = (private.newest_version(act.offer_id)).version;
comment on view private.offer_acts is
  'Admins'' acts on the newest version of each offer: the request''s revision that the act made, and the time until which it can be undone.';

-- True while Undo can take back an admin's act on the offer. Uses clock_timestamp(), because now() is the start of the
-- transaction, which may have waited for a lock since then.
create function private.can_undo_offer_act(p_offer_id uuid) returns boolean
language sql set search_path = ''
as $$ select exists (select from private.offer_acts a where a.offer_id = p_offer_id and a.undone_until > clock_timestamp()) $$;

-- 4. The last day of an offer

-- The instant at which a day ends on the studio's clock.
create function private.end_of_day(p_date date) returns timestamptz
language sql stable set search_path = ''
as $$ select (p_date + 1)::timestamp at time zone private.studio_zone() $$;

-- The end of the last day of the request's newest offer; until then the studio waits for an answer.
create function private.offered_until(p_request_id uuid) returns timestamptz
language sql stable set search_path = ''
as $$
  select private.end_of_day(v.valid_until)
  from public.offers o join public.offer_versions v on v.offer_id = o.id
  where o.request_id = p_request_id order by v.version desc limit 1
$$;

-- The outbox: mails to send. The transaction of a change writes its mails. Rows have no personal data: the site
-- writes the text from the request's current data when it sends the mail. docs/decisions/mail.md has the reasons.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests on delete cascade,
  kind text not null check (kind in (
    'received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'reply', 'moved', 'cancelled',
    'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_follow_up', 'offer_expired'
  )),
  recipient text not null check (recipient in ('visitor', 'studio')),
  act text check (act in ('booked', 'moved', 'cancelled', 'kept', 'pressed')),
  must_send boolean not null default false,
  known_start timestamp,
  key text not null default '',
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  send_after timestamptz not null,
  attempts integer not null default 0,
  lease uuid,
  lease_until timestamptz,
  may_have_arrived boolean not null default false,
  said jsonb,
  calls uuid[],
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  is_kept boolean not null default false,
  given_up_at timestamptz,
  dismissed_at timestamptz,
  letter_id bigint references private.letters on delete cascade,
  offer_id uuid,
  version integer,
  is_waiting boolean generated always as (sent_at is null and given_up_at is null and lease is null and not may_have_arrived) stored,
  check ((lease is null) = (lease_until is null)),
  constraint outbox_letter check (case kind when 'reply' then letter_id is not null else letter_id is null or kind = 'call' end),
  constraint outbox_offer check ((kind like 'offer%') = (offer_id is not null) and num_nulls(offer_id, version) in (0, 2)),
  foreign key (offer_id, version) references public.offer_versions on delete cascade,
  constraint outbox_studios check (recipient = 'studio' or kind not in ('moved', 'cancelled')),
  constraint outbox_visitors check (recipient = 'visitor' or kind not in ('call', 'reminder_day', 'reminder_hour', 'reply'))
);
comment on table private.outbox is 'Mails to send, without personal data.';
comment on column private.outbox.kind is
  '''call'' tells a booking''s visitor the state that the call has when a site claims the mail. ''still_pending'' tells the visitor or the studio '
  'that a call is still not confirmed.';
comment on column private.outbox.act is
  'Cause of a ''call'' mail. The visitor''s own act: ''booked'', ''moved'' or ''cancelled''. An admin''s: ''kept'' for keeping a call although other '
  'times were proposed, or ''pressed'' for mailing the location. A waiting mail keeps ''booked'' when the visitor moves the call.';
comment on column private.outbox.must_send is
  'True if the site sends a ''call'' mail even without news: the mail acknowledges the visitor''s act, an admin pressed a button for the mail, or an '
  'admin''s own words told the visitor, who still needs the calendar file.';
comment on column private.outbox.known_start is
  'For the studio''s mail about a moved call: the former start that the studio knew, on the studio''s wall clock.';
comment on column private.outbox.key is
  'The start of the call on the studio''s wall clock, or the offer''s version, so that each time-based mail is written once (unique index '
  'outbox_owed). Empty for other mails.';
comment on column private.outbox.due_at is 'When the mail should be sent.';
comment on column private.outbox.send_after is 'Time of the next attempt: due_at at first, later after each failure.';
comment on column private.outbox.lease is
  'Id that a site gets when it claims the mail, and passes to finish_mail. Stays after lease_until, because the site may have sent the mail.';
comment on column private.outbox.may_have_arrived is
  'True if a lease ended without a result. The site sends the mail once more; if that lease ends without a result too, the mail is given up.';
comment on column private.outbox.said is
  'The call as the mail describes it: the form of bookings.known, with the "link_version" of the recipient''s address and the "sequence" in the '
  'calendar file and Message-ID. Set when a site claims the mail.';
comment on column private.outbox.calls is 'The calls in a ''still_pending'' mail to the studio, set when a site claims the mail.';
comment on column private.outbox.is_kept is 'True if the site saved the mail as a file instead of sending it, so that nobody read it.';
comment on column private.outbox.dismissed_at is
  'When an admin dismissed an undelivered mail, or the database did because nobody needs the mail any more.';
comment on column private.outbox.letter_id is
  'The admin''s letter: the whole text of a ''reply'', or the text above the facts of a ''call'' mail that confirms or declines the call. Deleting '
  'the letter deletes the mail.';
comment on column private.outbox.version is 'For a mail about an offer: the offer''s version. Deleting the version deletes the mail.';
comment on column private.outbox.is_waiting is
  'True if the mail is neither sent, given up nor leased, and no earlier attempt has an unknown result. Then the database can still delete the mail.';
create index outbox_due on private.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_request on private.outbox (request_id);
create index outbox_offer on private.outbox (offer_id) where offer_id is not null;
create index outbox_old on private.outbox (due_at);
create index outbox_letter on private.outbox (letter_id) where letter_id is not null;
create index outbox_given_up on private.outbox (given_up_at) where given_up_at is not null;
-- For claim_mail, which looks up the late calls that a mail already listed for the studio.
create index outbox_still_pending on private.outbox (created_at) where kind = 'still_pending' and recipient = 'studio';
create unique index outbox_owed on private.outbox (request_id, kind, key) where key <> '';
-- At most one 'call' mail of a booking waits, because two would say the same.
create unique index outbox_one_waits on private.outbox (request_id)
where kind = 'call' and is_waiting;

-- Deletes and returns a request's waiting mails of these kinds to one recipient.
create function private.drop_mails(p_request_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_request_id and recipient = p_recipient and kind = any (p_kinds) and is_waiting
  returning *
$$;

-- Deletes mails 30 days after due_at. Skips locked rows, so that no caller waits.
create function private.delete_old_mails() returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where id in (select o.id from private.outbox o where o.due_at < now() - interval '30 days' for no key update skip locked)
$$;

-- Adds a mail and deletes a waiting mail of the same kind to the same recipient.
create function private.write_mail(
  p_request_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(), p_known_start timestamp default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.drop_mails(p_request_id, p_recipient, array[p_kind]);
  insert into private.outbox (request_id, recipient, kind, due_at, send_after, known_start)
  values (p_request_id, p_recipient, p_kind, p_due_at, p_due_at, p_known_start);
end
$$;

-- If p_error is not null, removes the letter from a 'call' mail. The letter becomes a mail of its own, given up with this
-- error, so that the admins read it. Returns the 'call' mail.
create function private.detach_letter(p_mail private.outbox, p_error text) returns private.outbox
language plpgsql set search_path = ''
as $$
begin
  if p_mail.kind = 'call' and p_mail.letter_id is not null and p_error is not null then
    update private.outbox set letter_id = null where id = p_mail.id;
    insert into private.outbox (request_id, recipient, kind, letter_id, due_at, send_after, given_up_at, may_have_arrived, last_error)
    values (p_mail.request_id, 'visitor', 'reply', p_mail.letter_id, p_mail.due_at, p_mail.due_at, now(),
      p_mail.may_have_arrived or p_mail.lease is not null, p_error);
    p_mail.letter_id := null;
  end if;
  return p_mail;
end
$$;

-- Writes the 'call' mail of a booking, or changes the waiting one. The mail is due at p_due_at, with a whole day
-- of attempts. If p_act or p_letter_id is null, a waiting mail keeps its act or letter; a new letter replaces the
-- waiting one, which is then given up.
create function private.write_call_mail(p_booking_id uuid, p_due_at timestamptz, p_act text default null, p_letter_id bigint default null)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.detach_letter(o, 'changed_meanwhile') from private.outbox o
  where o.request_id = p_booking_id and o.sent_at is null and o.given_up_at is null and o.lease is null
    and (o.may_have_arrived or p_letter_id is not null);
  update private.outbox
  set act = case when act = 'booked' and p_act = 'moved' or p_act = 'pressed' then coalesce(act, p_act) else coalesce(p_act, act) end,
      must_send = must_send or coalesce(p_act <> 'kept', false), letter_id = coalesce(p_letter_id, letter_id), due_at = p_due_at, attempts = 0,
      -- After a failed attempt, keeps the later send_after, except for a visitor's own act.
      send_after = case when p_act in ('booked', 'moved', 'cancelled') or attempts = 0 then p_due_at else greatest(send_after, p_due_at) end
  where request_id = p_booking_id and kind = 'call' and is_waiting;
  if not found then
    -- Gives up a failed mail that has an earlier attempt with an unknown result: the new mail replaces it.
    with lost as (
      update private.outbox set given_up_at = now(), dismissed_at = now()
      where request_id = p_booking_id and kind = 'call' and may_have_arrived and sent_at is null and given_up_at is null and lease is null
      returning must_send)
    insert into private.outbox (request_id, recipient, kind, due_at, send_after, act, letter_id, must_send)
    values (p_booking_id, 'visitor', 'call', p_due_at, p_due_at, p_act, p_letter_id,
      coalesce(p_act <> 'kept', false) or coalesce((select bool_or(l.must_send) from lost l), false));
  end if;
end
$$;

-- Makes sure that the 'call' mail goes even without news: an admin's own words told the visitor, who still needs
-- the calendar file.
create function private.keep_call_mail(p_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update private.outbox set must_send = true
  where request_id = p_booking_id and kind = 'call' and sent_at is null and given_up_at is null
$$;

-- Compares each call with the state that its visitor knows, and queues a mail if the two differ.
-- docs/decisions/known.md has the reasons.

-- 1. Current state, known state, and the difference

-- The call's current state, in the form of bookings.known.
create function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then private.location_wording(p_booking.location, p_booking.phone, p_booking.room) end);
end
$$;

-- The differences between the call's state and what its visitor knows:
--
--   first      the visitor knows nothing of the call yet
--   cancelled  the call is cancelled, and the visitor expects it
--   restored   the call takes place, and the visitor believes that it is cancelled
--   time       the visitor knows another date, start or end
--   status     the visitor does not know that the call is confirmed, or no longer confirmed
--   location   the visitor knows another location, because bookings.location changed
--   usual      the visitor knows another location, because the default location changed
--
-- With any of these differences the visitor would come at the wrong time, to the wrong place or in vain, or does not know
-- if the call takes place. A cancelled call can also have 'time', because its mail names the time that the visitor knows.
create function private.difference(p_known jsonb, p_state jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_status constant text := p_state ->> 'status';
  v_known_status constant text := p_known ->> 'status';
  v_difference text[] := '{}';
begin
  if p_known is null then
    return case when v_status = 'cancelled' then '{}' else '{first}' end::text[];
  end if;
  if v_status = 'cancelled' then
    if v_known_status = 'cancelled' then
      return '{}';
    end if;
    v_difference := '{cancelled}';
  elsif v_known_status = 'cancelled' then
    v_difference := '{restored}';
  elsif v_known_status is distinct from v_status then
    v_difference := '{status}';
  end if;
  if (p_known -> 'date', p_known -> 'start_time', p_known -> 'end_time')
    is distinct from (p_state -> 'date', p_state -> 'start_time', p_state -> 'end_time')
  then
    v_difference := v_difference || text 'time';
  end if;
  if v_status = 'confirmed' and v_known_status = 'confirmed' and p_known -> 'wording' is distinct from p_state -> 'wording' then
    v_difference := v_difference
      || case when p_known -> 'location' is distinct from p_state -> 'location' then text 'location' else 'usual' end;
  end if;
  return v_difference;
end
$$;

-- True if this difference triggers an automatic mail. A changed default location does not: an admin presses a
-- button for that mail.
create function private.needs_mail(p_difference text[]) returns boolean
language sql immutable set search_path = ''
as $$ select p_difference && '{first,cancelled,restored,time,status,location}' $$;

-- True if the call, or the time that its visitor knows, is still in the future.
create function private.is_ahead(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select greatest(lower(p_booking.period), (p_booking.known ->> 'date')::date + (p_booking.known ->> 'start_time')::time)
    > now() at time zone private.studio_zone()
$$;

-- True while a proposal of other times is open. Moving, confirming, cancelling or keeping the call closes the
-- proposal, because each increments calendar_sequence. Another e-mail address closes it, and so does giving up its
-- mail if the mail cannot have arrived; Undo deletes the proposal. While a proposal is open, no mail announces the
-- call.
create function private.has_open_proposal(p_booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_booking.status <> 'cancelled' and coalesce((
    select l.link_version = p_booking.link_version and not exists (
      select from private.outbox o
      where o.letter_id = l.event_id and o.given_up_at is not null and not o.may_have_arrived and o.last_error is distinct from 'unanswered')
    from public.request_events e join private.letters l on l.event_id = e.id
    where e.request_id = p_booking.id and l.kind = 'propose' and l.sequence = p_booking.calendar_sequence
    order by e.id desc limit 1), false);
end
$$;

-- The state that the visitor presumably knows: the state in a newer mail that may have arrived (a site is sending
-- it, or its result is unknown), else bookings.known. Ignores the mail p_except.
create function private.presumed_known(p_booking public.bookings, p_except uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select o.said from private.outbox o
    where o.request_id = p_booking.id and o.recipient = 'visitor' and o.id is distinct from p_except
      and o.sent_at is null and (o.lease is not null or o.may_have_arrived)
      and (o.said ->> 'link_version')::integer = p_booking.link_version
      and ((o.said ->> 'at')::timestamptz >= (p_booking.known ->> 'at')::timestamptz) is not false
    order by (o.said ->> 'at')::timestamptz desc limit 1), p_booking.known);
end
$$;

-- The state that a mail to the visitor corrects: bookings.known if that differs from the call, else
-- presumed_known.
create function private.known_to_correct(p_booking public.bookings, p_except uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when private.difference(p_booking.known, private.call_state(p_booking)) <> '{}' then p_booking.known
    else private.presumed_known(p_booking, p_except)
  end
$$;

-- True if the visitor needs a mail about the call's current state. Ignores the mail p_except.
create function private.needs_call_mail(p_booking public.bookings, p_except uuid default null) returns boolean
language sql stable set search_path = ''
as $$ select private.needs_mail(private.difference(private.presumed_known(p_booking, p_except), private.call_state(p_booking))) $$;

-- 2. The 'call' mail: it tells the visitor the call's current state

-- The kind of a 'call' mail by its content; lib/mail/claimed.ts has the same kinds.
create function private.call_mail_kind(p_difference text[], p_status text, p_act text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_status = 'cancelled' then 'cancelled'
    when 'time' = any (p_difference) then 'moved' -- by the studio
    when p_act = 'kept' and p_status = 'confirmed' and not p_difference && '{first,restored}' then 'kept'
    when p_difference && '{first,restored,status}' then case p_status when 'pending' then 'received' else 'confirmed' end
    when p_difference && '{location,usual}' then 'location'
    when p_status = 'confirmed' then 'confirmed'
    when p_act = 'moved' then 'moved'
    else 'received'
  end
$$;

-- True if a waiting 'call' mail has neither news for its visitor nor a letter, and outbox.must_send is false.
create function private.is_unneeded(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind = 'call' and not p_mail.must_send and p_mail.letter_id is null and p_mail.lease is null and exists (
    select from public.bookings b where b.id = p_mail.request_id and not private.needs_call_mail(b, p_mail.id));
end
$$;

create function private.drop_unneeded_mail(p_booking_id uuid) returns void
language plpgsql set search_path = ''
as $$ begin delete from private.outbox o where o.request_id = p_booking_id and o.is_waiting and private.is_unneeded(o); end $$;

-- Queues, updates or drops the 'call' mail of a booking's visitor. With p_is_change, the studio has changed the call: a
-- waiting mail then waits for a minute again, in which Undo can take the change back.
-- After an admin's change the visitor gets no mail if
--   - the call has begun at its new time, or its person was erased;
--   - mail_booking_change ignores the change: it compares date, time, status, a confirmed call's location, and the
--     e-mail address of a call that is not cancelled;
--   - the difference is empty or only 'usual': the visitor knows the state already, an Undo took the change back
--     before a site claimed the mail, or the call was cancelled before the visitor knew of it;
--   - a proposal of other times is open;
--   - decide_delivery (19_delivery.sql) finds at the claim that the mail is no longer true or needed, that another
--     mail says the same, or that 24 hours are over. An address that got twenty mails in a day gets the next one later.
-- A visitor's own change writes a mail only if it changes date, time, status or e-mail address; an erasure and a restored
-- backup write none.
-- The site always sends a mail with a letter. It sends a mail with outbox.must_send even without a difference, unless the
-- call has begun or a proposal is open. Without a mail server, or if that refuses the mail, none arrives;
-- the admin's page then lists the visitor as 'Not told yet', or the refused mail.
create function private.update_call_mail(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_waiting private.outbox;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  select * into v_waiting from private.outbox o where o.request_id = p_booking_id and o.kind = 'call' and o.is_waiting;
  if v_waiting.must_send or v_waiting.letter_id is not null
    or private.needs_call_mail(v_booking) and private.starts_at(v_booking) > now() and not private.has_open_proposal(v_booking)
  then
    if p_is_change or v_waiting.id is null then
      perform private.write_call_mail(p_booking_id, now() + case
        -- Mails at once, because the visitor may have given up on a call that begins soon.
        when v_booking.status = 'confirmed' and v_booking.known ->> 'status' is distinct from 'confirmed'
          and private.starts_at(v_booking) <= now() + interval '3 hours' then interval '0'
        else interval '60 seconds' end);
    end if;
  else
    delete from private.outbox where id = v_waiting.id;
  end if;
end
$$;

-- True if a mail that waits or is being sent will tell the visitor the call's state.
create function private.will_be_known(p_booking public.bookings, p_state jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o left join private.letters l on l.event_id = o.letter_id
    where o.request_id = p_booking.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
      -- A mail whose lease has ended may never be tried again.
      and (o.lease_until > now()) is not false
      and (o.kind = 'call' or l.state is not null and private.difference(l.state, p_state) = '{}'))
$$;

-- Computes from the log whose turn it is. docs/decisions/whose-turn.md has the rules as a table.

-- 1. The turn of a request

-- When the studio's turn starts again before a call: 48 hours before p_starts, or halfway from p_since to
-- p_starts, whichever is later. Computes in seconds, because a day can have 23 hours.
create function private.ours_again(p_since timestamptz, p_starts timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when p_since >= p_starts then 'infinity'
    else greatest(p_starts - interval '48 hours', p_since + make_interval(secs => extract(epoch from p_starts - p_since)::float8 / 2))
  end
$$;

-- Returns p_request with these values of its turn, and with the due_at that follows from them.
create function private.set_turn(
  p_request public.requests, p_reason text, p_theirs_from timestamptz default null, p_ours_from timestamptz default 'infinity',
  p_over_from timestamptz default 'infinity'
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := p_theirs_from;
  p_request.ours_from := p_ours_from;
  p_request.over_from := p_over_from;
  p_request.due_at := case
    when p_ours_from = 'infinity' then 'infinity'
    when p_theirs_from is not null then greatest(p_ours_from, v_starts)
    -- The site promises visitors an answer within this time: ANSWER_HOURS in lib/content/site.ts.
    else least(p_ours_from + interval '24 hours', case when v_starts > p_ours_from then v_starts end)
  end;
  return p_request;
end
$$;

-- Returns p_request with its current turn. p_event is the deciding event, or null; p_is_proposed is true while a
-- proposal of other times is open.
create function private.with_turn(
  p_request public.requests, p_is_erased boolean, p_is_proposed boolean, p_event public.request_events
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  v_day_ends constant timestamptz := (p_request.starts::date + 1)::timestamp at time zone private.studio_zone();
  -- 'took_time' (the visitor took a proposed time) answers no question: if the call is no longer confirmed, the
  -- visitor waits for an answer.
  v_is_answered constant boolean := coalesce(p_event.turn in ('waits', 'settles') and p_event.kind <> 'took_time', false);
  -- Without a deciding event, the status decides.
  v_act constant text := coalesce(case when p_event.kind = 'after_call' and p_event.turn = 'waits' then 'replied' else p_event.kind end,
    case p_request.status when 'pending' then 'booked' when 'new' then 'wrote' when 'read' then 'wrote' else p_request.status end);
  v_since constant timestamptz := coalesce(p_event.at, p_request.created_at);
  v_until constant timestamptz := coalesce(p_event.waits_until, 'infinity');
begin
  if p_is_erased then
    return private.set_turn(p_request, 'erased', p_over_from => v_since);
  elsif not v_is_answered and v_act in ('asked', 'accepted', 'declined') then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  elsif p_request.status in ('cancelled', 'archived') then
    return private.set_turn(p_request, p_request.status, p_over_from => v_since);
  elsif v_is_message and not v_is_answered and v_act = 'wrote' then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- Also after the day of the call, because the visitor has no answer.
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- Includes a confirmed call with an open proposal, because the studio cannot come at the confirmed time. With
  -- waits_until, the wait can outlast the day of the call.
  elsif (p_request.status = 'pending' or p_is_proposed) and v_since < v_starts then
    return private.set_turn(p_request, case when v_is_answered then v_act else 'proposed' end, v_since,
      least(private.ours_again(v_since, v_starts), v_until), case when v_until = 'infinity' then v_day_ends else 'infinity' end);
  elsif v_is_answered and (v_act in ('replied', 'offered', 'elsewhere') or v_act = 'proposed' and (v_is_message or v_since >= v_starts)) then
    -- Without a date that ends the wait, the studio waits for 14 days.
    return private.set_turn(p_request, v_act, v_since, v_until,
      case when v_until = 'infinity' then v_since + interval '336 hours' else 'infinity' end);
  end if;
  return private.set_turn(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end, p_over_from => v_since);
end
$$;

-- 2. The deciding event

-- The effect of an act on the turn: 'asks', 'waits' or 'settles' (see request_events.turn), or null for none. p_request
-- is the request before the act.
create function private.turn_of_act(p_kind text, p_actor text, p_request public.requests) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_kind in ('booked', 'wrote', 'asked', 'accepted', 'declined') then 'asks'
    when p_kind = 'moved' then case p_actor when 'visitor' then 'asks' end
    when p_kind in ('replied', 'proposed', 'offered', 'elsewhere') then 'waits'
    -- A mail after a call ends the studio's turn, and leaves the visitor's turn.
    when p_kind = 'after_call' then
      case when p_request.over_from > now() and p_request.ours_from > now() then 'waits' else 'settles' end
    -- 'took_time' leaves an earlier question of the visitor open.
    when p_kind = 'took_time' then
      case when p_request.over_from > now() and p_request.ours_from <= now()
          and p_request.turn_reason in ('booked', 'moved', 'asked', 'accepted', 'declined')
        then null else 'settles' end
    when p_kind in ('booked_for', 'confirmed', 'kept', 'cancelled', 'archived', 'turned_down', 'not_needed', 'withdrawn') then 'settles'
  end
$$;

create function private.is_undone(p_event_id bigint) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return exists (select from public.request_events u where u.undoes = p_event_id); end $$;

-- The newest event that decides the turn; if the visitor asked several times in a row, the first of these
-- questions. An acceptance or refusal of an offer also settles the questions that the visitor asked before the
-- site sent the newest version of the offer. An event with a status that the request no longer has does not
-- decide.
create function private.deciding_event(p_request public.requests) returns public.request_events
language plpgsql stable set search_path = ''
as $$
declare
  v_newest public.request_events;
  v_first public.request_events;
  v_answered bigint;
  v_offered bigint;
begin
  select * into v_newest from public.request_events e
  where e.request_id = p_request.id and e.turn is not null
    and (e.turn = 'asks' or e.kind = 'took_time' or coalesce(e.after ->> 'status', p_request.status) = p_request.status)
    and not private.is_undone(e.id)
  order by e.id desc limit 1;
  if v_newest.turn is distinct from 'asks' then
    return v_newest;
  end if;
  select max(e.id) into v_answered from public.request_events e
  where e.request_id = p_request.id and e.id < v_newest.id and e.turn <> 'asks' and not private.is_undone(e.id);
  select max(e.id) into v_offered from public.request_events e
  where e.request_id = p_request.id and e.id > coalesce(v_answered, 0) and e.kind in ('accepted', 'declined') and not private.is_undone(e.id)
    and not exists (
      select from public.request_events q
      where q.request_id = p_request.id and q.id > coalesce(v_answered, 0) and q.id < e.id
        and q.turn = 'asks' and q.kind not in ('accepted', 'declined') and not private.is_undone(q.id)
        and q.at > (
          select max(v.sent_at) from public.offers o join public.offer_versions v on v.offer_id = o.id where o.request_id = p_request.id));
  select * into v_first from public.request_events e
  where e.request_id = p_request.id and e.id > greatest(v_answered, v_offered, 0) and e.id < v_newest.id
    and e.turn = 'asks' and not private.is_undone(e.id)
  order by e.id limit 1;
  return case when v_first.id is null then v_newest else v_first end;
end
$$;

-- The only function that stores the turn. The caller has locked the booking or inquiry.
create function private.update_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  v_new := private.with_turn(
    v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking), private.deciding_event(v_old));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from, over_from = v_new.over_from,
      due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

-- The log: each act becomes an event. docs/decisions/log.md has the reasons.

-- The part of a row that the log stores, for people to read and for Undo to write back.
create function private.logged_state(p_row jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('status', p_row -> 'status')
    || case when p_row ? 'period' then jsonb_build_object(
      'date', p_row -> 'date', 'time_slot_id', p_row -> 'time_slot_id', 'location', p_row -> 'location',
      'start_time', to_char(lower((p_row ->> 'period')::tsrange), 'HH24:MI'),
      'end_time', to_char(upper((p_row ->> 'period')::tsrange), 'HH24:MI'))
      else '{}' end
$$;

-- The entries of p_state that differ in p_other. If the date or the slot differs, date, slot, start and end are
-- all included.
create function private.changed_entries(p_state jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_state)
  where value is distinct from p_other -> key
    or key in ('date', 'time_slot_id', 'start_time', 'end_time')
      and (p_state -> 'date', p_state -> 'time_slot_id') is distinct from (p_other -> 'date', p_other -> 'time_slot_id')
$$;

-- True if the date is closed, unless an admin opened this one slot on it (overrides_closure).
create function private.is_on_closed_date(p_date date, p_time_slot_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.closed_dates c where c.date = p_date)
    and not exists (select from public.availability a where (a.date, a.time_slot_id) = (p_date, p_time_slot_id) and a.overrides_closure)
$$;

-- The event kind of a change without bookings.act: a visitor's change, a status that an admin sets through the
-- table, or SQL.
create function private.kind_of_change(p_changed jsonb, p_new jsonb, p_is_visitors boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_changed ->> 'status' = 'cancelled' then 'cancelled'
    when p_changed ? 'date' then case when p_is_visitors and p_new ->> 'status' = 'confirmed' then 'took_time' else 'moved' end
    when p_changed ? 'status' then p_changed ->> 'status'
    when p_changed ? 'location' then 'place'
  end
$$;

-- Adds an event to the log; no other function does. The triggers of bookings and inquiries pass the row before and
-- after the change, and the request before the change. An INSERT without a token, such as a restored backup, adds
-- no event.
create function private.log_act(p_old jsonb, p_new jsonb, p_request public.requests) returns void
language plpgsql set search_path = ''
as $$
declare
  v_actor constant text := case when auth.jwt() is null then 'database' else private.actor() end;
  v_act constant jsonb := case when p_new -> 'act' is distinct from p_old -> 'act' then nullif(p_new -> 'act', 'null') end;
  v_is_call constant boolean := p_new ? 'period';
  v_before jsonb := coalesce(private.changed_entries(private.logged_state(p_old), private.logged_state(p_new)), '{}');
  v_after jsonb := private.changed_entries(private.logged_state(p_new), private.logged_state(p_old));
  v_kind text;
begin
  if p_old is not null then
    v_kind := coalesce(v_act ->> 'kind', private.kind_of_change(v_after, p_new, v_actor = 'visitor'),
      case when lower(p_new ->> 'email') <> lower(p_old ->> 'email') then 'address' end);
  elsif v_actor <> 'database' then
    v_kind := case when not v_is_call then 'wrote' when v_actor = 'visitor' then 'booked' else 'booked_for' end;
    -- Undoing 'booked_for' cancels the call.
    v_before := case v_kind when 'booked_for' then '{"status": "cancelled"}' else '{}' end::jsonb;
  end if;
  -- After an erasure, logs only acts with a token, such as a cancellation of the call.
  if v_kind is null or v_actor = 'database' and private.is_erased(p_new ->> 'email') then
    return;
  end if;
  -- Moving or cancelling a call clears its outcome.
  if p_request.outcome is not null and (v_after ->> 'status' = 'cancelled' or v_after ? 'date') then
    v_before := v_before || jsonb_build_object('outcome', p_request.outcome);
    v_after := v_after || '{"outcome": null}';
  end if;
  v_before := v_before || coalesce(v_act -> 'before', '{}');
  v_after := v_after || coalesce(v_act -> 'after', '{}');
  if v_is_call and v_kind in ('confirmed', 'kept', 'cancelled') or not v_is_call and v_kind in ('replied', 'archived', 'turned_down') then
    v_after := v_after || jsonb_build_object('status', p_new -> 'status');
  end if;
  -- Marks the call as kept when an admin books, confirms or moves it on a closed date.
  if v_kind = 'kept' or v_is_call and v_actor not in ('visitor', 'database')
    and (v_kind = 'booked_for' or v_after ->> 'status' = 'confirmed' and v_before ->> 'status' = 'pending' or v_after ? 'date') and p_new ->> 'status' <> 'cancelled'
    and private.is_on_closed_date((p_new ->> 'date')::date, (p_new ->> 'time_slot_id')::uuid)
  then
    v_after := v_after || '{"is_kept": true}';
  end if;
  insert into public.request_events (request_id, revision, actor, kind, what, before, after, turn, waits_until, form_id, undoes)
  values ((p_new ->> 'id')::uuid, (p_new ->> 'revision')::integer, v_actor, v_kind, v_act ->> 'what',
    nullif(v_before, '{}'), nullif(v_after, '{}'),
    case when v_act ->> 'undoes' is null then private.turn_of_act(v_kind, v_actor, p_request) end,
    (v_act ->> 'waits_until')::timestamptz, (v_act ->> 'form_id')::uuid, (v_act ->> 'undoes')::bigint);
end
$$;

-- Raises changed_meanwhile if another caller changed the request after p_revision, or p_revision is null. Ignores the
-- kinds 'told' and 'link_copied', which leave the request as it is.
create function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor() and e.kind not in ('told', 'link_copied'))
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The event that an earlier submit with this form id added; null if there is none. Raises form_used if the event
-- belongs to another request or is undone. The caller has locked the request, so a simultaneous submit has already
-- finished.
create function private.event_of_form(p_form_id uuid, p_id uuid) returns public.request_events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.request_events;
begin
  select * into v_event from public.request_events e where e.form_id = p_form_id;
  if v_event.request_id <> p_id or private.is_undone(v_event.id) then
    raise exception using message = 'form_used';
  end if;
  return v_event;
end
$$;

-- Performs an act and returns its event; a form sent twice gets the first event. p_changes has columns of the
-- booking or inquiry, and owner, outcome and outcome_reason. `known` changes in a second UPDATE, so that the first
-- one still queues a mail for a visitor who did not know the change; an Undo changes both at once. Raises
-- request_gone if there is no such request or its person was erased, form_used, and changed_meanwhile if
-- check_seen refuses p_seen.
create function private.act(
  p_id uuid, p_kind text, p_changes jsonb default '{}', p_what text default null, p_form_id uuid default null, p_seen integer default null,
  p_until timestamptz default null, p_undoes bigint default null
) returns public.request_events
language plpgsql set search_path = ''
as $$
declare
  v_event public.request_events;
  v_before jsonb;
  v_changed jsonb;
  v_act jsonb;
  v_constraint text;
begin
  perform private.lock_request(p_id);
  v_event := private.event_of_form(p_form_id, p_id);
  if v_event.id is not null then
    return v_event;
  end if;
  if p_seen is not null then
    perform private.check_seen(p_id, p_seen);
  end if;
  select jsonb_build_object('owner', r.owner, 'outcome', r.outcome, 'known', b.known) into v_before
  from public.requests r left join public.bookings b on b.id = r.id where r.id = p_id;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into v_changed from jsonb_each(p_changes) c
  where v_before ? c.key and c.value is distinct from v_before -> c.key;
  select coalesce(jsonb_object_agg(b.key, b.value), '{}') into v_before from jsonb_each(v_before) b where v_changed ? b.key;
  v_act := jsonb_build_object('id', gen_random_uuid(), 'kind', p_kind, 'what', p_what, 'form_id', p_form_id, 'waits_until', p_until,
    'undoes', p_undoes, 'before', v_before, 'after', v_changed);

  update public.bookings b set (status, date, time_slot_id, location, calendar_sequence, known, act) = (
    select n.status, n.date, n.time_slot_id, n.location, n.calendar_sequence, case when p_undoes is null then b.known else n.known end, v_act
    from jsonb_populate_record(b, p_changes) n)
  where b.id = p_id and not private.is_erased(b.email);
  if not found then
    update public.inquiries i set (status, act) = (select n.status, v_act from jsonb_populate_record(i, p_changes) n)
    where i.id = p_id and not private.is_erased(i.email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  update public.bookings set known = nullif(v_changed -> 'known', 'null') where id = p_id and v_changed ? 'known' and p_undoes is null;
  update public.requests r set (owner, outcome, outcome_reason) = (
    select n.owner, n.outcome, case when p_changes ? 'outcome' then p_changes ->> 'outcome_reason' else r.outcome_reason end
    from jsonb_populate_record(r, p_changes - '{status,starts}'::text[]) n)
  where r.id = p_id and p_changes ?| '{owner,outcome}';
  select * into v_event from public.request_events e where e.request_id = p_id order by e.id desc limit 1;
  return v_event;
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    -- An act on another request used this form id at the same moment.
    if v_constraint = 'request_events_form' then
      raise exception using message = 'form_used';
    end if;
    raise;
end
$$;

-- The effects of a change of a booking, an inquiry or a request, in the order in which they happen. A table has at
-- most one trigger before a change and one after it. The trigger functions, in section 5, call the functions of
-- sections 1 to 4. docs/architecture.md follows a press on Confirm through these steps.
--
-- An INSERT without a token (SQL, a restored backup) logs no event; an UPDATE without a token counts as the
-- studio's act.

-- 1. Before: the columns of the row itself

-- Adds the request, which the booking or inquiry refers to. In a restored backup it exists already.
create function private.add_request(
  p_id uuid, p_kind text, p_status text, p_created_at timestamptz, p_starts timestamp, p_search_text text
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.requests (id, kind, status, created_at, starts, search_text)
  values (p_id, p_kind, p_status, p_created_at, p_starts, p_search_text)
  on conflict (id) do nothing;
  if not exists (select from public.requests r where r.id = p_id and r.kind = p_kind) then
    raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
  end if;
end
$$;

-- Increments link_version and calendar_sequence if needed, and clears the words about a cancellation at a former
-- time.
create function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
    p_new.room := case when not private.is_erased(p_new.email) then private.new_room() end;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  -- The room counts only if the location's wording contains the room.
  if (p_new.calendar_sequence, p_new.name, private.location_wording(p_new.location, null, p_new.room), private.is_erased(p_new.email))
    is distinct from
     (p_old.calendar_sequence, p_old.name, private.location_wording(p_old.location, null, p_old.room), private.is_erased(p_old.email))
  then
    p_new.changed_at := now();
  end if;
  -- Another time clears the words about a cancellation. A call restored at its former time keeps them, so that
  -- Undo can cancel the call again; pages show them only while the call is cancelled.
  if (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  return p_new;
end
$$;

-- bookings.known after the change: the new state after a visitor's own change, null for another e-mail address.
create function private.known_after_change(p_old public.bookings, p_new public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if private.is_erased(p_new.email) or lower(p_new.email) <> lower(p_old.email) then
    return null;
  end if;
  if private.is_visitors_act()
    and (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
  then
    return private.call_state(p_new) || jsonb_build_object('at', now());
  end if;
  return p_new.known;
end
$$;

-- 2. After: copies

-- Copies a booking to requests; no other function does. Moving or cancelling a call clears its outcome.
create function private.copy_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_has_outcome constant boolean :=
    p_new.status <> 'cancelled' and (p_new.date, p_new.time_slot_id) is not distinct from (p_old.date, p_old.time_slot_id);
begin
  if (p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package, p_new.status, p_new.created_at, p_new.time_slot_id)
    is not distinct from
     (p_old.name, p_old.email, p_old.period, p_old.message, p_old.phone, p_old.package, p_old.status, p_old.created_at, p_old.time_slot_id)
  then
    return;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at, starts = lower(p_new.period),
    search_text = private.search_text(p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package),
    outcome = case when v_has_outcome then outcome end, outcome_reason = case when v_has_outcome then outcome_reason end
  where id = p_new.id;
end
$$;

create function private.copy_inquiry(p_old public.inquiries, p_new public.inquiries) returns void
language plpgsql set search_path = ''
as $$
begin
  if (p_new.name, p_new.email, p_new.message, p_new.package, p_new.status, p_new.created_at)
    is not distinct from (p_old.name, p_old.email, p_old.message, p_old.package, p_old.status, p_old.created_at)
  then
    return;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at,
    search_text = private.search_text(p_new.name, p_new.email, null, p_new.message, null, p_new.package)
  where id = p_new.id;
end
$$;

-- 3. Calls on closed dates, and offers

-- True if an admin kept the call at its time, and nobody moved it or set it to pending since.
create function private.is_kept(p_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.request_events e
    where e.request_id = p_booking_id and e.after ? 'is_kept' and not private.is_undone(e.id)
      and not exists (
        select from public.request_events x
        where x.request_id = p_booking_id and x.id > e.id and (x.before ? 'date' or x.after ->> 'status' = 'pending')
          and not private.is_undone(x.id) and (x.undoes is null or x.undoes < e.id)))
$$;

-- Makes the offer's link invalid after a change of the e-mail address, which may be another person's. Also
-- withdraws the newest version, so that the admin sees that the offer must be sent again. No Undo opens that
-- version again.
create function private.end_offer_link(p_request_id uuid) returns void
language sql set search_path = ''
as $$
  update public.offers o set link_version = o.link_version + 1 where o.request_id = p_request_id;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  select v.offer_id, v.version, 'withdrawn', case when auth.jwt() is null then 'database' else private.actor() end,
    'The email address that it was sent to has been corrected.'
  from public.offers o cross join private.newest_version(o.id) v
  where o.request_id = p_request_id and v.version is not null
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id)
  on conflict (offer_id, version) do update set revision = null
$$;

-- 4. After: mails

-- Queues mails only for a booking created in this transaction, so that a restored backup sends no mails.
create function private.mail_new_booking(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_new.created_at <> now() or private.starts_at(p_new) <= now() or private.is_erased(p_new.email) then
    return;
  end if;
  if public.is_admin() then
    perform private.update_call_mail(p_new.id, true);
  else
    perform private.write_call_mail(p_new.id, now(), 'booked');
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

-- Acknowledges a visitor's own change at once, and tells the studio.
create function private.mail_visitors_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_cancelled constant boolean := p_new.status = 'cancelled';
  v_known_start timestamp;
begin
  perform private.write_call_mail(p_new.id, now(), case when v_is_cancelled then 'cancelled' else 'moved' end);
  if v_is_cancelled then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  elsif exists (select from private.outbox o where o.request_id = p_new.id and (o.recipient, o.kind) = ('studio', 'received') and o.is_waiting) then
    -- The mail about the new booking will have the new time.
    perform private.write_mail(p_new.id, 'studio', 'received');
  else
    select d.known_start into v_known_start from private.drop_mails(p_new.id, 'studio', '{moved}') d;
    perform private.write_mail(p_new.id, 'studio', 'moved', p_known_start => coalesce(v_known_start, lower(p_old.period)));
  end if;
end
$$;

-- Queues a first mail to the visitor's new e-mail address.
create function private.mail_new_address(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(o, 'address_changed') from private.outbox o where o.request_id = p_new.id and o.is_waiting;
  perform private.drop_mails(p_new.id, 'visitor', '{call}');
  if p_new.status <> 'cancelled' then
    perform private.write_call_mail(p_new.id, now(), 'booked');
  end if;
  if not public.is_admin() then
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

create function private.mail_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
  v_is_changed constant boolean :=
    (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status);
begin
  if private.starts_at(p_new) <= now() then
    return;
  end if;
  if v_is_new_address then
    perform private.mail_new_address(p_new);
  elsif private.is_visitors_act() then
    if v_is_changed then
      perform private.mail_visitors_change(p_old, p_new);
    end if;
  elsif v_is_changed or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    perform private.update_call_mail(p_new.id, true);
  end if;
end
$$;

-- Deletes the mails of an erased person's request and, with p_with_log, its log and letters. Two kinds of mails to
-- the studio stay, without the name: an unsent 'cancelled', and 'still_pending'. With p_with_log, ends the leases
-- of these mails, so that a site that is writing one with the name writes it again.
create function private.delete_mails_and_log(p_id uuid, p_with_log boolean) returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_id and not (recipient = 'studio' and (kind = 'cancelled' and sent_at is null or kind = 'still_pending'));
  update private.outbox set lease = null, lease_until = null where request_id = p_id and sent_at is null and p_with_log;
  delete from public.request_events where request_id = p_id and p_with_log
$$;

create function private.mail_new_inquiry(p_id uuid) returns void
language sql set search_path = ''
as $$
  select private.write_mail(p_id, 'visitor', 'received');
  select private.write_mail(p_id, 'studio', 'received')
$$;

-- 5. The triggers. Their functions run with the owner's rights, because an admin who changes a status has no
-- rights in the schema private.

create function private.prepare_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
  from public.time_slots s where s.id = new.time_slot_id;
  if tg_op = 'INSERT' then
    if not private.is_erased(new.email) then
      new.room := coalesce(new.room, private.new_room());
    end if;
    if private.is_visitors_act() then
      new.known := private.call_state(new) || jsonb_build_object('at', now());
    end if;
    perform private.add_request(new.id, 'booking', new.status, new.created_at, lower(new.period),
      private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package));
    return new;
  end if;
  -- The call of an erased person can only be cancelled, and cannot get a location, reason or message.
  if private.is_erased(old.email) and (
    new.status <> old.status and new.status <> 'cancelled'
    or num_nonnulls(new.location, new.cancel_reason, new.cancel_message) > 0)
  then
    raise exception using message = 'person_erased';
  end if;
  new := private.renew_booking(old, new);
  new.known := private.known_after_change(old, new);
  -- Counts only changes that people can see: acts, and changes of all columns but these.
  if to_jsonb(new) - '{revision,form_id,known,room,act}'::text[] <> to_jsonb(old) - '{revision,form_id,known,room,act}'::text[]
    or new.act is distinct from old.act
  then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
create trigger bookings_before before insert or update on public.bookings
for each row execute function private.prepare_booking();

create function private.follow_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.requests;
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  select * into v_request from public.requests r where r.id = new.id for no key update;
  if tg_op = 'INSERT' then
    perform private.log_act(null, to_jsonb(new), v_request);
    -- A request from a restored backup already has its turn.
    if v_request.turn_reason is null then
      perform private.update_turn(new.id);
    end if;
    perform private.mail_new_booking(new);
    return null;
  end if;
  perform private.copy_booking(old, new);
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
    perform private.update_turn(new.id);
    if not public.is_admin() and new.status = 'cancelled' and old.status <> 'cancelled' and private.starts_at(new) > now() then
      perform private.write_mail(new.id, 'studio', 'cancelled');
    end if;
    return null;
  end if;
  perform private.update_turn(new.id);
  if lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
  end if;
  perform private.mail_booking_change(old, new);
  return null;
end
$$;
create trigger bookings_after after insert or update or delete on public.bookings
for each row execute function private.follow_booking();

create function private.prepare_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.add_request(new.id, 'inquiry', new.status, new.created_at, null,
      private.search_text(new.name, new.email, null, new.message, null, new.package));
    return new;
  end if;
  if private.is_erased(old.email) and new.status <> old.status and new.status <> 'archived' then
    raise exception using message = 'person_erased';
  end if;
  if to_jsonb(new) - '{revision,form_id,act}'::text[] <> to_jsonb(old) - '{revision,form_id,act}'::text[]
    or new.act is distinct from old.act
  then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
create trigger inquiries_before before insert or update on public.inquiries
for each row execute function private.prepare_inquiry();

create function private.follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_request public.requests;
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  select * into v_request from public.requests r where r.id = new.id for no key update;
  if tg_op = 'INSERT' then
    perform private.log_act(null, to_jsonb(new), v_request);
    -- A request from a restored backup already has its turn.
    if v_request.turn_reason is null then
      perform private.update_turn(new.id);
    end if;
    if new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
    return null;
  end if;
  perform private.copy_inquiry(old, new);
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
  end if;
  perform private.update_turn(new.id);
  if not private.is_erased(new.email) and lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
    perform private.mail_new_inquiry(new.id);
  end if;
  return null;
end
$$;
create trigger inquiries_after after insert or update or delete on public.inquiries
for each row execute function private.follow_inquiry();

-- The founders' own calendars: the site offers no times at which one is busy. The site reads the calendars' files
-- and stores only the busy times, as instants, because wall-clock times are ambiguous in the hour that autumn
-- repeats. After a failed reading, the last good result stays. An event that the site cannot understand does not
-- fail a reading: its day counts as busy, and `unread` lists its line.

create table private.calendars (
  id uuid primary key,
  label text not null constraint calendars_label check (char_length(label) between 1 and 40 and private.is_clean_text(label)),
  host text not null constraint calendars_host check (char_length(host) between 1 and 253),
  address text not null constraint calendars_address check (char_length(address) between 1 and 4000),
  -- No foreign key, because the calendar still blocks times after this admin's account is removed.
  added_by text not null,
  all_day_busy boolean not null,
  busy tstzmultirange not null,
  has_events boolean not null,
  unread jsonb not null default '{"count": 0, "first": []}' constraint calendars_unread check (octet_length(unread::text) <= 2000),
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
comment on table private.calendars is 'The founders'' own calendars.';
comment on column private.calendars.label is 'The name that an admin gave the calendar, such as ''Mere''.';
comment on column private.calendars.host is 'The host of the calendar''s address. The site shows no other part of the address.';
comment on column private.calendars.address is
  'The calendar''s address, encrypted by the site with its own key and the calendar''s id (lib/calendars/address.ts).';
comment on column private.calendars.all_day_busy is 'True if the calendar''s all-day events count as busy.';
comment on column private.calendars.busy is 'The busy times of the last good reading.';
comment on column private.calendars.has_events is
  'True if the last good reading found upcoming events. Then a reading without upcoming events fails, until an admin says that the calendar is empty.';
comment on column private.calendars.unread is
  'The events of the last good reading that the site could not understand: {"count", "first": [{"line", "code", "date"}]}, by lines of the file '
  '(lib/calendars/schema.ts).';
comment on column private.calendars.known_until is 'The last date that the last good reading covers. The site offers no times after it.';
comment on column private.calendars.last_error is 'Error code of the last reading (lib/content/calendars.ts); null if the reading was good.';
comment on column private.calendars.send_after is 'Time of the next reading.';

-- The calendars that block a time: [{"label", "is_known"}]. is_known is false for a date after the calendar's
-- known_until.
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
  'For admins: when each calendar is busy from p_from to p_to, both included. is_known is false after the calendar''s known_until.';

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
    if not exists (select from private.calendars c where c.id = p_id and (c.label, c.host, c.all_day_busy) = (p_label, p_host, p_all_day_busy)) then
      raise exception using message = 'calendar_differs';
    end if;
    return;
  end if;
  if (select count(*) from private.calendars) >= 6 then
    raise exception using message = 'too_many_calendars';
  end if;
  insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, unread, known_until)
  values (p_id, p_label, p_host, p_address, private.actor(), p_all_day_busy, p_busy::tstzmultirange, p_has_events, p_unread,
          private.studio_today() + 397);
end
$$;
comment on function public.add_calendar is
  'For admins: stores a calendar with the result of a good reading: p_busy as a tstzmultirange, and p_unread. Raises too_many_calendars beyond six. '
  'The same id again adds nothing, and raises calendar_differs if label, host or p_all_day_busy differs.';

create function public.remove_calendar(p_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  delete from private.calendars where id = p_id;
end
$$;
comment on function public.remove_calendar(uuid) is
  'For admins: removes any admin''s calendar. The site then offers the times that this calendar blocked.';

create function public.read_calendar_next(p_id uuid, p_all_day_busy boolean default null, p_may_be_empty boolean default false) returns void
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
  'For admins: makes this calendar the next one that the site reads. p_all_day_busy sets all_day_busy (null keeps it). With p_may_be_empty, the '
  'reading may find no upcoming events. Raises calendar_gone.';

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
  'For the site: leases a due calendar for a minute and returns {"id", "lease", "address", "all_day_busy"}; null if none is due.';

create function public.finish_calendar(
  p_site_key text, p_id uuid, p_lease uuid, p_busy text default null, p_has_events boolean default null, p_error text default null,
  p_address text default null, p_unread jsonb default '{"count": 0, "first": []}'
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
    busy = case when v_error is null then p_busy::tstzmultirange else c.busy end,
    unread = case when v_error is null then p_unread else c.unread end
  where c.id = p_id;
  return v_error;
end
$$;
comment on function public.finish_calendar is
  'For the site: stores the result of reading a claimed calendar, or the failure (p_error). Returns null, or why the last good result stays: '
  'p_error, ''reader'' if p_busy or p_has_events is null, ''empty'' if the calendar had upcoming events and now has none. p_address is the address, '
  'encrypted anew. Raises not_leased, and stores nothing, if the lease has ended or the calendar is gone.';

-- Erases a person's data from their requests.

-- Deletes the offer of a request. An accepted offer stays, without its request, draft and reasons, and with an
-- invalid link. Locks the offer first, so that the later statements see an acceptance that was in progress.
create function private.erase_offers(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.offers o where o.request_id = p_request_id for no key update;
  delete from private.outbox m where m.request_id = p_request_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_request_id and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  update public.offer_endings e set reason = null from public.offers o where o.request_id = p_request_id and e.offer_id = o.id;
  update public.offers o set request_id = null, draft = null, link_version = o.link_version + 1
  where o.request_id = p_request_id;
end
$$;

-- Erases a person's data in one request. No other function lists all columns with such data. A new form_id, so
-- that a form sent again does not find the erased request. One UPDATE also sets the status, because another would
-- leave an event in the log, and clears `act`, which may contain personal data.
create function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  perform private.erase_offers(p_id);
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, cancel_reason = null, cancel_message = null,
    status = coalesce(p_booking_status, status), form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.requests set outcome_reason = null where id = p_id and outcome_reason is not null;
  delete from public.request_notes where request_id = p_id;
end
$$;

create function public.erase_person(p_email text, p_cancels boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_admin();
  -- Locks each row while reading it, because a row whose e-mail address is corrected meanwhile belongs to
  -- another person.
  for v_booking in select * from public.bookings b where lower(b.email) = lower(p_email) order by b.id for no key update loop
    perform private.erase_request(v_booking.id, case when p_cancels and private.starts_at(v_booking) > now() then 'cancelled' end);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for no key update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text, boolean) is
  'For admins: replaces name and e-mail address with a marker in every request of this address, and deletes the person''s other data. With '
  'p_cancels, also cancels calls that have not begun. Returns the number of requests.';

-- Offered and free times, for visitors and for admins.

-- True if both wall-clock times exist on their date, and the elapsed time between them is their difference.
create function private.is_real(p_starts timestamp, p_ends timestamp) returns boolean
language sql stable set search_path = ''
as $$
  select p_starts = starts at time zone private.studio_zone() and p_ends = ends at time zone private.studio_zone()
    and p_ends - p_starts = ends - starts
  from (select p_starts at time zone private.studio_zone() as starts, p_ends at time zone private.studio_zone() as ends) instant
$$;

-- All slots of each date, from its weekday and its exceptions, with their state.
-- is_available: the slot is switched on. On a closed date only an exception with overrides_closure counts; on other
-- dates an exception decides, or without an exception the weekday.
-- is_offered: is_available, and is_real on that date. When the clock changes, a start or end in the skipped hour does
-- not exist, and a slot across the change is longer or shorter than its times.
-- is_booked: any booking that is not cancelled overlaps the slot.
-- is_busy: a founder's calendar is busy at that time, or its known_until is before the date.
-- p_only_free returns only slots that are offered, not booked and not busy.
create function private.slots_between(p_from date, p_to date, p_only_free boolean default false)
returns table (
  date date, id uuid, start_time time, end_time time, is_available boolean, is_offered boolean, is_booked boolean, is_busy boolean
)
language sql stable set search_path = ''
as $$
  with days as materialized (
    select p_from + n as date, private.weekday(p_from + n) as day_of_week, closed.date is not null as is_closed,
      -- False on a date with a clock change: only such a date has times that do not exist.
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
    -- The one-off slots of a date, which its weekday does not have.
    select d.date, d.is_whole, e.time_slot_id, case when d.is_closed then e.overrides_closure else e.is_available end
    from exceptions e join days d using (date)
    where not exists (
      select 1 from public.recurring_availability r where r.day_of_week = d.day_of_week and r.time_slot_id = e.time_slot_id)
  ),
  busy as materialized (
    -- One multirange for the whole span, so that the overlap index is read once, and not for each slot.
    select coalesce(range_agg(b.period), '{}'::tsmultirange) as periods
    from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1)
  ),
  calendars as materialized (
    -- Null if there is no calendar, so that each slot then costs only a null check.
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
        -- In the skipped hour an end can come before its start.
        least((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone),
        greatest((date + s.start_time) at time zone calendars.zone, (date + s.end_time) at time zone calendars.zone))) as is_busy
  ) state
  where not p_only_free or state.is_offered and not state.is_booked and not state.is_busy
$$;

-- The earliest bookable time for visitors, on the studio's clock.
create function private.notice_until() returns timestamp
language sql stable set search_path = ''
as $$ select (now() + s.notice_hours * interval '1 hour') at time zone private.studio_zone() from private.studio_settings s $$;

create function public.get_available_slots(p_from date, p_to date)
returns table (date date, id uuid, start_time text, end_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := greatest(p_from, private.studio_today() + 1);
  v_to date := least(p_to, private.studio_today() + 365);
  v_notice_until constant timestamp := private.notice_until();
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  if v_from > v_to then
    return;
  end if;
  return query
    select s.date, s.id, left(s.start_time::text, 5), left(s.end_time::text, 5)
    from private.slots_between(v_from, v_to, true) s
    where s.date + s.start_time >= v_notice_until
    order by s.date, s.start_time, s.end_time;
end
$$;
comment on function public.get_available_slots(date, date) is
  'The slots that a visitor can book from p_from to p_to (both included, at most 62 days). No slots of today or earlier, beyond 365 days, or within '
  'notice_hours.';

create function public.get_available_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text)
language sql stable security definer set search_path = ''
as $$ select s.id, s.start_time, s.end_time from public.get_available_slots(p_date, p_date) s $$;
comment on function public.get_available_slots_for_date(date) is 'get_available_slots for one date.';

create function public.get_all_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text, is_available boolean, is_booked boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.id, to_char(s.start_time, 'HH24:MI'), to_char(s.end_time, 'HH24:MI'), s.is_available, s.is_booked
    from private.slots_between(p_date, p_date) s
    order by s.start_time, s.end_time;
end
$$;
comment on function public.get_all_slots_for_date(date) is 'For admins: all slots of a date, including switched-off and booked ones.';

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
  'For admins: counts for each date from p_from to p_to (at most 62): free (free times still ahead), taken (offered but booked times), busy (times '
  'blocked only by a founder''s calendar), booked (bookings not cancelled) and off (slots that are off). Also is_closed with the reason, and '
  'is_changed, true if the date differs from its weekday.';

create function public.get_affected_bookings(
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
          -- A date with an exception for this slot does not depend on the weekday.
          and (p_day_of_week is null or not exists (
            select 1 from public.availability a where a.date = b.date and a.time_slot_id = s.id))))
    order by b.period
    limit 500;
end
$$;
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'For admins: the first 500 upcoming bookings that overlap these slots (null: any time) on these dates, also bookings of other slots. Without p_to '
  'the dates have no end; without p_day_of_week all weekdays count. total is the number of all such bookings.';

-- Admins' changes of the schedule. Bookings keep their times.

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
  'Raises range_invalid for an empty range, date_past if it begins before today, date_too_far if it ends more than 397 days ahead.';

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
  'Switches one slot of a date on or off. Stores no exception if the weekday has the same value, so that the slot follows the weekday again. Raises '
  'slot_gone if the date does not have the slot, range_invalid (no date), date_past or date_too_far.';

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
  'Closes a date, or opens it with every slot switched on. A closed date keeps its one-off slots and its bookings. Raises range_invalid (no '
  'date), date_past or date_too_far.';

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
  v_open := p_to - p_from + 1 - (select count(*)::integer from public.closed_dates c where c.date between p_from and p_to);
  insert into public.closed_dates (date, reason)
  select p_from + n, v_reason from generate_series(0, p_to - p_from) n
  on conflict (date) do update set reason = coalesce(excluded.reason, public.closed_dates.reason);
  update public.availability set overrides_closure = false where date between p_from and p_to and overrides_closure;
  return v_open;
end
$$;
comment on function public.close_dates(date, date, text) is
  'Closes the dates from p_from to p_to, both included, with a reason, and returns how many of them were open. Exceptions and bookings on these '
  'dates stay. Raises range_invalid, date_past, date_too_far or reason_invalid.';

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
  'Opens the closed dates of a range and returns how many. With p_reason, opens only dates that are closed for this reason (empty: without a '
  'reason). Slots that an admin switched off one by one stay off.';

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
  insert into public.closed_dates (date, reason)
  select c.date, c.reason from jsonb_to_recordset(p_closed) c (date date, reason text)
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
  'Undoes reopen_dates and reset_date. Closes the dates in p_closed again ([{date, reason}]) and restores the exceptions in p_slots ([{date, '
  'time_slot_id, is_available, overrides_closure}]). Does not replace rows that exist by now. Raises range_invalid (no date), date_past or '
  'date_too_far.';

create function public.replace_recurring_availability(p_day_of_week integer, p_time_slot_ids uuid[], p_seen_ids uuid[]) returns void
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
  v_stored := array(select r.time_slot_id from public.recurring_availability r where r.day_of_week = p_day_of_week order by 1);
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
  'Sets a weekday''s pattern to exactly these slots. Slots that stay keep is_available; exceptions and bookings do not change. Raises '
  'weekday_changed if the weekday''s slots differ from p_seen_ids; the error''s detail is a JSON array of the current ids.';

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
  'Sets the patterns of several weekdays to exactly these slots, all switched on, in one transaction. p_seen_ids has the ids that the admin saw, by '
  'weekday: {"4": ["…"]}. Raises weekday_changed like replace_recurring_availability; the error''s hint is the weekday.';

-- Caps on the number of visitors' submits, checks of the submitted fields, create_booking and create_inquiry.

-- 1. Caps. They are in the database because every instance of the site shares them.

create table private.submission_caps (
  name text primary key,
  max integer not null check (max >= 0)
);
comment on table private.submission_caps is 'Caps on submits by visitors and on mails to them. Change a number with an UPDATE.';
insert into private.submission_caps (name, max) values
  ('future_bookings_per_email', 3),
  ('submits_per_email_in_24_hours', 5),
  ('submits_per_address_in_10_minutes', 20),
  ('bookings_in_an_hour', 30),
  ('bookings_in_a_day', 60),
  ('inquiries_in_an_hour', 120),
  ('changes_per_email_in_24_hours', 10),
  ('mails_per_email_in_24_hours', 20);

create table private.submits (
  kind text not null check (kind in ('booking', 'inquiry', 'change')),
  email_hash bytea not null,
  address_hash bytea,
  submitted_at timestamptz not null default now()
);
comment on table private.submits is 'Submits that count against a cap, kept for 24 hours. Addresses are stored as keyed hashes.';
create index submits_email on private.submits (email_hash, submitted_at);
create index submits_address on private.submits (address_hash, submitted_at) where address_hash is not null;
create index submits_recent on private.submits (submitted_at);

-- The keyed hash of an e-mail address, for the caps. Ignores dots and a part after a plus sign before the @, as
-- many mail providers do.
create function private.hash_email(p_email text) returns bytea
language sql stable set search_path = ''
as $$ select private.keyed_hash(regexp_replace(lower(p_email), '\.(?=.*@)|\+[^@]*(?=@)', '', 'g')) $$;

create function private.check_cap(p_cap text, p_count bigint, p_code text default 'too_many') returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_count >= (select c.max from private.submission_caps c where c.name = p_cap) then
    raise exception using message = p_code, hint = p_cap;
  end if;
end
$$;

-- The caps that all visitors share, each with its current count.
create function private.shared_caps() returns table (cap text, kind text, submits bigint)
language sql stable set search_path = ''
as $$
  select spans.cap, spans.kind,
         (select count(*) from private.submits s where s.kind = spans.kind and s.submitted_at > now() - spans.span)
  from (values
    ('bookings_in_an_hour', 'booking', interval '1 hour'),
    ('bookings_in_a_day', 'booking', interval '24 hours'),
    ('inquiries_in_an_hour', 'inquiry', interval '1 hour')
  ) spans (cap, kind, span)
$$;

-- Raises too_many if one more submit would exceed a cap of this person, too_busy if it would exceed a
-- shared one.
create function private.check_caps(p_kind text, p_email text, p_address_hash bytea) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'));
  end if;
  if p_kind <> 'cancel' then
    perform private.check_cap(
      case when p_kind = 'change' then 'changes_per_email_in_24_hours' else 'submits_per_email_in_24_hours' end,
      (select count(*) from private.submits
       where email_hash = private.hash_email(p_email) and submitted_at > now() - interval '24 hours'
         and (kind = 'change') = (p_kind = 'change')));
  end if;
  if p_address_hash is not null then
    perform private.check_cap('submits_per_address_in_10_minutes',
      (select count(*) from private.submits
       where address_hash = p_address_hash and submitted_at > now() - interval '10 minutes'));
  end if;
  perform private.check_cap(c.cap, c.submits, 'too_busy') from private.shared_caps() c where c.kind = p_kind;
end
$$;

create function private.count_submit(p_kind text, p_email text, p_address_hash bytea) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.submits where submitted_at < now() - interval '24 hours';
  insert into private.submits (kind, email_hash, address_hash)
  values (p_kind, private.hash_email(p_email), p_address_hash);
end
$$;

-- 2. Checks of a request

-- Raises invalid_name, invalid_email or invalid_message. Rejects an e-mail address that a mail program or server
-- may read as another one: with quotes, angle brackets, a comment, or characters that have a second form (NFKC) or
-- are ignored. Also rejects the address of erased people, because their bookings send no mails.
-- lib/booking/schema.ts has the same rules.
create function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  -- The Unicode property Default_Ignorable_Code_Point, for a bracket expression.
  v_ignored constant text := '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
  -- Every Unicode space, and the blank Braille pattern.
  v_blank constant text := ' \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800';
begin
  if coalesce(char_length(p_name), 0) not between 1 and 100 then
    raise exception using message = 'invalid_name';
  end if;
  if coalesce(char_length(p_email), 0) not between 1 and 254 then
    raise exception using message = 'invalid_email';
  end if;
  if p_message is not null and char_length(p_message) not between 1 and 5000 then
    raise exception using message = 'invalid_message';
  end if;
  -- Checks the lengths before the patterns, so that no pattern runs on long text.
  if not private.is_clean_text(p_name) or p_name !~ ('[^' || v_blank || v_ignored || ']') then
    raise exception using message = 'invalid_name';
  end if;
  if p_email !~ '^[^\s@.]+(\.[^\s@.]+)*@([a-zA-Z0-9\u0080-\U0010FFFF-]+\.)+[a-zA-Z0-9\u0080-\U0010FFFF-]{2,}$'
     or p_email ~ '\s' or position('@' in p_email) > 65 or not private.is_clean_text(p_email)
     or p_email is not nfkc normalized or p_email ~ '["(),:;<>\\\[\]\u3002]'
     or private.is_erased(p_email)
     or p_email ~ ('[' || v_ignored || ']')
  then
    raise exception using message = 'invalid_email';
  end if;
  if not private.is_clean_text(p_message, true) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;

-- Checks p_details, a JSON object of texts: the fields besides name, e-mail and message. p_keys has the allowed
-- keys; the hint of invalid_details is the wrong key. Checks only the form of packages and answers, because the
-- site defines them.
create function private.check_details(p_details jsonb, p_keys text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_phone text := p_details ->> 'phone';
begin
  if jsonb_typeof(p_details) is distinct from 'object' then
    raise exception using message = 'invalid_details';
  end if;
  if exists (
    select 1 from jsonb_each(p_details) detail
    where detail.key <> all (p_keys) or jsonb_typeof(detail.value) <> 'string'
  ) then
    raise exception using message = 'invalid_details';
  end if;
  if char_length(v_package) > 40 or v_package !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    raise exception using message = 'invalid_details', hint = 'package';
  end if;
  if char_length(v_fit) > 200 or v_fit !~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$' then
    raise exception using message = 'invalid_details', hint = 'fit';
  end if;
  if char_length(v_price_seen) not between 1 and 100 or not private.is_clean_text(v_price_seen) then
    raise exception using message = 'invalid_details', hint = 'price_seen';
  end if;
  if char_length(v_phone) > 30 or v_phone !~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$' then
    raise exception using message = 'invalid_details', hint = 'phone';
  end if;
end
$$;

-- Raises date_not_bookable, slot_not_offered or slot_taken if a visitor cannot take this time. Ignores p_except,
-- the booking that moves. With p_is_proposed, notice_hours does not apply.
create function private.check_time(
  p_date date, p_time_slot_id uuid, p_except uuid default null, p_is_proposed boolean default false
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable';
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered and not s.is_busy;
  if not found or p_date + v_slot.start_time < private.notice_until() and not p_is_proposed then
    raise exception using message = 'slot_not_offered';
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.id is distinct from p_except
  ) then
    raise exception using message = 'slot_taken';
  end if;
end
$$;

-- Makes other submits wait until this transaction ends, because all share the counts of the caps.
create function private.lock_submit() returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(4, 0);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

-- 3. Visitors' bookings and inquiries

create function private.booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'date', b.date, 'time_slot_id', b.time_slot_id,
    'message', b.message, 'status', b.status, 'created_at', b.created_at, 'link_version', b.link_version,
    'time_slots', jsonb_build_object('id', s.id, 'start_time', to_char(s.start_time, 'HH24:MI'),
                                     'end_time', to_char(s.end_time, 'HH24:MI')))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id
$$;

-- The result of create_booking for a form that has booked already. Omits name, e-mail address and message, because
-- another person may know the form's id. Has link_version only if p_email is the booking's address.
create function private.booked_already(p_id uuid, p_email text, p_differs boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', b -> 'id', 'status', b -> 'status', 'date', b -> 'date', 'time_slots', b -> 'time_slots',
                            'differs', p_differs)
      || case when lower(b ->> 'email') = lower(p_email) then jsonb_build_object('link_version', b -> 'link_version') else '{}' end
  from private.booking_json(p_id) b
$$;

-- create_booking checks, in this order, and raises:
--
--   1. the site's key (in `declare`, by check_site_key): not_signed
--   2. the texts (check_sender): invalid_name, invalid_email, invalid_message
--   3. the other fields (check_details): invalid_details
--   4. date and time (check_time), first without and then with locks: date_not_bookable,
--      slot_not_offered, slot_taken. Waiting for a lock for too long: too_busy.
--   5. the caps (check_caps), once, under the lock: too_many, too_busy
--   6. an admin's change at the same moment, found by the constraints at the INSERT:
--      slot_taken, slot_not_offered, or too_busy.
--
-- A form that is sent again returns after 3. create_inquiry has the same checks without date and time.
create function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null, p_site_key text default null,
  p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Counts the visitor's IP address only if the site passed it.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_phone text := p_details ->> 'phone';
  v_row public.bookings;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen,phone}');

  -- Checks twice: first without a lock, so that a rejected form neither waits nor blocks others, then again with
  -- the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.bookings b where b.form_id = p_request_id;
    if found then
      return private.booked_already(v_row.id, p_email,
        (v_row.name, v_row.email, v_row.date, v_row.time_slot_id, v_row.message, v_row.package, v_row.fit, v_row.price_seen, v_row.phone)
          is distinct from (p_name, p_email, p_date, p_time_slot_id, p_message, v_package, v_fit, v_price_seen, v_phone));
    end if;
    perform private.check_time(p_date, p_time_slot_id);
  end loop;

  perform private.check_caps('booking', p_email, v_address);
  perform private.count_submit('booking', p_email, v_address);
  begin
    insert into public.bookings (name, email, date, time_slot_id, message, package, fit, price_seen, phone, form_id)
    values (p_name, p_email, p_date, p_time_slot_id, p_message, v_package, v_fit, v_price_seen, v_phone,
            coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return private.booking_json(v_row.id);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
    when exclusion_violation then
      raise exception using message = 'slot_taken';
    -- The time may still be free, so the site tries again.
    when deadlock_detected then
      raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
    when lock_not_available then
      raise exception using message = 'too_busy', hint = 'lock';
  end;
end
$$;
comment on function public.create_booking is
  'Books a free slot and returns the row with its slot. A repeated p_request_id stores nothing: it returns id, status, date and slot of the stored '
  'booking, "differs" (true if the new values differ from the stored ones), and link_version if p_email is the stored address.';

create function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Counts the visitor's IP address only if the site passed it.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_row public.inquiries;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen}');

  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.inquiries i where i.form_id = p_request_id;
    if found then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'differs',
        (v_row.name, v_row.email, v_row.message, v_row.package, v_row.fit, v_row.price_seen)
          is distinct from (p_name, p_email, p_message, v_package, v_fit, v_price_seen));
    end if;
  end loop;

  perform private.check_caps('inquiry', p_email, v_address);
  perform private.count_submit('inquiry', p_email, v_address);
  insert into public.inquiries (name, email, message, package, fit, price_seen, form_id)
  values (p_name, p_email, p_message, v_package, v_fit, v_price_seen, coalesce(p_request_id, gen_random_uuid()))
  returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                            'status', v_row.status, 'created_at', v_row.created_at);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.create_inquiry is
  'Stores an inquiry and returns the row. A repeated p_request_id stores nothing: it returns id and status of the stored inquiry, and "differs" '
  '(true if the new values differ from the stored ones).';

-- Functions for the page of a booking, which the visitor opens by a signed link. The site checks the signature,
-- because only the site has the secret. These functions require a stored site key and the link_version that was
-- signed.

-- The times that the visitor can take without asking again: the times of the newest proposal, or none if the call
-- or its link has changed since.
create function private.proposed_times(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when l.link_version = p_booking.link_version then l.times end
    from public.request_events e join private.letters l on l.event_id = e.id
    where e.request_id = p_booking.id and l.kind = 'propose' and l.sequence = p_booking.calendar_sequence
    order by e.id desc limit 1), '[]')
$$;

create function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- The location as {"text", "url"}, only for a confirmed call without an open proposal.
    'where', case when b.status = 'confirmed' and not private.has_open_proposal(b) then private.call_location(b.location, b.phone, b.room) end,
    'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    -- True while the studio's proposal of other times is open.
    'is_proposed', private.has_open_proposal(b),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

-- Raises link_invalid if the booking does not exist, is erased, or has another link_version.
create function private.check_link(p_booking public.bookings, p_link_version integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_booking.id is null or private.is_erased(p_booking.email) or p_booking.link_version is distinct from p_link_version then
    raise exception using message = 'link_invalid';
  end if;
end
$$;

-- Raises link_invalid, already_cancelled, call_begun, or changed_meanwhile if the visitor saw an earlier state of
-- the booking.
create function private.check_change(p_booking public.bookings, p_link_version integer, p_seen_sequence integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_link(p_booking, p_link_version);
  if p_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if lower(p_booking.period) <= now() at time zone private.studio_zone() then
    raise exception using message = 'call_begun';
  end if;
  if p_booking.calendar_sequence is distinct from p_seen_sequence then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

create function public.get_managed_booking(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return private.managed_booking_json(p_id);
end
$$;
comment on function public.get_managed_booking is
  'A booking for its visitor''s page, with the link_version that the page''s link must be signed for. Null if the booking does not exist or its '
  'person was erased.';

create function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if p_reason is not null and (char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true)) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.check_caps('cancel', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason, cancel_message = null where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.cancel_managed_booking is
  'Cancels a call that has not begun and returns the booking. Raises changed_meanwhile if the booking''s calendar_sequence is not p_seen_sequence.';

create function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
  v_is_proposed boolean;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checks twice, like create_booking: first without a lock, so that a rejected move neither waits nor blocks
  -- others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- The booking already has this time, as after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id) and v_booking.status <> 'cancelled' then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    v_is_proposed := private.proposed_times(v_booking)
      @> jsonb_build_array(jsonb_build_object('date', p_date, 'time_slot_id', p_time_slot_id));
    perform private.check_time(p_date, p_time_slot_id, p_id, v_is_proposed);
  end loop;

  perform private.check_caps('change', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  -- Takes the new time and frees the former one in one UPDATE. Confirms the call if the studio proposed the new
  -- time.
  update public.bookings
  set date = p_date, time_slot_id = p_time_slot_id,
    status = case when v_is_proposed then 'confirmed' else 'pending' end
  where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking. The call is then confirmed if the time is one of its '
  'proposed_times, else pending again. Raises the same errors as cancel_managed_booking and create_booking.';

create function public.erase_managed_booking(p_site_key text, p_id uuid, p_link_version integer, p_email text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_site_key(p_site_key);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_link(v_booking, p_link_version);
  if lower(v_booking.email) is distinct from lower(p_email) then
    raise exception using message = 'email_differs';
  end if;
  -- Cancels a call that has not begun, because the studio can no longer reach its visitor.
  perform private.erase_request(p_id, case when private.starts_at(v_booking) > now() then 'cancelled' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.erase_managed_booking is
  'Erases the visitor''s data from this one booking and cancels a call that has not begun. The link stops working. Raises email_differs if p_email '
  'is not the booking''s address.';

create function public.copy_visitor_link(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_admin();
  -- Locks the booking, so that a simultaneous erasure deletes this event too.
  select * into v_booking from public.bookings b where b.id = p_booking_id for no key update;
  if not found or private.is_erased(v_booking.email)
    or upper(v_booking.period) <= now() at time zone private.studio_zone() then
    return null;
  end if;
  perform private.act(p_booking_id, 'link_copied');
  return v_booking.link_version;
end
$$;
comment on function public.copy_visitor_link is
  'For admins: returns the link_version that the site signs in the visitor''s link, and logs ''link_copied''. Null if there is no such booking, its '
  'call is over or its person was erased.';

-- Admins move calls, and book calls for people who asked outside the site, at times of their choice.

-- The slot for a call at a time that an admin chose. Without p_outside the time must be offered and free. With p_outside
-- only another call blocks the time, and the function adds a missing slot; visitors cannot book this slot, because no
-- weekday or date offers it. Ignores p_except, the booking that moves.
-- Raises range_invalid, date_past, date_too_far, time_invalid (the time does not exist on that date, has seconds, or is
-- not between five minutes and eight hours long), slot_taken, date_closed or outside_hours. The details are JSON: for
-- slot_taken the other call; for date_closed the reason; for date_closed and outside_hours also the busy calendars, if
-- any ("busy", see calendars_at). outside_hours has the hint 'busy' if only these calendars block the time.
create function private.find_or_create_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
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
  -- Locks the slot, so that no admin deletes it before the booking refers to it.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

create function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_event public.request_events;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  v_event := private.event_of_form(p_form_id, p_booking_id);
  if v_event.id is not null then
    return v_event.revision;
  end if;
  -- The call already has this time, as after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time) and v_booking.status <> 'cancelled' then
    return null;
  end if;
  if private.booking_state(v_booking) is distinct from p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select to_jsonb(e)::text from public.request_events e
      where e.request_id = p_booking_id and e.before ?| '{status,date,location}' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  v_event := private.act(p_booking_id, 'moved', jsonb_build_object('date', p_date, 'time_slot_id', v_slot_id), p_form_id => p_form_id);
  return v_event.revision;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun, keeps its status, and returns the revision for undo_act; null if the call already has this time. '
  'p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time that is not offered needs p_outside. Raises changed_meanwhile, '
  'whose detail is the last change as JSON, already_cancelled, call_begun, form_used, request_gone, slot_taken, date_closed, outside_hours, '
  'time_invalid, date_past, date_too_far, range_invalid or too_busy.';

create function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_message text default null, p_details jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  select * into v_old from public.bookings b where b.form_id = p_request_id;
  if found then
    -- The form was sent twice, or again after a lost response.
    if v_old.status <> 'cancelled'
      and (lower(v_old.email), lower(v_old.period), upper(v_old.period)) = (lower(p_email), p_date + p_start_time, p_date + p_end_time)
      and (v_old.name, v_old.message, v_old.package, v_old.phone)
        is not distinct from (p_name, p_message, p_details ->> 'package', p_details ->> 'phone')
    then
      return v_old.id;
    end if;
    raise exception using message = 'form_used',
      detail = (private.booking_state(v_old) || jsonb_build_object('id', v_old.id))::text;
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, form_id, status)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id, 'confirmed')
  returning id into v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.book_call is
  'For admins: books and confirms a call for a person who asked outside the site, and returns its id. The same p_request_id again returns the same '
  'id; if a value differs or the call was cancelled, it raises form_used with the detail {"id", "status", "date", "start_time"} as JSON. The booking '
  'counts against no cap and waits for no answer. p_details may have package and phone. Raises the errors of create_booking and move_booking.';

-- The owner of a request, notes, the outcome of a call, and answers outside the site.

-- 1. Additions to a request, each an act of its own (08_acts.sql)

create function public.list_admins() returns table (
  id uuid, email text, last_sign_in_at timestamptz, code_since timestamptz, code_removed_at timestamptz, code_removed_by text,
  wrong_codes_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select u.id, u.email::text, u.last_sign_in_at,
      (select min(f.created_at) from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      r.removed_at, r.removed_by, private.wrong_codes_at(u.id)
    from auth.users u left join private.removed_factors r on r.user_id = u.id
    where u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now())
    order by u.email;
end
$$;
comment on function public.list_admins() is
  'For admins: the admins'' accounts that are not banned. code_since: when the account got its second factor. code_removed_by: the admin who last '
  'removed one (null: with the project''s secret key). Setting a new password counts as a sign-in.';

create function public.set_owner(
  p_request_id uuid, p_owner uuid default null, p_seen jsonb default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_now uuid;
  v_event public.request_events;
begin
  perform private.require_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  perform private.lock_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  select r.owner into v_now from public.requests r where r.id = p_request_id;
  if v_event.id is null and v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed', detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  return (private.act(p_request_id, 'owner', jsonb_build_object('owner', p_owner), v_email, p_form_id)).revision;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody, and returns the revision for undo_act. Raises no_such_admin, request_gone if its person was erased, '
  'form_used, and owner_changed, with the current owner''s e-mail address as detail, if the owner is not the one in p_seen: {"owner": user id or '
  'null}.';

create function public.add_note(p_id uuid, p_request_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  -- The id comes from the form: a note that is sent again after a lost response is stored once.
  if exists (
    select from public.request_notes n
    where (n.id, n.request_id, n.author, n.body) = (p_id, p_request_id, private.caller_id(), p_body))
  then
    return;
  end if;
  perform private.act(p_request_id, 'note', p_what => 'added');
  insert into public.request_notes (id, request_id, author, body)
  values (p_id, p_request_id, private.caller_id(), p_body)
  on conflict (id) do update set body = excluded.body
  where request_notes.author = private.caller_id() and request_notes.request_id = p_request_id;
  if not found then
    raise exception using message = 'not_your_note';
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is
  'Adds the caller''s note (at most 5,000 characters) to a request. Raises request_gone, and not_your_note if p_id belongs to a note of another '
  'admin or another request.';

-- Locks the request and logs the change of the caller's own note. Raises not_your_note if the note does not exist
-- or is another admin's.
create function private.act_on_note(p_id uuid, p_what text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request_id constant uuid := (select n.request_id from public.request_notes n where n.id = p_id and n.author = private.caller_id());
begin
  if v_request_id is null then
    raise exception using message = 'not_your_note';
  end if;
  perform private.act(v_request_id, 'note', p_what => p_what);
end
$$;

create function public.edit_note(p_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  -- The note already has this text, as after a lost response.
  if exists (select from public.request_notes n where (n.id, n.author, n.body) = (p_id, private.caller_id(), p_body)) then
    return;
  end if;
  perform private.act_on_note(p_id, 'edited');
  update public.request_notes set body = p_body, edited_at = now() where id = p_id and author = private.caller_id();
end
$$;
comment on function public.edit_note(uuid, text) is 'Changes the caller''s own note. Raises not_your_note for any other.';

create function public.delete_note(p_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  perform private.act_on_note(p_id, 'deleted');
  delete from public.request_notes where id = p_id and author = private.caller_id();
end
$$;
comment on function public.delete_note(uuid) is 'Deletes the caller''s own note. Raises not_your_note for any other.';

create function public.set_outcome(
  p_booking_id uuid, p_outcome text default null, p_reason text default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
begin
  perform private.require_admin();
  v_event := private.act(p_booking_id, 'outcome', jsonb_build_object('outcome', p_outcome, 'outcome_reason', p_reason), p_outcome, p_form_id);
  if not exists (
    select from public.requests r
    where r.id = p_booking_id and r.kind = 'booking'
      and (p_outcome is null or r.status = 'confirmed' and r.starts <= now() at time zone private.studio_zone()))
  then
    raise exception using message = 'call_not_held';
  end if;
  return v_event.revision;
end
$$;
comment on function public.set_outcome is
  'Sets the outcome of a confirmed call that has begun: ''held'', ''no_show'', ''lost'' with a reason, or null to clear it; returns the revision for '
  'undo_act. Raises call_not_held for any other call, and form_used.';

create function public.set_answered(
  p_request_id uuid, p_answered boolean, p_is_needed boolean default true, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_is_ours boolean;
  v_is_asked boolean;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  -- Uses clock_timestamp, because a visitor may have asked since this transaction began.
  select r.ours_from <= clock_timestamp() and r.over_from > clock_timestamp(), newest.turn = 'asks' and newest.kind not in ('accepted', 'declined')
  into v_is_ours, v_is_asked from public.requests r cross join private.deciding_event(r) newest where r.id = p_request_id;
  -- Nothing changes, as after a lost response, if it is not the studio's turn, or the visitor's question is
  -- already open.
  if v_event.id is null and (p_answered and not v_is_ours or not p_answered and v_is_ours and v_is_asked is true) then
    return null;
  end if;
  v_event := private.act(
    p_request_id, case when not p_answered then 'asked' when p_is_needed then 'elsewhere' else 'not_needed' end, p_form_id => p_form_id);
  return v_event.revision;
end
$$;
comment on function public.set_answered is
  'With p_answered, records that an admin answered outside the site, or with p_is_needed false that no answer is needed. Without p_answered, records '
  'that the visitor asked again. Returns the revision for undo_act; null, without a change, if it is not the studio''s turn, or the question is '
  'already open.';

create function public.list_person(p_email text)
returns table (id uuid, type text, status text, created_at timestamptz, date date, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select person.id, person.type, person.status, person.created_at, person.date, person.start_time
    from (
      select b.id, 'booking' as type, b.status, b.created_at, b.date, to_char(lower(b.period), 'HH24:MI') as start_time
      from public.bookings b where lower(b.email) = lower(p_email) and not private.is_erased(p_email)
      union all
      select i.id, 'inquiry', i.status, i.created_at, null, null
      from public.inquiries i where lower(i.email) = lower(p_email) and not private.is_erased(p_email)
    ) person
    order by person.created_at desc, person.id
    limit 50;
end
$$;
comment on function public.list_person(text) is 'For admins: the newest 50 requests of this e-mail address, ignoring case.';

-- Late calls, visitors who do not know the current state of their calls, and the studio's settings.

-- 1. Late calls: the studio has not confirmed them in time

-- Time of a call's last move, by anybody or by p_actor; null if there was none.
create function private.moved_at(p_id uuid, p_actor text default null) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.at) from public.request_events e
  where e.request_id = p_id and e.before ? 'date' and (p_actor is null or e.actor = p_actor)
$$;

-- When the visitor asked for the call at its current time: by the booking, or by their last move.
create function private.asked_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select greatest(p_booking.created_at, private.moved_at(p_booking.id, 'visitor')) $$;

-- The first date with offered times (free or booked) among 62 dates from p_from on, in steps of p_step days; null
-- if none has any.
create function private.date_with_hours(p_from date, p_step integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  for n in 0..61 loop
    if exists (select from private.slots_between(p_from + n * p_step, p_from + n * p_step) s where s.is_offered) then
      return p_from + n * p_step;
    end if;
  end loop;
  return null;
end
$$;

-- The upcoming pending calls whose deadline for confirmation has passed: 16:00 on the last date with offered times
-- before the call. Leaves out a call that the visitor asked for after the deadline, because the studio got a mail
-- about that call.
create function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date with offered times whose 16:00 is still ahead. Calls after this date are not late.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    -- Computes the deadline once for each date with calls, because date_with_hours may look at many dates.
    with pending as materialized (
      select b from public.bookings b
      where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
        and lower(b.period) > v_now and not private.is_erased(b.email)
    ), limits as materialized (
      select d.date, (coalesce(private.date_with_hours(d.date - 1, -1), d.date - 1) + time '16:00') at time zone private.studio_zone() as confirm_by
      from (select distinct (p.b).date from pending p) d
    )
    select (p.b).* from pending p join limits l on l.date = (p.b).date
    where private.asked_at(p.b) <= l.confirm_by
    order by (p.b).period;
end
$$;

-- 2. Visitors who do not know the current state of their calls

-- The upcoming calls whose visitors do not know the current state (private.difference). `waits` is true if a mail
-- will tell the visitor. Leaves out a call of which the visitor knows nothing yet while such a mail waits.
create function private.find_calls_to_tell() returns table (id uuid, known jsonb, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_today constant date := private.studio_today();
  v_usual constant text := private.location_wording(null, null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_today or b.known ->> 'date' >= v_today::text)
      -- A quick comparison first, because most visitors know their call's state.
      and ((b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time', b.known ->> 'wording')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, replace(v_usual, '{call}', coalesce(b.room, '{call}'))) end)
        or exists (select from private.outbox o where o.request_id = b.id and o.may_have_arrived and o.sent_at is null))
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    known := private.known_to_correct(v_booking);
    difference := private.difference(known, state);
    continue when difference = '{}' or not private.is_ahead(v_booking);
    -- A visitor with an open proposal expects no call, so its status and location do not matter.
    continue when private.has_open_proposal(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    waits := private.will_be_known(v_booking, state);
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'revision', b.revision,
      'state', c.state, 'known', c.known - '{at,link_version,sequence}'::text[], 'difference', to_jsonb(c.difference),
      'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_calls_to_tell() limit 500) c join public.bookings b on b.id = c.id);
end
$$;
comment on function public.get_calls_to_tell() is
  'For admins: the first 500 upcoming calls whose visitors do not know the current state. "state" is that state, "known" the state that the visitor '
  'knows (null: none), "difference" lists the differences (private.difference), "waits" is true if a mail in the outbox will tell the visitor.';

-- 3. Admins record that visitors know the state of their calls

-- The state of a call as an admin saw it in a list: p_seen, in the form of bookings.known.
create function private.seen_state(p_seen jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'location', left(s.location, 500), 'wording', left(s.wording, 1000))
  from jsonb_to_record(p_seen)
    s (status text, date date, start_time time, end_time time, location text, wording text)
$$;

create function public.set_known(p_booking_ids uuid[], p_seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_is_left boolean;
  v_revision integer;
  v_result jsonb := '{}';
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and p_seen ? b.id::text and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    v_state := private.seen_state(p_seen -> v_booking.id::text);
    v_is_left := private.difference(v_state, private.call_state(v_booking)) <> '{}';
    v_revision := null;
    -- Does not replace a newer bookings.known.
    if private.difference(v_booking.known, v_state) <> '{}' and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false then
      v_revision := (private.act(v_booking.id, 'told', jsonb_build_object('known', v_state || jsonb_build_object('at', now())))).revision;
      -- The visitor still needs the calendar file.
      perform private.keep_call_mail(v_booking.id);
      if v_is_left then
        perform private.update_call_mail(v_booking.id);
      end if;
    end if;
    v_result := v_result || jsonb_build_object(v_booking.id::text, jsonb_build_object('revision', v_revision, 'is_left', v_is_left));
  end loop;
  return v_result;
end
$$;
comment on function public.set_known is
  'For admins: records that they told these visitors the state of their calls. p_seen has, by booking id, the told "state" from get_calls_to_tell. '
  'Returns, by booking id, "revision" for undo_act (null if the visitor knew the state already) and "is_left", true if the call has changed since, '
  'so that the visitor still does not know its current state.';

-- 4. The default location, and other settings of calls

create function public.mail_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when private.has_open_proposal(v_booking)
      or not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A newer file of the calendar event needs a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, now(), 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.mail_location(uuid[]) is
  'For admins: mails the location at once to the visitors of these calls who know another location, and returns how many. Skips calls that are not '
  'confirmed, have begun or have an open proposal.';

create function public.get_late_calls() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return array(select b.id from private.find_late_calls() b limit 100);
end
$$;
comment on function public.get_late_calls() is
  'For admins: the first 100 upcoming calls that the studio should have confirmed by now, the earliest first.';

create function private.settings_json() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'location', jsonb_strip_nulls(jsonb_build_object('kind', s.location_kind, 'name', s.location_name, 'url', s.location_url)),
    'is_sample', s.location_is_sample,
    'day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours)
  from private.studio_settings s
$$;

create function public.get_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.settings_json();
end
$$;
comment on function public.get_settings() is
  'For admins: "location", the default call location: {"kind": "video", "name", "url"}, or {"kind": "phone"} with the former room; "is_sample", true '
  'while that location is the sample; "day_before" and "hour_before", true if visitors get a reminder 24 hours and an hour before a confirmed call; '
  '"notice_hours", 0 to 72.';

create function public.set_settings(p_changes jsonb, p_seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now jsonb;
begin
  perform private.require_admin();
  perform 1 from private.studio_settings for no key update;
  v_now := private.settings_json();
  if exists (
    select from jsonb_each(p_changes) c
    where v_now -> c.key is distinct from p_seen -> c.key
      -- Accepts a setting that already has the wanted value, as after a lost response.
      and not v_now -> c.key @> c.value)
  then
    raise exception using message = 'settings_changed';
  end if;
  update private.studio_settings
  set reminds_day_before = coalesce((p_changes ->> 'day_before')::boolean, reminds_day_before),
    reminds_hour_before = coalesce((p_changes ->> 'hour_before')::boolean, reminds_hour_before),
    notice_hours = coalesce((p_changes ->> 'notice_hours')::smallint, notice_hours);
  if p_changes ? 'location' then
    update private.studio_settings
    set location_kind = p_changes #>> '{location,kind}', location_is_sample = false,
      -- 'phone' keeps the former room.
      location_name = coalesce(p_changes #>> '{location,name}', location_name),
      location_url = coalesce(p_changes #>> '{location,url}', location_url),
      location_changed_at = case when v_now -> 'location' @> (p_changes -> 'location') then location_changed_at else now() end;
  end if;
end
$$;
comment on function public.set_settings is
  'For admins: sets the settings in p_changes, with the names of get_settings except is_sample. p_seen has the values that the admin saw: raises '
  'settings_changed if a current value is neither the seen nor the wanted one. A new location sends no mail; get_calls_to_tell then lists the '
  'visitors who know the former one.';

create function public.asks_for_phone() returns boolean
language sql stable security definer set search_path = ''
as $$ select s.location_kind = 'phone' from private.studio_settings s $$;
comment on function public.asks_for_phone() is
  'True if the booking form has a field for a phone number. Strangers can read nothing else about the location of calls.';

-- Admins' answers: the site mails them, or the admin does from their own mail program. Both ways change the
-- request, and one Undo takes back the answer with its changes.

-- True if an answer of this kind is possible now. lib/requests/replies.ts has the same rules.
create function private.fits_reply(p_kind text, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then p_booking.status = 'pending' and private.starts_at(p_booking) > now()
    when 'decline' then p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now()
    when 'after_call' then p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now()
    else true
  end
$$;

-- The kind of the event that an answer of this kind adds.
create function private.reply_event_kind(p_request_kind text, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case p_request_kind when 'booking' then 'confirmed' else 'replied' end
    when 'decline' then case p_request_kind when 'booking' then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

-- The changes that an answer of this kind makes: the status, and the caller as owner if there is none.
create function private.answer_changes(p_request_id uuid, p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select case when r.owner is null then jsonb_build_object('owner', private.caller_id()) else '{}' end
    || case
      when r.kind = 'inquiry' then '{"status": "replied"}'
      when p_kind = 'confirm' then '{"status": "confirmed"}'
      when p_kind = 'decline' then '{"status": "cancelled"}'
      else '{}'
    end::jsonb
  from public.requests r where r.id = p_request_id
$$;

create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null,
  p_times jsonb default '[]'
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_changes jsonb;
  v_is_current boolean;
  v_state jsonb;
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_id, p_request_id);
  if v_event.id is not null then
    if exists (
      select from private.letters l
      where l.event_id = v_event.id and (l.kind, l.subject, l.body) is distinct from (p_kind, p_subject, p_body))
    then
      raise exception using message = 'reply_sent';
    end if;
    return v_event.revision;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  -- False for a text from the admin's own mail program if the admin changed the call after p_revision, because
  -- the text does not describe that change.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e
    where e.request_id = p_request_id and e.before ?| '{status,date,location}' and e.revision > p_revision);
  v_changes := private.answer_changes(p_request_id, p_kind);
  v_booking.status := coalesce(v_changes ->> 'status', v_booking.status);
  -- v_state stays null if the text is not about the call, or not about its current state.
  if v_booking.id is not null and v_is_current and p_kind not in ('after_call', 'offer', 'offer_withdrawn') then
    v_state := private.call_state(v_booking) || jsonb_build_object('at', now());
  end if;
  -- Assumes that the visitor has read a text from the admin's own mail program.
  if p_body is null and v_state is not null and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false then
    v_changes := v_changes || jsonb_build_object('known', v_state);
  end if;

  v_event := private.act(
    p_request_id, private.reply_event_kind(case when v_booking.id is null then 'inquiry' else 'booking' end, p_kind), v_changes, p_kind, p_id,
    p_until => case p_kind when 'offer' then private.offered_until(p_request_id) end);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.letters (event_id, kind, subject, body, email, sent_by, state, sequence, link_version, times)
  values (v_event.id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end, private.caller_id(),
    v_state, v_booking.calendar_sequence, v_booking.link_version, (
      select coalesce(jsonb_agg(jsonb_build_object('date', t.date, 'time_slot_id', t.time_slot_id)), '[]')
      from jsonb_to_recordset(p_times) t (date date, time_slot_id uuid) where v_is_current));
  -- The mail waits for a minute, in which Undo can delete it.
  if p_body is not null and p_kind in ('confirm', 'decline') and v_booking.id is not null then
    perform private.write_call_mail(p_request_id, now() + interval '60 seconds', p_letter_id => v_event.id);
  elsif p_body is not null then
    insert into private.outbox (request_id, recipient, kind, letter_id, due_at, send_after)
    values (p_request_id, 'visitor', 'reply', v_event.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif v_state is not null then
    -- The visitor still needs the calendar file.
    perform private.keep_call_mail(p_request_id);
  end if;
  if p_kind = 'propose' then
    perform private.update_call_mail(p_request_id);
  end if;
  perform private.update_turn(p_request_id);
  return v_event.revision;
end
$$;
comment on function public.send_reply is
  'For admins: stores an answer to a request and changes the request: its status, an owner if it has none, and the turn. Returns the revision for '
  'undo_act. With subject and body the site mails the answer in a minute; without them, the admin sent it from their own mail program. p_id is the '
  'form''s id. p_times has the times that the text links to on the visitor''s page of the call, [{"date", "time_slot_id"}]: a visitor who takes one '
  'confirms the call. Raises changed_meanwhile if another admin or the visitor changed the request after p_revision, reply_unfit if the request no '
  'longer allows such an answer, reply_sent if p_id came before with another text, form_used if it came with another request or was undone, and '
  'request_gone.';

create function public.send_proposals(p_proposals jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_proposal record;
  v_revision integer;
  v_sent jsonb := '{}';
begin
  perform private.require_admin();
  for v_proposal in
    select * from jsonb_to_recordset(p_proposals) p (id uuid, request_id uuid, revision integer, subject text, body text, times jsonb)
    order by p.request_id
  loop
    v_revision := null;
    begin
      -- Refuses also after the caller's own changes, such as in another tab. A visitor whose call has moved
      -- gets no proposal.
      perform private.lock_request(v_proposal.request_id);
      if (private.event_of_form(v_proposal.id, v_proposal.request_id)).id is null and exists (
        select from public.request_events e
        where e.request_id = v_proposal.request_id and e.revision > v_proposal.revision
          and (e.before ?| '{status,date,location}' or e.kind = 'kept' or exists (select from private.letters l where l.event_id = e.id)))
      then
        raise exception using message = 'changed_meanwhile';
      end if;
      v_revision := public.send_reply(v_proposal.id, v_proposal.request_id, v_proposal.revision, 'propose', v_proposal.subject,
        v_proposal.body, v_proposal.times);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone') then
        raise;
      end if;
    end;
    v_sent := v_sent || jsonb_build_object(v_proposal.request_id::text, v_revision);
  end loop;
  return v_sent;
end
$$;
comment on function public.send_proposals(jsonb) is
  'For admins: send_reply of kind ''propose'' to several visitors at once: [{"id", "request_id", "revision", "subject", "body", "times"}]. Returns by '
  'request the revision for undo_act; null for a request that was changed since its "revision", whose visitor gets no proposal.';

create function public.keep_calls(p_booking_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_kept jsonb := '{}';
  v_is_asked boolean;
  v_event public.request_events;
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and private.starts_at(b) > now() and not private.is_erased(b.email)
      and (private.has_open_proposal(b) or b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id))
    order by b.id
    for no key update
  loop
    v_is_asked := v_booking.status = 'confirmed' and private.has_open_proposal(v_booking);
    -- The log already has this act.
    if v_booking.status = 'confirmed' and not v_is_asked and private.is_kept(v_booking.id) then
      v_kept := v_kept || jsonb_build_object(v_booking.id::text, null);
      continue;
    end if;
    v_event := private.act(v_booking.id, 'kept', case
      when v_booking.status = 'pending' then '{"status": "confirmed"}'
      -- The higher calendar_sequence closes the proposal, and a newer calendar file of the same event needs
      -- it. `known` becomes pending, because the visitor expects no call until a mail or an admin tells
      -- them.
      when v_is_asked then jsonb_build_object(
        'calendar_sequence', v_booking.calendar_sequence + 1, 'known', v_booking.known || jsonb_build_object('status', 'pending', 'at', now()))
      else '{}' end, case when v_is_asked then 'asked' end);
    if v_is_asked then
      select * into v_booking from public.bookings b where b.id = v_booking.id;
      perform private.write_call_mail(v_booking.id, now() + interval '60 seconds', 'kept');
    end if;
    v_kept := v_kept || jsonb_build_object(v_booking.id::text, v_event.revision);
  end loop;
  return v_kept;
end
$$;
comment on function public.keep_calls(uuid[]) is
  'For admins: keeps these upcoming calls at their time, although other times were proposed or their date is closed. Closes an open proposal, '
  'confirms a pending call and mails the visitor in a minute; for a confirmed call without a proposal only logs the act. Returns, by call, the '
  'revision for undo_act; null if the act is already logged.';

create function public.list_closed_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'), 'revision', b.revision,
      'link_version', b.link_version, 'is_asked', private.has_open_proposal(b), 'is_kept', private.is_kept(b.id)) order by b.period), '[]')
    from public.closed_dates c join public.bookings b on b.date = c.date
    where c.date >= private.studio_today() and b.status <> 'cancelled' and private.starts_at(b) > now()
      and not private.is_erased(b.email) and private.is_on_closed_date(b.date, b.time_slot_id));
end
$$;
comment on function public.list_closed_calls() is
  'For admins: the upcoming calls on closed dates, the earliest first; "is_asked" is true while a proposal of other times is open, "is_kept" '
  'if an admin kept the call at its time.';

create function public.list_replies(p_request_id uuid)
returns table (
  revision integer, kind text, subject text, body text, sent_by text, created_at timestamptz, sent_at timestamptz, waits boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select e.revision, l.kind, l.subject, l.body, u.email::text, e.at, l.sent_at,
           coalesce(o.is_waiting, false)
    from public.request_events e join private.letters l on l.event_id = e.id
    left join private.outbox o on o.letter_id = l.event_id left join auth.users u on u.id = l.sent_by
    where e.request_id = p_request_id and l.body is not null
    order by e.id;
end
$$;
comment on function public.list_replies(uuid) is
  'For admins: the mails that admins wrote to a request''s visitor, oldest first. "waits" is true while undo_act can take back the mail with this '
  '"revision".';

create function public.get_link_version(p_booking_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select b.link_version from public.bookings b
    where b.id = p_booking_id and not private.is_erased(b.email) and upper(b.period) > now() at time zone private.studio_zone());
end
$$;
comment on function public.get_link_version(uuid) is
  'For admins: a booking''s link_version for the text of an answer. Logs no event, unlike copy_visitor_link, because the answer has one.';

-- Undo: restores the former values of the columns that an act changed, and logs an event.

-- The former values that an Undo writes back. Leaves out a column that no longer has the act's value, or that a
-- later event has set. Null if the act is about such a column: then the later change stays.
create function private.undo_changes(p_event public.request_events) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_now jsonb;
  v_changed text[];
  v_about text[];
  v_left text[];
begin
  select jsonb_build_object('status', r.status, 'owner', r.owner, 'outcome', r.outcome, 'known', b.known)
    || case when b.id is null then '{}' else jsonb_build_object('date', b.date, 'time_slot_id', b.time_slot_id, 'location', b.location) end
  into v_now from public.requests r left join public.bookings b on b.id = r.id where r.id = p_event.request_id;
  v_changed := array(select k from jsonb_object_keys(p_event.before) k where v_now ? k);
  -- Many acts change owner, outcome or known as a side effect; only the kinds 'owner', 'outcome' and 'told' are about them.
  v_about := array(
    select k from unnest(v_changed) k
    where k not in ('owner', 'outcome', 'known') or (p_event.kind, k) in (('owner', 'owner'), ('outcome', 'outcome'), ('told', 'known')));
  v_left := array(
    select k from unnest(v_changed) k
    where v_now -> k is distinct from p_event.after -> k or exists (
      select from public.request_events e
      where e.request_id = p_event.request_id and e.id > p_event.id and e.after ? k and e.undoes is null and not private.is_undone(e.id)));
  if v_about && v_left then
    return null;
  end if;
  return (select coalesce(jsonb_object_agg(k, p_event.before -> k), '{}') from unnest(v_changed) k where k <> all (v_left));
end
$$;

-- Deletes an act's effects on the request's offer, and the mails about them. A deleted version deletes its mail.
create function private.undo_offer_act(p_event public.request_events) returns void
language plpgsql set search_path = ''
as $$
begin
  with version as (
    delete from public.offer_versions v using public.offers o
    where o.request_id = p_event.request_id and (v.offer_id, v.revision) = (o.id, p_event.revision)
  ), ending as (
    delete from public.offer_endings e using public.offers o
    where o.request_id = p_event.request_id and (e.offer_id, e.revision) = (o.id, p_event.revision)
    returning e.offer_id, e.version, 'offer_withdrawn' as kind
  ), acceptance as (
    delete from public.offer_acceptances a using public.offers o
    where o.request_id = p_event.request_id and (a.offer_id, a.revision) = (o.id, p_event.revision)
    returning a.offer_id, a.version, 'offer_accepted' as kind
  )
  delete from private.outbox m using (select * from ending union all select * from acceptance) act
  where (m.offer_id, m.version, m.kind) = (act.offer_id, act.version, act.kind) and m.is_waiting;
end
$$;

-- Takes an act back: writes p_changes, and deletes the act's letter or its effects on the offer, with the mail.
create function private.take_back(p_event public.request_events, p_changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_letter private.letters;
begin
  update private.outbox set letter_id = null where letter_id = p_event.id and kind = 'call';
  delete from private.letters l where l.event_id = p_event.id returning * into v_letter;
  perform private.undo_offer_act(p_event);
  if p_event.after ? 'known' then
    update private.outbox set must_send = coalesce(act <> 'kept', false) where request_id = p_event.request_id and kind = 'call' and is_waiting;
  end if;
  if (p_event.kind, p_event.what) = ('kept', 'asked') then
    -- A newer file of the calendar event needs a higher SEQUENCE.
    select p_changes || jsonb_build_object('calendar_sequence', b.calendar_sequence + 1) into p_changes
    from public.bookings b where b.id = p_event.request_id;
  end if;
  if p_event.undoes is null then
    perform private.act(p_event.request_id, 'undone', p_changes, case when v_letter.event_id is null then p_event.kind else 'reply' end,
      p_undoes => p_event.id);
  else
    -- The act withdrew an offer before the offer's mail went. The site now sends that mail after all, and the
    -- mail answers the request.
    perform private.act(p_event.request_id, 'offered', p_what => 'withdrawal undone', p_until => private.offered_until(p_event.request_id));
  end if;
  if p_event.kind = 'kept' and (p_event.what = 'asked' or p_event.before ? 'status') then
    perform private.reopen_proposal(p_event);
  end if;
  if v_letter.kind = 'propose' then
    perform private.update_call_mail(p_event.request_id);
  end if;
  perform private.drop_unneeded_mail(p_event.request_id);
end
$$;

-- Opens the proposal of other times again, after an Undo of 'kept'.
create function private.reopen_proposal(p_kept public.request_events) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox where request_id = p_kept.request_id and act = 'kept' and is_waiting;
  update private.letters l set sequence = b.calendar_sequence
  from public.bookings b
  where b.id = p_kept.request_id and l.event_id = (
    select max(p.event_id) from public.request_events e join private.letters p on p.event_id = e.id
    where e.request_id = p_kept.request_id and e.id < p_kept.id and p.kind = 'propose');
  perform private.update_call_mail(p_kept.request_id);
  perform private.update_turn(p_kept.request_id);
end
$$;

-- The error of undo_act if this act cannot be undone; null if it can.
create function private.undo_refusal(p_event public.request_events) returns text
language sql set search_path = ''
as $$
  select case
    when p_event.id is null then 'request_gone'
    when p_event.actor = 'visitor' then 'visitors_act'
    when p_event.actor = 'database' then 'act_of_database'
    when o.undone_until <= clock_timestamp() then 'minute_over'
    when o.undone_until is not null then null
    when p_event.undoes is not null then 'is_undo'
    when p_event.before is null and p_event.turn is null
      or p_event.kind in ('offer', 'offered', 'withdrawn', 'accepted') and l.event_id is null then 'nothing_to_undo'
    when l.body is not null and not exists (
      select from private.outbox o where o.letter_id = l.event_id and o.sent_at is null and o.lease is null and not o.may_have_arrived)
      -- The mail about the kept call was sent, or an admin told the visitor.
      or (p_event.kind, p_event.what) = ('kept', 'asked') and (
        not exists (select from private.outbox o where o.request_id = p_event.request_id and o.act = 'kept' and o.is_waiting)
        or exists (select from public.bookings b where b.id = p_event.request_id and b.known ->> 'status' = 'confirmed')) then 'mail_sent'
    -- A later event moved or cancelled the call.
    when p_event.kind = 'kept' and exists (
      select from public.request_events e
      where e.request_id = p_event.request_id and e.id > p_event.id and e.before ?| '{status,date}' and not private.is_undone(e.id)
        and (e.undoes is null or e.undoes < p_event.id)) then 'changed_meanwhile'
  end
  from (values (1)) one
  left join private.letters l on l.event_id = p_event.id
  left join (public.offers f join private.offer_acts o on o.offer_id = f.id) on (f.request_id, o.revision) = (p_event.request_id, p_event.revision)
$$;

create function public.undo_act(p_request_id uuid, p_revision integer) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_refusal text;
  v_changes jsonb;
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  select * into v_event from public.request_events e where e.request_id = p_request_id and e.revision = p_revision;
  -- Locks the act's mail, so that no site claims it meanwhile.
  perform 1 from private.outbox o where o.letter_id = v_event.id for no key update;
  v_refusal := private.undo_refusal(v_event);
  -- The act is already undone, as after a lost response. An offer that was withdrawn before its mail went is no
  -- such case.
  if private.is_undone(v_event.id) and v_refusal is distinct from 'minute_over' then
    return 'undone';
  elsif v_refusal is not null then
    raise exception using message = v_refusal;
  end if;
  v_changes := private.undo_changes(v_event);
  if v_changes is null and v_event.kind not in ('offered', 'withdrawn') and not exists (select from private.letters l where l.event_id = v_event.id) then
    raise exception using message = 'changed_meanwhile';
  end if;
  if (v_changes ->> 'date')::date + (v_event.before ->> 'start_time')::time <= now() at time zone private.studio_zone() then
    raise exception using message = 'date_past';
  end if;
  perform private.take_back(v_event, coalesce(v_changes, '{}'));
  return case when v_changes is null then 'words' else 'undone' end;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_gone';
end
$$;
comment on function public.undo_act(uuid, integer) is
  'For admins: undoes the act that made this revision. Restores the former values of the columns that the act changed, except columns that somebody '
  'changed since. If somebody changed the call after an answer, deletes only the mail and returns ''words''; else returns ''undone'', also for an '
  'act that is undone already. An act on an offer can be undone for a minute. Raises changed_meanwhile, mail_sent, minute_over, slot_taken, '
  'slot_gone, date_past, request_gone, and, for acts without an Undo, visitors_act, act_of_database, is_undo or nothing_to_undo.';

-- Functions of offers: for admins, and for visitors through the site.

-- 1. Shared functions

create function private.write_offer_mail(
  p_offer public.offers, p_version integer, p_recipient text, p_kind text, p_due_at timestamptz default now()
) returns void
language sql set search_path = ''
as $$
  select private.delete_old_mails();
  insert into private.outbox (request_id, offer_id, version, recipient, kind, due_at, send_after)
  values (p_offer.request_id, p_offer.id, p_version, p_recipient, p_kind, p_due_at, p_due_at)
$$;

-- Locks an offer for a change, after its request. Raises offer_gone if the offer does not exist, request_gone if
-- its person was erased, and offer_accepted.
create function private.lock_offer(p_id uuid) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.lock_present_request(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  return v_offer;
end
$$;

-- The version that the visitor sees: the newest one whose sent_at has passed. Uses clock_timestamp, because the
-- transaction may have waited for a lock since now().
create function private.visible_version(p_offer_id uuid) returns public.offer_versions
language sql set search_path = ''
as $$
  select v from public.offer_versions v
  where v.offer_id = p_offer_id and v.sent_at <= clock_timestamp() order by v.version desc limit 1
$$;

-- The ending of a version; null if it has none.
create function private.ending_of(p_version public.offer_versions) returns public.offer_endings
language sql stable set search_path = ''
as $$ select e from public.offer_endings e where (e.offer_id, e.version) = (p_version.offer_id, p_version.version) $$;

-- 2. For admins

create function public.save_offer_draft(p_request_id uuid, p_draft jsonb, p_seen_revision integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  select * into v_offer from public.offers o where o.request_id = p_request_id for no key update;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = v_offer.id) then
    raise exception using message = 'offer_accepted';
  end if;
  if coalesce(v_offer.draft_revision, 0) is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_offer.id is null then
    insert into public.offers (request_id, draft, draft_revision, created_by)
    values (p_request_id, p_draft, 1, private.actor())
    returning * into v_offer;
    perform private.act(p_request_id, 'offer', p_what => 'begun');
  else
    perform private.bump_revision(p_request_id);
    update public.offers o set draft = p_draft, draft_revision = o.draft_revision + 1 where o.id = v_offer.id
    returning * into v_offer;
  end if;
  return jsonb_build_object('id', v_offer.id, 'draft_revision', v_offer.draft_revision);
end
$$;
comment on function public.save_offer_draft(uuid, jsonb, integer) is
  'For admins: stores the draft of a request''s offer, and with p_seen_revision 0 adds the offer; returns id and draft_revision. Raises '
  'changed_meanwhile if the draft''s revision is not p_seen_revision, offer_accepted, or request_gone.';

create function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_version integer;
  v_event public.request_events;
  v_sent_at constant timestamptz := now() + case when p_mailed then interval '60 seconds' else '0' end;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_newest := private.newest_version(p_offer_id);
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_newest.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  -- The form offers dates up to 397 days ahead, so a later date has a wrong year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_version := coalesce(v_newest.version, 0) + 1;
  if p_mailed then
    v_event := private.act(v_offer.request_id, 'offered', private.answer_changes(v_offer.request_id, 'offer'), 'sent',
      p_until => private.end_of_day(p_valid_until));
  else
    v_event := private.act(v_offer.request_id, 'offer', p_what => 'sent');
  end if;
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_at, sent_by, valid_until, revision)
  values (p_offer_id, v_version, p_body, p_text, '', p_total_cents, v_sent_at, private.actor(), p_valid_until, v_event.revision);
  -- Resets the count, because a stranger with the link may have used up the visitor's attempts.
  delete from private.offer_guesses where offer_id = p_offer_id;
  if p_mailed then
    perform private.write_offer_mail(v_offer, v_version, 'visitor', 'offer', v_sent_at);
  end if;
  -- Computes the turn again, because deciding_event depends on the newest version.
  perform private.update_turn(v_offer.request_id);
  return v_event.revision;
end
$$;
comment on function public.send_offer is
  'For admins: stores the draft that the admin saw as the offer''s next version, and returns the revision for undo_act. In a minute the version '
  'becomes valid, and the site mails its link, which answers the request. With p_mailed false the version is valid at once; the admin mails the link '
  'and calls send_reply. Raises changed_meanwhile, offer_goes_out while the minute of an earlier version is not over, invalid_valid_until, '
  'offer_accepted, offer_gone or request_gone.';

create function public.withdraw_offer(p_offer_id uuid, p_version integer, p_reason text default null, p_mailed boolean default true) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_event public.request_events;
  v_is_known boolean;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_newest := private.newest_version(p_offer_id);
  if v_newest.version <> p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_newest.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  if v_newest is null or (private.ending_of(v_newest)).ended is not null then
    raise exception using message = 'offer_not_open';
  end if;
  -- True if the visitor knows the offer and so needs a mail: the site mailed the offer, or the outbox has no
  -- mail of the offer, because that mail is old or an admin sent it.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), true) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer' and (m.version = v_newest.version or not m.is_waiting);
  if not v_is_known then
    v_event := private.act(v_offer.request_id, 'withdrawn', p_what => 'withdrawn', p_undoes => (
      select max(e.id) from public.request_events e
      where e.request_id = v_offer.request_id and e.kind = 'offered' and not private.is_undone(e.id)));
  elsif p_mailed then
    v_event := private.act(v_offer.request_id, 'withdrawn', private.answer_changes(v_offer.request_id, 'offer_withdrawn'), 'withdrawn');
    perform private.write_offer_mail(v_offer, v_newest.version, 'visitor', 'offer_withdrawn', now() + interval '60 seconds');
  else
    v_event := private.act(v_offer.request_id, 'offer', p_what => 'withdrawn');
  end if;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason, revision)
  values (p_offer_id, v_newest.version, 'withdrawn', private.actor(), p_reason, v_event.revision);
  return v_event.revision;
end
$$;
comment on function public.withdraw_offer is
  'For admins: withdraws the newest version of an offer (p_version) at once, with a reason (or null) for the visitor. If the visitor knows the '
  'offer, mails the withdrawal in a minute, which answers the request; with p_mailed false the admin mails it and calls send_reply. Returns the '
  'revision for undo_act. Raises changed_meanwhile if p_version is not the newest; offer_not_open, offer_goes_out while the version''s minute is not '
  'over, offer_accepted, offer_gone or request_gone.';

create function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
  v_event public.request_events;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_version := private.newest_version(p_offer_id);
  if v_version.version is distinct from p_version or (private.ending_of(v_version)).ended is not null then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_version.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  v_event := private.act(v_offer.request_id, 'accepted', p_what => 'by email');
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until, revision)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    private.email_of(v_offer.request_id), p_email_text, private.actor(), private.keep_until(p_keep_years), v_event.revision);
  perform private.write_offer_mail(v_offer, p_version, r, 'offer_accepted', now() + interval '60 seconds')
  from unnest('{visitor,studio}'::text[]) r;
  return v_event.revision;
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'For admins: records that the visitor accepted the newest version (p_version) by e-mail, with the words p_email_text, even after its last day. '
  'Returns the revision for undo_act; only Undo can delete the record before its keep_until. Raises changed_meanwhile if p_version is not the '
  'newest, or was withdrawn or declined; offer_goes_out while the version''s minute is not over; offer_accepted, offer_gone or request_gone.';

create function private.keep_until(p_years integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if p_years between 1 and 50 is not true then
    raise exception using message = 'invalid_keep_years';
  end if;
  return (private.studio_today() + make_interval(years => p_years))::date;
end
$$;

create function public.delete_offer(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  delete from public.offer_acceptances where offer_id = p_offer_id and keep_until < private.studio_today();
  if not found then
    raise exception using message = case
      when exists (select from public.offer_acceptances a where a.offer_id = p_offer_id) then 'offer_kept' else 'offer_gone' end;
  end if;
  delete from public.offers where id = p_offer_id;
end
$$;
comment on function public.delete_offer(uuid) is
  'For admins: deletes an accepted offer with all its versions after its keep_until. Raises offer_kept before that, and offer_gone if the offer has '
  'no acceptance or does not exist.';

create function public.count_offer_guesses(p_offer_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from private.offer_guesses g where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours');
end
$$;
comment on function public.count_offer_guesses(uuid) is
  'For admins: how often somebody entered a wrong e-mail address on an offer''s page in the last 24 hours; a new version resets the count. After '
  'five the page accepts no address.';

create function private.offer_state(p_ended text, p_valid_until date, p_is_accepted boolean) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_is_accepted then 'accepted'
    when p_ended is not null then p_ended
    when p_valid_until is null then 'draft'
    when now() >= private.end_of_day(p_valid_until) then 'expired'
    else 'open'
  end
$$;

-- The state of the offer's newest version, as in offer_state.
create function private.state_of(p_offer_id uuid) returns text
language sql stable set search_path = ''
as $$
  select private.offer_state((private.ending_of(v)).ended, v.valid_until,
    exists (select from public.offer_acceptances a where a.offer_id = p_offer_id))
  from private.newest_version(p_offer_id) v
$$;

create function public.list_offers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with offers as (
      select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name) as name, coalesce(b.email, i.email, a.email) as email,
        coalesce(v.body, o.draft) ->> 'title' as title, v.version, v.total_cents, v.sent_at, v.valid_until, a.accepted_at, a.keep_until,
        v.valid_until - private.studio_today() as days_left, case when v.version is null then o.draft end as draft, coalesce(v.sent_at, o.created_at) as at,
        private.offer_state(e.ended, v.valid_until, a.offer_id is not null) as state, r.over_from > now() and r.ours_from <= now() as is_to_answer
      from public.offers o
      left join lateral (
        select n.version, n.body, n.total_cents, n.sent_at, n.valid_until
        from public.offer_versions n where n.offer_id = o.id order by n.version desc limit 1) v on true
      left join public.offer_endings e on (e.offer_id, e.version) = (o.id, v.version)
      left join public.offer_acceptances a on a.offer_id = o.id
      left join public.requests r on r.id = o.request_id
      left join public.bookings b on b.id = o.request_id
      left join public.inquiries i on i.id = o.request_id
    ), listed as (
      select o.*, coalesce(o.is_to_answer and o.state in ('accepted', 'declined', 'expired'), false) as is_ours from offers o
    ), shown as (
      select l.*, row_number() over (
        order by not l.is_ours, array_position(case when l.is_ours then '{accepted,declined,expired}' else '{open,draft}' end::text[], l.state),
          case l.state when 'open' then l.days_left end, l.at desc, l.id) as place
      from listed l where p_state is null or l.state = p_state
      order by place limit 500
    )
    select jsonb_build_object(
      'offers', (
        select coalesce(jsonb_agg(to_jsonb(s) - '{at,place,is_to_answer}'::text[] order by s.place), '[]') from shown s),
      'counts', (
        select coalesce(jsonb_object_agg(c.state, c.count), '{}')
        from (select l.state, count(*) as count from listed l group by l.state) c),
      'months', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]')
        from (
          select to_char(case l.state when 'open' then l.sent_at else l.accepted_at end at time zone private.studio_zone(), 'YYYY-MM') as month,
            count(*) filter (where l.state = 'open') as open, coalesce(sum(l.total_cents) filter (where l.state = 'open'), 0) as open_cents,
            count(*) filter (where l.state = 'accepted') as won, coalesce(sum(l.total_cents) filter (where l.state = 'accepted'), 0) as won_cents
          from listed l where l.state in ('open', 'accepted')
          group by 1) m)));
end
$$;
comment on function public.list_offers(text) is
  'For admins: the first 500 offers, all or those whose newest version has one state (''draft'', ''open'', ''expired'', ''accepted'', ''declined'', '
  '''withdrawn''). "is_ours": a result that the studio has not answered yet. Order: such results; open offers, the earliest last day first; drafts; '
  'all others, the newest first. "counts" has the number in each state. "months" (YYYY-MM, studio time) has the open offers by the month of sending '
  'and the accepted ones by the month of acceptance.';

-- 3. For visitors, through the site

create function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', e.ended, 'ended_at', e.ended_at,
      'withdrawn_reason', case e.ended when 'withdrawn' then e.reason end,
      'accepted_at', a.accepted_at,
      'acceptance', case when a.offer_id is not null then jsonb_build_object(
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email, 'words', coalesce(a.consent_text, a.email_text)) end,
      -- First letter and domain of the visitor's e-mail address, so that its owner recognises it.
      'email_hint', case when a.offer_id is null and e.ended is null then regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id and v.version <= last.version))
    from public.offers o
    cross join private.visible_version(o.id) last
    cross join private.ending_of(last) e
    left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null and last.version is not null);
end
$$;
comment on function public.get_offer(text, uuid) is
  'An offer for its visitor''s page, with the versions that the visitor may see and the link_version that the page''s link must be signed for. Null if '
  'there is no such offer or version.';

-- How many more wrong e-mail addresses an offer's page accepts: five in 24 hours.
create function private.email_tries_left(p_offer_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select greatest(5 - count(*), 0)::integer from private.offer_guesses g
  where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours'
$$;

-- Null if a visitor with this e-mail address may answer version p_version, else an outcome of accept_offer. Locks
-- the request, so that no site claims its mails, and the offer. Returns the outcome and does not raise it, because
-- an error would roll back the count of wrong addresses.
create function private.admit_answer(
  p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
  v_email text;
  v_offer public.offers;
  v_version public.offer_versions;
  v_acceptance public.offer_acceptances;
  v_ending public.offer_endings;
begin
  perform private.lock_request(v_request);
  v_email := private.email_of(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  v_version := private.visible_version(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.version is null or v_offer.link_version is distinct from p_link_version then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  v_ending := private.ending_of(v_version);
  if v_ending.ended is not null then
    return jsonb_build_object('outcome', v_ending.ended, 'at', v_ending.ended_at);
  end if;
  if (v_version.version, v_version.sha256) is distinct from (p_version, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  if private.email_tries_left(p_id) = 0 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs', 'tries_left', private.email_tries_left(p_id));
  end if;
  return null;
end
$$;

-- Locks and returns the offer that a visitor answers. Takes back a version newer than p_version, whose minute is
-- not over.
create function private.begin_answer(p_id uuid, p_version integer) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers := private.lock_offer(p_id);
  v_event public.request_events;
begin
  select e.* into v_event
  from private.newest_version(p_id) v join public.request_events e on (e.request_id, e.revision) = (v_offer.request_id, v.revision)
  where v.version > p_version;
  if found then
    perform private.take_back(v_event, coalesce(private.undo_changes(v_event), '{}'));
  end if;
  return v_offer;
end
$$;

create function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_name text, p_email text, p_consent text,
  p_keep_years integer
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.check_sender(p_name, p_email, null);
  v_offer := private.begin_answer(p_id, p_version);
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
  values (p_id, p_version, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.act(v_offer.request_id, 'accepted');
  perform private.write_offer_mail(v_offer, p_version, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, p_version, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.accept_offer is
  'Accepts version p_version, which the visitor saw. Returns an outcome: ''accepted'', or the reason for storing nothing: ''link_invalid'', '
  '''already_accepted'', ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', ''expired'', ''email_differs'' (with "tries_left"), '
  '''too_many_emails''. Raises invalid_name and too_busy.';

create function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text, p_reason text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  v_offer := private.begin_answer(p_id, p_version);
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  values (p_id, p_version, 'declined', private.actor(), p_reason);
  perform private.act(v_offer.request_id, 'declined');
  perform private.write_offer_mail(v_offer, p_version, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.decline_offer is
  'Declines version p_version, which the visitor saw, with a reason or null. Returns the outcome ''declined_now'', or an outcome of accept_offer if '
  'it stored nothing.';

-- Delivery of mails: the site claims due mails, sends each, and stores the result. Admins see problems and
-- act on them. A claim skips locked mails and bookings, so that it never waits for them.

-- 1. Time-based mails, computed from current data

-- The late calls that no mail has listed for the studio since the visitor asked for the call, or anybody moved it.
create function private.find_calls_to_confirm() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from private.find_late_calls() b
  where not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and b.id = any (o.calls)
      and (o.sent_at is not null or o.given_up_at is not null and o.may_have_arrived)
      and o.created_at >= greatest(private.asked_at(b), private.moved_at(b.id)))
  order by b.period
$$;

-- True if a mail since p_since told the visitor the call's current state.
create function private.was_mailed(p_booking public.bookings, p_since timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o
    where o.request_id = p_booking.id and o.sent_at > p_since and o.kind in ('call', 'reminder_day', 'reminder_hour')
      and (o.said ->> 'link_version')::integer = p_booking.link_version
      and private.difference(o.said, private.call_state(p_booking)) = '{}')
$$;

-- The time-based mails that are due now, except the studio's list of late calls. The key is the call's start, or the
-- offer's version, so that each mail goes once.
create view private.due_mails with (security_invoker = true) as
-- Reminders a day and an hour before a confirmed call, unless another mail told the visitor the call's state in the
-- three hours before, or since. 'still_pending' three hours before a pending call. If both reminders are due, after a time
-- without mail, only the later one goes. No reminder a day before a call that changed in its last 24 hours. No mail while
-- a proposal of other times is open.
select b.id as request_id, 'visitor' as recipient, m.kind, lower(b.period)::text as key, null::uuid as offer_id, null::integer as version
from public.bookings b
cross join private.studio_settings s
cross join lateral private.starts_at(b) c (starts_at)
cross join lateral (values
  ('reminder_day', c.starts_at - interval '24 hours', b.status = 'confirmed' and s.reminds_day_before
    and b.changed_at <= c.starts_at - interval '24 hours' and not (s.reminds_hour_before and c.starts_at <= now() + interval '4 hours')),
  ('reminder_hour', c.starts_at - interval '1 hour', b.status = 'confirmed' and s.reminds_hour_before),
  ('still_pending', c.starts_at - interval '3 hours', b.status = 'pending')
) m (kind, due_at, is_wanted)
where b.status <> 'cancelled' and not private.is_erased(b.email)
  -- The next 24 hours, which a change of the clock makes 25.
  and b.period && tsrange(now() at time zone private.studio_zone(), now() at time zone private.studio_zone() + interval '25 hours', '[]')
  and m.is_wanted and m.due_at <= now() and c.starts_at > now()
  and case
    when private.has_open_proposal(b) then false
    when m.kind = 'still_pending' then private.asked_at(b) < m.due_at
    else not private.was_mailed(b, m.due_at - interval '3 hours')
  end
union all
-- The visitor gets a reminder of an open offer at 9:00 two days before the offer's last day, if an admin ticked that, the
-- offer is valid for four days or more, and the visitor has asked or answered nothing since the offer was sent. On the
-- day after the last day the studio gets a mail that the offer has expired.
select o.request_id, m.recipient, m.kind, v.version::text, o.id, v.version
from public.offer_versions v
join public.offers o on o.id = v.offer_id
join (values ('visitor', 'offer_follow_up'), ('studio', 'offer_expired')) m (recipient, kind)
  on (m.kind = 'offer_expired') = (v.valid_until < private.studio_today())
where o.request_id is not null and v.valid_until between private.studio_today() - 1 and private.studio_today() + 2
  and v.version = (select max(n.version) from public.offer_versions n where n.offer_id = v.offer_id)
  and case m.kind
    when 'offer_expired' then private.state_of(o.id) = 'expired'
    else v.body -> 'followsUp' = 'true' and v.valid_until - (v.sent_at at time zone private.studio_zone())::date >= 4
      and now() at time zone private.studio_zone() >= v.valid_until - 2 + time '9:00' and private.state_of(o.id) = 'open'
      and not exists (
        select from public.request_events e
        where e.request_id = o.request_id and e.turn = 'asks' and e.at > v.sent_at and not private.is_undone(e.id))
  end;

-- Writes the time-based mails: one a day to the studio for all late calls, and those of due_mails. Computes them
-- from current data, so that a change of a call or of the settings changes no stored mail.
create function private.write_due_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio')
      and (o.sent_at is null and o.given_up_at is null or o.created_at >= private.studio_today()::timestamp at time zone private.studio_zone()))
  then
    perform private.write_mail(b.id, 'studio', 'still_pending') from (select * from private.find_calls_to_confirm() limit 1) b;
  end if;
  insert into private.outbox (request_id, recipient, kind, key, offer_id, version, due_at, send_after)
  select d.request_id, d.recipient, d.kind, d.key, d.offer_id, d.version, now(), now() from private.due_mails d
  on conflict (request_id, kind, key) where key <> '' do nothing;
end
$$;

-- 2. The data that a site needs to write a mail

-- The value of outbox.said: the call as the mail describes it, or null for a mail that describes no call.
create function private.said_by(p_mail private.outbox, p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_mail.recipient <> 'visitor' or p_booking.id is null then null
    when p_mail.kind = 'reply' then (
      select l.state || jsonb_build_object('link_version', p_booking.link_version) from private.letters l where l.event_id = p_mail.letter_id)
    when p_mail.kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') then
      private.call_state(p_booking) || jsonb_build_object('at', now(), 'link_version', p_booking.link_version, 'sequence', p_booking.calendar_sequence)
  end
$$;

-- Calls for a mail to the studio, the earliest first.
create function private.calls_json(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'about_id', b.id, 'name', b.name, 'status', b.status, 'date', b.date,
    'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI')) order by b.period), '[]')
  from public.bookings b where b.id = any (p_ids)
$$;

-- The data of a booking's mail. For a 'call' mail, "kind" is the news; "known_date", "known_start_time" and
-- "known_end_time" are the time that the visitor knew, and "known_location" is the location that the visitor knew.
create function private.booking_mail_json(p_mail private.outbox, p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_known constant jsonb := case p_mail.kind when 'call' then private.known_to_correct(p_booking, p_mail.id) end;
  v_difference constant text[] := case p_mail.kind when 'call' then private.difference(v_known, private.call_state(p_booking)) else '{}' end;
  v_is_moved constant boolean := 'time' = any (v_difference);
  v_ids constant uuid[] := coalesce(p_mail.calls, array[p_booking.id]);
begin
  return jsonb_build_object(
    'kind', case
      when p_mail.kind = 'call' then private.call_mail_kind(v_difference, p_booking.status, p_mail.act)
      when p_mail.kind like 'reminder%' then 'reminder'
      else p_mail.kind
    end,
    'known_date', case when v_is_moved then v_known ->> 'date' else p_mail.known_start::date::text end,
    'known_start_time', case when v_is_moved then v_known ->> 'start_time' else to_char(p_mail.known_start, 'HH24:MI') end,
    'known_end_time', case when v_is_moved then v_known ->> 'end_time' end,
    'known_location', case when v_difference && '{location,usual}' then v_known ->> 'wording' end,
    'about', 'booking', 'about_id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email,
    'message', p_booking.message, 'package', p_booking.package, 'status', p_booking.status, 'created_at', p_booking.created_at,
    'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'), 'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'location', p_booking.location, 'where', private.call_location(p_booking.location, p_booking.phone, p_booking.room),
    'cancel_reason', p_booking.cancel_reason, 'cancel_message', p_booking.cancel_message,
    'link_version', p_booking.link_version, 'calendar_sequence', p_booking.calendar_sequence)
    || case p_mail.recipient
      when 'studio' then jsonb_build_object(
        'calls', private.calls_json(p_mail.calls),
        -- The other calls on the dates of these calls.
        'others', private.calls_json(array(
          select o.id from public.bookings o
          where o.status <> 'cancelled' and o.id <> all (v_ids)
            and o.date = any (array(select c.date from public.bookings c where c.id = any (v_ids))))))
      else jsonb_build_object('is_soon', p_mail.kind = 'reminder_hour')
    end;
end
$$;

-- The first mail to the request's visitor, as {"thread", "thread_sequence"}. Later mails are replies to its
-- Message-ID, which contains these two values.
create function private.thread_of(p_request_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('thread', m.id, 'thread_sequence', coalesce((m.said ->> 'sequence')::integer, 0))
    from private.outbox m
    where m.request_id = p_request_id and m.recipient = 'visitor' and (m.kind = 'received' or m.act = 'booked') and m.sent_at is not null
    order by m.sent_at desc limit 1), '{"thread": null, "thread_sequence": 0}')
$$;

create function private.offer_mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'offer', 'about_id', f.request_id, 'offer_id', f.id,
    'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
    'link_version', f.link_version, 'version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until,
    'channel', a.channel, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'ended_reason', (private.ending_of(v)).reason,
    -- The admin's words to the visitor, which the offer's text does not have.
    'words', v.body ->> 'words')
    || private.thread_of(f.request_id)
  from public.offers f
  join public.offer_versions v on v.offer_id = f.id
  left join public.offer_acceptances a on a.offer_id = f.id
  left join public.bookings b on b.id = f.request_id
  left join public.inquiries i on i.id = f.request_id
  where (f.id, v.version) = (p_mail.offer_id, p_mail.version)
$$;

create function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', null, 'known_start_time', null)
    || case
      when p_mail.offer_id is not null then private.offer_mail_json(p_mail)
      else coalesce(
        (select private.booking_mail_json(p_mail, b) from public.bookings b where b.id = p_mail.request_id),
        (select jsonb_build_object(
          'about', 'inquiry', 'about_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
          'status', i.status, 'created_at', i.created_at)
        from public.inquiries i where i.id = p_mail.request_id))
    end
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', l.kind, 'subject', l.subject, 'body', l.body) || private.thread_of(p_mail.request_id))
      from private.letters l where l.event_id = p_mail.letter_id), '{}')
$$;

-- 3. Decide: send, wait, or drop

-- True if a mail is no longer true, because the booking or the offer has changed, or the call has begun. A mail
-- with a letter is never outdated.
create function private.is_outdated(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then not exists (select from private.find_calls_to_confirm())
    when p_mail.key <> '' then not exists (
      select from private.due_mails d where (d.request_id, d.kind, d.key) = (p_mail.request_id, p_mail.kind, p_mail.key))
    when p_mail.offer_id is not null then not private.can_undo_offer_act(p_mail.offer_id) and exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id and (
        p_mail.version < (private.newest_version(f.id)).version
        or case p_mail.kind
          when 'offer' then private.state_of(f.id) not in ('open', 'expired')
          else p_mail.kind <> 'offer_' || private.state_of(f.id)
        end))
    when p_mail.letter_id is not null then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        -- A visitor with an open proposal gets no mail that announces the call.
        or p_mail.recipient = 'visitor' and private.has_open_proposal(b)))
  end;
end
$$;

-- The reason not to send a mail's letter: the visitor's e-mail address has changed ('address_changed'), or the
-- call that the letter confirms or declines has changed ('changed_meanwhile'). Null if the site can send the
-- letter.
create function private.letter_error(p_mail private.outbox) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when lower(l.email) <> lower(private.email_of(p_mail.request_id)) then 'address_changed'
      when l.kind in ('confirm', 'decline') and l.state is not null and private.difference(l.state, private.call_state(b)) <> '{}' then 'changed_meanwhile'
    end
    from private.letters l left join public.bookings b on b.id = p_mail.request_id
    where l.event_id = p_mail.letter_id);
end
$$;

-- The number of mails to the request's e-mail address in the last 24 hours, including mails that a site is
-- sending.
create function private.count_mails(p_request_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  v_email constant text := lower(private.email_of(p_request_id));
begin
  return (
    select count(*)
    from private.outbox o
    where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
      and o.request_id in (
        select b.id from public.bookings b where lower(b.email) = v_email
        union all
        select i.id from public.inquiries i where lower(i.email) = v_email));
end
$$;

create function private.give_up(p_mail private.outbox, p_error text) returns void
language sql set search_path = ''
as $$
  update private.outbox
  set given_up_at = now(), may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null, last_error = p_error
  where id = p_mail.id;
  -- A proposal whose mail was given up counts as closed, which can change the turn.
  select private.update_turn(p_mail.request_id)
$$;

-- Deletes an unneeded mail, but keeps its letter for the admins. A mail that may have arrived is given up and not
-- deleted, because presumed_known reads it.
create function private.close_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(p_mail, 'changed_meanwhile');
  if p_mail.said is null or p_mail.lease is null and not p_mail.may_have_arrived then
    delete from private.outbox where id = p_mail.id;
  else
    update private.outbox set given_up_at = now(), dismissed_at = now(), may_have_arrived = true, lease = null, lease_until = null
    where id = p_mail.id;
  end if;
end
$$;

-- Closes an outdated 'call' mail; returns true if it did. A mail is outdated in two cases. A newer 'call' mail waits: that
-- mail gets must_send of this one. Or the lease has ended, and the visitor's e-mail address or the call has changed
-- since the claim.
create function private.drop_superseded_mail(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  if p_mail.kind <> 'call' then
    return false;
  end if;
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if exists (select from private.outbox o where o.request_id = p_mail.request_id and o.kind = 'call' and o.is_waiting and o.id <> p_mail.id) then
    perform private.close_mail(p_mail);
    update private.outbox set must_send = must_send or p_mail.must_send where request_id = p_mail.request_id and kind = 'call' and is_waiting;
    return true;
  elsif p_mail.lease_until <= now() and (
    (p_mail.said ->> 'link_version')::integer <> v_booking.link_version
    or private.needs_mail(private.difference(p_mail.said, private.call_state(v_booking))))
  then
    perform private.close_mail(p_mail);
    perform private.update_call_mail(p_mail.request_id);
    return true;
  end if;
  return false;
end
$$;

-- True if the mail must wait. A 'call' mail waits for other mails about the call, because its text depends on the
-- state that those tell the visitor. A reminder waits for a 'call' mail that may make the reminder needless. An
-- offer's mail waits for the end of the minute in which Undo can take the act back.
create function private.has_to_wait(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind like 'reminder%' and exists (
      select from private.outbox o where o.request_id = p_mail.request_id and o.kind = 'call' and o.sent_at is null and o.given_up_at is null)
    or p_mail.offer_id is not null and private.can_undo_offer_act(p_mail.offer_id)
    or p_mail.kind = 'call' and exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('call', 'still_pending') or l.state is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now());
end
$$;

-- True if the site sends this due mail now. Else the mail waits, or this function gives it up or deletes it. The caller has
-- locked the mail and its request.
create function private.decide_delivery(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_letter_error constant text := private.letter_error(p_mail);
begin
  p_mail := private.detach_letter(p_mail, v_letter_error);
  if private.is_outdated(p_mail) or private.is_unneeded(p_mail) then
    perform private.close_mail(p_mail);
  elsif private.drop_superseded_mail(p_mail) or private.has_to_wait(p_mail) then
    null;
  elsif p_mail.letter_id is not null and v_letter_error is not null then
    perform private.give_up(p_mail, v_letter_error);
  -- The mail's second lease ended without a result.
  elsif p_mail.lease is not null and p_mail.may_have_arrived then
    perform private.give_up(p_mail, 'unanswered');
  elsif p_mail.due_at <= now() - interval '24 hours' then
    perform private.give_up(p_mail, coalesce(p_mail.last_error, 'not tried'));
  elsif p_mail.recipient = 'visitor'
    and private.count_mails(p_mail.request_id) >= (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours')
  then
    update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = p_mail.id;
  else
    return true;
  end if;
  return false;
end
$$;

-- Leases a mail to the calling site and returns the mail's data.
create function private.lease_mail(p_mail private.outbox) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  update private.outbox
  set may_have_arrived = may_have_arrived or lease is not null,
    lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1,
    said = private.said_by(p_mail, v_booking),
    calls = case when (kind, recipient) = ('still_pending', 'studio') then array(select c.id from private.find_calls_to_confirm() c) end
  where id = p_mail.id returning * into p_mail;
  return private.mail_json(p_mail);
end
$$;

-- Locks a booking or inquiry without waiting. Returns false while another session holds its lock.
create function private.try_lock_request(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_id for no key update skip locked;
  if not found then
    perform 1 from public.inquiries i where i.id = p_id for no key update skip locked;
  end if;
  return found;
end
$$;

create function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- Runs one claim at a time, because two together could exceed the cap of an address.
  perform pg_advisory_xact_lock(6, 0);
  perform private.write_due_mails();
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    -- The oldest mail first; among the mails of one transaction, an admin's reply last.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Reads the mail again, because an earlier round may have changed or deleted it.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.try_lock_request(v_mail.request_id) and private.decide_delivery(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for twelve minutes. Returns each mail with the data of its booking or inquiry; the "kind" of a '
  '''call'' mail is its news. Deletes mails that are no longer true or have no news; gives up letters that are no longer true, mails that have been '
  'due for 24 hours, and mails whose lease has ended twice.';

-- 4. Delivery results

-- Locks the mail. Raises not_leased if the lease has ended or belongs to another site.
create function private.lock_leased_mail(p_id uuid, p_lease uuid) returns private.outbox
language plpgsql set search_path = ''
as $$
declare
  v_mail private.outbox;
begin
  select * into v_mail from private.outbox o
  where o.id = p_id and o.lease = p_lease and o.lease_until > now() for no key update;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  return v_mail;
end
$$;

create function private.end_lease(p_id uuid, p_result jsonb) returns void
language sql set search_path = ''
as $$
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case p_result ->> 'outcome' when 'sent' then now() end,
      is_kept = coalesce((p_result ->> 'kept')::boolean, false),
      last_error = case when p_result ->> 'outcome' in ('failed', 'refused') then left(p_result ->> 'error', 200) else o.last_error end,
      -- Tries again after 1, 2, 4 … minutes, at most two hours.
      send_after = case p_result ->> 'outcome'
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case p_result ->> 'outcome' when 'refused' then now() end
  where o.id = p_id
$$;

-- Sets bookings.known after the mail server accepted the mail, if the mail went to the visitor's current address.
-- Does not replace a newer bookings.known.
create function private.set_known_by_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := p_mail.said - '{link_version,sequence}'::text[];
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if v_booking.link_version <> (p_mail.said ->> 'link_version')::integer then
    return;
  end if;
  -- A visitor who read an admin's letter still needs the calendar file.
  if p_mail.kind = 'reply' then
    perform private.keep_call_mail(p_mail.request_id);
  end if;
  update public.bookings set known = v_known
  where id = p_mail.request_id and ((known ->> 'at')::timestamptz <= (v_known ->> 'at')::timestamptz) is not false;
end
$$;

create function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome constant text := p_result ->> 'outcome';
  v_mail private.outbox;
begin
  perform private.require_site_key(p_site_key);
  if v_outcome in ('sent', 'failed', 'refused', 'unanswered') is not true then
    raise exception using message = 'invalid_result';
  end if;
  perform private.lock_request((select o.request_id from private.outbox o where o.id = p_id));
  v_mail := private.lock_leased_mail(p_id, p_lease);
  -- A mail that may have arrived is not tried again before its lease ends.
  if v_outcome = 'unanswered' then
    update private.outbox set last_error = v_outcome where id = p_id;
    return;
  end if;
  if v_outcome = 'failed' then
    -- The mail of this attempt cannot have arrived.
    v_mail.lease := null;
    if not private.drop_superseded_mail(v_mail) then
      perform private.end_lease(p_id, p_result);
    end if;
    perform private.drop_unneeded_mail(v_mail.request_id);
    return;
  end if;
  perform private.end_lease(p_id, p_result);
  if v_outcome = 'sent' and v_mail.letter_id is not null then
    update private.letters set sent_at = now() where event_id = v_mail.letter_id;
  elsif v_outcome = 'refused' and v_mail.letter_id is not null then
    -- A proposal whose mail was refused counts as closed, which can change the turn.
    perform private.update_turn(v_mail.request_id);
  end if;
  if v_mail.said is null then
    return;
  end if;
  -- A mail that was only saved as a file told its visitor nothing.
  if v_outcome = 'sent' and (p_result ->> 'kept')::boolean is not true then
    perform private.set_known_by_mail(v_mail);
  end if;
  perform private.drop_unneeded_mail(v_mail.request_id);
  -- Compares with the state in the mail and not with bookings.known: a refused or saved mail does not change
  -- bookings.known, so each result would queue another mail.
  if private.needs_mail(private.difference(v_mail.said, (select private.call_state(b) from public.bookings b where b.id = v_mail.request_id))) then
    perform private.update_call_mail(v_mail.request_id);
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent", "kept": false}, with "kept": true if the site only saved the mail as a file; '
  '"unanswered" (handed over without a result from the mail server: tried once more when the lease ends); "failed" (tried again later) or "refused" '
  '(permanent), both with an "error". Raises not_leased if the lease has ended or belongs to another site. Its detail is "sent" if that result is '
  'stored already; otherwise the site must discard the mail that it just wrote, because the person may have been erased.';

-- 5. Admins' functions for mails

create function public.list_automatic_mails(p_request_id uuid)
returns table (at timestamptz, kind text, status text, date text, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.sent_at, o.kind, o.said ->> 'status', o.said ->> 'date', o.said ->> 'start_time'
    from private.outbox o
    where o.request_id = p_request_id and o.recipient = 'visitor' and o.sent_at is not null and not o.is_kept
      and o.kind in ('received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'offer_follow_up') and o.letter_id is null
    order by o.sent_at;
end
$$;
comment on function public.list_automatic_mails(uuid) is
  'For admins: the site''s automatic mails to a request''s visitor, oldest first, with the call as each described it. The outbox keeps mails for 30 days.';

create function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text, may_have_arrived boolean, is_being_sent boolean, total_cents bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, case when o.letter_id is not null then 'reply' when o.act = 'booked' then 'received' else o.kind end, o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
           o.may_have_arrived or o.last_error is not distinct from 'unanswered', coalesce(o.lease_until > now(), false),
           (select v.total_cents from public.offer_versions v where (v.offer_id, v.version) = (o.offer_id, o.version))
    from private.outbox o
    -- Lateral, because the planner would otherwise read both tables whole for the few listed mails.
    left join lateral (select * from public.bookings where bookings.id = o.request_id limit 1) b on true
    left join lateral (select * from public.inquiries where inquiries.id = o.request_id limit 1) i on true
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up in the last seven days, and mails that wait for more than 15 minutes, except dismissed ones. For a mail about an '
  'offer, total_cents is the offer''s price.';

create function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.outbox;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_mail in
    select * from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now())
    order by o.created_at, o.id
    for no key update skip locked
  loop
    continue when not private.try_lock_request(v_mail.request_id) or private.drop_superseded_mail(v_mail);
    v_mail := private.detach_letter(v_mail, private.letter_error(v_mail));
    if v_mail.lease is null and (private.is_outdated(v_mail) or private.is_unneeded(v_mail)) then
      perform private.close_mail(v_mail);
    elsif private.letter_error(v_mail) is null then
      update private.outbox
      set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now(),
        may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null
      where id = v_mail.id;
      perform private.update_turn(v_mail.request_id);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;
comment on function public.retry_mails(uuid[]) is
  'For admins: makes undelivered mails due now, with 24 hours of attempts, and returns how many. Deletes a mail that is no longer true, but does not '
  'change a reply that is no longer true.';

create function public.dismiss_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_admin();
  update private.outbox set dismissed_at = now()
  where id in (
    select o.id from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and o.dismissed_at is null for no key update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.dismiss_mails(uuid[]) is
  'For admins: hides these mails from get_mail_problems, and returns how many. The site still tries to send a mail that waits.';

-- Calendar feeds: an admin's calendar program reads the calls at a secret address. The database does
-- not know the address: the site makes it, and the table has only its hash.

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
  'For admins: gives the caller''s calendar feed a new address, whose secret part has this SHA-256 (hex); null switches the feed off. The former '
  'address stops working.';

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
  'For admins: {"created_at", "last_read_at"} of the caller''s calendar feed; null if the caller has none.';

-- The calls in every calendar feed. Other companies keep copies of a feed, so it has no message, phone number or
-- e-mail address of a visitor.
create function private.calendar_feed_calls() returns jsonb
language sql stable set search_path = ''
as $$
  -- Computes the text of the default location once and not for each call.
  with usual as materialized (
    select case when s.location_kind = 'video' then private.location_wording(null, null, null) end as wording, s.location_changed_at as changed_at
    from private.studio_settings s
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', coalesce(b.location, case when usual.wording like '%{call}%' then replace(usual.wording, '{call}', b.room) else usual.wording end),
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
  'The calls of a calendar feed since a year ago, except cancelled ones: [{"id", "name" (null for an erased person), "status", "date", "start_time", '
  '"end_time", "location" (null if the studio rings), "sequence", "changed_at"}]. Null if no feed has this hash, or the feed''s admin is banned or '
  'has lost the role.';

-- Files for admins: every request, for a spreadsheet, and all data about one person.

-- 1. Every request, a page at a time

create function public.export_requests(
  p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 500
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
      -- Compares created_at twice, so that the index scan begins at p_before and not at the newest request.
      where p_before is null or q.created_at <= p_before and (q.created_at < p_before or q.id > p_before_id)
      order by q.created_at desc, q.id
      limit least(p_limit, 500)
    ) r
    left join public.bookings b on b.id = r.id
    left join public.inquiries i on i.id = r.id
    left join auth.users u on u.id = r.owner);
end
$$;
comment on function public.export_requests is
  'For admins: bookings and inquiries, newest first, at most 500. For the next page, pass the last row''s created_at, exactly as returned, as '
  'p_before and its id as p_before_id. A page with fewer rows than p_limit is the last. Requests that arrive after the first page are on no later '
  'page.';

-- 2. All data about one person

-- An offer with its versions, endings and acceptance, without link_version.
create function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - 'link_version' || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v where v.offer_id = p_offer.id),
    'endings', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.version), '[]') from public.offer_endings e where e.offer_id = p_offer.id),
    'acceptance', (select to_jsonb(a) from public.offer_acceptances a where a.offer_id = p_offer.id))
$$;

-- A request with its related rows, without search_text, act, form_id and link_version. Mails have only kind,
-- recipient and times.
create function private.export_request(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) - 'search_text' || jsonb_build_object(
    'booking', (select to_jsonb(b) - '{form_id,link_version,act}'::text[] from public.bookings b where b.id = r.id),
    'inquiry', (select to_jsonb(i) - '{form_id,act}'::text[] from public.inquiries i where i.id = r.id),
    'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'form_id' order by e.id), '[]') from public.request_events e where e.request_id = r.id),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.request_notes n where n.request_id = r.id),
    'letters', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'link_version' order by l.event_id), '[]')
      from private.letters l join public.request_events e on e.id = l.event_id where e.request_id = r.id),
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
    -- Accepted offers whose request has another e-mail address now, or was erased.
    'other_offers', (
      select coalesce(jsonb_agg(private.export_offer(o) order by a.accepted_at desc), '[]')
      from public.offer_acceptances a join public.offers o on o.id = a.offer_id
      where lower(a.email) = lower(v_email) and (o.request_id = any (v_ids)) is not true));
end
$$;
comment on function public.export_person(uuid) is
  'For admins: all data about the person of a request or of an accepted offer (p_id), by their e-mail address: requests with their related rows, and '
  'accepted offers. Null if there is no such person, or they were erased.';

-- The admin's list of requests: its rows, counts and search.

-- 1. The list

create view public.admin_requests with (security_invoker = true) as
select
  r.kind as type, r.id, coalesce(b.name, i.name) as name, coalesce(b.email, i.email) as email,
  coalesce(b.message, i.message) as message, r.status, r.created_at,
  b.date, to_char(lower(b.period), 'HH24:MI') as start_time, to_char(upper(b.period), 'HH24:MI') as end_time,
  b.phone, coalesce(b.package, i.package) as package, coalesce(b.fit, i.fit) as fit,
  coalesce(b.price_seen, i.price_seen) as price_seen, b.cancel_reason, b.cancel_message,
  r.owner, r.outcome, r.turn_reason, r.theirs_from, r.ours_from, r.over_from, r.due_at,
  coalesce(b.revision, i.revision) as revision,
  call.is_ahead and private.is_on_closed_date(b.date, b.time_slot_id) as is_on_closed_date,
  call.is_ahead and private.has_open_proposal(b) as is_proposed,
  call.is_ahead and private.is_kept(r.id) as is_kept,
  -- The searched text, and the keys for sorting: lines of search_text, which are folded.
  r.search_text, r.starts, r.starts::date as starts_date, r.starts::time as starts_time,
  nullif(split_part(r.search_text, E'\n', 1), '') as name_key,
  nullif(split_part(r.search_text, E'\n', 2), '') as email_key,
  nullif(split_part(r.search_text, E'\n', 6), '') as message_key,
  -- Sort key: the deadline of the studio's turn, or the start of the visitor's turn.
  case when r.over_from > now() then case when r.ours_from <= now() then r.due_at else r.theirs_from end end as turn_key,
  -- The views (tabs) of the list.
  r.over_from > now() and r.ours_from <= now() as is_to_answer,
  r.over_from > now() and r.ours_from > now() as is_their_turn,
  r.starts >= today and r.status <> 'cancelled' as is_upcoming,
  r.starts < today and r.status <> 'cancelled' as is_past,
  r.status in ('cancelled', 'archived') as is_archived,
  -- The results of past calls, and of offers.
  held.is_over and r.outcome is null as is_undecided,
  held.is_over and r.outcome = 'held' as is_held,
  held.is_over and r.outcome = 'no_show' as is_no_show,
  held.is_over and r.outcome = 'lost' as is_lost,
  o.id is not null and a.offer_id is null and exists (
    select from public.offer_versions v
    where v.offer_id = o.id
      and not exists (select from public.offer_endings e where e.offer_id = v.offer_id and e.version >= v.version)) as is_quoted,
  a.offer_id is not null as is_won
from public.requests r
left join public.bookings b on b.id = r.id
left join public.inquiries i on i.id = r.id
left join public.offers o on o.request_id = r.id
left join public.offer_acceptances a on a.offer_id = o.id
-- A subquery, so that the function runs once and not for each row.
cross join (select (select private.studio_today())::timestamp as today) day
cross join lateral (select r.status = 'confirmed' and r.starts < today as is_over) held
cross join lateral (
  select r.status in ('pending', 'confirmed') and r.starts > now() at time zone private.studio_zone() as is_ahead
) call;
comment on view public.admin_requests is
  'The rows of the admin''s list, with the rights of the role that reads the view. Sorting and filtering read only the table requests, so the site '
  'asks for the ids of a page first and then for their rows. name_key, email_key and message_key are folded; the columns is_… are the list''s views '
  'and the outcomes.';

-- `begin atomic` resolves the names in the body at creation, because the caller has no usage on the schema
-- private.
create function public.count_views() returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select jsonb_build_object(
    'all', count(*),
    'to_answer', count(*) filter (where is_to_answer),
    -- The promise of an answer in 24 hours holds only for a visitor's question.
    'overdue', count(*) filter (where is_to_answer and due_at < now() and turn_reason in ('booked', 'wrote', 'moved', 'asked')),
    'their_turn', count(*) filter (where is_their_turn),
    'upcoming', count(*) filter (where is_upcoming),
    'past', count(*) filter (where is_past),
    'archived', count(*) filter (where is_archived),
    'pending', count(*) filter (where status = 'pending'),
    'new', count(*) filter (where status = 'new'),
    'bookings', count(*) filter (where type = 'booking'),
    'inquiries', count(*) filter (where type = 'inquiry'))
  from public.admin_requests;
end;
comment on function public.count_views() is
  'The number of requests in each view of the admin''s list, and by status and kind. Raises not_admin if the caller is not an admin with an open '
  'session.';

-- Reads a day with its month ('26th November', 'nov 26', '26/11') as one word in the form of search_text: as two
-- words, '1 dec' would find every call in December with a 1 in its text. Uses only the eight longest words,
-- because each word costs a comparison with every request, and the longest exclude most.
create function public.search_patterns(p_query text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return array(select pattern from (
    select distinct '%' || case
        when word[8] is null then
          lpad(ltrim(coalesce(word[1], word[4], word[5]), '0'), 2) || ' '
          || coalesce(left(coalesce(word[2], word[3]), 3), ('{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}'::text[])[word[6]::integer])
          || coalesce(' 20' || word[7], '')
        else regexp_replace(word[8], '([\\%_])', '\\\1', 'g')
      end || '%' as pattern
    from regexp_replace(private.fold_text(p_query), '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      (values ('([0-3]?\d)(?:st|nd|rd|th)?', '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)')) as part (day, month),
      -- If several alternatives begin at one place, the longest wins. The groups: 1 day and 2 month, 3 month
      -- and 4 day, 5 day, 6 month and 7 year as numbers, or 8 any other word.
      regexp_matches(query,
        '\m' || day || ' ?' || month || '\M|\m' || month || ' ?' || day || '\M|\m([0-3]?\d)/(0?[1-9]|1[0-2])(?:/(?:20)?(\d\d))?\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8);
end
$$;
comment on function public.search_patterns(text) is
  'For admins: a LIKE pattern for search_text from each word of a query, such as ''%tuhoe%''. Reads dates as people write them: ''26th Nov'', '
  '''26/11''.';

-- Runs with the owner's rights, after checking the caller, because row-level security would prevent the use of the
-- index on lower(email).
create function public.count_requests(p_email text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select count(*) from public.bookings where lower(email) = lower(p_email))
    + (select count(*) from public.inquiries where lower(email) = lower(p_email));
end
$$;
comment on function public.count_requests(text) is 'For admins: the number of requests that erase_person would change for this e-mail address.';

-- The news on the admin's page: problems of the site, visitors who do not know a change, calls on closed dates,
-- few free times.

create function public.get_news(p_site_key text, p_days integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'caps', (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'max', c.max) order by c.name), '[]')
      from private.submission_caps c join private.shared_caps() s on s.cap = c.name where s.submits >= c.max),
    'site_key', public.get_site_key_state(p_site_key),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m) order by m.due_at desc), '[]') from public.get_mail_problems() m),
    'calendars', (select coalesce(jsonb_agg(to_jsonb(c) order by c.label, c.id), '[]') from public.list_calendars() c),
    'calls_to_tell', public.get_calls_to_tell(),
    'closed_calls', public.list_closed_calls(),
    'times', (
      select jsonb_build_object('free', sum(d.free), 'taken', sum(d.taken), 'busy', sum(d.busy), 'off', sum(d.off))
      from public.get_days(private.studio_today() + 1, private.studio_today() + p_days) d),
    'settings', private.settings_json());
end
$$;
comment on function public.get_news(text, integer) is
  'For admins: the news of the studio in one request: "caps" (the shared caps that are reached now: the database rejects the submits that they count '
  'until older ones no longer count), "site_key" (get_site_key_state), "mails" (get_mail_problems), "calendars" (list_calendars), '
  '"calls_to_tell" (get_calls_to_tell), "closed_calls" (list_closed_calls), "times" (the sums of get_days over the next p_days days), "settings" (get_settings).';

-- The rights of each role. Everything is revoked first, because hosted projects differ in their default
-- grants, and then granted by name. API roles have no usage on the schema private, so they can reach
-- neither its tables nor its functions.

-- 1. Tables: row-level security on each, and no rights

alter table private.address_keys enable row level security;
alter table private.calendar_feeds enable row level security;
alter table private.calendars enable row level security;
alter table private.code_tries enable row level security;
alter table private.offer_guesses enable row level security;
alter table private.outbox enable row level security;
alter table private.password_recoveries enable row level security;
alter table private.password_tries enable row level security;
alter table private.removed_factors enable row level security;
alter table private.letters enable row level security;
alter table private.sign_in_places enable row level security;
alter table private.site_keys enable row level security;
alter table private.studio_settings enable row level security;
alter table private.submission_caps enable row level security;
alter table private.submits enable row level security;
revoke all on all tables in schema private from public, anon, authenticated, service_role;

alter table public.availability enable row level security;
alter table public.bookings enable row level security;
alter table public.closed_dates enable row level security;
alter table public.inquiries enable row level security;
alter table public.offer_acceptances enable row level security;
alter table public.offer_endings enable row level security;
alter table public.offer_versions enable row level security;
alter table public.offers enable row level security;
alter table public.recurring_availability enable row level security;
alter table public.request_events enable row level security;
alter table public.request_notes enable row level security;
alter table public.requests enable row level security;
alter table public.time_slot_presets enable row level security;
alter table public.time_slots enable row level security;
revoke all on public.availability, public.bookings, public.closed_dates, public.inquiries,
  public.offer_acceptances, public.offer_endings, public.offer_versions, public.offers,
  public.recurring_availability, public.request_events, public.request_notes, public.requests, public.time_slot_presets,
  public.time_slots
  from public, anon, authenticated, service_role;

-- 2. Admins' rights on tables. Visitors have rights on functions only.

grant select, insert, delete on public.time_slots to authenticated;
create policy "Admins read slots" on public.time_slots
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add slots" on public.time_slots
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins delete slots" on public.time_slots
  for delete to authenticated using ((select private.is_live_admin()));

grant select on public.time_slot_presets to authenticated;
create policy "Admins read presets" on public.time_slot_presets
  for select to authenticated using ((select private.is_live_admin()));

grant select, insert, update, delete on public.recurring_availability to authenticated;
create policy "Admins read the weekday pattern" on public.recurring_availability
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add to the weekday pattern" on public.recurring_availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change the weekday pattern" on public.recurring_availability
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));
create policy "Admins delete from the weekday pattern" on public.recurring_availability
  for delete to authenticated using ((select private.is_live_admin()));

-- Every column but overrides_closure, which a trigger sets.
grant select, insert (date, time_slot_id, is_available, updated_at), update (date, time_slot_id, is_available, updated_at)
  on public.availability to authenticated;
create policy "Admins read exceptions" on public.availability
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add exceptions" on public.availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change exceptions" on public.availability
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select, update (reason) on public.closed_dates to authenticated;
create policy "Admins read closed dates" on public.closed_dates
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins set the reason of a closed date" on public.closed_dates
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select on public.requests to authenticated;
create policy "Admins read requests" on public.requests
  for select to authenticated using ((select private.is_live_admin()));

-- The whole rows of bookings and inquiries, so that an admin may select `*`. Secret data is in the schema private.
grant select, update (status, location, cancel_reason, cancel_message) on public.bookings to authenticated;
create policy "Admins read bookings" on public.bookings
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins change bookings" on public.bookings
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select, update (status) on public.inquiries to authenticated;
create policy "Admins read inquiries" on public.inquiries
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins change inquiries" on public.inquiries
  for update to authenticated
  using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select on public.request_events to authenticated;
create policy "Admins read the log" on public.request_events
  for select to authenticated using ((select private.is_live_admin()));

grant select on public.request_notes to authenticated;
create policy "Admins read notes" on public.request_notes
  for select to authenticated using ((select private.is_live_admin()));

grant select on public.offers, public.offer_versions, public.offer_endings, public.offer_acceptances to authenticated;
create policy "Admins read offers" on public.offers
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read offer versions" on public.offer_versions
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read offer endings" on public.offer_endings
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read acceptances" on public.offer_acceptances
  for select to authenticated using ((select private.is_live_admin()));

-- A hosted project grants everything on a new view.
revoke all on public.admin_requests from public, anon, authenticated, service_role;
grant select on public.admin_requests to authenticated;

-- 3. Functions

revoke execute on function
  public.add_note, public.admit_code, public.admit_password, public.admit_recovery, public.asks_for_phone, public.book_call, public.cancel_managed_booking,
  public.claim_mail, public.close_dates, public.copy_recurring_availability, public.copy_visitor_link,
  public.count_requests, public.create_booking, public.create_inquiry, public.delete_note, public.dismiss_mails,
  public.edit_note, public.erase_managed_booking, public.erase_person, public.finish_mail,
  public.get_affected_bookings, public.get_all_slots_for_date,
  public.get_available_slots, public.get_available_slots_for_date, public.get_calls_to_tell, public.get_days,
  public.get_mail_problems,
  public.get_managed_booking, public.get_news, public.get_site_key_state,
  public.get_late_calls, public.get_settings, public.set_settings, public.is_admin, public.is_recovery_link,
  public.list_admins, public.list_person, public.count_views, public.search_patterns, public.move_booking,
  public.move_managed_booking,
  public.record_code, public.record_password, public.remove_factor, public.reopen_dates, public.replace_recurring_availability,
  public.reset_date, public.restore_dates, public.retry_mails, public.set_answered, public.undo_act,
  public.set_date_availability, public.set_outcome, public.set_owner, public.set_site_key,
  public.set_slot_availability, public.set_known, public.undo_recovery,
  public.get_link_version, public.list_replies, public.list_automatic_mails, public.send_proposals, public.send_reply, public.keep_calls,
  public.list_closed_calls,
  public.mail_location,
  public.accept_offer, public.count_offer_guesses, public.decline_offer, public.delete_offer, public.get_offer,
  public.list_offers, public.record_acceptance,
  public.save_offer_draft, public.send_offer, public.withdraw_offer,
  public.get_calendar_feed, public.read_calendar_feed, public.set_calendar_feed,
  public.add_calendar, public.claim_calendar, public.finish_calendar, public.list_busy, public.list_calendars,
  public.read_calendar_next, public.remove_calendar,
  public.export_person, public.export_requests
  from public, anon, authenticated, service_role;

-- Anybody may read the free times, and asks_for_phone.
grant execute on function public.get_available_slots, public.get_available_slots_for_date, public.asks_for_phone
  to anon, authenticated;

-- For the site, on behalf of visitors: each function checks the site's key.
grant execute on function public.create_booking, public.create_inquiry, public.admit_password, public.record_password,
  public.get_site_key_state, public.claim_mail, public.finish_mail
  to anon, authenticated;
grant execute on function public.get_managed_booking, public.cancel_managed_booking, public.move_managed_booking,
  public.erase_managed_booking
  to anon;
grant execute on function public.get_offer, public.accept_offer, public.decline_offer to anon;
grant execute on function public.admit_code, public.record_code to anon;
grant execute on function public.remove_factor to authenticated, service_role;
grant execute on function public.admit_recovery, public.undo_recovery, public.is_recovery_link to anon;
grant execute on function public.read_calendar_feed, public.claim_calendar, public.finish_calendar to anon;

-- For admins: each function checks the caller.
grant execute on function public.is_admin, public.count_views, public.search_patterns, public.count_requests, public.copy_visitor_link, public.erase_person,
  public.get_all_slots_for_date, public.get_days, public.get_affected_bookings, public.get_news,
  public.get_mail_problems, public.retry_mails, public.dismiss_mails, public.mail_location,
  public.get_late_calls, public.get_settings, public.set_settings, public.set_slot_availability, public.set_date_availability, public.close_dates,
  public.reopen_dates, public.reset_date, public.restore_dates, public.replace_recurring_availability,
  public.copy_recurring_availability, public.list_admins, public.list_person, public.set_owner,
  public.set_outcome, public.set_answered, public.undo_act, public.add_note, public.edit_note, public.delete_note,
  public.get_link_version, public.list_replies, public.list_automatic_mails, public.send_proposals, public.send_reply, public.keep_calls,
  public.list_closed_calls,
  public.move_booking, public.book_call, public.get_calls_to_tell, public.set_known
  to authenticated;
grant execute on function public.save_offer_draft, public.send_offer, public.withdraw_offer, public.record_acceptance,
  public.delete_offer, public.count_offer_guesses, public.list_offers
  to authenticated;
grant execute on function public.get_calendar_feed, public.set_calendar_feed, public.export_requests,
  public.export_person
  to authenticated;
grant execute on function public.add_calendar, public.list_busy, public.list_calendars, public.read_calendar_next,
  public.remove_calendar
  to authenticated;

-- For `npm run site-key`, which uses the project's secret key.
grant execute on function public.set_site_key to service_role;

-- 4. Tables whose changes Realtime announces

alter publication supabase_realtime add table public.availability, public.bookings, public.closed_dates,
  public.inquiries, public.recurring_availability, public.time_slots;
