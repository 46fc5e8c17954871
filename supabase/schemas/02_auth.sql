-- Identifies callers: admins by their session, the site by its key. Limits attempts at passwords and at codes of a
-- second factor, and requests for a new password.

-- 1. Admins

create function public.is_admin() returns boolean
language sql stable set search_path = ''
as $$ select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false) $$;

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
  'True if the caller''s token has the admin role, its session still exists, and its account still has the role and is '
  'not banned. If the account has a verified second factor, session and token must also be at aal2.';

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

-- 2. The site's keys. The key proves to a function that the site calls it: anybody can call it with the public API key.

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
  select decode(p_hash, 'hex'), greatest(clock_timestamp(), max(k.stored_at) + interval '1 microsecond')
  from private.site_keys k
  on conflict (key_hash) do update set stored_at = excluded.stored_at;
  delete from private.site_keys
  where key_hash not in (
    select k.key_hash from private.site_keys k order by k.stored_at desc limit case when p_only then 1 else 2 end
  );
end
$$;
comment on function public.set_site_key(text, boolean) is
  'Stores the SHA-256 (hex) of the site''s key. Keeps this and the previous key, or with p_only, as after a leak, this '
  'key alone.';

-- True if p_site_key is a stored key. Raises not_signed for another key; returns false while no key is stored.
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
    when exists (select from private.site_keys k where k.key_hash = sha256(convert_to(p_site_key, 'UTF8'))) then 'known'
    else 'unknown'
  end
$$;
comment on function public.get_site_key_state(text) is
  '''known'' if p_site_key is stored, else ''unknown''; ''none stored'' while the database has no key.';

-- 3. Limits on password attempts. A stranger who knows an admin's e-mail address must not be able to lock that admin
-- out, and no limit may show that an e-mail address belongs to an admin. So the limits depend on the entered e-mail
-- address, on the IP address and browser, and on the capacity of the Auth server, never on the existence of an account.

create table private.sign_in_places (
  user_id uuid not null,
  place_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, place_hash)
);
comment on table private.sign_in_places is
  'The known places of an account: its browsers (180 days) and IP addresses (30 days), at most ten.';
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
comment on table private.password_tries is 'Password attempts of the last five minutes.';
create index password_tries_email on private.password_tries (email_hash, tried_at);
create index password_tries_recent on private.password_tries (tried_at);

create function private.find_user(p_email text) returns uuid
language sql stable set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(btrim(p_email)) limit 1 $$;

create function private.hash_device(p_device text) returns bytea
language sql stable set search_path = ''
as $$ select private.keyed_hash('device ' || p_device) $$;

create function public.admit_password(
  p_site_key text, p_email text, p_address inet default null, p_device text default null
) returns text
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
  'Decides if the site may try a password now, and counts the attempt. Returns ''known_place'' if the account has '
  'signed in from this browser or address (each has five attempts in five minutes), ''admitted'' from any other place '
  '(20 attempts in five minutes for each e-mail), or ''too_many'' if no attempt is left. While unknown places use more '
  'than five attempts a minute, returns ''admitted_busy'' for the e-mail of an account and ''unknown_email'' for any '
  'other. For ''unknown_email'' the site must treat the password as wrong without asking the Auth server. Always '
  '''admitted'' while no site key is stored.';

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
    where t.email_hash = private.keyed_hash('sign-in ' || lower(btrim(p_email)))
      and (t.place_hash is null or t.place_hash = any (v_places))
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
  'The site calls this after a right password. Removes the counted attempt, stores the browser and the address as '
  'known places, and returns the value for the browser''s cookie: p_device if that is a known place of any account, '
  'else p_new_device; null if no account has this e-mail.';

-- 4. Second factors. The Auth server does not limit the codes for one account, so an attacker with the password
-- could try codes without end.

create table private.code_tries (
  id bigint generated always as identity primary key,
  user_id uuid not null references auth.users on delete cascade,
  tried_at timestamptz not null default now(),
  was_right boolean not null default false,
  -- How the session of the attempt was opened. Each way has its own limit, so that somebody who knows the password
  -- cannot lock out the owner, who has a mailed link or an open session.
  way text not null default 'password' check (way in ('password', 'link', 'second_factor'))
);
comment on table private.code_tries is 'Attempts at codes of second factors in the last 30 days.';
create index code_tries_user on private.code_tries (user_id, tried_at);

create table private.removed_factors (
  user_id uuid primary key references auth.users on delete cascade,
  -- An admin's e-mail address; null for a removal with the project's secret key.
  removed_by text,
  removed_at timestamptz not null default now()
);
comment on table private.removed_factors is 'The last removal of each admin''s second factors.';

create function public.admit_code(p_site_key text, p_user uuid, p_way text default 'password') returns jsonb
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
  where t.user_id = p_user and t.way = p_way and not t.was_right
    and t.tried_at > now() - interval '15 minutes'
    and not exists (select 1 from private.removed_factors r where r.user_id = p_user and r.removed_at >= t.tried_at);
  if v_tries < 5 then
    insert into private.code_tries (user_id, way) values (p_user, p_way);
  end if;
  return jsonb_build_object('left', 5 - v_tries, 'again_at', coalesce(v_oldest, now()) + interval '15 minutes');
end
$$;
comment on function public.admit_code(text, uuid, text) is
  'Counts a code that the site is about to try for an account, in a session opened in this way: ''password'', ''link'' '
  '(a mailed link) or ''second_factor''. "left": the attempts left of five in 15 minutes, with this one; at 0 the site '
  'must not try the code. "again_at": when the next attempt is possible if none is left. Codes tried before '
  'remove_factor do not count.';

create function public.record_code(p_site_key text, p_user uuid, p_way text default 'password') returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_site_key(p_site_key);
  update private.code_tries set was_right = true
  where id = (
    select t.id from private.code_tries t
    where t.user_id = p_user and t.way = p_way and not t.was_right order by t.tried_at desc, t.id desc limit 1);
end
$$;
comment on function public.record_code(text, uuid, text) is 'For a right code: the last attempt no longer counts.';

create function public.undo_code(p_site_key text, p_user uuid, p_way text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_site_key(p_site_key);
  delete from private.code_tries
  where id = (
    select t.id from private.code_tries t
    where t.user_id = p_user and t.way = p_way and not t.was_right order by t.tried_at desc, t.id desc limit 1);
end
$$;
comment on function public.undo_code(text, uuid, text) is
  'For a code that the Auth server has not judged: removes the last attempt.';

create function public.list_admins() returns table (
  id uuid, email text, last_sign_in_at timestamptz, code_since timestamptz, code_removed_at timestamptz,
  code_removed_by text, wrong_codes_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select u.id, u.email::text, u.last_sign_in_at,
      (select min(f.created_at) from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified'),
      r.removed_at, r.removed_by, (
        select max(t.tried_at) from private.code_tries t
        where t.user_id = u.id and not t.was_right
          and 5 <= (
            select count(*) from private.code_tries o
            where o.user_id = u.id and not o.was_right
              and o.tried_at between t.tried_at - interval '15 minutes' and t.tried_at)
          and not exists (
            select from private.code_tries o
            where o.user_id = u.id and o.was_right
              and o.tried_at > t.tried_at and o.tried_at < now() - interval '1 day'))
    from auth.users u left join private.removed_factors r on r.user_id = u.id
    where u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now())
    order by u.email;
end
$$;
comment on function public.list_admins() is
  'The admins'' accounts that are not banned. code_since: when the account got its second factor. code_removed_by: the '
  'admin who last removed one (null: with the project''s secret key). wrong_codes_at: the last time at which a fifth '
  'code within 15 minutes was wrong; null if there is none, or if a later right code is more than a day old. Setting a '
  'new password counts as a sign-in.';

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
  -- The account sets a new password at once, if a stranger has added the factor.
  delete from private.password_recoveries r where r.user_id = p_user;
  insert into private.removed_factors (user_id, removed_by)
  values (p_user, case when v_is_owner is not true then auth.jwt() ->> 'email' end)
  on conflict (user_id) do update set removed_by = excluded.removed_by, removed_at = now();
end
$$;
comment on function public.remove_factor(text, uuid) is
  'Removes an account''s second factors, ends all its sessions, and clears its counts of wrong codes and of mailed '
  'links. The caller is another admin, with the site''s key, or has the project''s secret key. Raises own_factor, '
  'no_such_admin, no_factor.';

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
  'True if the site may mail a link for a new password to this address; then counts the mail. Only admins who are not '
  'banned get such mails, at most one in ten minutes and five in a day.';

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
  'For a mail that the Auth server did not send: removes the last mail.';

create function public.link_needs_code(p_site_key text, p_token text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  -- Accounts without a mailed link have an empty token, or null.
  return (
    select private.has_second_factor(u.id) from auth.users u
    where u.recovery_token = p_token and p_token ~ '^(pkce_)?[0-9a-f]{56}$');
end
$$;
comment on function public.link_needs_code(text, text) is
  'True if a new password by this mailed link also needs a code from the account''s phone; null if the token belongs '
  'to no mailed link that nobody has used yet. The site asks the Auth server about no other token.';

-- For 1.0.0, until 1.2.0

create function public.is_recovery_link(p_site_key text, p_token text) returns boolean
language sql stable security definer set search_path = ''
as $$ select public.link_needs_code(p_site_key, p_token) is not null $$;
comment on function public.is_recovery_link(text, text) is 'True if link_needs_code is not null.';
