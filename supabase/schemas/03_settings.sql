-- The studio's settings, and where a call takes place.

create table private.studio_settings (
  one boolean primary key default true constraint studio_settings_one_row check (one),
  location_kind text not null,
  location_name text,
  location_url text,
  location_is_sample boolean not null default false,
  location_changed_at timestamptz,
  reminds_day_before boolean not null default true,
  reminds_hour_before boolean not null default true,
  notice_hours smallint not null default 0 constraint studio_settings_notice_hours
    check (notice_hours between 0 and 72),
  first_steps_put_away boolean not null default false,
  samples_seen boolean not null default false,
  constraint studio_settings_location check (
    location_kind = 'video' and num_nonnulls(location_name, location_url) = 2
    or location_kind = 'phone' and num_nonnulls(location_name, location_url) in (0, 2)
  ),
  -- location_url has the URL, so the name must not contain one.
  constraint studio_settings_location_name check (
    char_length(location_name) between 1 and 100 and private.is_clean_text(location_name)
      and location_name !~ 'https?://'
  ),
  constraint studio_settings_location_url check (
    char_length(location_url) <= 300 and location_url ~ '^https?://\S+$' and private.is_clean_text(location_url)
  ),
  constraint studio_settings_location_call check (
    location_name not like '%{call}%'
    and (location_url not like '%{call}%' or location_url ~ '^https://[^{}]+/[^{}]*\{call\}[^{}]*$')
  )
);
comment on column private.studio_settings.location_kind is
  'The default call location. ''video'': the room location_name at location_url. ''phone'': the studio rings the '
  'visitor; the row can keep a room for later.';
comment on column private.studio_settings.location_url is
  'URL of the video room, in which {call} stands for the call''s own room (bookings.room).';
comment on column private.studio_settings.notice_hours is
  'Visitors see no times that begin within this number of hours. They never see times of today.';
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
    when p_location is not null then
      jsonb_build_object('text', p_location, 'url', substring(p_location from 'https?://\S+'))
    when s.location_kind = 'video' then
      jsonb_build_object('text', s.location_name, 'url', replace(s.location_url, '{call}', coalesce(p_room, '{call}')))
    else jsonb_build_object('text', 'We ring you' || coalesce(' on ' || p_phone, ''), 'url', null)
  end
  from private.studio_settings s
$$;

-- A call's location as one line: 'Our video room, https://meet.example/call'.
create function private.location_wording(p_location text, p_phone text, p_room text) returns text
language sql stable set search_path = ''
as $$
  select coalesce(p_location, concat_ws(', ', l ->> 'text', l ->> 'url'))
  from private.call_location(p_location, p_phone, p_room) l
$$;

create function private.settings_json() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'location', jsonb_strip_nulls(jsonb_build_object(
      'kind', s.location_kind, 'name', s.location_name, 'url', s.location_url)),
    'is_sample', s.location_is_sample,
    'day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours,
    'first_steps_put_away', s.first_steps_put_away, 'samples_seen', s.samples_seen)
  from private.studio_settings s
$$;

create function public.get_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.settings_json();
end
$$;
comment on function public.get_settings() is
  '"location", the default call location: {"kind": "video", "name", "url"}, or {"kind": "phone"} with the former room; '
  '"is_sample", true while that location is the sample; "day_before" and "hour_before", true if visitors get a '
  'reminder 24 hours and an hour before a confirmed call; "notice_hours", 0 to 72; "first_steps_put_away"; '
  '"samples_seen", true once an admin has opened the news about samples.';

create function public.set_settings(p_changes jsonb, p_seen jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_now jsonb;
begin
  perform private.require_admin();
  perform 1 from private.studio_settings for no key update;
  v_now := private.settings_json();
  if exists (
    select from jsonb_each(p_changes) c
    where v_now -> c.key is distinct from p_seen -> c.key
      -- Accepts a setting that already has the wanted value, as after a lost response.
      and not v_now -> c.key @> c.value)
  then
    raise exception using message = 'settings_changed';
  end if;
  update private.studio_settings
  set reminds_day_before = coalesce((p_changes ->> 'day_before')::boolean, reminds_day_before),
    reminds_hour_before = coalesce((p_changes ->> 'hour_before')::boolean, reminds_hour_before),
    notice_hours = coalesce((p_changes ->> 'notice_hours')::smallint, notice_hours),
    first_steps_put_away = coalesce((p_changes ->> 'first_steps_put_away')::boolean, first_steps_put_away),
    samples_seen = coalesce((p_changes ->> 'samples_seen')::boolean, samples_seen);
  if p_changes ? 'location' then
    update private.studio_settings
    set location_kind = p_changes #>> '{location,kind}', location_is_sample = false,
      -- 'phone' keeps the former room.
      location_name = coalesce(p_changes #>> '{location,name}', location_name),
      location_url = coalesce(p_changes #>> '{location,url}', location_url),
      location_changed_at =
        case when v_now -> 'location' @> (p_changes -> 'location') then location_changed_at else now() end;
  end if;
end
$$;
comment on function public.set_settings is
  'Sets the settings in p_changes, with the names of get_settings except is_sample. p_seen has the values that the '
  'admin saw: raises settings_changed if a current value is neither the seen nor the wanted one. A new location sends '
  'no mail; get_calls_to_tell then lists the visitors who know the former one.';

create function public.asks_for_phone() returns boolean
language sql stable security definer set search_path = ''
as $$ select s.location_kind = 'phone' from private.studio_settings s $$;
comment on function public.asks_for_phone() is 'Strangers can read nothing else about the location of calls.';
