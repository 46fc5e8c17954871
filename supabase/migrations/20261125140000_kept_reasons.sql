-- What was said about a cancellation stays with a call that is confirmed again at the same time, so that this can be
-- taken back without sending these words around. It is read only while the call is cancelled.

create or replace function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  if (p_new.calendar_sequence, p_new.name, p_new.location, private.is_erased(p_new.email))
    is distinct from (p_old.calendar_sequence, p_old.name, p_old.location, private.is_erased(p_old.email))
  then
    p_new.changed_at := now();
  end if;
  -- What was said about a cancellation is of no meaning at another time. At the same one it stays, so that
  -- confirming the call can be taken back; it is read only while the call is cancelled.
  if (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  -- It was moved within its closed date, where it stands from now on; or that date was an earlier one of the call,
  -- and its visitor knows a later one.
  if p_new.closed_over = p_old.closed_over and (
    p_new.date = p_old.date and p_new.time_slot_id <> p_old.time_slot_id
    or p_old.closed_over <> p_old.date
      and not private.is_misleading(private.difference(p_old.known, private.call_state(p_old))))
  then
    p_new.closed_over := null;
  end if;
  return p_new;
end
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- Only of a confirmed call that its visitor comes to: the words and the url of its location.
    'where', case when b.status = 'confirmed' and not private.has_to_move(b) then private.call_location(b.location, b.phone) end,
    'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence, 'has_to_move', private.has_to_move(b),
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.request_id = b.id and r.kind = 'propose' and r.sequence = b.calendar_sequence),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

create or replace function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if p_reason is not null and (char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true)) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.check_caps('cancel', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason, cancel_message = null where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'revision', b.revision,
      'state', c.state, 'known', b.known - 'at', 'difference', to_jsonb(c.difference),
      'is_closed', 'closed' = any (c.difference),
      'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_calls_to_tell() limit 500) c join public.bookings b on b.id = c.id);
end
$$;
