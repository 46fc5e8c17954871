-- Two facts that stood in many places stand in one. The address of an erased person is private.erased_email(), and private.is_erased()
-- asks for it. And what a form sends besides name, e-mail and message comes as one JSON object, p_details, so that a new field changes no
-- function's signature; a package's id is checked by its form, so that a new package needs no migration.

alter table public.bookings
  drop constraint bookings_package,
  add constraint bookings_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$');
alter table public.inquiries
  drop constraint inquiries_package,
  add constraint inquiries_package check (char_length(package) <= 40 and package ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

-- What stands in place of the e-mail address of a person who was erased. ERASED_EMAIL in
-- lib/requests/request.ts is the same.
create function private.erased_email() returns text
language sql immutable set search_path = ''
as $$ select 'erased@erased.invalid' $$;

-- Bound at creation like studio_today, because triggers call it for admins.
create function private.is_erased(p_email text) returns boolean
language sql immutable set search_path = ''
begin atomic
  select lower(p_email) = private.erased_email();
end;

-- Also invalid is an address that mail programs or servers read as another one: quoted, in angle
-- brackets, with a comment, with characters that have a second form (NFKC) or that are ignored. So
-- is the address of erased people, because their bookings send no mails. lib/booking/schema.ts has
-- the same rules.
create or replace function private.check_sender(p_name text, p_email text, p_message text) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  -- Default_Ignorable_Code_Point, for use in brackets.
  v_ignored constant text := '\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164'
    '\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff';
  -- Every space, and the Braille pattern without a dot.
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
  -- The length is checked before the patterns, so that they never run on long text.
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

drop function public.create_booking(text, text, date, uuid, text, uuid, inet, text, text, text);
drop function public.create_inquiry(text, text, text, uuid, inet, text, text);
drop function private.check_details(text, text);

-- What a form may send besides name, e-mail and message, as one JSON object of texts: `p_keys` names the
-- keys that this kind of request has. The site knows which packages there are; here an id only has to look
-- like one.
create function private.check_details(p_details jsonb, p_keys text[]) returns void
language plpgsql immutable set search_path = ''
as $$
declare
  v_package text := p_details ->> 'package';
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
    raise exception using message = 'invalid_package';
  end if;
  if char_length(v_phone) > 30 or v_phone !~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$' then
    raise exception using message = 'invalid_phone';
  end if;
end
$$;

create function public.create_booking(
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
  v_phone text := p_details ->> 'phone';
  v_old public.bookings;
  v_is_repeat boolean;
  v_moves boolean;
  v_counts boolean;
  v_id uuid;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');

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
                            is not distinct from (p_name, p_email, p_message, v_package, v_phone) then
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
      values (p_name, p_email, p_date, p_time_slot_id, p_message, v_package, v_phone, coalesce(p_request_id, gen_random_uuid()))
      returning id into v_id;
      return private.booking_json(v_id);
    end if;
    update public.bookings set name = p_name, email = p_email, date = p_date, time_slot_id = p_time_slot_id, message = p_message,
      package = v_package, phone = v_phone
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
  p_site_key text default null, p_details jsonb default '{}'
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_signed boolean := private.check_site_key(p_site_key);
  -- Only the site may say whose address it is.
  v_address bytea := case when v_signed then private.hash_address(p_address) end;
  v_package text := p_details ->> 'package';
  v_row public.inquiries;
  v_is_repeat boolean;
  v_counts boolean;
begin
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package}');

  for v_round in 1..2 loop
    if v_round = 2 then
      perform private.lock_submit(p_request_id, p_email, null);
    end if;
    -- An erased record is not filled in again by an old form.
    select * into v_row from public.inquiries i
    where i.request_id = p_request_id and not private.is_erased(i.email) order by i.created_at desc, i.id limit 1;
    v_is_repeat := found;
    if v_is_repeat and (v_row.status <> 'new' or v_row.created_at <= now() - interval '1 hour') then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'unchanged');
    end if;
    v_counts := not v_is_repeat or lower(v_row.email) <> lower(p_email);
    if not v_counts and (v_row.name, v_row.email, v_row.message, v_row.package)
                            is not distinct from (p_name, p_email, p_message, v_package) then
      return jsonb_build_object('id', v_row.id, 'status', v_row.status, 'repeat', 'updated');
    end if;
  end loop;

  if v_counts then
    perform private.check_caps('inquiry', p_email, v_address);
    perform private.count_submit('inquiry', p_email, v_address);
  end if;
  if not v_is_repeat then
    insert into public.inquiries (name, email, message, package, request_id)
    values (p_name, p_email, p_message, v_package, coalesce(p_request_id, gen_random_uuid()))
    returning * into v_row;
    return jsonb_build_object('id', v_row.id, 'name', v_row.name, 'email', v_row.email, 'message', v_row.message,
                              'status', v_row.status, 'created_at', v_row.created_at);
  end if;
  update public.inquiries set name = p_name, email = p_email, message = p_message, package = v_package
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

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

-- Raises link_invalid when there is no such booking, it is erased, or it has another link version.
create or replace function private.check_link(p_booking public.bookings, p_link_version integer) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_booking.id is null or private.is_erased(p_booking.email) or p_booking.link_version is distinct from p_link_version then
    raise exception using message = 'link_invalid';
  end if;
end
$$;

create or replace function public.erase_managed_booking(p_site_key text, p_id uuid, p_link_version integer, p_email text) returns void
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
  set name = 'Erased', email = private.erased_email(), message = null, phone = null, location = null, cancel_reason = null,
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
  'Erases the visitor''s data from this one booking, whose e-mail address must be p_email. Cancels a call that has not begun. The link stops working.';

-- For an admin who sends it to them.
create or replace function public.copy_visitor_link(p_booking_id uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
begin
  perform private.require_live_admin();
  -- Locked, so that an erasure at the same time deletes this event too.
  select * into v_booking from public.bookings b where b.id = p_booking_id for share;
  if not found or private.is_erased(v_booking.email)
    or upper(v_booking.period) <= now() at time zone private.studio_zone() then
    return null;
  end if;
  insert into public.request_events (booking_id, actor, kind, before, after)
  values (v_booking.id, private.actor(), 'link_copied', private.booking_state(v_booking), private.booking_state(v_booking));
  return v_booking.link_version;
end
$$;
comment on function public.copy_visitor_link is
  'The link_version that the visitor''s link of a booking must be signed for, noted in its history. Null when there is no such booking, its '
  'call is over or its person is erased.';

-- A new request id on both tables, so that a form that is sent again does not fill in an erased
-- record.
create or replace function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_bookings integer;
  v_inquiries integer;
begin
  perform private.require_live_admin();
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, phone = null, location = null, cancel_reason = null,
    request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_bookings = row_count;
  update public.inquiries set name = 'Erased', email = private.erased_email(), message = null, request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_inquiries = row_count;
  return v_bookings + v_inquiries;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every record of this e-mail; returns how many.';

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
    perform private.drop_mails(new.id, null, 'visitor', '{moved,confirmed,cancelled}');
    perform private.write_mail(new.id, null, 'visitor', 'received');
    perform private.write_mail(new.id, null, 'studio', 'received');
  elsif v_moves then
    -- If the first mail has not been sent yet, it will have the new time, so it stays the first mail.
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,cancelled}')
    order by kind = 'received' desc limit 1;
    perform private.write_mail(new.id, null, 'visitor', case v_waiting.kind when 'received' then 'received' else 'moved' end);
    if v_by_visitor then
      select * into v_waiting from private.drop_mails(new.id, null, 'studio', '{received}');
      perform private.write_mail(new.id, null, 'studio', coalesce(v_waiting.kind, 'moved'));
    end if;
  else
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,cancelled}')
    order by created_at limit 1;
    if found then
      v_known := v_waiting.known_status;
    end if;
    -- Sent after a minute, so that a change that is undone by then sends no mail.
    if new.status is distinct from v_known then
      perform private.write_mail(new.id, null, 'visitor', case new.status when 'pending' then 'received' else new.status end,
                                 now() + interval '60 seconds', v_known);
    end if;
    if v_by_visitor and new.status = 'cancelled' then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
  end if;
  return null;
end
$$;

create or replace function private.write_inquiry_mails() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_erased(new.email) then
    delete from private.outbox where inquiry_id = new.id;
  elsif tg_op = 'INSERT' or lower(new.email) <> lower(old.email) then
    perform private.write_mail(null, new.id, 'visitor', 'received');
    perform private.write_mail(null, new.id, 'studio', 'received');
  end if;
  return null;
end
$$;

create or replace trigger bookings_erased_mails after update of email on public.bookings
for each row when (private.is_erased(new.email) and old.email <> new.email) execute function private.end_leases();
create or replace trigger bookings_events_erased after update of email on public.bookings
for each row when (private.is_erased(new.email)) execute function private.erase_request_events();
create or replace trigger inquiries_events_erased after update of email on public.inquiries
for each row when (private.is_erased(new.email)) execute function private.erase_request_events();
create or replace trigger bookings_erased before update of status, location on public.bookings
for each row when (
  private.is_erased(old.email)
  and (new.location is not null or new.status is distinct from old.status and new.status <> 'cancelled'))
execute function private.refuse_erased();
create or replace trigger inquiries_erased before update of status on public.inquiries
for each row when (
  private.is_erased(old.email) and new.status is distinct from old.status and new.status <> 'archived')
execute function private.refuse_erased();
