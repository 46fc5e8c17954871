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
language plpgsql stable set search_path = ''
as $$
declare
  v_state jsonb;
begin
  case p_kind
    when 'confirm' then return p_booking.status = 'pending' and private.starts_at(p_booking) > now();
    when 'decline' then return p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now();
    when 'after_call' then return p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now();
    when 'change' then
      -- It tells what was changed: once.
      v_state := private.call_state(p_booking);
      return private.is_misleading(private.difference(p_booking.known, v_state)) and private.is_ahead(p_booking)
        and not exists (
          select from private.outbox o join private.replies r on r.id = o.reply_id
          where o.request_id = p_booking.id and o.sent_at is null and o.given_up_at is null
            and r.kind = 'change' and not private.is_untrue(r, v_state));
    else return true;
  end case;
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

-- A mail that confirms or declines goes in place of the site's; taken back, the site's goes again.
create function private.swap_news(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null and p_reply.kind in ('confirm', 'decline') then
    perform private.update_news(p_reply.request_id);
  end if;
end
$$;

-- A mail is sent in a minute, in which it can be taken back. What went from an own mail program was read, and
-- the calendar file still has to come.
create function private.pass_on_reply(p_reply private.replies, p_known jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_reply.body is not null then
    insert into private.outbox (request_id, recipient, kind, reply_id, due_at, send_after)
    values (p_reply.request_id, 'visitor', 'reply', p_reply.id, now() + interval '60 seconds', now() + interval '60 seconds');
  elsif p_reply.said is not null then
    perform private.write_known(p_reply.request_id, private.known_after(p_known, p_reply.said, false), true);
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
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  v_before := private.answerable_state(p_request_id);
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e where e.request_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  perform private.log_event(p_request_id, 'reply', p_kind);
  -- What tells of a change answers nothing that somebody asked.
  if p_kind <> 'change' then
    perform private.answer_request(p_request_id, p_kind, p_id);
  end if;
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.replies (id, request_id, kind, subject, body, email, sent_by, before, said, sequence, link_version, times)
  values (p_id, p_request_id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_before,
    private.reply_state(v_booking, p_kind, v_is_current), v_booking.calendar_sequence, v_booking.link_version,
    private.kept_times(p_times, v_is_current))
  returning * into v_reply;
  perform private.pass_on_reply(v_reply, v_booking.known);
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
    where id = p_reply.request_id and known - 'closed' = p_reply.said - 'closed';
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
  if v_is_same and v_reply.kind <> 'change' then
    perform private.restore_answered(v_reply);
  else
    -- What the studio did since answers in its place.
    perform private.undo_studio_act(w)
    from private.waits w where w.reply_id = p_id and w.id < (private.newest_wait(v_reply.request_id)).id;
  end if;
  delete from private.replies where id = p_id;
  perform private.swap_news(v_reply);
  perform private.log_event(v_reply.request_id, 'reply', 'undone');
  return v_is_same or v_reply.kind = 'change';
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

create function public.send_changes(p_changes jsonb) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_change record;
  v_changed uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_change in
    select * from jsonb_to_recordset(p_changes) c (id uuid, request_id uuid, revision integer, subject text, body text) order by c.request_id
  loop
    begin
      perform public.send_reply(v_change.id, v_change.request_id, v_change.revision, 'change', v_change.subject, v_change.body);
    exception when raise_exception then
      if sqlerrm not in ('changed_meanwhile', 'reply_unfit', 'request_gone') then
        raise;
      end if;
      v_changed := v_changed || v_change.request_id;
    end;
  end loop;
  return v_changed;
end
$$;
comment on function public.send_changes(jsonb) is
  'For admins: send_reply of kind ''change'' to several visitors at once, all or none: [{"id", "request_id", "revision", "subject", "body"}]. '
  'Returns the requests that were changed since, whose visitors are not told.';

create function public.undo_changes(p_ids uuid[]) returns integer
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
comment on function public.undo_changes(uuid[]) is
  'For admins: takes back what send_changes has sent, as undo_reply. Returns how many could not be, because their mails have gone.';

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
