-- A form that books a call for somebody and whose response was lost may be sent again with a corrected name,
-- phone, package or message. So far it was then given the first call, as if that had them. Now it is told
-- which call it has booked, also what that has of these, as for another time or address.

create or replace function private.booked_call_json(p_booking public.bookings) returns jsonb
language sql stable set search_path = ''
as $$
  select private.booking_state(p_booking) || jsonb_build_object(
    'id', p_booking.id, 'name', p_booking.name, 'email', p_booking.email, 'end_time', to_char(upper(p_booking.period), 'HH24:MI'),
    'phone', p_booking.phone, 'package', p_booking.package, 'message', p_booking.message)
  where p_booking.id is not null
$$;

create or replace function public.book_call(
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
      and (v_old.name, v_old.message, v_old.package, v_old.phone)
        is not distinct from (p_name, p_message, p_details ->> 'package', p_details ->> 'phone')
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
  'nothing, and raises booked_before if anything else differs, or once the call is cancelled; its detail is the call as JSON: with its id as '
  'p_instead_of it is cancelled, and the other one booked. No cap counts it, and nobody waits for an answer. p_details may have package and phone. Raises what create_booking and move_booking raise.';
