-- One function erases whatever a person wrote (private.erase_request), and one code says that a field
-- of p_details is wrong. What a mail is about is called about_id.

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, phone = null, location = null,
    cancel_reason = null, status = coalesce(p_booking_status, status), request_id = gen_random_uuid()
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, request_id = gen_random_uuid()
  where id = p_id;
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
  for v_id in select b.id from public.bookings b where lower(b.email) = lower(p_email) for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) for update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops what else a person wrote in every request of this e-mail; returns how many.';

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
  -- A call that has not begun is cancelled, because its visitor can no longer be reached.
  perform private.erase_request(p_id, case when private.starts_at(v_booking) > now() then 'cancelled' end);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.erase_managed_booking is
  'Erases the visitor''s data from this one booking, whose e-mail address must be p_email. Cancels a call that has not begun. The link stops working.';

-- What a form may send besides name, e-mail and message, as one JSON object of texts: `p_keys` names the
-- keys that this kind of request has; the hint of the error is the key that is wrong. The site knows
-- which packages there are; here an id only has to look like one.
create or replace function private.check_details(p_details jsonb, p_keys text[]) returns void
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
    raise exception using message = 'invalid_details', hint = 'package';
  end if;
  if char_length(v_phone) > 30 or v_phone !~ '^[+(0-9][0-9 ()./-]{4,28}[0-9]$' then
    raise exception using message = 'invalid_details', hint = 'phone';
  end if;
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
    -- An erased request is not filled in again by an old form.
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

-- record_id is what a site from before about_id reads, which may run beside this database.
create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient) || about.fields
  from (
    select jsonb_build_object(
      'about', 'booking', 'about_id', b.id, 'record_id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'package', b.package,
      'status', b.status, 'created_at', b.created_at, 'date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'cancel_reason', b.cancel_reason,
      'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.id = p_mail.booking_id
    union all
    select jsonb_build_object(
      'about', 'inquiry', 'about_id', i.id, 'record_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
      'status', i.status, 'created_at', i.created_at)
    from public.inquiries i
    where i.id = p_mail.inquiry_id
  ) about (fields)
$$;

-- How many mails an address got in the last 24 hours, including those that are being sent.
create or replace function private.count_mails(p_mail private.outbox) returns bigint
language sql stable set search_path = ''
as $$
  select count(*)
  from (
    select lower(b.email) from public.bookings b where b.id = p_mail.booking_id
    union all
    select lower(i.email) from public.inquiries i where i.id = p_mail.inquiry_id
  ) person (email)
  join lateral (
    select b.id from public.bookings b where lower(b.email) = person.email
    union all
    select i.id from public.inquiries i where lower(i.email) = person.email
  ) request on true
  join private.outbox o on request.id in (o.booking_id, o.inquiry_id)
  where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
$$;

drop function public.get_mail_problems();
create or replace function public.get_mail_problems()
returns table (id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, coalesce(b.id, i.id), coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null
    from private.outbox o left join public.bookings b on b.id = o.booking_id left join public.inquiries i on i.id = o.inquiry_id
    where o.given_up_at > now() - interval '7 days'
       or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes'
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up within the last seven days, and those that wait for more than 15 minutes.';

comment on function public.count_requests(text) is 'How many requests erase_person would change for this e-mail.';
revoke all on function public.get_mail_problems from public, anon, authenticated, service_role;
grant execute on function public.get_mail_problems to authenticated;
