-- That an offer was accepted or declined is news to the studio until an admin is done with it. Who accepts or declines
-- one that an admin sent has read it: whose turn it is follows from that, also if nobody said that it went out.

alter table public.offers add column answer_done_at timestamptz;
comment on column public.offers.answer_done_at is
  'The time of the answer of its reader, to accept or decline, that an admin is done with. Any other answer is news to the studio.';

-- What its reader did with an offer that was sent then, for whose turn it is. They have read it, also if nobody said
-- that it went out: it answered what they had asked before.
create function private.add_offer_act(p_request_id uuid, p_act text, p_sent_at timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_request_id);
begin
  if v_wait.asks and v_wait.answered_at is null and v_wait.asked_at <= p_sent_at then
    perform private.add_studio_act(p_request_id, 'offered', null, p_sent_at);
  end if;
  perform private.add_visitor_act(p_request_id, p_act);
end
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
    coalesce((select b.email from public.bookings b where b.id = v_offer.request_id),
             (select i.email from public.inquiries i where i.id = v_offer.request_id)),
    p_email_text, private.actor(), private.keep_until(p_keep_years));
  perform private.add_offer_act(v_offer.request_id, 'offer_accepted', v_version.sent_at);
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
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
  v_offer := private.touch_offer(p_id, 'accepted');
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
  v_offer := private.touch_offer(p_id, 'declined');
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

-- When its reader accepted or declined an offer, null if they did not. An answer to a version before the newest is none.
create function private.answered_at(p_offer public.offers) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(
    (select a.accepted_at from public.offer_acceptances a where a.offer_id = p_offer.id),
    case p_offer.ended when 'declined' then p_offer.ended_at end)
$$;

create function public.list_offer_news()
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
      case when a.offer_id is null then 'declined' else 'accepted' end, answer.at, a.recorded_by,
      case when a.offer_id is null then o.ended_reason end,
      case when b.status <> 'cancelled' and private.starts_at(b) > now() then private.booking_state(b) end
    from public.offers o
    left join public.offer_acceptances a on a.offer_id = o.id
    left join public.bookings b on b.id = o.request_id
    left join public.inquiries i on i.id = o.request_id
    cross join private.newest_version(o.id) v
    cross join private.answered_at(o) answer (at)
    where answer.at is not null and answer.at is distinct from o.answer_done_at
    order by answer.at desc;
end
$$;
comment on function public.list_offer_news() is
  'For admins: the offers that were accepted or declined and with whose answer no admin is done, the newest answer first. "call" is the one that '
  'the request still holds: status, date and start_time (HH:MM), as in its history; null for none that is to come.';

create function public.set_offer_news(p_offer_id uuid, p_answered_at timestamptz, p_is_done boolean default true) returns void
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
  where o.id = p_offer_id and private.answered_at(o) = p_answered_at;
  if not found then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;
comment on function public.set_offer_news(uuid, timestamptz, boolean) is
  'Says that an admin is done with the answer that was given to an offer then, or takes that back. Raises changed_meanwhile when that is not its '
  'answer any more, and request_gone.';

-- What the studio has answered already is no news. What it has not is shown from now on.
update public.offers o set answer_done_at = private.answered_at(o)
where private.answered_at(o) is not null and not exists (
  select from public.requests r
  where r.id = o.request_id and r.turn_reason in ('offer_accepted', 'offer_declined') and r.ours_from <= now() and r.over_from > now());

revoke execute on function public.list_offer_news() from public, anon, authenticated, service_role;
revoke execute on function public.set_offer_news(uuid, timestamptz, boolean) from public, anon, authenticated, service_role;
grant execute on function public.list_offer_news() to authenticated;
grant execute on function public.set_offer_news(uuid, timestamptz, boolean) to authenticated;
