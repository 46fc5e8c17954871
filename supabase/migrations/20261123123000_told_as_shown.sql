-- Who says 'Told them' says what the list showed: what was changed since then stays to be told. Who was
-- told that a date is closed is listed when it is opened again. A text about a closing is mailed as a reply.
-- Several bookings are locked in one order, and a deadlock is not taken for a time that is taken. Offers
-- can be mailed from the admin's own mail program.

-- 1. Columns

alter table public.bookings add column closed_over date;
comment on column public.bookings.untold_from is
  'How the visitor knew the call then: {"status", "date", "start_time", "location"}, and "closed" with its date if they knew that this is closed.';
comment on column public.bookings.closed_over is
  'The date, if an admin closed it over the call, which stands all the same. Of no meaning once the call has another date.';
create index bookings_closed_over on public.bookings (closed_over) where closed_over is not null;

alter table private.replies
  add column told jsonb,
  drop constraint replies_kind,
  add constraint replies_kind check (
    kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'change', 'offer', 'offer_withdrawn')
  );
comment on column private.replies.told is
  'For kind ''change'', which tells a visitor what an admin changed: the call as its text says that it stands, like bookings.untold_from.';

drop trigger bookings_untold on public.bookings;
drop trigger closed_dates_untold on public.closed_dates;
drop function public.set_told(uuid[], boolean);

-- 2. Functions

-- What a visitor knows of a call when it stands like this.
create or replace function private.known_state(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(p_booking) || jsonb_build_object('location', (p_booking).location) || case
    when (p_booking).closed_over = (p_booking).date then jsonb_build_object('closed', (p_booking).date) else '{}' end
$$;

-- Whether somebody who knows a call as p_known does not know that its date was closed, or that it is open
-- again.
create or replace function private.is_closing_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (p_booking).status <> 'cancelled'
    and coalesce((p_booking).closed_over = (p_booking).date, false) <> coalesce(p_known ->> 'closed' = (p_booking).date::text, false)
$$;

-- Whether somebody who knows a call as p_known would come at the wrong time, to the wrong place, or for
-- nothing. A location counts when it was confirmed; that a call is confirmed now can wait.
create or replace function private.is_untold(p_booking public.bookings, p_known jsonb) returns boolean
language sql stable set search_path = ''
as $$
  select (state ->> 'date', state ->> 'start_time') is distinct from (p_known ->> 'date', p_known ->> 'start_time')
    or (state ->> 'status' = 'cancelled') <> (p_known ->> 'status' = 'cancelled')
    or state ->> 'status' = 'confirmed' and p_known ->> 'status' = 'confirmed'
      and state ->> 'location' is distinct from p_known ->> 'location'
    or private.is_closing_untold(p_booking, p_known)
  from private.known_state(p_booking) state
$$;

-- A change that is taken back leaves nothing to be told to who did not know of it, and one thing more to
-- who did. A visitor who changes their booking sees how it stands.
create or replace function private.set_untold() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_known constant jsonb := case when old.untold_since is null then private.known_state(old) else old.untold_from end;
begin
  -- It was closed over the date that the call had when its visitor last knew it, and they know a later one.
  if old.untold_since is null and old.closed_over <> old.date and new.closed_over = old.closed_over then
    new.closed_over := null;
  end if;
  if private.is_erased(new.email) or not public.is_admin() then
    new.untold_since := null;
    new.untold_from := null;
  elsif (new.status, new.date, new.time_slot_id, new.location, new.closed_over)
      is distinct from (old.status, old.date, old.time_slot_id, old.location, old.closed_over) then
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

-- Closing a date leaves its bookings as they are, but their visitors should learn of it.
create or replace function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    with affected as materialized (
      select b.id, c.date
      from changed_dates c join public.bookings b on b.period && tsrange(c.date, c.date + 1)
      where b.status <> 'cancelled' and private.starts_at(b) > now() and not private.is_erased(b.email)
      order by b.id for no key update of b
    )
    update public.bookings b set closed_over = a.date from affected a where b.id = a.id;
  else
    with affected as materialized (
      select b.id from public.bookings b where b.closed_over in (select c.date from changed_dates c)
      order by b.id for no key update
    )
    update public.bookings b set closed_over = null from affected a where b.id = a.id;
  end if;
  return null;
end
$$;

-- Says that a visitor knows their call as it stood like this.
create or replace function private.note_known(p_booking_id uuid, p_known jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_untold(b, p_known) then coalesce(b.untold_since, now()) end, untold_from = p_known
  where b.id = p_booking_id
$$;

-- A mail was sent that says how the call stood at this calendar_sequence. No such mail says that a date
-- was closed or opened.
create or replace function private.note_mailed(p_booking_id uuid, p_told_sequence jsonb) returns void
language sql set search_path = ''
as $$
  update public.bookings b
  set untold_since = case when private.is_closing_untold(b, b.untold_from) then b.untold_since end,
      untold_from = private.known_state(b) - 'closed' || case
        when b.untold_from ? 'closed' then jsonb_build_object('closed', b.untold_from -> 'closed') else '{}' end
  where b.id = p_booking_id and b.untold_since is not null and to_jsonb(b.calendar_sequence) = p_told_sequence
$$;

create or replace function public.get_untold_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', b.cancel_message, 'revision', b.revision,
      'state', private.known_state(b), 'known', b.untold_from,
      'is_closed', private.is_closing_untold(b, b.untold_from) and b.closed_over is not distinct from b.date,
      'waits', exists (
        select 1 from private.outbox o left join private.replies r on r.id = o.reply_id
        where o.booking_id = b.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
          and case
            when r.told is not null then not private.is_untold(b, r.told)
            else not private.is_closing_untold(b, b.untold_from) and (
              o.kind in ('received', 'confirmed', 'moved', 'location', 'cancelled') or r.told_sequence = b.calendar_sequence)
          end)) order by b.period, b.created_at), '[]')
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
  'For admins: the calls ahead (at most the newest 500) whose visitors do not know what an admin changed. "state" is the call as it stands and '
  '"known" as they know it, "is_closed" that its date was closed over it; "waits" when a mail that will tell them is in the outbox.';

create or replace function public.set_told(p_booking_ids uuid[], p_told boolean, p_seen jsonb default null) returns uuid[]
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_seen jsonb;
  v_changed uuid[] := '{}';
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    v_seen := null;
    if p_told and p_seen ? v_booking.id::text then
      select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'), 'location', left(s.location, 500))
        || case when s.closed is null then '{}' else jsonb_build_object('closed', s.closed) end
      into v_seen
      from jsonb_to_record(p_seen -> v_booking.id::text) s (status text, date date, start_time time, location text, closed date);
    end if;
    if v_seen is not null and private.is_untold(v_booking, v_seen) then
      -- They know what this admin has told them, which is not how it stands by now.
      perform private.note_known(v_booking.id, v_seen);
      v_changed := v_changed || v_booking.id;
    elsif p_told and v_booking.untold_since is not null then
      update public.bookings set untold_since = null where id = v_booking.id;
    elsif not p_told and v_booking.untold_since is null and private.is_untold(v_booking, v_booking.untold_from) then
      update public.bookings set untold_since = now() where id = v_booking.id;
    else
      continue;
    end if;
    perform private.note_event('booking', v_booking.id, 'told', case when not p_told then 'taken back' end);
  end loop;
  return v_changed;
end
$$;
comment on function public.set_told is
  'For an admin who has told these visitors themselves how their calls stand; with false, takes that back. p_seen has by id the "state" in which '
  'get_untold_calls showed them, as their visitors know them now. Returns those that have changed since, which are still untold.';

-- Whom the studio waited for has written again, or somebody with their address.
create or replace function private.end_their_turn(p_email text) returns void
language sql set search_path = ''
as $$
  with theirs as materialized (
    select id from public.bookings where lower(email) = lower(p_email) and their_turn_since is not null order by id for no key update
  )
  update public.bookings b set their_turn_since = null from theirs t where b.id = t.id;
  with theirs as materialized (
    select id from public.inquiries where lower(email) = lower(p_email) and their_turn_since is not null order by id for no key update
  )
  update public.inquiries i set their_turn_since = null from theirs t where i.id = t.id
$$;

-- Keeps private.waits as the request's columns say.
create or replace function private.note_wait() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_booking constant boolean := tg_table_name = 'bookings';
begin
  if new.waiting_since is null then
    if new.answered_at is null or tg_op = 'INSERT' then
      delete from private.waits where (booking_id = new.id or inquiry_id = new.id) and answered_at is null;
    else
      update private.waits set answered_at = new.answered_at, answered_by = private.caller_id()
      where (booking_id = new.id or inquiry_id = new.id) and answered_at is null;
    end if;
  else
    update private.waits set answered_at = null, answered_by = null
    where (booking_id = new.id or inquiry_id = new.id) and asked_at = new.waiting_since;
    if not found then
      insert into private.waits (booking_id, inquiry_id, asked_at)
      values (case when v_is_booking then new.id end, case when not v_is_booking then new.id end, new.waiting_since);
    end if;
  end if;
  -- Who writes again has answered.
  if tg_op = 'INSERT' then
    perform private.end_their_turn(new.email);
  end if;
  return null;
end
$$;

create or replace function public.move_booking(
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
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.move_booking is
  'For admins: moves a call that has not begun; its status stays. p_seen is the call as the admin saw it: {"status", "date", "start_time"}. A time '
  'that is not offered needs p_outside. Raises changed_meanwhile, whose detail is the last change as JSON, already_cancelled, call_begun, '
  'request_gone, slot_taken, outside_hours, time_invalid, date_past, date_too_far, range_invalid or too_busy.';

create or replace function public.book_call(
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
  -- Whom we waited for has answered. Before the time is taken, which others may wait for.
  perform private.end_their_turn(p_email);
  v_slot_id := private.find_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, request_id)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id)
  returning id into v_id;
  -- In a second step, so that the mails, the history and the calendar's SEQUENCE are as after any confirmation.
  update public.bookings set status = 'confirmed' where id = v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.book_call is
  'For admins: books and confirms a call for somebody who asked for it another way, and returns its id. The same request id again books '
  'nothing, and raises booked_before for another person or time; its detail is the call as JSON. No cap counts it, and nobody waits for an '
  'answer. p_details may have package and phone. Raises what create_booking and move_booking raise.';

-- What is checked, in this order, and the error of each:
--
--   1. the key of the site (in `declare`, by check_site_key): not_signed
--   2. the texts (check_sender): invalid_name, invalid_email, invalid_message
--   3. the other fields (check_details): invalid_details
--   4. date and time (check_time), first without and then with locks: date_not_bookable,
--      slot_not_offered, slot_taken. Waiting for a lock for too long: too_busy.
--   5. the caps (check_caps), once, under the lock: too_many, too_busy
--   6. what an admin has changed at the same moment, by the constraints when the row is written:
--      slot_taken, slot_not_offered, or too_busy.
--
-- A repeated request returns after 3 when it changes nothing or can no longer be changed; it skips 4
-- when date and time are the same, and 5 when the e-mail address is the same too. create_inquiry
-- does the same without a date and time.
create or replace function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null, p_site_key text default null,
  p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_phone text := p_details ->> 'phone';
  v_old public.bookings;
  v_is_repeat boolean;
  v_moves boolean;
  v_counts boolean;
  v_id uuid;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen,phone}');

  -- Checked twice: first without a lock, so that a rejected call neither waits nor blocks others, then again with the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, p_date);
    end if;
    select * into v_old from public.bookings b where b.request_id = p_request_id order by b.created_at desc, b.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_old.status <> 'pending' or v_old.created_at <= now() - interval '1 hour') then
      return private.repeated_booking(v_old.id, 'unchanged', p_email);
    end if;
    v_moves := not v_is_repeat or (v_old.date, v_old.time_slot_id) is distinct from (p_date, p_time_slot_id);
    v_counts := v_moves or lower(v_old.email) <> lower(p_email);
    if not v_counts and (v_old.name, v_old.email, v_old.message, v_old.package, v_old.fit, v_old.price_seen, v_old.phone)
                            is not distinct from (p_name, p_email, p_message, v_package, v_fit, v_price_seen, v_phone) then
      return private.repeated_booking(v_old.id, 'updated', p_email);
    end if;
    if v_moves then
      perform private.check_time(p_date, p_time_slot_id, p_request_id);
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('booking', p_email, v_address, v_old.id);
    perform private.count_submit('booking', p_email, v_address);
  end if;
  begin
    if not v_is_repeat then
      insert into public.bookings (name, email, date, time_slot_id, message, package, fit, price_seen, phone, request_id)
      values (p_name, p_email, p_date, p_time_slot_id, p_message, v_package, v_fit, v_price_seen, v_phone,
              coalesce(p_request_id, gen_random_uuid()))
      returning id into v_id;
      return private.booking_json(v_id);
    end if;
    update public.bookings set name = p_name, email = p_email, date = p_date, time_slot_id = p_time_slot_id, message = p_message,
      package = v_package, fit = v_fit, price_seen = v_price_seen, phone = v_phone
    where id = v_old.id and status = 'pending';
    -- If not, an admin has just changed it.
    return private.repeated_booking(v_old.id, case when found then 'updated' else 'unchanged' end, p_email);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
    when exclusion_violation then
      raise exception using message = 'slot_taken';
    -- Nobody needs to have the time: the site tries again.
    when deadlock_detected then
      raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
    when lock_not_available then
      raise exception using message = 'too_busy', hint = 'lock';
  end;
end
$$;
comment on function public.create_booking is
  'Books a free slot and returns the row with its slot. The same request id again changes that row while it is pending and under an hour '
  'old; it returns id, status, date, slot and repeat: ''updated'', or ''unchanged'' when nothing was written.';

create or replace function public.move_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_date date, p_time_slot_id uuid,
  p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  v_address := private.hash_address(p_address);

  -- Checked twice, like create_booking: first without a lock, so that a rejected call neither waits nor blocks others.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(v_booking.request_id, v_booking.email, p_date);
      select * into v_booking from public.bookings b where b.id = p_id for update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- Nothing to do: this is a second try after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id) and v_booking.status <> 'cancelled' then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    perform private.check_time(p_date, p_time_slot_id, v_booking.request_id);
  end loop;

  perform private.check_caps('change', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  -- One statement takes the new time and frees the old one.
  update public.bookings set date = p_date, time_slot_id = p_time_slot_id, status = 'pending' where id = p_id;
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
  'Moves a call that has not begun to another free time and returns the booking, which is pending again. Raises the same errors as '
  'cancel_managed_booking and create_booking.';

create or replace function public.reopen_dates(p_from date, p_to date) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_closed integer;
begin
  perform private.require_live_admin();
  perform private.check_dates(p_from, p_to);
  -- In the order in which close_dates locks them.
  perform 1 from public.closed_dates where date between p_from and p_to order by date for update;
  delete from public.closed_dates where date between p_from and p_to;
  get diagnostics v_closed = row_count;
  return v_closed;
end
$$;
comment on function public.reopen_dates(date, date) is
  'Opens the closed dates of a range and returns how many. Slots that were switched off one by one stay off.';

create or replace function public.restore_dates(p_closed jsonb, p_slots jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  perform private.check_dates(min(d.date), max(d.date))
  from (
    select date from jsonb_to_recordset(p_closed) c (date date)
    union all
    select date from jsonb_to_recordset(p_slots) s (date date)
  ) d;
  insert into public.closed_dates (date, reason)
  select c.date, c.reason from jsonb_to_recordset(p_closed) c (date date, reason text)
  order by c.date
  on conflict do nothing;
  insert into public.availability (date, time_slot_id, is_available, overrides_closure)
  select s.date, t.id, s.is_available, s.overrides_closure
  from jsonb_to_recordset(p_slots) s (date date, time_slot_id uuid, is_available boolean, overrides_closure boolean)
  join public.time_slots t on t.id = s.time_slot_id
  on conflict do nothing;
end
$$;
comment on function public.restore_dates(jsonb, jsonb) is
  'Undoes reopen_dates and reset_date: closes dates again ([{date, reason}]) and puts their own times back ([{date, time_slot_id, is_available, '
  'overrides_closure}]). What there is by now stays. Raises range_invalid (no date), date_past or date_too_far.';

create or replace function public.tell_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_id in
    select b.id from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    -- A later file of the event has a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_id;
    perform private.write_mail(v_id, null, 'visitor', 'location');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.tell_location(uuid[]) is
  'For admins: mails the visitors of these calls, if confirmed and still to come, where they happen, at once. Returns how many.';

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_location text := nullif(left(p_result ->> 'location', 1000), '');
  v_mail private.outbox;
  v_reply private.replies;
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
    update private.replies set sent_at = v_mail.sent_at where id = v_mail.reply_id returning * into v_reply;
  end if;
  if v_outcome in ('sent', 'unneeded') and v_mail.recipient = 'visitor' and p_result ? 'told_sequence' then
    -- A reply says how the call stood when it was written.
    if v_reply.told is not null then
      perform private.note_known(v_mail.booking_id, v_reply.told);
    else
      perform private.note_mailed(v_mail.booking_id,
        case when v_mail.reply_id is null then p_result -> 'told_sequence' else to_jsonb(v_reply.told_sequence) end);
    end if;
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, with the "location" that the visitor was told in it and the calendar_sequence of '
  'the call as "told_sequence", "released" (not tried), '
  '"unneeded" (it would say nothing new), "failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises '
  'not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';

-- A change that people see makes a new revision. What the site keeps for itself does not: the search's
-- text, request ids, and since when somebody waits.
create or replace function private.set_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from,closed_over}'::text[]
    <> to_jsonb(old) - '{revision,search_text,request_id,waiting_since,answered_at,told_location,untold_since,untold_from,closed_over}'::text[] then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;

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
    untold_since = null, untold_from = null, closed_over = null,
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

create or replace function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  -- Locked as they are read: an e-mail that is corrected meanwhile is another person's.
  for v_id in select b.id from public.bookings b where lower(b.email) = lower(p_email) order by b.id for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every request of this e-mail; returns how many.';

-- Whether an answer of this kind can be given. lib/requests/replies.ts offers the same.
create or replace function private.fits_reply(p_kind text, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then p_booking.status = 'pending' and private.starts_at(p_booking) > now()
    when 'decline' then p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now()
    when 'after_call' then p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now()
    -- It tells what was changed: once.
    when 'change' then p_booking.untold_since is not null and not exists (
      select 1 from private.outbox o join private.replies r on r.id = o.reply_id
      where o.booking_id = p_booking.id and o.sent_at is null and o.given_up_at is null and not private.is_untold(p_booking, r.told))
    else true
  end
$$;

-- Whether a mail says how a call stands, and it was changed since it was written.
create or replace function private.is_untrue_reply(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from private.replies r join public.bookings b on b.id = r.booking_id
    where r.id = p_mail.reply_id
      and (r.kind in ('confirm', 'decline') and r.told_sequence <> b.calendar_sequence
        or r.told is not null and private.is_untold(b, r.told)))
$$;

create or replace function private.queue_reply(p_id uuid) returns void
language sql set search_path = ''
as $$
  insert into private.outbox (booking_id, inquiry_id, recipient, kind, reply_id, due_at, send_after)
  select r.booking_id, r.inquiry_id, 'visitor', 'reply', r.id, now() + interval '60 seconds', now() + interval '60 seconds'
  from private.replies r where r.id = p_id
$$;

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
  v_is_current boolean;
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
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  if v_type = 'booking' then
    v_old := to_jsonb(v_booking);
  else
    select to_jsonb(i) into v_old from public.inquiries i where i.id = p_request_id;
  end if;
  v_status := private.answered_status(v_type, p_kind, v_old ->> 'status');
  v_waited := v_old ->> 'waiting_since' is not null;
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := not exists (
    select from public.request_events e where e.booking_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, sent_by, told, before)
  values (
    p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end,
    p_kind, p_subject, p_body, private.caller_id(), case p_kind when 'change' then private.known_state(v_booking) end,
    jsonb_build_object(
      'status', v_old -> 'status', 'period', v_old -> 'period', 'owner', v_old -> 'owner', 'waiting_since', v_old -> 'waiting_since',
      'answered_at', v_old -> 'answered_at', 'their_turn_since', v_old -> 'their_turn_since',
      'untold_since', v_old -> 'untold_since', 'untold_from', v_old -> 'untold_from'));
  perform private.note_event(v_type, p_request_id, 'reply', p_kind);
  -- It answers nothing that somebody asked.
  if p_kind = 'change' then
    perform private.queue_reply(p_id);
    return;
  end if;

  -- First the status, whose triggers say who waits for whom, then what they do not know.
  update public.bookings set status = v_status where id = p_request_id and status <> v_status;
  update public.inquiries set status = v_status where id = p_request_id and status <> v_status;
  update public.bookings b
  set owner = coalesce(b.owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else b.answered_at end,
    -- Not what a mail will tell, nor that the date was closed, which none says by itself, nor what an
    -- offer does not say.
    untold_since = case
      when p_body is not null or not v_is_current or p_kind in ('offer', 'offer_withdrawn')
        or private.is_closing_untold(b, b.untold_from) then b.untold_since end,
    their_turn_since = case
      when p_kind in ('propose', 'follow_up', 'offer') or p_kind = 'answer' and v_waited then now() else b.their_turn_since end
  where b.id = p_request_id;
  update private.replies set told_sequence = (select b.calendar_sequence from public.bookings b where b.id = p_request_id) where id = p_id;
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    their_turn_since = case when p_kind not in ('decline', 'offer_withdrawn') then now() end
  where id = p_request_id;

  if p_body is not null then
    -- In place of the automatic mail about the same, whose invitation it has.
    update private.outbox set kind = 'reply', reply_id = p_id
    where booking_id = p_request_id and recipient = 'visitor' and p_kind in ('confirm', 'decline') and kind = v_status
      and sent_at is null and given_up_at is null and lease is null;
    if not found then
      perform private.queue_reply(p_id);
    end if;
  end if;
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';

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
  if v_is_same and v_reply.kind <> 'change' then
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
  return v_is_same or v_reply.kind = 'change';
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

drop function private.is_closed_over(public.bookings, jsonb);
drop function private.set_told(uuid);

-- 3. Triggers and rights

create trigger bookings_untold before update of email, status, date, time_slot_id, location, closed_over on public.bookings
for each row when (auth.jwt() is not null) execute function private.set_untold();
create trigger closed_dates_untold after insert on public.closed_dates referencing new table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();
create trigger closed_dates_untold_opened after delete on public.closed_dates referencing old table as changed_dates
for each statement when (auth.jwt() is not null) execute function private.set_closed_over();

revoke execute on function public.set_told(uuid[], boolean, jsonb) from public, anon, authenticated, service_role;
grant execute on function public.set_told(uuid[], boolean, jsonb) to authenticated;

-- 4. Rows

-- Until now "closed" said that its visitor did not know it, or did not before they were told.
update public.bookings b
set closed_over = (select c.date from public.closed_dates c where c.date::text = b.untold_from ->> 'closed'), untold_from = b.untold_from - 'closed'
where b.untold_from ? 'closed';
