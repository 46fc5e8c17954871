-- Written offers: a draft, sent versions with frozen texts, their endings, and at most one acceptance. The visitor
-- reads and accepts an offer by a link that the site signs (docs/decisions/offers.md). 23_offers.sql has the functions.

-- 1. Tables

create table public.offers (
  id uuid primary key default gen_random_uuid(),
  request_id uuid references public.requests on delete cascade,
  link_version integer not null default 1,
  draft jsonb,
  draft_revision integer not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  -- Room for the longest texts that the form accepts, at four bytes a letter.
  constraint offers_draft check (octet_length(draft::text) <= 200000)
);
comment on column public.offers.request_id is 'Null for an accepted offer whose person was erased.';
comment on column public.offers.draft is 'The content of the admin''s form; lib/offers/draft.ts defines its fields.';
comment on column public.offers.created_by is 'The e-mail address of an admin.';
create unique index offers_request on public.offers (request_id);

create table public.offer_versions (
  offer_id uuid references public.offers on delete cascade,
  version integer constraint offer_versions_version check (version between 1 and 50),
  body jsonb not null constraint offer_versions_body check (octet_length(body::text) <= 200000),
  text text not null,
  sha256 text not null,
  total_cents bigint not null constraint offer_versions_total check (total_cents between 0 and 99999999999),
  sent_at timestamptz not null default now(),
  sent_by text not null,
  valid_until date not null,
  revision integer,
  primary key (offer_id, version),
  constraint offer_versions_text check (
    octet_length(text) <= 40000 and right(text, 1) = E'\n' and private.is_clean_text(left(text, -1), true)
  )
);
comment on table public.offer_versions is
  'Sent versions of offers, never changed. A version can be deleted only while its offer has no acceptance.';
comment on column public.offer_versions.text is 'The whole offer as plain text, which the visitor reads and accepts.';
comment on column public.offer_versions.sha256 is 'SHA-256 of the text in UTF-8, in hexadecimal. A trigger sets it.';
comment on column public.offer_versions.body is 'The draft from which the site made the text.';
comment on column public.offer_versions.sent_at is
  'When the version becomes valid. 1.0.0 set a time a minute ahead for a version that the site mails; until then the '
  'visitor sees the earlier one.';
comment on column public.offer_versions.sent_by is 'The e-mail address of an admin.';
comment on column public.offer_versions.valid_until is
  'The last day on which the visitor can accept the version, to the end of that day on the studio''s clock.';
comment on column public.offer_versions.revision is 'For 1.0.0, until 1.2.0, which reads it. New versions have null.';
create index offer_versions_valid_until on public.offer_versions (valid_until);

create table public.offer_endings (
  offer_id uuid not null,
  version integer not null,
  ended text not null constraint offer_endings_ended check (ended in ('withdrawn', 'declined')),
  ended_at timestamptz not null default now(),
  ended_by text not null,
  reason text constraint offer_endings_reason
    check (char_length(reason) between 1 and 500 and private.is_clean_text(reason, true)),
  revision integer,
  primary key (offer_id, version),
  foreign key (offer_id, version) references public.offer_versions on delete cascade
);
comment on table public.offer_endings is
  'Versions that an admin withdrew or the visitor declined. A later version of the offer is open again.';
comment on column public.offer_endings.ended_by is 'Who ended the version, like request_events.actor.';
comment on column public.offer_endings.reason is
  'The reason, in the words of ended_by. An erasure removes it, also from an accepted offer.';
comment on column public.offer_endings.revision is 'For 1.0.0, until 1.2.0, which reads it. New endings have null.';

create table public.offer_acceptances (
  offer_id uuid primary key references public.offers on delete cascade,
  version integer not null,
  sha256 text not null,
  channel text not null,
  typed_name text,
  email text not null,
  consent_text text,
  email_text text,
  recorded_by text,
  accepted_at timestamptz not null default now(),
  keep_until date not null,
  revision integer,
  foreign key (offer_id, version) references public.offer_versions,
  constraint offer_acceptances_email check (char_length(email) <= 254 and private.is_clean_text(email)),
  constraint offer_acceptances_channel check (
    channel = 'page' and num_nonnulls(typed_name, consent_text) = 2 and num_nonnulls(email_text, recorded_by) = 0
    or channel = 'email' and num_nonnulls(typed_name, consent_text) = 0 and num_nonnulls(email_text, recorded_by) = 2
  ),
  constraint offer_acceptances_typed_name check (
    char_length(typed_name) between 1 and 100 and private.is_clean_text(typed_name)
  ),
  constraint offer_acceptances_consent_text check (
    char_length(consent_text) between 1 and 1000 and private.is_clean_text(consent_text)
  ),
  constraint offer_acceptances_email_text check (
    char_length(email_text) between 1 and 5000 and private.is_clean_text(email_text, true)
  )
);
comment on table public.offer_acceptances is
  'Who accepted a version, and how. No role can change a row. A row can be deleted after keep_until, or by Undo within '
  'a minute after an admin recorded the acceptance. An erasure keeps it.';
comment on column public.offer_acceptances.channel is
  '''page'' if the visitor accepted on the page, ''email'' if an admin (recorded_by, an e-mail address) recorded the '
  'acceptance.';
comment on column public.offer_acceptances.consent_text is 'The text of the box that the visitor ticked on the page.';
comment on column public.offer_acceptances.email_text is 'The visitor''s words of acceptance, from their e-mail.';
comment on column public.offer_acceptances.revision is
  'The request''s revision made by an admin''s record, for undo_act; null if no Undo can take the acceptance back. Not '
  'a foreign key, because an erasure deletes the event.';
create index offer_acceptances_email on public.offer_acceptances (lower(email));

create table private.offer_guesses (
  offer_id uuid not null references public.offers on delete cascade,
  guessed_at timestamptz not null default now()
);
comment on table private.offer_guesses is
  'Times at which somebody entered a wrong e-mail address on an offer''s page, without the address.';
create index offer_guesses_offer on private.offer_guesses (offer_id, guessed_at);

-- 2. Sent versions and acceptances never change, for any role

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

-- The time until which Undo can delete an acceptance that an admin recorded; null for one from the page.
create function private.undone_until(p_acceptance public.offer_acceptances) returns timestamptz
language sql immutable set search_path = ''
as $$ select case p_acceptance.channel when 'email' then p_acceptance.accepted_at + interval '60 seconds' end $$;

create function private.refuse_offer_delete() returns trigger
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

create function private.newest_version(p_offer_id uuid) returns public.offer_versions
language sql stable set search_path = ''
as $$ select v from public.offer_versions v where v.offer_id = p_offer_id order by v.version desc limit 1 $$;

-- True while Undo can take back an admin's act on the offer: a recorded acceptance. Uses clock_timestamp(), because
-- now() is the start of the transaction, which may have waited for a lock since then.
create function private.can_undo_offer_act(p_offer_id uuid) returns boolean
language sql set search_path = ''
as $$
  select exists (
    select from public.offer_acceptances a
    where a.offer_id = p_offer_id and private.undone_until(a) > clock_timestamp())
$$;

-- 3. The last day and the state of an offer

-- The instant at which a day ends on the studio's clock.
create function private.end_of_day(p_date date) returns timestamptz
language sql stable set search_path = ''
as $$ select (p_date + 1)::timestamp at time zone private.studio_zone() $$;

create function private.ending_of(p_version public.offer_versions) returns public.offer_endings
language sql stable set search_path = ''
as $$ select e from public.offer_endings e where (e.offer_id, e.version) = (p_version.offer_id, p_version.version) $$;

create function private.offer_state(p_ended text, p_valid_until date, p_is_accepted boolean) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_is_accepted then 'accepted'
    when p_ended is not null then p_ended
    when p_valid_until is null then 'draft'
    when now() >= private.end_of_day(p_valid_until) then 'expired'
    else 'open'
  end
$$;

create function private.state_of(p_offer_id uuid) returns text
language sql stable set search_path = ''
as $$
  select private.offer_state((private.ending_of(v)).ended, v.valid_until,
    exists (select from public.offer_acceptances a where a.offer_id = p_offer_id))
  from private.newest_version(p_offer_id) v
$$;
