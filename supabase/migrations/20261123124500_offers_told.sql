-- Whoever mails an offer has answered; who was mailed one is told when it no longer holds; a corrected
-- e-mail address ends its link; longer drafts are kept.

-- 1. Columns

alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
  'received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder', 'reply',
  'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn'
));
alter table public.offers drop constraint offers_draft;
alter table public.offers add constraint offers_draft check (octet_length(draft::text) <= 200000);
alter table public.offer_versions drop constraint offer_versions_body;
alter table public.offer_versions add constraint offer_versions_body check (octet_length(body::text) <= 200000);

-- 2. Sending and withdrawing

drop function private.drop_offer_mails(uuid, text, text);
drop function public.send_offer(uuid, integer, jsonb, text, bigint, date);
drop function public.withdraw_offer(uuid, text);

-- Deletes a mail of an offer that nobody has begun to send; returns whether there was one.
create function private.drop_offer_mails(p_offer_id uuid, p_recipient text, p_kind text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox
  where offer_id = p_offer_id and recipient = p_recipient and kind = p_kind
    and sent_at is null and given_up_at is null and lease is null;
  return found;
end
$$;

-- An admin who mails an offer, or that it no longer holds, has answered, as with 'Sent? yes'
-- (send_reply) of what the site does not mail.
create function private.answer_with_offer(p_offer public.offers, p_is_their_turn boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  -- First the status, whose trigger says who waits for whom.
  update public.inquiries set status = 'replied' where id = p_offer.inquiry_id and status <> 'replied';
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when waiting_since is null then answered_at else now() end,
    their_turn_since = case when p_is_their_turn then now() end
  where id = p_offer.inquiry_id;
  update public.bookings
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when waiting_since is null then answered_at else now() end,
    their_turn_since = case when p_is_their_turn then now() end
  where id = p_offer.booking_id;
end
$$;

-- The offer, locked after its request, which has a new revision and an event of this kind, and waits
-- for nobody to decide. Raises offer_gone when there is none, request_gone when its person was erased,
-- and offer_accepted.
create or replace function private.change_offer(p_id uuid, p_what text) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select coalesce(o.booking_id, o.inquiry_id) from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.note_event(private.touch_request(v_request), v_request, 'offer', p_what);
  select * into v_offer from public.offers o where o.id = p_id for update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  update public.bookings set their_turn_since = null where id = v_request and their_turn_since is not null;
  update public.inquiries set their_turn_since = null where id = v_request and their_turn_since is not null;
  return v_offer;
end
$$;

create function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_n integer;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'sent');
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if p_valid_until < private.studio_today() is not false then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_n := coalesce((private.newest_version(p_offer_id)).n, 0) + 1;
  insert into public.offer_versions (offer_id, n, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_n, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  perform private.drop_offer_mails(p_offer_id, 'studio', 'offer_declined');
  perform private.drop_offer_mails(p_offer_id, 'visitor', 'offer_withdrawn');
  if p_mailed then
    perform private.write_offer_mail(p_offer_id, 'visitor', 'offer');
    perform private.answer_with_offer(v_offer, true);
  end if;
  return v_n;
end
$$;
comment on function public.send_offer is
  'Freezes the next version of an offer, of the draft that was seen; returns its number. Mails its link, which answers the request; with '
  'p_mailed false an admin sends it, and says so by send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or '
  'request_gone.';

create function public.withdraw_offer(p_offer_id uuid, p_reason text default null, p_mailed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_waited boolean;
  v_is_known boolean;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'withdrawn');
  if v_offer.ended is not null or private.newest_version(p_offer_id) is null then
    raise exception using message = 'offer_not_open';
  end if;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  v_waited := private.drop_offer_mails(p_offer_id, 'visitor', 'offer');
  -- Who was never mailed it needs no mail. Of what was sent some time ago, or by an admin, there is no
  -- mail any more.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), not v_waited) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer';
  if p_mailed and v_is_known then
    perform private.write_offer_mail(p_offer_id, 'visitor', 'offer_withdrawn');
    perform private.answer_with_offer(v_offer, false);
  end if;
end
$$;
comment on function public.withdraw_offer is
  'Takes an offer back, with a reason (or null) that its visitor reads. Mails them if they were mailed the offer, which answers the request; '
  'with p_mailed false an admin does, and says so by send_reply. Raises offer_not_open, offer_accepted, offer_gone or request_gone.';

revoke execute on function public.send_offer, public.withdraw_offer from public, anon, authenticated, service_role;
grant execute on function public.send_offer, public.withdraw_offer to authenticated;

-- 3. A corrected e-mail address

-- Another address is perhaps another person's. The link that went to the first one opens nothing any
-- more, and what was sent there is withdrawn, so that the founder sees that it has to be sent again.
create function private.end_offer_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.offers o set link_version = o.link_version + 1 where (o.booking_id = new.id or o.inquiry_id = new.id);
  update public.offers o
  set ended = 'withdrawn', ended_at = now(), ended_reason = 'The email address that it was sent to has been corrected.'
  where (o.booking_id = new.id or o.inquiry_id = new.id) and o.ended is null
    and exists (select 1 from public.offer_versions v where v.offer_id = o.id)
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  return null;
end
$$;
create trigger bookings_offer_link after update of email on public.bookings
for each row when (lower(new.email) <> lower(old.email) and not private.is_erased(new.email)) execute function private.end_offer_link();
create trigger inquiries_offer_link after update of email on public.inquiries
for each row when (lower(new.email) <> lower(old.email) and not private.is_erased(new.email)) execute function private.end_offer_link();

-- 4. Mails

-- record_id is what a site from before about_id reads, which may run beside this database.
create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', p_mail.known_start::date, 'known_start_time', to_char(p_mail.known_start, 'HH24:MI'))
    || about.fields
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', r.kind, 'subject', r.subject, 'body', r.body))
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
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
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
