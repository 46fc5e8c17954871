-- Two settings: whether the first steps of /admin are put away, and whether an admin has opened the news that visitors
-- can read the samples. A studio with requests is past its first steps.

alter table private.studio_settings
  add column first_steps_put_away boolean not null default false,
  add column samples_seen boolean not null default false;
comment on column private.studio_settings.first_steps_put_away is 'True once an admin has put the first steps of /admin away.';
comment on column private.studio_settings.samples_seen is 'True once an admin has opened the news that visitors can read the samples.';
update private.studio_settings set first_steps_put_away = true where exists (select from public.requests);

create or replace function private.settings_json() returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'location', jsonb_strip_nulls(jsonb_build_object('kind', s.location_kind, 'name', s.location_name, 'url', s.location_url)),
    'is_sample', s.location_is_sample,
    'day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours,
    'first_steps_put_away', s.first_steps_put_away, 'samples_seen', s.samples_seen)
  from private.studio_settings s
$$;

comment on function public.get_settings() is
  'For admins: "location", the default call location: {"kind": "video", "name", "url"}, or {"kind": "phone"} with the former room; "is_sample", true '
  'while that location is the sample; "day_before" and "hour_before", true if visitors get a reminder 24 hours and an hour before a confirmed call; '
  '"notice_hours", 0 to 72; "first_steps_put_away"; "samples_seen", true once an admin has opened the news about samples.';

create or replace function public.set_settings(p_changes jsonb, p_seen jsonb) returns void
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
      location_changed_at = case when v_now -> 'location' @> (p_changes -> 'location') then location_changed_at else now() end;
  end if;
end
$$;
