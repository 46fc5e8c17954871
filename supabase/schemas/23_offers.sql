-- Functions of offers: for admins, and for visitors through the site.

-- 1. Shared functions

create function private.write_offer_mail(
  p_offer public.offers, p_version integer, p_recipient text, p_kind text, p_due_at timestamptz default now()
) returns void
language sql set search_path = ''
as $$
  select private.delete_old_mails();
  insert into private.outbox (request_id, offer_id, version, recipient, kind, due_at, send_after)
  values (p_offer.request_id, p_offer.id, p_version, p_recipient, p_kind, p_due_at, p_due_at)
$$;

-- Locks an offer for a change, after its request. Raises offer_gone if the offer does not exist, request_gone if
-- its person was erased, and offer_accepted.
create function private.lock_offer(p_id uuid) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.lock_present_request(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  return v_offer;
end
$$;

-- 2. For admins

create function public.save_offer_draft(p_request_id uuid, p_draft jsonb, p_seen_revision integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  select * into v_offer from public.offers o where o.request_id = p_request_id for no key update;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = v_offer.id) then
    raise exception using message = 'offer_accepted';
  end if;
  if coalesce(v_offer.draft_revision, 0) is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_offer.id is null then
    insert into public.offers (request_id, draft, draft_revision, created_by)
    values (p_request_id, p_draft, 1, private.actor())
    returning * into v_offer;
    perform private.act(p_request_id, 'offer', p_what => 'begun');
  else
    -- So that other admins' pages reload.
    update public.bookings set revision = revision + 1 where id = p_request_id;
    update public.inquiries set revision = revision + 1 where id = p_request_id;
    update public.offers o set draft = p_draft, draft_revision = o.draft_revision + 1 where o.id = v_offer.id
    returning * into v_offer;
  end if;
  return jsonb_build_object('id', v_offer.id, 'draft_revision', v_offer.draft_revision);
end
$$;
comment on function public.save_offer_draft(uuid, jsonb, integer) is
  'Stores the draft of a request''s offer, and with p_seen_revision 0 adds the offer; returns id and draft_revision. '
  'Raises changed_meanwhile if the draft''s revision is not p_seen_revision, offer_accepted, or request_gone.';

create function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version integer;
  v_event public.request_events;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  -- The form offers dates up to 397 days ahead, so a later date has a wrong year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_version := coalesce((private.newest_version(p_offer_id)).version, 0) + 1;
  if p_mailed then
    v_event := private.act(v_offer.request_id, 'offered', private.answer_changes(v_offer.request_id, 'offer'), 'sent',
      p_until => private.end_of_day(p_valid_until));
  else
    v_event := private.act(v_offer.request_id, 'offer', p_what => 'sent');
  end if;
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_version, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  -- Resets the count, because a stranger with the link may have used up the visitor's attempts.
  delete from private.offer_guesses where offer_id = p_offer_id;
  if p_mailed then
    perform private.write_offer_mail(v_offer, v_version, 'visitor', 'offer');
  end if;
  -- Computes the turn again, because deciding_event depends on the newest version.
  perform private.update_turn(v_offer.request_id);
  return v_event.revision;
end
$$;
comment on function public.send_offer is
  'Stores the draft that the admin saw as the offer''s next version, which is valid at once, and returns the '
  'request''s revision. The site mails the link, which answers the request; with p_mailed false the admin mails it and '
  'calls send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or request_gone.';

create function public.withdraw_offer(
  p_offer_id uuid, p_version integer, p_reason text default null, p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_newest public.offer_versions;
  v_event public.request_events;
  v_is_known boolean;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_newest := private.newest_version(p_offer_id);
  if v_newest.version <> p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_newest is null or (private.ending_of(v_newest)).ended is not null then
    raise exception using message = 'offer_not_open';
  end if;
  -- True if the visitor may know the offer and so needs a mail: the site mailed the offer, or the outbox has no
  -- mail of the offer, because that mail is old or an admin sent it.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null or m.may_have_arrived), true) into v_is_known
  from private.outbox m
  where m.offer_id = p_offer_id and m.kind = 'offer' and (m.version = v_newest.version or not m.is_waiting);
  if not v_is_known then
    v_event := private.act(v_offer.request_id, 'withdrawn', p_what => 'withdrawn', p_undoes => (
      select max(e.id) from public.request_events e
      where e.request_id = v_offer.request_id and e.kind = 'offered' and not private.is_undone(e.id)));
  elsif p_mailed then
    v_event := private.act(v_offer.request_id, 'withdrawn',
      private.answer_changes(v_offer.request_id, 'offer_withdrawn'), 'withdrawn');
    perform private.write_offer_mail(v_offer, v_newest.version, 'visitor', 'offer_withdrawn');
  else
    v_event := private.act(v_offer.request_id, 'offer', p_what => 'withdrawn');
  end if;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  values (p_offer_id, v_newest.version, 'withdrawn', private.actor(), p_reason);
  return v_event.revision;
end
$$;
comment on function public.withdraw_offer is
  'Withdraws the newest version of an offer (p_version) at once, with a reason (or null) for the visitor. If the '
  'visitor knows the offer, the site mails the withdrawal, which answers the request; with p_mailed false the admin '
  'mails it and calls send_reply. Returns the request''s revision. Raises changed_meanwhile if p_version is not the '
  'newest; offer_not_open, offer_accepted, offer_gone or request_gone.';

create function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer)
returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
  v_event public.request_events;
begin
  perform private.require_admin();
  v_offer := private.lock_offer(p_offer_id);
  v_version := private.newest_version(p_offer_id);
  if v_version.version is distinct from p_version or (private.ending_of(v_version)).ended is not null then
    raise exception using message = 'changed_meanwhile';
  end if;
  v_event := private.act(v_offer.request_id, 'accepted', p_what => 'by email');
  insert into public.offer_acceptances
    (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until, revision)
  values (p_offer_id, p_version, v_version.sha256, 'email', private.email_of(v_offer.request_id), p_email_text,
    private.actor(), private.keep_until(p_keep_years), v_event.revision);
  perform private.write_offer_mail(v_offer, p_version, r, 'offer_accepted', now() + interval '60 seconds')
  from unnest('{visitor,studio}'::text[]) r;
  return v_event.revision;
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the visitor accepted the newest version (p_version) by e-mail, with the words p_email_text, even after '
  'its last day. Returns the revision for undo_act; only Undo can delete the record before its keep_until. Raises '
  'changed_meanwhile if p_version is not the newest, or was withdrawn or declined; offer_accepted, offer_gone or '
  'request_gone.';

create function private.keep_until(p_years integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  if p_years between 1 and 50 is not true then
    raise exception using message = 'invalid_keep_years';
  end if;
  return (private.studio_today() + make_interval(years => p_years))::date;
end
$$;

create function public.delete_offer(p_offer_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  delete from public.offer_acceptances where offer_id = p_offer_id and keep_until < private.studio_today();
  if not found then
    raise exception using message = case
      when exists (select from public.offer_acceptances a where a.offer_id = p_offer_id) then 'offer_kept'
      else 'offer_gone' end;
  end if;
  delete from public.offers where id = p_offer_id;
end
$$;
comment on function public.delete_offer(uuid) is
  'Deletes an accepted offer with all its versions after its keep_until. Raises offer_kept before that, and offer_gone '
  'if the offer has no acceptance or does not exist.';

create function public.count_offer_guesses(p_offer_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from private.offer_guesses g
    where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours');
end
$$;
comment on function public.count_offer_guesses(uuid) is
  'How often somebody entered a wrong e-mail address on an offer''s page in the last 24 hours; a new version resets '
  'the count. After five the page accepts no address.';

-- False while the newest act on the request's offer is one of which no mail told the visitor: without a mail server a
-- version is only made until an admin says that it went out.
create function private.offer_went_out(p_request_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce((
    select e.kind <> 'offer' from public.request_events e
    where e.request_id = p_request_id and e.kind in ('offer', 'offered', 'withdrawn') and not private.is_undone(e.id)
    order by e.id desc limit 1), true)
$$;

create function public.offer_went_out(p_request_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return private.offer_went_out(p_request_id);
end
$$;

create function public.list_offers(p_state text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    with offers as (
      select o.id, o.request_id, coalesce(b.name, i.name, a.typed_name) as name,
        coalesce(b.email, i.email, a.email) as email, coalesce(v.body, o.draft) ->> 'title' as title, v.version,
        v.total_cents, v.sent_at, v.valid_until, a.accepted_at, a.keep_until,
        v.valid_until - private.studio_today() as days_left, case when v.version is null then o.draft end as draft,
        coalesce(v.sent_at, o.created_at) as at,
        private.offer_state(e.ended, v.valid_until, a.offer_id is not null) as state,
        r.over_from > now() and r.ours_from <= now() as is_to_answer,
        private.offer_went_out(o.request_id) as went_out
      from public.offers o
      left join lateral (
        select n.version, n.body, n.total_cents, n.sent_at, n.valid_until
        from public.offer_versions n where n.offer_id = o.id order by n.version desc limit 1) v on true
      left join public.offer_endings e on (e.offer_id, e.version) = (o.id, v.version)
      left join public.offer_acceptances a on a.offer_id = o.id
      left join public.requests r on r.id = o.request_id
      left join public.bookings b on b.id = o.request_id
      left join public.inquiries i on i.id = o.request_id
    ), listed as (
      select o.*, coalesce(o.is_to_answer and o.state in ('accepted', 'declined', 'expired'), false) as is_ours
      from offers o
    ), shown as (
      select l.*, row_number() over (
        order by not l.is_ours, array_position(
            case when l.is_ours then '{accepted,declined,expired}' else '{open,draft}' end::text[], l.state),
          case l.state when 'open' then l.days_left end, l.at desc, l.id) as place
      from listed l where p_state is null or l.state = p_state
      order by place limit 500
    )
    select jsonb_build_object(
      'offers', (
        select coalesce(jsonb_agg(to_jsonb(s) - '{at,place,is_to_answer}'::text[] order by s.place), '[]')
        from shown s),
      'counts', (
        select coalesce(jsonb_object_agg(c.state, c.count), '{}')
        from (select l.state, count(*) as count from listed l group by l.state) c),
      'months', (
        select coalesce(jsonb_agg(to_jsonb(m) order by m.month desc), '[]')
        from (
          select to_char(case l.state when 'open' then l.sent_at else l.accepted_at end
              at time zone private.studio_zone(), 'YYYY-MM') as month,
            count(*) filter (where l.state = 'open') as open,
            coalesce(sum(l.total_cents) filter (where l.state = 'open'), 0) as open_cents,
            count(*) filter (where l.state = 'accepted') as won,
            coalesce(sum(l.total_cents) filter (where l.state = 'accepted'), 0) as won_cents
          from listed l where l.state in ('open', 'accepted')
          group by 1) m)));
end
$$;
comment on function public.list_offers(text) is
  'The first 500 offers, all or those whose newest version has one state (''draft'', ''open'', ''expired'', '
  '''accepted'', ''declined'', ''withdrawn''). "is_ours": a result that the studio has not answered yet; "went_out" as '
  'in offer_went_out. Order: such results; open offers, the earliest last day first; drafts; all others, the newest '
  'first. "counts" has the number in each state. "months" (YYYY-MM, studio time) has the open offers by the month of '
  'sending and the accepted ones by the month of acceptance.';

-- 3. For visitors, through the site

create function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', e.ended, 'ended_at', e.ended_at,
      'withdrawn_reason', case e.ended when 'withdrawn' then e.reason end,
      'accepted_at', a.accepted_at,
      'acceptance', case when a.offer_id is not null then jsonb_build_object(
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email,
        'words', coalesce(a.consent_text, a.email_text)) end,
      -- First letter and domain of the visitor's e-mail address, so that its owner recognises it.
      'email_hint', case when a.offer_id is null and e.ended is null then
        regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object(
          'version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id and v.version <= last.version))
    from public.offers o
    cross join lateral (
      select max(v.version) as version from public.offer_versions v where v.offer_id = o.id and v.sent_at <= now()) last
    left join public.offer_endings e on (e.offer_id, e.version) = (o.id, last.version)
    left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and o.request_id is not null and last.version is not null);
end
$$;
comment on function public.get_offer(text, uuid) is
  'An offer for its visitor''s page, with the versions that the visitor may see and the link_version that the page''s '
  'link must be signed for. Null if there is no such offer or version.';

-- Null if a visitor with this e-mail address may answer version p_version, else an outcome of accept_offer. Locks
-- the request, so that no site claims its mails, and the offer. Returns the outcome and does not raise it, because
-- an error would roll back the count of wrong addresses.
create function private.admit_answer(
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
  v_ending public.offer_endings;
  v_tries_left integer;
begin
  perform private.lock_request(v_request);
  v_email := private.email_of(v_request);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  v_version := private.newest_version(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.version is null
    or v_offer.link_version is distinct from p_link_version
  then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  v_ending := private.ending_of(v_version);
  if v_ending.ended is not null then
    return jsonb_build_object('outcome', v_ending.ended, 'at', v_ending.ended_at);
  end if;
  if (v_version.version, v_version.sha256) is distinct from (p_version, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  v_tries_left := 5 - (select count(*) from private.offer_guesses g where g.offer_id = p_id);
  if v_tries_left <= 0 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs', 'tries_left', v_tries_left - 1);
  end if;
  return null;
end
$$;

create function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_name text, p_email text,
  p_consent text, p_keep_years integer
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
  v_offer := private.lock_offer(p_id);
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
  values (p_id, p_version, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.act(v_offer.request_id, 'accepted');
  perform private.write_offer_mail(v_offer, p_version, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, p_version, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.accept_offer is
  'Accepts version p_version, which the visitor saw. Returns an outcome: ''accepted'', or the reason for storing '
  'nothing: ''link_invalid'', ''already_accepted'', ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', '
  '''expired'', ''email_differs'' (with "tries_left"), ''too_many_emails''. Raises invalid_name and too_busy.';

create function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text,
  p_reason text default null
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
  v_offer := private.lock_offer(p_id);
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  values (p_id, p_version, 'declined', private.actor(), p_reason);
  perform private.act(v_offer.request_id, 'declined');
  perform private.write_offer_mail(v_offer, p_version, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.decline_offer is
  'Declines version p_version, which the visitor saw, with a reason or null. Returns the outcome ''declined_now'', or '
  'an outcome of accept_offer if it stored nothing.';
