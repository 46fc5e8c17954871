-- Compares each call with the state that its visitor knows, and queues a mail if the two differ.
-- docs/decisions/untold.md has the reasons.

-- 1. Current state, known state, and the difference

-- The call's current state, in the form of bookings.known.
create function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then
      private.location_wording(p_booking.location, p_booking.phone, p_booking.room) end);
end
$$;

-- The differences between the call's state and what its visitor knows:
--
--   first      the visitor knows nothing of the call yet
--   cancelled  the call is cancelled, and the visitor expects it
--   restored   the call takes place, and the visitor believes that it is cancelled
--   time       the visitor knows another date, start or end
--   status     the visitor does not know that the call is confirmed, or no longer confirmed
--   location   the visitor knows another location, because bookings.location changed
--   usual      the visitor knows another location, because the default location changed
--
-- With any of these differences the visitor would come at the wrong time, to the wrong place or in vain, or does not
-- know if the call takes place. A cancelled call can also have 'time', because its mail names the time that the visitor
-- knows.
create function private.difference(p_known jsonb, p_state jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
declare
  v_status constant text := p_state ->> 'status';
  v_known_status constant text := p_known ->> 'status';
  v_difference text[] := '{}';
begin
  if p_known is null then
    return case when v_status = 'cancelled' then '{}' else '{first}' end::text[];
  end if;
  if v_status = 'cancelled' then
    if v_known_status = 'cancelled' then
      return '{}';
    end if;
    v_difference := '{cancelled}';
  elsif v_known_status = 'cancelled' then
    v_difference := '{restored}';
  elsif v_known_status is distinct from v_status then
    v_difference := '{status}';
  end if;
  if (p_known -> 'date', p_known -> 'start_time', p_known -> 'end_time')
    is distinct from (p_state -> 'date', p_state -> 'start_time', p_state -> 'end_time')
  then
    v_difference := v_difference || text 'time';
  end if;
  if v_status = 'confirmed' and v_known_status = 'confirmed'
    and p_known -> 'wording' is distinct from p_state -> 'wording'
  then
    v_difference := v_difference
      || case when p_known -> 'location' is distinct from p_state -> 'location' then text 'location' else 'usual' end;
  end if;
  return v_difference;
end
$$;

-- True if this difference triggers an automatic mail. A changed default location does not: an admin presses a
-- button for that mail.
create function private.needs_mail(p_difference text[]) returns boolean
language sql immutable set search_path = ''
as $$ select p_difference && '{first,cancelled,restored,time,status,location}' $$;

-- The state that the visitor presumably knows: the state in a newer mail that may have arrived (a site is sending
-- it, or its result is unknown), else bookings.known. Ignores the mail p_except.
create function private.presumed_known(p_booking public.bookings, p_except uuid default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select o.said from private.outbox o
    where o.request_id = p_booking.id and o.recipient = 'visitor' and o.id is distinct from p_except
      and o.sent_at is null and (o.lease is not null or o.may_have_arrived)
      and (o.said ->> 'link_version')::integer = p_booking.link_version
      and ((o.said ->> 'at')::timestamptz >= (p_booking.known ->> 'at')::timestamptz) is not false
    order by (o.said ->> 'at')::timestamptz desc limit 1), p_booking.known);
end
$$;

-- The state that a mail to the visitor corrects: bookings.known if that differs from the call, else presumed_known.
create function private.known_to_correct(p_booking public.bookings, p_except uuid default null) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when private.difference(p_booking.known, private.call_state(p_booking)) <> '{}' then p_booking.known
    else private.presumed_known(p_booking, p_except)
  end
$$;

-- True if the visitor needs a mail about the call's current state. Ignores the mail p_except.
create function private.needs_call_mail(p_booking public.bookings, p_except uuid default null) returns boolean
language sql stable set search_path = ''
as $$
  select private.needs_mail(
    private.difference(private.presumed_known(p_booking, p_except), private.call_state(p_booking)))
$$;

-- 2. The 'call' mail: it tells the visitor the call's current state

-- The kind of a 'call' mail by its content; lib/mail/claimed.ts has the same kinds.
create function private.call_mail_kind(p_difference text[], p_status text, p_act text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_status = 'cancelled' then 'cancelled'
    when 'time' = any (p_difference) then 'moved' -- by the studio
    when p_act = 'kept' and p_status = 'confirmed' and not p_difference && '{first,restored}' then 'kept'
    when p_difference && '{first,restored,status}' then
      case p_status when 'pending' then 'received' else 'confirmed' end
    when p_difference && '{location,usual}' then 'location'
    when p_status = 'confirmed' then 'confirmed'
    when p_act = 'moved' then 'moved'
    else 'received'
  end
$$;

-- True if a waiting 'call' mail has neither news for its visitor nor a letter, and outbox.must_send is false.
create function private.is_unneeded(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind = 'call' and not p_mail.must_send and num_nonnulls(p_mail.letter_id, p_mail.lease) = 0 and exists (
    select from public.bookings b where b.id = p_mail.request_id and not private.needs_call_mail(b, p_mail.id));
end
$$;

create function private.drop_unneeded_mail(p_booking_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox o where o.request_id = p_booking_id and o.is_waiting and private.is_unneeded(o);
end
$$;

-- Queues, updates or drops the 'call' mail of a booking's visitor. With p_is_change, the studio has changed the call: a
-- waiting mail then waits for a minute again, in which Undo can take the change back.
-- After an admin's change the visitor gets no mail if
--   - the call has begun at its new time, or its person was erased;
--   - mail_booking_change ignores the change: it compares date, time, status, a confirmed call's location, and the
--     e-mail address of a call that is not cancelled;
--   - the difference is empty or only 'usual': the visitor knows the state already, an Undo took the change back
--     before a site claimed the mail, or the call was cancelled before the visitor knew of it;
--   - a proposal of other times is open;
--   - decide_delivery (18_delivery.sql) finds at the claim that the mail is no longer true or needed, that another
--     mail says the same, or that 24 hours are over. An address that got twenty mails in a day gets the next one later.
-- A visitor's own change writes a mail only if it changes date, time, status or e-mail address; an erasure and a
-- restored backup write none. The site always sends a mail with a letter. It sends a mail with outbox.must_send even
-- without a difference, unless the call has begun or a proposal is open. Without a mail server, or if that refuses the
-- mail, none arrives; the admin's page then lists the visitor as 'Not told yet', or the refused mail.
create function private.update_call_mail(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_waiting private.outbox;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  select * into v_waiting from private.outbox o where o.request_id = p_booking_id and o.kind = 'call' and o.is_waiting;
  if v_waiting.must_send or v_waiting.letter_id is not null
    or private.needs_call_mail(v_booking) and private.starts_at(v_booking) > now()
      and not private.has_open_proposal(v_booking)
  then
    if p_is_change or v_waiting.id is null then
      perform private.write_call_mail(p_booking_id, now() + case
        -- Mails at once, because the visitor may have given up on a call that begins soon.
        when v_booking.status = 'confirmed' and v_booking.known ->> 'status' is distinct from 'confirmed'
          and private.starts_at(v_booking) <= now() + interval '3 hours' then interval '0'
        else interval '60 seconds' end);
    end if;
  else
    delete from private.outbox where id = v_waiting.id;
  end if;
end
$$;
