-- Caps on what may be sent, in the database because every instance of the site shares it. Caps are rows: the owner, a
-- test or a benchmark changes one with an UPDATE.

create table private.submission_caps (
  name text primary key,
  max integer not null check (max >= 0)
);
insert into private.submission_caps (name, max) values
  ('future_bookings_per_email', 3),
  ('submits_per_email_in_24_hours', 5),
  ('submits_in_an_hour', 300),
  ('submits_per_address_in_10_minutes', 20);

-- Addresses are kept for 24 hours and only as a keyed hash, nested as in HMAC (RFC 2104).
create table private.address_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
insert into private.address_keys
select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create table private.address_submits (
  address_hash bytea not null,
  submitted_at timestamptz not null default now()
);
create index address_submits_recent on private.address_submits (address_hash, submitted_at);
create index address_submits_old on private.address_submits (submitted_at);

alter table private.submission_caps enable row level security;
alter table private.address_keys enable row level security;
alter table private.address_submits enable row level security;
revoke all on all tables in schema private from public, anon, authenticated, service_role;

create function private.refuse_above(p_cap text, p_count bigint) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_count >= (select c.max from private.submission_caps c where c.name = p_cap) then
    raise exception using message = 'too_many', hint = p_cap;
  end if;
end
$$;

-- IPv6 counts by its /64, which is what one household gets; an IPv4 address written as IPv6 counts as itself.
create function private.hash_address(p_address inet) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(k.outer_key || sha256(k.inner_key || convert_to(host(
    case
      when p_address <<= inet '::ffff:0:0/96' then inet '0.0.0.0' + (p_address - inet '::ffff:0:0')
      when family(p_address) = 6 then network(set_masklen(p_address, 64))
      else p_address
    end), 'UTF8')))
  from private.address_keys k
$$;

-- Raises too_many when one more submit from this e-mail (and address, if known) would pass a cap, and counts it otherwise.
create function private.admit_submit(p_email text, p_address inet) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.refuse_above('submits_in_an_hour',
    (select count(*) from public.bookings where created_at > now() - interval '1 hour')
    + (select count(*) from public.inquiries where created_at > now() - interval '1 hour'));
  perform private.refuse_above('submits_per_email_in_24_hours',
    (select count(*) from public.bookings where lower(email) = lower(p_email) and created_at > now() - interval '24 hours')
    + (select count(*) from public.inquiries where lower(email) = lower(p_email) and created_at > now() - interval '24 hours'));
  delete from private.address_submits where submitted_at < now() - interval '24 hours';
  if p_address is not null then
    perform private.refuse_above('submits_per_address_in_10_minutes',
      (select count(*) from private.address_submits
       where address_hash = private.hash_address(p_address) and submitted_at > now() - interval '10 minutes'));
    insert into private.address_submits (address_hash) values (private.hash_address(p_address));
  end if;
end
$$;
