-- A forgotten password: which admins are mailed a link, and how often; one post a link; and when admins
-- signed in last.

-- 1. Forgotten passwords

create table private.password_recoveries (
  user_id uuid not null,
  asked_at timestamptz not null default now(),
  primary key (user_id, asked_at)
);
comment on table private.password_recoveries is 'When the site had an admin mailed a link for a new password, in the last day.';

-- Two posts of one link at once would both succeed, and each end the other's session.
create table private.lent_links (
  token_hash bytea primary key,
  lent_at timestamptz not null default now()
);
comment on table private.lent_links is
  'Links for a new password that are being posted, as keyed hashes: for 15 seconds each is its post''s alone.';

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
  'Whether the site may have a link for a new password mailed to this address, and counts the mail: only to an admin who is not banned, '
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
comment on function public.undo_recovery(text, text) is 'When the Auth server would not mail: the mail that was counted last counts no longer.';

create function public.admit_recovery_link(p_site_key text, p_token text) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
begin
  perform private.require_site_key(p_site_key);
  -- Those who were mailed none have an empty one, or null.
  if p_token ~ '^(pkce_)?[0-9a-f]{56}$' is not true or not exists (select 1 from auth.users u where u.recovery_token = p_token) then
    return 'unknown';
  end if;
  delete from private.lent_links where lent_at <= now() - interval '15 seconds';
  insert into private.lent_links (token_hash) values (private.keyed_hash('link ' || p_token)) on conflict do nothing;
  return case when found then 'admitted' else 'busy' end;
exception
  when lock_not_available then
    return 'busy';
end
$$;
comment on function public.admit_recovery_link(text, text) is
  'Whether the site may ask the Auth server about the token of a link: ''admitted'', for 15 seconds and no other post; ''busy'', while '
  'another has it; ''unknown'', because nobody was mailed it, or it was used.';

alter table private.lent_links enable row level security;
alter table private.password_recoveries enable row level security;
revoke all on private.lent_links, private.password_recoveries from public, anon, authenticated, service_role;
revoke execute on function public.admit_recovery, public.undo_recovery, public.admit_recovery_link
  from public, anon, authenticated, service_role;
grant execute on function public.admit_recovery, public.undo_recovery, public.admit_recovery_link to anon;

-- 2. The admins' last sign-ins. What it returns cannot be changed, so it is made anew; those who call it look
-- for it when they run.

drop function public.list_admins();
create function public.list_admins() returns table (id uuid, email text, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select u.id, u.email::text, u.last_sign_in_at from auth.users u
    where u.raw_app_meta_data ->> 'role' = 'admin' and (u.banned_until is null or u.banned_until <= now())
    order by u.email;
end
$$;
comment on function public.list_admins() is
  'For admins: the accounts that can look after a request. Setting a new password counts as a sign-in.';
revoke execute on function public.list_admins from public, anon, authenticated, service_role;
grant execute on function public.list_admins to authenticated;
