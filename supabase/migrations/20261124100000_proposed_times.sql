-- A time that the studio proposed, and the visitor takes, is confirmed by that. Kept with a proposal are the times
-- whose links stood in its text as it went out. Proposals from before have none: a call that is moved to one of
-- theirs waits to be confirmed, as their text said.

-- 1. What is kept with a proposal

alter table private.replies
  add column link_version integer,
  add column times jsonb not null default '[]',
  add constraint replies_times check (jsonb_array_length(times) <= 100);
comment on column private.replies.link_version is
  'The link_version of the call when it was written. Null for a message, and before 24 November 2026.';
comment on column private.replies.times is
  'The times whose links to the call''s own page stood in the text as it went out, [{"date", "time_slot_id"}].';

-- None of a text that was about the call as it was before.
create function private.kept_times(p_times jsonb, p_is_current boolean) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('date', t.date, 'time_slot_id', t.time_slot_id)), '[]')
  from jsonb_to_recordset(p_times) t (date date, time_slot_id uuid)
  where p_is_current
$$;

drop function public.send_reply(uuid, uuid, integer, text, text, text);
create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null,
  p_times jsonb default '[]'
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_before jsonb;
  v_is_current boolean;
  v_reply private.replies;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  if private.is_reply_stored(p_id, p_kind, p_subject, p_body) then
    return;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  v_before := private.answerable_state(p_request_id);
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := p_body is not null or not exists (
    select from public.request_events e where e.request_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  perform private.log_event(p_request_id, 'reply', p_kind);
  -- What tells of a change answers nothing that somebody asked.
  if p_kind <> 'change' then
    perform private.answer_request(p_request_id, p_kind);
  end if;
  select * into v_booking from public.bookings b where b.id = p_request_id;
  insert into private.replies (id, request_id, kind, subject, body, email, sent_by, before, said, sequence, link_version, times)
  values (p_id, p_request_id, p_kind, p_subject, p_body, case when p_body is not null then private.email_of(p_request_id) end,
    private.caller_id(), v_before,
    private.reply_state(v_booking, p_kind, v_is_current), v_booking.calendar_sequence, v_booking.link_version,
    private.kept_times(p_times, v_is_current))
  returning * into v_reply;
  perform private.pass_on_reply(v_reply, v_booking.known);
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. p_times '
  'has the times whose links to the call''s own page stand in the text, [{"date", "time_slot_id"}]: taking one confirms the call. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';
revoke execute on function public.send_reply from public, anon, authenticated, service_role;
grant execute on function public.send_reply to authenticated;

-- 2. Taking one

create function private.proposed_times(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select coalesce((
    select case when r.link_version = p_booking.link_version then r.times end
    from private.replies r
    where r.request_id = p_booking.id and r.kind = 'propose' and r.sequence = p_booking.calendar_sequence
    order by r.created_at desc limit 1), '[]')
$$;

create or replace function private.managed_booking_json(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'phone', b.phone, 'package', b.package, 'fit', b.fit,
    'price_seen', b.price_seen, 'created_at', b.created_at, 'date', b.date,
    'start_time', to_char(s.start_time, 'HH24:MI'), 'end_time', to_char(s.end_time, 'HH24:MI'), 'status', b.status,
    'location', b.location,
    -- Only of a confirmed call: the words and the url of its location.
    'where', case when b.status = 'confirmed' then private.call_location(b.location, b.phone) end, 'cancel_message', b.cancel_message, 'link_version', b.link_version,
    'calendar_sequence', b.calendar_sequence,
    -- Whether the studio wrote that it cannot make this time, and proposed others.
    'is_proposed', b.status = 'pending' and exists (
      select from private.replies r where r.request_id = b.id and r.kind = 'propose' and r.sequence = b.calendar_sequence),
    'proposed_times', private.proposed_times(b),
    'offer_kept_until', (
      select a.keep_until from public.offers o join public.offer_acceptances a on a.offer_id = o.id where o.request_id = b.id))
  from public.bookings b join public.time_slots s on s.id = b.time_slot_id
  where b.id = p_id and not private.is_erased(b.email)
$$;

create or replace function public.move_managed_booking(
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
      perform private.lock_submit(v_booking.form_id, v_booking.email, p_date);
      select * into v_booking from public.bookings b where b.id = p_id for no key update;
    else
      select * into v_booking from public.bookings b where b.id = p_id;
    end if;
    perform private.check_link(v_booking, p_link_version);
    -- Nothing to do: this is a second try after a lost response.
    if (v_booking.date, v_booking.time_slot_id) is not distinct from (p_date, p_time_slot_id) and v_booking.status <> 'cancelled' then
      return private.managed_booking_json(p_id);
    end if;
    perform private.check_change(v_booking, p_link_version, p_seen_sequence);
    perform private.check_time(p_date, p_time_slot_id, v_booking.form_id);
  end loop;

  perform private.check_caps('change', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  -- One statement takes the new time and frees the old one. What the studio proposed is confirmed by that.
  update public.bookings
  set date = p_date, time_slot_id = p_time_slot_id,
    status = case
      when private.proposed_times(v_booking) @> jsonb_build_array(jsonb_build_object('date', p_date, 'time_slot_id', p_time_slot_id))
      then 'confirmed' else 'pending'
    end
  where id = p_id;
  return private.managed_booking_json(p_id);
exception
  -- An admin has confirmed a cancelled booking, or deleted the slot, since we looked.
  when exclusion_violation or unique_violation then
    raise exception using message = 'slot_taken';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
  when foreign_key_violation or not_null_violation then
    raise exception using message = 'slot_not_offered';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking: confirmed if that is one of its proposed_times, else '
  'pending again. Raises the same errors as cancel_managed_booking and create_booking.';

-- It needs no answer.
create or replace function private.turn_of_booking(p_request public.requests, p_old public.bookings, p_new public.bookings) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_admin constant boolean := public.is_admin();
  v_is_status_new constant boolean := p_new.status <> p_old.status;
begin
  if private.is_erased(p_new.email) then
    p_request.our_turn_since := null;
    p_request.their_turn_since := null;
  elsif v_is_admin and v_is_status_new then
    if p_new.status = 'pending' then
      p_request.our_turn_since := coalesce(private.last_asked_at(p_new.id), now());
      p_request.answered_at := null;
    elsif p_request.our_turn_since is not null then
      p_request.our_turn_since := null;
      p_request.answered_at := now();
    end if;
    p_request.their_turn_since := null;
  elsif v_is_admin then
    null; -- a call that the studio moves waits as before
  elsif v_is_status_new and p_new.status = 'cancelled' then
    p_request.our_turn_since := null;
    p_request.their_turn_since := null;
  elsif (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    if p_new.status <> 'confirmed' then
      p_request.our_turn_since := coalesce(p_request.our_turn_since, now());
      p_request.answered_at := null;
    end if;
    p_request.their_turn_since := null;
  end if;
  return p_request;
end
$$;

-- 3. A date that is closed while one of its times is taken

create or replace function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- After whoever takes a time of these dates now (private.lock_submit), so that their call is found.
    perform pg_advisory_xact_lock(3, hashtext(c.date::text)) from (select date from changed_dates order by date) c;
    with affected as materialized (
      select b.id, c.date
      from changed_dates c join public.bookings b on b.period && tsrange(c.date, c.date + 1)
      where b.status <> 'cancelled' and private.starts_at(b) > now() and not private.is_erased(b.email)
      order by b.id for no key update of b
    )
    update public.bookings b set closed_over = a.date from affected a where b.id = a.id;
  else
    with affected as materialized (
      select b.id from public.bookings b where b.closed_over in (select c.date from changed_dates c)
      order by b.id for no key update
    )
    update public.bookings b set closed_over = null from affected a where b.id = a.id;
  end if;
  return null;
end
$$;
