-- Who takes a request that somebody else took meanwhile learns it and takes nothing; a visitor whose time
-- the studio cannot make reads it on the page of the call.

drop function public.set_owner(uuid, uuid);

create function public.set_owner(p_request_id uuid, p_owner uuid default null, p_seen jsonb default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_type text;
  v_now uuid;
begin
  perform private.require_live_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  v_type := private.touch_request(p_request_id);
  select b.owner into v_now from public.bookings b where b.id = p_request_id
  union all
  select i.owner from public.inquiries i where i.id = p_request_id;
  if p_seen is not null and v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed', detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  perform private.note_event(v_type, p_request_id, 'owner', v_email);
  update public.bookings set owner = p_owner where id = p_request_id;
  update public.inquiries set owner = p_owner where id = p_request_id;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody. Raises no_such_admin, request_gone when its person was erased, and owner_changed with the owner''s e-mail address when somebody else has it than p_seen says: {"owner": user id or null}.';

revoke execute on function public.set_owner from public, anon, authenticated, service_role;
grant execute on function public.set_owner to authenticated;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location, 'cancel_message', b.cancel_message, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.booking_id = b.id and r.kind = 'propose' and r.told_sequence = b.calendar_sequence),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.booking_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;
