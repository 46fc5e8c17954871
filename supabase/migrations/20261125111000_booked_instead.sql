-- A call that is booked for somebody can take the place of the one that the same form had booked before, and what
-- a form has booked can be asked when its response was lost.
drop function public.book_call;

-- What the form with this id has booked: the call that stands before others.
create function private.booked_by_form(p_request_id uuid) returns public.bookings
language sql stable set search_path = ''
as $$
  select b from public.bookings b
  where b.form_id = p_request_id order by b.status = 'cancelled', b.created_at desc, b.id limit 1
$$;

create function private.booked_call_json(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(p_booking) || jsonb_build_object(
    'id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email, 'end_time', to_char(upper(p_booking.period), 'HH24:MI'))
  where p_booking.id is not null
$$;

create function public.book_call(
  p_request_id uuid, p_name text, p_email text, p_date date, p_start_time time, p_end_time time, p_outside boolean default false,
  p_message text default null, p_details jsonb default '{}', p_instead_of uuid default null
) returns uuid
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_old public.bookings;
  v_id uuid;
  v_slot_id uuid;
begin
  perform private.require_live_admin();
  perform private.check_sender(p_name, p_email, p_message);
  perform private.check_details(p_details, '{package,phone}');
  if p_request_id is null then
    raise exception using message = 'invalid_details', hint = 'request_id';
  end if;
  perform pg_advisory_xact_lock(1, hashtext(p_request_id::text));
  v_old := private.booked_by_form(p_request_id);
  if v_old.id is not null then
    -- A second press, or a second try after a lost response.
    if v_old.status <> 'cancelled'
      and (lower(v_old.email), lower(v_old.period), upper(v_old.period)) = (lower(p_email), p_date + p_start_time, p_date + p_end_time)
    then
      return v_old.id;
    elsif v_old.id is distinct from p_instead_of then
      raise exception using message = 'booked_before', detail = private.booked_call_json(v_old)::text;
    end if;
    update public.bookings set status = 'cancelled' where id = v_old.id and status <> 'cancelled';
  end if;
  v_slot_id := private.find_or_create_slot(p_date, p_start_time, p_end_time, p_outside);
  insert into public.bookings (name, email, date, time_slot_id, message, package, phone, form_id)
  values (p_name, p_email, p_date, v_slot_id, p_message, p_details ->> 'package', p_details ->> 'phone', p_request_id)
  returning id into v_id;
  -- In a second step, so that the mails, the history and the calendar's SEQUENCE are as after any confirmation.
  update public.bookings set status = 'confirmed' where id = v_id;
  return v_id;
exception
  when exclusion_violation then
    raise exception using message = 'slot_taken';
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
  -- Nobody needs to have the time: the site tries again.
  when deadlock_detected then
    raise exception using errcode = 'deadlock_detected', message = 'too_busy', hint = 'deadlock';
end
$$;
comment on function public.book_call is
  'For admins: books and confirms a call for somebody who asked for it another way, and returns its id. The same request id again books '
  'nothing, and raises booked_before for another person or time, or once the call is cancelled; its detail is the call as JSON: with its id as '
  'p_instead_of it is cancelled, and the other one booked. No cap counts it, and nobody waits for an answer. p_details may have package and phone. Raises what create_booking and move_booking raise.';

create function public.get_booked_call(p_request_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  return private.booked_call_json(private.booked_by_form(p_request_id));
end
$$;
comment on function public.get_booked_call is
  'For an admin whose response to book_call was lost: what it booked, as JSON like the detail of booked_before; null when it booked nothing.';

revoke execute on function public.book_call, public.get_booked_call from public, anon, authenticated, service_role;
grant execute on function public.book_call, public.get_booked_call to authenticated;
