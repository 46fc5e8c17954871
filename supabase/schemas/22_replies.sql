-- Admins' answers: the site mails them, or the admin does from their own mail program. Both ways change the
-- request, and one Undo takes back the answer with its changes.

create function private.reply_event_kind(p_is_call boolean, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case when p_is_call then 'confirmed' else 'replied' end
    when 'decline' then case when p_is_call then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

-- The changes that an answer of this kind makes: the status, and the caller as owner if there is none.
create function private.answer_changes(p_request_id uuid, p_kind text) returns jsonb
language sql stable set search_path = ''
as $$
  select case when r.owner is null then jsonb_build_object('owner', private.caller_id()) else '{}' end
    || case
      when r.kind = 'inquiry' then '{"status": "replied"}'
      when p_kind = 'confirm' then '{"status": "confirmed"}'
      when p_kind = 'decline' then '{"status": "cancelled"}'
      else '{}'
    end::jsonb
  from public.requests r where r.id = p_request_id
$$;

create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null,
  p_times jsonb default '[]'
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_is_ahead boolean;
  v_changes jsonb;
  v_is_current boolean;
  v_state jsonb;
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_id, p_request_id);
  if v_event.id is not null then
    if exists (
      select from private.letters l
      where l.event_id = v_event.id and (l.kind, l.subject, l.body) is distinct from (p_kind, p_subject, p_body))
    then
      raise exception using message = 'reply_sent';
    end if;
    return v_event.revision;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  v_is_ahead := private.starts_at(v_booking) > now();
  -- lib/requests/replies.ts has the same rules.
  if (case p_kind
    when 'confirm' then v_booking.status = 'pending' and v_is_ahead
    when 'decline' then v_booking.id is null or v_booking.status <> 'cancelled' and v_is_ahead
    when 'after_call' then v_booking.status = 'confirmed' and not v_is_ahead
    else true
  end) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  -- False for a text from the admin's own mail program if the admin changed the call after p_revision, because
  -- the text does not describe that change.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e
    where e.request_id = p_request_id and e.before ?| '{status,date,location}' and e.revision > p_revision);
  v_changes := private.answer_changes(p_request_id, p_kind);
  v_booking.status := coalesce(v_changes ->> 'status', v_booking.status);
  -- v_state stays null if the text is not about the call, or not about its current state.
  if v_booking.id is not null and v_is_current and p_kind not in ('after_call', 'offer', 'offer_withdrawn') then
    v_state := private.call_state(v_booking) || jsonb_build_object('at', now());
  end if;
  -- Assumes that the visitor has read a text from the admin's own mail program.
  if p_body is null and v_state is not null and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false then
    v_changes := v_changes || jsonb_build_object('known', v_state);
  end if;
  v_event := private.act(
    p_request_id, private.reply_event_kind(v_booking.id is not null, p_kind), v_changes, p_kind, p_id,
    p_until => case p_kind when 'offer' then (
      select private.end_of_day(v.valid_until)
      from public.offers o cross join private.newest_version(o.id) v where o.request_id = p_request_id) end);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.letters (event_id, kind, subject, body, email, sent_by, state, sequence, link_version, times)
  values (v_event.id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_state, v_booking.calendar_sequence, v_booking.link_version, (
      select coalesce(jsonb_agg(jsonb_build_object('date', t.date, 'time_slot_id', t.time_slot_id)), '[]')
      from jsonb_to_recordset(p_times) t (date date, time_slot_id uuid) where v_is_current));
  -- The mail waits for a minute, in which Undo can delete it.
  if p_body is not null and p_kind in ('confirm', 'decline') and v_booking.id is not null then
    perform private.write_call_mail(p_request_id, now() + interval '60 seconds', p_letter_id => v_event.id);
  elsif p_body is not null then
    insert into private.outbox (request_id, recipient, kind, letter_id, due_at, send_after)
    values (p_request_id, 'visitor', 'reply', v_event.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif v_state is not null then
    -- The visitor still needs the calendar file.
    perform private.keep_call_mail(p_request_id);
  end if;
  perform private.update_call_mail(p_request_id) where p_kind = 'propose';
  perform private.update_turn(p_request_id);
  return v_event.revision;
end
$$;
comment on function public.send_reply is
  'Stores an answer to a request and changes the request: its status, an owner if it has none, and the turn. Returns '
  'the revision for undo_act. With subject and body the site mails the answer in a minute; without them, the admin '
  'sent it from their own mail program. p_id is the form''s id. p_times has the times that the text links to on the '
  'visitor''s page of the call, [{"date", "time_slot_id"}]: a visitor who takes one confirms the call. Raises '
  'changed_meanwhile if another admin or the visitor changed the request after p_revision, reply_unfit if the request '
  'no longer allows such an answer, reply_sent if p_id came before with another text, form_used if it came with '
  'another request or was undone, and request_gone.';

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
      'calendar_sequence', v_booking.calendar_sequence + 1,
      'known', v_booking.known || jsonb_build_object('status', 'pending', 'at', now()))
    else '{}' end, case when v_is_asked then 'asked' end);
  if v_is_asked then
    perform private.write_call_mail(v_booking.id, now() + interval '60 seconds', 'kept');
  end if;
  return v_event.revision;
end
$$;
comment on function public.keep_call(uuid) is
  'Keeps an upcoming call at its time, although other times were proposed or its date is closed. Closes an open '
  'proposal, confirms a pending call and mails the visitor in a minute; for a confirmed call without a proposal only '
  'logs the act. Returns the revision for undo_act; null if the act is already logged. Raises changed_meanwhile if '
  'there is nothing to keep.';

create function public.list_closed_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'revision', b.revision, 'link_version', b.link_version, 'is_asked', private.has_open_proposal(b),
      'is_kept', private.is_kept(b.id)) order by b.period), '[]')
    from public.closed_dates c join public.bookings b on b.date = c.date
    where c.date >= private.studio_today() and b.status <> 'cancelled' and private.starts_at(b) > now()
      and not private.is_erased(b.email) and private.is_on_closed_date(b.date, b.time_slot_id));
end
$$;
comment on function public.list_closed_calls() is
  'The upcoming calls on closed dates, the earliest first; "is_asked" is true while a proposal of other times is open, '
  '"is_kept" if an admin kept the call at its time.';

create function public.list_replies(p_request_id uuid)
returns table (
  revision integer, kind text, subject text, body text, sent_by text, created_at timestamptz, sent_at timestamptz,
  waits boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select e.revision, l.kind, l.subject, l.body, u.email::text, e.at, l.sent_at,
           coalesce(o.is_waiting, false)
    from public.request_events e join private.letters l on l.event_id = e.id
    left join private.outbox o on o.letter_id = l.event_id left join auth.users u on u.id = l.sent_by
    where e.request_id = p_request_id and l.body is not null
    order by e.id;
end
$$;
comment on function public.list_replies(uuid) is
  'The mails that admins wrote to a request''s visitor, oldest first. "waits" is true while undo_act can take back the '
  'mail with this "revision".';

create function public.get_link_version(p_booking_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select b.link_version from public.bookings b
    where b.id = p_booking_id and not private.is_erased(b.email)
      and upper(b.period) > now() at time zone private.studio_zone());
end
$$;
comment on function public.get_link_version(uuid) is
  'A booking''s link_version for the text of an answer. Logs no event, unlike copy_visitor_link, because the answer '
  'has one.';

create function public.send_proposals(p_proposals jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_proposal record;
  v_revision integer;
  v_sent jsonb := '{}';
begin
  perform private.require_admin();
  for v_proposal in
    select * from jsonb_to_recordset(p_proposals) p (id uuid, request_id uuid, revision integer, subject text,
      body text, times jsonb)
    order by p.request_id
  loop
    v_revision := null;
    begin
      -- Refuses also after the caller's own changes, such as in another tab. A visitor whose call has moved
      -- gets no proposal.
      perform private.lock_request(v_proposal.request_id);
      if (private.event_of_form(v_proposal.id, v_proposal.request_id)).id is null and exists (
        select from public.request_events e
        where e.request_id = v_proposal.request_id and e.revision > v_proposal.revision
          and (e.before ?| '{status,date,location}' or e.kind = 'kept'
            or exists (select from private.letters l where l.event_id = e.id)))
      then
        raise exception using message = 'changed_meanwhile';
      end if;
      v_revision := public.send_reply(v_proposal.id, v_proposal.request_id, v_proposal.revision, 'propose',
        v_proposal.subject, v_proposal.body, v_proposal.times);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone', 'reply_sent', 'form_used') then
        raise;
      end if;
    end;
    v_sent := v_sent || jsonb_build_object(v_proposal.request_id::text, v_revision);
  end loop;
  return v_sent;
end
$$;
comment on function public.send_proposals(jsonb) is
  'Send_reply of kind ''propose'' to several visitors at once: [{"id", "request_id", "revision", "subject", "body", '
  '"times"}]. Returns by request the revision for undo_act; null for a request that was changed since its "revision", '
  'whose visitor gets no proposal.';

-- For 1.0.0, until 1.2.0

create function public.keep_calls(p_booking_ids uuid[]) returns jsonb
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
comment on function public.keep_calls(uuid[]) is
  'Keep_call for several calls. Returns its result by call, without the calls that have nothing to keep.';
