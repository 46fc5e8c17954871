-- How a person is erased from what they sent.

-- What a person's erasure leaves of their offers: accepted ones, without their request and what was said at a decline, and
-- with a link that no longer works. The second statement decides, because the first one waits for an
-- acceptance that is being written, and only a later one sees it.
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

-- Takes away whatever a person wrote, in the one place that knows all of it. A new id of the form, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind, and what that announced of an act goes.
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
  -- Locked as they are read: an e-mail that is corrected meanwhile is another person's.
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
  'Replaces name and e-mail by a marker and drops what else a person wrote in every request of this e-mail; p_cancels also cancels their calls that have not begun. Returns how many.';
