-- The outcome of a call that nobody confirmed also confirms it, in one act with one Undo.

CREATE OR REPLACE FUNCTION private.turn_of_act(p_kind text, p_actor text, p_request public.requests)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
  select case
    when p_kind in ('booked', 'wrote', 'asked', 'accepted', 'declined') then 'asks'
    when p_kind = 'moved' then case p_actor when 'visitor' then 'asks' end
    when p_kind in ('replied', 'proposed', 'offered', 'elsewhere') then 'waits'
    -- A mail after a call ends the studio's turn, and leaves the visitor's turn.
    when p_kind = 'after_call' then
      case when p_request.over_from > now() and p_request.ours_from > now() then 'waits' else 'settles' end
    -- 'took_time' leaves an earlier question of the visitor open. So does 'outcome', which also leaves the visitor's
    -- turn.
    when p_kind in ('took_time', 'outcome') then
      case
        when p_request.over_from > now() and p_request.ours_from <= now()
          then case
            when p_request.turn_reason not in ('booked', 'moved', 'asked', 'accepted', 'declined') then 'settles'
            -- The outcome of a pending call confirms it.
            when p_kind = 'outcome' and p_request.status = 'pending' and p_request.turn_reason in ('booked', 'moved') then 'settles'
          end
        when p_kind = 'took_time' then 'settles'
      end
    when p_kind in ('booked_for', 'confirmed', 'kept', 'cancelled', 'archived', 'turned_down', 'not_needed', 'withdrawn') then 'settles'
  end
$function$;

CREATE OR REPLACE FUNCTION public.set_outcome(p_booking_id uuid, p_outcome text DEFAULT NULL::text, p_reason text DEFAULT NULL::text, p_form_id uuid DEFAULT NULL::uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_request(p_booking_id);
  v_event := private.act(p_booking_id, 'outcome', jsonb_build_object('outcome', p_outcome, 'outcome_reason', p_reason)
    || case when p_outcome is not null and exists (select from public.bookings b where b.id = p_booking_id and b.status = 'pending')
      then '{"status": "confirmed"}' else '{}' end::jsonb, p_outcome, p_form_id);
  if not exists (
    select from public.requests r
    where r.id = p_booking_id and r.kind = 'booking'
      and (p_outcome is null or r.status = 'confirmed' and r.starts <= now() at time zone private.studio_zone()))
  then
    raise exception using message = 'call_not_held';
  end if;
  return v_event.revision;
end
$function$;
comment on function public.set_outcome is
  'Sets the outcome of a call that has begun: ''held'', ''no_show'', ''lost'' with a reason, or null to clear it. Confirms a pending call in the same '
  'act, which mails nobody. Returns the revision for undo_act. Raises call_not_held for any other call, and form_used.';
