-- Who was told that the date of their call is closed has to move it: neither a mail nor their own page tells them
-- any more that it comes. A call that is moved within its closed date stands there. And who was told by an admin's
-- mail knows it also when another mail went in the same minute.

-- Whether who was told that the date of their call is closed has still to move it, or cancel it. Until then nothing
-- tells them that it comes.
create function private.has_to_move(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$ select p_booking.status <> 'cancelled' and private.knows_closed(p_booking) $$;

-- Sees to it that the visitor of a booking gets the mail that they need, and none besides. p_is_change: the
-- studio has changed the call, so what waits begins its minute anew, in which the change can be taken back.
-- After an admin's change the site writes no mail to the visitor when
--   - the call, as it now stands, has begun (also when it was moved into the past), its person was erased, or
--     nothing changed that mail_booking_change asks about: date, time, status, a confirmed call's location;
--   - the difference is only a closed date or the usual location, or there is none: they know it already, the
--     change was taken back before the mail was claimed, or it was cancelled before anybody knew of it;
--   - its visitor was told that its date is closed, and has still to move it or cancel it;
--   - an admin's own mail, which confirms or declines, goes instead;
--   - admit_mail (19_delivery.sql) finds at the claim that it is not true, or not needed, any more, that
--     another says it, that the address has had its mails for a day, or that 24 hours are over.
-- What must go (outbox.must_go), and a mail that waits to acknowledge what they did themselves, go all the
-- same, if the call is one to come to. And no mail arrives without a mail server, or when that refuses it: then the admin says so.
create or replace function private.update_news(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_waiting text;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  v_state := private.call_state(v_booking);
  select o.kind into v_waiting from private.outbox o
  where o.request_id = p_booking_id and o.recipient = 'visitor' and o.kind in ('received', 'news') and o.is_waiting;
  if v_waiting = 'received' then
    if p_is_change then
      perform private.write_call_mail(p_booking_id, 'news', now() + interval '60 seconds');
    end if;
  elsif private.needs_mail(private.difference(v_booking.known, v_state)) and private.starts_at(v_booking) > now()
    and not private.has_to_move(v_booking) and not private.has_reply_instead(p_booking_id, v_state)
  then
    if p_is_change or v_waiting is null then
      perform private.write_call_mail(p_booking_id, 'news', now() + interval '60 seconds');
    end if;
  else
    delete from private.outbox
    where request_id = p_booking_id and recipient = 'visitor' and kind = 'news' and is_waiting and must_go is null;
  end if;
end
$$;

-- The versions of its link and of its calendar event, and what is of no meaning any more.
create or replace function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
language plpgsql set search_path = ''
as $$
begin
  if lower(p_new.email) <> lower(p_old.email) then
    p_new.link_version := p_old.link_version + 1;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  -- What was said about a cancellation goes when it is undone.
  if p_new.status <> 'cancelled' then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  -- It was moved within its closed date, where it stands from now on; or that date was an earlier one of the call,
  -- and its visitor knows a later one.
  if p_new.closed_over = p_old.closed_over and (
    p_new.date = p_old.date and p_new.time_slot_id <> p_old.time_slot_id
    or p_old.closed_over <> p_old.date
      and not private.is_misleading(private.difference(p_old.known, private.call_state(p_old))))
  then
    p_new.closed_over := null;
  end if;
  return p_new;
end
$$;

create or replace function private.mail_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
  v_is_changed constant boolean :=
    (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status);
begin
  if v_is_new_address or v_is_changed then
    perform private.renew_reminder(p_new);
  end if;
  if private.starts_at(p_new) <= now() then
    return;
  end if;
  if v_is_new_address then
    perform private.mail_new_address(p_new);
  elsif private.is_visitors_act() then
    if v_is_changed then
      perform private.mail_visitors_change(p_old, p_new);
    end if;
  elsif v_is_changed or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
    -- The date is open again: what was not mailed meanwhile is.
    or private.has_to_move(p_old) and p_new.closed_over is null
  then
    perform private.update_news(p_new.id, true);
  end if;
end
$$;

-- The call as a mail says that it stands, when, and to which address. What an admin wrote of a change is so when it
-- is claimed, whatever went between (untrue_reply).
create or replace function private.said_by(p_mail private.outbox, p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_mail.recipient <> 'visitor' or p_booking.id is null then null
    when p_mail.kind = 'reply' then (
      select r.said || jsonb_build_object('link_version', p_booking.link_version)
        || case when r.kind in ('change', 'confirm', 'decline') then jsonb_build_object('at', now()) else '{}' end
      from private.replies r where r.id = p_mail.reply_id)
    when p_mail.kind in ('received', 'news', 'reminder') then
      private.call_state(p_booking)
        || jsonb_build_object('at', now(), 'link_version', p_booking.link_version, 'sequence', p_booking.calendar_sequence)
  end
$$;

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when p_mail.offer_id is not null then exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          else false
        end)
    when p_mail.kind = 'reply' then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        or p_mail.kind = 'reminder' and b.status <> 'confirmed'
        -- Who was told that the date is closed is not told of the call as if it came.
        or p_mail.recipient = 'visitor' and private.has_to_move(b)))
  end
$$;

-- The calls ahead whose visitors would come at the wrong time, to the wrong place, or for nothing; and whether
-- a mail will tell them. Who does not know of the call at all is not among them while that mail waits.
create or replace function private.find_calls_to_tell() returns table (id uuid, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_today constant date := private.studio_today();
  v_usual constant text := private.location_wording(null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_today or b.known ->> 'date' >= v_today::text)
      -- Most know how their call stands: those are not looked at more closely.
      and (b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'wording', b.known ->> 'closed')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, v_usual) end, case when b.closed_over = b.date then b.date::text end)
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    difference := private.difference(v_booking.known, state);
    continue when not private.is_misleading(difference) or not private.is_ahead(v_booking);
    -- Who knows that the date is closed does not come, wherever it is.
    continue when private.has_to_move(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    waits := private.will_be_known(v_booking, state);
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create or replace function public.tell_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when private.has_to_move(v_booking)
      or not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A later file of the event has a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, 'news', now());
    perform private.make_go(v_booking.id, 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- Only of a confirmed call that its visitor comes to: the words and the url of its location.
    'where', case when b.status = 'confirmed' and not private.has_to_move(b) then private.call_location(b.location, b.phone) end,
    'cancel_message', b.cancel_message, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence,
    'has_to_move', private.has_to_move(b),
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.request_id = b.id and r.kind = 'propose' and r.sequence = b.calendar_sequence),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;
