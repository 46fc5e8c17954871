-- What the admin reads: the list of requests, the calendar, and what a change would affect.

-- 1. The list

create function private.check_search(p_query text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if char_length(p_query) > 200 then
    raise invalid_parameter_value using message = 'query_invalid', hint = 'At most 200 characters.';
  end if;
  return p_query;
end
$$;

-- Of folded text. A day with its month is one word, written as search_text has it, also '26th November',
-- 'nov 26' and '26/11': as two words '1 dec' would find every call of December with a 1 in its line. Only
-- the eight longest words count, because every request is compared with each; they narrow most.
create function private.search_patterns(p_query text) returns text[]
language sql stable set search_path = ''
as $$
  select array(select pattern from (
    select distinct '%' || case
        when word[8] is null then
          lpad(ltrim(coalesce(word[1], word[4], word[5]), '0'), 2) || ' '
          || coalesce(left(coalesce(word[2], word[3]), 3), ('{jan,feb,mar,apr,may,jun,jul,aug,sep,oct,nov,dec}'::text[])[word[6]::integer])
          || coalesce(' 20' || word[7], '')
        else regexp_replace(word[8], '([\\%_])', '\\\1', 'g')
      end || '%' as pattern
    from regexp_replace(p_query, '[\s\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF]+', ' ', 'g') query,
      (values ('([0-3]?\d)(?:st|nd|rd|th)?', '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)')) as part (day, month),
      -- Of several that begin at one place the longest counts. Its parts: 1 day and 2 month, 3 month and 4 day,
      -- 5 day, 6 month and 7 year as numbers, or 8 any other word.
      regexp_matches(query,
        '\m' || day || ' ?' || month || '\M|\m' || month || ' ?' || day || '\M|\m([0-3]?\d)/(0?[1-9]|1[0-2])(?:/(?:20)?(\d\d))?\M|([^ ]+)', 'g') word
  ) patterns order by length(pattern) desc, pattern limit 8)
$$;

-- Raises for arguments that no list has.
create function private.check_list(
  p_view text, p_type text, p_status text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_outcome text
) returns void
language plpgsql immutable set search_path = ''
as $$
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'their_turn', 'closed', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status not in ('pending', 'confirmed', 'cancelled', 'new', 'read', 'replied', 'archived') then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost', 'quoted', 'won') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'turn') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;
end
$$;

-- The views' numbers. Planned anew for each call, like the next function: a plan for any arguments cannot know
-- how many rows there will be. Midnights are timestamps, not dates, because row-level security keeps a
-- comparison of the two from the indexes.
create function private.count_views(p_today timestamp, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  return (
    -- One status at a time: an index counts equal entries several times faster than a group by does.
    with by_status as materialized (
      select s as status, (select count(*) from public.requests where status = s) as total
      from unnest('{pending,confirmed,cancelled,new,read,replied,archived}'::text[]) s
    ), ahead as materialized (
      select count(*) as total from public.requests where starts >= p_today and status <> 'cancelled'
    ), turns as materialized (
      select count(*) filter (where ours_from <= p_now) as ours, count(*) filter (where ours_from > p_now) as theirs,
        -- An answer is promised only where somebody asked.
        count(*) filter (where ours_from <= p_now and due_at < p_now and turn_reason in ('booked', 'wrote', 'moved', 'answered')) as overdue,
        count(*) filter (where turn_reason = 'closed') as closed
      from public.requests where over_from > p_now
    )
    select jsonb_build_object(
      'all', sum(total),
      'to_answer', (select ours from turns),
      'overdue', (select overdue from turns),
      'their_turn', (select theirs from turns),
      'closed', (select closed from turns),
      'upcoming', (select total from ahead),
      'past', sum(total) filter (where status in ('pending', 'confirmed')) - (select total from ahead),
      'archived', sum(total) filter (where status in ('cancelled', 'archived')),
      'pending', sum(total) filter (where status = 'pending'),
      'new', sum(total) filter (where status = 'new'),
      'bookings', sum(total) filter (where status in ('pending', 'confirmed', 'cancelled')),
      'inquiries', sum(total) filter (where status in ('new', 'read', 'replied', 'archived')))
    from by_status);
end
$$;

-- Each status with its kind, and the views that have it. The two after it are bound at creation, because the
-- list's caller, with whose rights they run, may not name what is in this schema.
create function private.list_statuses() returns table (status text, kind text, views text[])
language sql immutable set search_path = ''
as $$
  values
    ('pending', 'booking', '{all,to_answer,their_turn,closed,upcoming,past}'::text[]),
    ('confirmed', 'booking', '{all,to_answer,their_turn,closed,upcoming,past}'),
    ('cancelled', 'booking', '{all,to_answer,their_turn,archived}'),
    ('new', 'inquiry', '{all,to_answer,their_turn}'),
    ('read', 'inquiry', '{all,to_answer,their_turn}'),
    ('replied', 'inquiry', '{all,to_answer,their_turn}'),
    ('archived', 'inquiry', '{all,to_answer,their_turn,archived}')
$$;

create function private.view_statuses(p_view text, p_kind text, p_status text) returns text[]
language sql immutable set search_path = ''
begin atomic
  select array(
    select s.status from private.list_statuses() s
    where p_view = any (s.views) and (p_kind is null or s.kind = p_kind) and (p_status is null or s.status = p_status));
end;

-- For each of these statuses what the search text has to have; null when nothing is searched. A word that
-- begins the kind or the status is found there, which leaves '%'.
create function private.status_patterns(p_statuses text[], p_patterns text[]) returns text[]
language sql immutable set search_path = ''
begin atomic
  select array(
    select array(
      select case when s.kind like substr(p, 2) or s.status like substr(p, 2) then '%' else p end
      from unnest(p_patterns) with ordinality as patterns (p, nth) order by nth)
    from unnest(p_statuses) with ordinality as wanted (status, nth) join private.list_statuses() s using (status)
    order by wanted.nth)
  where p_patterns <> '{}';
end;

-- The requests whose offer was sent and has not ended, also by its last day, or was accepted.
create function private.offered_requests(p_outcome text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if p_outcome in ('quoted', 'won') is not true then
    return null;
  end if;
  return array(
    select o.request_id from public.offers o
    where exists (select 1 from public.offer_versions v where v.offer_id = o.id)
      and o.ended is null and o.request_id is not null
      and (p_outcome = 'won') = exists (select 1 from public.offer_acceptances a where a.offer_id = o.id));
end
$$;

-- How many requests a list has, if an index knows it; else null, and they are counted as they are found.
create function private.count_list(
  p_counts jsonb, p_statuses text[], p_today timestamp, p_view text, p_type text, p_status text, p_is_narrowed boolean
) returns bigint
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
begin
  if p_is_narrowed or p_view in ('to_answer', 'their_turn', 'closed') and num_nonnulls(p_type, p_status) > 0 then
    return null;
  end if;
  if num_nonnulls(p_type, p_status) = 0 then
    return (p_counts ->> p_view)::bigint;
  end if;
  return (
    select count(*) from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today));
end
$$;

-- The ids of one page, in order, and how many there are on all pages; p_count is that number if it is known. The
-- arrays have what is sought in requests of each status.
create function private.find_requests(
  p_statuses text[], p_patterns text[], p_offered uuid[], p_count bigint, p_today timestamp, p_now timestamptz,
  p_view text, p_sort text, p_descending boolean, p_limit integer, p_offset integer, p_owner uuid, p_outcome text
) returns table (total bigint, ids uuid[])
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line constant integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  -- What is sought in every status, when that is the same, so that no row has to look it up.
  v_patterns constant text[] := case
    when (select count(distinct p_patterns[nth:nth]) = 1 from generate_subscripts(p_patterns, 1) nth) then p_patterns[1:1] end;
  v_is_whole constant boolean :=
    p_patterns is null and p_owner is null and p_outcome is null and p_view not in ('to_answer', 'their_turn', 'closed');
begin
  total := p_count;
  if v_is_whole and p_sort = 'created' then
    -- By the index on created_at, so that no more is read than is shown or skipped.
    select array_agg(page.id) into ids
    from (
      select r.id from public.requests r
      where r.status = any (p_statuses)
        and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      order by
        case when not p_descending then r.created_at end, case when not p_descending then r.id end desc,
        r.created_at desc, r.id
      limit p_limit offset p_offset
    ) page;
    return next;
    return;
  end if;

  with matching as (
    select r.id, r.created_at,
      case p_sort
        when 'type' then r.kind when 'status' then r.status
        when 'date' then case when p_view in ('upcoming', 'closed') then r.starts::text else r.starts::date::text end
        when 'time' then r.starts::time::text
        -- Of ours what is due first, of theirs what has waited longest.
        when 'turn' then case when r.over_from > p_now then
          ((case when r.ours_from <= p_now then r.due_at else r.theirs_from end) at time zone 'UTC')::text end
        when 'created' then null
        else nullif(split_part(r.search_text, E'\n', v_line), '')
      end collate "C" as sort_key
    from public.requests r
    where r.status = any (p_statuses)
      and (p_view <> 'upcoming' or r.starts >= p_today) and (p_view <> 'past' or r.starts < p_today)
      and (p_view not in ('to_answer', 'their_turn') or r.over_from > p_now and (r.ours_from <= p_now) = (p_view = 'to_answer'))
      and (p_view <> 'closed' or r.over_from > p_now and r.turn_reason = 'closed')
      and (p_owner is null or r.owner = p_owner)
      and (p_offered is null or r.id = any (p_offered))
      and (p_outcome is null or p_offered is not null
        or coalesce(r.outcome, 'none') = p_outcome and r.status = 'confirmed' and r.starts < p_today)
      and (p_patterns is null or r.search_text like all (
        coalesce(v_patterns, case r.status
          when p_statuses[1] then p_patterns[1:1] when p_statuses[2] then p_patterns[2:2] when p_statuses[3] then p_patterns[3:3]
          when p_statuses[4] then p_patterns[4:4] when p_statuses[5] then p_patterns[5:5] when p_statuses[6] then p_patterns[6:6]
          else p_patterns[7:7] end)))
    -- Found first and sorted then: all of them are counted, so that the order of an index saves nothing.
    offset 0
  )
  -- With the rows that are skipped, because also a page past the last one tells the total.
  select array_agg(page.id order by page.nth) filter (where page.nth > p_offset), coalesce(total, max(page.count), 0)
  into ids, total
  from (
    select sorted.*, row_number() over () as nth
    from (
      select m.id, case when total is null then count(*) over () end as count
      from matching m
      order by
        case when not p_descending then m.sort_key end nulls last,
        case when p_descending then m.sort_key end desc nulls last,
        case when p_sort = 'created' and not p_descending then m.created_at end,
        m.created_at desc, m.id
      limit p_offset + p_limit
    ) sorted
  ) page;
  return next;
end
$$;

create function private.list_rows(p_ids uuid[]) returns jsonb
language sql stable set search_path = ''
begin atomic
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'type', r.kind, 'id', r.id, 'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email),
      'message', left(coalesce(b.message, i.message), 500), 'status', r.status, 'created_at', r.created_at,
      'turn_reason', r.turn_reason, 'theirs_from', r.theirs_from, 'ours_from', r.ours_from, 'over_from', r.over_from,
      'due_at', r.due_at, 'owner', r.owner,
      'revision', coalesce(b.revision, i.revision))
    || case r.kind
      when 'booking' then jsonb_build_object('outcome', r.outcome, 'date', b.date,
        'start_time', to_char(lower(b.period), 'HH24:MI'), 'end_time', to_char(upper(b.period), 'HH24:MI'))
      else '{}'
    end order by page.nth), '[]')
  from unnest(p_ids) with ordinality as page (id, nth)
  join public.requests r on r.id = page.id
  left join public.bookings b on b.id = page.id
  left join public.inquiries i on i.id = page.id;
end;

-- The parts are called from a body that is bound at creation, because its caller has no right to the schema
-- private; the tables are read with the caller's rights.
create function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0,
  p_owner uuid default null, p_outcome text default null
) returns jsonb
-- PostgREST sets it before the call; Postgres alone would not stop a statement that runs.
language sql stable set search_path = '' set statement_timeout = '4s'
begin atomic
  select private.require_admin();
  select private.check_list(p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset, p_outcome);
  -- Materialized, or they would be computed at each place that reads them.
  with views as materialized (
    select private.count_views(private.studio_today()::timestamp, now()) as counts
  ), sought as materialized (
    select private.view_statuses(p_view, p_type, p_status) as statuses,
      private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))) as patterns
  ), page as materialized (
    select found.total, found.ids
    from views cross join sought
    cross join lateral private.find_requests(
      sought.statuses, private.status_patterns(sought.statuses, sought.patterns), private.offered_requests(p_outcome),
      private.count_list(views.counts, sought.statuses, private.studio_today()::timestamp, p_view, p_type, p_status,
        sought.patterns <> '{}' or num_nonnulls(p_owner, p_outcome) > 0),
      private.studio_today()::timestamp, now(), p_view, p_sort, p_descending, p_limit, p_offset, p_owner, p_outcome) found
  )
  select jsonb_build_object('total', page.total, 'counts', views.counts, 'rows', private.list_rows(page.ids)) from page cross join views;
end;
comment on function public.list_requests is
  'One page of bookings and inquiries: rows (messages cut at 500 characters), the exact total, and the counts of the views. Raises not_admin '
  'for anybody but an admin whose session is open.';

-- With the owner's rights, after its own check: row-level security would keep it from the index on
-- lower(email).
create function public.count_requests(p_email text) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (select count(*) from public.bookings where lower(email) = lower(p_email))
    + (select count(*) from public.inquiries where lower(email) = lower(p_email));
end
$$;
comment on function public.count_requests(text) is 'How many requests erase_person would change for this e-mail.';

create function public.get_reached_caps() returns table (name text, max integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select c.name, c.max from private.submission_caps c join private.shared_caps() s on s.cap = c.name
    where s.submits >= c.max order by c.name;
end
$$;
comment on function public.get_reached_caps() is
  'The caps for all visitors together that are reached now. Submits that they count are rejected until fewer count.';
