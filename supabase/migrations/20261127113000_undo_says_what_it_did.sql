-- Undo says whether it took something back: undo_answered returns that, undo_known of how many calls. Neither takes
-- back any more what another admin said. A function whose result changes is made anew; each in one block, because a
-- press may come in between.

do $migration$
begin
drop function public.undo_answered(uuid, boolean);
create function public.undo_answered(p_request_id uuid, p_answered boolean) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_kind constant text := case when p_answered then 'answered' else 'reopened' end;
  v_said public.request_events;
  v_wait private.waits;
begin
  perform private.require_live_admin();
  perform private.touch_request(p_request_id);
  select * into v_said from public.request_events e where e.request_id = p_request_id and e.kind = v_kind order by e.id desc limit 1;
  -- What another admin said stays, also when the caller pressed the same after them, which has changed nothing.
  if v_said.actor is distinct from private.actor() then
    return false;
  -- Pressed again, after a lost response.
  elsif v_said.what = 'undone' then
    return true;
  end if;
  v_wait := private.newest_wait(p_request_id);
  if p_answered and v_wait.studio_act in ('elsewhere', 'not_needed') then
    perform private.undo_studio_act(v_wait);
  elsif not p_answered and v_wait.visitor_act = 'answered' and v_wait.studio_act is null
    -- A move of theirs since has no wait of its own, because a question was open.
    and not exists (select from public.request_events e where e.request_id = p_request_id and e.id > v_said.id and e.actor = 'visitor')
  then
    delete from private.waits where id = v_wait.id;
    perform private.update_turn(p_request_id);
  else
    return false;
  end if;
  perform private.log_event(p_request_id, v_kind, 'undone');
  return true;
end
$$;
comment on function public.undo_answered is
  'Takes back what the caller has said by set_answered, if nothing was done since: the same wait goes on. Returns whether it is taken back, also '
  'when pressed again; false changes nothing.';
revoke execute on function public.undo_answered(uuid, boolean) from public, anon, authenticated, service_role;
grant execute on function public.undo_answered(uuid, boolean) to authenticated;
end
$migration$;

do $migration$
begin
drop function public.undo_known(uuid[]);
create function public.undo_known(p_booking_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_booking public.bookings;
  v_event public.request_events;
  v_count integer := 0;
begin
  perform private.require_live_admin();
  for v_booking in
    select * from public.bookings b where b.id = any (p_booking_ids) and not private.is_erased(b.email)
    order by b.id
    for no key update
  loop
    -- What they knew before stands in the history. If they have learned something else since, that stays, and so
    -- does what another admin said, also when the caller pressed the same after them, which has changed nothing.
    select * into v_event from public.request_events e
    where e.request_id = v_booking.id and e.kind = 'told' order by e.id desc limit 1;
    continue when v_event.actor is distinct from private.actor();
    -- Otherwise it is pressed again, after a lost response.
    if v_event.after is not null then
      continue when v_booking.known is distinct from v_event.after;
      -- No mail is written anew, because nothing about the call has changed.
      update public.bookings set known = v_event.before where id = v_booking.id;
      update private.outbox set must_go = null where request_id = v_booking.id and must_go = 'in words' and is_waiting;
      perform private.log_event(v_booking.id, 'told', 'taken back');
    end if;
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.undo_known(uuid[]) is
  'For admins: takes back what the caller has written of these calls by set_known, unless their visitors have learned something else since. '
  'Returns of how many it is taken back, also when pressed again.';
revoke execute on function public.undo_known(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.undo_known(uuid[]) to authenticated;
end
$migration$;
