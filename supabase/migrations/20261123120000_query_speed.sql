-- What took too long at 200,000 requests. The admin's list is planned for the arguments of each call, no
-- longer looks up the slot of every call, and keeps rows aside only when no index knows how many there
-- are. What waits is found without what was never answered, the accepted offers by their order, and the
-- mails of an address without reading all. An offer that has ended counts as quoted no more.

drop index public.bookings_waiting;
create index bookings_waiting on public.bookings (date, waiting_since) where waiting_since is not null and status <> 'cancelled';
drop index public.inquiries_waiting;
create index inquiries_waiting on public.inquiries (waiting_since) where waiting_since is not null and status <> 'archived';
create index offer_acceptances_accepted on public.offer_acceptances (accepted_at desc);

-- The list reads a call's start from it.
grant select (period) on public.bookings to authenticated;

-- Planned anew for the arguments of each call, so that what is not asked for costs nothing. A plan for
-- any arguments checks every row for each of them, and cannot know how many rows there will be.
create or replace function private.list_requests(
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

-- How many mails an address got in the last 24 hours, including those that are being sent.
create or replace function private.count_mails(p_mail private.outbox) returns bigint
language sql stable set search_path = ''
as $$
  select count(*)
  from (
    select lower(b.email) from public.bookings b where b.id = p_mail.booking_id
    union all
    select lower(i.email) from public.inquiries i where i.id = p_mail.inquiry_id
    union all
    select lower(coalesce(b.email, i.email)) from public.offers f
    left join public.bookings b on b.id = f.booking_id left join public.inquiries i on i.id = f.inquiry_id
    where f.id = p_mail.offer_id
  ) person (email)
  join lateral (
    select o.* from public.bookings b join private.outbox o on o.booking_id = b.id where lower(b.email) = person.email
    union all
    select o.* from public.inquiries i join private.outbox o on o.inquiry_id = i.id where lower(i.email) = person.email
    union all
    select o.* from public.bookings b join public.offers f on f.booking_id = b.id join private.outbox o on o.offer_id = f.id
    where lower(b.email) = person.email
    union all
    select o.* from public.inquiries i join public.offers f on f.inquiry_id = i.id join private.outbox o on o.offer_id = f.id
    where lower(i.email) = person.email
  ) o on true
  where o.recipient = 'visitor' and (o.sent_at > now() - interval '24 hours' or o.lease_until > now())
$$;
