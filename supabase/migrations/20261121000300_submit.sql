-- New versions of the two functions that visitors write with. Each validates everything again and raises a stable code as its message:
-- not_signed, invalid_name, invalid_email, invalid_message, date_not_bookable, slot_not_offered, slot_taken,
-- too_many (a cap of this person), too_busy (a cap of all together, or a queue that is too long).
-- One request id is one row: what is sent again under it changes that row, while it is pending (new) and under an hour old.

drop function public.create_booking(text, text, date, uuid, text, uuid, inet);
drop function public.create_inquiry(text, text, text, uuid, inet);
drop function private.queue_submit();

-- A request's row is found by its id alone; a lock on the id keeps it to one row. Old data may hold several of one id.
drop index public.bookings_request;
create index bookings_request on public.bookings (request_id);

-- Stricter than the tables' CHECKs, which old rows must still pass when an admin changes them. An e-mail address has one "@"; before it 1-64
-- characters without spaces, after it at least two labels of letters, digits and hyphens (or anything beyond ASCII), the last of two
-- characters or more; no dot at an end of either part or next to another. `isEmail` in lib/booking/schema.ts says the same.
create or replace function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if coalesce(char_length(p_name), 0) not between 1 and 100 then
    raise exception using message = 'invalid_name';
  end if;
  if coalesce(char_length(p_email), 0) not between 1 and 254 then
    raise exception using message = 'invalid_email';
  end if;
  if p_message is not null and char_length(p_message) not between 1 and 5000 then
    raise exception using message = 'invalid_message';
  end if;
  -- The length is checked before the patterns, so that they never run on long text.
  if not private.is_clean_text(p_name) then
    raise exception using message = 'invalid_name';
  end if;
  if p_email !~ '^[^\s@.]+(\.[^\s@.]+)*@([a-zA-Z0-9\u0080-\U0010FFFF-]+\.)+[a-zA-Z0-9\u0080-\U0010FFFF-]{2,}$'
     or p_email ~ '\s' or position('@' in p_email) > 65 or not private.is_clean_text(p_email) then
    raise exception using message = 'invalid_email';
  end if;
  if not private.is_clean_text(p_message, true) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;

-- Waits for the submits that this one must not overtake: of the same request, of the same e-mail, for the same date, and for the counts that
-- all share. Always in this order, or two submits could wait for each other.
create function private.lock_submit(p_request_id uuid, p_email text, p_date date) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_request_id is not null then
    perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  end if;
  perform pg_advisory_xact_lock(2, hashtext(lower(p_email)));
  if p_date is not null then
    perform pg_advisory_xact_lock(3, hashtext(p_date::text));
  end if;
  perform pg_advisory_xact_lock(4, 0);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

-- Raises when a visitor cannot have this time. The time that the same request holds does not count as taken; it is the error's detail, as
-- JSON with date and start_time, because the visitor may not know that it was stored.
create function private.check_time(p_date date, p_time_slot_id uuid, p_request_id uuid) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
  v_held text := coalesce((
    select jsonb_build_object('date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'))::text
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.request_id = p_request_id and b.status <> 'cancelled' order by b.created_at desc, b.id limit 1), '');
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable', detail = v_held;
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered;
  if not found then
    raise exception using message = 'slot_not_offered', detail = v_held;
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.request_id is distinct from p_request_id
  ) then
    raise exception using message = 'slot_taken', detail = v_held;
  end if;
end
$$;

-- What a repeated request returns. Without name, e-mail and message, because its sender may be somebody else who knows the id.
create function private.repeated_booking(p_id uuid, p_repeat text) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', b -> 'id', 'status', b -> 'status', 'date', b -> 'date', 'time_slots', b -> 'time_slots',
                            'repeat', p_repeat)
  from private.booking_json(p_id) b
$$;

create function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null, p_site_key text default null
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

  -- Checked twice: first without a lock, so that a rejected call neither waits nor blocks others, then again with the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, p_date);
    end if;
    select * into v_old from public.bookings b where b.request_id = p_request_id order by b.created_at desc, b.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_old.status <> 'pending' or v_old.created_at <= now() - interval '1 hour') then
      return private.repeated_booking(v_old.id, 'unchanged');
    end if;
    v_moves := not v_is_repeat or (v_old.date, v_old.time_slot_id) is distinct from (p_date, p_time_slot_id);
    v_counts := v_moves or lower(v_old.email) <> lower(p_email);
    if not v_counts and (v_old.name, v_old.email, v_old.message) is not distinct from (p_name, p_email, p_message) then
      return private.repeated_booking(v_old.id, 'updated');
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
      insert into public.bookings (name, email, date, time_slot_id, message, request_id)
      values (p_name, p_email, p_date, p_time_slot_id, p_message, coalesce(p_request_id, gen_random_uuid()))
      returning id into v_id;
      return private.booking_json(v_id);
    end if;
    update public.bookings set name = p_name, email = p_email, date = p_date, time_slot_id = p_time_slot_id, message = p_message
    where id = v_old.id and status = 'pending';
    -- If not, an admin has just changed it.
    return private.repeated_booking(v_old.id, case when found then 'updated' else 'unchanged' end);
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
  p_site_key text default null
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
    if not v_counts and (v_row.name, v_row.email, v_row.message) is not distinct from (p_name, p_email, p_message) then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'updated');
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('inquiry', p_email, v_address);
    perform private.count_submit('inquiry', p_email, v_address);
  end if;
  if not v_is_repeat then
    insert into public.inquiries (name, email, message, request_id)
    values (p_name, p_email, p_message, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                              'status', v_row.status, 'created_at', v_row.created_at);
  end if;
  update public.inquiries set name = p_name, email = p_email, message = p_message where id = v_row.id and status = 'new';
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
