-- Whose turn it is: what visitors and the studio did, and the one value that follows. The rules are a table in
-- docs/decisions/whose-turn.md.

-- 1. The value

-- When a call of which we spoke then is ours again: 48 hours before it begins, or after half of the time that was
-- left. In seconds, because a day of the clock can have 23 hours.
create function private.ours_again(p_since timestamptz, p_starts timestamptz) returns timestamptz
language sql immutable set search_path = ''
as $$
  select case
    when p_since >= p_starts then 'infinity'
    else greatest(p_starts - interval '48 hours', p_since + make_interval(secs => extract(epoch from p_starts - p_since)::float8 / 2))
  end
$$;

-- For so long the studio waits for an answer that nothing hangs on.
create function private.silent_time() returns interval
language sql immutable set search_path = ''
as $$ select interval '336 hours' $$;

create function private.set_ours(p_request public.requests, p_reason text, p_since timestamptz, p_over timestamptz) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := null;
  p_request.ours_from := p_since;
  p_request.over_from := p_over;
  p_request.due_at := least(p_since + private.answer_time(), case when v_starts > p_since then v_starts end);
  return p_request;
end
$$;

create function private.set_theirs(
  p_request public.requests, p_reason text, p_since timestamptz, p_ours_again timestamptz, p_over timestamptz
) returns public.requests
language plpgsql stable set search_path = ''
as $$
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := p_since;
  p_request.ours_from := p_ours_again;
  p_request.over_from := p_over;
  p_request.due_at := case when p_ours_again = 'infinity' then 'infinity' else p_request.starts at time zone private.studio_zone() end;
  return p_request;
end
$$;

create function private.set_nobodys(p_request public.requests, p_reason text, p_since timestamptz) returns public.requests
language plpgsql stable set search_path = ''
as $$
begin
  p_request.turn_reason := p_reason;
  p_request.theirs_from := null;
  p_request.ours_from := 'infinity';
  p_request.over_from := p_since;
  p_request.due_at := 'infinity';
  return p_request;
end
$$;

-- The request with whose turn it is. p_is_proposed says whether a proposal of other times is open; p_wait is the
-- newest row of its waits, or null.
create function private.with_turn(
  p_request public.requests, p_is_erased boolean, p_is_proposed boolean, p_wait private.waits
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  v_day_ends constant timestamptz := (p_request.starts::date + 1)::timestamp at time zone private.studio_zone();
  v_is_answered constant boolean := p_wait.studio_act is not null;
  -- Of a request that nobody has done anything with since it came in, by its status.
  v_act constant text := coalesce(case when v_is_answered then p_wait.studio_act end, p_wait.visitor_act,
    case p_request.status when 'pending' then 'booked' when 'new' then 'wrote' when 'read' then 'wrote' else p_request.status end);
  v_since constant timestamptz := coalesce(case when v_is_answered then p_wait.answered_at end, p_wait.asked_at, p_request.created_at);
begin
  if p_is_erased then
    return private.set_nobodys(p_request, 'erased', v_since);
  elsif not v_is_answered and v_act in ('answered', 'offer_accepted') then
    return private.set_ours(p_request, v_act, v_since, 'infinity');
  elsif p_request.status in ('cancelled', 'archived') then
    return private.set_nobodys(p_request, p_request.status, v_since);
  elsif v_is_message and not v_is_answered and v_act = 'wrote' then
    return private.set_ours(p_request, v_act, v_since, 'infinity');
  -- Also after its day: nobody has told them anything.
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_ours(p_request, v_act, v_since, 'infinity');
  -- Who proposes other times cannot make it then, also if it was confirmed.
  elsif (p_request.status = 'pending' or p_is_proposed) and v_since < v_starts then
    return private.set_theirs(p_request, case when v_is_answered then v_act else 'proposed' end, v_since,
      private.ours_again(v_since, v_starts), v_day_ends);
  elsif v_is_answered and (v_act in ('replied', 'offered', 'elsewhere') or v_act = 'proposed' and (v_is_message or v_since >= v_starts)) then
    return private.set_theirs(p_request, v_act, v_since, 'infinity', v_since + private.silent_time());
  end if;
  return private.set_nobodys(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end, v_since);
end
$$;

create function private.newest_wait(p_id uuid) returns private.waits
language sql stable set search_path = ''
as $$ select w from private.waits w where w.request_id = p_id order by w.id desc limit 1 $$;

-- The one place that writes whose turn it is, of a request whose booking or inquiry is locked.
create function private.update_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_old public.requests;
  v_new public.requests;
  v_booking public.bookings;
begin
  select * into v_old from public.requests r where r.id = p_id for no key update;
  select * into v_booking from public.bookings b where b.id = p_id;
  v_new := private.with_turn(
    v_old, private.is_erased(private.email_of(p_id)), private.has_open_proposal(v_booking), private.newest_wait(p_id));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from, over_from = v_new.over_from,
      due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

-- 2. What they did, and what we did. The value follows.

-- A visitor did this. While a question of theirs is open, and not over, they ask nothing new.
create function private.add_visitor_act(p_id uuid, p_act text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_id);
begin
  if not (coalesce(v_wait.asks, false) and v_wait.answered_at is null and exists (
    select from public.requests r where r.id = p_id and r.over_from > now()))
  then
    insert into private.waits (request_id, asked_at, visitor_act) values (p_id, now(), p_act);
  end if;
  perform private.update_turn(p_id);
end
$$;

-- The studio did this: it answers what the visitor did, or stands for itself.
create function private.add_studio_act(p_id uuid, p_act text, p_reply_id uuid default null, p_at timestamptz default now()) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_id);
begin
  if v_wait.visitor_act is not null and v_wait.studio_act is null then
    -- A transaction that began before somebody asked may answer them.
    update private.waits
    set answered_at = greatest(p_at, v_wait.asked_at), studio_act = p_act, answered_by = private.caller_id(), reply_id = p_reply_id
    where id = v_wait.id;
  else
    insert into private.waits (request_id, answered_at, studio_act, answered_by, reply_id)
    values (p_id, p_at, p_act, private.caller_id(), p_reply_id);
  end if;
  perform private.update_turn(p_id);
end
$$;

-- Takes away what the studio did: what the visitor did before it stands as if nobody had answered, or answered by
-- what the studio did next. If the visitor did something since, the answer stays.
create function private.undo_studio_act(p_wait private.waits) returns void
language plpgsql set search_path = ''
as $$
declare
  v_next private.waits;
begin
  select * into v_next from private.waits w where w.request_id = p_wait.request_id and w.id > p_wait.id order by w.id limit 1;
  if p_wait.visitor_act is null then
    delete from private.waits where id = p_wait.id;
  elsif v_next.visitor_act is null then
    delete from private.waits where id = v_next.id;
    update private.waits
    set answered_at = case when v_next.id is not null then greatest(v_next.answered_at, asked_at) end, studio_act = v_next.studio_act,
      answered_by = v_next.answered_by, reply_id = v_next.reply_id
    where id = p_wait.id;
  end if;
  perform private.update_turn(p_wait.request_id);
end
$$;

-- What the visitor asked is of no meaning any more, and counts nowhere.
create function private.drop_questions(p_id uuid) returns void
language sql set search_path = ''
as $$ delete from private.waits where request_id = p_id and asks and answered_at is null $$;
