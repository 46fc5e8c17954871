-- The mails to send, written in the transaction of the change that they are about. A row has no
-- personal data: a mail is rendered when it is sent, from its request as it is then. The reasons are in
-- docs/decisions/mail.md.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests on delete cascade,
  kind text not null check (kind in (
    'received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'reply', 'moved', 'cancelled',
    'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_follow_up', 'offer_expired'
  )),
  recipient text not null check (recipient in ('visitor', 'studio')),
  act text check (act in ('booked', 'moved', 'cancelled', 'kept', 'pressed')),
  must boolean not null default false,
  known_start timestamp,
  key text not null default '',
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- When to try next: due_at, and after a failure a later time.
  send_after timestamptz not null,
  attempts integer not null default 0,
  -- Set while a site sends the mail. It stays when it runs out, because the mail may have been sent.
  lease uuid,
  lease_until timestamptz,
  may_have_arrived boolean not null default false,
  said jsonb,
  calls uuid[],
  last_error text check (char_length(last_error) <= 200),
  sent_at timestamptz,
  is_kept boolean not null default false,
  given_up_at timestamptz,
  dismissed_at timestamptz,
  letter_id bigint references private.letters on delete cascade,
  offer_id uuid,
  version integer,
  is_waiting boolean generated always as (sent_at is null and given_up_at is null and lease is null and not may_have_arrived) stored,
  check ((lease is null) = (lease_until is null)),
  constraint outbox_letter check ((kind = 'reply') = (letter_id is not null)),
  constraint outbox_offer check ((kind like 'offer%') = (offer_id is not null) and num_nulls(offer_id, version) in (0, 2)),
  foreign key (offer_id, version) references public.offer_versions on delete cascade,
  constraint outbox_studios check (recipient = 'studio' or kind not in ('moved', 'cancelled')),
  constraint outbox_visitors check (recipient = 'visitor' or kind not in ('call', 'reminder_day', 'reminder_hour', 'reply'))
);
comment on table private.outbox is
  'Mails to send, written in the transaction of the change that they are about. No personal data: a mail is rendered when it is sent.';
comment on column private.outbox.kind is
  '''call'' says to the visitor of a booking how it stands, as it is when the mail is claimed. ''still_pending'' says to either that a call is still not '
  'confirmed.';
comment on column private.outbox.act is
  'Of ''call'' what it answers. What the visitor did themselves: booked until that was sent, whatever they did since. ''kept'': the call stays when it was, '
  'although other times were proposed. ''pressed'': an admin mails where it happens.';
comment on column private.outbox.must is
  'Whether ''call'' goes even if it says nothing new: it acknowledges what its visitor did, an admin pressed for it, or they were told in words and still '
  'need the calendar file.';
comment on column private.outbox.known_start is
  'For the studio, of a call that was moved: when it was to begin before, on the studio''s wall clock, as they know it.';
comment on column private.outbox.key is
  'Of a mail that the clock alone owes, the start of its call on the studio''s wall clock, or the version of its offer, so that it is written once; '
  'empty for others.';
comment on column private.outbox.due_at is 'When the mail should be sent.';
comment on column private.outbox.send_after is 'When it is tried next: due_at at first, later after each failure.';
comment on column private.outbox.lease is 'Set while a site is sending the mail; finish_mail must name it.';
comment on column private.outbox.may_have_arrived is
  'Whether a lease ran out before anybody said what became of the mail. It is sent once more; if its lease runs out again it is given up.';
comment on column private.outbox.said is
  'What the mail says of its call, like bookings.known, as it was claimed; with the "link_version" of the address that '
  'it went to and the "sequence" in its calendar file and Message-ID.';
comment on column private.outbox.calls is 'Of ''still_pending'' to the studio: the calls that it names, as it was claimed.';
comment on column private.outbox.is_kept is 'It was only saved as a file: nobody has read it.';
comment on column private.outbox.dismissed_at is 'When an admin said that they have dealt with a mail that was not delivered.';
comment on column private.outbox.letter_id is 'For kind ''reply'' what an admin wrote. Deleted with it.';
comment on column private.outbox.version is 'Of an offer''s mail: the version that it is about. Deleted with it.';
comment on column private.outbox.is_waiting is 'It was not sent, nobody is sending it, and nobody can have read it: it can be taken back.';
create index outbox_due on private.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_request on private.outbox (request_id);
create index outbox_offer on private.outbox (offer_id) where offer_id is not null;
create index outbox_old on private.outbox (due_at);
create index outbox_letter on private.outbox (letter_id) where letter_id is not null;
create index outbox_given_up on private.outbox (given_up_at) where given_up_at is not null;
-- A claim looks whether the studio was told of calls that wait.
create index outbox_still_pending on private.outbox (created_at) where kind = 'still_pending' and recipient = 'studio';
-- What the clock owes is written once.
create unique index outbox_owed on private.outbox (request_id, kind, key) where key <> '';
-- What says how a call stands waits once. Two would say the same.
create unique index outbox_one_waits on private.outbox (request_id)
where kind = 'call' and is_waiting;

-- Deletes mails of a request that nobody has begun to send.
create function private.drop_mails(p_request_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_request_id and recipient = p_recipient and kind = any (p_kinds) and is_waiting
  returning *
$$;

-- Mails that nobody fetches go after 30 days. Who writes one waits for nobody's locks on old ones.
create function private.delete_old_mails() returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where id in (select o.id from private.outbox o where o.due_at < now() - interval '30 days' for no key update skip locked)
$$;

-- Adds a mail in place of one of the same kind that waits.
create function private.write_mail(
  p_request_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(), p_known_start timestamp default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.drop_mails(p_request_id, p_recipient, array[p_kind]);
  insert into private.outbox (request_id, recipient, kind, due_at, send_after, known_start)
  values (p_request_id, p_recipient, p_kind, p_due_at, p_due_at, p_known_start);
end
$$;

-- The mail to a booking's visitor that waits and says how the call stands, due then, with a whole day to be tried in.
-- It goes on saying what the visitor did, whatever the studio does meanwhile.
create function private.write_call_mail(p_booking_id uuid, p_due_at timestamptz, p_act text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  update private.outbox
  set act = case when act = 'booked' and p_act = 'moved' or p_act = 'pressed' then coalesce(act, p_act) else coalesce(p_act, act) end,
      must = must or coalesce(p_act <> 'kept', false), due_at = p_due_at, attempts = 0,
      -- A mail server that asked us to come back later is asked again then, but for what a visitor did.
      send_after = case when p_act in ('booked', 'moved', 'cancelled') or attempts = 0 then p_due_at else greatest(send_after, p_due_at) end
  where request_id = p_booking_id and kind = 'call' and is_waiting;
  if not found then
    -- One that failed, after a try that perhaps did not, need not be tried again.
    with lost as (
      update private.outbox set given_up_at = now(), dismissed_at = now()
      where request_id = p_booking_id and kind = 'call' and may_have_arrived and sent_at is null and given_up_at is null and lease is null
      returning must)
    insert into private.outbox (request_id, recipient, kind, due_at, send_after, act, must)
    values (p_booking_id, 'visitor', 'call', p_due_at, p_due_at, p_act,
      coalesce(p_act <> 'kept', false) or coalesce((select bool_or(l.must) from lost l), false));
  end if;
end
$$;

-- Its visitor was told in words, and still needs the calendar file: the mail goes even if it says nothing new.
create function private.owe_calendar_file(p_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update private.outbox set must = true
  where request_id = p_booking_id and kind = 'call' and sent_at is null and given_up_at is null
$$;
