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

-- The effect of an act on the turn: 'asks', 'waits' or 'settles' (see request_events.turn), or null for none. p_request
-- is the request before the act.
create function private.turn_of_act(p_kind text, p_actor text, p_request public.requests) returns text
language sql stable set search_path = ''
as $$
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
            when (p_kind, p_request.status) = ('outcome', 'pending') and p_request.turn_reason in ('booked', 'moved')
              then 'settles'
          end
        when p_kind = 'took_time' then 'settles'
      end
    when p_kind in (
      'booked_for', 'confirmed', 'kept', 'cancelled', 'archived', 'turned_down', 'not_needed', 'withdrawn')
      then 'settles'
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
  v_act constant jsonb :=
    case when p_new -> 'act' is distinct from p_old -> 'act' then nullif(p_new -> 'act', 'null') end;
  v_is_call constant boolean := p_new ? 'period';
  v_before jsonb := coalesce(private.changed_entries(private.logged_state(p_old), private.logged_state(p_new)), '{}');
  v_after jsonb := private.changed_entries(private.logged_state(p_new), private.logged_state(p_old));
  v_kind text;
begin
  if p_old is not null then
    -- Without an act: a visitor's change, a status that an admin sets through the table, or SQL.
    v_kind := coalesce(v_act ->> 'kind', case
      when v_after ->> 'status' = 'cancelled' then 'cancelled'
      when v_after ? 'date' then
        case when v_actor = 'visitor' and p_new ->> 'status' = 'confirmed' then 'took_time' else 'moved' end
      when v_after ? 'status' then v_after ->> 'status'
      when v_after ? 'location' then 'place'
      when lower(p_new ->> 'email') <> lower(p_old ->> 'email') then 'address'
    end);
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
  if v_is_call and v_kind in ('confirmed', 'kept', 'cancelled')
    or not v_is_call and v_kind in ('replied', 'archived', 'turned_down')
  then
    v_after := v_after || jsonb_build_object('status', p_new -> 'status');
  end if;
  -- Marks the call as kept when an admin books, confirms or moves it on a closed date.
  if v_kind = 'kept' or v_is_call and v_actor not in ('visitor', 'database') and p_new ->> 'status' <> 'cancelled'
    and (v_kind = 'booked_for' or v_after ? 'date'
      or v_after ->> 'status' = 'confirmed' and v_before ->> 'status' = 'pending')
    and private.is_on_closed_date((p_new ->> 'date')::date, (p_new ->> 'time_slot_id')::uuid)
  then
    v_after := v_after || '{"is_kept": true}';
  end if;
  insert into public.request_events
    (request_id, revision, actor, kind, what, before, after, turn, waits_until, form_id, undoes)
  values ((p_new ->> 'id')::uuid, (p_new ->> 'revision')::integer, v_actor, v_kind, v_act ->> 'what',
    nullif(v_before, '{}'), nullif(v_after, '{}'),
    case when v_act ->> 'undoes' is null then private.turn_of_act(v_kind, v_actor, p_request) end,
    (v_act ->> 'waits_until')::timestamptz, (v_act ->> 'form_id')::uuid, (v_act ->> 'undoes')::bigint);
end
$$;

create function private.is_undone(p_event_id bigint) returns boolean
language plpgsql stable set search_path = ''
as $$ begin return exists (select from public.request_events u where u.undoes = p_event_id); end $$;
