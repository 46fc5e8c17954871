-- Caps on the number of visitors' submits, checks of the submitted fields, create_booking and create_inquiry.

-- 1. Caps. They are in the database because every instance of the site shares them.

create table private.submission_caps (
  name text primary key,
  max integer not null check (max >= 0)
);
comment on table private.submission_caps is
  'Caps on submits by visitors and on mails to them. Change a number with an UPDATE.';
insert into private.submission_caps (name, max) values
  ('future_bookings_per_email', 3),
  ('submits_per_email_in_24_hours', 5),
  ('submits_per_address_in_10_minutes', 20),
  ('bookings_in_an_hour', 30),
  ('bookings_in_a_day', 60),
  ('inquiries_in_an_hour', 120),
  ('changes_per_email_in_24_hours', 10),
  ('mails_per_email_in_24_hours', 20);

create table private.submits (
  kind text not null check (kind in ('booking', 'inquiry', 'change')),
  email_hash bytea not null,
  address_hash bytea,
  submitted_at timestamptz not null default now()
);
comment on table private.submits is
  'Submits that count against a cap, kept for 24 hours. Addresses are stored as keyed hashes.';
create index submits_email on private.submits (email_hash, submitted_at);
create index submits_address on private.submits (address_hash, submitted_at) where address_hash is not null;
create index submits_recent on private.submits (submitted_at);

-- The keyed hash of an e-mail address, for the caps. Ignores dots and a part after a plus sign before the @, as
-- many mail providers do.
create function private.hash_email(p_email text) returns bytea
language sql stable set search_path = ''
as $$ select private.keyed_hash(regexp_replace(lower(p_email), '\.(?=.*@)|\+[^@]*(?=@)', '', 'g')) $$;

create function private.check_cap(p_cap text, p_count bigint, p_code text default 'too_many') returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_count >= (select c.max from private.submission_caps c where c.name = p_cap) then
    raise exception using message = p_code, hint = p_cap;
  end if;
end
$$;

create function private.shared_caps() returns table (cap text, kind text, submits bigint)
language sql stable set search_path = ''
as $$
  select spans.cap, spans.kind,
         (select count(*) from private.submits s where s.kind = spans.kind and s.submitted_at > now() - spans.span)
  from (values
    ('bookings_in_an_hour', 'booking', interval '1 hour'),
    ('bookings_in_a_day', 'booking', interval '24 hours'),
    ('inquiries_in_an_hour', 'inquiry', interval '1 hour')
  ) spans (cap, kind, span)
$$;

-- Counts a submit: 'booking', 'inquiry', or a visitor's 'change' or 'cancel' of a booking. Raises too_many if it
-- exceeds a cap of this person, too_busy if it exceeds a shared one.
create function private.count_submit(p_kind text, p_email text, p_address_hash bytea) returns void
language plpgsql set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'));
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
  delete from private.submits where submitted_at < now() - interval '24 hours';
  insert into private.submits (kind, email_hash, address_hash)
  values (case p_kind when 'cancel' then 'change' else p_kind end, private.hash_email(p_email), p_address_hash);
end
$$;

-- 2. Checks of a request

-- Raises invalid_name, invalid_email or invalid_message. Rejects an e-mail address that a mail program or server
-- may read as another one: with quotes, angle brackets, a comment, or characters that have a second form (NFKC) or
-- are ignored. Also rejects the address of erased people, because their bookings send no mails.
-- lib/booking/schema.ts has the same rules.
create function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  -- The Unicode property Default_Ignorable_Code_Point, for a bracket expression.
  v_ignored constant text :=
    '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
  -- Every Unicode space, and the blank Braille pattern.
  v_blank constant text := ' \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800';
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
  -- Checks the lengths before the patterns, so that no pattern runs on long text.
  if not private.is_clean_text(p_name) or p_name !~ ('[^' || v_blank || v_ignored || ']') then
    raise exception using message = 'invalid_name';
  end if;
  if p_email !~ '^[^\s@.]+(\.[^\s@.]+)*@([a-zA-Z0-9\u0080-\U0010FFFF-]+\.)+[a-zA-Z0-9\u0080-\U0010FFFF-]{2,}$'
     or p_email ~ '\s' or position('@' in p_email) > 65 or not private.is_clean_text(p_email)
     or p_email is not nfkc normalized or p_email ~ '["(),:;<>\\\[\]\u3002]'
     or private.is_erased(p_email)
     or p_email ~ ('[' || v_ignored || ']')
  then
    raise exception using message = 'invalid_email';
  end if;
  if not private.is_clean_text(p_message, true) then
    raise exception using message = 'invalid_message';
  end if;
end
$$;

-- Checks p_details, a JSON object of texts: the fields besides name, e-mail and message. p_keys has the allowed
-- keys; the hint of invalid_details is the wrong key. Checks only the form of packages and answers, because the
-- site defines them.
create function private.check_details(p_details jsonb, p_keys text[]) returns void
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

-- Raises date_not_bookable, slot_not_offered or slot_taken if a visitor cannot take this time. Ignores p_except,
-- the booking that moves. With p_is_proposed, notice_hours does not apply.
create function private.check_time(
  p_date date, p_time_slot_id uuid, p_except uuid default null, p_is_proposed boolean default false
) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_slot record;
begin
  if p_date is null or p_date <= private.studio_today() or p_date > private.studio_today() + 365 then
    raise exception using message = 'date_not_bookable';
  end if;
  select s.start_time, s.end_time into v_slot from private.slots_between(p_date, p_date) s
  where s.id = p_time_slot_id and s.is_offered and not s.is_busy;
  if not found or p_date + v_slot.start_time < private.notice_until() and not p_is_proposed then
    raise exception using message = 'slot_not_offered';
  end if;
  if exists (
    select 1 from public.bookings b
    where b.status <> 'cancelled' and b.period && tsrange(p_date + v_slot.start_time, p_date + v_slot.end_time)
      and b.id is distinct from p_except
  ) then
    raise exception using message = 'slot_taken';
  end if;
end
$$;

-- Makes other submits wait until this transaction ends, because all share the counts of the caps.
create function private.lock_submit() returns void
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(4, 0);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;

-- 3. Visitors' bookings and inquiries

create function private.booking_json(p_id uuid) returns jsonb
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

-- The checks of a form without a lock. Returns the hash of the visitor's IP address; null if no site passed it.
create function private.check_form(
  p_site_key text, p_name text, p_email text, p_message text, p_details jsonb, p_keys text[], p_address inet
) returns bytea
language plpgsql stable set search_path = ''
as $$
declare
  v_is_signed constant boolean := private.check_site_key(p_site_key);
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, p_keys);
  return case when v_is_signed then private.hash_address(p_address) end;
end
$$;

-- create_booking checks, in this order, and raises:
--
--   1. check_form: the site's key (not_signed), the texts (invalid_name, invalid_email, invalid_message) and the other
--      fields (invalid_details)
--   2. date and time (check_time), first without and then with locks: date_not_bookable, slot_not_offered, slot_taken;
--      too_busy after waiting too long for a lock
--   3. the caps (count_submit), once, under the lock: too_many, too_busy
--   4. an admin's change at the same moment, found by the constraints at the INSERT: slot_taken, slot_not_offered or
--      too_busy
--
-- A form that is sent again returns after 1. create_inquiry has the same checks without date and time.
create function public.create_booking(
  p_name text, p_email text, p_date date, p_time_slot_id uuid,
  p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_address constant bytea :=
    private.check_form(p_site_key, p_name, p_email, p_message, p_details, '{package,fit,price_seen,phone}', p_address);
  v_given constant public.bookings := jsonb_populate_record(null::public.bookings, p_details);
  v_row public.bookings;
begin
  -- Checks twice: first without a lock, so that a rejected form neither waits nor blocks others, then again with
  -- the lock.
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.bookings b where b.form_id = p_request_id;
    if found then
      -- Omits name, e-mail address and message, because another person may know the form's id.
      return (
        select jsonb_build_object(
          'id', b -> 'id', 'status', b -> 'status', 'date', b -> 'date', 'time_slots', b -> 'time_slots',
          'differs', (v_row.name, v_row.email, v_row.date, v_row.time_slot_id, v_row.message,
              v_row.package, v_row.fit, v_row.price_seen, v_row.phone)
            is distinct from (p_name, p_email, p_date, p_time_slot_id, p_message,
              v_given.package, v_given.fit, v_given.price_seen, v_given.phone))
          || case when lower(v_row.email) = lower(p_email) then jsonb_build_object('link_version', v_row.link_version)
            else '{}' end
        from private.booking_json(v_row.id) b);
    end if;
    perform private.check_time(p_date, p_time_slot_id);
  end loop;

  perform private.count_submit('booking', p_email, v_address);
  begin
    insert into public.bookings (name, email, date, time_slot_id, message, package, fit, price_seen, phone, form_id)
    values (p_name, p_email, p_date, p_time_slot_id, p_message, v_given.package, v_given.fit, v_given.price_seen,
      v_given.phone, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return private.booking_json(v_row.id);
  exception
    -- An admin has confirmed a cancelled booking, or deleted the slot, since check_time.
    when exclusion_violation then
      raise exception using message = 'slot_taken';
    -- The time may still be free, so the site tries again.
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
  'Books a free slot and returns the row with its slot. A repeated p_request_id stores nothing: it returns id, status, '
  'date and slot of the stored booking, "differs" (true if the new values differ from the stored ones), and '
  'link_version if p_email is the stored address.';

create function public.create_inquiry(
  p_name text, p_email text, p_message text default null, p_request_id uuid default null, p_address inet default null,
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_address constant bytea :=
    private.check_form(p_site_key, p_name, p_email, p_message, p_details, '{package,fit,price_seen}', p_address);
  v_given constant public.inquiries := jsonb_populate_record(null::public.inquiries, p_details);
  v_row public.inquiries;
begin
  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit();
    end if;
    select * into v_row from public.inquiries i where i.form_id = p_request_id;
    if found then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'differs',
        (v_row.name, v_row.email, v_row.message, v_row.package, v_row.fit, v_row.price_seen)
          is distinct from (p_name, p_email, p_message, v_given.package, v_given.fit, v_given.price_seen));
    end if;
  end loop;

  perform private.count_submit('inquiry', p_email, v_address);
  insert into public.inquiries (name, email, message, package, fit, price_seen, form_id)
  values (p_name, p_email, p_message, v_given.package, v_given.fit, v_given.price_seen,
    coalesce(p_request_id, gen_random_uuid()))
  returning * into v_row;
  return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                            'status', v_row.status, 'created_at', v_row.created_at);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.create_inquiry is
  'Stores an inquiry and returns the row. A repeated p_request_id stores nothing: it returns id and status of the '
  'stored inquiry, and "differs" (true if the new values differ from the stored ones).';
