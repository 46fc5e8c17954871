-- A call that is not confirmed is not left so: the studio is mailed at 16:00 of the last date with hours before it, its
-- visitor three hours before it. Confirmed calls have a reminder an hour before as well, each of which can be switched off.
-- Visitors are not offered times that begin within the hours of notice. And each call has a room of its own, where the usual
-- address has {call} in it.

alter table private.studio_settings
  add column reminds_day_before boolean not null default true,
  add column reminds_hour_before boolean not null default true,
  add column notice_hours smallint not null default 0 constraint studio_settings_notice_hours check (notice_hours between 0 and 72);
comment on column private.studio_settings.reminds_day_before is 'Whether visitors are reminded of a confirmed call 24 hours before it.';
comment on column private.studio_settings.reminds_hour_before is 'Whether visitors are reminded of a confirmed call an hour before it.';
comment on column private.studio_settings.notice_hours is 'Visitors are not offered times that begin sooner than this. They are never offered times of today.';

alter table private.studio_settings add constraint studio_settings_location_call check (
  location_name not like '%{call}%'
  and (location_url not like '%{call}%' or location_url ~ '^https://[^{}]+/[^{}]*\{call\}[^{}]*$')
);
comment on column private.studio_settings.location_url is 'With {call} in it, which stands for the call''s own room, each call has its own.';

alter table public.bookings add column room text constraint bookings_room check (room ~ '^[a-z]{12}$');
comment on column public.bookings.room is
  'Of its usual location, if that has {call} in its address: this call''s own. Made anew with the link, null once its person is erased.';

comment on column public.bookings.known is
  'The call as its visitor knows it: {"status", "date", "start_time", "end_time", "location", "wording"}, "closed" with the date that they know as '
  'closed, and "at", since when. "location" is the call''s own, "wording" how its location was worded; both null unless it was confirmed. Null while '
  'nobody at this address knows of the call. "late" once they know that nobody has confirmed it, shortly before it begins.';

alter table private.outbox add column calls uuid[], drop constraint outbox_kind_check, add constraint outbox_kind_check check (kind in (
  'received', 'news', 'reminder', 'still_pending', 'reply', 'moved', 'cancelled',
  'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn'
));
comment on column private.outbox.kind is
  'To a visitor ''received'' acknowledges what they did themselves, and ''news'' says what the studio did; what either says is decided when it is claimed. '
  '''still_pending'' says to either that a call is still not confirmed.';
comment on column private.outbox.calls is 'Of ''still_pending'' to the studio: the calls that it names, as it was claimed.';

drop function private.check_time(date, uuid, uuid);

drop function private.call_location(text, text);
drop function private.location_wording(text, text);

-- The name of a room that nobody guesses: twelve random letters.
create or replace function private.new_room() returns text
language sql volatile set search_path = ''
as $$
  select string_agg(chr(97 + get_byte(sha256(uuid_send(gen_random_uuid())), n) % 26), '') from generate_series(1, 12) n
$$;

-- Where a call happens that has this location of its own, or the usual one: {"text", "url"}. The url is
-- that of a video room, or null.
create or replace function private.call_location(p_location text, p_phone text, p_room text) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then jsonb_build_object('text', p_location, 'url', substring(p_location from 'https?://\S+'))
    when s.location_kind = 'video' then jsonb_build_object('text', s.location_name, 'url', replace(s.location_url, '{call}', coalesce(p_room, '{call}')))
    else jsonb_build_object('text', 'We ring you' || coalesce(' on ' || p_phone, ''), 'url', null)
  end
  from private.studio_settings s
$$;

-- The same as one line: 'Our video room, https://meet.example/call'.
create or replace function private.location_wording(p_location text, p_phone text, p_room text) returns text
language sql stable set search_path = ''
as $$
  select case
    when p_location is not null then p_location
    when s.location_kind = 'video' then s.location_name || ', ' || replace(s.location_url, '{call}', coalesce(p_room, '{call}'))
    else 'We ring you' || coalesce(' on ' || p_phone, '')
  end
  from private.studio_settings s
$$;

-- A call as it stands, in the form of bookings.known.
create or replace function private.call_state(p_booking public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object(
    'status', p_booking.status, 'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'),
    'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'location', case when p_booking.status = 'confirmed' then p_booking.location end,
    'wording', case when p_booking.status = 'confirmed' then private.location_wording(p_booking.location, p_booking.phone, p_booking.room) end)
    || case when p_booking.closed_over = p_booking.date then jsonb_build_object('closed', p_booking.date) else '{}' end;
end
$$;

-- Whether who may have given up their call, which begins within three hours, is told that it comes: at once,
-- not in a minute.
create or replace function private.is_confirmed_late(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now() + interval '3 hours'
    and p_booking.known ->> 'status' is distinct from 'confirmed'
$$;

-- Sees to it that the visitor of a booking gets the mail that they need, and none besides. p_is_change: the
-- studio has changed the call, so what waits begins its minute anew, in which the change can be taken back.
-- After an admin's change the site writes no mail to the visitor when
--   - the call, as it now stands, has begun (also when it was moved into the past), its person was erased, or
--     nothing changed that mail_booking_change asks about: date, time, status, a confirmed call's location,
--     the address unless the call is cancelled, a date that is open again;
--   - the difference is only a closed date or the usual location, or there is none: they know it already, the
--     change was taken back before the mail was claimed, or it was cancelled before anybody knew of it;
--   - its visitor was told that its date is closed, and has still to move it or cancel it;
--   - an admin's own mail, which confirms or declines, goes instead;
--   - admit_mail (19_delivery.sql) finds at the claim that it is not true, or not needed, any more, that
--     another says it, or that 24 hours are over; who has had twenty mails in a day gets the next one later.
-- A visitor's own act that changes neither date, time, status nor address writes none; erasing a person and
-- restoring a backup neither.
-- What must go (outbox.must_go), and a mail that waits to acknowledge what they did themselves, go without a
-- difference too, unless the call has begun or has still to be moved. And no mail arrives without a mail
-- server, or when that refuses it: then the admin says so.
create or replace function private.update_news(p_booking_id uuid, p_is_change boolean default false) returns void
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_waiting text;
  v_due_at timestamptz;
begin
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found or private.is_erased(v_booking.email) then
    return;
  end if;
  v_state := private.call_state(v_booking);
  v_due_at := now() + case when private.is_confirmed_late(v_booking) then interval '0' else interval '60 seconds' end;
  select o.kind into v_waiting from private.outbox o
  where o.request_id = p_booking_id and o.recipient = 'visitor' and o.kind in ('received', 'news') and o.is_waiting;
  if v_waiting = 'received' then
    if p_is_change then
      perform private.write_call_mail(p_booking_id, 'news', v_due_at);
    end if;
  elsif private.needs_mail(private.difference(v_booking.known, v_state)) and private.starts_at(v_booking) > now()
    and not private.has_to_move(v_booking) and not private.has_reply_instead(p_booking_id, v_state)
  then
    if p_is_change or v_waiting is null then
      perform private.write_call_mail(p_booking_id, 'news', v_due_at);
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
    p_new.room := case when not private.is_erased(p_new.email) then private.new_room() end;
  end if;
  if (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
    or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    p_new.calendar_sequence := p_old.calendar_sequence + 1;
  end if;
  -- Its room counts only where it is said.
  if (p_new.calendar_sequence, p_new.name, private.location_wording(p_new.location, null, p_new.room), private.is_erased(p_new.email))
    is distinct from
     (p_old.calendar_sequence, p_old.name, private.location_wording(p_old.location, null, p_old.room), private.is_erased(p_old.email))
  then
    p_new.changed_at := now();
  end if;
  -- What was said about a cancellation is of no meaning at another time. At the same one it stays, so that
  -- confirming the call can be taken back; it is read only while the call is cancelled.
  if (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
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

create or replace function private.prepare_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
  from public.time_slots s where s.id = new.time_slot_id;
  if tg_op = 'INSERT' then
    if not private.is_erased(new.email) then
      new.room := coalesce(new.room, private.new_room());
    end if;
    if private.is_visitors_act() then
      new.known := private.call_state(new) || jsonb_build_object('at', now());
    end if;
    -- Before the time is taken, for which others may wait.
    if auth.jwt() is not null then
      perform private.end_their_turn(new.email);
    end if;
    perform private.add_request(new.id, 'booking', new.status, new.created_at, lower(new.period),
      private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package));
    return new;
  end if;
  perform private.check_not_erased(old, new);
  new := private.renew_booking(old, new);
  new.known := private.known_by_change(old, new);
  -- What the site keeps for itself is no change that people see.
  if to_jsonb(new) - '{revision,form_id,known,closed_over,room}'::text[] <> to_jsonb(old) - '{revision,form_id,known,closed_over,room}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

-- Whether any time is offered on a date, free or not.
create or replace function private.has_hours(p_date date) returns boolean
language sql stable set search_path = ''
as $$ select exists (select from private.slots_between(p_date, p_date) s where s.is_offered) $$;

-- Until when times are too soon for visitors, on the studio's clock.
create or replace function private.notice_until() returns timestamp
language sql stable set search_path = ''
as $$ select (now() + s.notice_hours * interval '1 hour') at time zone private.studio_zone() from private.studio_settings s $$;

create or replace function public.get_available_slots(p_from date, p_to date)
returns table (date date, id uuid, start_time text, end_time text)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_from date := greatest(p_from, private.studio_today() + 1);
  v_to date := least(p_to, private.studio_today() + 365);
  v_notice_until constant timestamp := private.notice_until();
begin
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  if v_from > v_to then
    return;
  end if;
  return query
    select s.date, s.id, left(s.start_time::text, 5), left(s.end_time::text, 5)
    from private.slots_between(v_from, v_to, true) s
    where s.date + s.start_time >= v_notice_until
    order by s.date, s.start_time, s.end_time;
end
$$;
comment on function public.get_available_slots(date, date) is
  'Slots a visitor can book from p_from to p_to, both included, at most 62 days; never today, the past, beyond 365 days or sooner than the hours of notice.';

-- Raises when a visitor cannot have this time. The time that the same form holds does not count
-- as taken; it is the error's detail, as JSON with date and start_time, because the visitor may not
-- know that it was stored.
create or replace function private.check_time(p_date date, p_time_slot_id uuid, p_form_id uuid, p_is_proposed boolean default false) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
  v_held text := coalesce((
    select jsonb_build_object('date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'))::text
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.form_id = p_form_id and b.status <> 'cancelled' order by b.created_at desc, b.id limit 1), '');
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable', detail = v_held;
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered;
  if not found or p_date + v_slot.start_time < private.notice_until() and not p_is_proposed
    -- A repeat keeps the time that it has.
    and not exists (
      select from public.bookings b
      where b.form_id = p_form_id and b.status <> 'cancelled' and (b.date, b.time_slot_id) = (p_date, p_time_slot_id))
  then
    raise exception using message = 'slot_not_offered', detail = v_held;
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.form_id is distinct from p_form_id
  ) then
    raise exception using message = 'slot_taken', detail = v_held;
  end if;
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
    'where', case when b.status = 'confirmed' and not private.has_to_move(b) then private.call_location(b.location, b.phone, b.room) end,
    'cancel_message', case when b.status = 'cancelled' then b.cancel_message end, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence, 'has_to_move', private.has_to_move(b),
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.request_id = b.id and r.kind = 'propose' and r.sequence = b.calendar_sequence),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

create or replace function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
  v_is_proposed boolean;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checked twice, like create_booking: first without a lock, so that a rejected call neither waits nor blocks others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(v_booking.form_id, v_booking.email, p_date);
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- Nothing to do: this is a second try after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id) and v_booking.status <> 'cancelled' then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    v_is_proposed := private.proposed_times(v_booking)
      @> jsonb_build_array(jsonb_build_object('date', p_date, 'time_slot_id', p_time_slot_id));
    perform private.check_time(p_date, p_time_slot_id, v_booking.form_id, v_is_proposed);
  end loop;

  perform private.check_caps('change', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  -- One statement takes the new time and frees the old one. What the studio proposed is confirmed by that.
  update public.bookings
  set date = p_date, time_slot_id = p_time_slot_id,
    status = case when v_is_proposed then 'confirmed' else 'pending' end
  where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking: confirmed if that is one of its proposed_times, else '
  'pending again. Raises the same errors as cancel_managed_booking and create_booking.';

-- When its visitor asked for the call as it is now.
create or replace function private.asked_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select coalesce(max(w.asked_at), p_booking.created_at) from private.waits w
  where w.request_id = p_booking.id and w.visitor_act in ('booked', 'moved')
$$;

-- Whether a call begins within so many hours, and has not begun.
create or replace function private.is_hours_before(p_booking public.bookings, p_hours integer) returns boolean
language sql stable set search_path = ''
as $$ select private.starts_at(p_booking) > now() and private.starts_at(p_booking) <= now() + p_hours * interval '1 hour' $$;

-- The date of these 62 days with hours that comes first, from p_from on or back from it; null if none has any.
create or replace function private.date_with_hours(p_from date, p_step integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  for n in 0..61 loop
    if private.has_hours(p_from + n * p_step) then
      return p_from + n * p_step;
    end if;
  end loop;
  return null;
end
$$;

-- By when the studio should have confirmed a call of this date: 16:00 of the last date before it that has hours.
create or replace function private.confirm_by(p_date date) returns timestamptz
language sql stable set search_path = ''
as $$
  select (coalesce(private.date_with_hours(p_date - 1, -1), p_date - 1) + time '16:00') at time zone private.studio_zone()
$$;

-- The calls ahead that should have been confirmed by now. Whoever asked later than that has a mail about it.
create or replace function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date on which there is time to confirm: what is later than that has time.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    select b.* from public.bookings b
    where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
      and lower(b.period) > v_now and not private.is_erased(b.email)
      and private.asked_at(b) <= private.confirm_by(b.date)
    order by b.period;
end
$$;

-- Whether a call that begins within three hours is still not confirmed, although its visitor asked before.
create or replace function private.is_late(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select p_booking.status = 'pending' and private.is_hours_before(p_booking, 3) and not private.has_to_move(p_booking)
    and private.asked_at(p_booking) < private.starts_at(p_booking) - interval '3 hours'
$$;

-- Whether its visitor knows that: an admin has told them, or a mail.
create or replace function private.knows_late(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(p_booking.known ? 'late', false)
$$;

-- The calls ahead whose visitors would come at the wrong time, to the wrong place, or for nothing, or do not know
-- that nobody has confirmed a call that begins soon ('late'); and whether a mail will tell them. Who does not know
-- of the call at all is not among them while that mail waits.
create or replace function private.find_calls_to_tell() returns table (id uuid, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_today constant date := private.studio_today();
  v_usual constant text := private.location_wording(null, null, null);
  -- Whoever is late is among those that begin by then.
  v_soon constant timestamp := now() at time zone private.studio_zone() + interval '3 hours';
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_today or b.known ->> 'date' >= v_today::text)
      -- Most know how their call stands: those are not looked at more closely.
      and ((b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time', b.known ->> 'wording', b.known ->> 'closed')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'),
          case b.status when 'confirmed' then coalesce(b.location, replace(v_usual, '{call}', coalesce(b.room, '{call}'))) end, case when b.closed_over = b.date then b.date::text end)
        or b.status = 'pending' and lower(b.period) <= v_soon)
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    difference := private.difference(v_booking.known, state);
    if difference = '{}' and private.is_late(v_booking) and not private.knows_late(v_booking) then
      id := v_booking.id;
      state := state || '{"late": true}';
      difference := '{late}';
      waits := not exists (
        select from private.outbox o
        where o.request_id = v_booking.id and (o.recipient, o.kind) = ('visitor', 'still_pending') and o.given_up_at is not null);
      return next;
      continue;
    end if;
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

-- The call as a list showed it to an admin, or as it stands when the list does not say.
create or replace function private.seen_state(p_booking public.bookings, p_seen jsonb) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when p_seen is null then private.call_state(p_booking)
    else (
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
          'location', left(s.location, 500), 'wording', left(s.wording, 1000))
        || case when s.end_time is null then '{}' else jsonb_build_object('end_time', to_char(s.end_time, 'HH24:MI')) end
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
        || case when s.late then '{"late": true}' else '{}' end::jsonb
      from jsonb_to_record(p_seen)
        s (status text, date date, start_time time, end_time time, location text, wording text, closed date, late boolean))
  end
$$;

-- An admin has told the visitor that the call stands like this. Returns whether that is not so by now, so that
-- they have still to be told.
create or replace function private.set_known_by_admin(p_booking public.bookings, p_state jsonb) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_known constant jsonb := p_state || jsonb_build_object('at', now());
  v_is_misleading constant boolean := private.is_misleading(private.difference(p_state, private.call_state(p_booking)));
begin
  if private.difference(p_booking.known, p_state) <> '{}' or p_state ? 'late' and not private.knows_late(p_booking) then
    perform private.write_known(p_booking.id, v_known, true);
    perform private.log_event(p_booking.id, 'told', null, p_booking.known, v_known);
    if v_is_misleading then
      perform private.update_news(p_booking.id);
    end if;
  end if;
  return v_is_misleading;
end
$$;

create or replace function public.get_late_calls() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return array(select b.id from private.find_late_calls() b limit 100);
end
$$;
comment on function public.get_late_calls() is
  'For admins: the calls ahead (at most the first 100) that should have been confirmed by now, the earliest first.';

create or replace function public.get_call_settings() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object('day_before', s.reminds_day_before, 'hour_before', s.reminds_hour_before, 'notice_hours', s.notice_hours)
    from private.studio_settings s);
end
$$;
comment on function public.get_call_settings() is
  'For admins: whether visitors are reminded of their confirmed calls, and the hours of notice: {"day_before", "hour_before", "notice_hours"}.';

create or replace function public.set_notice_hours(p_hours smallint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings set notice_hours = p_hours where one;
end
$$;
comment on function public.set_notice_hours is 'For admins: visitors are not offered times that begin sooner than these hours, 0 to 72.';

create or replace function public.set_reminders(p_day_before boolean, p_hour_before boolean) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update private.studio_settings set reminds_day_before = p_day_before, reminds_hour_before = p_hour_before where one;
end
$$;
comment on function public.set_reminders is 'For admins: whether visitors are reminded 24 hours and an hour before a confirmed call.';

-- Those of which no mail has told the studio yet.
create or replace function private.find_calls_to_confirm() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from private.find_late_calls() b
  where not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and b.id = any (o.calls)
      and (o.sent_at is not null or o.given_up_at is not null and o.may_have_arrived) and o.created_at >= private.asked_at(b))
  order by b.period
$$;

-- Whether a visitor was mailed within three hours how their call stands, as it stands now.
create or replace function private.was_told_lately(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o left join private.replies r on r.id = o.reply_id
    where o.request_id = p_booking.id and o.recipient = 'visitor' and o.sent_at > now() - interval '3 hours'
      and (o.kind in ('received', 'news', 'reminder') or r.kind = 'confirm')
      and (o.said ->> 'link_version')::integer = p_booking.link_version
      and private.difference(o.said, private.call_state(p_booking)) = '{}')
$$;

-- Whether such a mail waits, or is on its way.
create or replace function private.is_being_told(p_booking_id uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o
    where o.request_id = p_booking_id and o.recipient = 'visitor' and o.kind in ('received', 'news')
      and o.sent_at is null and o.given_up_at is null)
$$;

-- Whether a mail of this kind was written to its visitor within these hours before the call.
create or replace function private.was_mailed(p_booking public.bookings, p_kind text, p_hours integer) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.outbox o
    where o.request_id = p_booking.id and (o.recipient, o.kind) = ('visitor', p_kind)
      and o.due_at >= private.starts_at(p_booking) - p_hours * interval '1 hour')
$$;

-- Writes the mails that are due by the clock alone: one to the studio, for all calls that it should have
-- confirmed by now; three hours before a call that nobody has confirmed, one to its visitor; and the reminder
-- of an hour before. They are reckoned from how things stand, so a change of hours needs to touch none.
create or replace function private.write_due_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  v_booking public.bookings;
begin
  if not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and o.sent_at is null and o.given_up_at is null)
  then
    perform private.write_mail(b.id, 'studio', 'still_pending') from (select * from private.find_calls_to_confirm() limit 1) b;
  end if;
  for v_booking in
    select * from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(v_now, v_now + interval '3 hours 1 minute') and not private.is_erased(b.email)
    order by b.period
  loop
    if private.is_late(v_booking) and not private.was_mailed(v_booking, 'still_pending', 3) and not private.knows_late(v_booking) then
      perform private.write_mail(v_booking.id, 'visitor', 'still_pending');
    elsif v_booking.status = 'confirmed' and private.is_hours_before(v_booking, 1)
      and (select s.reminds_hour_before from private.studio_settings s)
      and not private.was_mailed(v_booking, 'reminder', 1) and not private.was_told_lately(v_booking)
      and not private.is_being_told(v_booking.id)
      and not private.has_to_move(v_booking)
    then
      perform private.write_mail(v_booking.id, 'visitor', 'reminder');
    end if;
  end loop;
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
    when p_mail.kind in ('received', 'news', 'reminder', 'still_pending') then
      private.call_state(p_booking) || case p_mail.kind when 'still_pending' then '{"late": true}' else '{}' end::jsonb
        || jsonb_build_object('at', now(), 'link_version', p_booking.link_version, 'sequence', p_booking.calendar_sequence)
  end
$$;

-- Whether a reminder is that of an hour before, which is written then, also when it is sent again later.
create or replace function private.is_hour_reminder(p_mail private.outbox, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$ select p_mail.kind = 'reminder' and p_mail.created_at > private.starts_at(p_booking) - interval '12 hours' $$;

-- Calls for the studio to read in a mail, the first one first.
create or replace function private.calls_json(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'about_id', b.id, 'name', b.name, 'status', b.status, 'date', b.date,
    'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI')) order by b.period), '[]')
  from public.bookings b where b.id = any (p_ids)
$$;

-- The other calls of these dates that are not cancelled.
create or replace function private.others_json(p_dates date[], p_but uuid[]) returns jsonb
language sql stable set search_path = ''
as $$
  select private.calls_json(array_agg(b.id))
  from public.bookings b
  where b.date = any (p_dates) and b.status <> 'cancelled' and b.id <> all (p_but)
$$;

-- Of a mail that says how a call stands, its visitor reads what is new to them: "kind" says what, "known_date",
-- "known_start_time" and "known_end_time" when it was, and "known_location" where.
create or replace function private.booking_mail_json(p_mail private.outbox, p_booking public.bookings, p_last_said jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_is_news constant boolean := p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news');
  v_difference constant text[] := case when v_is_news then private.new_in_mail(p_mail, p_booking, p_last_said) else '{}' end;
  v_is_moved constant boolean := 'time' = any (v_difference);
begin
  return jsonb_build_object(
    'kind', case when v_is_news then private.call_mail_kind(v_difference, p_booking.status, p_mail.act) else p_mail.kind end,
    'known_date', case when v_is_moved then p_booking.known ->> 'date' else p_mail.known_start::date::text end,
    'known_start_time', case when v_is_moved then p_booking.known ->> 'start_time' else to_char(p_mail.known_start, 'HH24:MI') end,
    'known_end_time', case when v_is_moved then p_booking.known ->> 'end_time' end,
    'known_location', case when v_difference && '{location,usual}' then p_booking.known ->> 'wording' end,
    -- As a site from before November 2026 calls it.
    'told_location', case when v_difference && '{location,usual}' then p_booking.known ->> 'wording' end,
    'about', 'booking', 'about_id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email,
    'message', p_booking.message, 'package', p_booking.package, 'status', p_booking.status, 'created_at', p_booking.created_at,
    'date', p_booking.date, 'start_time', to_char(lower(p_booking.period), 'HH24:MI'), 'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'location', p_booking.location, 'where', private.call_location(p_booking.location, p_booking.phone, p_booking.room),
    'cancel_reason', p_booking.cancel_reason, 'cancel_message', p_booking.cancel_message,
    'link_version', p_booking.link_version, 'calendar_sequence', p_booking.calendar_sequence)
    || case p_mail.recipient
      when 'studio' then jsonb_build_object(
        'calls', private.calls_json(p_mail.calls),
        'others', private.others_json(coalesce(
          (select array_agg(distinct c.date) from public.bookings c where c.id = any (p_mail.calls)), array[p_booking.date]),
          coalesce(p_mail.calls, array[p_booking.id])))
      else jsonb_build_object('is_soon', private.is_hour_reminder(p_mail, p_booking))
    end;
end
$$;

-- Whether a reminder is wanted: the studio has not switched it off, nothing that says the same was mailed within
-- three hours, and no later one comes within three hours.
create or replace function private.is_reminded(p_mail private.outbox, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select not private.was_told_lately(p_booking) and case
    when private.is_hour_reminder(p_mail, p_booking) then s.reminds_hour_before
    else s.reminds_day_before and (not s.reminds_hour_before or private.starts_at(p_booking) > now() + interval '4 hours')
  end
  from private.studio_settings s
$$;

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then not exists (select from private.find_calls_to_confirm())
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
        or p_mail.kind = 'still_pending' and b.status <> 'pending'
        or p_mail.kind = 'reminder' and (b.status <> 'confirmed' or not private.is_reminded(p_mail, b))
        -- Who was told that the date is closed is not told of the call as if it came.
        or p_mail.recipient = 'visitor' and private.has_to_move(b)))
  end
$$;

-- Whether another mail about the call is on its way: what that says is known before this one is written. So is
-- an admin's own mail that goes in its place. A reminder waits for what may make it needless.
create or replace function private.has_to_wait(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.kind = 'reminder' and private.is_being_told(p_mail.request_id)
    or p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news') and (
    exists (
      select from private.outbox o left join private.replies r on r.id = o.reply_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('received', 'news', 'still_pending') or r.said is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now())
    or exists (
      select from public.bookings b
      where b.id = p_mail.request_id and private.has_reply_instead(b.id, private.call_state(b))))
$$;

-- Leases a mail to the calling site.
create or replace function private.lease_mail(p_mail private.outbox) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_last_said constant jsonb := p_mail.said;
begin
  select * into v_booking from public.bookings b where b.id = p_mail.request_id;
  update private.outbox
  set may_have_arrived = may_have_arrived or lease is not null,
    lease = gen_random_uuid(), lease_until = now() + interval '12 minutes', attempts = attempts + 1,
    said = private.said_by(p_mail, v_booking),
    calls = case when (kind, recipient) = ('still_pending', 'studio') then array(select c.id from private.find_calls_to_confirm() c) end,
    must_go = (private.mark_perhaps_read(p_mail)).must_go
  where id = p_mail.id returning * into p_mail;
  return private.mail_json(p_mail, v_last_said);
end
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_id uuid;
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  perform private.require_site_key(p_site_key);
  -- One claim at a time, or two together could exceed an address's cap.
  perform pg_advisory_xact_lock(6, 0);
  perform private.write_due_mails();
  for v_id in
    select o.id from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    -- The older first. Of those that one change has written, the site's own before an admin's words.
    order by o.send_after, o.created_at, o.kind = 'reply', o.id
    for no key update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    -- Read anew: one that gave way may have changed it, or the booking.
    select * into v_mail from private.outbox o where o.id = v_id;
    if found and private.lock_booking_of(v_mail) and private.admit_mail(v_mail) then
      v_claimed := v_claimed || private.lease_mail(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for twelve minutes and returns each with its booking or inquiry, and in "kind" what it '
  'says of a call. Deletes mails that are no longer true or say nothing new, and gives up replies that are not true, mails that have been due '
  'for 24 hours, and those whose lease has run out twice.';

-- What other companies keep a copy of: no words, phone number or e-mail address of a visitor.
create or replace function private.calendar_feed_calls() returns jsonb
language sql stable set search_path = ''
as $$
  -- Worded once and not for each call.
  with usual as materialized (
    select case when s.location_kind = 'video' then private.location_wording(null, null, null) end as wording, s.location_changed_at as changed_at
    from private.studio_settings s
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'id', b.id, 'name', case when not private.is_erased(b.email) then b.name end, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', coalesce(b.location, case when usual.wording like '%{call}%' then replace(usual.wording, '{call}', b.room) else usual.wording end),
      'sequence', b.calendar_sequence,
      'changed_at', greatest(b.changed_at, case when b.location is null then usual.changed_at end))
    order by lower(b.period), b.id), '[]')
  from public.bookings b cross join usual
  where b.status <> 'cancelled' and b.date >= (private.studio_today() - interval '1 year')::date
$$;

-- Nothing follows from it: no mail, no event, no new revision.
alter table public.bookings disable trigger user;
update public.bookings set room = private.new_room() where not private.is_erased(email);
alter table public.bookings enable trigger user;

grant select (room) on public.bookings to authenticated;

revoke execute on function public.get_late_calls, public.get_call_settings, public.set_reminders, public.set_notice_hours
  from public, anon, authenticated, service_role;
grant execute on function public.get_late_calls, public.get_call_settings, public.set_reminders, public.set_notice_hours to authenticated;
