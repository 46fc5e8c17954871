-- A confirmed call on a closed date is the studio's turn until an admin asks for another time, keeps, moves or cancels it.
-- Meanwhile its visitor gets no reminder. closed_dates has the time of the closing, since when the turn is the studio's.

alter table public.closed_dates add column closed_at timestamptz not null default now();
comment on column public.closed_dates.closed_at is 'When the date was closed. The studio''s turn for the confirmed calls on the date begins then.';

CREATE OR REPLACE FUNCTION private.with_turn(p_request public.requests, p_is_erased boolean, p_is_proposed boolean, p_closed_at timestamp with time zone, p_event public.request_events)
 RETURNS public.requests
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  -- 'took_time' (the visitor took a proposed time) answers no question: if the call is no longer confirmed, the
  -- visitor waits for an answer.
  v_is_answered constant boolean := coalesce(p_event.turn in ('waits', 'settles') and p_event.kind <> 'took_time', false);
  -- Without a deciding event, the status decides.
  v_act constant text := coalesce(case when p_event.kind = 'after_call' and p_event.turn = 'waits' then 'replied' else p_event.kind end,
    case p_request.status when 'pending' then 'booked' when 'new' then 'wrote' when 'read' then 'wrote' else p_request.status end);
  v_since constant timestamptz := coalesce(p_event.at, p_request.created_at);
  v_until constant timestamptz := coalesce(p_event.waits_until, 'infinity');
begin
  if p_is_erased then
    return private.set_turn(p_request, 'erased', p_over_from => v_since);
  elsif not v_is_answered and v_act in ('asked', 'accepted', 'declined') then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  elsif p_request.status in ('cancelled', 'archived') then
    return private.set_turn(p_request, p_request.status, p_over_from => v_since);
  elsif v_is_message and not v_is_answered and v_act = 'wrote' then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- Also after the day of the call, because the visitor has no answer.
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- The visitor still expects the call. An act after its time ends this turn too.
  elsif p_closed_at < v_starts and v_since < v_starts and not p_is_proposed then
    p_request := private.set_turn(p_request, 'confirmed', p_ours_from => greatest(p_closed_at, v_since));
    p_request.due_at := v_starts;
    return p_request;
  -- Includes a confirmed call with an open proposal, because the studio cannot come at the confirmed time. Only an
  -- act ends the turn that comes back to the studio, because the visitor still has no call.
  elsif (p_request.status = 'pending' or p_is_proposed) and v_since < v_starts then
    return private.set_turn(p_request, case when v_is_answered then v_act else 'proposed' end, v_since,
      least(private.ours_again(v_since, v_starts), v_until));
  elsif v_is_answered and (v_act in ('replied', 'offered', 'elsewhere') or v_act = 'proposed' and (v_is_message or v_since >= v_starts)) then
    -- Without a date that ends the wait, the studio waits for 14 days.
    return private.set_turn(p_request, v_act, v_since, v_until,
      case when v_until = 'infinity' then v_since + interval '336 hours' else 'infinity' end);
  end if;
  return private.set_turn(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end, p_over_from => v_since);
end
$function$;

CREATE OR REPLACE FUNCTION private.update_turn(p_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
  v_closed_at timestamptz;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  select c.closed_at into v_closed_at from public.closed_dates c
  where c.date = v_booking.date and v_booking.status = 'confirmed'
    and private.is_on_closed_date(v_booking.date, v_booking.time_slot_id) and not private.is_kept(p_id);
  v_new := private.with_turn(v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking), v_closed_at,
    private.deciding_event(v_old));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from, over_from = v_new.over_from,
      due_at = v_new.due_at
    where id = p_id;
  end if;
end
$function$;

drop function private.with_turn(public.requests, boolean, boolean, public.request_events);

CREATE OR REPLACE FUNCTION private.follow_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  v_id uuid;
begin
  if tg_op = 'INSERT' and auth.jwt() is null then
    return null;
  end if;
  -- Also locks the calls that are not confirmed, because another session may be confirming one.
  for v_id in
    select b.id from public.bookings b where b.date in (select c.date from changed c) order by b.id for no key update
  loop
    perform private.update_turn(v_id);
  end loop;
  return null;
end
$function$;

create trigger closed_dates_closed after insert on public.closed_dates
referencing new table as changed for each statement execute function private.follow_closing();
create trigger closed_dates_opened after delete on public.closed_dates
referencing old table as changed for each statement execute function private.follow_closing();
create trigger availability_added after insert on public.availability
referencing new table as changed for each statement execute function private.follow_closing();
create trigger availability_changed after update on public.availability
referencing new table as changed for each statement execute function private.follow_closing();
create trigger availability_removed after delete on public.availability
referencing old table as changed for each statement execute function private.follow_closing();

CREATE OR REPLACE FUNCTION public.restore_dates(p_closed jsonb, p_slots jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform private.require_admin();
  perform private.check_dates(min(d.date), max(d.date))
  from (
    select date from jsonb_to_recordset(p_closed) c (date date)
    union all
    select date from jsonb_to_recordset(p_slots) s (date date)
  ) d;
  insert into public.closed_dates (date, reason, closed_at)
  select c.date, c.reason, least(c.closed_at, now())
  from jsonb_to_recordset(p_closed) c (date date, reason text, closed_at timestamptz)
  order by c.date
  on conflict do nothing;
  insert into public.availability (date, time_slot_id, is_available, overrides_closure)
  select s.date, t.id, s.is_available, s.overrides_closure
  from jsonb_to_recordset(p_slots) s (date date, time_slot_id uuid, is_available boolean, overrides_closure boolean)
  join public.time_slots t on t.id = s.time_slot_id
  on conflict do nothing;
end
$function$;
comment on function public.restore_dates(jsonb, jsonb) is
  'Undoes reopen_dates and reset_date. Closes the dates in p_closed again ([{date, reason, closed_at}]) and restores the exceptions in '
  'p_slots ([{date, time_slot_id, is_available, overrides_closure}]). Does not replace rows that exist by now. Raises range_invalid (no date), date_past or '
  'date_too_far.';

CREATE OR REPLACE VIEW private.due_mails WITH (security_invoker=true) AS
 SELECT b.id AS request_id,
    'visitor'::text AS recipient,
    m.kind,
    lower(b.period)::text AS key,
    NULL::uuid AS offer_id,
    NULL::integer AS version
   FROM public.bookings b
     CROSS JOIN private.studio_settings s
     CROSS JOIN LATERAL private.starts_at(b.*) c(starts_at)
     CROSS JOIN LATERAL ( VALUES ('reminder_day'::text,c.starts_at - '24:00:00'::interval,b.status = 'confirmed'::text AND s.reminds_day_before AND b.changed_at <= (c.starts_at - '24:00:00'::interval) AND NOT (s.reminds_hour_before AND c.starts_at <= (now() + '04:00:00'::interval))), ('reminder_hour'::text,c.starts_at - '01:00:00'::interval,b.status = 'confirmed'::text AND s.reminds_hour_before), ('still_pending'::text,c.starts_at - '03:00:00'::interval,b.status = 'pending'::text)) m(kind, due_at, is_wanted)
  WHERE b.status <> 'cancelled'::text AND NOT private.is_erased(b.email) AND b.period && tsrange((now() AT TIME ZONE private.studio_zone()), (now() AT TIME ZONE private.studio_zone()) + '25:00:00'::interval, '[]'::text) AND m.is_wanted AND m.due_at <= now() AND c.starts_at > now() AND
        CASE
            WHEN private.has_open_proposal(b.*) THEN false
            WHEN b.status = 'confirmed'::text AND private.is_on_closed_date(b.date, b.time_slot_id) AND NOT private.is_kept(b.id) THEN false
            WHEN m.kind = 'still_pending'::text THEN private.asked_at(b.*) < m.due_at
            ELSE NOT private.was_mailed(b.*, m.due_at - '03:00:00'::interval)
        END
UNION ALL
 SELECT o.request_id,
    m.recipient,
    m.kind,
    v.version::text AS key,
    o.id AS offer_id,
    v.version
   FROM public.offer_versions v
     JOIN public.offers o ON o.id = v.offer_id
     JOIN ( VALUES ('visitor'::text,'offer_follow_up'::text), ('studio'::text,'offer_expired'::text)) m(recipient, kind) ON (m.kind = 'offer_expired'::text) = (v.valid_until < private.studio_today())
  WHERE o.request_id IS NOT NULL AND v.valid_until >= (private.studio_today() - 1) AND v.valid_until <= (private.studio_today() + 2) AND v.version = (( SELECT max(n.version) AS max
           FROM public.offer_versions n
          WHERE n.offer_id = v.offer_id)) AND
        CASE m.kind
            WHEN 'offer_expired'::text THEN private.state_of(o.id) = 'expired'::text
            ELSE (v.body -> 'followsUp'::text) = 'true'::jsonb AND (v.valid_until - (v.sent_at AT TIME ZONE private.studio_zone())::date) >= 4 AND (now() AT TIME ZONE private.studio_zone()) >= (v.valid_until - 2 + '09:00:00'::time without time zone) AND private.state_of(o.id) = 'open'::text AND NOT (EXISTS ( SELECT
               FROM public.request_events e
              WHERE e.request_id = o.request_id AND e.turn = 'asks'::text AND e.at > v.sent_at AND NOT private.is_undone(e.id)))
        END;

-- The calls ahead that stand on a closed date.
do $$
declare
  v_id uuid;
begin
  for v_id in
    select b.id from public.bookings b join public.closed_dates c using (date)
    where private.starts_at(b) > now() order by b.id for no key update of b
  loop
    perform private.update_turn(v_id);
  end loop;
end
$$;
