-- The written offer: a draft, the versions that were sent, each a frozen text, and one acceptance. Its
-- visitor reads and accepts it by a link that the site signs (docs/decisions/offers.md).

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
  -- The longest texts that the form takes, four bytes a letter, fit in it.
  constraint offers_draft check (octet_length(draft::text) <= 200000),
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
  body jsonb not null constraint offer_versions_body check (octet_length(body::text) <= 200000),
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
create index offer_acceptances_accepted on public.offer_acceptances (accepted_at desc);

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
  update public.bookings set their_turn_since = null where id = v_request and their_turn_since is not null;
  update public.inquiries set their_turn_since = null where id = v_request and their_turn_since is not null;
  return v_offer;
end
$$;

create function private.newest_version(p_offer_id uuid) returns public.offer_versions
language sql stable set search_path = ''
as $$ select v from public.offer_versions v where v.offer_id = p_offer_id order by v.n desc limit 1 $$;

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
  -- The site shows dates up to so many days ahead: a later one is a slip of the year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_n := coalesce((private.newest_version(p_offer_id)).n, 0) + 1;
  insert into public.offer_versions (offer_id, n, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_n, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  -- A stranger with the link must not keep the visitor from accepting this one, too.
  delete from private.offer_guesses where offer_id = p_offer_id;
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

create function public.count_offer_guesses(p_offer_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select count(*) from private.offer_guesses g where g.offer_id = p_offer_id and g.guessed_at > now() - interval '24 hours');
end
$$;
comment on function public.count_offer_guesses(uuid) is
  'For admins: how many wrong e-mail addresses were typed on an offer''s page in 24 hours, since its newest version was sent. At five it takes none any more.';

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
