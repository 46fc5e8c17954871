-- The reply kit: what admins answer is stored, mailed through the outbox or from their own mail program,
-- and changes the request; and events say which revision they made, so that nobody answers what they
-- have not read.

alter table public.request_events add column revision integer;
comment on column public.request_events.revision is
  'The request''s revision after it: what is newer than the revision that somebody has read, they have not seen. Null before 23 November 2026.';

-- Runs after the request's own triggers, which have made its new revision.
create function private.set_event_revision() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.revision := coalesce(new.revision,
    (select b.revision from public.bookings b where b.id = new.booking_id),
    (select i.revision from public.inquiries i where i.id = new.inquiry_id));
  return new;
end
$$;
-- A restored backup brings its own.
create trigger request_events_revision before insert on public.request_events
for each row when (auth.jwt() is not null) execute function private.set_event_revision();


create table private.replies (
  id uuid primary key,
  booking_id uuid references public.bookings on delete cascade,
  inquiry_id uuid references public.inquiries on delete cascade,
  kind text not null,
  -- Null when it went from an admin's own mail program.
  subject text,
  body text,
  -- What undoing it brings back: status, owner, and who waits since when.
  before jsonb not null,
  sent_by uuid references auth.users on delete set null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  told_sequence integer,
  constraint replies_one_request check (num_nonnulls(booking_id, inquiry_id) = 1),
  constraint replies_kind check (kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up')),
  constraint replies_text check (num_nulls(subject, body) in (0, 2)),
  constraint replies_subject check (char_length(subject) between 1 and 200 and private.is_clean_text(subject)),
  constraint replies_body check (char_length(body) between 1 and 10000 and private.is_clean_text(body, true))
);
comment on table private.replies is
  'What admins answered to a request: the mails that they wrote, and that they wrote from their own mail program.';
comment on column private.replies.sent_at is 'When the mail server took it. Null before, and for what went from an own mail program.';
comment on column private.replies.told_sequence is 'The calendar_sequence of the call that its text is about; null for a message.';
create index replies_booking on private.replies (booking_id, created_at) where booking_id is not null;
create index replies_inquiry on private.replies (inquiry_id, created_at) where inquiry_id is not null;


alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check
  check (kind in ('received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder', 'reply'));
alter table private.outbox add column reply_id uuid references private.replies on delete cascade;
alter table private.outbox add constraint outbox_reply check ((kind = 'reply') = (reply_id is not null));
comment on column private.outbox.reply_id is 'For kind ''reply'' what an admin wrote. Deleted with it.';
create index outbox_reply on private.outbox (reply_id) where reply_id is not null;

-- Takes away whatever a person wrote, in the one place that knows all of it. A new request id, so
-- that a form that is sent again does not fill in an erased request. A status is set in the same
-- UPDATE, so that it leaves no event behind.
create or replace function private.erase_request(p_id uuid, p_booking_status text default null) returns void
language sql set search_path = ''
as $$
  update public.bookings
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null, phone = null,
    location = null, told_location = null, cancel_reason = null, outcome_reason = null,
    status = coalesce(p_booking_status, status),
    request_id = gen_random_uuid()
  where id = p_id;
  delete from public.request_notes where (booking_id = p_id or inquiry_id = p_id);
  delete from private.replies where (booking_id = p_id or inquiry_id = p_id);
  update public.inquiries
  set name = 'Erased', email = private.erased_email(), message = null, fit = null, price_seen = null,
    request_id = gen_random_uuid()
  where id = p_id;
$$;

-- record_id is what a site from before about_id reads, which may run beside this database.
create or replace function private.mail_json(p_mail private.outbox) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('id', p_mail.id, 'lease', p_mail.lease, 'kind', p_mail.kind, 'recipient', p_mail.recipient,
      'known_date', p_mail.known_start::date, 'known_start_time', to_char(p_mail.known_start, 'HH24:MI'))
    || about.fields
    || coalesce((
      select jsonb_build_object('reply', jsonb_build_object('kind', r.kind, 'subject', r.subject, 'body', r.body))
      from private.replies r where r.id = p_mail.reply_id), '{}')
  from (
    select jsonb_build_object(
      'about', 'booking', 'about_id', b.id, 'record_id', b.id, 'name', b.name, 'email', b.email, 'message', b.message, 'package', b.package,
      'status', b.status, 'created_at', b.created_at, 'date', b.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
      'end_time', to_char(s.end_time, 'HH24:MI'), 'phone', b.phone, 'location', b.location, 'cancel_reason', b.cancel_reason,
      'told_location', b.told_location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.id = p_mail.booking_id
    union all
    select jsonb_build_object(
      'about', 'inquiry', 'about_id', i.id, 'record_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
      'status', i.status, 'created_at', i.created_at)
    from public.inquiries i
    where i.id = p_mail.inquiry_id
  ) about (fields)
$$;

-- Whether a mail is no longer true, because the booking has changed or begun. A change that is not
-- committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(bool_or(
    private.starts_at(b) <= now()
    or (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
    or p_mail.kind in ('confirmed', 'location', 'reminder') and b.status <> 'confirmed'
    or (p_mail.kind, p_mail.recipient) = ('received', 'visitor') and b.status <> 'pending'), false)
  from public.bookings b where b.id = p_mail.booking_id and p_mail.kind <> 'reply'
$$;

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
  v_location text := nullif(left(p_result ->> 'location', 1000), '');
  v_mail private.outbox;
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'released', 'unneeded') is not true then
    raise exception using message = 'invalid_result';
  end if;
  -- First the booking, then its mails: in this order a change of the booking locks them too.
  perform 1 from public.bookings b
  where b.id = (select o.booking_id from private.outbox o where o.id = p_id) and v_outcome = 'sent' and v_location is not null
  for no key update;
  update private.outbox o
  set lease = null, lease_until = null,
      sent_at = case v_outcome when 'sent' then now() end,
      attempts = o.attempts - case v_outcome when 'released' then 1 else 0 end,
      last_error = case when v_outcome in ('failed', 'refused') then left(p_result ->> 'error', 200) else o.last_error end,
      -- 1, 2, 4 … minutes, at most two hours.
      send_after = case v_outcome
        when 'failed' then now() + least(interval '1 minute' * 2 ^ least(o.attempts - 1, 7), interval '2 hours')
        else o.send_after end,
      given_up_at = case v_outcome when 'refused' then now() end
  where o.id = p_id and o.lease = p_lease and o.lease_until > now()
  returning * into v_mail;
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
  if v_outcome = 'unneeded' then
    delete from private.outbox where id = p_id;
  elsif v_outcome = 'sent' and v_location is not null and v_mail.recipient = 'visitor' then
    update public.bookings set told_location = v_location where id = v_mail.booking_id;
  end if;
  if v_outcome = 'sent' and v_mail.reply_id is not null then
    update private.replies set sent_at = v_mail.sent_at where id = v_mail.reply_id;
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, with the "location" that the visitor was told in it, "released" (not tried), '
  '"unneeded" (it would say nothing new), "failed" (tried again later) or "refused" (permanent), the last two with an "error". Raises '
  'not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';

create or replace function private.list_requests(
  p_patterns text[], p_today date, p_view text, p_type text, p_status text, p_sort text, p_descending boolean,
  p_limit integer, p_offset integer, p_owner uuid, p_outcome text, p_overdue_before timestamptz
) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  -- For so long a request stands under 'Waiting for them'.
  v_their_turn_from timestamptz := now() - interval '14 days';
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
  if p_view is null or p_view not in ('all', 'to_answer', 'waiting', 'upcoming', 'past', 'archived') then
    raise invalid_parameter_value using message = 'view_invalid';
  end if;
  if p_type not in ('booking', 'inquiry') then
    raise invalid_parameter_value using message = 'type_invalid';
  end if;
  if p_status <> all (v_booking_statuses || v_inquiry_statuses) then
    raise invalid_parameter_value using message = 'status_invalid';
  end if;
  if p_outcome not in ('none', 'held', 'no_show', 'lost') then
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

  if p_sort = 'created' and p_patterns = '{}' and p_view not in ('to_answer', 'waiting') and p_owner is null and p_outcome is null then
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
          when 'waiting' then to_char(coalesce(b.waiting_since, b.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when 'created' then null
          else nullif(split_part(b.search_text, E'\n', v_line), '')
        end collate "C" as sort_key
      from public.bookings b
      join public.time_slots s on s.id = b.time_slot_id
      join wanted w on w.kind = 'booking' and w.status = b.status
      where b.date between v_from and v_to and b.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or b.waiting_since is not null)
        and (p_view <> 'waiting' or b.their_turn_since > v_their_turn_from)
        and (p_owner is null or b.owner = p_owner)
        and (p_outcome is null
          or coalesce(b.outcome, 'none') = p_outcome and b.status = 'confirmed' and b.date < p_today)
      union all
      select i.id, i.created_at,
        case
          when p_sort = 'type' then w.kind
          when p_sort = 'status' then i.status
          when p_sort = 'waiting' then
            to_char(coalesce(i.waiting_since, i.their_turn_since) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')
          when p_sort in ('date', 'time', 'created') then null
          else nullif(split_part(i.search_text, E'\n', v_line), '')
        end
      from public.inquiries i join wanted w on w.kind = 'inquiry' and w.status = i.status
      where i.search_text like all (w.patterns)
        and (p_view <> 'to_answer' or i.waiting_since is not null)
        and (p_view <> 'waiting' or i.their_turn_since > v_their_turn_from)
        and (p_owner is null or i.owner = p_owner)
        and p_outcome is null
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


-- Raises changed_meanwhile when somebody else has changed the request since this revision was read.
create function private.check_seen(p_id uuid, p_revision integer) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if exists (
    select from public.request_events e
    where (e.booking_id = p_id or e.inquiry_id = p_id) and e.revision > p_revision and e.actor <> private.actor())
  then
    raise exception using message = 'changed_meanwhile';
  end if;
end
$$;

-- The status of a request that was answered.
create function private.answered_status(p_type text, p_kind text, p_status text) returns text
language sql immutable set search_path = ''
as $$
  select case
    when p_type = 'inquiry' then 'replied'
    when p_kind = 'confirm' then 'confirmed'
    when p_kind = 'decline' then 'cancelled'
    else p_status
  end
$$;

-- Whether an answer of this kind can be given. lib/requests/replies.ts offers the same.
create function private.fits_reply(p_kind text, p_booking public.bookings) returns boolean
language sql stable set search_path = ''
as $$
  select case p_kind
    when 'confirm' then p_booking.status = 'pending' and private.starts_at(p_booking) > now()
    when 'decline' then p_booking.id is null or p_booking.status <> 'cancelled' and private.starts_at(p_booking) > now()
    when 'after_call' then p_booking.status = 'confirmed' and private.starts_at(p_booking) <= now()
    else true
  end
$$;

create function public.send_reply(
  p_id uuid, p_request_id uuid, p_revision integer, p_kind text, p_subject text default null, p_body text default null
) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_type text;
  v_booking public.bookings;
  v_old jsonb;
  v_status text;
  v_waited boolean;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: what is sent again after a lost response is stored once.
  if exists (select from private.replies r where r.id = p_id) then
    return;
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true then
    raise exception using message = 'reply_unfit';
  end if;
  if v_type = 'booking' then
    v_old := to_jsonb(v_booking);
  else
    select to_jsonb(i) into v_old from public.inquiries i where i.id = p_request_id;
  end if;
  v_status := private.answered_status(v_type, p_kind, v_old ->> 'status');
  v_waited := v_old ->> 'waiting_since' is not null;

  insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, sent_by, before)
  values (
    p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end,
    p_kind, p_subject, p_body, private.caller_id(),
    jsonb_build_object(
      'status', v_old -> 'status', 'period', v_old -> 'period', 'owner', v_old -> 'owner', 'waiting_since', v_old -> 'waiting_since',
      'answered_at', v_old -> 'answered_at', 'their_turn_since', v_old -> 'their_turn_since'));
  perform private.note_event(v_type, p_request_id, 'reply', p_kind);

  -- First the status, whose triggers say who waits for whom, then what they do not know.
  update public.bookings set status = v_status where id = p_request_id and status <> v_status;
  update public.inquiries set status = v_status where id = p_request_id and status <> v_status;
  update public.bookings
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    -- What else ends when the visitor has been told goes here.
    their_turn_since = case
      when p_kind in ('propose', 'follow_up') or p_kind = 'answer' and v_waited then now() else their_turn_since end
  where id = p_request_id;
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    their_turn_since = case when p_kind <> 'decline' then now() end
  where id = p_request_id;

  if p_body is not null then
    -- In place of the automatic mail about the same, whose invitation it has.
    update private.outbox set kind = 'reply', reply_id = p_id
    where booking_id = p_request_id and recipient = 'visitor' and p_kind in ('confirm', 'decline') and kind = v_status
      and sent_at is null and given_up_at is null and lease is null;
    if not found then
      insert into private.outbox (booking_id, inquiry_id, recipient, kind, reply_id, due_at, send_after)
      select r.booking_id, r.inquiry_id, 'visitor', 'reply', r.id, now() + interval '60 seconds', now() + interval '60 seconds'
      from private.replies r where r.id = p_id;
    end if;
  end if;
end
$$;
comment on function public.send_reply is
  'Stores an admin''s answer to a request and changes the request as it says: its status, an owner if it has none, and whose turn it is. With '
  'subject and body it is mailed in a minute; without, it went from the admin''s own mail program. p_id comes from the form. Raises '
  'changed_meanwhile when somebody else changed the request since p_revision, reply_unfit when such an answer no longer fits, reply_sent when '
  'the same id came with another text, and request_gone.';

create function public.undo_reply(p_id uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_reply private.replies;
  v_mail private.outbox;
  v_id uuid;
  v_type text;
  v_now jsonb;
  v_status text;
  v_is_same boolean;
begin
  perform private.require_live_admin();
  select * into v_reply from private.replies r where r.id = p_id;
  -- A second try after a lost response.
  if not found then
    return true;
  end if;
  v_id := coalesce(v_reply.booking_id, v_reply.inquiry_id);
  v_type := private.touch_request(v_id);
  select * into v_mail from private.outbox o where o.reply_id = p_id for update;
  if v_reply.body is not null and (v_mail.id is null or v_mail.sent_at is not null or v_mail.lease is not null) then
    raise exception using message = 'reply_sent';
  end if;

  v_status := private.answered_status(v_type, v_reply.kind, v_reply.before ->> 'status');
  select coalesce(
    (select to_jsonb(b) from public.bookings b where b.id = v_id), (select to_jsonb(i) from public.inquiries i where i.id = v_id)) into v_now;
  -- What somebody changed since then stays as they made it.
  v_is_same := v_now ->> 'status' = v_status and (v_now ->> 'period') is not distinct from (v_reply.before ->> 'period');
  if v_is_same then
    -- It is the automatic mail again, which goes when the status goes back.
    update private.outbox set kind = v_status, reply_id = null
    where id = v_mail.id and v_type = 'booking' and v_reply.kind in ('confirm', 'decline');
    update public.bookings set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.inquiries set status = v_reply.before ->> 'status' where id = v_id and status <> v_reply.before ->> 'status';
    update public.bookings
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
    update public.inquiries
    set waiting_since = (v_reply.before ->> 'waiting_since')::timestamptz, answered_at = (v_reply.before ->> 'answered_at')::timestamptz,
      their_turn_since = (v_reply.before ->> 'their_turn_since')::timestamptz,
      owner = case when v_reply.before ->> 'owner' is null and owner = v_reply.sent_by then null else owner end
    where id = v_id;
  end if;
  delete from private.replies where id = p_id;
  perform private.note_event(v_type, v_id, 'reply', 'undone');
  return v_is_same;
end
$$;
comment on function public.undo_reply(uuid) is
  'Takes an answer back, with its mail and all that it changed. False when the request was changed since: then only the mail is taken back. '
  'Raises reply_sent when the mail has gone.';

create function public.list_replies(p_request_id uuid)
returns table (
  id uuid, kind text, subject text, body text, sent_by text, created_at timestamptz, sent_at timestamptz, waits boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select r.id, r.kind, r.subject, r.body, u.email::text, r.created_at, r.sent_at,
           coalesce(o.sent_at is null and o.given_up_at is null and o.lease is null, false)
    from private.replies r left join private.outbox o on o.reply_id = r.id left join auth.users u on u.id = r.sent_by
    where (r.booking_id = p_request_id or r.inquiry_id = p_request_id) and r.body is not null
    order by r.created_at;
end
$$;
comment on function public.list_replies(uuid) is
  'For admins: the mails that were written to a request''s visitor, oldest first; "waits" while one can be taken back.';

create function public.get_link_version(p_booking_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select b.link_version from public.bookings b
    where b.id = p_booking_id and not private.is_erased(b.email) and upper(b.period) > now() at time zone private.studio_zone());
end
$$;
comment on function public.get_link_version(uuid) is
  'For the text of an answer, whose history says that it was given: as copy_visitor_link.';

-- Rights.
alter table private.replies enable row level security;
revoke all on private.replies from public, anon, authenticated, service_role;
revoke execute on function public.get_link_version, public.list_replies, public.send_reply, public.undo_reply
  from public, anon, authenticated, service_role;
grant execute on function public.get_link_version, public.list_replies, public.send_reply, public.undo_reply to authenticated;

create or replace function private.is_untrue_reply(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select 1 from private.replies r join public.bookings b on b.id = r.booking_id
    where r.id = p_mail.reply_id and r.kind in ('confirm', 'decline') and r.told_sequence <> b.calendar_sequence)
$$;

create or replace function public.claim_mail(p_site_key text, p_limit integer) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_mail private.outbox;
  v_claimed jsonb := '[]';
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  -- One claim at a time, or two together could exceed an address's cap.
  perform pg_advisory_xact_lock(6, 0);
  for v_mail in
    select * from private.outbox o
    where o.sent_at is null and o.given_up_at is null and o.send_after <= now() and (o.lease is null or o.lease_until <= now())
    order by o.send_after, o.id
    for update skip locked
  loop
    exit when jsonb_array_length(v_claimed) >= least(p_limit, 50);
    if private.is_outdated(v_mail) then
      delete from private.outbox where id = v_mail.id;
    elsif private.is_untrue_reply(v_mail) then
      update private.outbox set given_up_at = now(), lease = null, lease_until = null, last_error = 'changed_meanwhile' where id = v_mail.id;
    elsif v_mail.due_at <= now() - interval '24 hours' then
      update private.outbox set given_up_at = now(), lease = null, lease_until = null, last_error = coalesce(last_error, 'not tried')
      where id = v_mail.id;
    elsif v_mail.recipient = 'visitor'
      and private.count_mails(v_mail) >= (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours')
    then
      update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = v_mail.id;
    else
      update private.outbox set lease = gen_random_uuid(), lease_until = now() + interval '2 minutes', attempts = attempts + 1
      where id = v_mail.id returning * into v_mail;
      v_claimed := v_claimed || private.mail_json(v_mail);
    end if;
  end loop;
  return v_claimed;
end
$$;
