-- The written offer: a draft, the versions that were sent, each a frozen text, and one acceptance; its mails; what an erasure
-- leaves of it; and the filters 'quoted' and 'won' of the list.

-- 1. Tables

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  link_version integer not null default 1,
  draft jsonb,
  draft_revision integer not null default 0,
  ended text,
  ended_at timestamptz,
  ended_reason text,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- None is left of an accepted one whose person was erased.
  constraint offers_one_request check (num_nonnulls(booking_id, inquiry_id) <= 1),
  constraint offers_draft check (octet_length(draft::text) <= 60000),
  constraint offers_ended check (
    num_nonnulls(ended, ended_at) in (0, 2) and (ended is null or ended in ('withdrawn', 'declined'))
  ),
  constraint offers_ended_reason check (
    ended_reason is null
    or ended is not null and char_length(ended_reason) between 1 and 500 and private.is_clean_text(ended_reason, true)
  )
);
comment on table public.offers is 'Offers, at most one for a request.';
comment on column public.offers.link_version is 'As in bookings.';
comment on column public.offers.draft is 'What the admin''s form has; lib/offers/draft.ts knows its fields.';
comment on column public.offers.ended is 'The newest version was ''withdrawn'' or ''declined''. Another one that is sent begins anew.';
comment on column public.offers.created_by is 'The e-mail address of an admin.';
create unique index offers_request on public.offers (coalesce(booking_id, inquiry_id));
create index offers_booking on public.offers (booking_id) where booking_id is not null;
create index offers_inquiry on public.offers (inquiry_id) where inquiry_id is not null;

create table public.offer_versions (
  offer_id uuid references public.offers on delete cascade,
  n integer constraint offer_versions_n check (n between 1 and 50),
  body jsonb not null constraint offer_versions_body check (octet_length(body::text) <= 60000),
  text text not null,
  sha256 text not null,
  total_cents bigint not null constraint offer_versions_total check (total_cents between 0 and 99999999999),
  sent_at timestamptz not null default now(),
  sent_by text not null,
  valid_until date not null,
  primary key (offer_id, n),
  constraint offer_versions_text check (
    octet_length(text) <= 40000 and right(text, 1) = E'\n' and private.is_clean_text(left(text, -1), true)
  )
);
comment on table public.offer_versions is 'What was sent, never changed. A version without an acceptance can be deleted.';
comment on column public.offer_versions.text is 'The whole offer in plain lines: what its visitor reads, and what is accepted.';
comment on column public.offer_versions.sha256 is 'Of the text''s bytes in UTF-8, as hexadecimal digits. Set by a trigger.';
comment on column public.offer_versions.body is 'The draft of which the text was made.';
comment on column public.offer_versions.sent_by is 'The e-mail address of an admin.';
comment on column public.offer_versions.valid_until is 'The last day, to its end on the studio''s clock, on which it can be accepted.';

create table public.offer_acceptances (
  offer_id uuid primary key references public.offers on delete cascade,
  n integer not null,
  sha256 text not null,
  how text not null,
  typed_name text,
  email text not null,
  consent_text text,
  words text,
  recorded_by text,
  accepted_at timestamptz not null default now(),
  keep_until date not null,
  foreign key (offer_id, n) references public.offer_versions,
  constraint offer_acceptances_email check (char_length(email) <= 254 and private.is_clean_text(email)),
  constraint offer_acceptances_how check (
    how = 'page' and num_nonnulls(typed_name, consent_text) = 2 and num_nonnulls(words, recorded_by) = 0
    or how = 'email' and num_nonnulls(typed_name, consent_text) = 0 and num_nonnulls(words, recorded_by) = 2
  ),
  constraint offer_acceptances_typed_name check (
    char_length(typed_name) between 1 and 100 and private.is_clean_text(typed_name)
  ),
  constraint offer_acceptances_consent_text check (
    char_length(consent_text) between 1 and 1000 and private.is_clean_text(consent_text)
  ),
  constraint offer_acceptances_words check (char_length(words) between 1 and 5000 and private.is_clean_text(words, true))
);
comment on table public.offer_acceptances is
  'Who accepted which version, and how. Never changed; deleted only after keep_until. It outlives the erasure of its person.';
comment on column public.offer_acceptances.consent_text is 'The words that were ticked on the page.';
comment on column public.offer_acceptances.words is 'What they wrote, when an admin (recorded_by, an e-mail address) recorded it.';

create table private.offer_guesses (
  offer_id uuid not null references public.offers on delete cascade,
  guessed_at timestamptz not null default now()
);
comment on table private.offer_guesses is 'Wrong e-mail addresses that were typed on an offer''s page, without the addresses.';
create index offer_guesses_offer on private.offer_guesses (offer_id, guessed_at);

-- 2. What was sent stays as it is, for every role

create function private.set_offer_hash() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.sha256 := encode(sha256(convert_to(new.text, 'UTF8')), 'hex');
  return new;
end
$$;
create trigger offer_versions_hash before insert on public.offer_versions
for each row execute function private.set_offer_hash();

create function private.refuse_offer_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception using message = 'offer_frozen';
end
$$;
create trigger offer_versions_frozen before update on public.offer_versions
for each row execute function private.refuse_offer_change();
create trigger offer_acceptances_frozen before update on public.offer_acceptances
for each row execute function private.refuse_offer_change();

create function private.refuse_offer_delete() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select 1 from public.offer_acceptances a
    where a.offer_id = old.offer_id and (tg_table_name = 'offer_versions' or a.keep_until >= private.studio_today())
  ) then
    raise exception using message = 'offer_kept';
  end if;
  return old;
end
$$;
create trigger offer_versions_kept before delete on public.offer_versions
for each row execute function private.refuse_offer_delete();
create trigger offer_acceptances_kept before delete on public.offer_acceptances
for each row execute function private.refuse_offer_delete();

create function private.refuse_offer_truncate() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select 1 from public.offer_acceptances) then
    raise exception using message = 'offer_kept';
  end if;
  return null;
end
$$;
create trigger offer_versions_truncate before truncate on public.offer_versions
for each statement execute function private.refuse_offer_truncate();
create trigger offer_acceptances_truncate before truncate on public.offer_acceptances
for each statement execute function private.refuse_offer_truncate();

-- 3. What the functions share. All lock the request first, then the offer, then its mails.

-- The instant at which a day ends on the studio's clock.
create function private.end_of_day(p_date date) returns timestamptz
language sql stable set search_path = ''
as $$ select (p_date + 1)::timestamp at time zone private.studio_zone() $$;

-- Adds a mail in place of one of the same kind that has not been sent.
create function private.write_offer_mail(p_offer_id uuid, p_recipient text, p_kind text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.drop_offer_mails(p_offer_id, p_recipient, p_kind);
  insert into private.outbox (offer_id, recipient, kind, due_at, send_after) values (p_offer_id, p_recipient, p_kind, now(), now());
end
$$;

create function private.drop_offer_mails(p_offer_id uuid, p_recipient text, p_kind text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox
  where offer_id = p_offer_id and recipient = p_recipient and kind = p_kind
    and sent_at is null and given_up_at is null and lease is null;
end
$$;

-- The offer, locked after its request, which has a new revision and an event of this kind. Raises
-- offer_gone when there is none, request_gone when its person was erased, and offer_accepted.
create function private.change_offer(p_id uuid, p_what text) returns public.offers
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
  return v_offer;
end
$$;

create function private.newest_version(p_offer_id uuid) returns public.offer_versions
language sql stable set search_path = ''
as $$ select v from public.offer_versions v where v.offer_id = p_offer_id order by v.n desc limit 1 $$;

-- What a person's erasure leaves of their offers: accepted ones, without their request, and with a
-- link that no longer works. The second statement decides, because the first one waits for an
-- acceptance that is being written, and only a later one sees it.
create function private.erase_offers(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.offers o where (o.booking_id = p_request_id or o.inquiry_id = p_request_id) for update;
  delete from private.outbox m
  where m.offer_id in (select o.id from public.offers o where (o.booking_id = p_request_id or o.inquiry_id = p_request_id));
  delete from public.offers o
  where (o.booking_id = p_request_id or o.inquiry_id = p_request_id)
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  update public.offers o
  set booking_id = null, inquiry_id = null, draft = null, link_version = o.link_version + 1
  where (o.booking_id = p_request_id or o.inquiry_id = p_request_id);
end
$$;

-- 4. For admins

create function public.save_offer_draft(p_request_id uuid, p_draft jsonb, p_seen_revision integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
  v_offer public.offers;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  select * into v_offer from public.offers o where (o.booking_id = p_request_id or o.inquiry_id = p_request_id) for update;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = v_offer.id) then
    raise exception using message = 'offer_accepted';
  end if;
  if coalesce(v_offer.draft_revision, 0) is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if v_offer.id is null then
    insert into public.offers (booking_id, inquiry_id, draft, draft_revision, created_by)
    values (case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end, p_draft, 1, private.actor())
    returning * into v_offer;
    perform private.note_event(v_type, p_request_id, 'offer', 'begun');
  else
    update public.offers o set draft = p_draft, draft_revision = o.draft_revision + 1 where o.id = v_offer.id
    returning * into v_offer;
  end if;
  return jsonb_build_object('id', v_offer.id, 'draft_revision', v_offer.draft_revision);
end
$$;
comment on function public.save_offer_draft(uuid, jsonb, integer) is
  'Stores the draft of a request''s offer, which it makes if there is none yet (p_seen_revision 0); returns id and draft_revision. Raises '
  'changed_meanwhile when the draft is not the one that was seen, offer_accepted, or request_gone.';

create function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date
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
  perform private.write_offer_mail(p_offer_id, 'visitor', 'offer');
  return v_n;
end
$$;
comment on function public.send_offer(uuid, integer, jsonb, text, bigint, date) is
  'Freezes the next version of an offer, of the draft that was seen, and mails its link; returns its number. Raises changed_meanwhile, '
  'invalid_valid_until, offer_accepted, offer_gone or request_gone.';

create function public.withdraw_offer(p_offer_id uuid, p_reason text default null) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'withdrawn');
  if v_offer.ended is not null or private.newest_version(p_offer_id) is null then
    raise exception using message = 'offer_not_open';
  end if;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  perform private.drop_offer_mails(p_offer_id, 'visitor', 'offer');
end
$$;
comment on function public.withdraw_offer(uuid, text) is
  'Takes an offer back, with a reason (or null) that its visitor reads. Raises offer_not_open, offer_accepted, offer_gone or request_gone.';

create function public.record_acceptance(p_offer_id uuid, p_n integer, p_words text, p_keep_years integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'accepted by email');
  v_version := private.newest_version(p_offer_id);
  if v_offer.ended is not null or v_version.n is distinct from p_n then
    raise exception using message = 'changed_meanwhile';
  end if;
  insert into public.offer_acceptances (offer_id, n, sha256, how, email, words, recorded_by, keep_until)
  values (p_offer_id, p_n, v_version.sha256, 'email',
    coalesce((select b.email from public.bookings b where b.id = v_offer.booking_id),
             (select i.email from public.inquiries i where i.id = v_offer.inquiry_id)),
    p_words, private.actor(), private.keep_until(p_keep_years));
  perform private.drop_offer_mails(p_offer_id, 'visitor', 'offer');
  perform private.write_offer_mail(p_offer_id, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(p_offer_id, 'studio', 'offer_accepted');
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the newest version p_n was accepted by e-mail, in these words, also after its last day. Raises changed_meanwhile when it is '
  'not the newest, or was withdrawn or declined; offer_accepted, offer_gone or request_gone.';

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
  perform private.require_live_admin();
  delete from public.offer_acceptances where offer_id = p_offer_id;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  delete from public.offers where id = p_offer_id;
end
$$;
comment on function public.delete_offer(uuid) is
  'Deletes an accepted offer with all its versions, after its keep_until; before that it raises offer_kept. Raises offer_gone for any other.';

-- 5. For visitors, by the site

create function public.get_offer(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return (
    select jsonb_build_object(
      'id', o.id, 'link_version', o.link_version, 'ended', o.ended, 'ended_at', o.ended_at,
      'withdrawn_reason', case o.ended when 'withdrawn' then o.ended_reason end,
      'accepted_at', a.accepted_at,
      'versions', (
        select jsonb_agg(jsonb_build_object('n', v.n, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until) order by v.n)
        from public.offer_versions v where v.offer_id = o.id))
    from public.offers o left join public.offer_acceptances a on a.offer_id = o.id
    where o.id = p_id and num_nonnulls(o.booking_id, o.inquiry_id) = 1
      and exists (select 1 from public.offer_versions v where v.offer_id = o.id));
end
$$;
comment on function public.get_offer(text, uuid) is
  'An offer for its visitor''s page, all that was sent of it, with the link_version that the page''s link must be signed for; null when there is none.';

-- Locks the request and the offer. Null when the holder of this e-mail may accept or decline version
-- p_n; else what is in the way. Returned, not raised: an error would not store the wrong e-mail.
create function private.check_offer(
  p_id uuid, p_link_version integer, p_n integer, p_sha256 text, p_email text
) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_request uuid := (select coalesce(o.booking_id, o.inquiry_id) from public.offers o where o.id = p_id);
  v_email text;
  v_offer public.offers;
  v_version public.offer_versions;
  v_acceptance public.offer_acceptances;
begin
  select b.email into v_email from public.bookings b where b.id = v_request for no key update;
  if not found then
    select i.email into v_email from public.inquiries i where i.id = v_request for no key update;
  end if;
  select * into v_offer from public.offers o where o.id = p_id for update;
  v_version := private.newest_version(p_id);
  if v_email is null or private.is_erased(v_email) or v_version.n is null or v_offer.link_version is distinct from p_link_version then
    return jsonb_build_object('outcome', 'link_invalid');
  end if;
  select * into v_acceptance from public.offer_acceptances a where a.offer_id = p_id;
  if found then
    return jsonb_build_object('outcome', 'already_accepted', 'at', v_acceptance.accepted_at);
  end if;
  if v_offer.ended is not null then
    return jsonb_build_object('outcome', v_offer.ended, 'at', v_offer.ended_at);
  end if;
  if (v_version.n, v_version.sha256) is distinct from (p_n, p_sha256) then
    return jsonb_build_object('outcome', 'superseded');
  end if;
  if now() >= private.end_of_day(v_version.valid_until) then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from private.offer_guesses g where g.offer_id = p_id and g.guessed_at <= now() - interval '24 hours';
  if (select count(*) from private.offer_guesses g where g.offer_id = p_id) >= 5 then
    return jsonb_build_object('outcome', 'too_many_emails');
  end if;
  if lower(v_email) is distinct from lower(p_email) then
    insert into private.offer_guesses (offer_id) values (p_id);
    return jsonb_build_object('outcome', 'email_differs');
  end if;
  return null;
end
$$;

create function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_n integer, p_sha256 text, p_name text, p_email text, p_consent text,
  p_keep_years integer
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.check_offer(p_id, p_link_version, p_n, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.check_sender(p_name, p_email, null);
  perform private.change_offer(p_id, 'accepted');
  insert into public.offer_acceptances (offer_id, n, sha256, how, typed_name, email, consent_text, keep_until)
  values (p_id, p_n, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.drop_offer_mails(p_id, 'visitor', 'offer');
  perform private.write_offer_mail(p_id, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(p_id, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.accept_offer is
  'Accepts the version that its visitor saw; returns an outcome: ''accepted'', or why nothing was stored: ''link_invalid'', ''already_accepted'' '
  'and ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', ''expired'', ''email_differs'', ''too_many_emails''. Raises invalid_name and too_busy.';

create function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_n integer, p_sha256 text, p_email text, p_reason text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.check_offer(p_id, p_link_version, p_n, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.change_offer(p_id, 'declined');
  update public.offers set ended = 'declined', ended_at = now(), ended_reason = p_reason where id = p_id;
  perform private.drop_offer_mails(p_id, 'visitor', 'offer');
  perform private.write_offer_mail(p_id, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.decline_offer is
  'Declines the version that its visitor saw, with a reason or null; returns ''declined_now'', or the outcomes of accept_offer when nothing was stored.';

-- 6. What was there before

alter table public.request_events
  drop constraint request_events_kind,
  add constraint request_events_kind check (
    kind in ('change', 'link_copied', 'owner', 'note', 'outcome', 'answered', 'reopened', 'reply', 'told', 'offer')
  );
comment on column public.request_events.what is
  'For kind ''owner'' the e-mail of the new one, null for nobody; for ''outcome'' and ''reply'' which one; for ''note'' ''added'', ''edited'' '
  'or ''deleted''; for ''offer'' ''begun'', ''sent'', ''withdrawn'', ''accepted'', ''accepted by email'' or ''declined''. Never what a person wrote.';

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
--
-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.erase_offers(p_id);
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, told_location = null, cancel_reason = null, cancel_message = null, outcome_reason = null,
    untold_since = null, untold_from = null,
    status = coalesce(p_booking_status, status),
    request_id = gen_random_uuid()
  where id = p_id;
  delete from public.request_notes where (booking_id = p_id or inquiry_id = p_id);
  delete from private.replies where (booking_id = p_id or inquiry_id = p_id);
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    request_id = gen_random_uuid()
  where id = p_id;
end
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location, 'cancel_message', b.cancel_message, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.booking_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

alter table private.outbox
  add column offer_id uuid references public.offers on delete cascade,
  drop constraint outbox_check,
  drop constraint outbox_kind_check,
  add constraint outbox_one_subject check (num_nonnulls(booking_id, inquiry_id, offer_id) = 1),
  add constraint outbox_kind_check check (kind in (
    'received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder', 'reply', 'offer', 'offer_accepted', 'offer_declined'
  ));
alter table private.outbox rename constraint outbox_check1 to outbox_check;
create index outbox_offer on private.outbox (offer_id) where offer_id is not null;

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
      'how', a.how, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'declined_reason', f.ended_reason)
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
          else false
        end)
  from public.bookings b where b.id = p_mail.booking_id and p_mail.kind <> 'reply'
$$;

-- How many mails an address got in the last 24 hours, including those that are being sent.
create or replace function private.count_mails(p_mail private.outbox) returns bigint
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
    select b.id from public.bookings b where lower(b.email) = person.email
    union all
    select i.id from public.inquiries i where lower(i.email) = person.email
    union all
    select f.id from public.offers f join public.bookings b on b.id = f.booking_id where lower(b.email) = person.email
    union all
    select f.id from public.offers f join public.inquiries i on i.id = f.inquiry_id where lower(i.email) = person.email
  ) subject on true
  join private.outbox o on subject.id in (o.booking_id, o.inquiry_id, o.offer_id)
  where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
$$;

create or replace function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, coalesce(b.id, i.id), coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email)
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

create or replace function private.list_requests(
  p_patterns text[], p_today date, p_view text, p_type text, p_status text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, p_owner uuid, p_outcome text, p_overdue_before timestamptz
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- For so long a request stands under 'Waiting for them'.
  v_their_turn_from timestamptz := now() - interval '14 days';
  v_booking_statuses text[] := '{pending,confirmed,cancelled}';
  v_inquiry_statuses text[] := '{new,read,replied,archived}';
  v_from date := '-infinity';
  v_to date := 'infinity';
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  v_counts jsonb;
  v_total bigint;
  v_ids uuid[];
  -- The requests whose offer was sent and not accepted yet, or was accepted.
  v_offered uuid[];
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'waiting', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status <> all (v_booking_statuses || v_inquiry_statuses) then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost', 'quoted', 'won') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'waiting') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;

  -- Views and filters are reduced to a set of statuses and a range of dates.
  case p_view
    when 'to_answer' then
      v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}'; v_from := p_today;
    when 'waiting' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}';
    when 'upcoming' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_from := p_today;
    when 'past' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_to := p_today - 1;
    when 'archived' then v_booking_statuses := '{cancelled}'; v_inquiry_statuses := '{archived}';
    else null;
  end case;
  if p_type = 'inquiry' then v_booking_statuses := '{}'; end if;
  if p_type = 'booking' then v_inquiry_statuses := '{}'; end if;
  if p_status is not null then
    v_booking_statuses := array(select s from unnest(v_booking_statuses) s where s = p_status);
    v_inquiry_statuses := array(select s from unnest(v_inquiry_statuses) s where s = p_status);
  end if;

  if p_outcome in ('quoted', 'won') then
    v_offered := array(
      select coalesce(o.booking_id, o.inquiry_id) from public.offers o
      where exists (select 1 from public.offer_versions v where v.offer_id = o.id)
        and (p_outcome = 'won') = exists (select 1 from public.offer_acceptances a where a.offer_id = o.id));
  end if;

  -- One status at a time: an index counts equal entries several times faster than a group by does.
  with b as (
    select s as status, (select count(*) from public.bookings where status = s) as n,
      (select count(*) from public.bookings where status = s and date >= p_today) as ahead
    from unnest('{pending,confirmed,cancelled}'::text[]) s
  ), i as (
    select s as status, (select count(*) from public.inquiries where status = s) as n
    from unnest('{new,read,replied,archived}'::text[]) s
  ), c as (
    select status, n, ahead, status <> 'cancelled' as stands from b union all select status, n, null, false from i
  ), asked as (
    select waiting_since from public.bookings
    where waiting_since is not null and status <> 'cancelled' and date >= p_today
    union all
    select waiting_since from public.inquiries where waiting_since is not null and status <> 'archived'
  ), theirs as (
    select email, their_turn_since from public.bookings
    where their_turn_since > v_their_turn_from and status <> 'cancelled'
    union all
    select email, their_turn_since from public.inquiries
    where their_turn_since > v_their_turn_from and status <> 'archived'
  )
  select jsonb_build_object(
    'all', sum(n),
    'to_answer', (select count(*) from asked),
    'overdue', (select count(*) from asked where waiting_since < p_overdue_before),
    'waiting', (select count(*) from theirs),
    'upcoming', sum(ahead) filter (where stands),
    'past', sum(n - ahead) filter (where stands),
    'archived', sum(n) filter (where status in ('cancelled', 'archived')),
    'pending', sum(n) filter (where status = 'pending'),
    'new', sum(n) filter (where status = 'new'),
    'bookings', sum(n) filter (where ahead is not null),
    'inquiries', sum(n) filter (where ahead is null))
  into v_counts from c;

  if p_sort = 'created' and p_patterns = '{}' and p_view not in ('to_answer', 'waiting') and p_owner is null and p_outcome is null then
    -- Each table by its index on created_at, so that no more is read than is shown or skipped.
    if p_descending then
      select array_agg(id order by created_at desc, id) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at desc, id limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at desc, id limit p_offset + p_limit)
        order by created_at desc, id limit p_limit offset p_offset
      ) page;
    else
      select array_agg(id order by created_at, id desc) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at, id desc limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at, id desc limit p_offset + p_limit)
        order by created_at, id desc limit p_limit offset p_offset
      ) page;
    end if;
    select coalesce(sum(n), 0) into v_total
    from (
      select (select count(*) from public.bookings where status = s and date between v_from and v_to) as n
      from unnest(v_booking_statuses) s
      union all
      select (select count(*) from public.inquiries where status = s) from unnest(v_inquiry_statuses) s
    ) counted;
  else
    -- A word that begins the type or the status is found there; the search text has to have the rest.
    with wanted as (
      select kind, status, array(
          select p from unnest(p_patterns) p where kind not like substr(p, 2) and status not like substr(p, 2)
        ) as patterns
      from (
        select 'booking' as kind, s as status from unnest(v_booking_statuses) s
        union all
        select 'inquiry', s from unnest(v_inquiry_statuses) s
      ) statuses
    ),
    matching as materialized (
      select b.id, b.created_at,
        case p_sort
          when 'type' then w.kind
          when 'status' then b.status
          when 'date' then b.date || case when p_view = 'upcoming' then ' ' || s.start_time else '' end
          when 'time' then s.start_time::text
          when 'waiting' then to_char(coalesce(b.waiting_since, b.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b
      join public.time_slots s on s.id = b.time_slot_id
      join wanted w on w.kind = 'booking' and w.status = b.status
      where b.date between v_from and v_to and b.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or b.waiting_since is not null)
        and (p_view <> 'waiting' or b.their_turn_since > v_their_turn_from)
        and (p_owner is null or b.owner = p_owner)
        and (p_outcome is null
          or b.id = any (v_offered)
          or coalesce(b.outcome, 'none') = p_outcome and b.status = 'confirmed' and b.date < p_today)
      union all
      select i.id, i.created_at,
        case
          when p_sort = 'type' then w.kind
          when p_sort = 'status' then i.status
          when p_sort = 'waiting' then
            to_char(coalesce(i.waiting_since, i.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when p_sort in ('date', 'time', 'created') then null
          else nullif(split_part(i.search_text, E'\n', v_line), '')
        end
      from public.inquiries i join wanted w on w.kind = 'inquiry' and w.status = i.status
      where i.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or i.waiting_since is not null)
        and (p_view <> 'waiting' or i.their_turn_since > v_their_turn_from)
        and (p_owner is null or i.owner = p_owner)
        and (p_outcome is null or i.id = any (v_offered))
    ),
    page as (
      select id, row_number() over () as nth
      from (
        select id from matching
        order by
          case when not p_descending then sort_key end nulls last,
          case when p_descending then sort_key end desc nulls last,
          case when p_sort = 'created' and not p_descending then created_at end,
          created_at desc, id
        limit p_limit offset p_offset
      ) sorted
    )
    select (select count(*) from matching), (select array_agg(id order by nth) from page) into v_total, v_ids;
  end if;

  return jsonb_build_object('total', v_total, 'counts', v_counts, 'rows', coalesce((
    select jsonb_agg(coalesce(
      (select to_jsonb(booking) from (
        select 'booking' as type, b.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner, revision, outcome, date, to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time
        from public.bookings b join public.time_slots s on s.id = b.time_slot_id where b.id = key.id
      ) booking),
      (select to_jsonb(inquiry) from (
        select 'inquiry' as type, i.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner, revision
        from public.inquiries i where i.id = key.id
      ) inquiry)) order by nth)
    from unnest(v_ids) with ordinality as key (id, nth)
  ), '[]'));
end
$$;

-- 7. Who may do what

alter table private.offer_guesses enable row level security;
revoke all on private.offer_guesses from public, anon, authenticated, service_role;
alter table public.offer_acceptances enable row level security;
alter table public.offer_versions enable row level security;
alter table public.offers enable row level security;
revoke all on public.offer_acceptances, public.offer_versions, public.offers from public, anon, authenticated, service_role;

grant select on public.offers, public.offer_versions, public.offer_acceptances to authenticated;
create policy "Admins read offers" on public.offers
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read what was offered" on public.offer_versions
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read acceptances" on public.offer_acceptances
  for select to authenticated using ((select private.is_live_admin()));

revoke execute on function
  public.accept_offer, public.decline_offer, public.delete_offer, public.get_offer, public.record_acceptance,
  public.save_offer_draft, public.send_offer, public.withdraw_offer
  from public, anon, authenticated, service_role;
grant execute on function public.get_offer, public.accept_offer, public.decline_offer to anon;
grant execute on function public.save_offer_draft, public.send_offer, public.withdraw_offer, public.record_acceptance,
  public.delete_offer
  to authenticated;
