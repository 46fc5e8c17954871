-- Who knows an admin's e-mail cannot keep them out, and cannot learn that it is one. Whether a password may be tried depends on the e-mail as it
-- was entered, on the address and the browser that it comes from, and on how much the Auth server can take; never on whether an account has
-- this e-mail. The functions of before stay for a site that still calls them.

-- A place is a browser, known by its cookie, or an IP address. Both are stored as keyed hashes.
create table private.sign_in_places (
  user_id uuid not null,
  place_hash bytea not null,
  expires_at timestamptz not null,
  primary key (user_id, place_hash)
);
comment on table private.sign_in_places is
  'Browsers (180 days) and addresses (30 days) from which an account has signed in, as keyed hashes; at most ten for each account.';
create index sign_in_places_place on private.sign_in_places (place_hash);

create table private.password_tries (
  id bigint generated always as identity primary key,
  email_hash bytea not null,
  -- Set when the attempt counts for a known place alone.
  place_hash bytea,
  -- Whether it counts for the pool. Those beyond it do not, or the pool would tell which e-mails have accounts.
  fills_pool boolean not null,
  tried_at timestamptz not null default now()
);
comment on table private.password_tries is 'Password attempts of the last five minutes, by e-mail as a keyed hash.';
create index password_tries_email on private.password_tries (email_hash, tried_at);
create index password_tries_recent on private.password_tries (tried_at);

alter table private.sign_in_places enable row level security;
alter table private.password_tries enable row level security;
revoke all on private.sign_in_places, private.password_tries from public, anon, authenticated, service_role;

insert into private.sign_in_places (user_id, place_hash, expires_at)
select user_id, address_hash, signed_in_at + interval '30 days' from private.sign_in_addresses;

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
    return 'admitted'; -- while no key is stored anybody could call this and use up an admin's attempts
  end if;
  v_email := private.keyed_hash('sign-in ' || lower(btrim(p_email)));
  v_user := private.find_user(p_email);

  -- A known place first, with a lock on its own row only: no flood of strangers can make it wait.
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
  -- The Auth server takes 30 passwords and refreshes at once and 30 more a minute. While strangers use more than a little of that, it is
  -- not asked about e-mails that have no account.
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
  'Whether the site may try a password now, and counts the attempt. ''known_place'': the account has signed in from this browser or address, '
  'which have five attempts in five minutes of their own. ''admitted'': one of the 20 in five minutes that each e-mail has for everybody else. '
  'While strangers try more than five a minute that is ''admitted_busy'' or, without an account, ''unknown_email'': treat the password as wrong, '
  'without asking the Auth server. ''too_many''. '
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
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
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
  -- A cookie that no account knows may have been put there by somebody else.
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
  'After a right password: its attempt counts no longer, and its browser and address are known from now on. Returns the value for the '
  'browser''s cookie: p_device if any account knows it, else p_new_device; null when there is no such account.';

revoke execute on function public.admit_password(text, text, inet, text), public.record_password(text, text, inet, text, text)
  from public, anon, authenticated, service_role;
grant execute on function public.admit_password(text, text, inet, text), public.record_password(text, text, inet, text, text)
  to anon, authenticated;
comment on function public.admit_sign_in(text, text, inet) is 'Replaced by admit_password. Stays while an older site may call it.';
comment on function public.record_sign_in(text, text, inet) is 'Replaced by record_password. Stays while an older site may call it.';
