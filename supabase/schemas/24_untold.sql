-- Visitors who do not know the current state of their calls.

-- The upcoming calls whose visitors do not know the current state (private.difference). `waits` is true if a mail
-- will tell the visitor. Leaves out a call of which the visitor knows nothing yet while such a mail waits.
create function private.find_untold()
returns table (id uuid, known jsonb, state jsonb, difference text[], waits boolean)
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  v_usual constant text := private.location_wording(null, null, null);
  v_booking public.bookings;
begin
  for v_booking in
    select * from public.bookings b
    where (b.date >= v_now::date or b.known ->> 'date' >= v_now::date::text)
      -- A quick comparison first, because most visitors know their call's state.
      and ((b.known ->> 'status', b.known ->> 'date', b.known ->> 'start_time', b.known ->> 'end_time',
          b.known ->> 'wording')
        is distinct from (b.status, b.date::text, to_char(lower(b.period), 'HH24:MI'),
          to_char(upper(b.period), 'HH24:MI'), case b.status when 'confirmed' then
            coalesce(b.location, replace(v_usual, '{call}', coalesce(b.room, '{call}'))) end)
        or exists (select from private.outbox o where o.request_id = b.id and o.may_have_arrived and o.sent_at is null))
      and b.email <> private.erased_email()
    order by b.period
  loop
    state := private.call_state(v_booking);
    known := private.known_to_correct(v_booking);
    difference := private.difference(known, state);
    -- Neither the call nor the time that its visitor knows is still ahead.
    continue when difference = '{}' or greatest(
      lower(v_booking.period), (v_booking.known ->> 'date')::date + (v_booking.known ->> 'start_time')::time) <= v_now;
    -- A visitor with an open proposal expects no call, so its status and location do not matter.
    continue when private.has_open_proposal(v_booking) and not difference && '{cancelled,restored,time}';
    id := v_booking.id;
    -- Leaves out a mail whose lease has ended, because it may never be tried again.
    waits := exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = v_booking.id and o.recipient = 'visitor' and o.sent_at is null and o.given_up_at is null
        and (o.lease_until > now()) is not false
        and (o.kind = 'call' or l.state is not null and private.difference(l.state, find_untold.state) = '{}'));
    continue when difference = '{first}' and waits;
    return next;
  end loop;
end
$$;

create function public.get_calls_to_tell() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', b.id, 'name', b.name, 'email', b.email, 'phone', b.phone, 'status', b.status, 'date', b.date,
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'location', b.location, 'cancel_message', case when b.status = 'cancelled' then b.cancel_message end,
      'revision', b.revision, 'state', c.state, 'known', c.known - '{at,link_version,sequence}'::text[],
      'difference', to_jsonb(c.difference), 'waits', c.waits) order by b.period, b.created_at), '[]')
    from (select * from private.find_untold() limit 500) c join public.bookings b on b.id = c.id);
end
$$;
comment on function public.get_calls_to_tell() is
  'The first 500 upcoming calls whose visitors do not know the current state. "state" is that state, "known" the state '
  'that the visitor knows (null: none), "difference" lists the differences (private.difference), "waits" is true if a '
  'mail in the outbox will tell the visitor.';

create function public.set_known(p_booking_ids uuid[], p_seen jsonb) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_state jsonb;
  v_is_left boolean;
  v_revision integer;
  v_result jsonb := '{}';
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and p_seen ? b.id::text and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    select jsonb_build_object('status', s.status, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'location', left(s.location, 500), 'wording', left(s.wording, 1000))
    into v_state from jsonb_to_record(p_seen -> v_booking.id::text)
      s (status text, date date, start_time time, end_time time, location text, wording text);
    v_is_left := private.difference(v_state, private.call_state(v_booking)) <> '{}';
    v_revision := null;
    -- Does not replace a newer bookings.known.
    if private.difference(v_booking.known, v_state) <> '{}'
      and ((v_booking.known ->> 'at')::timestamptz <= now()) is not false
    then
      v_state := v_state || jsonb_build_object('at', now());
      v_revision := (private.act(v_booking.id, 'told', jsonb_build_object('known', v_state))).revision;
      -- The visitor still needs the calendar file.
      perform private.keep_call_mail(v_booking.id);
      if v_is_left then
        perform private.update_call_mail(v_booking.id);
      end if;
    end if;
    v_result := v_result
      || jsonb_build_object(v_booking.id::text, jsonb_build_object('revision', v_revision, 'is_left', v_is_left));
  end loop;
  return v_result;
end
$$;
comment on function public.set_known is
  'Records that they told these visitors the state of their calls. p_seen has, by booking id, the told "state" from '
  'get_calls_to_tell. Returns, by booking id, "revision" for undo_act (null if the visitor knew the state already) and '
  '"is_left", true if the call has changed since, so that the visitor still does not know its current state.';

create function public.mail_location(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_count integer := 0;
begin
  perform private.require_admin();
  for v_booking in
    select * from public.bookings b
    where b.id = any (p_booking_ids) and b.status = 'confirmed' and private.starts_at(b) > now()
      and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    continue when private.has_open_proposal(v_booking)
      or not private.difference(v_booking.known, private.call_state(v_booking)) && '{location,usual}';
    -- A newer file of the calendar event needs a higher SEQUENCE.
    update public.bookings set calendar_sequence = calendar_sequence + 1 where id = v_booking.id;
    perform private.write_call_mail(v_booking.id, now(), 'pressed');
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.mail_location(uuid[]) is
  'Mails the location at once to the visitors of these calls who know another location, and returns how many. Skips '
  'calls that are not confirmed, have begun or have an open proposal.';
