-- The outbox: mails to send. The transaction of a change writes its mails. Rows have no personal data: the site
-- writes the text from the request's current data when it sends the mail. docs/decisions/mail.md has the reasons.

create table private.outbox (
  id uuid primary key default gen_random_uuid(),
  request_id uuid not null references public.requests on delete cascade,
  kind text not null check (kind in (
    'received', 'call', 'reminder_day', 'reminder_hour', 'still_pending', 'reply', 'moved', 'cancelled',
    'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn', 'offer_follow_up', 'offer_expired'
  )),
  recipient text not null check (recipient in ('visitor', 'studio')),
  act text check (act in ('booked', 'moved', 'cancelled', 'kept', 'pressed')),
  must_send boolean not null default false,
  known_start timestamp,
  key text not null default '',
  created_at timestamptz not null default now(),
  due_at timestamptz not null,
  send_after timestamptz not null,
  attempts integer not null default 0,
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
  is_waiting boolean generated always as (
    sent_at is null and given_up_at is null and lease is null and not may_have_arrived) stored,
  check ((lease is null) = (lease_until is null)),
  constraint outbox_letter
    check (case kind when 'reply' then letter_id is not null else letter_id is null or kind = 'call' end),
  constraint outbox_offer
    check ((kind like 'offer%') = (offer_id is not null) and num_nulls(offer_id, version) in (0, 2)),
  foreign key (offer_id, version) references public.offer_versions on delete cascade,
  constraint outbox_studios check (recipient = 'studio' or kind not in ('moved', 'cancelled')),
  constraint outbox_visitors
    check (recipient = 'visitor' or kind not in ('call', 'reminder_day', 'reminder_hour', 'reply'))
);
comment on column private.outbox.kind is
  '''call'' tells a booking''s visitor the state that the call has when a site claims the mail. ''still_pending'' '
  'tells the visitor or the studio that a call is still not confirmed.';
comment on column private.outbox.act is
  'Cause of a ''call'' mail. The visitor''s own act: ''booked'', ''moved'' or ''cancelled''. An admin''s: ''kept'' for '
  'keeping a call although other times were proposed, or ''pressed'' for mailing the location. A waiting mail keeps '
  '''booked'' when the visitor moves the call.';
comment on column private.outbox.must_send is
  'True if the site sends a ''call'' mail even without news: the mail acknowledges the visitor''s act, an admin '
  'pressed a button for the mail, or an admin''s own words told the visitor, who still needs the calendar file.';
comment on column private.outbox.known_start is
  'For the studio''s mail about a moved call: the former start that the studio knew, on the studio''s wall clock.';
comment on column private.outbox.key is
  'The start of the call on the studio''s wall clock, or the offer''s version, so that each time-based mail is written '
  'once (unique index outbox_owed). Empty for other mails.';
comment on column private.outbox.send_after is 'Time of the next attempt: due_at at first, later after each failure.';
comment on column private.outbox.lease is
  'Id that a site gets when it claims the mail, and passes to finish_mail. Stays after lease_until, because the site '
  'may have sent the mail.';
comment on column private.outbox.may_have_arrived is
  'True if a lease ended without a result. The site then sends the mail once more.';
comment on column private.outbox.said is
  'The call as the mail describes it: the form of bookings.known, with the "link_version" of the recipient''s address '
  'and the "sequence" in the calendar file and Message-ID. Set when a site claims the mail.';
comment on column private.outbox.calls is
  'The calls in the studio''s ''still_pending'' mail, set when a site claims it.';
comment on column private.outbox.is_kept is 'True if the site only saved the mail as a file, so that nobody read it.';
comment on column private.outbox.dismissed_at is
  'When an admin dismissed an undelivered mail, or the database did because nobody needs the mail any more.';
comment on column private.outbox.letter_id is
  'The admin''s letter: the whole text of a ''reply'', or the text above the facts of a ''call'' mail that confirms or '
  'declines the call.';
comment on column private.outbox.is_waiting is
  'True if the mail is neither sent, given up nor leased, and no earlier attempt has an unknown result. Then the '
  'database can still delete the mail.';
create index outbox_due on private.outbox (send_after) where sent_at is null and given_up_at is null;
create index outbox_request on private.outbox (request_id);
create index outbox_offer on private.outbox (offer_id) where offer_id is not null;
create index outbox_old on private.outbox (due_at);
create index outbox_letter on private.outbox (letter_id) where letter_id is not null;
create index outbox_given_up on private.outbox (given_up_at) where given_up_at is not null;
-- For claim_mail, which looks up the late calls that a mail already listed for the studio.
create index outbox_still_pending on private.outbox (created_at) where kind = 'still_pending' and recipient = 'studio';
create unique index outbox_owed on private.outbox (request_id, kind, key) where key <> '';
-- At most one 'call' mail of a booking waits, because two would say the same.
create unique index outbox_one_waits on private.outbox (request_id)
where kind = 'call' and is_waiting;

-- Deletes and returns a request's waiting mails of these kinds to one recipient.
create function private.drop_mails(p_request_id uuid, p_recipient text, p_kinds text[]) returns setof private.outbox
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_request_id and recipient = p_recipient and kind = any (p_kinds) and is_waiting
  returning *
$$;

-- Deletes mails 30 days after due_at. Skips locked rows, so that no caller waits.
create function private.delete_old_mails() returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where id in (
    select o.id from private.outbox o where o.due_at < now() - interval '30 days' for no key update skip locked)
$$;

-- Adds a mail and deletes a waiting mail of the same kind to the same recipient.
create function private.write_mail(
  p_request_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(),
  p_known_start timestamp default null
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

-- If p_error is not null, removes the letter from a 'call' mail. The letter becomes a mail of its own, given up with
-- this error, so that the admins read it. Returns the 'call' mail.
create function private.detach_letter(p_mail private.outbox, p_error text) returns private.outbox
language plpgsql set search_path = ''
as $$
begin
  if p_mail.kind = 'call' and p_mail.letter_id is not null and p_error is not null then
    update private.outbox set letter_id = null where id = p_mail.id;
    insert into private.outbox
      (request_id, recipient, kind, letter_id, due_at, send_after, given_up_at, may_have_arrived, last_error)
    values (p_mail.request_id, 'visitor', 'reply', p_mail.letter_id, p_mail.due_at, p_mail.due_at, now(),
      p_mail.may_have_arrived or p_mail.lease is not null, p_error);
    p_mail.letter_id := null;
  end if;
  return p_mail;
end
$$;

-- Writes the 'call' mail of a booking, or changes the waiting one. The mail is due at p_due_at, with a whole day
-- of attempts. If p_act or p_letter_id is null, a waiting mail keeps its act or letter; a new letter replaces the
-- waiting one, which is then given up.
create function private.write_call_mail(
  p_booking_id uuid, p_due_at timestamptz, p_act text default null, p_letter_id bigint default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.delete_old_mails();
  perform private.detach_letter(o, 'changed_meanwhile') from private.outbox o
  where o.request_id = p_booking_id and o.sent_at is null and o.given_up_at is null and o.lease is null
    and (o.may_have_arrived or p_letter_id is not null);
  update private.outbox
  set act = case
      when act = 'booked' and p_act = 'moved' or p_act = 'pressed' then coalesce(act, p_act)
      else coalesce(p_act, act) end,
    must_send = must_send or coalesce(p_act <> 'kept', false), letter_id = coalesce(p_letter_id, letter_id),
    due_at = p_due_at, attempts = 0,
    -- After a failed attempt, keeps the later send_after, except for a visitor's own act.
    send_after = case
      when p_act in ('booked', 'moved', 'cancelled') or attempts = 0 then p_due_at
      else greatest(send_after, p_due_at) end
  where request_id = p_booking_id and kind = 'call' and is_waiting;
  if not found then
    -- Gives up a failed mail that has an earlier attempt with an unknown result: the new mail replaces it.
    with lost as (
      update private.outbox set given_up_at = now(), dismissed_at = now()
      where request_id = p_booking_id and kind = 'call' and may_have_arrived and sent_at is null and given_up_at is null
        and lease is null
      returning must_send)
    insert into private.outbox (request_id, recipient, kind, due_at, send_after, act, letter_id, must_send)
    values (p_booking_id, 'visitor', 'call', p_due_at, p_due_at, p_act, p_letter_id,
      coalesce(p_act <> 'kept', false) or coalesce((select bool_or(l.must_send) from lost l), false));
  end if;
end
$$;

-- Makes sure that the 'call' mail goes even without news: an admin's own words told the visitor, who still needs
-- the calendar file.
create function private.keep_call_mail(p_booking_id uuid) returns void
language sql set search_path = ''
as $$
  update private.outbox set must_send = true
  where request_id = p_booking_id and kind = 'call' and sent_at is null and given_up_at is null
$$;
