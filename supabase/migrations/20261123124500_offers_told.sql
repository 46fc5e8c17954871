-- Whoever mails an offer has answered; who was mailed one is told when it no longer holds; one that has
-- ended counts as quoted no more; a corrected e-mail address ends its link; longer drafts are kept.

-- 1. Columns

alter table private.replies drop constraint replies_kind;
alter table private.replies add constraint replies_kind check (
  kind in ('confirm', 'propose', 'decline', 'answer', 'after_call', 'follow_up', 'change', 'offer', 'offer_withdrawn')
);
alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (kind in (
  'received', 'confirmed', 'moved', 'location', 'cancelled', 'reminder', 'reply',
  'offer', 'offer_accepted', 'offer_declined', 'offer_withdrawn'
));
alter table public.offers drop constraint offers_draft;
alter table public.offers add constraint offers_draft check (octet_length(draft::text) <= 200000);
alter table public.offer_versions drop constraint offer_versions_body;
alter table public.offer_versions add constraint offer_versions_body check (octet_length(body::text) <= 200000);

-- 2. Sending and withdrawing

drop function private.drop_offer_mails(uuid, text, text);
drop function public.send_offer(uuid, integer, jsonb, text, bigint, date);
drop function public.withdraw_offer(uuid, text);

-- Deletes a mail of an offer that nobody has begun to send; returns whether there was one.
create function private.drop_offer_mails(p_offer_id uuid, p_recipient text, p_kind text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox
  where offer_id = p_offer_id and recipient = p_recipient and kind = p_kind
    and sent_at is null and given_up_at is null and lease is null;
  return found;
end
$$;

-- An admin who mails an offer, or that it no longer holds, has answered, as with 'Sent? yes'
-- (send_reply) of what the site does not mail.
create function private.answer_with_offer(p_offer public.offers, p_is_their_turn boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  -- First the status, whose trigger says who waits for whom.
  update public.inquiries set status = 'replied' where id = p_offer.inquiry_id and status <> 'replied';
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when waiting_since is null then answered_at else now() end,
    their_turn_since = case when p_is_their_turn then now() end
  where id = p_offer.inquiry_id;
  update public.bookings
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when waiting_since is null then answered_at else now() end,
    their_turn_since = case when p_is_their_turn then now() end
  where id = p_offer.booking_id;
end
$$;

-- The offer, locked after its request, which has a new revision and an event of this kind, and waits
-- for nobody to decide. Raises offer_gone when there is none, request_gone when its person was erased,
-- and offer_accepted.
create or replace function private.change_offer(p_id uuid, p_what text) returns public.offers
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
  v_request uuid := (select coalesce(o.booking_id, o.inquiry_id) from public.offers o where o.id = p_id);
begin
  if v_request is null then
    raise exception using message = 'offer_gone';
  end if;
  perform private.note_event(private.touch_request(v_request), v_request, 'offer', p_what);
  select * into v_offer from public.offers o where o.id = p_id for update;
  if not found then
    raise exception using message = 'offer_gone';
  end if;
  if exists (select 1 from public.offer_acceptances a where a.offer_id = p_id) then
    raise exception using message = 'offer_accepted';
  end if;
  update public.bookings set their_turn_since = null where id = v_request and their_turn_since is not null;
  update public.inquiries set their_turn_since = null where id = v_request and their_turn_since is not null;
  return v_offer;
end
$$;

create function public.send_offer(
  p_offer_id uuid, p_seen_revision integer, p_body jsonb, p_text text, p_total_cents bigint, p_valid_until date,
  p_mailed boolean default true
) returns integer
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_n integer;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'sent');
  if v_offer.draft_revision is distinct from p_seen_revision then
    raise exception using message = 'changed_meanwhile';
  end if;
  if p_valid_until < private.studio_today() is not false then
    raise exception using message = 'invalid_valid_until';
  end if;
  v_n := coalesce((private.newest_version(p_offer_id)).n, 0) + 1;
  insert into public.offer_versions (offer_id, n, body, text, sha256, total_cents, sent_by, valid_until)
  values (p_offer_id, v_n, p_body, p_text, '', p_total_cents, private.actor(), p_valid_until);
  update public.offers set ended = null, ended_at = null, ended_reason = null where id = p_offer_id;
  perform private.drop_offer_mails(p_offer_id, 'studio', 'offer_declined');
  perform private.drop_offer_mails(p_offer_id, 'visitor', 'offer_withdrawn');
  if p_mailed then
    perform private.write_offer_mail(p_offer_id, 'visitor', 'offer');
    perform private.answer_with_offer(v_offer, true);
  end if;
  return v_n;
end
$$;
comment on function public.send_offer is
  'Freezes the next version of an offer, of the draft that was seen; returns its number. Mails its link, which answers the request; with '
  'p_mailed false an admin sends it, and says so by send_reply. Raises changed_meanwhile, invalid_valid_until, offer_accepted, offer_gone or '
  'request_gone.';

create function public.withdraw_offer(p_offer_id uuid, p_reason text default null, p_mailed boolean default true) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_offer public.offers;
  v_waited boolean;
  v_is_known boolean;
begin
  perform private.require_live_admin();
  v_offer := private.change_offer(p_offer_id, 'withdrawn');
  if v_offer.ended is not null or private.newest_version(p_offer_id) is null then
    raise exception using message = 'offer_not_open';
  end if;
  update public.offers set ended = 'withdrawn', ended_at = now(), ended_reason = p_reason where id = p_offer_id;
  v_waited := private.drop_offer_mails(p_offer_id, 'visitor', 'offer');
  -- Who was never mailed it needs no mail. Of what was sent some time ago, or by an admin, there is no
  -- mail any more.
  select coalesce(bool_or(m.sent_at is not null or m.lease is not null), not v_waited) into v_is_known
  from private.outbox m where m.offer_id = p_offer_id and m.kind = 'offer';
  if p_mailed and v_is_known then
    perform private.write_offer_mail(p_offer_id, 'visitor', 'offer_withdrawn');
    perform private.answer_with_offer(v_offer, false);
  end if;
end
$$;
comment on function public.withdraw_offer is
  'Takes an offer back, with a reason (or null) that its visitor reads. Mails them if they were mailed the offer, which answers the request; '
  'with p_mailed false an admin does, and says so by send_reply. Raises offer_not_open, offer_accepted, offer_gone or request_gone.';

revoke execute on function public.send_offer, public.withdraw_offer from public, anon, authenticated, service_role;
grant execute on function public.send_offer, public.withdraw_offer to authenticated;

-- 3. A corrected e-mail address

-- Another address is perhaps another person's. The link that went to the first one opens nothing any
-- more, and what was sent there is withdrawn, so that the founder sees that it has to be sent again.
create function private.end_offer_link() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.offers o set link_version = o.link_version + 1 where (o.booking_id = new.id or o.inquiry_id = new.id);
  update public.offers o
  set ended = 'withdrawn', ended_at = now(), ended_reason = 'The email address that it was sent to has been corrected.'
  where (o.booking_id = new.id or o.inquiry_id = new.id) and o.ended is null
    and exists (select 1 from public.offer_versions v where v.offer_id = o.id)
    and not exists (select 1 from public.offer_acceptances a where a.offer_id = o.id);
  return null;
end
$$;
create trigger bookings_offer_link after update of email on public.bookings
for each row when (lower(new.email) <> lower(old.email) and not private.is_erased(new.email)) execute function private.end_offer_link();
create trigger inquiries_offer_link after update of email on public.inquiries
for each row when (lower(new.email) <> lower(old.email) and not private.is_erased(new.email)) execute function private.end_offer_link();

-- 4. Mails, answers and the list

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
      'cancel_message', b.cancel_message,
      'told_location', b.told_location, 'link_version', b.link_version, 'calendar_sequence', b.calendar_sequence)
    from public.bookings b join public.time_slots s on s.id = b.time_slot_id
    where b.id = p_mail.booking_id
    union all
    select jsonb_build_object(
      'about', 'inquiry', 'about_id', i.id, 'record_id', i.id, 'name', i.name, 'email', i.email, 'message', i.message, 'package', i.package,
      'status', i.status, 'created_at', i.created_at)
    from public.inquiries i
    where i.id = p_mail.inquiry_id
    union all
    select jsonb_build_object(
      'about', 'offer', 'about_id', coalesce(b.id, i.id), 'record_id', coalesce(b.id, i.id), 'offer_id', f.id,
      'name', coalesce(b.name, i.name), 'email', coalesce(b.email, i.email), 'message', null, 'package', null,
      'link_version', f.link_version, 'n', v.n, 'text', v.text, 'sha256', v.sha256, 'valid_until', v.valid_until,
      'how', a.how, 'typed_name', a.typed_name, 'accepted_at', a.accepted_at, 'ended_reason', f.ended_reason)
    from public.offers f
    cross join private.newest_version(f.id) v
    left join public.offer_acceptances a on a.offer_id = f.id
    left join public.bookings b on b.id = f.booking_id
    left join public.inquiries i on i.id = f.inquiry_id
    where f.id = p_mail.offer_id
  ) about (fields)
$$;

-- Whether a mail is no longer true, because the booking or the offer has changed, or the call begun. A
-- change that is not committed yet counts at the next claim. What an admin wrote goes as they wrote it.
create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select coalesce(bool_or(
    private.starts_at(b) <= now()
    or (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
    or p_mail.kind in ('confirmed', 'location', 'reminder') and b.status <> 'confirmed'
    or (p_mail.kind, p_mail.recipient) = ('received', 'visitor') and b.status <> 'pending'), false)
    or exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          else false
        end)
  from public.bookings b where b.id = p_mail.booking_id and p_mail.kind <> 'reply'
$$;

create or replace function public.send_reply(
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
  v_is_current boolean;
begin
  perform private.require_live_admin();
  v_type := private.touch_request(p_request_id);
  -- The id comes from the form: what is sent again after a lost response is stored once.
  if exists (select from private.replies r where r.id = p_id) then
    if exists (select from private.replies r where r.id = p_id and (r.kind, r.subject, r.body) is not distinct from (p_kind, p_subject, p_body)) then
      return;
    end if;
    raise exception using message = 'reply_sent';
  end if;
  perform private.check_seen(p_request_id, p_revision);
  select * into v_booking from public.bookings b where b.id = p_request_id;
  if private.fits_reply(p_kind, v_booking) is not true or p_kind = 'change' and p_body is null then
    raise exception using message = 'reply_unfit';
  end if;
  if v_type = 'booking' then
    v_old := to_jsonb(v_booking);
  else
    select to_jsonb(i) into v_old from public.inquiries i where i.id = p_request_id;
  end if;
  v_status := private.answered_status(v_type, p_kind, v_old ->> 'status');
  v_waited := v_old ->> 'waiting_since' is not null;
  -- What went out before the admin's own last change of the call did not tell of it.
  v_is_current := not exists (
    select from public.request_events e where e.booking_id = p_request_id and e.kind = 'change' and e.revision > p_revision);

  insert into private.replies (id, booking_id, inquiry_id, kind, subject, body, sent_by, told, before)
  values (
    p_id, case v_type when 'booking' then p_request_id end, case v_type when 'inquiry' then p_request_id end,
    p_kind, p_subject, p_body, private.caller_id(), case p_kind when 'change' then private.known_state(v_booking) end,
    jsonb_build_object(
      'status', v_old -> 'status', 'period', v_old -> 'period', 'owner', v_old -> 'owner', 'waiting_since', v_old -> 'waiting_since',
      'answered_at', v_old -> 'answered_at', 'their_turn_since', v_old -> 'their_turn_since',
      'untold_since', v_old -> 'untold_since', 'untold_from', v_old -> 'untold_from'));
  perform private.note_event(v_type, p_request_id, 'reply', p_kind);
  -- It answers nothing that somebody asked.
  if p_kind = 'change' then
    perform private.queue_reply(p_id);
    return;
  end if;

  -- First the status, whose triggers say who waits for whom, then what they do not know.
  update public.bookings set status = v_status where id = p_request_id and status <> v_status;
  update public.inquiries set status = v_status where id = p_request_id and status <> v_status;
  update public.bookings b
  set owner = coalesce(b.owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else b.answered_at end,
    -- Not what a mail will tell, nor that the date was closed, which none says by itself, nor what an
    -- offer does not say.
    untold_since = case
      when p_body is not null or not v_is_current or p_kind in ('offer', 'offer_withdrawn')
        or private.is_closing_untold(b, b.untold_from) then b.untold_since end,
    their_turn_since = case
      when p_kind in ('propose', 'follow_up', 'offer') or p_kind = 'answer' and v_waited then now() else b.their_turn_since end
  where b.id = p_request_id;
  update private.replies set told_sequence = (select b.calendar_sequence from public.bookings b where b.id = p_request_id) where id = p_id;
  update public.inquiries
  set owner = coalesce(owner, private.caller_id()), waiting_since = null,
    answered_at = case when v_waited then now() else answered_at end,
    their_turn_since = case when p_kind not in ('decline', 'offer_withdrawn') then now() end
  where id = p_request_id;

  if p_body is not null then
    -- In place of the automatic mail about the same, whose invitation it has.
    update private.outbox set kind = 'reply', reply_id = p_id
    where booking_id = p_request_id and recipient = 'visitor' and p_kind in ('confirm', 'decline') and kind = v_status
      and sent_at is null and given_up_at is null and lease is null;
    if not found then
      perform private.queue_reply(p_id);
    end if;
  end if;
end
$$;

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
