-- What admins answer: by a mail that the site sends, or from their own mail program. Either changes the
-- request as the answer says, and is taken back as one.

-- Raises changed_meanwhile when somebody else has changed the request since this revision was read, or
-- none is said to have been.
create function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_revision is null or exists (
    select from public.request_events e
    where e.request_id = p_id and e.revision > p_revision and e.actor <> private.actor())
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The status of a request that was answered.
create function private.answered_status(p_request_kind text, p_kind text, p_status text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_request_kind = 'inquiry' then 'replied'
    when p_kind = 'confirm' then 'confirmed'
    when p_kind = 'decline' then 'cancelled'
    else p_status
  end
$$;

-- Whether an answer of this kind can be given. lib/requests/replies.ts offers the same.
create function private.fits_reply(p_kind text, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then p_booking.status = 'pending' and private.starts_at(p_booking) > now()
    when 'decline' then p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now()
    when 'after_call' then p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now()
    else true
  end
$$;

-- What an answer may change of a request, as it is now.
create function private.answerable_state(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind, 'status', r.status, 'period', b.period, 'owner', r.owner, 'known', b.known)
  from public.requests r left join public.bookings b on b.id = r.id
  where r.id = p_id
$$;

create function private.set_request_status(p_id uuid, p_status text) returns void
language sql set search_path = ''
as $$
  update public.bookings set status = p_status where id = p_id and status <> p_status;
  update public.inquiries set status = p_status where id = p_id and status <> p_status
$$;

-- Whether this answer is stored already: its id comes from the form, and what is sent again after a lost
-- response is stored once. Raises reply_sent when it was another text.
create function private.is_reply_stored(p_id uuid, p_kind text, p_subject text, p_body text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_reply private.replies;
begin
  select * into v_reply from private.replies r where r.id = p_id;
  if found and (v_reply.kind, v_reply.subject, v_reply.body) is distinct from (p_kind, p_subject, p_body) then
    raise exception using message = 'reply_sent';
  end if;
  return found;
end
$$;

-- What the studio does with an answer of this kind.
create function private.act_of_reply(p_request_kind text, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case p_request_kind when 'booking' then 'confirmed' else 'replied' end
    when 'decline' then case p_request_kind when 'booking' then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

-- The request was answered: its status, and an owner if it has none.
create function private.answer_request(p_id uuid, p_kind text, p_reply_id uuid default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
  v_act text;
begin
  select * into v_request from public.requests r where r.id = p_id;
  -- Who thanks for a call still waits for what they waited for.
  v_act := case when p_kind = 'after_call' and v_request.ours_from > now() and v_request.over_from > now() then 'replied'
    else private.act_of_reply(v_request.kind, p_kind) end;
  -- First what was done, so that the status answers nothing more.
  perform private.add_studio_act(p_id, v_act, p_reply_id);
  perform private.set_request_status(p_id, private.answered_status(v_request.kind, p_kind, v_request.status));
  update public.requests r set owner = private.caller_id() where r.id = p_id and r.owner is null;
end
$$;

-- How a text says that the call stands; null for one that is not about the call, or not about how it is now.
create function private.reply_state(p_booking public.bookings, p_kind text, p_is_current boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_booking.id is not null and p_is_current and p_kind not in ('after_call', 'offer', 'offer_withdrawn')
    then private.call_state(p_booking) || jsonb_build_object('at', now())
  end
$$;

-- The times whose links stand in a reply, as they are kept. None of a text that was about the call as it was
-- before.
create function private.kept_times(p_times jsonb, p_is_current boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('date', t.date, 'time_slot_id', t.time_slot_id)), '[]')
  from jsonb_to_recordset(p_times) t (date date, time_slot_id uuid)
  where p_is_current
$$;

-- A mail that confirms or declines goes in place of the site's, and while a proposal is open none says that the call
-- comes; taken back, the site's goes again.
create function private.swap_news(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null and p_reply.kind in ('confirm', 'decline') or p_reply.kind = 'propose' then
    perform private.update_news(p_reply.request_id);
  end if;
end
$$;

-- A mail is sent in a minute, in which it can be taken back. What went from an own mail program was read, and
-- the calendar file still has to come.
create function private.pass_on_reply(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null then
    insert into private.outbox (request_id, recipient, kind, reply_id, due_at, send_after)
    values (p_reply.request_id, 'visitor', 'reply', p_reply.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif p_reply.said is not null then
    perform private.write_known(p_reply.request_id, private.known_after(p_reply.said), true);
  end if;
  perform private.swap_news(p_reply);
end
$$;

create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null,
  p_times jsonb default '[]'
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_before jsonb;
  v_is_current boolean;
  v_reply private.replies;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  if private.is_reply_stored(p_id, p_kind, p_subject, p_body) then
    return;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  v_before := private.answerable_state(p_request_id);
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e where e.request_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  perform private.log_event(p_request_id, 'reply', p_kind);
  perform private.answer_request(p_request_id, p_kind, p_id);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.replies (id, request_id, kind, subject, body, email, sent_by, before, said, sequence, link_version, times)
  values (p_id, p_request_id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_before,
    private.reply_state(v_booking, p_kind, v_is_current), v_booking.calendar_sequence, v_booking.link_version,
    private.kept_times(p_times, v_is_current))
  returning * into v_reply;
  perform private.pass_on_reply(v_reply);
  perform private.update_turn(p_request_id);
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. p_times '
  'has the times whose links to the call''s own page stand in the text, [{"date", "time_slot_id"}]: taking one confirms the call. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';

-- Brings back what an answer changed of a request that nobody has changed since.
create function private.restore_answered(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := p_reply.before;
begin
  if p_reply.body is null and p_reply.said is not null then
    update private.outbox set must_go = null where request_id = p_reply.request_id and must_go = 'in words' and is_waiting;
    -- Unless they have learned something else since.
    update public.bookings set known = nullif(v_before -> 'known', 'null')
    where id = p_reply.request_id and known = p_reply.said;
  end if;
  perform private.undo_studio_act(w) from private.waits w where w.reply_id = p_reply.id;
  perform private.set_request_status(p_reply.request_id, v_before ->> 'status');
  update public.requests r set owner = null
  where r.id = p_reply.request_id and v_before ->> 'owner' is null and r.owner = p_reply.sent_by;
end
$$;

create function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_now jsonb;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  perform private.touch_request(v_reply.request_id);
  if v_reply.body is not null
    and not exists (
      select from private.outbox o
      where o.reply_id = p_id and o.sent_at is null and o.lease is null and not o.may_have_arrived for no key update)
  then
    raise exception using message = 'reply_sent';
  end if;

  v_now := private.answerable_state(v_reply.request_id);
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = private.answered_status(v_now ->> 'kind', v_reply.kind, v_reply.before ->> 'status')
    and (v_reply.kind not in ('confirm', 'decline') or v_now ->> 'period' is not distinct from v_reply.before ->> 'period')
    and (private.newest_wait(v_reply.request_id)).reply_id is not distinct from p_id;
  if v_is_same then
    perform private.restore_answered(v_reply);
  else
    -- What the studio did since answers in its place.
    perform private.undo_studio_act(w)
    from private.waits w where w.reply_id = p_id and w.id < (private.newest_wait(v_reply.request_id)).id;
  end if;
  delete from private.replies where id = p_id;
  perform private.swap_news(v_reply);
  perform private.update_turn(v_reply.request_id);
  perform private.log_event(v_reply.request_id, 'reply', 'undone');
  return v_is_same;
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

create function public.send_proposals(p_proposals jsonb) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_proposal record;
  v_left uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_proposal in
    select * from jsonb_to_recordset(p_proposals) p (id uuid, request_id uuid, revision integer, subject text, body text, times jsonb)
    order by p.request_id
  loop
    begin
      -- Also of one's own, such as in another tab: who has moved is asked for nothing.
      perform private.lock_request(v_proposal.request_id);
      if not exists (select from private.replies r where r.id = v_proposal.id) and exists (
        select from public.request_events e
        where e.request_id = v_proposal.request_id and e.revision > v_proposal.revision and e.kind in ('change', 'reply', 'kept'))
      then
        raise exception using message = 'changed_meanwhile';
      end if;
      perform public.send_reply(v_proposal.id, v_proposal.request_id, v_proposal.revision, 'propose', v_proposal.subject, v_proposal.body,
        v_proposal.times);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone') then
        raise;
      end if;
      v_left := v_left || v_proposal.request_id;
    end;
  end loop;
  return v_left;
end
$$;
comment on function public.send_proposals(jsonb) is
  'For admins: send_reply of kind ''propose'' to several visitors at once: [{"id", "request_id", "revision", "subject", "body", "times"}]. Returns '
  'the requests that were changed since that revision, whose visitors are not asked.';

create function public.undo_replies(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_id uuid;
  v_gone integer := 0;
begin
  perform private.require_live_admin();
  for v_id in select r.id from private.replies r where r.id = any (p_ids) order by r.request_id loop
    begin
      perform public.undo_reply(v_id);
    exception when raise_exception then
      if sqlerrm not in ('reply_sent', 'request_gone') then
        raise;
      end if;
      v_gone := v_gone + 1;
    end;
  end loop;
  return v_gone;
end
$$;
comment on function public.undo_replies(uuid[]) is
  'For admins: takes back several answers, as undo_reply. Returns how many could not be, because their mails have gone.';

-- The call stays when it was, although other times were proposed for it.
create function public.keep_calls(p_booking_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_kept uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and private.starts_at(b) > now() and not private.is_erased(b.email)
      and (private.has_open_proposal(b) or b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id))
    order by b.id
    for no key update
  loop
    v_kept := v_kept || v_booking.id;
    if v_booking.status = 'pending' then
      update public.bookings set status = 'confirmed' where id = v_booking.id returning * into v_booking;
    elsif private.has_open_proposal(v_booking) then
      -- A later file of the event has a higher SEQUENCE, and the proposal is of an earlier one. They take the call for one
      -- that is not to come, until a mail or an admin tells them.
      update public.bookings set calendar_sequence = calendar_sequence + 1, known = known || '{"status": "pending"}'
      where id = v_booking.id returning * into v_booking;
      perform private.add_studio_act(v_booking.id, 'confirmed');
      perform private.renew_reminder(v_booking);
      perform private.write_call_mail(v_booking.id, 'news', now() + interval '60 seconds', 'kept');
    end if;
    if not private.is_kept(v_booking.id) then
      perform private.log_event(v_booking.id, 'kept');
    end if;
  end loop;
  return v_kept;
end
$$;
comment on function public.keep_calls(uuid[]) is
  'For admins: these calls ahead stay when they are. Of those for which other times are proposed, pending ones are confirmed, and the visitors hear '
  'it in a minute; confirmed ones on closed dates, whose visitors were asked for nothing, are only noted. Returns which.';

create function public.undo_keep(p_booking_ids uuid[]) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_reply private.replies;
  v_undone uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and (private.newest_wait(b.id)).studio_act = 'confirmed'
    order by b.id
    for no key update
  loop
    select * into v_reply from private.replies r
    where r.request_id = v_booking.id and r.kind = 'propose' order by r.sequence desc, r.created_at desc limit 1;
    -- It was changed since, or its visitor was told that it stays.
    continue when v_reply.sequence is distinct from v_booking.calendar_sequence - 1
      or v_reply.before ->> 'status' = 'confirmed' and (v_booking.known ->> 'status' = 'confirmed' or not exists (
        select from private.outbox o where o.request_id = v_booking.id and o.act = 'kept' and o.is_waiting));
    v_undone := v_undone || v_booking.id;
    perform private.log_event(v_booking.id, 'kept', 'taken back');
    if v_reply.before ->> 'status' = 'pending' then
      update public.bookings set status = 'pending' where id = v_booking.id;
    else
      delete from private.outbox where request_id = v_booking.id and act = 'kept' and is_waiting;
      update public.bookings set calendar_sequence = calendar_sequence + 1, known = known || '{"status": "confirmed"}' where id = v_booking.id;
      perform private.undo_studio_act(private.newest_wait(v_booking.id));
    end if;
    update private.replies r set sequence = v_booking.calendar_sequence + 1 where r.id = v_reply.id;
    perform private.update_turn(v_booking.id);
    perform private.update_news(v_booking.id);
  end loop;
  return v_undone;
end
$$;
comment on function public.undo_keep(uuid[]) is
  'For admins: takes keep_calls back, unless a call was changed since or its visitor was mailed that it stays: the proposals are open again, and who '
  'was not confirmed before is not. Returns of which calls.';

create function public.list_closed_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'), 'revision', b.revision,
      'link_version', b.link_version, 'is_asked', private.has_open_proposal(b), 'is_kept', private.is_kept(b.id)) order by b.period), '[]')
    from public.closed_dates c join public.bookings b on b.date = c.date
    where c.date >= private.studio_today() and b.status <> 'cancelled' and private.starts_at(b) > now()
      and not private.is_erased(b.email) and private.is_on_closed_date(b.date, b.time_slot_id));
end
$$;
comment on function public.list_closed_calls() is
  'For admins: the calls ahead that stand on closed dates, the earliest first; "is_asked" while other times are proposed to their visitors, "is_kept" '
  'when an admin said that they stay.';

create function public.list_replies(p_request_id uuid)
returns table (
  id uuid, kind text, subject text, body text, sent_by text, created_at timestamptz, sent_at timestamptz, waits boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.subject, r.body, u.email::text, r.created_at, r.sent_at,
           coalesce(o.is_waiting and not o.may_have_arrived, false)
    from private.replies r left join private.outbox o on o.reply_id = r.id left join auth.users u on u.id = r.sent_by
    where r.request_id = p_request_id and r.body is not null
    order by r.created_at;
end
$$;
comment on function public.list_replies(uuid) is
  'For admins: the mails that were written to a request''s visitor, oldest first; "waits" while one can be taken back.';

create function public.get_link_version(p_booking_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select b.link_version from public.bookings b
    where b.id = p_booking_id and not private.is_erased(b.email) and upper(b.period) > now() at time zone private.studio_zone());
end
$$;
comment on function public.get_link_version(uuid) is
  'For the text of an answer, whose history says that it was given: as copy_visitor_link.';
