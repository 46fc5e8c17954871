-- What a visitor answered on /start goes with the booking or the inquiry: fit, the query of the result, and price_seen, the price of the package
-- as the site's list had it then. Both are keys of p_details, and are erased with the person. A row from before has neither.

alter table public.bookings
  add column fit text
    constraint bookings_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  add column price_seen text
    constraint bookings_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen));
grant select (fit, price_seen) on public.bookings to authenticated;
alter table public.inquiries
  add column fit text
    constraint inquiries_fit check (char_length(fit) <= 200 and fit ~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$'),
  add column price_seen text
    constraint inquiries_price_seen check (char_length(price_seen) between 1 and 100 and private.is_clean_text(price_seen));
grant select (fit, price_seen) on public.inquiries to authenticated;
comment on column public.bookings.fit is
  'The answers that the visitor gave on /start, as its query: ''who=people&first=one-thing''. The site knows the questions.';
comment on column public.bookings.price_seen is
  'The price of the package on the site''s list when this was sent, as printed. It stays when the list changes.';
comment on column public.inquiries.fit is 'As in bookings.';
comment on column public.inquiries.price_seen is 'As in bookings.';

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, told_location = null, cancel_reason = null, status = coalesce(p_booking_status, status),
    request_id = gen_random_uuid()
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    request_id = gen_random_uuid()
  where id = p_id;
$$;

-- What a form may send besides name, e-mail and message, as one JSON object of texts: `p_keys` names the
-- keys that this kind of request has; the hint of the error is the key that is wrong. The site knows
-- which packages and which questions there are; here an id and the answers only have to look like some.
create or replace function private.check_details(p_details jsonb, p_keys text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_package text := p_details ->> 'package';
  v_fit text := p_details ->> 'fit';
  v_price_seen text := p_details ->> 'price_seen';
  v_phone text := p_details ->> 'phone';
begin
  if jsonb_typeof(p_details) is distinct from 'object' then
    raise exception using message = 'invalid_details';
  end if;
  if exists (
    select 1 from jsonb_each(p_details) detail
    where detail.key <> all (p_keys) or jsonb_typeof(detail.value) <> 'string'
  ) then
    raise exception using message = 'invalid_details';
  end if;
  if char_length(v_package) > 40 or v_package !~ '^[a-z0-9]+(-[a-z0-9]+)*$' then
    raise exception using message = 'invalid_details', hint = 'package';
  end if;
  if char_length(v_fit) > 200 or v_fit !~ '^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$' then
    raise exception using message = 'invalid_details', hint = 'fit';
  end if;
  if char_length(v_price_seen) not between 1 and 100 or not private.is_clean_text(v_price_seen) then
    raise exception using message = 'invalid_details', hint = 'price_seen';
  end if;
  if char_length(v_phone) > 30 or v_phone !~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$' then
    raise exception using message = 'invalid_details', hint = 'phone';
  end if;
end
$$;

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
    when exclusion_violation or deadlock_detected then
      raise exception using message = 'slot_taken';
    when foreign_key_violation or not_null_violation then
      raise exception using message = 'slot_not_offered';
    when lock_not_available then
      raise exception using message = 'too_busy', hint = 'lock';
  end;
end
$$;

create or replace function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
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
  v_row public.inquiries;
  v_is_repeat boolean;
  v_counts boolean;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,fit,price_seen}');

  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, null);
    end if;
    -- An erased request is not filled in again by an old form.
    select * into v_row from public.inquiries i
    where i.request_id = p_request_id and not private.is_erased(i.email) order by i.created_at desc, i.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_row.status <> 'new' or v_row.created_at <= now() - interval '1 hour') then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'unchanged');
    end if;
    v_counts := not v_is_repeat or lower(v_row.email) <> lower(p_email);
    if not v_counts and (v_row.name, v_row.email, v_row.message, v_row.package, v_row.fit, v_row.price_seen)
                            is not distinct from (p_name, p_email, p_message, v_package, v_fit, v_price_seen) then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'updated');
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('inquiry', p_email, v_address);
    perform private.count_submit('inquiry', p_email, v_address);
  end if;
  if not v_is_repeat then
    insert into public.inquiries (name, email, message, package, fit, price_seen, request_id)
    values (p_name, p_email, p_message, v_package, v_fit, v_price_seen, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                              'status', v_row.status, 'created_at', v_row.created_at);
  end if;
  update public.inquiries set name = p_name, email = p_email, message = p_message, package = v_package,
    fit = v_fit, price_seen = v_price_seen
  where id = v_row.id and status = 'new';
  return jsonb_build_object('id', v_row.id, 'status', (select i.status from public.inquiries i where i.id = v_row.id),
                            'repeat', case when found then 'updated' else 'unchanged' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
