-- The studio's turn that came back before a call no longer ends with the day of the call: only an act ends it, such
-- as the outcome of the call.

CREATE OR REPLACE FUNCTION private.with_turn(p_request requests, p_is_erased boolean, p_is_proposed boolean, p_event request_events)
 RETURNS requests
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

CREATE OR REPLACE FUNCTION private.turn_of_act(p_kind text, p_actor text, p_request requests)
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
          then case when p_request.turn_reason not in ('booked', 'moved', 'asked', 'accepted', 'declined') then 'settles' end
        when p_kind = 'took_time' then 'settles'
      end
    when p_kind in ('booked_for', 'confirmed', 'kept', 'cancelled', 'archived', 'turned_down', 'not_needed', 'withdrawn') then 'settles'
  end
$function$;

CREATE OR REPLACE FUNCTION private.deciding_event(p_request requests)
 RETURNS request_events
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  v_newest public.request_events;
  v_first public.request_events;
  v_answered bigint;
  v_offered bigint;
begin
  select * into v_newest from public.request_events e
  where e.request_id = p_request.id and e.turn is not null
    and (e.turn = 'asks' or e.kind = 'took_time' or coalesce(e.after ->> 'status', p_request.status) = p_request.status)
    and (e.kind <> 'outcome' or p_request.status = 'confirmed' and p_request.outcome is not null)
    and not private.is_undone(e.id)
  order by e.id desc limit 1;
  if v_newest.turn is distinct from 'asks' then
    return v_newest;
  end if;
  select max(e.id) into v_answered from public.request_events e
  where e.request_id = p_request.id and e.id < v_newest.id and e.turn <> 'asks' and not private.is_undone(e.id);
  select max(e.id) into v_offered from public.request_events e
  where e.request_id = p_request.id and e.id > coalesce(v_answered, 0) and e.kind in ('accepted', 'declined') and not private.is_undone(e.id)
    and not exists (
      select from public.request_events q
      where q.request_id = p_request.id and q.id > coalesce(v_answered, 0) and q.id < e.id
        and q.turn = 'asks' and q.kind not in ('accepted', 'declined') and not private.is_undone(q.id)
        and q.at > (
          select max(v.sent_at) from public.offers o join public.offer_versions v on v.offer_id = o.id where o.request_id = p_request.id));
  select * into v_first from public.request_events e
  where e.request_id = p_request.id and e.id > greatest(v_answered, v_offered, 0) and e.id < v_newest.id
    and e.turn = 'asks' and not private.is_undone(e.id)
  order by e.id limit 1;
  return case when v_first.id is null then v_newest else v_first end;
end
$function$;

CREATE OR REPLACE FUNCTION private.act(p_id uuid, p_kind text, p_changes jsonb DEFAULT '{}'::jsonb, p_what text DEFAULT NULL::text, p_form_id uuid DEFAULT NULL::uuid, p_seen integer DEFAULT NULL::integer, p_until timestamp with time zone DEFAULT NULL::timestamp with time zone, p_undoes bigint DEFAULT NULL::bigint)
 RETURNS request_events
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  v_event public.request_events;
  v_before jsonb;
  v_changed jsonb;
  v_act jsonb;
  v_constraint text;
begin
  perform private.lock_request(p_id);
  v_event := private.event_of_form(p_form_id, p_id);
  if v_event.id is not null then
    return v_event;
  end if;
  if p_seen is not null then
    perform private.check_seen(p_id, p_seen);
  end if;
  select jsonb_build_object('owner', r.owner, 'outcome', r.outcome, 'known', b.known) into v_before
  from public.requests r left join public.bookings b on b.id = r.id where r.id = p_id;
  select coalesce(jsonb_object_agg(c.key, c.value), '{}') into v_changed from jsonb_each(p_changes) c
  where v_before ? c.key and c.value is distinct from v_before -> c.key;
  select coalesce(jsonb_object_agg(b.key, b.value), '{}') into v_before from jsonb_each(v_before) b where v_changed ? b.key;
  v_act := jsonb_build_object('id', gen_random_uuid(), 'kind', p_kind, 'what', p_what, 'form_id', p_form_id, 'waits_until', p_until,
    'undoes', p_undoes, 'before', v_before, 'after', v_changed);

  update public.bookings b set (status, date, time_slot_id, location, calendar_sequence, known, act) = (
    select n.status, n.date, n.time_slot_id, n.location, n.calendar_sequence, case when p_undoes is null then b.known else n.known end, v_act
    from jsonb_populate_record(b, p_changes) n)
  where b.id = p_id and not private.is_erased(b.email);
  if not found then
    update public.inquiries i set (status, act) = (select n.status, v_act from jsonb_populate_record(i, p_changes) n)
    where i.id = p_id and not private.is_erased(i.email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  update public.bookings set known = nullif(v_changed -> 'known', 'null') where id = p_id and v_changed ? 'known' and p_undoes is null;
  update public.requests r set (owner, outcome, outcome_reason) = (
    select n.owner, n.outcome, case when p_changes ? 'outcome' then p_changes ->> 'outcome_reason' else r.outcome_reason end
    from jsonb_populate_record(r, p_changes - '{status,starts}'::text[]) n)
  where r.id = p_id and p_changes ?| '{owner,outcome}';
  -- The trigger has computed the turn with the former outcome.
  perform private.update_turn(p_id) where p_changes ? 'outcome';
  select * into v_event from public.request_events e where e.request_id = p_id order by e.id desc limit 1;
  return v_event;
exception
  when unique_violation then
    get stacked diagnostics v_constraint = constraint_name;
    -- An act on another request used this form id at the same moment.
    if v_constraint = 'request_events_form' then
      raise exception using message = 'form_used';
    end if;
    raise;
end
$function$;

-- Computes all turns again. Waits for open changes, and lets no request change meanwhile.
do $$
begin
  lock table public.bookings, public.inquiries in exclusive mode;
  -- Calls that come back, and that have an outcome: their log says that the outcome settled them.
  update public.request_events e set turn = 'settles'
  where e.id in (
    select max(o.id) from public.requests r join public.request_events o on o.request_id = r.id
    where r.ours_from < 'infinity' and r.over_from < 'infinity' and r.outcome is not null
      and o.kind = 'outcome' and o.what is not null and not private.is_undone(o.id)
    group by r.id);
  -- Calls whose day ended more than 14 days ago stay nobody's: their visitors wait no more.
  perform private.act(r.id, 'not_needed') from public.requests r
  where r.ours_from < 'infinity' and r.over_from <= now() - interval '14 days' and r.outcome is null;
  perform private.update_turn(r.id) from public.requests r;
end
$$;

alter table public.requests add constraint requests_stay_ours check (ours_from = 'infinity' or over_from = 'infinity');
