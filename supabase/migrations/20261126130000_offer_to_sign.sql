-- Who accepted an offer stands on its page; a wrong e-mail address is told how many more may be tried; the mail about
-- an offer is in the thread, and begins with the founder's own words.

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
