-- The effects of a change of a booking, an inquiry or a request, in the order in which they happen. A table has at
-- most one trigger before a change and one after it. The trigger functions, in section 5, call the functions of
-- sections 1 to 4. docs/architecture.md follows a press on Confirm through these steps.
--
-- An INSERT without a token (SQL, a restored backup) logs no event; an UPDATE without a token counts as the
-- studio's act.

-- 1. Before: the columns of the row itself

-- Adds the request, which the booking or inquiry refers to. In a restored backup it exists already.
create function private.add_request(
  p_id uuid, p_kind text, p_status text, p_created_at timestamptz, p_starts timestamp, p_search_text text
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.requests (id, kind, status, created_at, starts, search_text)
  values (p_id, p_kind, p_status, p_created_at, p_starts, p_search_text)
  on conflict (id) do nothing;
  if not exists (select from public.requests r where r.id = p_id and r.kind = p_kind) then
    raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
  end if;
end
$$;

-- Increments link_version and calendar_sequence if needed, and clears the words about a cancellation at a former
-- time.
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
  if (p_new.calendar_sequence, p_new.name, private.location_wording(p_new.location, null, p_new.room), private.is_erased(p_new.email))
    is distinct from
     (p_old.calendar_sequence, p_old.name, private.location_wording(p_old.location, null, p_old.room), private.is_erased(p_old.email))
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

-- 2. After: copies

-- Copies a booking to requests; no other function does. Moving or cancelling a call clears its outcome.
create function private.copy_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_has_outcome constant boolean :=
    p_new.status <> 'cancelled' and (p_new.date, p_new.time_slot_id) is not distinct from (p_old.date, p_old.time_slot_id);
begin
  if (p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package, p_new.status, p_new.created_at, p_new.time_slot_id)
    is not distinct from
     (p_old.name, p_old.email, p_old.period, p_old.message, p_old.phone, p_old.package, p_old.status, p_old.created_at, p_old.time_slot_id)
  then
    return;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at, starts = lower(p_new.period),
    search_text = private.search_text(p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package),
    outcome = case when v_has_outcome then outcome end, outcome_reason = case when v_has_outcome then outcome_reason end
  where id = p_new.id;
end
$$;

create function private.copy_inquiry(p_old public.inquiries, p_new public.inquiries) returns void
language plpgsql set search_path = ''
as $$
begin
  if (p_new.name, p_new.email, p_new.message, p_new.package, p_new.status, p_new.created_at)
    is not distinct from (p_old.name, p_old.email, p_old.message, p_old.package, p_old.status, p_old.created_at)
  then
    return;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at,
    search_text = private.search_text(p_new.name, p_new.email, null, p_new.message, null, p_new.package)
  where id = p_new.id;
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
  elsif exists (select from private.outbox o where o.request_id = p_new.id and (o.recipient, o.kind) = ('studio', 'received') and o.is_waiting) then
    -- The mail about the new booking will have the new time.
    perform private.write_mail(p_new.id, 'studio', 'received');
  else
    select d.known_start into v_known_start from private.drop_mails(p_new.id, 'studio', '{moved}') d;
    perform private.write_mail(p_new.id, 'studio', 'moved', p_known_start => coalesce(v_known_start, lower(p_old.period)));
  end if;
end
$$;

-- Queues a first mail to the visitor's new e-mail address.
create function private.mail_new_address(p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.detach_letter(o, 'address_changed') from private.outbox o where o.request_id = p_new.id and o.is_waiting;
  perform private.drop_mails(p_new.id, 'visitor', '{call}');
  if p_new.status <> 'cancelled' then
    perform private.write_call_mail(p_new.id, now(), 'booked');
  end if;
  if not public.is_admin() then
    perform private.write_mail(p_new.id, 'studio', 'received');
  end if;
end
$$;

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
  if v_is_new_address then
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
  where request_id = p_id and not (recipient = 'studio' and (kind = 'cancelled' and sent_at is null or kind = 'still_pending'));
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

create function private.prepare_booking() returns trigger
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
    perform private.add_request(new.id, 'booking', new.status, new.created_at, lower(new.period),
      private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package));
    return new;
  end if;
  -- The call of an erased person can only be cancelled, and cannot get a location, reason or message.
  if private.is_erased(old.email) and (
    new.status <> old.status and new.status <> 'cancelled'
    or num_nonnulls(new.location, new.cancel_reason, new.cancel_message) > 0)
  then
    raise exception using message = 'person_erased';
  end if;
  new := private.renew_booking(old, new);
  new.known := private.known_after_change(old, new);
  -- Counts only changes that people can see: acts, and changes of all columns but these.
  if to_jsonb(new) - '{revision,form_id,known,room,act}'::text[] <> to_jsonb(old) - '{revision,form_id,known,room,act}'::text[]
    or new.act is distinct from old.act
  then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
create trigger bookings_before before insert or update on public.bookings
for each row execute function private.prepare_booking();

create function private.follow_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
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
    perform private.mail_new_booking(new);
    return null;
  end if;
  perform private.copy_booking(old, new);
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
    perform private.update_turn(new.id);
    if not public.is_admin() and new.status = 'cancelled' and old.status <> 'cancelled' and private.starts_at(new) > now() then
      perform private.write_mail(new.id, 'studio', 'cancelled');
    end if;
    return null;
  end if;
  perform private.update_turn(new.id);
  if lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
  end if;
  perform private.mail_booking_change(old, new);
  return null;
end
$$;
create trigger bookings_after after insert or update or delete on public.bookings
for each row execute function private.follow_booking();

create function private.prepare_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.add_request(new.id, 'inquiry', new.status, new.created_at, null,
      private.search_text(new.name, new.email, null, new.message, null, new.package));
    return new;
  end if;
  if private.is_erased(old.email) and new.status <> old.status and new.status <> 'archived' then
    raise exception using message = 'person_erased';
  end if;
  if to_jsonb(new) - '{revision,form_id,act}'::text[] <> to_jsonb(old) - '{revision,form_id,act}'::text[]
    or new.act is distinct from old.act
  then
    new.revision := old.revision + 1;
  end if;
  return new;
end
$$;
create trigger inquiries_before before insert or update on public.inquiries
for each row execute function private.prepare_inquiry();

create function private.follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
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
    if new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
    return null;
  end if;
  perform private.copy_inquiry(old, new);
  perform private.log_act(to_jsonb(old), to_jsonb(new), v_request);
  if private.is_erased(new.email) then
    perform private.delete_mails_and_log(new.id, old.email <> new.email);
  end if;
  perform private.update_turn(new.id);
  if not private.is_erased(new.email) and lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
    perform private.mail_new_inquiry(new.id);
  end if;
  return null;
end
$$;
create trigger inquiries_after after insert or update or delete on public.inquiries
for each row execute function private.follow_inquiry();
