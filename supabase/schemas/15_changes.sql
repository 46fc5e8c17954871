-- The effects of a change of a booking, an inquiry or a request, in the order in which they happen. A table has at
-- most one trigger before a change and one after it. The trigger functions, in section 5, call the functions of
-- sections 1 to 4. docs/architecture.md follows a press on Confirm through these steps.
--
-- An INSERT without a token (SQL, a restored backup) logs no event; an UPDATE without a token counts as the
-- studio's act.

-- 1. Before: the columns of the row itself

-- Increments link_version and calendar_sequence if needed, and clears the words about a cancellation at a former time.
create function private.renew_booking(p_old public.bookings, p_new public.bookings) returns public.bookings
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
  -- The room counts only if the location's wording contains the room.
  if (p_new.calendar_sequence, p_new.name, private.is_erased(p_new.email),
      private.location_wording(p_new.location, null, p_new.room))
    is distinct from (p_old.calendar_sequence, p_old.name, private.is_erased(p_old.email),
      private.location_wording(p_old.location, null, p_old.room))
  then
    p_new.changed_at := now();
  end if;
  -- Another time clears the words about a cancellation. A call restored at its former time keeps them, so that
  -- Undo can cancel the call again; pages show them only while the call is cancelled.
  if (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    p_new.cancel_reason := null;
    p_new.cancel_message := null;
  end if;
  return p_new;
end
$$;

-- bookings.known after the change: the new state after a visitor's own change, null for another e-mail address.
create function private.known_after_change(p_old public.bookings, p_new public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if private.is_erased(p_new.email) or lower(p_new.email) <> lower(p_old.email) then
    return null;
  end if;
  if private.is_visitors_act()
    and (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status)
  then
    return private.call_state(p_new) || jsonb_build_object('at', now());
  end if;
  return p_new.known;
end
$$;

-- 2. After: the copy in requests

-- Copies a booking or inquiry to requests; no other function does. Moving or cancelling a call clears its outcome.
create function private.copy_request(p_old jsonb, p_new jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  v_columns constant text[] := '{name,email,period,message,phone,package,status,created_at,time_slot_id}';
  v_has_outcome constant boolean := p_new ->> 'status' <> 'cancelled'
    and (p_new -> 'date', p_new -> 'time_slot_id') is not distinct from (p_old -> 'date', p_old -> 'time_slot_id');
begin
  if not exists (select from unnest(v_columns) c where p_new -> c is distinct from p_old -> c) then
    return;
  end if;
  update public.requests
  set status = p_new ->> 'status', created_at = (p_new ->> 'created_at')::timestamptz,
    starts = lower((p_new ->> 'period')::tsrange), search_text = private.search_text(p_new),
    outcome = case when v_has_outcome then outcome end, outcome_reason = case when v_has_outcome then outcome_reason end
  where id = (p_new ->> 'id')::uuid;
end
$$;

-- 3. Offers

-- Makes the offer's link invalid after a change of the e-mail address, which may be another person's. Also
-- withdraws the newest version, so that the admin sees that the offer must be sent again.
create function private.end_offer_link(p_request_id uuid) returns void
language sql set search_path = ''
as $$
  update public.offers o set link_version = o.link_version + 1 where o.request_id = p_request_id;
  insert into public.offer_endings (offer_id, version, ended, ended_by, reason)
  select v.offer_id, v.version, 'withdrawn', case when auth.jwt() is null then 'database' else private.actor() end,
    'The email address that it was sent to has been corrected.'
  from public.offers o cross join private.newest_version(o.id) v
  where o.request_id = p_request_id and v.version is not null
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id)
  on conflict (offer_id, version) do nothing
$$;

-- 4. After: mails

-- Queues mails only for a booking created in this transaction, so that a restored backup sends no mails.
create function private.mail_new_booking(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_new.created_at <> now() or private.starts_at(p_new) <= now() or private.is_erased(p_new.email) then
    return;
  end if;
  if public.is_admin() then
    perform private.update_call_mail(p_new.id, true);
  else
    perform private.write_call_mail(p_new.id, now(), 'booked');
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

-- Acknowledges a visitor's own change at once, and tells the studio.
create function private.mail_visitors_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_cancelled constant boolean := p_new.status = 'cancelled';
  v_known_start timestamp;
begin
  perform private.write_call_mail(p_new.id, now(), case when v_is_cancelled then 'cancelled' else 'moved' end);
  if v_is_cancelled then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  elsif exists (
    select from private.outbox o
    where (o.request_id, o.recipient, o.kind) = (p_new.id, 'studio', 'received') and o.is_waiting)
  then
    -- The mail about the new booking will have the new time.
    perform private.write_mail(p_new.id, 'studio', 'received');
  else
    select d.known_start into v_known_start from private.drop_mails(p_new.id, 'studio', '{moved}') d;
    perform private.write_mail(p_new.id, 'studio', 'moved',
      p_known_start => coalesce(v_known_start, lower(p_old.period)));
  end if;
end
$$;

create function private.mail_new_address(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(o, 'address_changed') from private.outbox o
  where o.request_id = p_new.id and o.is_waiting;
  perform private.drop_mails(p_new.id, 'visitor', '{call}');
  if p_new.status <> 'cancelled' then
    perform private.write_call_mail(p_new.id, now(), 'booked');
  end if;
  if not public.is_admin() then
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

-- A visitor who erases their booking also cancels it: only the studio gets a mail, without the name.
create function private.mail_booking_change(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
  v_is_changed constant boolean :=
    (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status);
begin
  if private.starts_at(p_new) <= now() then
    return;
  end if;
  if private.is_erased(p_new.email) then
    if not public.is_admin() and p_new.status = 'cancelled' and p_old.status <> 'cancelled' then
      perform private.write_mail(p_new.id, 'studio', 'cancelled');
    end if;
  elsif v_is_new_address then
    perform private.mail_new_address(p_new);
  elsif private.is_visitors_act() then
    if v_is_changed then
      perform private.mail_visitors_change(p_old, p_new);
    end if;
  elsif v_is_changed or p_new.status = 'confirmed' and p_new.location is distinct from p_old.location
  then
    perform private.update_call_mail(p_new.id, true);
  end if;
end
$$;

-- Deletes the mails of an erased person's request and, with p_with_log, its log and letters. Two kinds of mails to
-- the studio stay, without the name: an unsent 'cancelled', and 'still_pending'. With p_with_log, ends the leases
-- of these mails, so that a site that is writing one with the name writes it again.
create function private.delete_mails_and_log(p_id uuid, p_with_log boolean) returns void
language sql set search_path = ''
as $$
  delete from private.outbox
  where request_id = p_id
    and not (recipient = 'studio' and (kind = 'cancelled' and sent_at is null or kind = 'still_pending'));
  update private.outbox set lease = null, lease_until = null where request_id = p_id and sent_at is null and p_with_log;
  delete from public.request_events where request_id = p_id and p_with_log
$$;

create function private.mail_new_inquiry(p_id uuid) returns void
language sql set search_path = ''
as $$
  select private.write_mail(p_id, 'visitor', 'received');
  select private.write_mail(p_id, 'studio', 'received')
$$;

-- 5. The triggers. Their functions run with the owner's rights, because an admin who changes a status has no
-- rights in the schema private.

create function private.prepare_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_call constant boolean := tg_table_name = 'bookings';
  v_kind constant text := case when v_is_call then 'booking' else 'inquiry' end;
  v_unseen constant text[] := '{revision,form_id,known,room,act}';
begin
  if v_is_call then
    select tsrange(new.date + s.start_time, new.date + s.end_time) into new.period
    from public.time_slots s where s.id = new.time_slot_id;
  end if;
  if tg_op = 'INSERT' then
    if v_is_call and not private.is_erased(new.email) then
      new.room := coalesce(new.room, private.new_room());
    end if;
    if v_is_call and private.is_visitors_act() then
      new.known := private.call_state(new) || jsonb_build_object('at', now());
    end if;
    -- In a restored backup the request exists already.
    insert into public.requests (id, kind, status, created_at, starts, search_text)
    values (new.id, v_kind, new.status, new.created_at, lower((to_jsonb(new) ->> 'period')::tsrange),
      private.search_text(to_jsonb(new)))
    on conflict (id) do nothing;
    if not exists (select from public.requests r where (r.id, r.kind) = (new.id, v_kind)) then
      raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
    end if;
    return new;
  end if;
  -- The request of an erased person can only be ended, and the call cannot get a location, reason or message.
  if private.is_erased(old.email) and (
    new.status <> old.status and new.status not in ('cancelled', 'archived')
    or jsonb_strip_nulls(to_jsonb(new)) ?| '{location,cancel_reason,cancel_message}')
  then
    raise exception using message = 'person_erased';
  end if;
  if v_is_call then
    new := private.renew_booking(old, new);
    new.known := private.known_after_change(old, new);
  end if;
  -- Counts only changes that people can see: acts, and changes of all columns but these.
  if to_jsonb(new) - v_unseen <> to_jsonb(old) - v_unseen or new.act is distinct from old.act then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
create trigger bookings_before before insert or update on public.bookings
for each row execute function private.prepare_request();
create trigger inquiries_before before insert or update on public.inquiries
for each row execute function private.prepare_request();

create function private.follow_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_is_call constant boolean := tg_table_name = 'bookings';
  v_request public.requests;
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  select * into v_request from public.requests r where r.id = new.id for no key update;
  if tg_op = 'INSERT' then
    perform private.log_act(null, to_jsonb(new), v_request);
    -- A request from a restored backup already has its turn.
    if v_request.turn_reason is null then
      perform private.update_turn(new.id);
    end if;
    if v_is_call then
      perform private.mail_new_booking(new);
    elsif new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
    return null;
  end if;
  perform private.copy_request(to_jsonb(old), to_jsonb(new));
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
  end if;
  perform private.update_turn(new.id);
  if lower(new.email) <> lower(old.email) and not private.is_erased(new.email) then
    perform private.end_offer_link(new.id);
    if not v_is_call then
      perform private.mail_new_inquiry(new.id);
    end if;
  end if;
  if v_is_call then
    perform private.mail_booking_change(old, new);
  end if;
  return null;
end
$$;
create trigger bookings_after after insert or update or delete on public.bookings
for each row execute function private.follow_request();
create trigger inquiries_after after insert or update or delete on public.inquiries
for each row execute function private.follow_request();
