-- Upcoming calls by date are in the order in which they come: those of one date by their time, as the admin's day goes.

create or replace function private.list_requests(
  p_patterns text[], p_today date, p_view text, p_type text, p_status text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_booking_statuses text[] := '{pending,confirmed,cancelled}';
  v_inquiry_statuses text[] := '{new,read,replied,archived}';
  v_from date := '-infinity';
  v_to date := 'infinity';
  -- The line of search_text that a column sorts by; date and time have columns of their own.
  v_line integer := case p_sort when 'name' then 1 when 'email' then 2 when 'type' then 3 when 'status' then 4 when 'message' then 8 end;
  v_counts jsonb;
  v_total bigint;
  v_ids uuid[];
begin
  if p_view is null or p_view not in ('all', 'to_answer', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status <> all (v_booking_statuses || v_inquiry_statuses) then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_sort is null or p_sort not in ('created', 'name', 'email', 'type', 'date', 'time', 'status', 'message') or p_descending is null then
    raise invalid_parameter_value using message = 'sort_invalid';
  end if;
  if p_limit is null or p_limit not between 1 and 100 or p_offset is null or p_offset < 0 then
    raise invalid_parameter_value using message = 'page_invalid', hint = 'A page has 1 to 100 rows.';
  end if;

  -- Views and filters are reduced to a set of statuses and a range of dates.
  case p_view
    when 'to_answer' then v_booking_statuses := '{pending}'; v_inquiry_statuses := '{new}';
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
  )
  select jsonb_build_object(
    'all', sum(n),
    'to_answer', sum(n) filter (where status in ('pending', 'new')),
    'upcoming', sum(ahead) filter (where stands),
    'past', sum(n - ahead) filter (where stands),
    'archived', sum(n) filter (where status in ('cancelled', 'archived')),
    'pending', sum(n) filter (where status = 'pending'),
    'new', sum(n) filter (where status = 'new'),
    'bookings', sum(n) filter (where ahead is not null),
    'inquiries', sum(n) filter (where ahead is null))
  into v_counts from c;

  if p_sort = 'created' and p_patterns = '{}' then
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
    select coalesce(sum(n), 0) into v_total
    from (
      select (select count(*) from public.bookings where status = s and date between v_from and v_to) as n
      from unnest(v_booking_statuses) s
      union all
      select (select count(*) from public.inquiries where status = s) from unnest(v_inquiry_statuses) s
    ) counted;
  else
    with matching as materialized (
      select b.id, b.created_at,
        case p_sort
          when 'date' then b.date || case when p_view = 'upcoming' then ' ' || s.start_time else '' end
          when 'time' then s.start_time::text
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b join public.time_slots s on s.id = b.time_slot_id
      where b.status = any (v_booking_statuses) and b.date between v_from and v_to and b.search_text like all (p_patterns)
      union all
      select id, created_at,
        case when p_sort in ('date', 'time', 'created') then null else nullif(split_part(search_text, E'\n', v_line), '') end
      from public.inquiries
      where status = any (v_inquiry_statuses) and search_text like all (p_patterns)
    ),
    page as (
      select id, row_number() over () as nth
      from (
        select id from matching
        order by
          case when not p_descending then sort_key end nulls last,
          case when p_descending then sort_key end desc nulls last,
          case when p_sort = 'created' and not p_descending then created_at end,
          created_at desc, id
        limit p_limit offset p_offset
      ) sorted
    )
    select (select count(*) from matching), (select array_agg(id order by nth) from page) into v_total, v_ids;
  end if;

  return jsonb_build_object('total', v_total, 'counts', v_counts, 'rows', coalesce((
    select jsonb_agg(coalesce(
      (select to_jsonb(booking) from (
        select 'booking' as type, b.id, name, email, left(message, 500) as message, status, created_at, date,
          to_char(s.start_time, 'HH24:MI') as start_time, to_char(s.end_time, 'HH24:MI') as end_time
        from public.bookings b join public.time_slots s on s.id = b.time_slot_id where b.id = key.id
      ) booking),
      (select to_jsonb(inquiry) from (
        select 'inquiry' as type, i.id, name, email, left(message, 500) as message, status, created_at
        from public.inquiries i where i.id = key.id
      ) inquiry)) order by nth)
    from unnest(v_ids) with ordinality as key (id, nth)
  ), '[]'));
end
$$;
