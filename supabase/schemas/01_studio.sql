-- The whole schema as it is today, each object once: read the files in the order of their numbers.
-- Databases are changed by supabase/migrations; a test builds both and compares them.
--
-- This file: the studio's clock, the rules of text, where calls happen, and how addresses are hashed.

create schema private;
comment on schema private is 'Helpers and tables that no API role may reach.';

-- The one place in the database that names the studio's zone.
create function private.studio_zone() returns text
language sql immutable set search_path = ''
as $$ select 'Pacific/Auckland' $$;

-- Its body is bound at creation (begin atomic), so that callers without usage on this schema can run it
-- through a function that calls it.
create function private.studio_today() returns date
language sql stable set search_path = ''
begin atomic
  select (now() at time zone private.studio_zone())::date;
end;

-- 0 = Monday … 6 = Sunday. The only place where a date becomes a weekday id.
create function private.weekday(p_date date) returns smallint
language sql immutable set search_path = ''
as $$ select (extract(isodow from p_date) - 1)::smallint $$;

-- Text as we store it: trimmed of every space that Unicode knows (so a name of spaces is empty),
-- NFC, no bidi overrides, no control characters (line breaks and tabs only in a message). It calls
-- nothing in this schema: a CHECK runs it for roles without usage on the schema.
create function private.is_clean_text(p_text text, p_multiline boolean default false) returns boolean
language sql immutable set search_path = ''
as $$
  select p_text !~ '^[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]'
     and p_text !~ '[\t\n \u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]$'
     and p_text is nfc normalized
     and p_text !~ '[\u0001-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]'
     and (p_multiline or p_text !~ '[\t\n]')
$$;

-- What stands in place of the e-mail address of a person who was erased. ERASED_EMAIL in
-- lib/requests/request.ts is the same.
create function private.erased_email() returns text
language sql immutable set search_path = ''
as $$ select 'erased@erased.invalid' $$;

-- Bound at creation like studio_today, because triggers call it for admins.
create function private.is_erased(p_email text) returns boolean
language sql immutable set search_path = ''
begin atomic
  select lower(p_email) = private.erased_email();
end;

-- Text for comparing without case or diacritics; every apostrophe is the straight one, and every
-- hyphen and dash the ASCII hyphen. Combining marks of the Latin, Cyrillic, Hebrew and Arabic scripts
-- go. ASCII, which most text is, has nothing to replace.
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

-- Where calls happen that have no location of their own. Changing it mails nobody: 'Not yet told' then
-- lists whoever knows the former one.
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
  -- The address stands beside the name, so it is not part of it.
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
comment on table private.studio_settings is 'What the studio has set about itself, in one row.';
comment on column private.studio_settings.location_kind is
  'Where calls happen: ''video'' in the room of this name and address, ''phone'' when the studio rings the visitor: then the room is kept for later.';
comment on column private.studio_settings.location_url is 'With {call} in it, which stands for the call''s own room, each call has its own.';
comment on column private.studio_settings.location_is_sample is 'Whether the location is still the one that came with the site.';
comment on column private.studio_settings.location_changed_at is 'When the location was changed last; null if never.';
comment on column private.studio_settings.reminds_day_before is 'Whether visitors are reminded of a confirmed call 24 hours before it.';
comment on column private.studio_settings.reminds_hour_before is 'Whether visitors are reminded of a confirmed call an hour before it.';
comment on column private.studio_settings.notice_hours is 'Visitors are not offered times that begin sooner than this. They are never offered times of today.';
insert into private.studio_settings (location_kind, location_name, location_url, location_is_sample)
values ('video', 'Our video room', 'https://meet.southcoast.example/call', true);

-- The name of a room that nobody guesses: twelve random letters.
create function private.new_room() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(chr(97 + get_byte(sha256(uuid_send(gen_random_uuid())), n) % 26), '') from generate_series(1, 12) n
$$;

-- Where a call happens that has this location of its own, or the usual one: {"text", "url"}. The url is
-- that of a video room, or null.
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

-- The same as one line: 'Our video room, https://meet.example/call'.
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

-- Addresses are stored as keyed hashes only, nested as in HMAC (RFC 2104).
create table private.address_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.address_keys is 'The key with which addresses are hashed.';
insert into private.address_keys
select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

create function private.keyed_hash(p_text text) returns bytea
language sql stable set search_path = ''
as $$
  select sha256(k.outer_key || sha256(k.inner_key || convert_to(p_text, 'UTF8'))) from private.address_keys k
$$;

-- IPv6 counts by its /64, which is what one household gets; an IPv4 address written as IPv6 counts
-- as itself.
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
