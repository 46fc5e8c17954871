-- The admin's search finds people: a word matches a type or a status from its beginning only, so that
-- 'king' is a name; apostrophes, hyphens and dashes are one each; phone and package are searched. And
-- what is undone comes back whole: a visitor's reason, dates that were closed, times of their own.

-- Text for comparing without case or diacritics; every apostrophe is the straight one, and every
-- hyphen and dash the ASCII hyphen. Combining marks of the Latin, Cyrillic, Hebrew and Arabic scripts
-- go. ASCII, which most text is, has nothing to replace.
create or replace function private.fold_text(p_text text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when octet_length(p_text) = char_length(p_text) then lower(p_text)
    else lower(regexp_replace(
      translate(normalize(p_text, NFD),
        U&'\2018\2019\201B\02BB\02BC\2032\FF07\2010\2011\2012\2013\2014\2015\2212\FE58\FE63\FF0D', '''''''''''''''----------'),
      '[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+',
      '', 'g'))
  end
$$;

drop function private.search_text(text, text, text, text, tsrange, text);
-- The lines: 1 name, 2 e-mail, 3 date as shown, 4 date as YYYY-MM-DD, 5 times as shown, 6 message on
-- one line, 7 phone as it was written and without what is between its digits, 8 package. The list
-- searches the whole and sorts by single lines; type and status it compares itself. An inquiry's
-- lines 3 to 5 and 7 are empty.
create function private.search_text(
  p_name text, p_email text, p_period tsrange, p_message text, p_phone text, p_package text
) returns text
language sql stable set search_path = ''
as $$
  select private.fold_text(concat_ws(E'\n', p_name, p_email,
    coalesce(to_char(lower(p_period), 'Dy FMDD Mon YYYY'), ''),
    coalesce(to_char(lower(p_period), 'YYYY-MM-DD'), ''),
    coalesce(to_char(lower(p_period), 'FMHH12:MI AM') || ' – ' || to_char(upper(p_period), 'FMHH12:MI AM'), ''),
    regexp_replace(coalesce(p_message, ''), '\s+', ' ', 'g'),
    coalesce(p_phone || ' ' || regexp_replace(p_phone, '[^+0-9]', '', 'g'), ''),
    coalesce(p_package, '')))
$$;

create or replace function private.set_booking_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, new.period, new.message, new.phone, new.package);
  return new;
end
$$;

create or replace function private.set_inquiry_search_text() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.search_text := private.search_text(new.name, new.email, null, new.message, null, new.package);
  return new;
end
$$;

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
  -- The line of search_text that a column sorts by; the others have columns of their own.
  v_line integer := case p_sort when 'name' then 1 when 'email' then 2 when 'message' then 6 end;
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
    -- A word that begins the type or the status is found there; the search text has to have the rest.
    with wanted as (
      select kind, status, array(
          select p from unnest(p_patterns) p where kind not like substr(p, 2) and status not like substr(p, 2)
        ) as patterns
      from (
        select 'booking' as kind, s as status from unnest(v_booking_statuses) s
        union all
        select 'inquiry', s from unnest(v_inquiry_statuses) s
      ) statuses
    ),
    matching as materialized (
      select b.id, b.created_at,
        case p_sort
          when 'type' then w.kind
          when 'status' then b.status
          when 'date' then b.date || case when p_view = 'upcoming' then ' ' || s.start_time else '' end
          when 'time' then s.start_time::text
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b
      join public.time_slots s on s.id = b.time_slot_id
      join wanted w on w.kind = 'booking' and w.status = b.status
      where b.date between v_from and v_to and b.search_text like all (w.patterns)
      union all
      select i.id, i.created_at,
        case
          when p_sort = 'type' then w.kind
          when p_sort = 'status' then i.status
          when p_sort in ('date', 'time', 'created') then null
          else nullif(split_part(i.search_text, E'\n', v_line), '')
        end
      from public.inquiries i join wanted w on w.kind = 'inquiry' and w.status = i.status
      where i.search_text like all (w.patterns)
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

-- The triggers write it anew. Nothing else of a record changes, so there is no event and no mail.
update public.bookings set search_text = '';
update public.inquiries set search_text = '';

-- A cancellation that comes back does so with its reason, but never to a person who was erased.
grant update (cancel_reason) on public.bookings to authenticated;
drop trigger bookings_erased on public.bookings;
create trigger bookings_erased before update of status, location, cancel_reason on public.bookings
for each row when (
  private.is_erased(old.email)
  and (num_nonnulls(new.location, new.cancel_reason) > 0 or new.status is distinct from old.status and new.status <> 'cancelled'))
execute function private.refuse_erased();

create function public.restore_dates(p_closed jsonb, p_slots jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_live_admin();
  perform private.check_dates(min(d.date), max(d.date))
  from (
    select date from jsonb_to_recordset(p_closed) c (date date)
    union all
    select date from jsonb_to_recordset(p_slots) s (date date)
  ) d;
  insert into public.closed_dates (date, reason)
  select c.date, c.reason from jsonb_to_recordset(p_closed) c (date date, reason text)
  on conflict do nothing;
  insert into public.availability (date, time_slot_id, is_available, overrides_closure)
  select s.date, t.id, s.is_available, s.overrides_closure
  from jsonb_to_recordset(p_slots) s (date date, time_slot_id uuid, is_available boolean, overrides_closure boolean)
  join public.time_slots t on t.id = s.time_slot_id
  on conflict do nothing;
end
$$;
comment on function public.restore_dates(jsonb, jsonb) is
  'Undoes reopen_dates and reset_date: closes dates again ([{date, reason}]) and puts their own times back ([{date, time_slot_id, is_available, '
  'overrides_closure}]). What there is by now stays. Raises range_invalid (no date), date_past or date_too_far.';

comment on table public.closed_dates is
  'Dates that are closed as a whole. Written by set_date_availability, close_dates, reopen_dates, reset_date and restore_dates.';
revoke execute on function public.restore_dates from public, anon, authenticated, service_role;
grant execute on function public.restore_dates to authenticated;
