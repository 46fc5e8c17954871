-- How often the site may try a password. The Auth server counts all sign-ins and refreshes that come from the site's one address together, so
-- a stranger's guesses would use up what signed-in admins need; the site asks here first. Only accounts' ids and keyed hashes are kept.

create table private.sign_in_tries (
  -- Null: no account has this e-mail.
  user_id uuid,
  -- Set when the attempt counts against the address's own allowance.
  address_hash bytea,
  tried_at timestamptz not null default now()
);
create index sign_in_tries_recent on private.sign_in_tries (tried_at);

create table private.sign_in_addresses (
  user_id uuid not null,
  address_hash bytea not null,
  signed_in_at timestamptz not null default now(),
  primary key (user_id, address_hash)
);
alter table private.sign_in_tries enable row level security;
alter table private.sign_in_addresses enable row level security;
revoke all on private.sign_in_tries, private.sign_in_addresses from public, anon, authenticated, service_role;

create function private.find_user(p_email text) returns uuid
language sql stable set search_path = ''
as $$ select u.id from auth.users u where u.email = lower(btrim(p_email)) limit 1 $$;

create function public.admit_sign_in(p_site_key text, p_email text, p_address inet default null) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid;
  v_address bytea;
  v_own bigint;
  v_all_in_a_minute bigint;
begin
  if not private.check_site_key(p_site_key) then
    return true; -- while no key is stored anybody could call this and use up an admin's attempts
  end if;
  perform pg_advisory_xact_lock(5, 0);
  delete from private.sign_in_tries where tried_at <= now() - interval '5 minutes';
  v_user := private.find_user(p_email);

  select a.address_hash into v_address from private.sign_in_addresses a
  where a.user_id = v_user and a.address_hash = private.hash_address(p_address)
    and a.signed_in_at > now() - interval '30 days';
  if found and (select count(*) from private.sign_in_tries t where t.user_id = v_user and t.address_hash = v_address) < 5 then
    insert into private.sign_in_tries (user_id, address_hash) values (v_user, v_address);
    return true;
  end if;

  select count(*) filter (where t.user_id is not distinct from v_user), count(*) filter (where t.tried_at > now() - interval '1 minute')
  into v_own, v_all_in_a_minute
  from private.sign_in_tries t where t.address_hash is null;
  -- The Auth server accepts 30 at once and 30 more a minute. When attempts come that fast, accounts with few attempts have priority.
  if v_own >= 20 or (v_all_in_a_minute >= 20 and v_own >= 3) then
    return false;
  end if;
  insert into private.sign_in_tries (user_id) values (v_user);
  return true;
exception
  when lock_not_available then
    return false;
end
$$;
comment on function public.admit_sign_in(text, text, inet) is
  'Whether the site may try a password now, and counts the try: 20 in 5 minutes for each account and for all unknown e-mails together; an '
  'address from which the account signed in within 30 days has five of its own. Admits all while no site key is stored.';

create function public.record_sign_in(p_site_key text, p_email text, p_address inet default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_user uuid;
  v_address bytea := private.hash_address(p_address);
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  v_user := private.find_user(p_email);
  perform pg_advisory_xact_lock(5, 0);
  -- A successful attempt does not count.
  delete from private.sign_in_tries
  where ctid = (select t.ctid from private.sign_in_tries t where t.user_id = v_user order by t.tried_at desc limit 1);
  delete from private.sign_in_addresses where signed_in_at <= now() - interval '30 days';
  if v_user is not null and v_address is not null then
    insert into private.sign_in_addresses (user_id, address_hash) values (v_user, v_address)
    on conflict (user_id, address_hash) do update set signed_in_at = now();
  end if;
end
$$;
comment on function public.record_sign_in(text, text, inet) is
  'After a right password: its try counts no longer, and its address is known for 30 days.';

revoke execute on function public.admit_sign_in(text, text, inet), public.record_sign_in(text, text, inet)
  from public, anon, authenticated, service_role;
grant execute on function public.admit_sign_in(text, text, inet), public.record_sign_in(text, text, inet)
  to anon, authenticated;
