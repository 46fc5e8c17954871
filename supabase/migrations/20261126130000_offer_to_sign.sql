-- Who accepted an offer stands on its page; a wrong e-mail address is told how many more may be tried; the mail about
-- an offer is in the thread, and begins with the founder's own words; one that expires is news, and its visitor
-- is reminded of it two days before.

create function private.email_tries_left(p_offer_id uuid) returns integer
language sql stable set search_path = ''
as $$
  select greatest(5 - count(*), 0)::integer from private.offer_guesses g
  where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours'
$$;

create or replace function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
  v_is_answer boolean;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'accepted by email');
  v_version := private.newest_version(p_offer_id);
  if v_offer.ended is not null or v_version.version is distinct from p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_version.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    private.email_of(v_offer.request_id), p_email_text, private.actor(), private.keep_until(p_keep_years));
  perform private.remember_offer(v_offer, 'accepted', '{"visitor": ["offer"]}');
  v_is_answer := private.add_offer_act(v_offer.request_id, 'offer_accepted', v_version.sent_at);
  update public.offers set before = before || jsonb_build_object('is_answer', v_is_answer) where id = p_offer_id;
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted', now() + interval '60 seconds');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted', now() + interval '60 seconds');
end
$$;

create or replace function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', shown.ended, 'ended_at', shown.ended_at,
      'withdrawn_reason', case shown.ended when 'withdrawn' then shown.ended_reason end,
      'accepted_at', a.accepted_at,
      'acceptance', case when a.offer_id is not null then jsonb_build_object(
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email, 'words', coalesce(a.consent_text, a.email_text)) end,
      -- Of an e-mail address as much as its owner knows it by.
      'email_hint', case when a.offer_id is null and shown.ended is null then regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id and v.version <= last.version))
    from public.offers o
    cross join private.offer_out(o) shown
    cross join private.version_out(o.id) last
    left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null and last.version is not null);
end
$$;

create or replace function private.admit_answer(
  p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
  v_email text;
  v_offer public.offers;
  v_version public.offer_versions;
  v_acceptance public.offer_acceptances;
begin
  perform private.lock_request(v_request);
  v_email := private.email_of(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  v_offer := private.offer_out(v_offer);
  v_version := private.version_out(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.version is null or v_offer.link_version is distinct from p_link_version then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  if v_offer.ended is not null then
    return jsonb_build_object('outcome', v_offer.ended, 'at', v_offer.ended_at);
  end if;
  if (v_version.version, v_version.sha256) is distinct from (p_version, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  if private.email_tries_left(p_id) = 0 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs', 'tries_left', private.email_tries_left(p_id));
  end if;
  return null;
end
$$;

comment on function public.accept_offer is
  'Accepts the version that its visitor saw; returns an outcome: ''accepted'', or why nothing was stored: ''link_invalid'', ''already_accepted'' '
  'and ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', ''expired'', ''email_differs'' (with "tries_left"), ''too_many_emails''. Raises invalid_name and too_busy.';

create function private.thread_of(p_request_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('thread', m.id, 'thread_sequence', coalesce((m.said ->> 'sequence')::integer, 0))
    from private.outbox m
    where m.request_id = p_request_id and (m.kind, m.recipient) = ('received', 'visitor') and m.sent_at is not null
      and coalesce(m.act, 'booked') = 'booked'
    order by m.sent_at desc limit 1), '{"thread": null, "thread_sequence": 0}')
$$;

create or replace function private.offer_mail_json(p_offer_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'about', 'offer', 'about_id', f.request_id, 'offer_id', f.id,
    'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
    'link_version', f.link_version, 'version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until,
    'channel', a.channel, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'ended_reason', f.ended_reason,
    -- The founder's own words, for the mail alone.
    'words', v.body ->> 'words',
    -- As a site from before November 2026 calls them.
    'n', v.version, 'how', a.channel)
    || private.thread_of(f.request_id)
  from public.offers f
  cross join private.newest_version(f.id) v
  left join public.offer_acceptances a on a.offer_id = f.id
  left join public.bookings b on b.id = f.request_id
  left join public.inquiries i on i.id = f.request_id
  where f.id = p_offer_id
$$;

create or replace function private.reply_mail_json(p_reply_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('kind', r.kind, 'subject', r.subject, 'body', r.body) || private.thread_of(r.request_id)
  from private.replies r
  where r.id = p_reply_id
$$;

create function private.news_at(p_offer public.offers) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(
    (select a.accepted_at from public.offer_acceptances a where a.offer_id = p_offer.id),
    case p_offer.ended when 'declined' then p_offer.ended_at end,
    (select over.at from private.end_of_day((private.newest_version(p_offer.id)).valid_until) over (at)
     where p_offer.ended is null and over.at <= now()))
$$;

create or replace function public.list_offer_news()
returns table (
  offer_id uuid, request_id uuid, name text, email text, title text, total_cents bigint, outcome text, answered_at timestamptz,
  recorded_by text, reason text, call jsonb
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name), coalesce(b.email, i.email, a.email), v.body ->> 'title', v.total_cents,
      case when a.offer_id is not null then 'accepted' else coalesce(o.ended, 'expired') end, answer.at, a.recorded_by,
      case when a.offer_id is null then o.ended_reason end,
      case when b.status <> 'cancelled' and private.starts_at(b) > now() then private.booking_state(b) end
    from public.offers o
    left join public.offer_acceptances a on a.offer_id = o.id
    left join public.bookings b on b.id = o.request_id
    left join public.inquiries i on i.id = o.request_id
    cross join private.newest_version(o.id) v
    cross join private.news_at(o) answer (at)
    where answer.at is not null and answer.at is distinct from o.answer_done_at
    order by answer.at desc;
end
$$;
comment on function public.list_offer_news() is
  'For admins: the offers that were accepted or declined, or expired, and with which no admin is done, the newest first; "answered_at" is when '
  'that was. "call" is the one that '
  'the request still holds: status, date and start_time (HH:MM), as in its history; null for none that is to come.';

create or replace function public.set_offer_news(p_offer_id uuid, p_answered_at timestamptz, p_is_done boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_offer_id);
begin
  perform private.require_live_admin();
  -- So that the other admin's page shows it. Of an erased person there is no request.
  if v_request is not null then
    perform private.touch_request(v_request);
  end if;
  update public.offers o set answer_done_at = case when p_is_done then p_answered_at end
  where o.id = p_offer_id and private.news_at(o) = p_answered_at;
  if not found then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;
comment on function public.set_offer_news(uuid, timestamptz, boolean) is
  'Says that an admin is done with the answer that was given to an offer then, or with its end, or takes that back. Raises changed_meanwhile '
  'when that is not its news any more, and request_gone.';

drop function private.answered_at(public.offers);
comment on column public.offers.answer_done_at is
  'The time of the answer of its reader, to accept or decline, or of its end without one, that an admin is done with. Any other is news to the studio.';

-- Those that expired before it was news are known.
update public.offers o set answer_done_at = private.news_at(o)
where o.ended is null and private.news_at(o) is not null and not exists (select from public.offer_acceptances a where a.offer_id = o.id);

alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
  'received', 'news', 'reminder', 'still_pending', 'reply', 'moved', 'cancelled',
  'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_follow_up', 'offer_expired'
));
alter table private.outbox drop constraint outbox_offer;
alter table private.outbox add constraint outbox_offer check ((kind like 'offer%') = (offer_id is not null));

create function private.is_expired(p_offer public.offers) returns boolean
language sql stable set search_path = ''
as $$
  select private.offer_state(
    p_offer.ended, (private.newest_version(p_offer.id)).valid_until,
    exists (select from public.offer_acceptances a where a.offer_id = p_offer.id)) = 'expired'
$$;

create function private.is_followed_up(p_offer public.offers) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(
    p_offer.ended is null
    and v.body -> 'followsUp' = 'true'
    and v.valid_until - (v.sent_at at time zone private.studio_zone())::date >= 4
    and now() at time zone private.studio_zone() >= v.valid_until - 2 + time '9:00'
    and now() < private.end_of_day(v.valid_until)
    and not exists (select from public.offer_acceptances a where a.offer_id = p_offer.id)
    and not exists (select from private.waits w where w.request_id = p_offer.request_id and w.asked_at > v.sent_at), false)
  from private.newest_version(p_offer.id) v
$$;

create function private.was_mailed_of_offer(p_offer_id uuid, p_kind text) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o
    where o.offer_id = p_offer_id and o.kind = p_kind and o.created_at > (private.newest_version(p_offer_id)).sent_at)
$$;

create function private.write_due_offer_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  for v_offer in
    select o.* from public.offers o
    where o.request_id is not null and o.ended is null
      and (private.newest_version(o.id)).valid_until between private.studio_today() - 1 and private.studio_today() + 2
  loop
    if private.is_followed_up(v_offer) and not private.was_mailed_of_offer(v_offer.id, 'offer_follow_up') then
      perform private.write_offer_mail(v_offer, 'visitor', 'offer_follow_up');
    elsif private.is_expired(v_offer) and not private.was_mailed_of_offer(v_offer.id, 'offer_expired') then
      perform private.write_offer_mail(v_offer, 'studio', 'offer_expired');
    end if;
  end loop;
end
$$;

create or replace function private.write_due_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  v_booking public.bookings;
begin
  if not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and o.sent_at is null and o.given_up_at is null)
  then
    perform private.write_mail(b.id, 'studio', 'still_pending') from (select * from private.find_calls_to_confirm() limit 1) b;
  end if;
  for v_booking in
    select * from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(v_now, v_now + interval '3 hours 1 minute') and not private.is_erased(b.email)
    order by b.period
  loop
    if private.is_late(v_booking) and not private.was_mailed(v_booking, 'still_pending', 3) and not private.knows_late(v_booking) then
      perform private.write_mail(v_booking.id, 'visitor', 'still_pending');
    elsif v_booking.status = 'confirmed' and private.is_hours_before(v_booking, 1)
      and (select s.reminds_hour_before from private.studio_settings s)
      and not private.was_mailed(v_booking, 'reminder', 1) and not private.was_told_lately(v_booking)
      and not private.is_being_told(v_booking.id)
      and not private.has_to_move(v_booking)
    then
      perform private.write_mail(v_booking.id, 'visitor', 'reminder');
    end if;
  end loop;
  perform private.write_due_offer_mails();
end
$$;

create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then not exists (select from private.find_calls_to_confirm())
    when p_mail.offer_id is not null then exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          when 'offer_follow_up' then not private.is_followed_up(f)
          when 'offer_expired' then not private.is_expired(f)
          else false
        end)
    when p_mail.kind = 'reply' then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        or p_mail.kind = 'still_pending' and b.status <> 'pending'
        or p_mail.kind = 'reminder' and (b.status <> 'confirmed' or not private.is_reminded(p_mail, b))
        -- Who was told that the date is closed is not told of the call as if it came.
        or p_mail.recipient = 'visitor' and private.has_to_move(b)))
  end
$$;

-- Sending, withdrawing and recording an acceptance can be taken back for a minute.

alter table public.offers add column before jsonb;
comment on column public.offers.before is
  'What is brought back when "what" was done last is taken back within its minute: it was ''sent'', ''withdrawn'' or ''accepted'' by e-mail. Null when '
  'there is nothing to take back.';
comment on column public.offer_versions.sent_at is
  'When it goes out and counts. A mailed one waits for a minute, in which it can be taken back, and its reader sees what stood before.';
comment on table public.offer_acceptances is
  'Who accepted which version, and where. Never changed; deleted only after keep_until, or in the minute in which an admin recorded it. It outlives '
  'the erasure of its person.';

create function private.undone_until(p_acceptance public.offer_acceptances) returns timestamptz
language sql immutable set search_path = ''
as $$ select case p_acceptance.channel when 'email' then p_acceptance.accepted_at + interval '60 seconds' end $$;

create or replace function private.refuse_offer_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select 1 from public.offer_acceptances a
    where a.offer_id = old.offer_id and case tg_table_name
      when 'offer_versions' then true
      else a.keep_until >= private.studio_today() and private.undone_until(a) > clock_timestamp() is not true
    end
  ) then
    raise exception using message = 'offer_kept';
  end if;
  return old;
end
$$;

drop function private.write_offer_mail(public.offers, text, text);
create function private.write_offer_mail(
  p_offer public.offers, p_recipient text, p_kind text, p_due_at timestamptz default now()
) returns void
language sql set search_path = ''
as $$ select private.write_mail(p_offer.request_id, p_recipient, p_kind, p_due_at, p_offer_id => p_offer.id) $$;

drop function private.add_offer_act(uuid, text, timestamptz);
create function private.add_offer_act(p_request_id uuid, p_act text, p_sent_at timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_request_id);
  v_is_answer constant boolean := coalesce(v_wait.asks and v_wait.answered_at is null and v_wait.asked_at <= p_sent_at, false);
begin
  if v_is_answer then
    perform private.add_studio_act(p_request_id, 'offered', null, p_sent_at);
  end if;
  perform private.add_visitor_act(p_request_id, p_act);
  return v_is_answer;
end
$$;

create function private.version_out(p_offer_id uuid) returns public.offer_versions
language sql set search_path = ''
as $$
  select v from public.offer_versions v
  where v.offer_id = p_offer_id and v.sent_at <= clock_timestamp() order by v.version desc limit 1
$$;

create function private.offer_out(p_offer public.offers) returns public.offers
language plpgsql set search_path = ''
as $$
begin
  if p_offer.before ->> 'what' = 'sent' and (private.newest_version(p_offer.id)).sent_at > clock_timestamp() then
    p_offer.ended := p_offer.before ->> 'ended';
    p_offer.ended_at := p_offer.before ->> 'ended_at';
    p_offer.ended_reason := p_offer.before ->> 'ended_reason';
  end if;
  return p_offer;
end
$$;

create function private.remember_offer(p_offer public.offers, p_what text, p_kinds jsonb) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_mails jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('recipient', m.recipient, 'kind', m.kind)), '[]') into v_mails
  from jsonb_each(p_kinds) k (recipient, kinds)
  cross join lateral private.drop_mails(p_offer.request_id, k.recipient, array(select jsonb_array_elements_text(k.kinds))) m;
  update public.offers o
  set before = (
    select jsonb_build_object(
      'what', p_what, 'mails', v_mails, 'status', r.status, 'owner', r.owner, 'by', private.caller_id(),
      'ended', o.ended, 'ended_at', o.ended_at, 'ended_reason', o.ended_reason)
    from public.requests r where r.id = o.request_id)
  where o.id = p_offer.id;
  return jsonb_array_length(v_mails);
end
$$;

create function private.undo_newest_act(p_request_id uuid, p_act text) returns void
language sql set search_path = ''
as $$
  select private.undo_studio_act(newest.w)
  from (
    select w from private.waits w where w.request_id = p_request_id and w.studio_act = p_act order by w.id desc limit 1) newest
$$;

create function private.restore_offer(p_offer public.offers, p_act text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := p_offer.before;
  v_request public.requests;
begin
  perform private.write_offer_mail(p_offer, m.recipient, m.kind)
  from jsonb_to_recordset(v_before -> 'mails') m (recipient text, kind text);
  update public.offers
  set ended = v_before ->> 'ended', ended_at = (v_before ->> 'ended_at')::timestamptz, ended_reason = v_before ->> 'ended_reason', before = null
  where id = p_offer.id;
  if p_act is null then
    return;
  end if;
  perform private.undo_newest_act(p_offer.request_id, p_act);
  select * into v_request from public.requests r where r.id = p_offer.request_id;
  if v_request.status = private.answered_status(v_request.kind, 'offer', v_before ->> 'status') then
    perform private.set_request_status(p_offer.request_id, v_before ->> 'status');
  end if;
  update public.requests r set owner = null
  where r.id = p_offer.request_id and v_before ->> 'owner' is null and r.owner = (v_before ->> 'by')::uuid;
end
$$;

create function private.unsend(p_offer public.offers, p_version integer) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.offer_versions v where v.offer_id = p_offer.id and v.version = p_version;
  perform private.drop_mails(p_offer.request_id, 'visitor', '{offer}');
  perform private.restore_offer(p_offer, 'offered');
end
$$;

create or replace function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_version integer;
  v_sent_at constant timestamptz := now() + case when p_mailed then interval '60 seconds' else '0' end;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'sent');
  v_newest := private.newest_version(p_offer_id);
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_newest.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  -- The site shows dates up to so many days ahead: a later one is a slip of the year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_version := coalesce(v_newest.version, 0) + 1;
  perform private.remember_offer(v_offer, 'sent', '{"studio": ["offer_declined"], "visitor": ["offer", "offer_withdrawn"]}');
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_at, sent_by, valid_until)
  values (p_offer_id, v_version, p_body, p_text, '', p_total_cents, v_sent_at, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  -- A stranger with the link must not keep the visitor from accepting this one, too.
  delete from private.offer_guesses where offer_id = p_offer_id;
  if p_mailed then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer', v_sent_at);
    perform private.answer_request(v_offer.request_id, 'offer');
  end if;
  return v_version;
end
$$;
comment on function public.send_offer is
  'Freezes the next version of an offer, of the draft that was seen; returns its number. Mails its link in a minute, when it begins to count, and which '
  'answers the request. With p_mailed false it counts at once, and an admin sends it, and says so by send_reply. Raises changed_meanwhile, '
  'offer_goes_out while a version is in its minute, invalid_valid_until, offer_accepted, offer_gone or request_gone.';

create or replace function public.withdraw_offer(p_offer_id uuid, p_reason text default null, p_mailed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_waited boolean;
  v_is_known boolean;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'withdrawn');
  v_newest := private.newest_version(p_offer_id);
  if v_newest.sent_at > clock_timestamp() then
    raise exception using message = 'offer_goes_out';
  end if;
  if v_offer.ended is not null or v_newest is null then
    raise exception using message = 'offer_not_open';
  end if;
  v_waited := private.remember_offer(v_offer, 'withdrawn', '{"visitor": ["offer"]}') > 0;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  -- Who was never mailed it needs no mail. Of what was sent some time ago, or by an admin, there is no
  -- mail any more.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), not v_waited) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer';
  if not v_is_known then
    perform private.undo_newest_act(v_offer.request_id, 'offered');
  elsif p_mailed then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer_withdrawn', now() + interval '60 seconds');
    perform private.answer_request(v_offer.request_id, 'offer_withdrawn');
  end if;
end
$$;
comment on function public.withdraw_offer is
  'Takes an offer back, at once, with a reason (or null) that its visitor reads. Mails them in a minute if they were mailed the offer, which answers the '
  'request; with p_mailed false an admin does, and says so by send_reply. Raises offer_not_open, offer_goes_out while a version is in its minute '
  '(undo_offer takes that back), offer_accepted, offer_gone or request_gone.';

create function public.undo_offer(p_offer_id uuid, p_version integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions := private.newest_version(p_offer_id);
begin
  perform private.require_live_admin();
  -- A second try after a lost response.
  if coalesce(v_newest.version, 0) < p_version then
    return;
  end if;
  v_offer := private.touch_offer(p_offer_id, 'sending undone');
  v_newest := private.newest_version(p_offer_id);
  -- No mail of the request is claimed while this has it locked.
  if (v_newest.version, v_offer.before ->> 'what') is distinct from (p_version, 'sent') or v_newest.sent_at <= clock_timestamp() then
    raise exception using message = 'minute_over';
  end if;
  perform private.unsend(v_offer, p_version);
end
$$;
comment on function public.undo_offer(uuid, integer) is
  'Takes back a version that was sent by mail, within its minute: it is as if it had not been sent, but for the draft. Raises minute_over, '
  'offer_accepted when the version before was accepted in that minute, offer_gone or request_gone.';

create function public.undo_withdrawal(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'withdrawal undone');
  if v_offer.before ->> 'what' is distinct from 'withdrawn' or v_offer.ended_at + interval '60 seconds' <= clock_timestamp() then
    raise exception using message = 'minute_over';
  end if;
  perform private.restore_offer(
    v_offer, case when exists (select from private.drop_mails(v_offer.request_id, 'visitor', '{offer_withdrawn}')) then 'withdrawn' end);
  -- What waited to be mailed goes again, and answers the request again.
  if v_offer.before -> 'mails' <> '[]' then
    perform private.add_studio_act(v_offer.request_id, 'offered');
  end if;
end
$$;
comment on function public.undo_withdrawal(uuid) is
  'Takes a withdrawal back, within its minute: the offer is open again. Raises minute_over, also when it was taken back already; offer_accepted, '
  'offer_gone or request_gone.';

comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the newest version p_version was accepted by e-mail, with this text, also after its last day. Raises changed_meanwhile when it is '
  'not the newest, or was withdrawn or declined; offer_goes_out while it is in its minute; offer_accepted, offer_gone or request_gone.';

create function public.undo_acceptance(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_request uuid := (select o.request_id from public.offers o where o.id = p_offer_id);
  v_offer public.offers;
  v_acceptance public.offer_acceptances;
begin
  perform private.require_live_admin();
  perform private.touch_request(v_request);
  select * into v_offer from public.offers o where o.id = p_offer_id for no key update;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_offer_id;
  if private.undone_until(v_acceptance) > clock_timestamp() is not true then
    raise exception using message = 'minute_over';
  end if;
  perform private.log_event(v_request, 'offer', 'acceptance undone');
  delete from public.offer_acceptances where offer_id = p_offer_id;
  perform private.drop_mails(v_request, r, '{offer_accepted}') from unnest('{visitor,studio}'::text[]) r;
  -- What the studio did since stands for itself.
  delete from private.waits w
  where w.request_id = v_request and (w.visitor_act, w.asked_at) = ('offer_accepted', v_acceptance.accepted_at) and w.studio_act is null;
  update private.waits w set visitor_act = null, asked_at = null
  where w.request_id = v_request and (w.visitor_act, w.asked_at) = ('offer_accepted', v_acceptance.accepted_at);
  if v_offer.before -> 'is_answer' = 'true' then
    perform private.undo_newest_act(v_request, 'offered');
  end if;
  perform private.restore_offer(v_offer, null);
  perform private.update_turn(v_request);
end
$$;
comment on function public.undo_acceptance(uuid) is
  'Takes back an acceptance that an admin has recorded, within its minute, with all that followed. The only way to delete one before its keep_until. '
  'Raises minute_over, also when it was taken back already or accepted on its page; request_gone.';

comment on function public.get_offer(text, uuid) is
  'An offer for its visitor''s page, all that went out of it, with the link_version that the page''s link must be signed for; null when there is none.';

create function private.begin_answer(p_id uuid, p_version integer, p_what text) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers := private.touch_offer(p_id, p_what);
  v_newest constant public.offer_versions := private.newest_version(p_id);
begin
  if v_newest.version > p_version then
    perform private.unsend(v_offer, v_newest.version);
  end if;
  update public.offers set before = null where id = p_id returning * into v_offer;
  return v_offer;
end
$$;

create or replace function public.delete_offer(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_live_admin();
  delete from public.offer_acceptances where offer_id = p_offer_id and keep_until < private.studio_today();
  if not found then
    raise exception using message = case
      when exists (select from public.offer_acceptances a where a.offer_id = p_offer_id) then 'offer_kept' else 'offer_gone' end;
  end if;
  delete from public.offers where id = p_offer_id;
end
$$;

create or replace function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_name text, p_email text, p_consent text,
  p_keep_years integer
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.check_sender(p_name, p_email, null);
  v_offer := private.begin_answer(p_id, p_version, 'accepted');
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
  values (p_id, p_version, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.add_offer_act(v_offer.request_id, 'offer_accepted', (private.newest_version(p_id)).sent_at);
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text, p_reason text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  v_offer := private.begin_answer(p_id, p_version, 'declined');
  update public.offers set ended = 'declined', ended_at = now(), ended_reason = p_reason where id = p_id;
  perform private.add_offer_act(v_offer.request_id, 'offer_declined', (private.newest_version(p_id)).sent_at);
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

create or replace function private.end_offer_link(p_request_id uuid) returns void
language sql set search_path = ''
as $$
  update public.offers o set link_version = o.link_version + 1, before = null where o.request_id = p_request_id;
  update public.offers o
  set ended = 'withdrawn', ended_at = now(), ended_reason = 'The email address that it was sent to has been corrected.'
  where o.request_id = p_request_id and o.ended is null
    and exists (select 1 from public.offer_versions v where v.offer_id = o.id)
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id)
$$;

create or replace function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - '{link_version,before}'::text[] || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v where v.offer_id = p_offer.id),
    'acceptance', (select to_jsonb(a) from public.offer_acceptances a where a.offer_id = p_offer.id))
$$;

create or replace function private.erase_offers(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.offers o where o.request_id = p_request_id for no key update;
  delete from private.outbox m where m.request_id = p_request_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_request_id and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  update public.offers o set request_id = null, draft = null, before = null, link_version = o.link_version + 1
  where o.request_id = p_request_id;
end
$$;

-- A mail about a message is not claimed either while somebody changes what it is about.
drop function private.lock_booking_of(private.outbox);
create function private.lock_request_of(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.bookings b where b.id = p_mail.request_id for no key update skip locked;
  if not found then
    perform 1 from public.inquiries i where i.id = p_mail.request_id for no key update skip locked;
  end if;
  return found;
end
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- One claim at a time, or two together could exceed an address's cap.
  perform pg_advisory_xact_lock(6, 0);
  perform private.write_due_mails();
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    -- The older first. Of those that one change has written, the site's own before an admin's words.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Read anew: one that gave way may have changed it, or the booking.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.lock_request_of(v_mail) and private.admit_mail(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;

create or replace function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_mail private.outbox;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_mail in
    select * from private.outbox o
    where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now())
    order by o.created_at, o.id
    for no key update skip locked
  loop
    continue when not private.lock_request_of(v_mail) or private.give_way(private.mark_perhaps_read(v_mail));
    if v_mail.lease is null and (private.is_outdated(v_mail) or private.is_unneeded(v_mail)) then
      delete from private.outbox where id = v_mail.id;
    elsif private.untrue_reply(v_mail) is null then
      update private.outbox
      set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now(),
        may_have_arrived = may_have_arrived or lease is not null, lease = null, lease_until = null,
        must_go = (private.mark_perhaps_read(v_mail)).must_go
      where id = v_mail.id;
      v_count := v_count + 1;
    end if;
  end loop;
  return v_count;
end
$$;

revoke execute on function public.undo_offer, public.undo_withdrawal, public.undo_acceptance from public, anon, authenticated, service_role;
grant execute on function public.undo_offer, public.undo_withdrawal, public.undo_acceptance to authenticated;

-- Who takes back a closing opens nothing that somebody else has given a reason of theirs since.

drop function public.reopen_dates(date, date);

create function public.reopen_dates(p_from date, p_to date, p_reason text default null) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_closed integer;
begin
  perform private.require_live_admin();
  perform private.check_dates(p_from, p_to);
  -- In the order in which close_dates locks them.
  perform 1 from public.closed_dates where date between p_from and p_to order by date for update;
  delete from public.closed_dates
  where date between p_from and p_to and (p_reason is null or coalesce(reason, '') = p_reason);
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;
comment on function public.reopen_dates(date, date, text) is
  'Opens the closed dates of a range and returns how many; with a reason (an empty one for none) only those that are closed for it. Slots '
  'that were switched off one by one stay off.';
revoke all on function public.reopen_dates from public, anon, authenticated, service_role;
grant execute on function public.reopen_dates to authenticated;
