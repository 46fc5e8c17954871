-- The owner of a request, notes, the outcome of a call, and answers outside the site. Each is an act (16_acts.sql).

create function public.set_owner(
  p_request_id uuid, p_owner uuid default null, p_seen jsonb default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_email text;
  v_now uuid;
  v_event public.request_events;
begin
  perform private.require_admin();
  if p_owner is not null then
    select a.email into v_email from public.list_admins() a where a.id = p_owner;
    if not found then
      raise exception using message = 'no_such_admin';
    end if;
  end if;
  perform private.lock_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  select r.owner into v_now from public.requests r where r.id = p_request_id;
  if v_event.id is null and v_now is distinct from (p_seen ->> 'owner')::uuid and v_now is distinct from p_owner then
    raise exception using message = 'owner_changed',
      detail = coalesce((select a.email from public.list_admins() a where a.id = v_now), '');
  end if;
  return (private.act(p_request_id, 'owner', jsonb_build_object('owner', p_owner), v_email, p_form_id)).revision;
end
$$;
comment on function public.set_owner is
  'Gives a request to an admin, or to nobody, and returns the revision for undo_act. Raises no_such_admin, '
  'request_gone if its person was erased, form_used, and owner_changed, with the current owner''s e-mail address as '
  'detail, if the owner is not the one in p_seen: {"owner": user id or null}.';

create function public.add_note(p_id uuid, p_request_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  perform private.lock_request(p_request_id);
  -- The id comes from the form: a note that is sent again after a lost response is stored once.
  if exists (
    select from public.request_notes n
    where (n.id, n.request_id, n.author, n.body) = (p_id, p_request_id, private.caller_id(), p_body))
  then
    return;
  end if;
  perform private.act(p_request_id, 'note', p_what => 'added');
  insert into public.request_notes (id, request_id, author, body)
  values (p_id, p_request_id, private.caller_id(), p_body)
  on conflict (id) do update set body = excluded.body
  where request_notes.author = private.caller_id() and request_notes.request_id = p_request_id;
  if not found then
    raise exception using message = 'not_your_note';
  end if;
end
$$;
comment on function public.add_note(uuid, uuid, text) is
  'Adds the caller''s note (at most 5,000 characters) to a request. Raises request_gone, and not_your_note if p_id '
  'belongs to a note of another admin or another request.';

-- Locks the request and logs the change of the caller's own note. Raises not_your_note if the note does not exist
-- or is another admin's.
create function private.act_on_note(p_id uuid, p_what text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_request_id constant uuid := (
    select n.request_id from public.request_notes n where n.id = p_id and n.author = private.caller_id());
begin
  if v_request_id is null then
    raise exception using message = 'not_your_note';
  end if;
  perform private.act(v_request_id, 'note', p_what => p_what);
end
$$;

create function public.edit_note(p_id uuid, p_body text) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  -- The note already has this text, as after a lost response.
  if exists (
    select from public.request_notes n where (n.id, n.author, n.body) = (p_id, private.caller_id(), p_body))
  then
    return;
  end if;
  perform private.act_on_note(p_id, 'edited');
  update public.request_notes set body = p_body, edited_at = now() where id = p_id and author = private.caller_id();
end
$$;

create function public.delete_note(p_id uuid) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  perform private.require_admin();
  perform private.act_on_note(p_id, 'deleted');
  delete from public.request_notes where id = p_id and author = private.caller_id();
end
$$;

create function public.set_outcome(
  p_booking_id uuid, p_outcome text default null, p_reason text default null, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
begin
  perform private.require_admin();
  perform private.lock_request(p_booking_id);
  v_event := private.act(p_booking_id, 'outcome', jsonb_build_object('outcome', p_outcome, 'outcome_reason', p_reason)
    || case when p_outcome is not null
      and exists (select from public.bookings b where b.id = p_booking_id and b.status = 'pending')
      then '{"status": "confirmed"}' else '{}' end::jsonb, p_outcome, p_form_id);
  if not exists (
    select from public.requests r
    where r.id = p_booking_id and r.kind = 'booking'
      and (p_outcome is null or r.status = 'confirmed' and r.starts <= now() at time zone private.studio_zone()))
  then
    raise exception using message = 'call_not_held';
  end if;
  return v_event.revision;
end
$$;
comment on function public.set_outcome is
  'Sets the outcome of a call that has begun: ''held'', ''no_show'', ''lost'' with a reason, or null to clear it. '
  'Confirms a pending call in the same act, which mails nobody. Returns the revision for undo_act. Raises '
  'call_not_held for any other call, and form_used.';

create function public.set_answered(
  p_request_id uuid, p_answered boolean, p_is_needed boolean default true, p_form_id uuid default null
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_event public.request_events;
  v_is_ours boolean;
  v_is_asked boolean;
begin
  perform private.require_admin();
  perform private.lock_present_request(p_request_id);
  v_event := private.event_of_form(p_form_id, p_request_id);
  -- Uses clock_timestamp, because a visitor may have asked since this transaction began.
  select r.ours_from <= clock_timestamp() and r.over_from > clock_timestamp(),
    newest.turn = 'asks' and newest.kind not in ('accepted', 'declined')
  into v_is_ours, v_is_asked
  from public.requests r cross join private.deciding_event(r) newest where r.id = p_request_id;
  -- Nothing changes, as after a lost response, if it is not the studio's turn, or the visitor's question is
  -- already open.
  if v_event.id is null and (p_answered and not v_is_ours or not p_answered and v_is_ours and v_is_asked is true) then
    return null;
  end if;
  v_event := private.act(
    p_request_id, case when not p_answered then 'asked' when p_is_needed then 'elsewhere' else 'not_needed' end,
    p_form_id => p_form_id);
  return v_event.revision;
end
$$;
comment on function public.set_answered is
  'With p_answered, records that an admin answered outside the site, or with p_is_needed false that no answer is '
  'needed. Without p_answered, records that the visitor asked again. Returns the revision for undo_act; null, without '
  'a change, if it is not the studio''s turn, or the question is already open.';
