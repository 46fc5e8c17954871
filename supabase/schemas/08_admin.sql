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

-- Planned anew for the arguments of each call, so that what is not asked for costs nothing. A plan for
-- any arguments checks every row for each of them, and cannot know how many rows there will be.
create function private.list_requests(
  p_patterns text[], p_today date, p_view text, p_type text, p_status text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, p_owner uuid, p_outcome text, p_overdue_before timestamptz
) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  -- For so long a request stands under 'Waiting for them'.
  v_their_turn_from timestamptz := now() - interval '14 days';
  v_booking_statuses text[] := '{pending,confirmed,cancelled}';
  v_inquiry_statuses text[] := '{new,read,replied,archived}';
  -- For each status, in the order above, what the search text has to have; null when nothing is searched. A
  -- word that begins the type or the status is found there, which leaves '%'.
  v_patterns text[] := case when p_patterns <> '{}' then array(
    select array(select case when kind like substr(p, 2) or status like substr(p, 2) then '%' else p end from unnest(p_patterns) p)
    from (
      select 'booking' as kind, s as status, n from unnest(v_booking_statuses) with ordinality as b (s, n)
      union all
      select 'inquiry', s, 3 + n from unnest(v_inquiry_statuses) with ordinality as i (s, n)
    ) statuses
    order by n) end;
  v_from date := '-infinity';
  v_to date := 'infinity';
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
  v_is_narrowed boolean := p_patterns <> '{}' or p_owner is not null or p_outcome is not null;
  v_counts jsonb;
  v_total bigint;
  v_ids uuid[];
  -- The requests whose offer was sent and has not ended, also by its last day, or was accepted.
  v_offered uuid[];
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'waiting', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status <> all (v_booking_statuses || v_inquiry_statuses) then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost', 'quoted', 'won') then
    raise invalid_parameter_value using message = 'outcome_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message', 'waiting') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;

  -- Views and filters are reduced to a set of statuses and a range of dates.
  case p_view
    when 'to_answer' then
      v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}'; v_from := p_today;
    when 'waiting' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{new,read,replied}';
    when 'upcoming' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_from := p_today;
    when 'past' then v_booking_statuses := '{pending,confirmed}'; v_inquiry_statuses := '{}'; v_to := p_today - 1;
    when 'archived' then v_booking_statuses := '{cancelled}'; v_inquiry_statuses := '{archived}';
    else null;
  end case;
  if p_type = 'inquiry' then v_booking_statuses := '{}'; end if;
  if p_type = 'booking' then v_inquiry_statuses := '{}'; end if;
  if p_status is not null then
    v_booking_statuses := array(select s from unnest(v_booking_statuses) s where s = p_status);
    v_inquiry_statuses := array(select s from unnest(v_inquiry_statuses) s where s = p_status);
  end if;

  if p_outcome in ('quoted', 'won') then
    v_offered := array(
      select coalesce(o.booking_id, o.inquiry_id) from public.offers o
      where exists (select 1 from public.offer_versions v where v.offer_id = o.id)
        and o.ended is null
        and (p_outcome = 'won') = exists (select 1 from public.offer_acceptances a where a.offer_id = o.id));
  end if;

  -- One status at a time: an index counts equal entries several times faster than a group by does.
  with b as (
    select s as status, (select count(*) from public.bookings where status = s) as n,
      (select count(*) from public.bookings where status = s and date >= p_today) as ahead
    from unnest('{pending,confirmed,cancelled}'::text[]) s
  ), i as (
    select s as status, (select count(*) from public.inquiries where status = s) as n
    from unnest('{new,read,replied,archived}'::text[]) s
  ), c as (
    select status, n, ahead, status <> 'cancelled' as stands from b union all select status, n, null, false from i
  ), asked as (
    select waiting_since from public.bookings
    where waiting_since is not null and status <> 'cancelled' and date >= p_today
    union all
    select waiting_since from public.inquiries where waiting_since is not null and status <> 'archived'
  ), theirs as (
    select email, their_turn_since from public.bookings
    where their_turn_since > v_their_turn_from and status <> 'cancelled'
    union all
    select email, their_turn_since from public.inquiries
    where their_turn_since > v_their_turn_from and status <> 'archived'
  )
  select jsonb_build_object(
    'all', sum(n),
    'to_answer', (select count(*) from asked),
    'overdue', (select count(*) from asked where waiting_since < p_overdue_before),
    'waiting', (select count(*) from theirs),
    'upcoming', sum(ahead) filter (where stands),
    'past', sum(n - ahead) filter (where stands),
    'archived', sum(n) filter (where status in ('cancelled', 'archived')),
    'pending', sum(n) filter (where status = 'pending'),
    'new', sum(n) filter (where status = 'new'),
    'bookings', sum(n) filter (where ahead is not null),
    'inquiries', sum(n) filter (where ahead is null))
  into v_counts from c;

  -- The total, if an index knows it. Else it is counted with the rows.
  if not v_is_narrowed and p_type is null and p_status is null then
    v_total := v_counts ->> p_view;
  elsif not v_is_narrowed and p_view not in ('to_answer', 'waiting') then
    select coalesce(sum(n), 0) into v_total
    from (
      select (select count(*) from public.bookings where status = s and date between v_from and v_to) as n
      from unnest(v_booking_statuses) s
      union all
      select (select count(*) from public.inquiries where status = s) from unnest(v_inquiry_statuses) s
    ) counted;
  end if;

  if p_sort = 'created' and not v_is_narrowed and p_view not in ('to_answer', 'waiting') then
    -- Each table by its index on created_at, so that no more is read than is shown or skipped.
    if p_descending then
      select array_agg(id order by created_at desc, id) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at desc, id limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at desc, id limit p_offset + p_limit)
        order by created_at desc, id limit p_limit offset p_offset
      ) page;
    else
      select array_agg(id order by created_at, id desc) into v_ids
      from (
        (select id, created_at from public.bookings
          where status = any (v_booking_statuses) and date between v_from and v_to
          order by created_at, id desc limit p_offset + p_limit)
        union all
        (select id, created_at from public.inquiries where status = any (v_inquiry_statuses)
          order by created_at, id desc limit p_offset + p_limit)
        order by created_at, id desc limit p_limit offset p_offset
      ) page;
    end if;
  else
    with matching as (
      select b.id, b.created_at,
        case p_sort
          when 'type' then 'booking'
          when 'status' then b.status
          when 'date' then case when p_view = 'upcoming' then lower(b.period)::text else b.date::text end
          when 'time' then lower(b.period)::time::text
          when 'waiting' then (coalesce(b.waiting_since, b.their_turn_since) at time zone 'UTC')::text
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b
      where b.status = any (v_booking_statuses) and b.date between v_from and v_to
        and (v_patterns is null or b.search_text like all (
          case b.status when 'pending' then v_patterns[1:1] when 'confirmed' then v_patterns[2:2] else v_patterns[3:3] end))
        and (p_view <> 'to_answer' or b.waiting_since is not null and b.status <> 'cancelled')
        and (p_view <> 'waiting' or b.their_turn_since > v_their_turn_from)
        and (p_owner is null or b.owner = p_owner)
        and case
          when p_outcome is null then true
          when v_offered is not null then b.id = any (v_offered)
          else coalesce(b.outcome, 'none') = p_outcome and b.status = 'confirmed' and b.date < p_today
        end
      union all
      select i.id, i.created_at,
        case
          when p_sort = 'type' then 'inquiry'
          when p_sort = 'status' then i.status
          when p_sort = 'waiting' then (coalesce(i.waiting_since, i.their_turn_since) at time zone 'UTC')::text
          when p_sort in ('date', 'time', 'created') then null
          else nullif(split_part(i.search_text, E'\n', v_line), '')
        end
      from public.inquiries i
      where i.status = any (v_inquiry_statuses)
        and (v_patterns is null or i.search_text like all (
          case i.status when 'new' then v_patterns[4:4] when 'read' then v_patterns[5:5] when 'replied' then v_patterns[6:6] else v_patterns[7:7] end))
        and (p_view <> 'to_answer' or i.waiting_since is not null and i.status <> 'archived')
        and (p_view <> 'waiting' or i.their_turn_since > v_their_turn_from)
        and (p_owner is null or i.owner = p_owner)
        and (p_outcome is null or i.id = any (v_offered))
    )
    -- With the rows that are skipped, because also a page past the last one tells the total.
    select array_agg(id order by nth) filter (where nth > p_offset), coalesce(v_total, max(total)) into v_ids, v_total
    from (
      select id, total, row_number() over () as nth
      from (
        select id, case when v_total is null then count(*) over () end as total
        from matching
        order by
          case when not p_descending then sort_key end nulls last,
          case when p_descending then sort_key end desc nulls last,
          case when p_sort = 'created' and not p_descending then created_at end,
          created_at desc, id
        limit p_offset + p_limit
      ) sorted
    ) page;
  end if;

  return jsonb_build_object('total', coalesce(v_total, 0), 'counts', v_counts, 'rows', coalesce((
    select jsonb_agg(coalesce(
      (select to_jsonb(booking) from (
        select 'booking' as type, b.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner, revision, outcome, date, to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time
        from public.bookings b join public.time_slots s on s.id = b.time_slot_id where b.id = key.id
      ) booking),
      (select to_jsonb(inquiry) from (
        select 'inquiry' as type, i.id, name, email, left(message, 500) as message, status, created_at, waiting_since,
          their_turn_since, owner, revision
        from public.inquiries i where i.id = key.id
      ) inquiry)) order by nth)
    from unnest(v_ids) with ordinality as key (id, nth)
  ), '[]'));
end
$$;

-- It calls private functions that its caller may not call; the tables are still read with the
-- caller's rights.
create function public.list_requests(
  p_query text default '', p_view text default 'all', p_type text default null, p_status text default null,
  p_sort text default 'created', p_descending boolean default true, p_limit integer default 25, p_offset integer default 0,
  p_owner uuid default null, p_outcome text default null
) returns jsonb
-- PostgREST sets it before the call; Postgres alone would not stop a statement that runs.
language sql stable set search_path = '' set statement_timeout = '4s'
begin atomic
  select private.require_admin();
  select private.list_requests(
    private.search_patterns(private.fold_text(private.check_search(coalesce(p_query, '')))), private.studio_today(),
    p_view, p_type, p_status, p_sort, p_descending, p_limit, p_offset, p_owner, p_outcome, now() - private.answer_time());
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

-- 2. The calendar

create function public.get_all_slots_for_date(p_date date)
returns table (id uuid, start_time text, end_time text, is_available boolean, is_booked boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select s.id, to_char(s.start_time, 'HH24:MI'), to_char(s.end_time, 'HH24:MI'), s.is_available, s.is_booked
    from private.slots_between(p_date, p_date) s
    order by s.start_time, s.end_time;
end
$$;
comment on function public.get_all_slots_for_date(date) is 'The admin''s view of a date: switched-off and booked slots too.';

create function public.get_days(p_from date, p_to date)
returns table (
  date date, free integer, taken integer, booked integer, off integer, is_closed boolean, reason text, is_changed boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if p_from is null or p_to is null or p_to < p_from or p_to - p_from >= 62 then
    raise invalid_parameter_value using message = 'range_invalid', hint = 'Ask for 1 to 62 days.';
  end if;
  return query
    select p_from + n, coalesce(slots.free, 0), coalesce(slots.taken, 0), coalesce(calls.booked, 0), coalesce(slots.off, 0),
           closed.date is not null, closed.reason,
           closed.date is not null or exists (select 1 from public.availability a where a.date = p_from + n)
    from generate_series(0, p_to - p_from) n
    left join (
      select s.date,
             count(*) filter (
               where s.is_offered and not s.is_booked and s.date + s.start_time > now() at time zone private.studio_zone()
             )::integer as free,
             count(*) filter (where s.is_offered and s.is_booked)::integer as taken,
             count(*) filter (where not s.is_available)::integer as off
      from private.slots_between(p_from, p_to) s group by s.date
    ) slots on slots.date = p_from + n
    left join (
      select b.date, count(*)::integer as booked from public.bookings b
      where b.status <> 'cancelled' and b.period && tsrange(p_from, p_to + 1) group by b.date
    ) calls on calls.date = p_from + n
    left join public.closed_dates closed on closed.date = p_from + n
    order by 1;
end
$$;
comment on function public.get_days(date, date) is
  'For admins, each date from p_from to p_to (at most 62): times that are free and still to come, times that are offered but booked, bookings that are not cancelled, slots that are off, whether it is closed and why, and whether it differs from its weekday.';

create function public.get_affected_bookings(
  p_from date, p_to date default null, p_day_of_week integer default null, p_time_slot_ids uuid[] default null
)
returns table (id uuid, name text, date date, start_time text, end_time text, total bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select b.id, b.name, b.date, to_char(lower(b.period), 'HH24:MI'), to_char(upper(b.period), 'HH24:MI'), count(*) over ()
    from public.bookings b
    where b.status <> 'cancelled'
      and b.period && tsrange(greatest(p_from, private.studio_today()), p_to + 1)
      and upper(b.period) > now() at time zone private.studio_zone()
      and (p_day_of_week is null or private.weekday(b.date) = p_day_of_week)
      and (p_time_slot_ids is null or exists (
        select 1 from public.time_slots s
        where s.id = any (p_time_slot_ids) and b.period && tsrange(b.date + s.start_time, b.date + s.end_time)
          -- A date with a row of its own does not depend on the weekday.
          and (p_day_of_week is null or not exists (
            select 1 from public.availability a where a.date = b.date and a.time_slot_id = s.id))))
    order by b.period
    limit 500;
end
$$;
comment on function public.get_affected_bookings(date, date, integer, uuid[]) is
  'For admins, the upcoming bookings, at most the first 500, that overlap these slots (null: any time) on these dates (p_to null: all that follow; p_day_of_week null: every weekday), whatever slot they were made through; total is how many there are.';

-- 3. Notices

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
