-- The log: each act becomes an event. docs/decisions/log.md has the reasons.

-- The part of a row that the log stores, for people to read and for Undo to write back.
create function private.logged_state(p_row jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('status', p_row -> 'status')
    || case when p_row ? 'period' then jsonb_build_object(
      'date', p_row -> 'date', 'time_slot_id', p_row -> 'time_slot_id', 'location', p_row -> 'location',
      'start_time', to_char(lower((p_row ->> 'period')::tsrange), 'HH24:MI'),
      'end_time', to_char(upper((p_row ->> 'period')::tsrange), 'HH24:MI'))
      else '{}' end
$$;

-- The entries of p_state that differ in p_other. If the date or the slot differs, date, slot, start and end are
-- all included.
create function private.changed_entries(p_state jsonb, p_other jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(p_state)
  where value is distinct from p_other -> key
    or key in ('date', 'time_slot_id', 'start_time', 'end_time')
      and (p_state -> 'date', p_state -> 'time_slot_id') is distinct from (p_other -> 'date', p_other -> 'time_slot_id')
$$;

-- The event kind of a change without bookings.act: a visitor's change, a status that an admin sets through the
-- table, or SQL.
create function private.kind_of_change(p_changed jsonb, p_new jsonb, p_is_visitors boolean) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_changed ->> 'status' = 'cancelled' then 'cancelled'
    when p_changed ? 'date' then case when p_is_visitors and p_new ->> 'status' = 'confirmed' then 'took_time' else 'moved' end
    when p_changed ? 'status' then p_changed ->> 'status'
    when p_changed ? 'location' then 'place'
  end
$$;

-- Adds an event to the log; no other function does. The triggers of bookings and inquiries pass the row before and
-- after the change, and the request before the change. An INSERT without a token, such as a restored backup, adds
-- no event.
create function private.log_act(p_old jsonb, p_new jsonb, p_request public.requests) returns void
language plpgsql set search_path = ''
as $$
declare
  v_actor constant text := case when auth.jwt() is null then 'database' else private.actor() end;
  v_act constant jsonb := case when p_new -> 'act' is distinct from p_old -> 'act' then nullif(p_new -> 'act', 'null') end;
  v_is_call constant boolean := p_new ? 'period';
  v_before jsonb := coalesce(private.changed_entries(private.logged_state(p_old), private.logged_state(p_new)), '{}');
  v_after jsonb := private.changed_entries(private.logged_state(p_new), private.logged_state(p_old));
  v_kind text;
begin
  if p_old is not null then
    v_kind := coalesce(v_act ->> 'kind', private.kind_of_change(v_after, p_new, v_actor = 'visitor'),
      case when lower(p_new ->> 'email') <> lower(p_old ->> 'email') then 'address' end);
  elsif v_actor <> 'database' then
    v_kind := case when not v_is_call then 'wrote' when v_actor = 'visitor' then 'booked' else 'booked_for' end;
    -- Undoing 'booked_for' cancels the call.
    v_before := case v_kind when 'booked_for' then '{"status": "cancelled"}' else '{}' end::jsonb;
  end if;
  -- After an erasure, logs only acts with a token, such as a cancellation of the call.
  if v_kind is null or v_actor = 'database' and private.is_erased(p_new ->> 'email') then
    return;
  end if;
  -- Moving or cancelling a call clears its outcome.
  if p_request.outcome is not null and (v_after ->> 'status' = 'cancelled' or v_after ? 'date') then
    v_before := v_before || jsonb_build_object('outcome', p_request.outcome);
    v_after := v_after || '{"outcome": null}';
  end if;
  v_before := v_before || coalesce(v_act -> 'before', '{}');
  v_after := v_after || coalesce(v_act -> 'after', '{}');
  if v_is_call and v_kind in ('confirmed', 'kept', 'cancelled') or not v_is_call and v_kind in ('replied', 'archived', 'turned_down') then
    v_after := v_after || jsonb_build_object('status', p_new -> 'status');
  end if;
  -- Marks the call as kept when an admin books, confirms or moves it on a closed date.
  if v_kind = 'kept' or v_is_call and v_actor not in ('visitor', 'database')
    and (v_kind = 'booked_for' or v_after ->> 'status' = 'confirmed' and v_before ->> 'status' = 'pending' or v_after ? 'date') and p_new ->> 'status' <> 'cancelled'
    and private.is_on_closed_date((p_new ->> 'date')::date, (p_new ->> 'time_slot_id')::uuid)
  then
    v_after := v_after || '{"is_kept": true}';
  end if;
  insert into public.request_events (request_id, revision, actor, kind, what, before, after, turn, waits_until, form_id, undoes)
  values ((p_new ->> 'id')::uuid, (p_new ->> 'revision')::integer, v_actor, v_kind, v_act ->> 'what',
    nullif(v_before, '{}'), nullif(v_after, '{}'),
    case when v_act ->> 'undoes' is null then private.turn_of_act(v_kind, v_actor, p_request) end,
    (v_act ->> 'waits_until')::timestamptz, (v_act ->> 'form_id')::uuid, (v_act ->> 'undoes')::bigint);
end
$$;

-- Raises changed_meanwhile if another caller changed the request after p_revision, or p_revision is null. Ignores the
-- kinds 'told' and 'link_copied', which leave the request as it is.
create function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor() and e.kind not in ('told', 'link_copied'))
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The event that an earlier submit with this form id added; null if there is none. Raises form_used if the event
-- belongs to another request or is undone. The caller has locked the request, so a simultaneous submit has already
-- finished.
create function private.event_of_form(p_form_id uuid, p_id uuid) returns public.request_events
language plpgsql stable set search_path = ''
as $$
declare
  v_event public.request_events;
begin
  select * into v_event from public.request_events e where e.form_id = p_form_id;
  if v_event.request_id <> p_id or private.is_undone(v_event.id) then
    raise exception using message = 'form_used';
  end if;
  return v_event;
end
$$;

-- Performs an act and returns its event; a form sent twice gets the first event. p_changes has columns of the
-- booking or inquiry, and owner, outcome and outcome_reason. `known` changes in a second UPDATE, so that the first
-- one still queues a mail for a visitor who did not know the change; an Undo changes both at once. Raises
-- request_gone if there is no such request or its person was erased, form_used, and changed_meanwhile if
-- check_seen refuses p_seen.
create function private.act(
  p_id uuid, p_kind text, p_changes jsonb default '{}', p_what text default null, p_form_id uuid default null, p_seen integer default null,
  p_until timestamptz default null, p_undoes bigint default null
) returns public.request_events
language plpgsql set search_path = ''
as $$
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
$$;
