-- Admins move calls, book one for a caller, say why they cancel, and see whose visitors do not know yet
-- what was changed.

-- 1. Columns

alter table public.bookings
  add column cancel_message text,
  add column untold_since timestamptz,
  add column untold_from jsonb,
  add constraint bookings_cancel_message check (
    char_length(cancel_message) between 1 and 500 and private.is_clean_text(cancel_message, true)
  );
comment on column public.bookings.cancel_reason is 'Why its visitor cancelled, in their words.';
comment on column public.bookings.cancel_message is 'What an admin who cancelled wrote to the visitor.';
comment on column public.bookings.untold_since is
  'Since when an admin''s change of the call has not been told to its visitor; null when they know how it stands.';
comment on column public.bookings.untold_from is
  'How the visitor knew the call then: {"status", "date", "start_time", "location"}, and "closed" with a date that was closed over it.';
comment on column private.outbox.known_start is
  'When the call was to begin before it was moved, on the studio''s wall clock, as its reader knows it. For a visitor only when an admin moved '
  'it. Null for other mails.';
create index bookings_untold on public.bookings (untold_since) where untold_since is not null;

drop trigger bookings_erased on public.bookings;
create trigger bookings_erased before update of status, location, cancel_reason, cancel_message on public.bookings
for each row when (
  private.is_erased(old.email)
  and (num_nonnulls(new.location, new.cancel_reason, new.cancel_message) > 0 or new.status is distinct from old.status and new.status <> 'cancelled'))
execute function private.refuse_erased();

-- 2. What is new

-- What a visitor knows of a call when it stands like this.
create function private.known_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$ select private.booking_state(p_booking) || jsonb_build_object('location', p_booking.location) $$;

create function private.is_closed_over(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$ select coalesce(p_known ->> 'closed' = (p_booking).date::text and (p_booking).status <> 'cancelled', false) $$;

-- Whether somebody who knows a call as p_known would come at the wrong time, to the wrong place, or for
-- nothing. A location counts when it was confirmed; that a call is confirmed now can wait.
create function private.is_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (state ->> 'date', state ->> 'start_time') is distinct from (p_known ->> 'date', p_known ->> 'start_time')
    or (state ->> 'status' = 'cancelled') <> (p_known ->> 'status' = 'cancelled')
    or state ->> 'status' = 'confirmed' and p_known ->> 'status' = 'confirmed'
      and state ->> 'location' is distinct from p_known ->> 'location'
    or private.is_closed_over(p_booking, p_known)
  from private.known_state(p_booking) state
$$;

-- A change that is taken back leaves nothing to be told. A visitor who changes their booking sees how it
-- stands.
create function private.set_untold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant jsonb := case when old.untold_since is null then private.known_state(old) else old.untold_from end;
begin
  if private.is_erased(new.email) or not public.is_admin() then
    new.untold_since := null;
    new.untold_from := null;
  elsif (new.status, new.date, new.time_slot_id, new.location)
      is distinct from (old.status, old.date, old.time_slot_id, old.location) then
    if not private.is_untold(new, v_known) then
      new.untold_since := null;
    elsif old.untold_since is not null or greatest(private.starts_at(old), private.starts_at(new)) > now() then
      new.untold_since := coalesce(old.untold_since, now());
      new.untold_from := v_known;
    end if;
  end if;
  return new;
end
$$;
-- Only what comes through the API. A restored backup brings its own.
create trigger bookings_untold before update of email, status, date, time_slot_id, location on public.bookings
for each row when (auth.jwt() is not null) execute function private.set_untold();

-- Closing a date leaves its bookings as they are, but their visitors should learn of it.
create function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    update public.bookings b
    set untold_since = coalesce(b.untold_since, now()),
        untold_from = case when b.untold_since is null then private.known_state(b) else b.untold_from end
          || jsonb_build_object('closed', new.date)
    where b.period && tsrange(new.date, new.date + 1) and b.status <> 'cancelled'
      and private.starts_at(b) > now() and not private.is_erased(b.email);
  else
    update public.bookings b
    set untold_since = case when private.is_untold(b, b.untold_from - 'closed') then b.untold_since end,
        untold_from = b.untold_from - 'closed'
    where b.untold_since is not null and b.untold_from ->> 'closed' = old.date::text;
  end if;
  return null;
end
$$;
create trigger closed_dates_untold after insert or delete on public.closed_dates
for each row when (auth.jwt() is not null) execute function private.set_closed_over();

-- Says that a visitor knows how their call stands.
create function private.set_told(p_request_id uuid) returns void
language sql set search_path = ''
as $$ update public.bookings set untold_since = null where id = p_request_id and untold_since is not null $$;

-- A mail was sent that says how the call stood at this calendar_sequence. No mail says that a date was
-- closed.
create function private.note_mailed(p_booking_id uuid, p_told_sequence jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_closed_over(b, b.untold_from) then b.untold_since end,
      untold_from = private.known_state(b) || case
        when private.is_closed_over(b, b.untold_from) then jsonb_build_object('closed', b.untold_from -> 'closed') else '{}' end
  where b.id = p_booking_id and b.untold_since is not null and to_jsonb(b.calendar_sequence) = p_told_sequence
$$;

create function public.get_untold_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', b.cancel_message, 'known', b.untold_from,
      'is_closed', private.is_closed_over(b, b.untold_from),
      'waits', not private.is_closed_over(b, b.untold_from) and exists (
        select 1 from private.outbox o
        where o.booking_id = b.id and o.recipient = 'visitor' and (o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled') or exists (
            select 1 from private.replies r where r.id = o.reply_id and r.told_sequence = b.calendar_sequence))
          and o.sent_at is null and o.given_up_at is null)) order by b.period, b.created_at), '[]')
    from (
      select * from public.bookings u
      where u.untold_since is not null
        -- After that there is nothing to come to.
        and greatest(lower(u.period), (u.untold_from ->> 'date')::date + (u.untold_from ->> 'start_time')::time)
          > now() at time zone private.studio_zone()
      order by u.untold_since desc limit 500
    ) b);
end
$$;
comment on function public.get_untold_calls() is
  'For admins: the calls ahead (at most the newest 500) whose visitors do not know what an admin changed. "known" is the call as they know it, '
  '"is_closed" that its date was closed over it; "waits" when a mail that will tell them is in the outbox.';

create function public.set_told(p_booking_ids uuid[], p_told boolean) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_id in
    select b.id from public.bookings b
    where b.id = any (p_booking_ids) and not private.is_erased(b.email)
      and (b.untold_since is not null) = p_told and b.untold_from is not null
    order by b.id
    for no key update
  loop
    if p_told then
      perform private.set_told(v_id);
    else
      update public.bookings b set untold_since = now() where b.id = v_id and private.is_untold(b, b.untold_from);
    end if;
    perform private.note_event('booking', v_id, 'told', case when not p_told then 'taken back' end);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.set_told(uuid[], boolean) is
  'For an admin who has told these visitors themselves how their calls stand; with false, takes that back. Returns how many.';

-- The slot for a time that an admin chose for a call: offered and free, or with p_outside any free time.
-- For that a slot is made, if there is none. No visitor can book it, because neither a weekday nor a date
-- offers it. Raises range_invalid, date_past, date_too_far, time_invalid (it does not exist on that
-- date), slot_taken or outside_hours. `p_except` is the booking that moves.
create function private.find_slot(p_date date, p_start time, p_end time, p_outside boolean, p_except uuid default null) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_zone constant text := private.studio_zone();
  v_starts constant timestamp := p_date + p_start;
  v_ends constant timestamp := p_date + p_end;
  v_id uuid;
begin
  perform private.check_dates(p_date, p_date);
  if (p_end - p_start between interval '5 minutes' and interval '8 hours' and extract(second from p_start) = 0 and extract(second from p_end) = 0
    and v_starts at time zone v_zone at time zone v_zone = v_starts and v_ends at time zone v_zone at time zone v_zone = v_ends
    and v_ends at time zone v_zone - v_starts at time zone v_zone = v_ends - v_starts) is not true
  then
    raise exception using message = 'time_invalid';
  end if;
  if v_starts at time zone v_zone <= now() then
    raise exception using message = 'date_past';
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(v_starts, v_ends) and b.id is distinct from p_except
  ) then
    raise exception using message = 'slot_taken';
  end if;
  select s.id into v_id from private.slots_between(p_date, p_date) s
  where s.start_time = p_start and s.end_time = p_end and s.is_offered;
  if found then
    return v_id;
  end if;
  if p_outside is not true then
    raise exception using message = 'outside_hours';
  end if;
  insert into public.time_slots (start_time, end_time, duration_minutes)
  values (p_start, p_end, extract(epoch from p_end - p_start) / 60)
  on conflict (start_time, end_time) do nothing;
  -- Locked, so that nobody deletes it before it is used.
  select s.id into v_id from public.time_slots s where s.start_time = p_start and s.end_time = p_end for key share;
  return v_id;
end
$$;

create function public.move_booking(
  p_booking_id uuid, p_seen jsonb, p_date date, p_start_time time, p_end_time time, p_outside boolean default false
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_booking_id);
  select * into v_booking from public.bookings b where b.id = p_booking_id;
  if not found then
    raise exception using message = 'request_gone';
  end if;
  -- Nothing to do: this is a second try after a lost response.
  if (lower(v_booking.period), upper(v_booking.period)) = (p_date + p_start_time, p_date + p_end_time) and v_booking.status <> 'cancelled' then
    return;
  end if;
  if private.booking_state(v_booking) <> p_seen then
    raise exception using message = 'changed_meanwhile', detail = coalesce((
      select jsonb_build_object('actor', e.actor, 'kind', e.kind, 'before', e.before, 'after', e.after)::text
      from public.request_events e where e.booking_id = p_booking_id and e.kind = 'change' order by e.id desc limit 1), '');
  end if;
  if v_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if private.starts_at(v_booking) <= now() then
    raise exception using message = 'call_begun';
  end if;
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside, p_booking_id);
  update public.bookings set date = p_date, time_slot_id = v_slot_id where id = p_booking_id;
exception
  when exclusion_violation or deadlock_detected then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun; its status stays. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time '
  'that is not offered needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'request_gone, slot_taken, outside_hours, time_invalid, date_past, date_too_far, range_invalid or too_busy.';

create function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_message text default null, p_details jsonb default '{}'
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  select * into v_old from public.bookings b where b.request_id = p_request_id order by b.created_at desc, b.id limit 1;
  if found then
    -- A second press, or a second try after a lost response.
    if (lower(v_old.email), lower(v_old.period), upper(v_old.period)) = (lower(p_email), p_date + p_start_time, p_date + p_end_time) then
      return v_old.id;
    end if;
    raise exception using message = 'booked_before', detail = private.booking_state(v_old)::text;
  end if;
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, request_id)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id)
  returning id into v_id;
  -- In a second step, so that the mails, the history and the calendar's SEQUENCE are as after any confirmation.
  update public.bookings set status = 'confirmed' where id = v_id;
  -- Whom we waited for has answered.
  update public.bookings set their_turn_since = null where lower(email) = lower(p_email) and their_turn_since is not null;
  update public.inquiries set their_turn_since = null where lower(email) = lower(p_email) and their_turn_since is not null;
  return v_id;
exception
  when exclusion_violation or deadlock_detected then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.book_call is
  'For admins: books and confirms a call for somebody who asked for it another way, and returns its id. The same request id again books '
  'nothing, and raises booked_before for another person or time; its detail is the call as JSON. No cap counts it, and nobody waits for an '
  'answer. p_details may have package and phone. Raises what create_booking and move_booking raise.';

-- The mail about a move by an admin: none if it is back where its visitor knows it, at the status that
-- they know. After a minute, so that a move that is undone by then sends none. `p_waiting` is the mail
-- that waited, and was dropped.
create function private.write_our_move_mail(p_new public.bookings, p_old public.bookings, p_waiting private.outbox) returns void
language plpgsql set search_path = ''
as $$
declare
  v_known_start constant timestamp := coalesce(p_waiting.known_start, lower(p_old.period));
  -- A mail about the visitor's own move has none, and one about a location changes none.
  v_known constant text := case
    when p_waiting.kind in ('received', 'confirmed', 'cancelled') or p_waiting.known_start is not null then p_waiting.known_status
    else p_old.status
  end;
  v_kind constant text := case
    when p_waiting.kind = 'received' then 'received'
    when lower(p_new.period) <> v_known_start then 'moved'
    when p_new.status is distinct from v_known then case p_new.status when 'pending' then 'received' else p_new.status end
  end;
begin
  if v_kind is not null then
    perform private.write_mail(p_new.id, null, 'visitor', v_kind, now() + interval '60 seconds', v_known,
                               nullif(v_known_start, lower(p_new.period)));
  end if;
end
$$;

-- 3. What changed

-- A change that people see makes a new revision. What the site keeps for itself does not: the search's
-- text, request ids, and since when somebody waits.
create or replace function private.set_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from}'::text[]
    <> to_jsonb(old) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

-- What was said about a cancellation is deleted when it is undone, and an outcome when the call is moved
-- or cancelled.
create or replace function private.set_booking_versions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.link_version := old.link_version + 1;
    new.told_location := null; -- another person may read that mailbox
  end if;
  if (new.date, new.time_slot_id, new.status) is distinct from (old.date, old.time_slot_id, old.status)
    or new.status = 'confirmed' and new.location is distinct from old.location
  then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
    new.cancel_message := null;
  end if;
  if new.status = 'cancelled' or (new.date, new.time_slot_id) is distinct from (old.date, old.time_slot_id) then
    new.outcome := null;
    new.outcome_reason := null;
  end if;
  return new;
end
$$;

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
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
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location, 'cancel_message', b.cancel_message, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence)
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

-- Decides which mails a new or changed booking needs, and deletes those that it no longer needs.
create or replace function private.write_booking_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_begins constant timestamptz := private.starts_at(new);
  v_is_new constant boolean := tg_op = 'INSERT' or lower(new.email) <> lower(old.email);
  v_moves constant boolean := not v_is_new and (new.date, new.time_slot_id) <> (old.date, old.time_slot_id);
  v_by_visitor constant boolean := not public.is_admin();
  v_waiting private.outbox;
  v_known text := old.status;
  -- Set only when an admin has moved the call and its visitor does not know yet.
  v_known_start timestamp;
begin
  if private.is_erased(new.email) then
    -- The studio still gets its mail about a cancelled call, which names no person.
    delete from private.outbox
    where booking_id = new.id and not (recipient = 'studio' and kind = 'cancelled' and sent_at is null);
    if v_by_visitor and new.status = 'cancelled' and old.status <> 'cancelled' and v_begins > now() then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
    return null;
  end if;
  if not v_is_new and not v_moves and new.status = old.status then
    return null;
  end if;

  perform private.drop_mails(new.id, null, 'visitor', '{reminder}');
  if v_begins <= now() then
    return null;
  end if;
  if new.status = 'confirmed' and v_begins - interval '24 hours' > now() then
    perform private.write_mail(new.id, null, 'visitor', 'reminder', v_begins - interval '24 hours');
  end if;

  if v_is_new then
    perform private.drop_mails(new.id, null, 'visitor', '{moved,confirmed,location,cancelled}');
    perform private.write_mail(new.id, null, 'visitor', 'received');
    if v_by_visitor then
      perform private.write_mail(new.id, null, 'studio', 'received');
    end if;
  elsif v_moves then
    -- If the first mail has not been sent yet, it will have the new time, so it stays the first mail.
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,location,cancelled}')
    order by kind = 'received' desc limit 1;
    if not v_by_visitor then
      perform private.write_our_move_mail(new, old, v_waiting);
    else
      perform private.write_mail(new.id, null, 'visitor', case v_waiting.kind when 'received' then 'received' else 'moved' end);
      select * into v_waiting from private.drop_mails(new.id, null, 'studio', '{received,moved}')
      order by kind = 'received' desc limit 1;
      if v_waiting.kind = 'received' then
        perform private.write_mail(new.id, null, 'studio', 'received');
      else
        perform private.write_mail(new.id, null, 'studio', 'moved', p_known_start => coalesce(v_waiting.known_start, lower(old.period)));
      end if;
    end if;
  else
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,cancelled}')
    order by created_at limit 1;
    if found then
      v_known := v_waiting.known_status;
      v_known_start := v_waiting.known_start;
    end if;
    -- Sent after a minute, so that a change that is undone by then sends no mail.
    if new.status is distinct from v_known then
      perform private.write_mail(new.id, null, 'visitor', case new.status when 'pending' then 'received' else new.status end,
                                 now() + interval '60 seconds', v_known, v_known_start);
      -- A confirmation names the location too.
      if new.status = 'confirmed' then
        perform private.drop_mails(new.id, null, 'visitor', '{location}');
      end if;
    elsif v_known_start <> lower(new.period) then
      -- What waited would also have told of a move by an admin.
      perform private.write_mail(new.id, null, 'visitor', 'moved', now() + interval '60 seconds', v_known, v_known_start);
    end if;
    if v_by_visitor and new.status = 'cancelled' then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
  end if;
  return null;
end
$$;

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
  ) about (fields)
$$;

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_location text := nullif(left(p_result ->> 'location', 1000), '');
  v_mail private.outbox;
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'released', 'unneeded') is not true then
    raise exception using message = 'invalid_result';
  end if;
  -- First the booking, then its mails: in this order a change of the booking locks them too.
  perform 1 from public.bookings b
  where b.id = (select o.booking_id from private.outbox o where o.id = p_id)
    and (v_location is not null or p_result ? 'told_sequence') and v_outcome in ('sent', 'unneeded')
  for no key update;
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case v_outcome when 'sent' then now() end,
      attempts = o.attempts - case v_outcome when 'released' then 1 else 0 end,
      last_error = case when v_outcome in ('failed', 'refused') then left(p_result ->> 'error', 200) else o.last_error end,
      -- 1, 2, 4 … minutes, at most two hours.
      send_after = case v_outcome
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case v_outcome when 'refused' then now() end
  where o.id = p_id and o.lease = p_lease and o.lease_until > now()
  returning * into v_mail;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  if v_outcome = 'unneeded' then
    delete from private.outbox where id = p_id;
  elsif v_outcome = 'sent' and v_location is not null and v_mail.recipient = 'visitor' then
    update public.bookings set told_location = v_location where id = v_mail.booking_id;
  end if;
  if v_outcome = 'sent' and v_mail.reply_id is not null then
    update private.replies set sent_at = v_mail.sent_at where id = v_mail.reply_id;
  end if;
  if v_outcome in ('sent', 'unneeded') and v_mail.recipient = 'visitor' and p_result ? 'told_sequence' then
    -- A reply says how the call stood when it was written.
    perform private.note_mailed(v_mail.booking_id, case when v_mail.reply_id is null then p_result -> 'told_sequence' else
      (select to_jsonb(r.told_sequence) from private.replies r where r.id = v_mail.reply_id) end);
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, with the "location" that the visitor was told in it and the calendar_sequence of '
  'the call as "told_sequence", "released" (not tried), '
  '"unneeded" (it would say nothing new), "failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises '
  'not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';

create or replace function public.get_told_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'date', b.date, 'start_time', to_char(lower(b.period), 'HH24:MI'),
      'end_time', to_char(upper(b.period), 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'told_location', b.told_location,
      'waits', exists (
        select 1 from private.outbox o
        where o.booking_id = b.id and o.recipient = 'visitor' and o.kind in ('confirmed', 'location')
          and o.sent_at is null and o.given_up_at is null)) order by b.period), '[]')
    from public.bookings b
    where b.status = 'confirmed' and b.date >= private.studio_today() and private.starts_at(b) > now() and b.told_location is not null);
end
$$;
comment on function public.get_told_calls() is
  'For admins: the confirmed calls to come whose visitors were told a location, earliest first; "waits" when a mail that will tell them the '
  'present one is in the outbox. The site compares, because only it knows the usual location.';

-- 4. Rights

grant select (cancel_message, untold_since), update (cancel_message) on public.bookings to authenticated;
revoke execute on function public.move_booking, public.book_call, public.get_untold_calls, public.set_told
  from public, anon, authenticated, service_role;
grant execute on function public.move_booking, public.book_call, public.get_untold_calls, public.set_told to authenticated;

create or replace function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
  v_booking public.bookings;
  v_old jsonb;
  v_status text;
  v_waited boolean;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: what is sent again after a lost response is stored once.
  if exists (select from private.replies r where r.id = p_id) then
    if exists (select from private.replies r where r.id = p_id and (r.kind, r.subject, r.body) is not distinct from (p_kind, p_subject, p_body)) then
      return;
    end if;
    raise exception using message = 'reply_sent';
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  if v_type = 'booking' then
    v_old := to_jsonb(v_booking);
  else
    select to_jsonb(i) into v_old from public.inquiries i where i.id = p_request_id;
  end if;
  v_status := private.answered_status(v_type, p_kind, v_old ->> 'status');
  v_waited := v_old ->> 'waiting_since' is not null;

  insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, sent_by, before)
  values (
    p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end,
    p_kind, p_subject, p_body, private.caller_id(),
    jsonb_build_object(
      'status', v_old -> 'status', 'period', v_old -> 'period', 'owner', v_old -> 'owner', 'waiting_since', v_old -> 'waiting_since',
      'answered_at', v_old -> 'answered_at', 'their_turn_since', v_old -> 'their_turn_since',
      'untold_since', v_old -> 'untold_since', 'untold_from', v_old -> 'untold_from'));
  perform private.note_event(v_type, p_request_id, 'reply', p_kind);

  -- First the status, whose triggers say who waits for whom, then what they do not know.
  update public.bookings set status = v_status where id = p_request_id and status <> v_status;
  update public.inquiries set status = v_status where id = p_request_id and status <> v_status;
  update public.bookings b
  set owner = coalesce(b.owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else b.answered_at end,
    -- Not what a mail will tell, nor that the date was closed, which none says by itself.
    untold_since = case when p_body is not null or private.is_closed_over(b, b.untold_from) then b.untold_since end,
    their_turn_since = case
      when p_kind in ('propose', 'follow_up') or p_kind = 'answer' and v_waited then now() else b.their_turn_since end
  where b.id = p_request_id;
  update private.replies set told_sequence = (select b.calendar_sequence from public.bookings b where b.id = p_request_id) where id = p_id;
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    their_turn_since = case when p_kind <> 'decline' then now() end
  where id = p_request_id;

  if p_body is not null then
    -- In place of the automatic mail about the same, whose invitation it has.
    update private.outbox set kind = 'reply', reply_id = p_id
    where booking_id = p_request_id and recipient = 'visitor' and p_kind in ('confirm', 'decline') and kind = v_status
      and sent_at is null and given_up_at is null and lease is null;
    if not found then
      insert into private.outbox (booking_id, inquiry_id, recipient, kind, reply_id, due_at, send_after)
      select r.booking_id, r.inquiry_id, 'visitor', 'reply', r.id, now() + interval '60 seconds', now() + interval '60 seconds'
      from private.replies r where r.id = p_id;
    end if;
  end if;
end
$$;

create or replace function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_mail private.outbox;
  v_id uuid;
  v_type text;
  v_now jsonb;
  v_status text;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  v_id := coalesce(v_reply.booking_id, v_reply.inquiry_id);
  v_type := private.touch_request(v_id);
  select * into v_mail from private.outbox o where o.reply_id = p_id for update;
  if v_reply.body is not null and (v_mail.id is null or v_mail.sent_at is not null or v_mail.lease is not null) then
    raise exception using message = 'reply_sent';
  end if;

  v_status := private.answered_status(v_type, v_reply.kind, v_reply.before ->> 'status');
  select coalesce(
    (select to_jsonb(b) from public.bookings b where b.id = v_id), (select to_jsonb(i) from public.inquiries i where i.id = v_id)) into v_now;
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = v_status and (v_now ->> 'period') is not distinct from (v_reply.before ->> 'period')
    and v_now ->> 'waiting_since' is null;
  if v_is_same then
    -- It is the automatic mail again, which goes when the status goes back.
    update private.outbox set kind = v_status, reply_id = null
    where id = v_mail.id and v_type = 'booking' and v_reply.kind in ('confirm', 'decline');
    update public.bookings set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.inquiries set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.bookings
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
    if v_reply.body is null and v_now ->> 'untold_since' is null then
      update public.bookings
      set untold_since = (v_reply.before ->> 'untold_since')::timestamptz, untold_from = nullif(v_reply.before -> 'untold_from', 'null')
      where id = v_id;
    end if;
    update public.inquiries
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
  end if;
  delete from private.replies where id = p_id;
  perform private.note_event(v_type, v_id, 'reply', 'undone');
  return v_is_same;
end
$$;
