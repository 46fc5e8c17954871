-- Where the call happens as its visitor was last told, so that a mail can tell them of another
-- location; the time that a moved call had before, for the studio's mail about it; and what admins
-- can do about mails that were not delivered. A site from before calls finish_mail without a
-- location.

-- 1. What visitors were told

alter table public.bookings
  add column told_location text,
  add constraint bookings_told_location check (char_length(told_location) between 1 and 1000);
comment on column public.bookings.told_location is
  'Where the call happens as the visitor was last told; null when they were not told yet. Written by finish_mail.';
grant select (told_location) on public.bookings to authenticated;

comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status, and of a confirmed call''s location.';
create or replace function private.set_booking_versions() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if lower(new.email) <> lower(old.email) then
    new.link_version := old.link_version + 1;
    new.told_location := null; -- another person may read that mailbox
  end if;
  if (new.date, new.time_slot_id, new.status) is distinct from (old.date, old.time_slot_id, old.status)
    or new.status = 'confirmed' and new.location is distinct from old.location
  then
    new.calendar_sequence := old.calendar_sequence + 1;
  end if;
  if new.status <> 'cancelled' then
    new.cancel_reason := null;
  end if;
  return new;
end
$$;

comment on column public.request_events.before is
  '{"status"}, for a booking also "date" and "start_time" (HH:MM), and "location" when that was changed (null: the usual one). Null when the '
  'request was created.';
create or replace function private.note_booking_event() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb := private.booking_state(new);
begin
  if tg_op = 'UPDATE' then
    v_before := private.booking_state(old);
    if new.location is distinct from old.location then
      v_before := v_before || jsonb_build_object('location', old.location);
      v_after := v_after || jsonb_build_object('location', new.location);
    end if;
  end if;
  if v_before is distinct from v_after then
    insert into public.request_events (booking_id, actor, before, after) values (new.id, private.actor(), v_before, v_after);
  end if;
  return null;
end
$$;

create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, phone = null, location = null,
    told_location = null, cancel_reason = null, status = coalesce(p_booking_status, status), request_id = gen_random_uuid()
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, request_id = gen_random_uuid()
  where id = p_id;
$$;

-- 2. The outbox

alter table private.outbox
  add column known_start timestamp,
  add column dismissed_at timestamptz,
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (kind in ('received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder'));
comment on column private.outbox.known_start is
  'When the call was to begin before it was moved, on the studio''s wall clock, as its reader knows it. Null for other mails.';
comment on column private.outbox.dismissed_at is 'When an admin said that they have dealt with a mail that was not delivered.';

drop function private.write_mail(uuid, uuid, text, text, timestamptz, text);
create function private.write_mail(
  p_booking_id uuid, p_inquiry_id uuid, p_recipient text, p_kind text, p_due_at timestamptz default now(), p_known_status text default null,
  p_known_start timestamp default null
) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox where due_at < now() - interval '30 days';
  perform private.drop_mails(p_booking_id, p_inquiry_id, p_recipient, array[p_kind]);
  insert into private.outbox (booking_id, inquiry_id, recipient, kind, due_at, send_after, known_status, known_start)
  values (p_booking_id, p_inquiry_id, p_recipient, p_kind, p_due_at, p_due_at, p_known_status, p_known_start);
end
$$;

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
    perform private.drop_mails(new.id, null, 'visitor', '{moved,confirmed,location,cancelled}');
    perform private.write_mail(new.id, null, 'visitor', 'received');
    perform private.write_mail(new.id, null, 'studio', 'received');
  elsif v_moves then
    -- If the first mail has not been sent yet, it will have the new time, so it stays the first mail.
    select * into v_waiting from private.drop_mails(new.id, null, 'visitor', '{received,moved,confirmed,location,cancelled}')
    order by kind = 'received' desc limit 1;
    perform private.write_mail(new.id, null, 'visitor', case v_waiting.kind when 'received' then 'received' else 'moved' end);
    if v_by_visitor then
      select * into v_waiting from private.drop_mails(new.id, null, 'studio', '{received,moved}')
      order by kind = 'received' desc limit 1;
      if v_waiting.kind = 'received' then
        perform private.write_mail(new.id, null, 'studio', 'received');
      else
        perform private.write_mail(new.id, null, 'studio', 'moved', p_known_start => coalesce(v_waiting.known_start, lower(old.period)));
      end if;
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
      -- A confirmation names the location too.
      if new.status = 'confirmed' then
        perform private.drop_mails(new.id, null, 'visitor', '{location}');
      end if;
    end if;
    if v_by_visitor and new.status = 'cancelled' then
      perform private.write_mail(new.id, null, 'studio', 'cancelled');
    end if;
  end if;
  return null;
end
$$;

-- Tells of another location whoever was told one, or may be reading one in a mail that is on its
-- way. The site knows the usual location and drops the mail when it says nothing new (finish_mail).
create function private.write_location_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.location is distinct from old.location and new.status = 'confirmed'
    and private.starts_at(new) > now() and not private.is_erased(new.email)
    and (new.told_location is not null or exists (
      select 1 from private.outbox o
      where o.booking_id = new.id and o.recipient = 'visitor' and o.kind in ('confirmed', 'location', 'reminder')
        and (o.sent_at is not null or o.lease is not null)))
    -- The confirmation that waits will have the new location.
    and not exists (
      select 1 from private.outbox o
      where o.booking_id = new.id and o.recipient = 'visitor' and o.kind = 'confirmed'
        and o.sent_at is null and o.given_up_at is null and o.lease is null)
  then
    perform private.write_mail(new.id, null, 'visitor', 'location', now() + interval '60 seconds');
  end if;
  return null;
end
$$;
create trigger bookings_location_mail after update of location on public.bookings
for each row execute function private.write_location_mail();

create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', p_mail.known_start::date, 'known_start_time', to_char(p_mail.known_start, 'HH24:MI'))
    || about.fields
  from (
    select jsonb_build_object(
      'about', 'booking', 'about_id', b.id, 'record_id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'package', b.package,
      'status', b.status, 'created_at', b.created_at, 'date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'cancel_reason', b.cancel_reason,
      'told_location', b.told_location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
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

create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(bool_or(
    private.starts_at(b) <= now()
    or (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
    or p_mail.kind in ('confirmed', 'location', 'reminder') and b.status <> 'confirmed'
    or (p_mail.kind, p_mail.recipient) = ('received', 'visitor') and b.status <> 'pending'), false)
  from public.bookings b where b.id = p_mail.booking_id
$$;

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_location text := nullif(left(p_result ->> 'location', 1000), '');
  v_mail private.outbox;
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'released', 'unneeded') is not true then
    raise exception using message = 'invalid_result';
  end if;
  -- First the booking, then its mails: in this order a change of the booking locks them too.
  perform 1 from public.bookings b
  where b.id = (select o.booking_id from private.outbox o where o.id = p_id) and v_outcome = 'sent' and v_location is not null
  for no key update;
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case v_outcome when 'sent' then now() end,
      attempts = o.attempts - case v_outcome when 'released' then 1 else 0 end,
      last_error = case when v_outcome in ('failed', 'refused') then left(p_result ->> 'error', 200) else o.last_error end,
      -- 1, 2, 4 … minutes, at most two hours.
      send_after = case v_outcome
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case v_outcome when 'refused' then now() end
  where o.id = p_id and o.lease = p_lease and o.lease_until > now()
  returning * into v_mail;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  if v_outcome = 'unneeded' then
    delete from private.outbox where id = p_id;
  elsif v_outcome = 'sent' and v_location is not null and v_mail.recipient = 'visitor' then
    update public.bookings set told_location = v_location where id = v_mail.booking_id;
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, with the "location" that the visitor was told in it, "released" (not tried), '
  '"unneeded" (it would say nothing new), "failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises '
  'not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';

-- 3. What admins see of mails, and do about them

-- It returns more columns than before; what it returned, it still does.
drop function public.get_mail_problems();
create function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, coalesce(b.id, i.id), coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email)
    from private.outbox o left join public.bookings b on b.id = o.booking_id left join public.inquiries i on i.id = o.inquiry_id
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up within the last seven days, and those that wait for more than 15 minutes, but for those that were dismissed.';

create function public.retry_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_live_admin();
  delete from private.outbox o
  where o.id = any (p_ids) and o.sent_at is null and o.lease is null and private.is_outdated(o);
  update private.outbox o
  set given_up_at = null, dismissed_at = null, attempts = 0, due_at = now(), send_after = now()
  where o.id = any (p_ids) and o.sent_at is null and (o.lease is null or o.lease_until <= now());
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.retry_mails(uuid[]) is
  'For admins: makes mails that were not delivered due now, with 24 hours to be tried in. Returns how many; those that are no longer true are deleted.';

create function public.dismiss_mails(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_live_admin();
  update private.outbox o set dismissed_at = now() where o.id = any (p_ids) and o.sent_at is null and o.dismissed_at is null;
  get diagnostics v_count = row_count;
  return v_count;
end
$$;
comment on function public.dismiss_mails(uuid[]) is
  'For admins: get_mail_problems lists these mails no longer. One that still waits is tried as before. Returns how many.';

create function public.get_told_calls() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'date', b.date, 'start_time', to_char(lower(b.period), 'HH24:MI'),
      'phone', b.phone, 'location', b.location, 'told_location', b.told_location,
      'waits', exists (
        select 1 from private.outbox o
        where o.booking_id = b.id and o.recipient = 'visitor' and o.kind in ('confirmed', 'location')
          and o.sent_at is null and o.given_up_at is null)) order by b.period), '[]')
    from public.bookings b
    where b.status = 'confirmed' and b.date >= private.studio_today() and private.starts_at(b) > now() and b.told_location is not null);
end
$$;
comment on function public.get_told_calls() is
  'For admins: the confirmed calls to come whose visitors were told a location, earliest first; "waits" when a mail that will tell them the '
  'present one is in the outbox. The site compares, because only it knows the usual location.';

create function public.tell_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_id in
    -- A later file of the event has a higher SEQUENCE.
    update public.bookings b set calendar_sequence = b.calendar_sequence + 1
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now() and not private.is_erased(b.email)
    returning b.id
  loop
    perform private.write_mail(v_id, null, 'visitor', 'location');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.tell_location(uuid[]) is
  'For admins: mails the visitors of these calls, if confirmed and still to come, where they happen, at once. Returns how many.';

create function public.set_told_location(p_booking_id uuid, p_location text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  update public.bookings b set told_location = nullif(left(p_location, 1000), '')
  where b.id = p_booking_id and not private.is_erased(b.email);
end
$$;
comment on function public.set_told_location(uuid, text) is
  'For an admin who has told a visitor themselves where the call happens.';

revoke execute on function
  public.get_mail_problems, public.retry_mails, public.dismiss_mails, public.get_told_calls, public.tell_location, public.set_told_location
  from public, anon, authenticated, service_role;
grant execute on function
  public.get_mail_problems, public.retry_mails, public.dismiss_mails, public.get_told_calls, public.tell_location, public.set_told_location
  to authenticated;
