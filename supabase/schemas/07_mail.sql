-- The mails to send, written in the transaction of the change that they are about. A row has no
-- personal data: a mail is rendered when it is sent, from its booking or inquiry as it is then. The
-- reasons are in docs/decisions/mail.md.

-- 1. The table

create table private.outbox (
  -- Part of the mail's Message-ID, so that a second delivery is recognised.
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  kind text not null check (kind in (
    'received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder', 'reply',
    'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn'
  )),
  recipient text not null check (recipient in ('visitor', 'studio')),
  -- The status that the visitor knows from earlier mails; null when there were none. If the booking returns to it, this mail is not needed.
  known_status text,
  known_start timestamp,
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- When to try next: due_at, and after a failure a later time.
  send_after timestamptz not null,
  attempts integer not null default 0,
  -- Set while a site sends the mail. It stays when it runs out, because the mail may have been sent.
  lease uuid,
  lease_until timestamptz,
  may_have_arrived boolean not null default false,
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  given_up_at timestamptz,
  dismissed_at timestamptz,
  reply_id uuid references private.replies on delete cascade,
  -- Mails about an offer do not end with its request's call.
  offer_id uuid references public.offers on delete cascade,
  check ((lease is null) = (lease_until is null)),
  constraint outbox_one_subject check (num_nonnulls(booking_id, inquiry_id, offer_id) = 1),
  constraint outbox_reply check ((kind = 'reply') = (reply_id is not null))
);
comment on table private.outbox is
  'Mails to send, written in the transaction of the change that they are about. No personal data: a mail is rendered when it is sent.';
comment on column private.outbox.known_status is
  'The status that the visitor already knows. A mail whose booking is back at that status is deleted unsent.';
comment on column private.outbox.known_start is
  'When the call was to begin before it was moved, on the studio''s wall clock, as its reader knows it. For a visitor only when an admin moved '
  'it. Null for other mails.';
comment on column private.outbox.due_at is 'When the mail should be sent.';
comment on column private.outbox.send_after is 'When it is tried next: due_at at first, later after each failure.';
comment on column private.outbox.lease is 'Set while a site is sending the mail; finish_mail must name it.';
comment on column private.outbox.may_have_arrived is
  'Whether a lease ran out before anybody said what became of the mail. It is sent once more; if its lease runs out again it is given up.';
comment on column private.outbox.dismissed_at is 'When an admin said that they have dealt with a mail that was not delivered.';
comment on column private.outbox.reply_id is 'For kind ''reply'' what an admin wrote. Deleted with it.';
create index outbox_due on private.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_booking on private.outbox (booking_id);
create index outbox_inquiry on private.outbox (inquiry_id);
create index outbox_offer on private.outbox (offer_id) where offer_id is not null;
create index outbox_old on private.outbox (due_at);
create index outbox_reply on private.outbox (reply_id) where reply_id is not null;

-- 2. Triggers that write mails

-- Deletes mails of a request that nobody has begun to send. A mail that is being sent, or may have been,
-- stays.
create function private.drop_mails(p_booking_id uuid, p_inquiry_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where (booking_id = p_booking_id or inquiry_id = p_inquiry_id) and recipient = p_recipient and kind = any (p_kinds)
    and sent_at is null and given_up_at is null and lease is null and not may_have_arrived
  returning *
$$;

-- Adds a mail in place of one of the same kind that has not been sent.
create function private.write_mail(
  p_booking_id uuid, p_inquiry_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(), p_known_status text default null,
  p_known_start timestamp default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox where due_at < now() - interval '30 days';
  perform private.drop_mails(p_booking_id, p_inquiry_id, p_recipient, array[p_kind]);
  insert into private.outbox (booking_id, inquiry_id, recipient, kind, due_at, send_after, known_status, known_start)
  values (p_booking_id, p_inquiry_id, p_recipient, p_kind, p_due_at, p_due_at, p_known_status, p_known_start);
end
$$;

-- Decides which mails a new or changed booking needs, and deletes those that it no longer needs.
create function private.write_booking_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_begins constant timestamptz := private.starts_at(new);
  v_is_new constant boolean := tg_op = 'INSERT' or lower(new.email) <> lower(old.email);
  v_moves constant boolean := not v_is_new and (new.date, new.time_slot_id) <> (old.date, old.time_slot_id);
  v_by_visitor constant boolean := not public.is_admin();
  v_waiting private.outbox;
  v_known text := old.status;
  -- Set only when an admin has moved the call and its visitor does not know yet.
  v_known_start timestamp;
begin
  if private.is_erased(new.email) then
    -- The studio still gets its mail about a cancelled call, which names no person.
    delete from private.outbox
    where booking_id = new.id and not (recipient = 'studio' and kind = 'cancelled' and sent_at is null);
    if v_by_visitor and new.status = 'cancelled' and old.status <> 'cancelled' and v_begins > now() then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
    return null;
  end if;
  if not v_is_new and not v_moves and new.status = old.status then
    return null;
  end if;

  perform private.drop_mails(new.id, null, 'visitor', '{reminder}');
  if v_begins <= now() then
    return null;
  end if;
  if new.status = 'confirmed' and v_begins - interval '24 hours' > now() then
    perform private.write_mail(new.id, null, 'visitor', 'reminder', v_begins - interval '24 hours');
  end if;

  if v_is_new then
    perform private.drop_mails(new.id, null, 'visitor', '{moved,confirmed,location,cancelled}');
    perform private.write_mail(new.id, null, 'visitor', 'received');
    if v_by_visitor then
      perform private.write_mail(new.id, null, 'studio', 'received');
    end if;
  elsif v_moves then
    -- If the first mail has not been sent yet, it will have the new time, so it stays the first mail.
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,location,cancelled}')
    order by kind = 'received' desc limit 1;
    if not v_by_visitor then
      perform private.write_our_move_mail(new, old, v_waiting);
    else
      perform private.write_mail(new.id, null, 'visitor', case v_waiting.kind when 'received' then 'received' else 'moved' end);
      select * into v_waiting from private.drop_mails(new.id, null, 'studio', '{received,moved}')
      order by kind = 'received' desc limit 1;
      if v_waiting.kind = 'received' then
        perform private.write_mail(new.id, null, 'studio', 'received');
      else
        perform private.write_mail(new.id, null, 'studio', 'moved', p_known_start => coalesce(v_waiting.known_start, lower(old.period)));
      end if;
    end if;
  else
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,cancelled}')
    order by created_at limit 1;
    if found then
      v_known := v_waiting.known_status;
      v_known_start := v_waiting.known_start;
    end if;
    -- Sent after a minute, so that a change that is undone by then sends no mail.
    if new.status is distinct from v_known then
      perform private.write_mail(new.id, null, 'visitor', case new.status when 'pending' then 'received' else new.status end,
                                 now() + interval '60 seconds', v_known, v_known_start);
      -- A confirmation names the location too.
      if new.status = 'confirmed' then
        perform private.drop_mails(new.id, null, 'visitor', '{location}');
      end if;
    elsif v_known_start <> lower(new.period) then
      -- What waited would also have told of a move by an admin.
      perform private.write_mail(new.id, null, 'visitor', 'moved', now() + interval '60 seconds', v_known, v_known_start);
    end if;
    if v_by_visitor and new.status = 'cancelled' then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
  end if;
  return null;
end
$$;
-- Only for rows created in this transaction, so that restoring a backup sends no mails.
create trigger bookings_mails_new after insert on public.bookings
for each row when (new.created_at = now()) execute function private.write_booking_mails();
create trigger bookings_mails after update of email, date, time_slot_id, status on public.bookings
for each row execute function private.write_booking_mails();

-- Tells of another location whoever was told one, or may be reading one in a mail that is on its
-- way. The site knows the usual location and drops the mail when it says nothing new (finish_mail).
create function private.write_location_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.location is distinct from old.location and new.status = 'confirmed'
    and private.starts_at(new) > now() and not private.is_erased(new.email)
    and (new.told_location is not null or exists (
      select 1 from private.outbox o
      where o.booking_id = new.id and o.recipient = 'visitor' and o.kind in ('confirmed', 'location', 'reminder')
        and (o.sent_at is not null or o.lease is not null)))
    -- The confirmation that waits will have the new location.
    and not exists (
      select 1 from private.outbox o
      where o.booking_id = new.id and o.recipient = 'visitor' and o.kind = 'confirmed'
        and o.sent_at is null and o.given_up_at is null and o.lease is null)
  then
    perform private.write_mail(new.id, null, 'visitor', 'location', now() + interval '60 seconds');
  end if;
  return null;
end
$$;
create trigger bookings_location_mail after update of location on public.bookings
for each row execute function private.write_location_mail();

create function private.write_inquiry_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_erased(new.email) then
    delete from private.outbox where inquiry_id = new.id;
  elsif tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    perform private.write_mail(null, new.id, 'visitor', 'received');
    perform private.write_mail(null, new.id, 'studio', 'received');
  end if;
  return null;
end
$$;
create trigger inquiries_mails_new after insert on public.inquiries
for each row when (new.created_at = now()) execute function private.write_inquiry_mails();
create trigger inquiries_mails after update of email on public.inquiries
for each row execute function private.write_inquiry_mails();

-- The studio's mail about a cancelled call outlives the erasure, without a name. What a site is
-- writing has the name, so its lease ends, and the mail is written again.
create function private.end_leases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set lease = null, lease_until = null where booking_id = new.id and sent_at is null;
  return null;
end
$$;
create trigger bookings_erased_mails after update of email on public.bookings
for each row when (private.is_erased(new.email) and old.email <> new.email) execute function private.end_leases();

-- 3. Functions with which the site claims and finishes mails

-- A reply's thread is the mail that said that the request has arrived.
-- record_id is what a site from before about_id reads, which may run beside this database.
create function private.mail_json(p_mail private.outbox) returns jsonb
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

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(bool_or(
    private.starts_at(b) <= now()
    or (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
    or p_mail.kind in ('confirmed', 'location', 'reminder') and b.status <> 'confirmed'
    or (p_mail.kind, p_mail.recipient) = ('received', 'visitor') and b.status <> 'pending'), false)
    or exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          else false
        end)
  from public.bookings b where b.id = p_mail.booking_id and p_mail.kind <> 'reply'
$$;

-- How many mails an address got in the last 24 hours, including those that are being sent.
create function private.count_mails(p_mail private.outbox) returns bigint
language sql stable set search_path = ''
as $$
  select count(*)
  from (
    select lower(b.email) from public.bookings b where b.id = p_mail.booking_id
    union all
    select lower(i.email) from public.inquiries i where i.id = p_mail.inquiry_id
    union all
    select lower(coalesce(b.email, i.email)) from public.offers f
    left join public.bookings b on b.id = f.booking_id left join public.inquiries i on i.id = f.inquiry_id
    where f.id = p_mail.offer_id
  ) person (email)
  join lateral (
    select o.* from public.bookings b join private.outbox o on o.booking_id = b.id where lower(b.email) = person.email
    union all
    select o.* from public.inquiries i join private.outbox o on o.inquiry_id = i.id where lower(i.email) = person.email
    union all
    select o.* from public.bookings b join public.offers f on f.booking_id = b.id join private.outbox o on o.offer_id = f.id
    where lower(b.email) = person.email
    union all
    select o.* from public.inquiries i join public.offers f on f.inquiry_id = i.id join private.outbox o on o.offer_id = f.id
    where lower(i.email) = person.email
  ) o on true
  where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
$$;

create function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
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

create function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
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

-- 4. What admins see of mails, and do about them

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

create function public.retry_mails(p_ids uuid[]) returns integer
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

create function public.dismiss_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_live_admin();
  update private.outbox o set dismissed_at = now() where o.id = any (p_ids) and o.sent_at is null and o.dismissed_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.dismiss_mails(uuid[]) is
  'For admins: get_mail_problems lists these mails no longer. One that still waits is tried as before. Returns how many.';

create function public.get_told_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'date', b.date, 'start_time', to_char(lower(b.period), 'HH24:MI'),
      'end_time', to_char(upper(b.period), 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'told_location', b.told_location,
      'waits', exists (
        select 1 from private.outbox o
        where o.booking_id = b.id and o.recipient = 'visitor' and o.kind in ('confirmed', 'location')
          and o.sent_at is null and o.given_up_at is null)) order by b.period), '[]')
    from public.bookings b
    where b.status = 'confirmed' and b.date >= private.studio_today() and private.starts_at(b) > now() and b.told_location is not null);
end
$$;
comment on function public.get_told_calls() is
  'For admins: the confirmed calls to come whose visitors were told a location, earliest first; "waits" when a mail that will tell them the '
  'present one is in the outbox. The site compares, because only it knows the usual location.';

create function public.tell_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_id in
    select b.id from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    -- A later file of the event has a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_id;
    perform private.write_mail(v_id, null, 'visitor', 'location');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.tell_location(uuid[]) is
  'For admins: mails the visitors of these calls, if confirmed and still to come, where they happen, at once. Returns how many.';

create function public.set_told_location(p_booking_id uuid, p_location text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update public.bookings b set told_location = nullif(left(p_location, 1000), '')
  where b.id = p_booking_id and not private.is_erased(b.email);
end
$$;
comment on function public.set_told_location(uuid, text) is
  'For an admin who has told a visitor themselves where the call happens.';
