-- Computes from the log whose turn it is. docs/decisions/whose-turn.md has the rules as a table.

-- 1. The turn of a request

-- Returns p_request with these values of its turn, and with the due_at that follows from them.
create function private.set_turn(
  p_request public.requests, p_reason text, p_theirs_from timestamptz default null,
  p_ours_from timestamptz default 'infinity', p_over_from timestamptz default 'infinity'
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := p_theirs_from;
  p_request.ours_from := p_ours_from;
  p_request.over_from := p_over_from;
  p_request.due_at := case
    when p_ours_from = 'infinity' then 'infinity'
    when p_theirs_from is not null then greatest(p_ours_from, v_starts)
    -- The site promises visitors an answer within this time: ANSWER_HOURS in lib/content/studio.ts.
    else least(p_ours_from + interval '24 hours', case when v_starts > p_ours_from then v_starts end)
  end;
  return p_request;
end
$$;

-- Returns p_request with its current turn. p_event is the deciding event, or null; p_is_proposed is true while a
-- proposal of other times is open. p_closed_at is null unless the call is confirmed on a closed date, and no admin kept
-- it.
create function private.with_turn(
  p_request public.requests, p_is_erased boolean, p_is_proposed boolean, p_closed_at timestamptz,
  p_event public.request_events
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  -- 'took_time' (the visitor took a proposed time) answers no question: if the call is no longer confirmed, the
  -- visitor waits for an answer.
  v_is_answered constant boolean :=
    coalesce(p_event.turn in ('waits', 'settles') and p_event.kind <> 'took_time', false);
  -- Without a deciding event, the status decides.
  v_act constant text := coalesce(
    case when (p_event.kind, p_event.turn) = ('after_call', 'waits') then 'replied' else p_event.kind end,
    case when p_request.status = 'pending' then 'booked' when p_request.status in ('new', 'read') then 'wrote'
      else p_request.status end);
  v_since constant timestamptz := coalesce(p_event.at, p_request.created_at);
  v_until constant timestamptz := coalesce(p_event.waits_until, 'infinity');
begin
  if p_is_erased then
    return private.set_turn(p_request, 'erased', p_over_from => v_since);
  elsif not v_is_answered and v_act in ('asked', 'accepted', 'declined') then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  elsif p_request.status in ('cancelled', 'archived') then
    return private.set_turn(p_request, p_request.status, p_over_from => v_since);
  elsif v_is_message and not v_is_answered and v_act = 'wrote' then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- Also after the day of the call, because the visitor has no answer.
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_turn(p_request, v_act, p_ours_from => v_since);
  -- The visitor still expects the call. An act after its time ends this turn too.
  elsif p_closed_at < v_starts and v_since < v_starts and not p_is_proposed then
    p_request := private.set_turn(p_request, 'confirmed', p_ours_from => greatest(p_closed_at, v_since));
    p_request.due_at := v_starts;
    return p_request;
  -- Includes a confirmed call with an open proposal, because the studio cannot come at the confirmed time. Only an
  -- act ends the turn that comes back to the studio, because the visitor still has no call.
  elsif (p_request.status = 'pending' or p_is_proposed) and v_since < v_starts then
    return private.set_turn(p_request, case when v_is_answered then v_act else 'proposed' end, v_since, least(v_until,
      -- 48 hours before the call, or after half of the time until it, whichever is later. Computes in seconds, because
      -- a day can have 23 hours.
      greatest(v_starts - interval '48 hours',
        v_since + make_interval(secs => extract(epoch from v_starts - v_since)::float8 / 2))));
  elsif v_is_answered and (
    v_act in ('replied', 'offered', 'elsewhere') or v_act = 'proposed' and (v_is_message or v_since >= v_starts))
  then
    -- Without a date that ends the wait, the studio waits for 14 days.
    return private.set_turn(p_request, v_act, v_since, v_until,
      case when v_until = 'infinity' then v_since + interval '336 hours' else 'infinity' end);
  end if;
  return private.set_turn(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end,
    p_over_from => v_since);
end
$$;

-- 2. An open proposal, a kept call, and the deciding event

-- True while a proposal of other times is open. Moving, confirming, cancelling or keeping the call closes the proposal,
-- because each increments calendar_sequence. Another e-mail address closes it, and so does giving up its mail if the
-- mail cannot have arrived; Undo deletes the proposal. While a proposal is open, no mail announces the call.
create function private.has_open_proposal(p_booking public.bookings) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return p_booking.status <> 'cancelled' and coalesce((
    select l.link_version = p_booking.link_version and not exists (
      select from private.outbox o
      where o.letter_id = l.event_id and o.given_up_at is not null and not o.may_have_arrived
        and o.last_error is distinct from 'unanswered')
    from public.request_events e join private.letters l on l.event_id = e.id
    where e.request_id = p_booking.id and l.kind = 'propose' and l.sequence = p_booking.calendar_sequence
    order by e.id desc limit 1), false);
end
$$;

-- True if an admin kept the call at its time, and nobody moved it or set it to pending since.
create function private.is_kept(p_booking_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.request_events e
    where e.request_id = p_booking_id and e.after ? 'is_kept' and not private.is_undone(e.id)
      and not exists (
        select from public.request_events x
        where x.request_id = p_booking_id and x.id > e.id and (x.before ? 'date' or x.after ->> 'status' = 'pending')
          and not private.is_undone(x.id) and (x.undoes is null or x.undoes < e.id)))
$$;

-- The newest event that decides the turn; if the visitor asked several times in a row, the first of these
-- questions. An acceptance or refusal of an offer also settles the questions that the visitor asked before the
-- site sent the newest version of the offer. An event with a status that the request no longer has does not
-- decide, nor does the outcome of a call that has none any more, or is no longer confirmed.
create function private.deciding_event(p_request public.requests) returns public.request_events
language plpgsql stable set search_path = ''
as $$
declare
  v_newest public.request_events;
  v_first public.request_events;
  v_answered bigint;
  v_offered bigint;
begin
  select * into v_newest from public.request_events e
  where e.request_id = p_request.id and e.turn is not null
    and (e.turn = 'asks' or e.kind = 'took_time' or coalesce(e.after ->> 'status', p_request.status) = p_request.status)
    and (e.kind <> 'outcome' or p_request.status = 'confirmed' and p_request.outcome is not null)
    and not private.is_undone(e.id)
  order by e.id desc limit 1;
  if v_newest.turn is distinct from 'asks' then
    return v_newest;
  end if;
  select max(e.id) into v_answered from public.request_events e
  where e.request_id = p_request.id and e.id < v_newest.id and e.turn <> 'asks' and not private.is_undone(e.id);
  select max(e.id) into v_offered from public.request_events e
  where e.request_id = p_request.id and e.id > coalesce(v_answered, 0) and e.kind in ('accepted', 'declined')
    and not private.is_undone(e.id)
    and not exists (
      select from public.request_events q
      where q.request_id = p_request.id and q.id > coalesce(v_answered, 0) and q.id < e.id
        and q.turn = 'asks' and q.kind not in ('accepted', 'declined') and not private.is_undone(q.id)
        and q.at > (
          select max(v.sent_at) from public.offers o join public.offer_versions v on v.offer_id = o.id
          where o.request_id = p_request.id));
  select * into v_first from public.request_events e
  where e.request_id = p_request.id and e.id > greatest(v_answered, v_offered, 0) and e.id < v_newest.id
    and e.turn = 'asks' and not private.is_undone(e.id)
  order by e.id limit 1;
  return case when v_first.id is null then v_newest else v_first end;
end
$$;

-- The only function that stores the turn. The caller has locked the booking or inquiry.
create function private.update_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
  v_closed_at timestamptz;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  -- Waits for a session that is closing or opening dates: this one does not see its change yet.
  if v_booking.status = 'confirmed' then
    perform pg_advisory_xact_lock_shared(9, 0);
  end if;
  select c.closed_at into v_closed_at from public.closed_dates c
  where c.date = v_booking.date and v_booking.status = 'confirmed'
    and private.is_on_closed_date(v_booking.date, v_booking.time_slot_id) and not private.is_kept(p_id);
  v_new := private.with_turn(v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking),
    v_closed_at, private.deciding_event(v_old));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from,
      over_from = v_new.over_from, due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

-- 3. Closed dates

-- Stores the turns of the calls on the changed dates. A restored backup has the turns already: it inserts without a
-- token.
create function private.follow_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  if tg_op = 'INSERT' and auth.jwt() is null then
    return null;
  end if;
  -- Also locks the calls that are not confirmed, because another session may be confirming one.
  perform from public.bookings b where b.date in (select c.date from changed c) order by b.id for no key update;
  -- Waits for sessions that are booking a call or moving one there. Comes after the calls' locks, which these may hold.
  perform pg_advisory_xact_lock(9, 0);
  for v_id in
    select b.id from public.bookings b where b.date in (select c.date from changed c) order by b.id for no key update
  loop
    perform private.update_turn(v_id);
  end loop;
  return null;
end
$$;
create trigger closed_dates_closed after insert on public.closed_dates
referencing new table as changed for each statement execute function private.follow_closing();
create trigger closed_dates_opened after delete on public.closed_dates
referencing old table as changed for each statement execute function private.follow_closing();
create trigger availability_added after insert on public.availability
referencing new table as changed for each statement execute function private.follow_closing();
create trigger availability_changed after update on public.availability
referencing new table as changed for each statement execute function private.follow_closing();
create trigger availability_removed after delete on public.availability
referencing old table as changed for each statement execute function private.follow_closing();
