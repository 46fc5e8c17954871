-- The admin's first page: the list of requests with its counts, search and file, and the news.

-- 1. The list

create view public.admin_requests with (security_invoker = true) as
select
  r.kind as type, r.id, coalesce(b.name, i.name) as name, coalesce(b.email, i.email) as email,
  coalesce(b.message, i.message) as message, r.status, r.created_at,
  b.date, to_char(lower(b.period), 'HH24:MI') as start_time, to_char(upper(b.period), 'HH24:MI') as end_time,
  b.phone, coalesce(b.package, i.package) as package, coalesce(b.fit, i.fit) as fit,
  coalesce(b.price_seen, i.price_seen) as price_seen, b.cancel_reason, b.cancel_message,
  r.owner, r.outcome, r.turn_reason, r.theirs_from, r.ours_from, r.over_from, r.due_at,
  coalesce(b.revision, i.revision) as revision,
  call.is_ahead and private.is_on_closed_date(b.date, b.time_slot_id) as is_on_closed_date,
  call.is_ahead and private.has_open_proposal(b) as is_proposed,
  call.is_ahead and private.is_kept(r.id) as is_kept,
  -- The searched text, and the keys for sorting: lines of search_text, which are folded.
  r.search_text, r.starts, r.starts::date as starts_date, r.starts::time as starts_time,
  nullif(split_part(r.search_text, E'\n', 1), '') as name_key,
  nullif(split_part(r.search_text, E'\n', 2), '') as email_key,
  nullif(split_part(r.search_text, E'\n', 6), '') as message_key,
  -- Sort key: the deadline of the studio's turn, or the start of the visitor's turn.
  case when r.over_from > now() then case when r.ours_from <= now() then r.due_at else r.theirs_from end end
    as turn_key,
  -- The tabs of the list.
  r.over_from > now() and r.ours_from <= now() as is_to_answer,
  r.over_from > now() and r.ours_from > now() as is_their_turn,
  r.starts >= today and r.status <> 'cancelled' as is_upcoming,
  r.starts < today and r.status <> 'cancelled' as is_past,
  r.status in ('cancelled', 'archived') as is_archived,
  -- The results of past calls, and of offers.
  held.is_over and r.outcome is null as is_undecided,
  held.is_over and r.outcome = 'held' as is_held,
  held.is_over and r.outcome = 'no_show' as is_no_show,
  held.is_over and r.outcome = 'lost' as is_lost,
  o.id is not null and a.offer_id is null and exists (
    select from public.offer_versions v
    where v.offer_id = o.id and not exists (
      select from public.offer_endings e where e.offer_id = v.offer_id and e.version >= v.version)) as is_quoted,
  a.offer_id is not null as is_won
from public.requests r
left join public.bookings b on b.id = r.id
left join public.inquiries i on i.id = r.id
left join public.offers o on o.request_id = r.id
left join public.offer_acceptances a on a.offer_id = o.id
-- A subquery, so that the function runs once and not for each row.
cross join (select (select private.studio_today())::timestamp as today) day
cross join lateral (select r.status = 'confirmed' and r.starts < today as is_over) held
cross join lateral (
  select r.status in ('pending', 'confirmed') and r.starts > now() at time zone private.studio_zone() as is_ahead
) call;
comment on view public.admin_requests is
  'The rows of the admin''s list, with the rights of the role that reads the view. Sorting and filtering read only the '
  'table requests, so the site asks for the ids of a page first and then for their rows. name_key, email_key and '
  'message_key are folded; the columns is_… are the list''s tabs and the outcomes.';

-- `begin atomic` resolves the names in the body at creation, because the caller has no usage on the schema private.
create function public.count_views() returns jsonb
language sql stable set search_path = ''
begin atomic
  select private.require_admin();
  select jsonb_build_object(
    'all', count(*),
    'to_answer', count(*) filter (where is_to_answer),
    -- The promise of an answer in 24 hours holds for a visitor's question, and for the offer that they accepted.
    'overdue', count(*) filter (
      where is_to_answer and due_at < now() and turn_reason in ('booked', 'wrote', 'moved', 'asked', 'accepted')),
    'their_turn', count(*) filter (where is_their_turn),
    'upcoming', count(*) filter (where is_upcoming),
    'past', count(*) filter (where is_past),
    'archived', count(*) filter (where is_archived),
    -- A query of its own, because the column reads the bookings.
    'on_closed_date', (select count(*) from public.admin_requests where is_on_closed_date),
    'pending', count(*) filter (where status = 'pending'),
    'new', count(*) filter (where status = 'new'),
    'bookings', count(*) filter (where type = 'booking'),
    'inquiries', count(*) filter (where type = 'inquiry'),
    'read_at', clock_timestamp())
  from public.admin_requests;
end;
comment on function public.count_views() is
  'The number of requests in each tab of the admin''s list, and by status and kind, and the time of the count '
  '(read_at). Raises not_admin if the caller is not an admin with an open session.';

-- Reads '26 nov', '26 november' and '26/11' as one word in the form of search_text: as two words, '1 dec' would find
-- every call in December with a 1 in its text. Uses only the eight longest words, because each word costs a
-- comparison with every request, and the longest exclude most.
create function public.search_patterns(p_query text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return array(select pattern from (
    select distinct '%' || coalesce(
        lpad(word[1], 2) || ' ' || left(word[2], 3),
        regexp_replace(
          regexp_replace(word[3], '^0?(\d\d?)/0?(\d\d?)$', ' \1/\2/'), '([\\%_])', '\\\1', 'g')) || '%' as pattern
    from regexp_replace(private.fold_text(p_query),
      '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      regexp_matches(query, -- a day and a month, or any other word
        '\m0?([0-3]?\d) (jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|'
        'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8);
end
$$;
comment on function public.search_patterns(text) is
  'A LIKE pattern for search_text from each word or date of a query, such as ''%tuhoe%''.';

-- 2. Every request for a file, a page at a time

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
      'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'),
      'starts_at', lower(b.period) at time zone v_zone, 'ends_at', upper(b.period) at time zone v_zone,
      'date', b.date, 'location', b.location, 'cancel_reason', b.cancel_reason, 'cancel_message', b.cancel_message,
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
  'Bookings and inquiries, newest first, at most 500. For the next page, pass the last row''s created_at, exactly as '
  'returned, as p_before and its id as p_before_id. A page with fewer rows than p_limit is the last. Requests that '
  'arrive after the first page are on no later page.';

-- 3. The news: problems of the site, visitors who do not know a change, calls on closed dates, few free times

create function public.get_news(p_site_key text, p_days integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'caps', (
      select coalesce(jsonb_agg(jsonb_build_object('name', c.name, 'max', c.max) order by c.name), '[]')
      from private.submission_caps c join private.shared_caps() s on s.cap = c.name where s.submits >= c.max),
    'site_key', public.get_site_key_state(p_site_key),
    'mails', (select coalesce(jsonb_agg(to_jsonb(m) order by m.due_at desc), '[]') from public.get_mail_problems() m),
    'calendars', (select coalesce(jsonb_agg(to_jsonb(c) order by c.label, c.id), '[]') from public.list_calendars() c),
    'calls_to_tell', public.get_calls_to_tell(),
    'closed_calls', public.list_closed_calls(),
    'times', (
      select jsonb_build_object('free', sum(d.free), 'taken', sum(d.taken), 'busy', sum(d.busy), 'off', sum(d.off))
      from public.get_days(private.studio_today() + 1, private.studio_today() + p_days) d),
    'settings', private.settings_json());
end
$$;
comment on function public.get_news(text, integer) is
  'The news of the studio in one request. "caps" has the shared caps that are reached now: the database rejects the '
  'submits that they count until older ones no longer count. "times" has the sums of get_days over the next p_days '
  'days.';
