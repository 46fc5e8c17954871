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
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'accepted by email');
  v_version := private.newest_version(p_offer_id);
  if v_offer.ended is not null or v_version.version is distinct from p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    private.email_of(v_offer.request_id), p_email_text, private.actor(), private.keep_until(p_keep_years));
  perform private.add_offer_act(v_offer.request_id, 'offer_accepted', v_version.sent_at);
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
end
$$;

create or replace function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', o.ended, 'ended_at', o.ended_at,
      'withdrawn_reason', case o.ended when 'withdrawn' then o.ended_reason end,
      'accepted_at', a.accepted_at,
      'acceptance', case when a.offer_id is not null then jsonb_build_object(
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email, 'words', coalesce(a.consent_text, a.email_text)) end,
      -- Of an e-mail address as much as its owner knows it by.
      'email_hint', case when a.offer_id is null and o.ended is null then regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id))
    from public.offers o left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null
      and exists (select 1 from public.offer_versions v where v.offer_id = o.id));
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
  v_version := private.newest_version(p_id);
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
