-- The files in supabase/schemas define the current schema, each object once. Read them in the order of their
-- numbers. supabase/migrations changes existing databases; a test builds both and compares them.
--
-- This file: the studio's clock, the rules of text, and hashed addresses.

create schema private;
comment on schema private is 'Helpers and tables that no API role may use.';

-- The studio's time zone. Only this function names it.
create function private.studio_zone() returns text
language sql immutable set search_path = ''
as $$ select 'Pacific/Auckland' $$;

create function public.get_studio_zone() returns text
language sql stable security definer set search_path = ''
as $$ select private.studio_zone() $$;
comment on function public.get_studio_zone() is 'The site compares this time zone (IANA name) with its own.';

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

-- Replaces the e-mail address of an erased person. Equals ERASED_EMAIL in lib/statuses.ts.
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
        U&'\2018\2019\201B\02BB\02BC\2032\FF07\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D',
        '''''''''''''''----------'),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F'
      '\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '', 'g'))
  end
$$;

-- keyed_hash nests two hashes like HMAC (RFC 2104). IP addresses are stored only as such hashes.
create table private.address_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.address_keys is 'The secret keys of keyed_hash, in one row.';
insert into private.address_keys
select string_agg(uuid_send(gen_random_uuid()), ''), string_agg(uuid_send(gen_random_uuid()), '')
from generate_series(1, 4);

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
