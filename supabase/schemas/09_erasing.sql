-- Erases a person's data from their requests.

-- Deletes a person's offers, but keeps accepted ones, without their request, draft and reasons, and with a link that
-- no longer works. The lock comes first, because it waits for an acceptance in progress, and only a
-- later statement sees that.
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

-- Erases a person's data in one request; the only function that lists all of it. The new form_id
-- keeps a repeated form from filling in an erased request. The same UPDATE sets the status, so that no
-- event of it remains, and clears `act`, which may contain data of the last act.
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
  -- Locks each row as it reads it, because an e-mail that is corrected meanwhile is another person's.
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
  'For admins: in every request of this e-mail, replaces name and e-mail by a marker and deletes the person''s other words. p_cancels also '
  'cancels calls that have not begun. Returns the number of requests.';
