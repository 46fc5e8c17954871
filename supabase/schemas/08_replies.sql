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
    where (e.booking_id = p_id or e.inquiry_id = p_id) and e.revision > p_revision and e.actor <> private.actor())
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The status of a request that was answered.
create function private.answered_status(p_type text, p_kind text, p_status text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_type = 'inquiry' then 'replied'
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
    -- It tells what was changed: once.
    when 'change' then p_booking.untold_since is not null and not exists (
      select 1 from private.outbox o join private.replies r on r.id = o.reply_id
      where o.booking_id = p_booking.id and o.sent_at is null and o.given_up_at is null and not private.is_untold(p_booking, r.told))
    else true
  end
$$;

-- Why what an admin wrote cannot be sent: the visitor has another address since ('address_changed'), or it
-- says how a call stands that was changed since ('changed_meanwhile'). Null when it can.
create function private.untrue_reply(p_mail private.outbox) returns text
language sql stable set search_path = ''
as $$
  select case
    when lower(r.email) <> lower(coalesce(b.email, i.email)) then 'address_changed'
    when r.kind in ('confirm', 'decline') and r.told_sequence <> b.calendar_sequence
      or r.told is not null and private.is_untold(b, r.told) then 'changed_meanwhile'
  end
  from private.replies r
  left join public.bookings b on b.id = r.booking_id
  left join public.inquiries i on i.id = r.inquiry_id
  where r.id = p_mail.reply_id
$$;

create function private.queue_reply(p_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.outbox (booking_id, inquiry_id, recipient, kind, reply_id, due_at, send_after)
  select r.booking_id, r.inquiry_id, 'visitor', 'reply', r.id, now() + interval '60 seconds', now() + interval '60 seconds'
  from private.replies r where r.id = p_id
$$;

create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
  v_booking public.bookings;
  v_old jsonb;
  v_status text;
  v_waited boolean;
  v_is_current boolean;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: what is sent again after a lost response is stored once.
  if exists (select from private.replies r where r.id = p_id) then
    if exists (select from private.replies r where r.id = p_id and (r.kind, r.subject, r.body) is not distinct from (p_kind, p_subject, p_body)) then
      return;
    end if;
    raise exception using message = 'reply_sent';
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  if v_type = 'booking' then
    v_old := to_jsonb(v_booking);
  else
    select to_jsonb(i) into v_old from public.inquiries i where i.id = p_request_id;
  end if;
  v_status := private.answered_status(v_type, p_kind, v_old ->> 'status');
  v_waited := v_old ->> 'waiting_since' is not null;
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := not exists (
    select from public.request_events e where e.booking_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, email, sent_by, told, before)
  values (
    p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end,
    p_kind, p_subject, p_body, case when p_body is not null then v_old ->> 'email' end, private.caller_id(), case p_kind when 'change' then private.known_state(v_booking) end,
    jsonb_build_object(
      'status', v_old -> 'status', 'period', v_old -> 'period', 'owner', v_old -> 'owner', 'waiting_since', v_old -> 'waiting_since',
      'answered_at', v_old -> 'answered_at', 'their_turn_since', v_old -> 'their_turn_since',
      'untold_since', v_old -> 'untold_since', 'untold_from', v_old -> 'untold_from'));
  perform private.note_event(v_type, p_request_id, 'reply', p_kind);
  -- It answers nothing that somebody asked.
  if p_kind = 'change' then
    perform private.queue_reply(p_id);
    return;
  end if;

  -- First the status, whose triggers say who waits for whom, then what they do not know.
  update public.bookings set status = v_status where id = p_request_id and status <> v_status;
  update public.inquiries set status = v_status where id = p_request_id and status <> v_status;
  update public.bookings b
  set owner = coalesce(b.owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else b.answered_at end,
    -- Not what a mail will tell, nor that the date was closed, which none says by itself, nor what an
    -- offer does not say.
    untold_since = case
      when p_body is not null or not v_is_current or p_kind in ('offer', 'offer_withdrawn')
        or private.is_closing_untold(b, b.untold_from) then b.untold_since end,
    their_turn_since = case
      when p_kind in ('propose', 'follow_up', 'offer') or p_kind = 'answer' and v_waited then now() else b.their_turn_since end
  where b.id = p_request_id;
  update private.replies set told_sequence = (select b.calendar_sequence from public.bookings b where b.id = p_request_id) where id = p_id;
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    their_turn_since = case when p_kind not in ('decline', 'offer_withdrawn') then now() end
  where id = p_request_id;

  if p_body is not null then
    -- In place of the automatic mail about the same, whose invitation it has.
    update private.outbox set kind = 'reply', reply_id = p_id
    where booking_id = p_request_id and recipient = 'visitor' and p_kind in ('confirm', 'decline') and kind = v_status
      and sent_at is null and given_up_at is null and lease is null;
    if not found then
      perform private.queue_reply(p_id);
    end if;
  end if;
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';

create function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_mail private.outbox;
  v_id uuid;
  v_type text;
  v_now jsonb;
  v_status text;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  v_id := coalesce(v_reply.booking_id, v_reply.inquiry_id);
  v_type := private.touch_request(v_id);
  select * into v_mail from private.outbox o where o.reply_id = p_id for update;
  if v_reply.body is not null and (v_mail.id is null or v_mail.sent_at is not null or v_mail.lease is not null or v_mail.may_have_arrived) then
    raise exception using message = 'reply_sent';
  end if;

  v_status := private.answered_status(v_type, v_reply.kind, v_reply.before ->> 'status');
  select coalesce(
    (select to_jsonb(b) from public.bookings b where b.id = v_id), (select to_jsonb(i) from public.inquiries i where i.id = v_id)) into v_now;
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = v_status and (v_now ->> 'period') is not distinct from (v_reply.before ->> 'period')
    and v_now ->> 'waiting_since' is null;
  if v_is_same and v_reply.kind <> 'change' then
    -- It is the automatic mail again, which goes when the status goes back.
    update private.outbox set kind = v_status, reply_id = null
    where id = v_mail.id and v_type = 'booking' and v_reply.kind in ('confirm', 'decline');
    update public.bookings set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.inquiries set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.bookings
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
    if v_reply.body is null and v_now ->> 'untold_since' is null then
      update public.bookings
      set untold_since = (v_reply.before ->> 'untold_since')::timestamptz, untold_from = nullif(v_reply.before -> 'untold_from', 'null')
      where id = v_id;
    end if;
    update public.inquiries
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
  end if;
  delete from private.replies where id = p_id;
  perform private.note_event(v_type, v_id, 'reply', 'undone');
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
  for v_id in select r.id from private.replies r where r.id = any (p_ids) order by coalesce(r.booking_id, r.inquiry_id) loop
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
           coalesce(o.sent_at is null and o.given_up_at is null and o.lease is null and not o.may_have_arrived, false)
    from private.replies r left join private.outbox o on o.reply_id = r.id left join auth.users u on u.id = r.sent_by
    where (r.booking_id = p_request_id or r.inquiry_id = p_request_id) and r.body is not null
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
