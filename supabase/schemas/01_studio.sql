-- The files in supabase/schemas define the current schema, each object once. Read them in the order of their
-- numbers. supabase/migrations changes existing databases; a test builds both and compares them.
--
-- This file: the studio's clock, the rules of text, the default call location, and hashed addresses.

create schema private;
comment on schema private is 'Helpers and tables that no API role may use.';

-- The studio's time zone. Only this function names it.
create function private.studio_zone() returns text
language sql immutable set search_path = ''
as $$ select 'Pacific/Auckland' $$;

create function public.get_studio_zone() returns text
language sql stable security definer set search_path = ''
as $$ select private.studio_zone() $$;
comment on function public.get_studio_zone() is 'The studio''s time zone, by its IANA name: the site compares it with its own.';

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
        U&'\2018\2019\201B\02BB\02BC\2032\FF07\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D', '''''''''''''''----------'),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+',
      '', 'g'))
  end
$$;

-- A change of the default call location sends no mail; the admin's list 'Not told yet' then has the visitors who
-- know the former location.
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
  first_steps_put_away boolean not null default false,
  samples_seen boolean not null default false,
  constraint studio_settings_location check (
    location_kind = 'video' and num_nonnulls(location_name, location_url) = 2
    or location_kind = 'phone' and num_nonnulls(location_name, location_url) in (0, 2)
  ),
  -- location_url has the URL, so the name must not contain one.
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
comment on table private.studio_settings is 'The studio''s settings, in one row.';
comment on column private.studio_settings.location_kind is
  'The default call location. ''video'': the room location_name at location_url. ''phone'': the studio rings the visitor; the row can keep a room '
  'for later.';
comment on column private.studio_settings.location_url is 'URL of the video room, in which {call} stands for the call''s own room (bookings.room).';
comment on column private.studio_settings.location_is_sample is 'True while the location is the sample that came with the site.';
comment on column private.studio_settings.location_changed_at is 'Time of the last change of the location; null before the first.';
comment on column private.studio_settings.reminds_day_before is 'True if visitors get a reminder 24 hours before a confirmed call.';
comment on column private.studio_settings.reminds_hour_before is 'True if visitors get a reminder an hour before a confirmed call.';
comment on column private.studio_settings.notice_hours is
  'Visitors see no times that begin within this number of hours. They never see times of today.';
comment on column private.studio_settings.first_steps_put_away is 'True once an admin has put the first steps of /admin away.';
comment on column private.studio_settings.samples_seen is 'True once an admin has opened the news that visitors can read the samples.';
insert into private.studio_settings (location_kind, location_name, location_url, location_is_sample)
values ('video', 'Our video room', 'https://meet.southcoast.example/call', true);

-- A new value for bookings.room: twelve random letters, so that nobody can guess the room's URL.
create function private.new_room() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(chr(97 + get_byte(sha256(uuid_send(gen_random_uuid())), n) % 26), '') from generate_series(1, 12) n
$$;

-- A call's location as {"text", "url"}: p_location, or the default location if p_location is null. "url" is the
-- link to a video room, or null.
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

-- A call's location as one line: 'Our video room, https://meet.example/call'.
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

-- keyed_hash nests two hashes like HMAC (RFC 2104). IP addresses are stored only as such hashes.
create table private.address_keys (
  inner_key bytea not null,
  outer_key bytea not null
);
comment on table private.address_keys is 'The secret keys of keyed_hash, in one row.';
insert into private.address_keys
select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
       uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

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
