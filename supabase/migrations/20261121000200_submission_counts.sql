-- Bookings and inquiries have separate caps, and every submit that counts adds a row to one table, kept for 24 hours: a
-- request that is sent again with another e-mail or time changes its own row and counts once more. People and addresses are in it as keyed hashes.

create function private.keyed_hash(p_text text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(k.outer_key || sha256(k.inner_key || convert_to(p_text, 'UTF8'))) from private.address_keys k
$$;

-- IPv6 counts by its /64, which is what one household gets; an IPv4 address written as IPv6 counts as itself.
create or replace function private.hash_address(p_address inet) returns bytea
language sql stable set search_path = ''
as $$
  select private.keyed_hash(host(
    case
      when p_address <<= inet '::ffff:0:0/96' then inet '0.0.0.0' + (p_address - inet '::ffff:0:0')
      when family(p_address) = 6 then network(set_masklen(p_address, 64))
      else p_address
    end))
$$;

create function private.hash_email(p_email text) returns bytea
language sql stable set search_path = ''
as $$ select private.keyed_hash(lower(p_email)) $$;

create table private.submits (
  kind text not null check (kind in ('booking', 'inquiry')),
  email_hash bytea not null,
  address_hash bytea,
  submitted_at timestamptz not null default now()
);
create index submits_email on private.submits (email_hash, submitted_at);
create index submits_address on private.submits (address_hash, submitted_at) where address_hash is not null;
create index submits_recent on private.submits (submitted_at);
alter table private.submits enable row level security;
revoke all on private.submits from public, anon, authenticated, service_role;

-- Submits of the last 24 hours still count. The counts by address, over ten minutes, start at zero.
insert into private.submits (kind, email_hash, submitted_at)
select 'booking', private.hash_email(email), created_at from public.bookings where created_at > now() - interval '24 hours'
union all
select 'inquiry', private.hash_email(email), created_at from public.inquiries where created_at > now() - interval '24 hours';
drop function private.admit_submit(text, inet);
drop table private.address_submits;

-- A number that the owner has changed stays.
delete from private.submission_caps where name = 'submits_in_an_hour';
insert into private.submission_caps (name, max) values
  ('bookings_in_an_hour', 30),
  ('bookings_in_a_day', 60),
  ('inquiries_in_an_hour', 120)
on conflict (name) do nothing;

drop function private.refuse_above(text, bigint);
create function private.check_cap(p_cap text, p_count bigint, p_code text default 'too_many') returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_count >= (select c.max from private.submission_caps c where c.name = p_cap) then
    raise exception using message = p_code, hint = p_cap;
  end if;
end
$$;

-- The caps that count everybody together, each with what it counts now.
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

-- Raises too_many when one more submit would pass a cap of this person, too_busy when it would pass one of all together. `p_except` is a
-- booking that the submit replaces.
create function private.check_caps(p_kind text, p_email text, p_address_hash bytea, p_except uuid default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'
         and b.id is distinct from p_except));
  end if;
  perform private.check_cap('submits_per_email_in_24_hours',
    (select count(*) from private.submits
     where email_hash = private.hash_email(p_email) and submitted_at > now() - interval '24 hours'));
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

create function public.get_reached_caps() returns table (name text, max integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select c.name, c.max from private.submission_caps c join private.shared_caps() s on s.cap = c.name
    where s.submits >= c.max order by c.name;
end
$$;
comment on function public.get_reached_caps() is
  'The caps for all visitors together that are reached now: until fewer count, such submits are refused.';
revoke execute on function public.get_reached_caps() from public, anon, authenticated, service_role;
grant execute on function public.get_reached_caps() to authenticated;
