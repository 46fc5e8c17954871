-- Whoever is removed, banned or deleted, or was signed out elsewhere, reads nothing more either. Until now a token was enough to read until it
-- ended. Realtime evaluates these policies for each change, so an open socket falls silent too.

alter policy "Admins read slots" on public.time_slots using ((select private.is_live_admin()));
alter policy "Admins read presets" on public.time_slot_presets using ((select private.is_live_admin()));
alter policy "Admins read the weekday pattern" on public.recurring_availability using ((select private.is_live_admin()));
alter policy "Admins read exceptions" on public.availability using ((select private.is_live_admin()));
alter policy "Admins read closed dates" on public.closed_dates using ((select private.is_live_admin()));
alter policy "Admins read bookings" on public.bookings using ((select private.is_live_admin()));
alter policy "Admins read inquiries" on public.inquiries using ((select private.is_live_admin()));
alter policy "Admins read what became of requests" on public.request_events using ((select private.is_live_admin()));

-- With the owner's rights, because list_requests calls it with those of its caller, who may not use this schema.
create or replace function private.require_admin() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
end
$$;

-- Without the check the policies would make it an empty list, like that of a studio without requests.
create or replace function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0
) returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select private.list_requests(
    private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))), private.studio_today(),
    p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset);
end;
comment on function public.list_requests(text, text, text, text, text, boolean, integer, integer) is
  'One page of bookings and inquiries: rows (messages cut at 500 characters), the exact total, and the counts of the views. Raises not_admin '
  'for anybody but an admin whose session is open.';
