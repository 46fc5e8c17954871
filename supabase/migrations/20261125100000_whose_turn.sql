-- Whose turn it is becomes one value of each request, which follows from what its visitor and the studio did
-- last (private.waits), from its status and from the clock: docs/decisions/whose-turn.md.

-- 1. What goes

drop trigger requests_after on public.requests;
drop function private.follow_request, private.keep_waits, private.turn_of_booking, private.turn_of_inquiry,
  private.last_asked_at, private.answer_with_offer, private.answer_request;
drop function public.list_requests, private.list_rows, private.count_views, private.find_requests, private.their_turn_time, public.set_answered;

-- 2. What visitors and the studio did

alter table private.waits
  alter column asked_at drop not null,
  add column visitor_act text,
  add column studio_act text,
  add column reply_id uuid references private.replies on delete set null deferrable initially deferred;
comment on table private.waits is
  'What visitors and the studio did, in turn: each time that a visitor did something, and what an admin did then. Whose turn it is follows '
  'from the newest. A question that its visitor ended is deleted, and what is undone is as if it had not been.';

-- What was done in a transaction has its time, by which the history says what it was.
update private.waits w
set visitor_act = case
  when exists (select from public.request_events e where e.request_id = w.request_id and e.kind = 'reopened' and e.at = w.asked_at)
    then 'answered'
  when r.kind = 'inquiry' then 'wrote'
  when exists (
    select from public.request_events e
    where e.request_id = w.request_id and e.kind = 'change' and e.at = w.asked_at and e.actor = 'visitor' and e.before is not null)
    then 'moved'
  else 'booked'
end
from public.requests r where r.id = w.request_id;

create function private.act_of_reply_before_update(p_request_kind text, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case p_request_kind when 'booking' then 'confirmed' else 'replied' end
    when 'decline' then case p_request_kind when 'booking' then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

-- What the studio did at a time, as the history has it; null when it does not say.
create function private.act_before_update(p_id uuid, p_kind text, p_at timestamptz) returns text
language sql stable set search_path = ''
as $$
  select coalesce(
    (select private.act_of_reply_before_update(p_kind, l.kind)
      from private.replies l where l.request_id = p_id and l.kind <> 'change' and l.created_at = p_at limit 1),
    (select case e.what when 'sent' then 'offered' else 'withdrawn' end
      from public.request_events e
      where e.request_id = p_id and e.kind = 'offer' and e.what in ('sent', 'withdrawn') and e.at = p_at limit 1),
    (select 'elsewhere' from public.request_events e where e.request_id = p_id and e.kind = 'answered' and e.at = p_at limit 1),
    (select e.after ->> 'status' from public.request_events e
      where e.request_id = p_id and e.kind = 'change' and e.at = p_at and e.after ->> 'status' in ('confirmed', 'cancelled', 'replied')
      order by e.id desc limit 1))
$$;

update private.waits w
set studio_act = coalesce(private.act_before_update(r.id, r.kind, w.answered_at), case
    when r.kind = 'inquiry' then 'replied' when r.status in ('confirmed', 'cancelled') then r.status else 'elsewhere' end),
  reply_id = (
    select l.id from private.replies l where l.request_id = r.id and l.kind <> 'change' and l.created_at = w.answered_at limit 1)
from public.requests r where r.id = w.request_id and w.answered_at is not null;

-- Archiving is 'no answer needed'.
update private.waits w
set studio_act = 'archived', answered_at = greatest(w.asked_at, coalesce(
  (select max(e.at) from public.request_events e
    where e.request_id = r.id and e.kind = 'change' and e.after ->> 'status' = 'archived'), now()))
from public.requests r where r.id = w.request_id and r.status = 'archived' and w.answered_at is null;

-- What the studio did when nobody had asked.
insert into private.waits (request_id, answered_at, studio_act, reply_id)
select r.id, r.their_turn_since,
  coalesce(private.act_before_update(r.id, r.kind, r.their_turn_since), case r.kind when 'inquiry' then 'replied' else 'proposed' end),
  (select l.id from private.replies l where l.request_id = r.id and l.kind <> 'change' and l.created_at = r.their_turn_since limit 1)
from public.requests r
where r.their_turn_since is not null
  and not exists (select from private.waits w where w.request_id = r.id and (w.answered_at is null or w.answered_at >= r.their_turn_since))
order by r.their_turn_since;

-- What ended that the studio waited for somebody: that it confirmed the call, declined, or withdrew the offer.
insert into private.waits (request_id, answered_at, studio_act, reply_id)
select r.id, done.at, done.act, done.reply_id
from public.requests r
cross join lateral (select w.* from private.waits w where w.request_id = r.id order by w.id desc limit 1) newest
cross join lateral (
  select *
  from (
    select l.created_at as at, private.act_of_reply_before_update(r.kind, l.kind) as act, l.id as reply_id
    from private.replies l where l.request_id = r.id and l.kind <> 'change'
    union all
    select e.at, case e.kind when 'offer' then 'withdrawn' else 'confirmed' end, null
    from public.request_events e
    where e.request_id = r.id and (e.kind = 'offer' and e.what = 'withdrawn'
      or e.kind = 'change' and e.after ->> 'status' = 'confirmed' and e.before ->> 'status' <> 'confirmed')
  ) acts
  where acts.at > newest.answered_at order by acts.at desc limit 1
) done
where r.our_turn_since is null and r.their_turn_since is null
  and newest.studio_act in ('replied', 'proposed', 'offered', 'elsewhere');

-- Offers that were accepted: those of the last 14 days are ours, the others were dealt with.
insert into private.waits (request_id, asked_at, visitor_act, answered_at, studio_act)
select o.request_id, a.accepted_at, 'offer_accepted',
  case when a.accepted_at <= now() - interval '336 hours' then a.accepted_at end,
  case when a.accepted_at <= now() - interval '336 hours' then 'not_needed' end
from public.offers o join public.offer_acceptances a on a.offer_id = o.id
where o.request_id is not null
  and not exists (
    select from private.waits w where w.request_id = o.request_id and (w.answered_at is null or w.answered_at > a.accepted_at));
insert into private.waits (request_id, asked_at, visitor_act)
select o.request_id, o.ended_at, 'offer_declined'
from public.offers o
where o.request_id is not null and o.ended = 'declined'
  and not exists (select from private.waits w where w.request_id = o.request_id and (w.answered_at is null or w.answered_at > o.ended_at));

-- For whom the studio waited no more, because they wrote again.
insert into private.waits (request_id, asked_at, visitor_act)
select r.id, again.at, 'wrote_again'
from public.requests r
left join public.bookings b on b.id = r.id
left join public.inquiries i on i.id = r.id
cross join lateral (select w.* from private.waits w where w.request_id = r.id order by w.id desc limit 1) newest
cross join lateral (
  select min(later.created_at) as at
  from (
    select x.created_at from public.bookings x where lower(x.email) = lower(coalesce(b.email, i.email))
    union all
    select x.created_at from public.inquiries x where lower(x.email) = lower(coalesce(b.email, i.email))
  ) later
  where later.created_at > newest.answered_at
) again
where r.their_turn_since is null and r.our_turn_since is null and again.at is not null and not private.is_erased(coalesce(b.email, i.email))
  and newest.studio_act in ('replied', 'proposed', 'offered', 'elsewhere');

drop function private.act_before_update, private.act_of_reply_before_update;

-- Who was told that their date is closed.
with told as materialized (
  select b.id, (b.known ->> 'at')::timestamptz as at
  from public.bookings b
  where b.closed_over = b.date and b.known ->> 'closed' = b.date::text and b.status <> 'cancelled'
), answered as (
  update private.waits w set answered_at = greatest(t.at, w.asked_at), studio_act = 'closed'
  from told t where w.request_id = t.id and w.answered_at is null and w.visitor_act in ('booked', 'moved')
  returning w.request_id
)
insert into private.waits (request_id, answered_at, studio_act)
select t.id, t.at, 'closed' from told t
where not exists (select from private.waits w where w.request_id = t.id and w.answered_at is null);

drop index private.waits_open, private.waits_request, private.waits_asked;
alter table private.waits
  add column asks boolean not null generated always as (coalesce(visitor_act in ('booked', 'wrote', 'moved', 'answered'), false)) stored,
  add constraint waits_acts check (
    num_nonnulls(visitor_act, studio_act) > 0
    and (asked_at is null) = (visitor_act is null) and (answered_at is null) = (studio_act is null)
  ),
  add constraint waits_visitor_act check (
    visitor_act in ('booked', 'wrote', 'moved', 'took_time', 'answered', 'offer_accepted', 'offer_declined', 'wrote_again')
  ),
  add constraint waits_studio_act check (
    studio_act in ('confirmed', 'cancelled', 'replied', 'proposed', 'offered', 'withdrawn', 'turned_down', 'after_call', 'elsewhere',
      'not_needed', 'archived', 'closed')
  );
comment on column private.waits.visitor_act is
  '''moved'' their call; ''took_time'', one that was proposed, which moves and confirms it; ''answered'' is what an admin says of them; '
  '''wrote_again'' in a newer request of the same address. Null when the studio did something of itself.';
comment on column private.waits.studio_act is
  '''elsewhere'' when an admin answered another way; ''turned_down'' a message, or ''withdrawn'' an offer; ''after_call'' wrote after a call; '
  '''not_needed'' and ''archived'' when no answer was; ''closed'' when the visitor was told that their date is. Null while nothing was done.';
comment on column private.waits.reply_id is 'The reply that answered it, so that it can be taken back.';
comment on column private.waits.asks is 'Whether the visitor asked something, for which an answer is promised and counted.';
create index waits_request on private.waits (request_id, id);
create index waits_asked on private.waits (asked_at) where asks;
create index waits_reply on private.waits (reply_id) where reply_id is not null;

-- 3. Whose turn it is

drop index public.requests_our_turn, public.requests_their_turn;
alter table public.requests
  drop column open_until,
  drop column our_turn_since,
  drop column answered_at,
  drop column their_turn_since,
  add column turn_reason text,
  add column theirs_from timestamptz,
  add column ours_from timestamptz not null default 'infinity',
  add column over_from timestamptz not null default 'infinity',
  add column due_at timestamptz not null default 'infinity';
comment on column public.requests.turn_reason is
  'Why it is whose turn: what was done last (see private.waits), or the state that decides. Whose: from over_from on nobody''s, else from '
  'ours_from on ours, else theirs. The rules are in 07_turns.sql.';
comment on column public.requests.theirs_from is 'Since when it is the visitor''s turn; null when it never was.';
comment on column public.requests.ours_from is 'From then on it is the studio''s turn.';
comment on column public.requests.over_from is 'From then on it is nobody''s turn.';
comment on column public.requests.due_at is
  'By when it is due while it is the studio''s turn: 24 hours after they asked, or when the call begins if that is sooner; of a call that came back, when it begins.';

-- 4. What follows from what

-- Whether the visitor would come at the wrong time, to the wrong place, for nothing, or would not know whether
-- to come.
create or replace function private.is_misleading(p_difference text[]) returns boolean
language sql immutable set search_path = ''
as $$ select p_difference && '{first,cancelled,restored,time,status,location,usual,closed,opened}' $$;

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

-- The request with whose turn it is. p_closed_at is when the visitor was told that the call's date is closed, null
-- if it is not or they were not told; p_wait is the newest row of its waits, or null.
create function private.with_turn(
  p_request public.requests, p_is_erased boolean, p_closed_at timestamptz, p_wait private.waits
) returns public.requests
language plpgsql stable set search_path = ''
as $$
declare
  v_is_message constant boolean := p_request.kind = 'inquiry';
  v_starts constant timestamptz := p_request.starts at time zone private.studio_zone();
  v_day_ends constant timestamptz := (p_request.starts::date + 1)::timestamp at time zone private.studio_zone();
  -- That they were told of a closing answers nothing any more once the date is open again.
  v_is_answered constant boolean := p_wait.studio_act is not null and (p_wait.studio_act <> 'closed' or p_closed_at is not null);
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
  elsif p_closed_at is not null and v_since < v_day_ends then
    return private.set_theirs(p_request, 'closed', greatest(p_closed_at, p_wait.answered_at),
      private.ours_again(greatest(p_closed_at, p_wait.answered_at), v_starts), v_day_ends);
  elsif p_request.status = 'pending' and not v_is_answered then
    return private.set_ours(p_request, v_act, v_since, v_day_ends);
  -- Who proposes other times cannot make it then, also if it was confirmed.
  elsif (p_request.status = 'pending' or v_act = 'proposed') and v_since < v_starts then
    return private.set_theirs(p_request, v_act, v_since, private.ours_again(v_since, v_starts), v_day_ends);
  elsif v_is_answered and v_act in ('replied', 'proposed', 'offered', 'elsewhere') then
    return private.set_theirs(p_request, v_act, v_since, 'infinity', v_since + private.silent_time());
  end if;
  return private.set_nobodys(p_request, case p_request.status when 'confirmed' then 'confirmed' else v_act end, v_since);
end
$$;

create function private.newest_wait(p_id uuid) returns private.waits
language sql stable set search_path = ''
as $$ select w from private.waits w where w.request_id = p_id order by w.id desc limit 1 $$;

-- Whether its visitor was told that the date of their call is closed.
create function private.knows_closed(p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$ select coalesce(p_booking.closed_over = p_booking.date and p_booking.known ->> 'closed' = p_booking.date::text, false) $$;

-- Since when they know that: no later mail about something else changes it.
create function private.closed_known_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when private.knows_closed(p_booking) then coalesce(
    (select max(w.answered_at) from private.waits w where w.request_id = p_booking.id and w.studio_act = 'closed'),
    (p_booking.known ->> 'at')::timestamptz) end
$$;

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
    v_old, private.is_erased(private.email_of(p_id)), private.closed_known_at(v_booking), private.newest_wait(p_id));
  if v_new is distinct from v_old then
    update public.requests
    set turn_reason = v_new.turn_reason, theirs_from = v_new.theirs_from, ours_from = v_new.ours_from, over_from = v_new.over_from,
      due_at = v_new.due_at
    where id = p_id;
  end if;
end
$$;

-- A visitor did this. While a question of theirs is open, and ours to answer, they ask nothing new.
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

-- Takes away what the studio did: what the visitor did before it stands as if nobody had answered.
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

-- The request's row, which the booking or inquiry refers to. In a restored backup it is there already.
create or replace function private.add_request(
  p_id uuid, p_kind text, p_status text, p_created_at timestamptz, p_starts timestamp, p_search_text text
) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into public.requests (id, kind, status, created_at, starts, search_text)
  values (p_id, p_kind, p_status, p_created_at, p_starts, p_search_text)
  on conflict (id) do nothing;
  if not exists (select from public.requests r where r.id = p_id and r.kind = p_kind) then
    raise exception using message = 'id_taken', hint = 'A booking and an inquiry cannot have the same id.';
  end if;
end
$$;

-- Whom the studio waited for has written again, or somebody with their address. Who was told that their date is
-- closed still has to move that call.
create or replace function private.end_their_turn(p_email text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  for v_id in
    select b.id from public.bookings b join public.requests r on r.id = b.id
    where lower(b.email) = lower(p_email) and r.over_from > now() and r.ours_from > now() and r.turn_reason <> 'closed'
    order by b.id for no key update of b
  loop
    perform private.touch_request(v_id);
    perform private.add_visitor_act(v_id, 'wrote_again');
  end loop;
  for v_id in
    select i.id from public.inquiries i join public.requests r on r.id = i.id
    where lower(i.email) = lower(p_email) and r.over_from > now() and r.ours_from > now()
    order by i.id for no key update of i
  loop
    perform private.touch_request(v_id);
    perform private.add_visitor_act(v_id, 'wrote_again');
  end loop;
end
$$;

-- The one place that writes the copies. What came of a call is of no meaning once it is moved or cancelled.
create or replace function private.copy_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
begin
  if (p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package, p_new.status, p_new.created_at, p_new.time_slot_id)
    is not distinct from
     (p_old.name, p_old.email, p_old.period, p_old.message, p_old.phone, p_old.package, p_old.status, p_old.created_at, p_old.time_slot_id)
  then
    return;
  end if;
  select * into v_request from public.requests r where r.id = p_new.id for no key update;
  if p_new.status = 'cancelled' or (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    v_request.outcome := null;
    v_request.outcome_reason := null;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at, starts = lower(p_new.period),
    search_text = private.search_text(p_new.name, p_new.email, p_new.period, p_new.message, p_new.phone, p_new.package),
    outcome = v_request.outcome, outcome_reason = v_request.outcome_reason
  where id = p_new.id;
end
$$;

create or replace function private.copy_inquiry(p_old public.inquiries, p_new public.inquiries) returns void
language plpgsql set search_path = ''
as $$
begin
  if (p_new.name, p_new.email, p_new.message, p_new.package, p_new.status, p_new.created_at)
    is not distinct from (p_old.name, p_old.email, p_old.message, p_old.package, p_old.status, p_old.created_at)
  then
    return;
  end if;
  update public.requests
  set status = p_new.status, created_at = p_new.created_at,
    search_text = private.search_text(p_new.name, p_new.email, null, p_new.message, null, p_new.package)
  where id = p_new.id;
end
$$;

-- Whose turn a new request is. In a restored backup that stands there already.
create function private.decide_turn(p_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.requests r where r.id = p_id and r.turn_reason is null) then
    perform private.update_turn(p_id);
  end if;
end
$$;

-- Whether a status is what it was before the last change: that change is taken back.
create function private.taken_back(p_id uuid, p_old_status text, p_new_status text) returns timestamptz
language sql stable set search_path = ''
as $$
  select case when (e.before ->> 'status', e.after ->> 'status') = (p_new_status, p_old_status) then e.at end
  from public.request_events e
  where e.request_id = p_id and e.kind = 'change' and e.before ->> 'status' <> e.after ->> 'status'
  order by e.id desc limit 1
$$;

-- An admin who confirms or cancels has answered, unless nothing was open; one who takes that back has not.
create function private.record_status_act(p_id uuid, p_old_status text, p_new_status text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_id);
  v_is_open constant boolean := v_wait.visitor_act is not null and v_wait.studio_act is null;
  v_taken_back constant timestamptz := private.taken_back(p_id, p_old_status, p_new_status);
begin
  if p_new_status = 'pending' and v_wait.studio_act in ('confirmed', 'cancelled')
    or v_wait.studio_act = p_old_status and v_wait.answered_at >= v_taken_back
  then
    perform private.undo_studio_act(v_wait);
  elsif (v_is_open and p_new_status = 'cancelled' or v_wait.studio_act is distinct from 'confirmed' and p_new_status = 'confirmed')
    and (v_taken_back is null or p_old_status = 'pending')
  then
    perform private.add_studio_act(p_id, p_new_status);
  end if;
end
$$;

-- A visitor who moves a call asks again, unless they took a time that was proposed, which is confirmed by that.
-- One who cancels it asks nothing any more. A call that the studio moves waits as before.
create function private.record_booking_act(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  if private.is_erased(p_new.email) then
    perform private.drop_questions(p_new.id);
  elsif public.is_admin() then
    if p_new.status <> p_old.status then
      perform private.record_status_act(p_new.id, p_old.status, p_new.status);
    end if;
  elsif p_new.status = 'cancelled' and p_old.status <> 'cancelled' then
    perform private.drop_questions(p_new.id);
  elsif (p_new.date, p_new.time_slot_id) is distinct from (p_old.date, p_old.time_slot_id) then
    perform private.add_visitor_act(p_new.id, case p_new.status when 'confirmed' then 'took_time' else 'moved' end);
  end if;
end
$$;

-- Who was told that their date is closed has their answer, until it is open again or they move.
create function private.record_closing_act(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_new.id);
begin
  if private.knows_closed(p_new) and not private.knows_closed(p_old) then
    if not (v_wait.studio_act is null and v_wait.visitor_act in ('answered', 'offer_accepted')) then
      perform private.add_studio_act(p_new.id, 'closed', null, (p_new.known ->> 'at')::timestamptz);
    end if;
  elsif private.knows_closed(p_old) and not private.knows_closed(p_new) and not private.is_erased(p_new.email) then
    perform private.undo_studio_act(w)
    from private.waits w where w.request_id = p_new.id and w.studio_act = 'closed' and (p_new.status = 'pending' or not w.asks);
  end if;
end
$$;

-- A message waits until it is replied to, or archived because it needs no answer. Reading it is none.
create function private.record_inquiry_act(p_old public.inquiries, p_new public.inquiries) returns void
language plpgsql set search_path = ''
as $$
declare
  v_wait constant private.waits := private.newest_wait(p_new.id);
  v_is_open constant boolean := v_wait.visitor_act is not null and v_wait.studio_act is null;
  v_taken_back constant timestamptz := private.taken_back(p_new.id, p_old.status, p_new.status);
begin
  if private.is_erased(p_new.email) then
    perform private.drop_questions(p_new.id);
  elsif not public.is_admin() or p_new.status = p_old.status then
    null;
  elsif v_wait.studio_act = p_old.status and (v_wait.visitor_act is not null or v_wait.reply_id is null)
    and (v_wait.answered_at >= v_taken_back or v_taken_back is null and p_new.status in ('new', 'read'))
  then
    perform private.undo_studio_act(v_wait);
  elsif p_new.status in ('new', 'read') then
    null;
  elsif p_new.status = 'archived' then
    if v_is_open then
      perform private.add_studio_act(p_new.id, 'archived');
    end if;
  -- What answered it in this transaction has set its status.
  elsif v_is_open or v_taken_back is null and coalesce(v_wait.answered_at < now(), true) then
    perform private.add_studio_act(p_new.id, 'replied');
  end if;
end
$$;

create or replace function private.follow_booking() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
  elsif tg_op = 'INSERT' then
    if auth.jwt() is not null then
      perform private.log_event(new.id, 'change', null, null, private.booking_state(new));
    end if;
    if private.is_visitors_act() and new.status = 'pending' then
      perform private.add_visitor_act(new.id, 'booked');
    end if;
    perform private.decide_turn(new.id);
    perform private.mail_new_booking(new);
  else
    perform private.copy_booking(old, new);
    if auth.jwt() is not null then
      perform private.record_booking_act(old, new);
    end if;
    perform private.record_closing_act(old, new);
    perform private.update_turn(new.id);
    if private.is_erased(new.email) then
      perform private.forget_booking(old, new);
      return null;
    end if;
    if auth.jwt() is not null then
      perform private.log_booking_change(old, new);
    end if;
    if lower(new.email) <> lower(old.email) then
      perform private.end_offer_link(new.id);
    end if;
    perform private.mail_booking_change(old, new);
  end if;
  return null;
end
$$;

create or replace function private.follow_inquiry() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    delete from public.requests where id = old.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    perform private.copy_inquiry(old, new);
    if auth.jwt() is not null then
      perform private.record_inquiry_act(old, new);
    end if;
    perform private.update_turn(new.id);
    if private.is_erased(new.email) and old.email <> new.email then
      perform private.forget_inquiry(new.id);
      return null;
    end if;
  end if;
  if auth.jwt() is not null and (tg_op = 'INSERT' or new.status <> old.status) then
    perform private.log_event(new.id, 'change', null,
      case tg_op when 'UPDATE' then jsonb_build_object('status', old.status) end, jsonb_build_object('status', new.status));
  end if;
  if auth.jwt() is not null and tg_op = 'UPDATE' and lower(new.email) <> lower(old.email) then
    perform private.log_event(new.id, 'address');
  end if;
  if tg_op = 'INSERT' then
    if private.is_visitors_act() and new.status = 'new' then
      perform private.add_visitor_act(new.id, 'wrote');
    end if;
    perform private.decide_turn(new.id);
    if new.created_at = now() then
      perform private.mail_new_inquiry(new.id);
    end if;
  elsif lower(new.email) <> lower(old.email) then
    perform private.end_offer_link(new.id);
    perform private.mail_new_inquiry(new.id);
  end if;
  return null;
end
$$;

create or replace function public.get_answer_times()
returns table (
  month text, asked integer, in_time integer, median_minutes integer, worst_minutes integer, unanswered integer
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select to_char(months.first, 'YYYY-MM'),
           count(w.id)::integer,
           (count(*) filter (where w.answered_at <= w.asked_at + private.answer_time()))::integer,
           (percentile_cont(0.5) within group (order by waited.minutes))::integer,
           max(waited.minutes)::integer,
           (count(*) filter (where w.id is not null and w.answered_at is null))::integer
    from generate_series(
      date_trunc('month', private.studio_today()::timestamp) - interval '11 months',
      date_trunc('month', private.studio_today()::timestamp), interval '1 month') months (first)
    left join private.waits w
      on w.asks and (w.studio_act in ('not_needed', 'archived')) is not true
      and w.asked_at >= months.first at time zone private.studio_zone()
      and w.asked_at < (months.first + interval '1 month') at time zone private.studio_zone()
    left join lateral (
      select floor(extract(epoch from coalesce(w.answered_at, now()) - w.asked_at) / 60) as minutes where w.id is not null
    ) waited on true
    group by months.first
    order by months.first desc;
end
$$;
comment on function public.get_answer_times() is
  'For admins, by month (studio time, YYYY-MM) of the last twelve: how often visitors asked, how often they were answered in the time that is promised, '
  'the median and the longest wait in minutes, and how many are not answered. Those count with the time that they have waited so far. What '
  'needed no answer is not counted.';

create function public.set_answered(p_request_id uuid, p_answered boolean, p_is_needed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_before private.waits;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  v_before := private.newest_wait(p_request_id);
  if not p_answered then
    perform private.add_visitor_act(p_request_id, 'answered');
  -- Pressed once more after a lost response, it is not ours any more. By the clock, because somebody may have asked
  -- since this transaction began.
  elsif exists (
    select from public.requests r where r.id = p_request_id and r.ours_from <= clock_timestamp() and r.over_from > clock_timestamp())
  then
    perform private.add_studio_act(p_request_id, case when p_is_needed then 'elsewhere' else 'not_needed' end);
  end if;
  if private.newest_wait(p_request_id) is distinct from v_before then
    perform private.log_event(p_request_id, case when p_answered then 'answered' else 'reopened' end, case when not p_is_needed then 'not needed' end);
  end if;
end
$$;
comment on function public.set_answered is
  'Says that an answer went out some other way, or with p_is_needed false that none is needed; or, with p_answered false, that the visitor has '
  'answered, which asks again. Changes nothing when it is not our turn, or their question is open already.';

create function public.undo_answered(p_request_id uuid, p_answered boolean) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_wait private.waits;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  v_wait := private.newest_wait(p_request_id);
  if p_answered and v_wait.studio_act in ('elsewhere', 'not_needed') then
    perform private.undo_studio_act(v_wait);
  elsif not p_answered and v_wait.visitor_act = 'answered' and v_wait.studio_act is null then
    delete from private.waits where id = v_wait.id;
    perform private.update_turn(p_request_id);
  else
    return;
  end if;
  perform private.log_event(p_request_id, case when p_answered then 'answered' else 'reopened' end, 'undone');
end
$$;
comment on function public.undo_answered is
  'Takes back what set_answered has said, if nothing was done since: the same wait goes on. Changes nothing otherwise, or when pressed again.';

-- What an answer may change of a request, as it is now.
create or replace function private.answerable_state(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object(
    'kind', r.kind, 'status', r.status, 'period', b.period, 'owner', r.owner, 'known', b.known)
  from public.requests r left join public.bookings b on b.id = r.id
  where r.id = p_id
$$;

-- What the studio does with an answer of this kind.
create function private.act_of_reply(p_request_kind text, p_kind text) returns text
language sql immutable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then case p_request_kind when 'booking' then 'confirmed' else 'replied' end
    when 'decline' then case p_request_kind when 'booking' then 'cancelled' else 'turned_down' end
    when 'propose' then 'proposed'
    when 'offer' then 'offered'
    when 'offer_withdrawn' then 'withdrawn'
    when 'after_call' then 'after_call'
    else 'replied'
  end
$$;

-- The request was answered: its status, and an owner if it has none.
create function private.answer_request(p_id uuid, p_kind text, p_reply_id uuid default null) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request public.requests;
  v_act text;
begin
  select * into v_request from public.requests r where r.id = p_id;
  -- Who thanks for a call still waits for what they waited for.
  v_act := case when p_kind = 'after_call' and v_request.ours_from > now() and v_request.over_from > now() then 'replied'
    else private.act_of_reply(v_request.kind, p_kind) end;
  -- First what was done, so that the status answers nothing more.
  perform private.add_studio_act(p_id, v_act, p_reply_id);
  perform private.set_request_status(p_id, private.answered_status(v_request.kind, p_kind, v_request.status));
  update public.requests r set owner = private.caller_id() where r.id = p_id and r.owner is null;
end
$$;

create or replace function public.send_reply(
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
    perform private.answer_request(p_request_id, p_kind, p_id);
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

-- Brings back what an answer changed of a request that nobody has changed since.
create or replace function private.restore_answered(p_reply private.replies) returns void
language plpgsql set search_path = ''
as $$
declare
  v_before constant jsonb := p_reply.before;
begin
  if p_reply.body is null and p_reply.said is not null then
    update private.outbox set must_go = null where request_id = p_reply.request_id and must_go = 'in words' and is_waiting;
    -- Unless they have learned something else since.
    update public.bookings set known = nullif(v_before -> 'known', 'null')
    where id = p_reply.request_id and known - 'closed' = p_reply.said - 'closed';
  end if;
  perform private.undo_studio_act(w) from private.waits w where w.reply_id = p_reply.id;
  perform private.set_request_status(p_reply.request_id, v_before ->> 'status');
  update public.requests r set owner = null
  where r.id = p_reply.request_id and v_before ->> 'owner' is null and r.owner = p_reply.sent_by;
end
$$;

create or replace function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_now jsonb;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  perform private.touch_request(v_reply.request_id);
  if v_reply.body is not null
    and not exists (
      select from private.outbox o
      where o.reply_id = p_id and o.sent_at is null and o.lease is null and not o.may_have_arrived for no key update)
  then
    raise exception using message = 'reply_sent';
  end if;

  v_now := private.answerable_state(v_reply.request_id);
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = private.answered_status(v_now ->> 'kind', v_reply.kind, v_reply.before ->> 'status')
    and (v_reply.kind not in ('confirm', 'decline') or v_now ->> 'period' is not distinct from v_reply.before ->> 'period')
    and (private.newest_wait(v_reply.request_id)).reply_id is not distinct from p_id;
  if v_is_same and v_reply.kind <> 'change' then
    perform private.restore_answered(v_reply);
  else
    -- What the studio did since answers in its place.
    perform private.undo_studio_act(w)
    from private.waits w where w.reply_id = p_id and w.id < (private.newest_wait(v_reply.request_id)).id;
  end if;
  delete from private.replies where id = p_id;
  perform private.swap_news(v_reply);
  perform private.log_event(v_reply.request_id, 'reply', 'undone');
  return v_is_same or v_reply.kind = 'change';
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

-- Begins what changes an offer: a new revision of its request, an event of this kind, and the offer, locked. Raises
-- offer_gone when there is none, request_gone when its person was erased, and offer_accepted.
create or replace function private.touch_offer(p_id uuid, p_what text) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select o.request_id from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.touch_request(v_request);
  perform private.log_event(v_request, 'offer', p_what);
  select * into v_offer from public.offers o where o.id = p_id for no key update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  return v_offer;
end
$$;

create or replace function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version integer;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'sent');
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  -- The site shows dates up to so many days ahead: a later one is a slip of the year.
  if p_valid_until between private.studio_today() and private.studio_today() + 397 is not true then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_version := coalesce((private.newest_version(p_offer_id)).version, 0) + 1;
  insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_version, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  -- A stranger with the link must not keep the visitor from accepting this one, too.
  delete from private.offer_guesses where offer_id = p_offer_id;
  perform private.drop_mails(v_offer.request_id, 'studio', '{offer_declined}');
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer_withdrawn}');
  if p_mailed then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer');
    perform private.answer_request(v_offer.request_id, 'offer');
  end if;
  return v_version;
end
$$;
comment on function public.send_offer is
  'Freezes the next version of an offer, of the draft that was seen; returns its number. Mails its link, which answers the request; with '
  'p_mailed false an admin sends it, and says so by send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or '
  'request_gone.';

create or replace function public.withdraw_offer(p_offer_id uuid, p_reason text default null, p_mailed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_waited boolean;
  v_is_known boolean;
  v_wait private.waits;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'withdrawn');
  if v_offer.ended is not null or private.newest_version(p_offer_id) is null then
    raise exception using message = 'offer_not_open';
  end if;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  v_waited := exists (select from private.drop_mails(v_offer.request_id, 'visitor', '{offer}'));
  -- Who was never mailed it needs no mail. Of what was sent some time ago, or by an admin, there is no
  -- mail any more.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), not v_waited) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer';
  if not v_is_known then
    v_wait := private.newest_wait(v_offer.request_id);
    if v_wait.studio_act = 'offered' then
      perform private.undo_studio_act(v_wait);
    end if;
  elsif p_mailed then
    perform private.write_offer_mail(v_offer, 'visitor', 'offer_withdrawn');
    perform private.answer_request(v_offer.request_id, 'offer_withdrawn');
  end if;
end
$$;
comment on function public.withdraw_offer is
  'Takes an offer back, with a reason (or null) that its visitor reads. Mails them if they were mailed the offer, which answers the request; '
  'with p_mailed false an admin does, and says so by send_reply. Raises offer_not_open, offer_accepted, offer_gone or request_gone.';

create or replace function public.record_acceptance(p_offer_id uuid, p_version integer, p_email_text text, p_keep_years integer) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_version public.offer_versions;
begin
  perform private.require_live_admin();
  v_offer := private.touch_offer(p_offer_id, 'accepted by email');
  v_version := private.newest_version(p_offer_id);
  if v_offer.ended is not null or v_version.version is distinct from p_version then
    raise exception using message = 'changed_meanwhile';
  end if;
  insert into public.offer_acceptances (offer_id, version, sha256, channel, email, email_text, recorded_by, keep_until)
  values (p_offer_id, p_version, v_version.sha256, 'email',
    coalesce((select b.email from public.bookings b where b.id = v_offer.request_id),
             (select i.email from public.inquiries i where i.id = v_offer.request_id)),
    p_email_text, private.actor(), private.keep_until(p_keep_years));
  perform private.add_visitor_act(v_offer.request_id, 'offer_accepted');
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
end
$$;
comment on function public.record_acceptance(uuid, integer, text, integer) is
  'Records that the newest version p_version was accepted by e-mail, with this text, also after its last day. Raises changed_meanwhile when it is '
  'not the newest, or was withdrawn or declined; offer_accepted, offer_gone or request_gone.';

create or replace function public.accept_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_name text, p_email text, p_consent text,
  p_keep_years integer
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  perform private.check_sender(p_name, p_email, null);
  v_offer := private.touch_offer(p_id, 'accepted');
  insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
  values (p_id, p_version, p_sha256, 'page', p_name, p_email, p_consent, private.keep_until(p_keep_years));
  perform private.add_visitor_act(v_offer.request_id, 'offer_accepted');
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'visitor', 'offer_accepted');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_accepted');
  return jsonb_build_object('outcome', 'accepted');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.accept_offer is
  'Accepts the version that its visitor saw; returns an outcome: ''accepted'', or why nothing was stored: ''link_invalid'', ''already_accepted'' '
  'and ''withdrawn'' or ''declined'' (each with "at"), ''superseded'', ''expired'', ''email_differs'', ''too_many_emails''. Raises invalid_name and too_busy.';

create or replace function public.decline_offer(
  p_site_key text, p_id uuid, p_link_version integer, p_version integer, p_sha256 text, p_email text, p_reason text default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_problem jsonb;
  v_offer public.offers;
begin
  perform private.require_site_key(p_site_key);
  v_problem := private.admit_answer(p_id, p_link_version, p_version, p_sha256, p_email);
  if v_problem is not null then
    return v_problem;
  end if;
  v_offer := private.touch_offer(p_id, 'declined');
  update public.offers set ended = 'declined', ended_at = now(), ended_reason = p_reason where id = p_id;
  perform private.add_visitor_act(v_offer.request_id, 'offer_declined');
  perform private.drop_mails(v_offer.request_id, 'visitor', '{offer}');
  perform private.write_offer_mail(v_offer, 'studio', 'offer_declined');
  return jsonb_build_object('outcome', 'declined_now');
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
comment on function public.decline_offer is
  'Declines the version that its visitor saw, with a reason or null; returns ''declined_now'', or the outcomes of accept_offer when nothing was stored.';

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when p_mail.offer_id is not null then exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          else false
        end)
    when p_mail.kind = 'reply' then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        -- Who was told that the date is closed is not reminded of the call.
        or p_mail.kind = 'reminder' and (b.status <> 'confirmed' or private.knows_closed(b))))
  end
$$;

-- The views' numbers. Planned anew for each call, like the next function: a plan for any arguments cannot know
-- how many rows there will be. Midnights are timestamps, not dates, because row-level security keeps a
-- comparison of the two from the indexes.
create function private.count_views(p_today timestamp, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    -- One status at a time: an index counts equal entries several times faster than a group by does.
    with by_status as materialized (
      select s as status, (select count(*) from public.requests where status = s) as total
      from unnest('{pending,confirmed,cancelled,new,read,replied,archived}'::text[]) s
    ), ahead as materialized (
      select count(*) as total from public.requests where starts >= p_today and status <> 'cancelled'
    ), turns as materialized (
      select count(*) filter (where ours_from <= p_now) as ours, count(*) filter (where ours_from > p_now) as theirs,
        -- An answer is promised only where somebody asked.
        count(*) filter (where ours_from <= p_now and due_at < p_now and turn_reason in ('booked', 'wrote', 'moved', 'answered')) as overdue,
        count(*) filter (where turn_reason = 'closed') as closed
      from public.requests where over_from > p_now
    )
    select jsonb_build_object(
      'all', sum(total),
      'to_answer', (select ours from turns),
      'overdue', (select overdue from turns),
      'their_turn', (select theirs from turns),
      'closed', (select closed from turns),
      'upcoming', (select total from ahead),
      'past', sum(total) filter (where status in ('pending', 'confirmed')) - (select total from ahead),
      'archived', sum(total) filter (where status in ('cancelled', 'archived')),
      'pending', sum(total) filter (where status = 'pending'),
      'new', sum(total) filter (where status = 'new'),
      'bookings', sum(total) filter (where status in ('pending', 'confirmed', 'cancelled')),
      'inquiries', sum(total) filter (where status in ('new', 'read', 'replied', 'archived')))
    from by_status);
end
$$;

-- Each status with its kind, and the views that have it. The two after it are bound at creation, because the
-- list's caller, with whose rights they run, may not name what is in this schema.
create or replace function private.check_list(
  p_view text, p_type text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_outcome text
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'their_turn', 'closed', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status not in ('pending', 'confirmed', 'cancelled', 'new', 'read', 'replied', 'archived') then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost', 'quoted', 'won') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'turn') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;
end
$$;

create or replace function private.list_statuses() returns table (status text, kind text, views text[])
language sql immutable set search_path = ''
as $$
  values
    ('pending', 'booking', '{all,to_answer,their_turn,closed,upcoming,past}'::text[]),
    ('confirmed', 'booking', '{all,to_answer,their_turn,closed,upcoming,past}'),
    ('cancelled', 'booking', '{all,to_answer,their_turn,archived}'),
    ('new', 'inquiry', '{all,to_answer,their_turn}'),
    ('read', 'inquiry', '{all,to_answer,their_turn}'),
    ('replied', 'inquiry', '{all,to_answer,their_turn}'),
    ('archived', 'inquiry', '{all,to_answer,their_turn,archived}')
$$;

-- The ids of one page, in order, and how many there are on all pages; p_count is that number if it is known. The
-- arrays have what is sought in requests of each status.
create or replace function private.count_list(
  p_counts jsonb, p_statuses text[], p_today timestamp, p_view text, p_type text, p_status text, p_is_narrowed boolean
) returns bigint
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if p_is_narrowed or p_view in ('to_answer', 'their_turn', 'closed') and num_nonnulls(p_type, p_status) > 0 then
    return null;
  end if;
  if num_nonnulls(p_type, p_status) = 0 then
    return (p_counts ->> p_view)::bigint;
  end if;
  return (
    select count(*) from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today));
end
$$;

create function private.find_requests(
  p_statuses text[], p_patterns text[], p_offered uuid[], p_count bigint, p_today timestamp, p_now timestamptz,
  p_view text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_owner uuid, p_outcome text
) returns table (total bigint, ids uuid[])
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line constant integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  -- What is sought in every status, when that is the same, so that no row has to look it up.
  v_patterns constant text[] := case
    when (select count(distinct p_patterns[nth:nth]) = 1 from generate_subscripts(p_patterns, 1) nth) then p_patterns[1:1] end;
  v_is_whole constant boolean :=
    p_patterns is null and p_owner is null and p_outcome is null and p_view not in ('to_answer', 'their_turn', 'closed');
begin
  total := p_count;
  if v_is_whole and p_sort = 'created' then
    -- By the index on created_at, so that no more is read than is shown or skipped.
    select array_agg(page.id) into ids
    from (
      select r.id from public.requests r
      where r.status = any (p_statuses)
        and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      order by
        case when not p_descending then r.created_at end, case when not p_descending then r.id end desc,
        r.created_at desc, r.id
      limit p_limit offset p_offset
    ) page;
    return next;
    return;
  end if;

  with matching as (
    select r.id, r.created_at,
      case p_sort
        when 'type' then r.kind when 'status' then r.status
        when 'date' then case when p_view in ('upcoming', 'closed') then r.starts::text else r.starts::date::text end
        when 'time' then r.starts::time::text
        -- Of ours what is due first, of theirs what has waited longest.
        when 'turn' then case when r.over_from > p_now then
          ((case when r.ours_from <= p_now then r.due_at else r.theirs_from end) at time zone 'UTC')::text end
        when 'created' then null
        else nullif(split_part(r.search_text, E'\n', v_line), '')
      end collate "C" as sort_key
    from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      and (p_view not in ('to_answer', 'their_turn') or r.over_from > p_now and (r.ours_from <= p_now) = (p_view = 'to_answer'))
      and (p_view <> 'closed' or r.over_from > p_now and r.turn_reason = 'closed')
      and (p_owner is null or r.owner = p_owner)
      and (p_offered is null or r.id = any (p_offered))
      and (p_outcome is null or p_offered is not null
        or coalesce(r.outcome, 'none') = p_outcome and r.status = 'confirmed' and r.starts < p_today)
      and (p_patterns is null or r.search_text like all (
        coalesce(v_patterns, case r.status
          when p_statuses[1] then p_patterns[1:1] when p_statuses[2] then p_patterns[2:2] when p_statuses[3] then p_patterns[3:3]
          when p_statuses[4] then p_patterns[4:4] when p_statuses[5] then p_patterns[5:5] when p_statuses[6] then p_patterns[6:6]
          else p_patterns[7:7] end)))
    -- Found first and sorted then: all of them are counted, so that the order of an index saves nothing.
    offset 0
  )
  -- With the rows that are skipped, because also a page past the last one tells the total.
  select array_agg(page.id order by page.nth) filter (where page.nth > p_offset), coalesce(total, max(page.count), 0)
  into ids, total
  from (
    select sorted.*, row_number() over () as nth
    from (
      select m.id, case when total is null then count(*) over () end as count
      from matching m
      order by
        case when not p_descending then m.sort_key end nulls last,
        case when p_descending then m.sort_key end desc nulls last,
        case when p_sort = 'created' and not p_descending then m.created_at end,
        m.created_at desc, m.id
      limit p_offset + p_limit
    ) sorted
  ) page;
  return next;
end
$$;

create function private.list_rows(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'type', r.kind, 'id', r.id, 'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email),
      'message', left(coalesce(b.message, i.message), 500), 'status', r.status, 'created_at', r.created_at,
      'turn_reason', r.turn_reason, 'theirs_from', r.theirs_from, 'ours_from', r.ours_from, 'over_from', r.over_from,
      'due_at', r.due_at, 'owner', r.owner,
      'revision', coalesce(b.revision, i.revision))
    || case r.kind
      when 'booking' then jsonb_build_object('outcome', r.outcome, 'date', b.date,
        'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
      else '{}'
    end order by page.nth), '[]')
  from unnest(p_ids) with ordinality as page (id, nth)
  join public.requests r on r.id = page.id
  left join public.bookings b on b.id = page.id
  left join public.inquiries i on i.id = page.id;
end;

-- The parts are called from a body that is bound at creation, because its caller has no right to the schema
-- private; the tables are read with the caller's rights.
create function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0,
  p_owner uuid default null, p_outcome text default null
) returns jsonb
-- PostgREST sets it before the call; Postgres alone would not stop a statement that runs.
language sql stable set search_path = '' set statement_timeout = '4s'
begin atomic
  select private.require_admin();
  select private.check_list(p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset, p_outcome);
  -- Materialized, or they would be computed at each place that reads them.
  with views as materialized (
    select private.count_views(private.studio_today()::timestamp, now()) as counts
  ), sought as materialized (
    select private.view_statuses(p_view, p_type, p_status) as statuses,
      private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))) as patterns
  ), page as materialized (
    select found.total, found.ids
    from views cross join sought
    cross join lateral private.find_requests(
      sought.statuses, private.status_patterns(sought.statuses, sought.patterns), private.offered_requests(p_outcome),
      private.count_list(views.counts, sought.statuses, private.studio_today()::timestamp, p_view, p_type, p_status,
        sought.patterns <> '{}' or num_nonnulls(p_owner, p_outcome) > 0),
      private.studio_today()::timestamp, now(), p_view, p_sort, p_descending, p_limit, p_offset, p_owner, p_outcome) found
  )
  select jsonb_build_object('total', page.total, 'counts', views.counts, 'rows', private.list_rows(page.ids)) from page cross join views;
end;
comment on function public.list_requests is
  'One page of bookings and inquiries: rows (messages cut at 500 characters), the exact total, and the counts of the views. Raises not_admin '
  'for anybody but an admin whose session is open.';

-- 5. The requests from before, and who may do what

select count(private.update_turn(r.id)) from public.requests r;
create index requests_turn on public.requests (over_from) include (ours_from, due_at, turn_reason);

revoke execute on function public.list_requests, public.set_answered, public.undo_answered from public, anon, authenticated, service_role;
grant execute on function public.list_requests, public.set_answered, public.undo_answered to authenticated;
