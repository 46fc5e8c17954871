-- Erases a person's data from their requests.

-- Deletes the offer of a request. An accepted offer stays, without its request, draft and reasons, and with an
-- invalid link. Locks the offer first, so that the later statements see an acceptance that was in progress.
create function private.erase_offers(p_request_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform 1 from public.offers o where o.request_id = p_request_id for no key update;
  delete from private.outbox m where m.request_id = p_request_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_request_id and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  update public.offer_endings e set reason = null from public.offers o where o.request_id = p_request_id and e.offer_id = o.id;
  update public.offers o set request_id = null, draft = null, link_version = o.link_version + 1
  where o.request_id = p_request_id;
end
$$;

-- Erases a person's data in one request. No other function lists all columns with such data. A new form_id, so
-- that a form sent again does not find the erased request. One UPDATE also sets the status, because another would
-- leave an event in the log, and clears `act`, which may contain personal data.
create function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  perform private.erase_offers(p_id);
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, cancel_reason = null, cancel_message = null,
    status = coalesce(p_booking_status, status), form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.requests set outcome_reason = null where id = p_id and outcome_reason is not null;
  delete from public.request_notes where request_id = p_id;
end
$$;

create function public.erase_person(p_email text, p_cancels boolean default false) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_booking public.bookings;
  v_id uuid;
  v_count integer := 0;
begin
  perform private.require_admin();
  -- Locks each row while reading it, because a row whose e-mail address is corrected meanwhile belongs to
  -- another person.
  for v_booking in select * from public.bookings b where lower(b.email) = lower(p_email) order by b.id for no key update loop
    perform private.erase_request(v_booking.id, case when p_cancels and private.starts_at(v_booking) > now() then 'cancelled' end);
    v_count := v_count + 1;
  end loop;
  for v_id in select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for no key update loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text, boolean) is
  'For admins: replaces name and e-mail address with a marker in every request of this address, and deletes the person''s other data. With '
  'p_cancels, also cancels calls that have not begun. Returns the number of requests.';
