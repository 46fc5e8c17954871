-- A mail that was handed over and got no answer is tried once more, and only when its lease ends; a reply
-- goes to the address that it was written to, and a changed address is an event; what was changed is told
-- to several at once, all or none.

-- 1. Columns

alter table private.outbox add column may_have_arrived boolean not null default false;
comment on column private.outbox.may_have_arrived is
  'Whether a lease ran out before anybody said what became of the mail. It is sent once more; if its lease runs out again it is given up.';
alter table private.replies add column email text;
comment on column private.replies.email is
  'The visitor''s address when it was written: it goes to no other. Null for what went from an own mail program, and before 23 November 2026.';
alter table public.request_events drop constraint request_events_kind;
alter table public.request_events add constraint request_events_kind check (
  kind in ('change', 'address', 'link_copied', 'owner', 'note', 'outcome', 'answered', 'reopened', 'reply', 'told', 'offer')
);
comment on column public.request_events.kind is
  '''change'' of status, date, time or location; ''address'' when the e-mail address was changed; ''link_copied'' when an '
  'admin copied the visitor''s link; ''answered'' and ''reopened'' when an admin said that an answer went out, or that the visitor has asked again; the others as they are called.';

-- 2. A changed address

create or replace function private.note_booking_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb := private.booking_state(new);
begin
  if tg_op = 'UPDATE' then
    v_before := private.booking_state(old);
    if new.location is distinct from old.location then
      v_before := v_before || jsonb_build_object('location', old.location);
      v_after := v_after || jsonb_build_object('location', new.location);
    end if;
  end if;
  if v_before is distinct from v_after then
    insert into public.request_events (booking_id, actor, before, after) values (new.id, private.actor(), v_before, v_after);
  end if;
  if tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    insert into public.request_events (booking_id, actor, kind) values (new.id, private.actor(), 'address');
  end if;
  return null;
end
$$;

create or replace function private.note_inquiry_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.request_events (inquiry_id, actor, after)
    values (new.id, private.actor(), jsonb_build_object('status', new.status));
  elsif old.status <> new.status then
    insert into public.request_events (inquiry_id, actor, before, after)
    values (new.id, private.actor(), jsonb_build_object('status', old.status), jsonb_build_object('status', new.status));
  end if;
  if tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    insert into public.request_events (inquiry_id, actor, kind) values (new.id, private.actor(), 'address');
  end if;
  return null;
end
$$;

-- 3. Mails

drop function private.is_untrue_reply(private.outbox);
drop function public.get_mail_problems();

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

-- Deletes mails of a request that nobody has begun to send. A mail that is being sent, or may have been,
-- stays.
create or replace function private.drop_mails(p_booking_id uuid, p_inquiry_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where (booking_id = p_booking_id or inquiry_id = p_inquiry_id) and recipient = p_recipient and kind = any (p_kinds)
    and sent_at is null and given_up_at is null and lease is null and not may_have_arrived
  returning *
$$;

-- A reply's thread is the mail that said that the request has arrived.
-- record_id is what a site from before about_id reads, which may run beside this database.
create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', p_mail.known_start::date, 'known_start_time', to_char(p_mail.known_start, 'HH24:MI'))
    || about.fields
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', r.kind, 'subject', r.subject, 'body', r.body, 'thread', (
        select o.id from private.outbox o
        where (o.booking_id = r.booking_id or o.inquiry_id = r.inquiry_id) and (o.kind, o.recipient) = ('received', 'visitor')
          and o.sent_at is not null
        order by o.sent_at desc limit 1)))
      from private.replies r where r.id = p_mail.reply_id), '{}')
  from (
    select jsonb_build_object(
      'about', 'booking', 'about_id', b.id, 'record_id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'package', b.package,
      'status', b.status, 'created_at', b.created_at, 'date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'cancel_reason', b.cancel_reason,
      'cancel_message', b.cancel_message,
      'told_location', b.told_location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.id = p_mail.booking_id
    union all
    select jsonb_build_object(
      'about', 'inquiry', 'about_id', i.id, 'record_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
      'status', i.status, 'created_at', i.created_at)
    from public.inquiries i
    where i.id = p_mail.inquiry_id
    union all
    select jsonb_build_object(
      'about', 'offer', 'about_id', coalesce(b.id, i.id), 'record_id', coalesce(b.id, i.id), 'offer_id', f.id,
      'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
      'link_version', f.link_version, 'n', v.n, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until,
      'how', a.how, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'ended_reason', f.ended_reason)
    from public.offers f
    cross join private.newest_version(f.id) v
    left join public.offer_acceptances a on a.offer_id = f.id
    left join public.bookings b on b.id = f.booking_id
    left join public.inquiries i on i.id = f.inquiry_id
    where f.id = p_mail.offer_id
  ) about (fields)
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_mail private.outbox;
  v_claimed jsonb := '[]';
  v_error text;
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  -- One claim at a time, or two together could exceed an address's cap.
  perform pg_advisory_xact_lock(6, 0);
  for v_mail in
    select * from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    order by o.send_after, o.id
    for update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    if private.is_outdated(v_mail) then
      delete from private.outbox where id = v_mail.id;
      continue;
    end if;
    v_error := case
      when private.untrue_reply(v_mail) is not null then private.untrue_reply(v_mail)
      -- Nobody said what became of it, for the second time.
      when v_mail.lease is not null and v_mail.may_have_arrived then 'unanswered'
      when v_mail.due_at <= now() - interval '24 hours' then coalesce(v_mail.last_error, 'not tried')
    end;
    if v_error is not null then
      update private.outbox
      set given_up_at = now(), may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null, last_error = v_error
      where id = v_mail.id;
    elsif v_mail.recipient = 'visitor'
      and private.count_mails(v_mail) >= (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours')
    then
      update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = v_mail.id;
    else
      update private.outbox
      set may_have_arrived = may_have_arrived or lease is not null,
          lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1
      where id = v_mail.id returning * into v_mail;
      v_claimed := v_claimed || private.mail_json(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for twelve minutes and returns each with its booking or inquiry. Deletes mails that are '
  'no longer true, and gives up replies that are not, mails that have been due for 24 hours, and those whose lease has run out twice.';

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_location text := nullif(left(p_result ->> 'location', 1000), '');
  v_mail private.outbox;
  v_reply private.replies;
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'unanswered', 'released', 'unneeded') is not true then
    raise exception using message = 'invalid_result';
  end if;
  -- First the booking, then its mails: in this order a change of the booking locks them too.
  perform 1 from public.bookings b
  where b.id = (select o.booking_id from private.outbox o where o.id = p_id)
    and (v_location is not null or p_result ? 'told_sequence') and v_outcome in ('sent', 'unneeded')
  for no key update;
  update private.outbox o
  -- What may have arrived is not tried again before its lease ends.
  set lease = case v_outcome when 'unanswered' then o.lease end, lease_until = case v_outcome when 'unanswered' then o.lease_until end,
      sent_at = case v_outcome when 'sent' then now() end,
      attempts = o.attempts - case v_outcome when 'released' then 1 else 0 end,
      last_error = case when v_outcome in ('failed', 'refused') then left(p_result ->> 'error', 200)
                        when v_outcome = 'unanswered' then 'unanswered' else o.last_error end,
      -- 1, 2, 4 … minutes, at most two hours.
      send_after = case v_outcome
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case v_outcome when 'refused' then now() end
  where o.id = p_id and o.lease = p_lease and o.lease_until > now()
  returning * into v_mail;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  if v_outcome = 'unneeded' then
    delete from private.outbox where id = p_id;
  elsif v_outcome = 'sent' and v_location is not null and v_mail.recipient = 'visitor' then
    update public.bookings set told_location = v_location where id = v_mail.booking_id;
  end if;
  if v_outcome = 'sent' and v_mail.reply_id is not null then
    update private.replies set sent_at = v_mail.sent_at where id = v_mail.reply_id returning * into v_reply;
  end if;
  if v_outcome in ('sent', 'unneeded') and v_mail.recipient = 'visitor' and p_result ? 'told_sequence' then
    -- A reply says how the call stood when it was written.
    if v_reply.told is not null then
      perform private.note_known(v_mail.booking_id, v_reply.told);
    else
      perform private.note_mailed(v_mail.booking_id,
        case when v_mail.reply_id is null then p_result -> 'told_sequence' else to_jsonb(v_reply.told_sequence) end);
    end if;
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, with the "location" that the visitor was told in it and the calendar_sequence of '
  'the call as "told_sequence", "released" (not tried), '
  '"unneeded" (it would say nothing new), "unanswered" (it was handed over, and the mail server did not say whether it took it: tried once more '
  'when the lease ends), "failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises '
  'not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';

create function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text, may_have_arrived boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, coalesce(b.id, i.id), coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
           o.may_have_arrived or o.last_error is not distinct from 'unanswered'
    from private.outbox o
    left join public.offers f on f.id = o.offer_id
    left join public.bookings b on b.id in (o.booking_id, f.booking_id)
    left join public.inquiries i on i.id in (o.inquiry_id, f.inquiry_id)
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up within the last seven days, and those that wait for more than 15 minutes, but for those that were dismissed.';

create or replace function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_live_admin();
  delete from private.outbox o
  where o.id = any (p_ids) and o.sent_at is null and o.lease is null and private.is_outdated(o);
  update private.outbox o
  set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now(),
      may_have_arrived = o.may_have_arrived or o.lease is not null, lease = null, lease_until = null
  where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now()) and private.untrue_reply(o) is null;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.retry_mails(uuid[]) is
  'For admins: makes mails that were not delivered due now, with 24 hours to be tried in. Returns how many; those that are no longer true are deleted, '
  'and replies that are not are left as they are.';

-- 4. Replies

create or replace function public.send_reply(
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

create or replace function public.undo_reply(p_id uuid) returns boolean
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

create or replace function public.list_replies(p_request_id uuid)
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

revoke execute on function public.get_mail_problems, public.send_changes, public.undo_changes
  from public, anon, authenticated, service_role;
grant execute on function public.get_mail_problems, public.send_changes, public.undo_changes to authenticated;
