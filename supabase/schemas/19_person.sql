-- A person's requests, by their e-mail address: finds, exports and erases them.

create function public.list_person(p_email text)
returns table (id uuid, type text, status text, created_at timestamptz, date date, start_time text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select person.id, person.type, person.status, person.created_at, person.date, person.start_time
    from (
      select b.id, 'booking' as type, b.status, b.created_at, b.date, to_char(lower(b.period), 'HH24:MI') as start_time
      from public.bookings b where lower(b.email) = lower(p_email) and not private.is_erased(p_email)
      union all
      select i.id, 'inquiry', i.status, i.created_at, null, null
      from public.inquiries i where lower(i.email) = lower(p_email) and not private.is_erased(p_email)
    ) person
    order by person.created_at desc, person.id
    limit 50;
end
$$;

-- Runs with the owner's rights, after checking the caller, because row-level security would prevent the use of the
-- index on lower(email).
create function public.count_requests(p_email text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select count(*) from public.bookings where lower(email) = lower(p_email))
    + (select count(*) from public.inquiries where lower(email) = lower(p_email));
end
$$;

-- An offer with its versions, endings and acceptance, without link_version.
create function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - 'link_version' || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v
      where v.offer_id = p_offer.id),
    'endings', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.version), '[]') from public.offer_endings e
      where e.offer_id = p_offer.id),
    'acceptance', (select to_jsonb(a) from public.offer_acceptances a where a.offer_id = p_offer.id))
$$;

-- A request with its related rows, without search_text, act, form_id and link_version. Mails have only kind,
-- recipient and times.
create function private.export_request(p_id uuid) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(r) - 'search_text' || jsonb_build_object(
    'booking', (select to_jsonb(b) - '{form_id,link_version,act}'::text[] from public.bookings b where b.id = r.id),
    'inquiry', (select to_jsonb(i) - '{form_id,act}'::text[] from public.inquiries i where i.id = r.id),
    'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'form_id' order by e.id), '[]') from public.request_events e
      where e.request_id = r.id),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.request_notes n
      where n.request_id = r.id),
    'letters', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'link_version' order by l.event_id), '[]')
      from private.letters l join public.request_events e on e.id = l.event_id where e.request_id = r.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'recipient', o.recipient, 'created_at', o.created_at,
        'due_at', o.due_at, 'sent_at', o.sent_at, 'given_up_at', o.given_up_at) order by o.due_at), '[]')
      from private.outbox o where o.request_id = r.id),
    'offers', (select coalesce(jsonb_agg(private.export_offer(o)), '[]') from public.offers o
      where o.request_id = r.id))
  from public.requests r where r.id = p_id
$$;

create function public.export_person(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_email text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_email := coalesce(private.email_of(p_id), (select a.email from public.offer_acceptances a where a.offer_id = p_id));
  if v_email is null or private.is_erased(v_email) then
    return null;
  end if;
  v_ids := array(
    select b.id from public.bookings b where lower(b.email) = lower(v_email)
    union all
    select i.id from public.inquiries i where lower(i.email) = lower(v_email));
  return jsonb_build_object(
    'email', v_email, 'exported_at', now(),
    'requests', (
      select coalesce(jsonb_agg(private.export_request(r.id) order by r.created_at desc, r.id), '[]')
      from public.requests r where r.id = any (v_ids)),
    -- Accepted offers whose request has another e-mail address now, or was erased.
    'other_offers', (
      select coalesce(jsonb_agg(private.export_offer(o) order by a.accepted_at desc), '[]')
      from public.offer_acceptances a join public.offers o on o.id = a.offer_id
      where lower(a.email) = lower(v_email) and (o.request_id = any (v_ids)) is not true));
end
$$;
comment on function public.export_person(uuid) is
  'All data about the person of a request or of an accepted offer (p_id), by their e-mail address: requests with their '
  'related rows, and accepted offers. Null if there is no such person, or they were erased.';

-- Erases a person's data in one request. No other function lists all columns with such data. A new form_id, so
-- that a form sent again does not find the erased request. One UPDATE also sets the status, because another would
-- leave an event in the log, and clears `act`, which may contain personal data.
create function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_request(p_id);
  -- An accepted offer stays, without its request, draft and reasons, and with an invalid link. Locks the offer first,
  -- so that the later statements see an acceptance that was in progress.
  perform 1 from public.offers o where o.request_id = p_id for no key update;
  delete from private.outbox m where m.request_id = p_id and m.offer_id is not null;
  delete from public.offers o
  where o.request_id = p_id and not exists (select from public.offer_acceptances a where a.offer_id = o.id);
  update public.offer_endings e set reason = null from public.offers o where o.request_id = p_id and e.offer_id = o.id;
  update public.offers set request_id = null, draft = null, link_version = link_version + 1 where request_id = p_id;
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, cancel_reason = null, cancel_message = null,
    status = coalesce(p_booking_status, status), form_id = gen_random_uuid(), act = null
  where id = p_id;
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    form_id = gen_random_uuid(), act = null
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
  for v_booking in
    select * from public.bookings b where lower(b.email) = lower(p_email) order by b.id for no key update
  loop
    perform private.erase_request(
      v_booking.id, case when p_cancels and private.starts_at(v_booking) > now() then 'cancelled' end);
    v_count := v_count + 1;
  end loop;
  for v_id in
    select i.id from public.inquiries i where lower(i.email) = lower(p_email) order by i.id for no key update
  loop
    perform private.erase_request(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;
comment on function public.erase_person(text, boolean) is
  'Replaces name and e-mail address with a marker in every request of this address, and deletes the person''s other '
  'data. With p_cancels, also cancels calls that have not begun. Returns the number of requests.';
