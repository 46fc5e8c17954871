-- Erasure on request: name, e-mail and message are removed, the taken time stays.

create function public.erase_person(p_email text) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_bookings integer;
  v_inquiries integer;
begin
  perform private.require_admin();
  -- A new request id: the index on request_id and e-mail must stay unique now that erased e-mails are all the same.
  update public.bookings
  set name = 'Erased', email = 'erased@erased.invalid', message = null, request_id = gen_random_uuid()
  where lower(email) = lower(p_email);
  get diagnostics v_bookings = row_count;
  update public.inquiries set name = 'Erased', email = 'erased@erased.invalid', message = null
  where lower(email) = lower(p_email);
  get diagnostics v_inquiries = row_count;
  return v_bookings + v_inquiries;
end
$$;
comment on function public.erase_person(text) is
  'Replaces name and e-mail by a marker and drops the message in every record of this e-mail; returns how many.';

revoke execute on function public.erase_person(text) from public, anon, authenticated, service_role;
grant execute on function public.erase_person(text) to authenticated;
