-- An admin keeps one call at a time. The list of requests has the tab 'On a closed date'. keep_calls stays for the site of
-- version 1.0.0.

create function public.keep_call(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_is_asked boolean;
  v_event public.request_events;
begin
  perform private.require_admin();
  select * into v_booking from public.bookings b
  where b.id = p_booking_id and private.starts_at(b) > now() and not private.is_erased(b.email)
    and (private.has_open_proposal(b) or b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id))
  for no key update;
  if not found then
    raise exception using message = 'changed_meanwhile';
  end if;
  v_is_asked := v_booking.status = 'confirmed' and private.has_open_proposal(v_booking);
  -- The log already has this act.
  if v_booking.status = 'confirmed' and not v_is_asked and private.is_kept(v_booking.id) then
    return null;
  end if;
  v_event := private.act(v_booking.id, 'kept', case
    when v_booking.status = 'pending' then '{"status": "confirmed"}'
    -- The higher calendar_sequence closes the proposal, and a newer calendar file of the same event needs it.
    -- `known` becomes pending, because the visitor expects no call until a mail or an admin tells them.
    when v_is_asked then jsonb_build_object(
      'calendar_sequence', v_booking.calendar_sequence + 1, 'known', v_booking.known || jsonb_build_object('status', 'pending', 'at', now()))
    else '{}' end, case when v_is_asked then 'asked' end);
  if v_is_asked then
    perform private.write_call_mail(v_booking.id, now() + interval '60 seconds', 'kept');
  end if;
  return v_event.revision;
end
$$;
comment on function public.keep_call(uuid) is
  'For admins: keeps an upcoming call at its time, although other times were proposed or its date is closed. Closes an open proposal, confirms a '
  'pending call and mails the visitor in a minute; for a confirmed call without a proposal only logs the act. Returns the revision for undo_act; null '
  'if the act is already logged. Raises changed_meanwhile if there is nothing to keep.';

revoke all on function public.keep_call(uuid) from public, anon, authenticated, service_role;
grant execute on function public.keep_call(uuid) to authenticated;

create or replace function public.keep_calls(p_booking_ids uuid[]) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_id uuid;
  v_kept jsonb := '{}';
begin
  perform private.require_admin();
  for v_id in select b.id from public.bookings b where b.id = any (p_booking_ids) order by b.id for no key update loop
    begin
      v_kept := v_kept || jsonb_build_object(v_id::text, public.keep_call(v_id));
    exception when raise_exception then
      if sqlerrm <> 'changed_meanwhile' then
        raise;
      end if;
    end;
  end loop;
  return v_kept;
end
$$;
comment on function public.keep_calls(uuid[]) is 'For admins: keep_call for several calls. Returns its result by call, without the calls that have nothing to keep.';

create or replace function public.count_views() returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select jsonb_build_object(
    'all', count(*),
    'to_answer', count(*) filter (where is_to_answer),
    -- The promise of an answer in 24 hours holds for a visitor's question, and for the offer that they accepted.
    'overdue', count(*) filter (
      where is_to_answer and due_at < now() and turn_reason in ('booked', 'wrote', 'moved', 'asked', 'accepted')),
    'their_turn', count(*) filter (where is_their_turn),
    'upcoming', count(*) filter (where is_upcoming),
    'past', count(*) filter (where is_past),
    'archived', count(*) filter (where is_archived),
    -- A query of its own, because the column reads the bookings.
    'on_closed_date', (select count(*) from public.admin_requests where is_on_closed_date),
    'pending', count(*) filter (where status = 'pending'),
    'new', count(*) filter (where status = 'new'),
    'bookings', count(*) filter (where type = 'booking'),
    'inquiries', count(*) filter (where type = 'inquiry'),
    'read_at', clock_timestamp())
  from public.admin_requests;
end;
