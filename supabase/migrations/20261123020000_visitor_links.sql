-- An admin can copy the visitor's link of a booking, to send it to them. The history says who did, and when.

alter table public.request_events
  add column kind text not null default 'change' constraint request_events_kind check (kind in ('change', 'link_copied'));
comment on table public.request_events is
  'The history of bookings and inquiries: who changed what, and when. Written by triggers, and by copy_visitor_link.';
comment on column public.request_events.kind is
  '''link_copied'' when an admin copied the visitor''s link: before and after are then the same. Else ''change''.';

create function public.copy_visitor_link(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_live_admin();
  -- Locked, so that an erasure at the same time deletes this event too.
  select * into v_booking from public.bookings b where b.id = p_booking_id for share;
  if not found or v_booking.email = 'erased@erased.invalid'
    or upper(v_booking.period) <= now() at time zone private.studio_zone() then
    return null;
  end if;
  insert into public.request_events (booking_id, actor, kind, before, after)
  values (v_booking.id, private.actor(), 'link_copied', private.booking_state(v_booking), private.booking_state(v_booking));
  return v_booking.link_version;
end
$$;
comment on function public.copy_visitor_link is
  'The link_version that the visitor''s link of a booking must be signed for, noted in its history. Null when there is no such booking, its '
  'call is over or its person is erased.';

revoke execute on function public.copy_visitor_link from public, anon, authenticated, service_role;
grant execute on function public.copy_visitor_link to authenticated;
