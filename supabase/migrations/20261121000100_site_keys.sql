-- How the database knows that a call comes from the site and not from somebody who only has the public key: the site sends a key derived
-- from its SITE_SECRET; here is only that key's SHA-256. Two may be stored, so that the key can be changed without a gap.

create table private.site_keys (
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  stored_at timestamptz not null default now()
);
alter table private.site_keys enable row level security;
revoke all on private.site_keys from public, anon, authenticated, service_role;

create function public.set_site_key(p_hash text, p_only boolean default false) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if p_hash !~ '^[0-9a-f]{64}$' is not false then
    raise invalid_parameter_value using message = 'invalid_key_hash', hint = 'A SHA-256 as 64 hexadecimal digits.';
  end if;
  insert into private.site_keys (key_hash, stored_at)
  -- Always newer than every other key, even if the clock has not moved.
  select decode(p_hash, 'hex'), greatest(clock_timestamp(), max(k.stored_at) + interval '1 microsecond') from private.site_keys k
  on conflict (key_hash) do update set stored_at = excluded.stored_at;
  delete from private.site_keys
  where key_hash not in (
    select k.key_hash from private.site_keys k order by k.stored_at desc limit case when p_only then 1 else 2 end
  );
end
$$;
comment on function public.set_site_key(text, boolean) is
  'Stores the SHA-256 (hex) of the site''s key. The newest two are kept, or only this one: for a key that has leaked.';

-- Whether a call is signed with a stored key. Raises not_signed for a key that is not stored; returns false while no key is stored.
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
  'Whether this key of a site is ''known'', ''unknown'', or ''none stored'': then calls need no key yet.';

revoke execute on function public.set_site_key(text, boolean), public.get_site_key_state(text)
  from public, anon, authenticated, service_role;
grant execute on function public.set_site_key(text, boolean) to service_role;
grant execute on function public.get_site_key_state(text) to anon, authenticated;
