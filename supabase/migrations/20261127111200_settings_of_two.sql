-- Two founders in the settings: a usual location that was changed since it was read is not overwritten unasked, and of
-- the reminders only what was chosen is set. In one block, because a press may come in between.

do $migration$
begin
drop function public.set_usual_location(text, text, text);

create function public.set_usual_location(
  p_kind text, p_name text default null, p_url text default null, p_seen jsonb default null
) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings
  set location_kind = p_kind, location_name = p_name, location_url = p_url, location_is_sample = false,
    location_changed_at = case
      when (location_kind, location_name, location_url) is distinct from (p_kind, p_name, p_url) then now()
      else location_changed_at
    end
  where one and (
    p_seen is null
    or (location_kind, location_name, location_url) is not distinct from (p_seen ->> 'kind', p_seen ->> 'name', p_seen ->> 'url')
    -- A second try after a lost response.
    or (location_kind, location_name, location_url) is not distinct from (p_kind, p_name, p_url));
  if not found then
    raise exception using message = 'location_changed';
  end if;
end
$$;
comment on function public.set_usual_location is
  'For admins: where calls happen from now on, ''video'' with a name and an address or ''phone''. Mails nobody: get_calls_to_tell has whom to tell. '
  'With p_seen, as get_usual_location gave it, it raises location_changed when another was set since.';

revoke execute on function public.set_usual_location from public, anon, authenticated, service_role;
grant execute on function public.set_usual_location to authenticated;
end
$migration$;

create or replace function public.set_reminders(p_day_before boolean default null, p_hour_before boolean default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings
  set reminds_day_before = coalesce(p_day_before, reminds_day_before), reminds_hour_before = coalesce(p_hour_before, reminds_hour_before)
  where one;
end
$$;
comment on function public.set_reminders is
  'For admins: whether visitors are reminded 24 hours and an hour before a confirmed call. What is null stays as it is.';
