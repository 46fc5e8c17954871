-- Functions for the page of a booking, which the visitor opens by a signed link. The site checks the signature, because
-- only the site has the secret. These functions require a stored site key and the link_version that was signed.

-- The times that the visitor can take without asking again: the times of the newest proposal, or none if the call
-- or its link has changed since.
create function private.proposed_times(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when l.link_version = p_booking.link_version then l.times end
    from public.request_events e join private.letters l on l.event_id = e.id
    where e.request_id = p_booking.id and l.kind = 'propose' and l.sequence = p_booking.calendar_sequence
    order by e.id desc limit 1), '[]')
$$;

create function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package,
    'fit', b.fit, 'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- The location as {"text", "url"}, only for a confirmed call without an open proposal.
    'where', case when b.status = 'confirmed' and not private.has_open_proposal(b) then
      private.call_location(b.location, b.phone, b.room) end,
    'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    'is_proposed', private.has_open_proposal(b),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id
      where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

-- Raises link_invalid if the booking does not exist, is erased, or has another link_version.
create function private.check_link(p_booking public.bookings, p_link_version integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_booking.id is null or private.is_erased(p_booking.email)
    or p_booking.link_version is distinct from p_link_version
  then
    raise exception using message = 'link_invalid';
  end if;
end
$$;

-- Raises link_invalid, already_cancelled, call_begun, or changed_meanwhile if the visitor saw an earlier state of
-- the booking.
create function private.check_change(p_booking public.bookings, p_link_version integer, p_seen_sequence integer)
returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_link(p_booking, p_link_version);
  if p_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if lower(p_booking.period) <= now() at time zone private.studio_zone() then
    raise exception using message = 'call_begun';
  end if;
  if p_booking.calendar_sequence is distinct from p_seen_sequence then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

create function public.get_managed_booking(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return private.managed_booking_json(p_id);
end
$$;
comment on function public.get_managed_booking is
  'A booking for its visitor''s page, with the link_version that the page''s link must be signed for. Null if the '
  'booking does not exist or its person was erased.';

create function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.count_submit('cancel', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason, cancel_message = null where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.cancel_managed_booking is
  'Cancels a call that has not begun and returns the booking. Raises changed_meanwhile if the booking''s '
  'calendar_sequence is not p_seen_sequence.';

create function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
  v_is_proposed boolean;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checks twice, like create_booking: first without a lock, so that a rejected move neither waits nor blocks others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- The booking already has this time, as after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id)
      and v_booking.status <> 'cancelled'
    then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    v_is_proposed := private.proposed_times(v_booking)
      @> jsonb_build_array(jsonb_build_object('date', p_date, 'time_slot_id', p_time_slot_id));
    perform private.check_time(p_date, p_time_slot_id, p_id, v_is_proposed);
  end loop;

  perform private.count_submit('change', v_booking.email, v_address);
  -- Takes the new time and frees the former one in one UPDATE. Confirms the call if the studio proposed the new time.
  update public.bookings
  set date = p_date, time_slot_id = p_time_slot_id,
    status = case when v_is_proposed then 'confirmed' else 'pending' end
  where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- The time may still be free, so the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking. The call is then confirmed if the '
  'time is one of its proposed_times, else pending again. Raises the same errors as cancel_managed_booking and '
  'create_booking.';

create function public.erase_managed_booking(p_site_key text, p_id uuid, p_link_version integer, p_email text)
returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_site_key(p_site_key);
  select * into v_booking from public.bookings b where b.id = p_id for no key update;
  perform private.check_link(v_booking, p_link_version);
  if lower(v_booking.email) is distinct from lower(p_email) then
    raise exception using message = 'email_differs';
  end if;
  -- Cancels a call that has not begun, because the studio can no longer reach its visitor.
  perform private.erase_request(p_id, case when private.starts_at(v_booking) > now() then 'cancelled' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.erase_managed_booking is
  'Erases the visitor''s data from this one booking and cancels a call that has not begun. The link stops working. '
  'Raises email_differs if p_email is not the booking''s address.';

create function public.copy_visitor_link(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_admin();
  -- Locks the booking, so that a simultaneous erasure deletes this event too.
  select * into v_booking from public.bookings b where b.id = p_booking_id for no key update;
  if not found or private.is_erased(v_booking.email)
    or upper(v_booking.period) <= now() at time zone private.studio_zone() then
    return null;
  end if;
  perform private.act(p_booking_id, 'link_copied');
  return v_booking.link_version;
end
$$;
comment on function public.copy_visitor_link is
  'Returns the link_version that the site signs in the visitor''s link, and logs ''link_copied''. Null if there is no '
  'such booking, its call is over or its person was erased.';
