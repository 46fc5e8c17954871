-- Performs an admin's act, and undoes it: restores the former values of the act's columns, and logs an event.

-- 1. An act

-- Raises changed_meanwhile if another caller changed the request after p_revision, or p_revision is null. Ignores the
-- kinds 'told' and 'link_copied', which leave the request as it is.
create function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor()
      and e.kind not in ('told', 'link_copied'))
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

-- Performs an act and returns its event; a form sent twice gets the first event. p_changes has columns of the booking
-- or inquiry, and owner, outcome and outcome_reason. `known` changes in a second UPDATE, so that the first one still
-- queues a mail for a visitor who did not know the change; an Undo changes both at once. Raises request_gone if there
-- is no such request or its person was erased, form_used, and changed_meanwhile if check_seen refuses p_seen.
create function private.act(
  p_id uuid, p_kind text, p_changes jsonb default '{}', p_what text default null, p_form_id uuid default null,
  p_seen integer default null, p_until timestamptz default null, p_undoes bigint default null
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
  select coalesce(jsonb_object_agg(b.key, b.value), '{}') into v_before from jsonb_each(v_before) b
  where v_changed ? b.key;
  v_act := jsonb_build_object('id', gen_random_uuid(), 'kind', p_kind, 'what', p_what, 'form_id', p_form_id,
    'waits_until', p_until, 'undoes', p_undoes, 'before', v_before, 'after', v_changed);

  update public.bookings b set (status, date, time_slot_id, location, calendar_sequence, known, act) = (
    select n.status, n.date, n.time_slot_id, n.location, n.calendar_sequence,
      case when p_undoes is null then b.known else n.known end, v_act
    from jsonb_populate_record(b, p_changes) n)
  where b.id = p_id and not private.is_erased(b.email);
  if not found then
    update public.inquiries i set (status, act) = (select n.status, v_act from jsonb_populate_record(i, p_changes) n)
    where i.id = p_id and not private.is_erased(i.email);
    if not found then
      raise exception using message = 'request_gone';
    end if;
  end if;
  update public.bookings set known = nullif(v_changed -> 'known', 'null')
  where id = p_id and v_changed ? 'known' and p_undoes is null;
  update public.requests r set (owner, outcome, outcome_reason) = (
    select n.owner, n.outcome,
      case when p_changes ? 'outcome' then p_changes ->> 'outcome_reason' else r.outcome_reason end
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

-- 2. Undo

-- The former values that an Undo writes back. Leaves out a column that no longer has the act's value, or that a
-- later event has set. Null if the act is about such a column: then the later change stays.
create function private.undo_changes(p_event public.request_events) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_now jsonb;
  v_changed text[];
  v_about text[];
  v_left text[];
begin
  select jsonb_build_object('status', r.status, 'owner', r.owner, 'outcome', r.outcome, 'known', b.known)
    || case when b.id is null then '{}'
      else jsonb_build_object('date', b.date, 'time_slot_id', b.time_slot_id, 'location', b.location) end
  into v_now from public.requests r left join public.bookings b on b.id = r.id where r.id = p_event.request_id;
  v_changed := array(select k from jsonb_object_keys(p_event.before) k where v_now ? k);
  -- Many acts change owner, outcome or known as a side effect; only the kinds 'owner', 'outcome' and 'told' are about
  -- them.
  v_about := array(
    select k from unnest(v_changed) k
    where k not in ('owner', 'outcome', 'known')
      or (p_event.kind, k) in (('owner', 'owner'), ('outcome', 'outcome'), ('told', 'known')));
  v_left := array(
    select k from unnest(v_changed) k
    where v_now -> k is distinct from p_event.after -> k or exists (
      select from public.request_events e
      where e.request_id = p_event.request_id and e.id > p_event.id and e.after ? k and e.undoes is null
        and not private.is_undone(e.id)));
  if v_about && v_left then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(k, p_event.before -> k), '{}') from unnest(v_changed) k where k <> all (v_left));
end
$$;

-- Takes an act back: writes p_changes, and deletes the act's letter or recorded acceptance, with the mails.
create function private.take_back(p_event public.request_events, p_changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_letter private.letters;
begin
  update private.outbox set letter_id = null where letter_id = p_event.id and kind = 'call';
  delete from private.letters l where l.event_id = p_event.id returning * into v_letter;
  with acceptance as (
    delete from public.offer_acceptances a using public.offers o
    where o.request_id = p_event.request_id and (a.offer_id, a.revision) = (o.id, p_event.revision)
    returning a.offer_id
  )
  delete from private.outbox m using acceptance a
  where (m.offer_id, m.kind) = (a.offer_id, 'offer_accepted') and m.is_waiting;
  if p_event.after ? 'known' then
    update private.outbox set must_send = coalesce(act <> 'kept', false)
    where request_id = p_event.request_id and kind = 'call' and is_waiting;
  end if;
  if (p_event.kind, p_event.what) = ('kept', 'asked') then
    -- A newer file of the calendar event needs a higher SEQUENCE.
    select p_changes || jsonb_build_object('calendar_sequence', b.calendar_sequence + 1) into p_changes
    from public.bookings b where b.id = p_event.request_id;
  end if;
  perform private.act(p_event.request_id, 'undone', p_changes,
    case when v_letter.event_id is null then p_event.kind else 'reply' end, p_undoes => p_event.id);
  if p_event.kind = 'kept' and (p_event.what = 'asked' or p_event.before ? 'status') then
    perform private.reopen_proposal(p_event);
  end if;
  if v_letter.kind = 'propose' then
    perform private.update_call_mail(p_event.request_id);
  end if;
  perform private.drop_unneeded_mail(p_event.request_id);
end
$$;

-- Opens the proposal of other times again, after an Undo of 'kept'.
create function private.reopen_proposal(p_kept public.request_events) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox where request_id = p_kept.request_id and act = 'kept' and is_waiting;
  update private.letters l set sequence = b.calendar_sequence
  from public.bookings b
  where b.id = p_kept.request_id and l.event_id = (
    select max(p.event_id) from public.request_events e join private.letters p on p.event_id = e.id
    where e.request_id = p_kept.request_id and e.id < p_kept.id and p.kind = 'propose');
  perform private.update_call_mail(p_kept.request_id);
  perform private.update_turn(p_kept.request_id);
end
$$;

-- The error of undo_act if this act cannot be undone; null if it can. The order counts: the first rule that holds
-- decides. For a recorded acceptance only the minute counts.
create function private.undo_refusal(p_event public.request_events) returns text
language sql set search_path = ''
as $$
  select case
    when p_event.id is null then 'request_gone'
    when p_event.actor = 'visitor' then 'visitors_act'
    when p_event.actor = 'database' then 'act_of_database'
    when private.undone_until(a) <= clock_timestamp() then 'minute_over'
    when a.offer_id is not null then null
    when p_event.kind = 'undone' then 'is_undo'
    when p_event.before is null and p_event.turn is null then 'nothing_to_undo'
    when p_event.kind in ('offer', 'offered', 'withdrawn', 'accepted') and l.event_id is null then 'nothing_to_undo'
    when l.body is not null and not mails.has_letter then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and not mails.has_kept then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and later.is_known then 'mail_sent'
    when p_event.kind = 'kept' and later.has_changed then 'changed_meanwhile'
  end
  from (values (1)) one
  left join private.letters l on l.event_id = p_event.id
  left join (public.offers f join public.offer_acceptances a on a.offer_id = f.id)
    on (f.request_id, a.revision) = (p_event.request_id, p_event.revision)
  -- The act's own mail, which nobody has sent yet.
  cross join lateral (
    select
      exists (
        select from private.outbox o
        where o.letter_id = l.event_id and o.sent_at is null and o.lease is null and not o.may_have_arrived)
          as has_letter,
      exists (select from private.outbox o where o.request_id = p_event.request_id and o.act = 'kept' and o.is_waiting)
        as has_kept
  ) mails
  -- An admin told the visitor about the kept call, or a later event moved or cancelled it.
  cross join lateral (
    select
      exists (select from public.bookings b where b.id = p_event.request_id and b.known ->> 'status' = 'confirmed')
        as is_known,
      exists (
        select from public.request_events e
        where e.request_id = p_event.request_id and e.id > p_event.id and e.before ?| '{status,date}'
          and not private.is_undone(e.id)
          and (e.undoes is null or e.undoes < p_event.id)) as has_changed
  ) later
$$;

create function public.undo_act(p_request_id uuid, p_revision integer) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_refusal text;
  v_changes jsonb;
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  select * into v_event from public.request_events e where e.request_id = p_request_id and e.revision = p_revision;
  -- Locks the act's mail, so that no site claims it meanwhile.
  perform 1 from private.outbox o where o.letter_id = v_event.id for no key update;
  v_refusal := private.undo_refusal(v_event);
  -- The act is already undone, as after a lost response.
  if exists (select from public.request_events u where (u.undoes, u.kind) = (v_event.id, 'undone')) then
    return 'undone';
  elsif v_refusal is not null then
    raise exception using message = v_refusal;
  end if;
  v_changes := private.undo_changes(v_event);
  if v_changes is null and not exists (select from private.letters l where l.event_id = v_event.id) then
    raise exception using message = 'changed_meanwhile';
  end if;
  if (v_changes ->> 'date')::date + (v_event.before ->> 'start_time')::time
    <= now() at time zone private.studio_zone()
  then
    raise exception using message = 'date_past';
  end if;
  perform private.take_back(v_event, coalesce(v_changes, '{}'));
  return case when v_changes is null then 'words' else 'undone' end;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_gone';
end
$$;
comment on function public.undo_act(uuid, integer) is
  'Undoes the act that made this revision. Restores the former values of the columns that the act changed, except '
  'columns that somebody changed since. If somebody changed the call after an answer, deletes only the mail and '
  'returns ''words''; else returns ''undone'', also for an act that is undone already. A recorded acceptance can be '
  'undone for a minute. Raises changed_meanwhile, mail_sent, minute_over, slot_taken, slot_gone, date_past, '
  'request_gone, and, for acts without an Undo, visitors_act, act_of_database, is_undo or nothing_to_undo.';
