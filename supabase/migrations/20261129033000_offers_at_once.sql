-- Sending and withdrawing an offer hold at once, and have no Undo. Only a recorded acceptance keeps its minute. A version
-- whose minute runs stays hidden until it ends. One block, because no mail must go while its act has an Undo.

do $do$
begin
create or replace function private.can_undo_offer_act(p_offer_id uuid) returns boolean
language sql set search_path = ''
as $$
  select exists (select from public.offer_acceptances a where a.offer_id = p_offer_id and private.undone_until(a) > clock_timestamp())
$$;

create or replace function private.undo_refusal(p_event public.request_events) returns text
language sql set search_path = ''
as $$
  select case
    when p_event.id is null then 'request_gone'
    when p_event.actor = 'visitor' then 'visitors_act'
    when p_event.actor = 'database' then 'act_of_database'
    when private.undone_until(a) <= clock_timestamp() then 'minute_over'
    when a.offer_id is not null then null
    when p_event.kind = 'undone' then 'is_undo'
    when p_event.before is null and p_event.turn is null
      or p_event.kind in ('offer', 'offered', 'withdrawn', 'accepted') and l.event_id is null then 'nothing_to_undo'
    when l.body is not null and not exists (
      select from private.outbox o where o.letter_id = l.event_id and o.sent_at is null and o.lease is null and not o.may_have_arrived)
      -- The mail about the kept call was sent, or an admin told the visitor.
      or (p_event.kind, p_event.what) = ('kept', 'asked') and (
        not exists (select from private.outbox o where o.request_id = p_event.request_id and o.act = 'kept' and o.is_waiting)
        or exists (select from public.bookings b where b.id = p_event.request_id and b.known ->> 'status' = 'confirmed')) then 'mail_sent'
    -- A later event moved or cancelled the call.
    when p_event.kind = 'kept' and exists (
      select from public.request_events e
      where e.request_id = p_event.request_id and e.id > p_event.id and e.before ?| '{status,date}' and not private.is_undone(e.id)
        and (e.undoes is null or e.undoes < p_event.id)) then 'changed_meanwhile'
  end
  from (values (1)) one
  left join private.letters l on l.event_id = p_event.id
  left join (public.offers f join public.offer_acceptances a on a.offer_id = f.id)
    on (f.request_id, a.revision) = (p_event.request_id, p_event.revision)
$$;

create or replace function private.take_back(p_event public.request_events, p_changes jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_letter private.letters;
begin
  update private.outbox set letter_id = null where letter_id = p_event.id and kind = 'call';
  delete from private.letters l where l.event_id = p_event.id returning * into v_letter;
  with acceptance as (
    delete from public.offer_acceptances a using public.offers o
    where o.request_id = p_event.request_id and (a.offer_id, a.revision) = (o.id, p_event.revision)
    returning a.offer_id
  )
  delete from private.outbox m using acceptance a where (m.offer_id, m.kind) = (a.offer_id, 'offer_accepted') and m.is_waiting;
  if p_event.after ? 'known' then
    update private.outbox set must_send = coalesce(act <> 'kept', false) where request_id = p_event.request_id and kind = 'call' and is_waiting;
  end if;
  if (p_event.kind, p_event.what) = ('kept', 'asked') then
    -- A newer file of the calendar event needs a higher SEQUENCE.
    select p_changes || jsonb_build_object('calendar_sequence', b.calendar_sequence + 1) into p_changes
    from public.bookings b where b.id = p_event.request_id;
  end if;
  perform private.act(p_event.request_id, 'undone', p_changes, case when v_letter.event_id is null then p_event.kind else 'reply' end,
    p_undoes => p_event.id);
  if p_event.kind = 'kept' and (p_event.what = 'asked' or p_event.before ? 'status') then
    perform private.reopen_proposal(p_event);
  end if;
  if v_letter.kind = 'propose' then
    perform private.update_call_mail(p_event.request_id);
  end if;
  perform private.drop_unneeded_mail(p_event.request_id);
end
$$;

create or replace function public.undo_act(p_request_id uuid, p_revision integer) returns text
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_refusal text;
  v_changes jsonb;
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  select * into v_event from public.request_events e where e.request_id = p_request_id and e.revision = p_revision;
  -- Locks the act's mail, so that no site claims it meanwhile.
  perform 1 from private.outbox o where o.letter_id = v_event.id for no key update;
  v_refusal := private.undo_refusal(v_event);
  -- The act is already undone, as after a lost response.
  if exists (select from public.request_events u where (u.undoes, u.kind) = (v_event.id, 'undone')) then
    return 'undone';
  elsif v_refusal is not null then
    raise exception using message = v_refusal;
  end if;
  v_changes := private.undo_changes(v_event);
  if v_changes is null and not exists (select from private.letters l where l.event_id = v_event.id) then
    raise exception using message = 'changed_meanwhile';
  end if;
  if (v_changes ->> 'date')::date + (v_event.before ->> 'start_time')::time <= now() at time zone private.studio_zone() then
    raise exception using message = 'date_past';
  end if;
  perform private.take_back(v_event, coalesce(v_changes, '{}'));
  return case when v_changes is null then 'words' else 'undone' end;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_gone';
end
$$;
comment on function public.undo_act(uuid, integer) is
  'For admins: undoes the act that made this revision. Restores the former values of the columns that the act changed, except columns that somebody '
  'changed since. If somebody changed the call after an answer, deletes only the mail and returns ''words''; else returns ''undone'', also for an '
  'act that is undone already. A recorded acceptance can be undone for a minute. Raises changed_meanwhile, mail_sent, minute_over, slot_taken, '
  'slot_gone, date_past, request_gone, and, for acts without an Undo, visitors_act, act_of_database, is_undo or nothing_to_undo.';

create or replace function private.end_offer_link(p_request_id uuid) returns void
language sql set search_path = ''
as $$
  update public.offers o set link_version = o.link_version + 1 where o.request_id = p_request_id;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  select v.offer_id, v.version, 'withdrawn', case when auth.jwt() is null then 'database' else private.actor() end,
    'The email address that it was sent to has been corrected.'
  from public.offers o cross join private.newest_version(o.id) v
  where o.request_id = p_request_id and v.version is not null
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id)
  on conflict (offer_id, version) do nothing
$$;

create or replace function public.send_offer(
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
  'For admins: stores the draft that the admin saw as the offer''s next version, which is valid at once, and returns the request''s revision. The '
  'site mails the link, which answers the request; with p_mailed false the admin mails it and calls send_reply. Raises changed_meanwhile, '
  'invalid_valid_until, offer_accepted, offer_gone or request_gone.';

create or replace function public.withdraw_offer(p_offer_id uuid, p_version integer, p_reason text default null, p_mailed boolean default true) returns integer
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
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer' and (m.version = v_newest.version or not m.is_waiting);
  if not v_is_known then
    v_event := private.act(v_offer.request_id, 'withdrawn', p_what => 'withdrawn', p_undoes => (
      select max(e.id) from public.request_events e
      where e.request_id = v_offer.request_id and e.kind = 'offered' and not private.is_undone(e.id)));
  elsif p_mailed then
    v_event := private.act(v_offer.request_id, 'withdrawn', private.answer_changes(v_offer.request_id, 'offer_withdrawn'), 'withdrawn');
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
  'For admins: withdraws the newest version of an offer (p_version) at once, with a reason (or null) for the visitor. If the visitor knows the '
  'offer, the site mails the withdrawal, which answers the request; with p_mailed false the admin mails it and calls send_reply. Returns the '
  'request''s revision. Raises changed_meanwhile if p_version is not the newest; offer_not_open, offer_accepted, offer_gone or request_gone.';

create or replace function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer) returns integer
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
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until, revision)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    private.email_of(v_offer.request_id), p_email_text, private.actor(), private.keep_until(p_keep_years), v_event.revision);
  perform private.write_offer_mail(v_offer, p_version, r, 'offer_accepted', now() + interval '60 seconds')
  from unnest('{visitor,studio}'::text[]) r;
  return v_event.revision;
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'For admins: records that the visitor accepted the newest version (p_version) by e-mail, with the words p_email_text, even after its last day. '
  'Returns the revision for undo_act; only Undo can delete the record before its keep_until. Raises changed_meanwhile if p_version is not the '
  'newest, or was withdrawn or declined; offer_accepted, offer_gone or request_gone.';

create or replace function public.get_offer(p_site_key text, p_id uuid) returns jsonb
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
        'version', a.version, 'typed_name', a.typed_name, 'email', a.email, 'words', coalesce(a.consent_text, a.email_text)) end,
      -- First letter and domain of the visitor's e-mail address, so that its owner recognises it.
      'email_hint', case when a.offer_id is null and e.ended is null then regexp_replace(private.email_of(o.request_id), '^(.).*@', '\1…@') end,
      'versions', (
        select jsonb_agg(jsonb_build_object('version', v.version, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.version)
        from public.offer_versions v where v.offer_id = o.id and v.version <= last.version))
    from public.offers o
    cross join lateral (
      select max(v.version) as version from public.offer_versions v where v.offer_id = o.id and v.sent_at <= now()) last
    left join public.offer_endings e on (e.offer_id, e.version) = (o.id, last.version)
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
  v_ending public.offer_endings;
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

drop function private.begin_answer(uuid, integer);
drop function private.visible_version(uuid);
drop function private.undo_offer_act(public.request_events);
drop view private.offer_acts;

comment on column public.offer_versions.sent_at is
  'When the version becomes valid. 1.0.0 set a time a minute ahead for a version that the site mails; until then the visitor sees the earlier one.';
comment on column public.offer_versions.revision is 'For 1.0.0, until 1.2.0, which reads it. New versions have null.';
comment on column public.offer_endings.revision is 'For 1.0.0, until 1.2.0, which reads it. New endings have null.';
comment on column public.offer_acceptances.revision is
  'The request''s revision made by an admin''s record, for undo_act; null if no Undo can take the acceptance back. Not a foreign key, because an '
  'erasure deletes the event.';
end
$do$;
