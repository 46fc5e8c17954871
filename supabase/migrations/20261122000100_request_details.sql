-- More columns for bookings and inquiries: package, phone, location, cancel reason, and what the booking's own page and calendar file need.
-- The two functions that visitors write with take the package and the phone number, and return the version of the link.

alter table public.bookings
  -- The package that the visitor came from.
  add column package text constraint bookings_package check (package in ('starter', 'growth', 'scale')),
  -- Asked only when calls are by phone.
  add column phone text constraint bookings_phone check (phone ~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$'),
  -- Where this call happens, when it is not the usual place.
  add column location text constraint bookings_location check (char_length(location) between 1 and 500 and private.is_clean_text(location)),
  -- Why the visitor cancelled.
  add column cancel_reason text
    constraint bookings_cancel_reason check (char_length(cancel_reason) between 1 and 500 and private.is_clean_text(cancel_reason, true)),
  -- Part of what the visitor's link signs: a new version makes every earlier link invalid.
  add column link_version integer not null default 1,
  -- SEQUENCE of the calendar file (RFC 5545, 3.8.7.4): grows with each change of time or status.
  add column calendar_sequence integer not null default 0;
alter table public.inquiries
  add column package text constraint inquiries_package check (package in ('starter', 'growth', 'scale'));
grant select (package, phone, location, cancel_reason) on public.bookings to authenticated;
grant update (location) on public.bookings to authenticated;
grant select (package) on public.inquiries to authenticated;

create function private.set_booking_versions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.link_version := old.link_version + 1;
  end if;
  if (new.date, new.time_slot_id, new.status) is distinct from (old.date, old.time_slot_id, old.status) then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  return new;
end
$$;
create trigger bookings_versions before update on public.bookings for each row execute function private.set_booking_versions();

create function private.check_details(p_package text, p_phone text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_package not in ('starter', 'growth', 'scale') then
    raise exception using message = 'invalid_package';
  end if;
  if char_length(p_phone) > 30 or p_phone !~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$' then
    raise exception using message = 'invalid_phone';
  end if;
end
$$;

create or replace function private.booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'date', b.date, 'time_slot_id', b.time_slot_id,
    'message', b.message, 'status', b.status, 'created_at', b.created_at, 'link_version', b.link_version,
    'time_slots', jsonb_build_object('id', s.id, 'start_time', to_char(s.start_time, 'HH24:MI'),
                                     'end_time', to_char(s.end_time, 'HH24:MI')))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id
$$;

drop function public.create_booking(text, text, date, uuid, text, uuid, inet, text);
drop function public.create_inquiry(text, text, text, uuid, inet, text);
drop function private.repeated_booking(uuid, text);

-- What a repeated request returns. Without name, e-mail and message, because its sender may be somebody else who knows the id, and with the
-- version of the link only if the e-mail address is the row's.
create function private.repeated_booking(p_id uuid, p_repeat text, p_email text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', b -> 'id', 'status', b -> 'status', 'date', b -> 'date', 'time_slots', b -> 'time_slots',
                            'repeat', p_repeat)
      || case when lower(b ->> 'email') = lower(p_email) then jsonb_build_object('link_version', b -> 'link_version') else '{}' end
  from private.booking_json(p_id) b
$$;

create function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null, p_site_key text default null,
  p_package text default null, p_phone text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_old public.bookings;
  v_is_repeat boolean;
  v_moves boolean;
  v_counts boolean;
  v_id uuid;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_package, p_phone);

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
    if not v_counts and (v_old.name, v_old.email, v_old.message, v_old.package, v_old.phone)
                            is not distinct from (p_name, p_email, p_message, p_package, p_phone) then
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
      insert into public.bookings (name, email, date, time_slot_id, message, package, phone, request_id)
      values (p_name, p_email, p_date, p_time_slot_id, p_message, p_package, p_phone, coalesce(p_request_id, gen_random_uuid()))
      returning id into v_id;
      return private.booking_json(v_id);
    end if;
    update public.bookings set name = p_name, email = p_email, date = p_date, time_slot_id = p_time_slot_id, message = p_message,
      package = p_package, phone = p_phone
    where id = v_old.id and status = 'pending';
    -- If not, an admin has just changed it.
    return private.repeated_booking(v_old.id, case when found then 'updated' else 'unchanged' end, p_email);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
    when exclusion_violation or deadlock_detected then
      raise exception using message = 'slot_taken';
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

create function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_package text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_row public.inquiries;
  v_is_repeat boolean;
  v_counts boolean;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_package, null);

  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, null);
    end if;
    -- An erased record is not filled in again by an old form.
    select * into v_row from public.inquiries i
    where i.request_id = p_request_id and i.email <> 'erased@erased.invalid' order by i.created_at desc, i.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_row.status <> 'new' or v_row.created_at <= now() - interval '1 hour') then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'unchanged');
    end if;
    v_counts := not v_is_repeat or lower(v_row.email) <> lower(p_email);
    if not v_counts and (v_row.name, v_row.email, v_row.message, v_row.package)
                            is not distinct from (p_name, p_email, p_message, p_package) then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'updated');
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('inquiry', p_email, v_address);
    perform private.count_submit('inquiry', p_email, v_address);
  end if;
  if not v_is_repeat then
    insert into public.inquiries (name, email, message, package, request_id)
    values (p_name, p_email, p_message, p_package, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                              'status', v_row.status, 'created_at', v_row.created_at);
  end if;
  update public.inquiries set name = p_name, email = p_email, message = p_message, package = p_package
  where id = v_row.id and status = 'new';
  return jsonb_build_object('id', v_row.id, 'status', (select i.status from public.inquiries i where i.id = v_row.id),
                            'repeat', case when found then 'updated' else 'unchanged' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.create_inquiry is
  'Stores an inquiry and returns the row. The same request id again changes that row while it is new and under an hour old; it returns '
  'id, status and repeat: ''updated'', or ''unchanged'' when nothing was written.';

revoke execute on function public.create_booking, public.create_inquiry from public, anon, authenticated, service_role;
grant execute on function public.create_booking, public.create_inquiry to anon, authenticated;
