-- Counts codes from a phone apart by the way into the session, takes back the count of a code that the Auth server has
-- not judged, and lets no code from before remove_factor lock an account. The form for a new password learns by
-- the mailed link whether it asks for a code.

alter table private.code_tries
  add column way text not null default 'password' check (way in ('password', 'link', 'second_factor'));

do $do$
begin
drop function public.admit_code(text, uuid);
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
  'Counts a code that the site is about to try for an account, in a session opened in this way: ''password'', ''link'' (a mailed link) or '
  '''second_factor''. "left": the attempts left of five in 15 minutes, with this one; at 0 the site must not try the code. "again_at": when the next '
  'attempt is possible if none is left. Codes tried before remove_factor do not count.';
revoke execute on function public.admit_code from public, anon, authenticated, service_role;
grant execute on function public.admit_code to anon;
end
$do$;

do $do$
begin
drop function public.record_code(text, uuid);
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
comment on function public.record_code(text, uuid, text) is 'The site calls this after a right code. The last attempt then no longer counts.';
revoke execute on function public.record_code from public, anon, authenticated, service_role;
grant execute on function public.record_code to anon;
end
$do$;

do $do$
begin
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
  'The site calls this if the Auth server has not judged the code. Removes the last attempt from the count.';
revoke execute on function public.undo_code from public, anon, authenticated, service_role;
grant execute on function public.undo_code to anon;
end
$do$;

do $do$
begin
create function public.link_needs_code(p_site_key text, p_token text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not public.is_recovery_link(p_site_key, p_token) then
    return null;
  end if;
  return (select private.has_second_factor(u.id) from auth.users u where u.recovery_token = p_token);
end
$$;
comment on function public.link_needs_code(text, text) is
  'True if a new password by this mailed link also needs a code from the account''s phone; null if is_recovery_link is false.';
revoke execute on function public.link_needs_code from public, anon, authenticated, service_role;
grant execute on function public.link_needs_code to anon;
end
$do$;

create or replace function public.remove_factor(p_site_key text, p_user uuid) returns void
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
  'Removes an account''s second factors, ends all its sessions, and clears its counts of wrong codes and of mailed links. The caller is another admin, with the site''s key, or has the project''s secret '
  'key. Raises own_factor, no_such_admin, no_factor.';
