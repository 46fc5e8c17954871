-- What a visitor can do with a booking's link: see, cancel, move and erase the booking. The site checks the link's signature, because only it
-- has the secret. So these functions require a stored site key, and the version of the link that was signed.

create function private.require_site_key(p_site_key text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
end
$$;

-- A cancel reason is deleted when the cancellation is undone.
create or replace function private.set_booking_versions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.link_version := old.link_version + 1;
  end if;
  if (new.date, new.time_slot_id, new.status) is distinct from (old.date, old.time_slot_id, old.status) then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  return new;
end
$$;

-- Changes have a cap of their own: somebody who moves a call twice may still book another. Cancelling has no cap by e-mail: a call can be
-- cancelled only once, and a stranger who books with somebody's address must not use up their changes.
alter table private.submits
  drop constraint submits_kind_check,
  add constraint submits_kind_check check (kind in ('booking', 'inquiry', 'change'));
insert into private.submission_caps (name, max) values ('changes_per_email_in_24_hours', 10) on conflict (name) do nothing;

create or replace function private.check_caps(p_kind text, p_email text, p_address_hash bytea, p_except uuid default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'
         and b.id is distinct from p_except));
  end if;
  if p_kind <> 'cancel' then
    perform private.check_cap(
      case when p_kind = 'change' then 'changes_per_email_in_24_hours' else 'submits_per_email_in_24_hours' end,
      (select count(*) from private.submits
       where email_hash = private.hash_email(p_email) and submitted_at > now() - interval '24 hours'
         and (kind = 'change') = (p_kind = 'change')));
  end if;
  if p_address_hash is not null then
    perform private.check_cap('submits_per_address_in_10_minutes',
      (select count(*) from private.submits
       where address_hash = p_address_hash and submitted_at > now() - interval '10 minutes'));
  end if;
  perform private.check_cap(c.cap, c.submits, 'too_busy') from private.shared_caps() c where c.kind = p_kind;
end
$$;

create function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and b.email <> 'erased@erased.invalid'
$$;

create function public.get_managed_booking(p_site_key text, p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_site_key(p_site_key);
  return private.managed_booking_json(p_id);
end
$$;
comment on function public.get_managed_booking is
  'A booking as its visitor''s page shows it, with the version that the page''s link must be signed for; null when there is none.';

-- Raises link_invalid when there is no such booking, it is erased, or it has another link version.
create function private.check_link(p_booking public.bookings, p_link_version integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_booking.id is null or p_booking.email = 'erased@erased.invalid' or p_booking.link_version is distinct from p_link_version then
    raise exception using message = 'link_invalid';
  end if;
end
$$;

-- Raises when a booking cannot be changed by its visitor, or is no longer what the visitor saw.
create function private.check_change(p_booking public.bookings, p_link_version integer, p_seen_sequence integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform private.check_link(p_booking, p_link_version);
  if p_booking.status = 'cancelled' then
    raise exception using message = 'already_cancelled';
  end if;
  if lower(p_booking.period) <= now() at time zone private.studio_zone() then
    raise exception using message = 'call_begun';
  end if;
  if p_booking.calendar_sequence is distinct from p_seen_sequence then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

create function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if p_reason is not null and (char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true)) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.check_caps('cancel', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.cancel_managed_booking is
  'Cancels a call that has not begun and returns the booking. Refuses with changed_meanwhile when it is not the one of p_seen_sequence.';

create function public.move_managed_booking(
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
  when exclusion_violation or unique_violation or deadlock_detected then
    raise exception using message = 'slot_taken';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time, pending again, and returns the booking. Refuses like cancel_managed_booking and '
  'create_booking.';

create function public.erase_managed_booking(p_site_key text, p_id uuid, p_link_version integer, p_email text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_site_key(p_site_key);
  select * into v_booking from public.bookings b where b.id = p_id for update;
  perform private.check_link(v_booking, p_link_version);
  if lower(v_booking.email) is distinct from lower(p_email) then
    raise exception using message = 'email_differs';
  end if;
  update public.bookings
  set name = 'Erased', email = 'erased@erased.invalid', message = null, phone = null, location = null, cancel_reason = null,
    -- A call that has not begun is cancelled, because its visitor can no longer be reached.
    status = case when lower(period) > now() at time zone private.studio_zone() then 'cancelled' else status end,
    request_id = gen_random_uuid()
  where id = p_id;
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.erase_managed_booking is
  'Erases the person from this one booking, whose e-mail must be p_email, and cancels a call that is ahead. Its link no longer works.';

-- A new request id on both tables, so that a form that is sent again does not fill in an erased record.
create or replace function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_bookings integer;
  v_inquiries integer;
begin
  perform private.require_live_admin();
  update public.bookings
  set name = 'Erased', email = 'erased@erased.invalid', message = null, phone = null, location = null, cancel_reason = null,
    request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_bookings = row_count;
  update public.inquiries set name = 'Erased', email = 'erased@erased.invalid', message = null, request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_inquiries = row_count;
  return v_bookings + v_inquiries;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every record of this e-mail; returns how many.';

revoke execute on function public.get_managed_booking, public.cancel_managed_booking, public.move_managed_booking,
  public.erase_managed_booking from public, anon, authenticated, service_role;
grant execute on function public.get_managed_booking, public.cancel_managed_booking, public.move_managed_booking,
  public.erase_managed_booking to anon;
