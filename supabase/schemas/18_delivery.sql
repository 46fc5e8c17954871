-- Delivery of mails: the site claims due mails, sends each, and stores the result. Admins see problems and
-- act on them. A claim skips locked mails and bookings, so that it never waits for them.

-- 1. The data that a site needs to write a mail

create function private.calls_json(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'about_id', b.id, 'name', b.name, 'status', b.status, 'date', b.date,
    'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
    order by b.period), '[]')
  from public.bookings b where b.id = any (p_ids)
$$;

-- The data of a booking's mail. For a 'call' mail, "kind" is the news; "known_date", "known_start_time" and
-- "known_end_time" are the time that the visitor knew, and "known_location" is the location that the visitor knew.
create function private.booking_mail_json(p_mail private.outbox, p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_known constant jsonb := case p_mail.kind when 'call' then private.known_to_correct(p_booking, p_mail.id) end;
  v_difference constant text[] :=
    case p_mail.kind when 'call' then private.difference(v_known, private.call_state(p_booking)) else '{}' end;
  v_is_moved constant boolean := 'time' = any (v_difference);
  v_ids constant uuid[] := coalesce(p_mail.calls, array[p_booking.id]);
begin
  return jsonb_build_object(
    'kind', case
      when p_mail.kind = 'call' then private.call_mail_kind(v_difference, p_booking.status, p_mail.act)
      when p_mail.kind like 'reminder%' then 'reminder'
      else p_mail.kind
    end,
    'known_date', case when v_is_moved then v_known ->> 'date' else p_mail.known_start::date::text end,
    'known_start_time',
    case when v_is_moved then v_known ->> 'start_time' else to_char(p_mail.known_start, 'HH24:MI') end,
    'known_end_time', case when v_is_moved then v_known ->> 'end_time' end,
    'known_location', case when v_difference && '{location,usual}' then v_known ->> 'wording' end,
    'about', 'booking', 'about_id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email,
    'message', p_booking.message, 'package', p_booking.package, 'status', p_booking.status,
    'created_at', p_booking.created_at,
    'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'location', p_booking.location,
    'where', private.call_location(p_booking.location, p_booking.phone, p_booking.room),
    'cancel_reason', p_booking.cancel_reason, 'cancel_message', p_booking.cancel_message,
    'link_version', p_booking.link_version, 'calendar_sequence', p_booking.calendar_sequence)
    || case p_mail.recipient
      when 'studio' then jsonb_build_object(
        'calls', private.calls_json(p_mail.calls),
        -- The other calls on the dates of these calls.
        'others', private.calls_json(array(
          select o.id from public.bookings o
          where o.status <> 'cancelled' and o.id <> all (v_ids)
            and o.date = any (array(select c.date from public.bookings c where c.id = any (v_ids))))))
      else jsonb_build_object('is_soon', p_mail.kind = 'reminder_hour')
    end;
end
$$;

-- The first mail to the request's visitor, as {"thread", "thread_sequence"}. Later mails are replies to its
-- Message-ID, which contains these two values.
create function private.thread_of(p_request_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('thread', m.id, 'thread_sequence', coalesce((m.said ->> 'sequence')::integer, 0))
    from private.outbox m
    where m.request_id = p_request_id and m.recipient = 'visitor' and (m.kind = 'received' or m.act = 'booked')
      and m.sent_at is not null
    order by m.sent_at desc limit 1), '{"thread": null, "thread_sequence": 0}')
$$;

create function private.offer_mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'offer', 'about_id', f.request_id, 'offer_id', f.id,
    'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
    'link_version', f.link_version, 'version', v.version, 'text', v.text, 'sha256', v.sha256,
    'valid_until', v.valid_until,
    'channel', a.channel, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at,
    'ended_reason', (private.ending_of(v)).reason,
    -- The admin's words to the visitor, which the offer's text does not have.
    'words', v.body ->> 'words')
    || private.thread_of(f.request_id)
  from public.offers f
  join public.offer_versions v on v.offer_id = f.id
  left join public.offer_acceptances a on a.offer_id = f.id
  left join public.bookings b on b.id = f.request_id
  left join public.inquiries i on i.id = f.request_id
  where (f.id, v.version) = (p_mail.offer_id, p_mail.version)
$$;

create function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', null, 'known_start_time', null)
    || case
      when p_mail.offer_id is not null then private.offer_mail_json(p_mail)
      else coalesce(
        (select private.booking_mail_json(p_mail, b) from public.bookings b where b.id = p_mail.request_id),
        (select jsonb_build_object(
          'about', 'inquiry', 'about_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message,
          'package', i.package, 'status', i.status, 'created_at', i.created_at)
        from public.inquiries i where i.id = p_mail.request_id))
    end
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', l.kind, 'subject', l.subject, 'body', l.body)
        || private.thread_of(p_mail.request_id))
      from private.letters l where l.event_id = p_mail.letter_id), '{}')
$$;

-- 2. Decide: send, wait, or drop

-- True if a mail is no longer true, because the booking or the offer has changed, or the call has begun. A mail
-- with a letter is never outdated.
create function private.is_outdated(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then
      not exists (select from private.find_calls_to_confirm())
    when p_mail.key <> '' then not exists (
      select from private.due_mails d
      where (d.request_id, d.kind, d.key) = (p_mail.request_id, p_mail.kind, p_mail.key))
    when p_mail.offer_id is not null then not private.can_undo_offer_act(p_mail.offer_id) and exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id and (
        p_mail.version < (private.newest_version(f.id)).version
        or case p_mail.kind
          when 'offer' then private.state_of(f.id) not in ('open', 'expired')
          else p_mail.kind <> 'offer_' || private.state_of(f.id)
        end))
    when p_mail.letter_id is not null then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        -- A visitor with an open proposal gets no mail that announces the call.
        or p_mail.recipient = 'visitor' and private.has_open_proposal(b)))
  end;
end
$$;

-- The reason not to send a mail's letter: the visitor's e-mail address has changed ('address_changed'), or the call
-- that the letter confirms or declines has changed ('changed_meanwhile'). Null if the site can send the letter.
create function private.letter_error(p_mail private.outbox) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select case
      when lower(l.email) <> lower(private.email_of(p_mail.request_id)) then 'address_changed'
      when l.kind in ('confirm', 'decline') and l.state is not null
        and private.difference(l.state, private.call_state(b)) <> '{}' then 'changed_meanwhile'
    end
    from private.letters l left join public.bookings b on b.id = p_mail.request_id
    where l.event_id = p_mail.letter_id);
end
$$;

-- The number of mails to the request's e-mail address in the last 24 hours, including mails that a site is sending.
create function private.count_mails(p_request_id uuid) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  v_email constant text := lower(private.email_of(p_request_id));
begin
  return (
    select count(*)
    from private.outbox o
    where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
      and o.request_id in (
        select b.id from public.bookings b where lower(b.email) = v_email
        union all
        select i.id from public.inquiries i where lower(i.email) = v_email));
end
$$;

create function private.give_up(p_mail private.outbox, p_error text) returns void
language sql set search_path = ''
as $$
  update private.outbox
  set given_up_at = now(), may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null,
    last_error = p_error
  where id = p_mail.id;
  -- A proposal whose mail was given up counts as closed, which can change the turn.
  select private.update_turn(p_mail.request_id)
$$;

-- Deletes an unneeded mail, but keeps its letter for the admins. A mail that may have arrived is given up and not
-- deleted, because presumed_known reads it.
create function private.close_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(p_mail, 'changed_meanwhile');
  if p_mail.said is null or p_mail.lease is null and not p_mail.may_have_arrived then
    delete from private.outbox where id = p_mail.id;
  else
    update private.outbox
    set given_up_at = now(), dismissed_at = now(), may_have_arrived = true, lease = null, lease_until = null
    where id = p_mail.id;
  end if;
end
$$;

-- Closes an outdated 'call' mail; returns true if it did. A mail is outdated in two cases. A newer 'call' mail waits:
-- that mail gets must_send of this one. Or the lease has ended, and the visitor's e-mail address or the call has
-- changed since the claim.
create function private.drop_superseded_mail(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  if p_mail.kind <> 'call' then
    return false;
  end if;
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if exists (
    select from private.outbox o
    where o.request_id = p_mail.request_id and o.kind = 'call' and o.is_waiting and o.id <> p_mail.id)
  then
    perform private.close_mail(p_mail);
    update private.outbox set must_send = must_send or p_mail.must_send
    where request_id = p_mail.request_id and kind = 'call' and is_waiting;
    return true;
  elsif p_mail.lease_until <= now() and (
    (p_mail.said ->> 'link_version')::integer <> v_booking.link_version
    or private.needs_mail(private.difference(p_mail.said, private.call_state(v_booking))))
  then
    perform private.close_mail(p_mail);
    perform private.update_call_mail(p_mail.request_id);
    return true;
  end if;
  return false;
end
$$;

-- True if the mail must wait. A 'call' mail waits for other mails about the call, because its text depends on the
-- state that those tell the visitor. A reminder waits for a 'call' mail that may make the reminder needless. An
-- offer's mail waits for the end of the minute in which Undo can take the act back.
create function private.has_to_wait(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind like 'reminder%' and exists (
      select from private.outbox o
      where o.request_id = p_mail.request_id and o.kind = 'call' and o.sent_at is null and o.given_up_at is null)
    or p_mail.offer_id is not null and private.can_undo_offer_act(p_mail.offer_id)
    or p_mail.kind = 'call' and exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') or l.state is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now());
end
$$;

-- True if the site sends this due mail now. Else the mail waits, or this function gives it up or deletes it. The caller
-- has locked the mail and its request.
create function private.decide_delivery(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_letter_error constant text := private.letter_error(p_mail);
  v_cap constant integer := (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours');
begin
  p_mail := private.detach_letter(p_mail, v_letter_error);
  -- The order counts: the first rule that holds decides. The site gives up no mail that is needless or has to wait, and
  -- the cap stops only a mail that would go now.
  if private.is_outdated(p_mail) then perform private.close_mail(p_mail);
  elsif private.is_unneeded(p_mail) then perform private.close_mail(p_mail);
  elsif private.drop_superseded_mail(p_mail) then return false;
  elsif private.has_to_wait(p_mail) then return false;
  elsif p_mail.letter_id is not null and v_letter_error is not null then
    perform private.give_up(p_mail, v_letter_error);
  -- The mail's second lease ended without a result.
  elsif p_mail.lease is not null and p_mail.may_have_arrived then perform private.give_up(p_mail, 'unanswered');
  elsif p_mail.due_at <= now() - interval '24 hours' then
    perform private.give_up(p_mail, coalesce(p_mail.last_error, 'not tried'));
  elsif p_mail.recipient = 'visitor' and private.count_mails(p_mail.request_id) >= v_cap then
    update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = p_mail.id;
  else return true;
  end if;
  return false;
end
$$;

create function private.lease_mail(p_mail private.outbox) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  update private.outbox
  set may_have_arrived = may_have_arrived or lease is not null,
    lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1,
    -- Null for a mail that describes no call.
    said = case
      when recipient <> 'visitor' or v_booking.id is null then null
      when kind = 'reply' then (
        select l.state || jsonb_build_object('link_version', v_booking.link_version)
        from private.letters l where l.event_id = p_mail.letter_id)
      when kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') then
        private.call_state(v_booking) || jsonb_build_object(
          'at', now(), 'link_version', v_booking.link_version, 'sequence', v_booking.calendar_sequence)
    end,
    calls = case when (kind, recipient) = ('still_pending', 'studio') then
      array(select c.id from private.find_calls_to_confirm() c) end
  where id = p_mail.id returning * into p_mail;
  return private.mail_json(p_mail);
end
$$;

-- Locks a booking or inquiry without waiting. Returns false while another session holds its lock.
create function private.try_lock_request(p_id uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_id for no key update skip locked;
  if not found then
    perform 1 from public.inquiries i where i.id = p_id for no key update skip locked;
  end if;
  return found;
end
$$;

create function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- Runs one claim at a time, because two together could exceed the cap of an address.
  perform pg_advisory_xact_lock(6, 0);
  perform private.write_due_mails();
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now()
      and (o.lease is null or o.lease_until <= now())
    -- The oldest mail first; among the mails of one transaction, an admin's reply last.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Reads the mail again, because an earlier round may have changed or deleted it.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.try_lock_request(v_mail.request_id) and private.decide_delivery(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for twelve minutes. Returns each mail with the data of its '
  'booking or inquiry; the "kind" of a ''call'' mail is its news. Deletes mails that are no longer true or have no '
  'news; gives up letters that are no longer true, mails that have been due for 24 hours, and mails whose lease has '
  'ended twice.';

-- 3. Delivery results

create function private.end_lease(p_id uuid, p_result jsonb) returns void
language sql set search_path = ''
as $$
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case p_result ->> 'outcome' when 'sent' then now() end,
      is_kept = coalesce((p_result ->> 'kept')::boolean, false),
      last_error = case
        when p_result ->> 'outcome' in ('failed', 'refused') then left(p_result ->> 'error', 200)
        else o.last_error end,
      -- Tries again after 1, 2, 4 … minutes, at most two hours.
      send_after = case p_result ->> 'outcome'
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case p_result ->> 'outcome' when 'refused' then now() end
  where o.id = p_id
$$;

-- Sets bookings.known after the mail server accepted the mail, if the mail went to the visitor's current address.
-- Does not replace a newer bookings.known.
create function private.set_known_by_mail(p_mail private.outbox) returns void
language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := p_mail.said - '{link_version,sequence}'::text[];
  v_booking public.bookings;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  if v_booking.link_version <> (p_mail.said ->> 'link_version')::integer then
    return;
  end if;
  -- A visitor who read an admin's letter still needs the calendar file.
  if p_mail.kind = 'reply' then
    perform private.keep_call_mail(p_mail.request_id);
  end if;
  update public.bookings set known = v_known
  where id = p_mail.request_id and ((known ->> 'at')::timestamptz <= (v_known ->> 'at')::timestamptz) is not false;
end
$$;

create function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome constant text := p_result ->> 'outcome';
  v_mail private.outbox;
begin
  perform private.require_site_key(p_site_key);
  if v_outcome in ('sent', 'failed', 'refused', 'unanswered') is not true then
    raise exception using message = 'invalid_result';
  end if;
  perform private.lock_request((select o.request_id from private.outbox o where o.id = p_id));
  select * into v_mail from private.outbox o
  where o.id = p_id and o.lease = p_lease and o.lease_until > now() for no key update;
  if not found then
    raise exception using message = 'not_leased',
      detail = case
        when exists (select from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  -- A mail that may have arrived is not tried again before its lease ends.
  if v_outcome = 'unanswered' then
    update private.outbox set last_error = v_outcome where id = p_id;
    return;
  end if;
  if v_outcome = 'failed' then
    -- The mail of this attempt cannot have arrived.
    v_mail.lease := null;
    if not private.drop_superseded_mail(v_mail) then
      perform private.end_lease(p_id, p_result);
    end if;
    perform private.drop_unneeded_mail(v_mail.request_id);
    return;
  end if;
  perform private.end_lease(p_id, p_result);
  if v_outcome = 'sent' and v_mail.letter_id is not null then
    update private.letters set sent_at = now() where event_id = v_mail.letter_id;
  elsif v_outcome = 'refused' and v_mail.letter_id is not null then
    -- A proposal whose mail was refused counts as closed, which can change the turn.
    perform private.update_turn(v_mail.request_id);
  end if;
  if v_mail.said is null then
    return;
  end if;
  -- A mail that was only saved as a file told its visitor nothing.
  if v_outcome = 'sent' and (p_result ->> 'kept')::boolean is not true then
    perform private.set_known_by_mail(v_mail);
  end if;
  perform private.drop_unneeded_mail(v_mail.request_id);
  -- Compares with the state in the mail and not with bookings.known: a refused or saved mail does not change
  -- bookings.known, so each result would queue another mail.
  perform private.update_call_mail(b.id) from public.bookings b
  where b.id = v_mail.request_id and private.needs_mail(private.difference(v_mail.said, private.call_state(b)));
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent", "kept": false}, with "kept": true if the site only saved '
  'the mail as a file; "unanswered" (handed over without a result from the mail server: tried once more when the lease '
  'ends); "failed" (tried again later) or "refused" (permanent), both with an "error". Raises not_leased if the lease '
  'has ended or belongs to another site. Its detail is "sent" if that result is stored already; otherwise the site '
  'must discard the mail that it just wrote, because the person may have been erased.';

-- 4. Admins' functions for mails

create function public.list_automatic_mails(p_request_id uuid)
returns table (at timestamptz, kind text, status text, date text, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.sent_at, o.kind, o.said ->> 'status', o.said ->> 'date', o.said ->> 'start_time'
    from private.outbox o
    where o.request_id = p_request_id and o.recipient = 'visitor' and o.sent_at is not null and not o.is_kept
      and o.kind in ('received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'offer_follow_up')
      and o.letter_id is null
    order by o.sent_at;
end
$$;
comment on function public.list_automatic_mails(uuid) is
  'The site''s automatic mails to a request''s visitor, oldest first, with the call as each described it. The outbox '
  'keeps mails for 30 days.';

create function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text,
  given_up boolean, about text, email text, may_have_arrived boolean, is_being_sent boolean, total_cents bigint,
  given_up_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, case when o.letter_id is not null then 'reply' when o.act = 'booked' then 'received' else o.kind end,
      o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
      o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
      o.may_have_arrived or o.last_error is not distinct from 'unanswered', coalesce(o.lease_until > now(), false),
      (select v.total_cents from public.offer_versions v where (v.offer_id, v.version) = (o.offer_id, o.version)),
      o.given_up_at
    from private.outbox o
    -- Lateral, because the planner would otherwise read both tables whole for the few listed mails.
    left join lateral (select * from public.bookings where bookings.id = o.request_id limit 1) b on true
    left join lateral (select * from public.inquiries where inquiries.id = o.request_id limit 1) i on true
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'Mails given up in the last seven days, and mails that wait for more than 15 minutes, except dismissed ones. For a '
  'mail about an offer, total_cents is the offer''s price.';

create function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.outbox;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_mail in
    select * from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now())
    order by o.created_at, o.id
    for no key update skip locked
  loop
    continue when not private.try_lock_request(v_mail.request_id) or private.drop_superseded_mail(v_mail);
    v_mail := private.detach_letter(v_mail, private.letter_error(v_mail));
    if v_mail.lease is null and (private.is_outdated(v_mail) or private.is_unneeded(v_mail)) then
      perform private.close_mail(v_mail);
    elsif private.letter_error(v_mail) is null then
      update private.outbox
      set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now(),
        may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null
      where id = v_mail.id;
      perform private.update_turn(v_mail.request_id);
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;
comment on function public.retry_mails(uuid[]) is
  'Makes undelivered mails due now, with 24 hours of attempts, and returns how many. Deletes a mail that is no longer '
  'true, but does not change a reply that is no longer true.';

create function public.dismiss_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_admin();
  update private.outbox set dismissed_at = now()
  where id in (
    select o.id from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and o.dismissed_at is null for no key update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.dismiss_mails(uuid[]) is
  'Hides these mails from get_mail_problems, and returns how many. The site still tries to send a mail that waits.';
