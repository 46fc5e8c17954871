-- The two functions by which a visitor writes. Each validates everything again and raises a stable code as its message:
-- invalid_name, invalid_email, invalid_message, date_not_bookable, slot_not_offered, slot_taken, too_many.

create function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(char_length(p_name), 0) not between 1 and 100 or not private.is_clean_text(p_name) then
    raise exception using message = 'invalid_name';
  end if;
  if coalesce(char_length(p_email), 255) > 254 or not private.is_clean_text(p_email)
     or p_email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    raise exception using message = 'invalid_email';
  end if;
  if p_message is not null and (char_length(p_message) not between 1 and 5000 or not private.is_clean_text(p_message, true)) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;

-- Submits wait for each other here, so that caps and repeated requests are checked one after the other.
create function private.queue_submit() returns void
language sql volatile set search_path = ''
as $$ select pg_advisory_xact_lock(hashtext('submits')) $$;

create function private.booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'date', b.date, 'time_slot_id', b.time_slot_id,
    'message', b.message, 'status', b.status, 'created_at', b.created_at,
    'time_slots', jsonb_build_object('id', s.id, 'start_time', to_char(s.start_time, 'HH24:MI'),
                                     'end_time', to_char(s.end_time, 'HH24:MI')))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id
$$;

create function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_slot record;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.queue_submit();

  select b.id into v_id from public.bookings b
  where b.request_id = p_request_id and lower(b.email) = lower(p_email)
    and b.date = p_date and b.time_slot_id = p_time_slot_id;
  if found then
    return private.booking_json(v_id);
  end if;

  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable';
  end if;
  select s.is_booked into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered;
  if not found then
    raise exception using message = 'slot_not_offered';
  end if;
  if v_slot.is_booked then
    raise exception using message = 'slot_taken';
  end if;

  perform private.refuse_above('future_bookings_per_email',
    (select count(*) from public.bookings b
     where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'));
  perform private.admit_submit(p_email, p_address);

  begin
    insert into public.bookings (name, email, date, time_slot_id, message, request_id)
    values (p_name, p_email, p_date, p_time_slot_id, p_message, coalesce(p_request_id, gen_random_uuid()))
    returning id into v_id;
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
    when exclusion_violation or deadlock_detected then
      raise exception using message = 'slot_taken';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
  end;
  return private.booking_json(v_id);
end
$$;
comment on function public.create_booking is
  'Books a free slot and returns the row with its slot. The same request id, e-mail, date and slot return the stored row.';

create function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_row public.inquiries;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.queue_submit();

  select * into v_row from public.inquiries i
  where i.request_id = p_request_id and lower(i.email) = lower(p_email) and i.message is not distinct from p_message;
  if not found then
    perform private.admit_submit(p_email, p_address);
    insert into public.inquiries (name, email, message, request_id)
    values (p_name, p_email, p_message, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
  end if;
  return to_jsonb(v_row) - 'request_id';
end
$$;
comment on function public.create_inquiry is
  'Stores an inquiry and returns the row. The same request id, e-mail and message return the stored row.';

revoke execute on function public.create_booking, public.create_inquiry from public, anon, authenticated, service_role;
grant execute on function public.create_booking, public.create_inquiry to anon, authenticated;
