-- Files for admins: every request, for a spreadsheet, and all data about one person.

-- 1. Every request, a page at a time

create function public.export_requests(
  p_before timestamptz default null, p_before_id uuid default null, p_limit integer default 500
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_zone constant text := private.studio_zone();
begin
  perform private.require_admin();
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'kind', r.kind, 'status', r.status,
      'created', to_char(r.created_at at time zone v_zone, 'YYYY-MM-DD HH24:MI'), 'created_at', r.created_at,
      'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'phone', b.phone,
      'message', coalesce(b.message, i.message), 'package', coalesce(b.package, i.package),
      'fit', coalesce(b.fit, i.fit), 'price_seen', coalesce(b.price_seen, i.price_seen),
      'date', b.date, 'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'starts_at', lower(b.period) at time zone v_zone, 'ends_at', upper(b.period) at time zone v_zone,
      'location', b.location, 'cancel_reason', b.cancel_reason, 'cancel_message', b.cancel_message,
      'owner', u.email, 'outcome', r.outcome, 'outcome_reason', r.outcome_reason)
      order by r.created_at desc, r.id), '[]')
    from (
      select * from public.requests q
      -- Compares created_at twice, so that the index scan begins at p_before and not at the newest request.
      where p_before is null or q.created_at <= p_before and (q.created_at < p_before or q.id > p_before_id)
      order by q.created_at desc, q.id
      limit least(p_limit, 500)
    ) r
    left join public.bookings b on b.id = r.id
    left join public.inquiries i on i.id = r.id
    left join auth.users u on u.id = r.owner);
end
$$;
comment on function public.export_requests is
  'For admins: bookings and inquiries, newest first, at most 500. For the next page, pass the last row''s created_at, exactly as returned, as '
  'p_before and its id as p_before_id. A page with fewer rows than p_limit is the last. Requests that arrive after the first page are on no later '
  'page.';

-- 2. All data about one person

-- An offer with its versions, endings and acceptance, without link_version.
create function private.export_offer(p_offer public.offers) returns jsonb
language sql stable set search_path = ''
as $$
  select to_jsonb(p_offer) - 'link_version' || jsonb_build_object(
    'versions', (
      select coalesce(jsonb_agg(to_jsonb(v) order by v.version), '[]') from public.offer_versions v where v.offer_id = p_offer.id),
    'endings', (
      select coalesce(jsonb_agg(to_jsonb(e) order by e.version), '[]') from public.offer_endings e where e.offer_id = p_offer.id),
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
    'history', (select coalesce(jsonb_agg(to_jsonb(e) - 'form_id' order by e.id), '[]') from public.request_events e where e.request_id = r.id),
    'notes', (
      select coalesce(jsonb_agg(to_jsonb(n) order by n.created_at), '[]') from public.request_notes n where n.request_id = r.id),
    'letters', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'link_version' order by l.event_id), '[]')
      from private.letters l join public.request_events e on e.id = l.event_id where e.request_id = r.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', o.kind, 'recipient', o.recipient, 'created_at', o.created_at,
        'due_at', o.due_at, 'sent_at', o.sent_at, 'given_up_at', o.given_up_at) order by o.due_at), '[]')
      from private.outbox o where o.request_id = r.id),
    'offers', (select coalesce(jsonb_agg(private.export_offer(o)), '[]') from public.offers o where o.request_id = r.id))
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
  'For admins: all data about the person of a request or of an accepted offer (p_id), by their e-mail address: requests with their related rows, and '
  'accepted offers. Null if there is no such person, or they were erased.';
