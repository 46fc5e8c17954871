-- What a mail or a list said that was not so: a mail to the studio that its server refuses is not written anew at each
-- claim; a call that is moved while nobody has confirmed it is asked for again, in time; who changes their call or
-- address has not learned by it that their date is closed; a call that was cancelled when its date was closed is
-- known to be closed over once it is taken up; the mail of an earlier version of an offer does not send the newest
-- one; an erasure does not make the studio hear again of the other calls of a mail. And the dates by which calls have
-- to be confirmed are looked up once each: over a long break each claim took seconds.

create or replace function private.moved_at(p_id uuid, p_actor text default null) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.at) from public.request_events e
  where e.request_id = p_id and e.kind = 'change' and (p_actor is null or e.actor = p_actor)
    and (e.before ->> 'date', e.before ->> 'start_time') <> (e.after ->> 'date', e.after ->> 'start_time')
$$;

create or replace function private.asked_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$
  select greatest(coalesce(max(w.asked_at), p_booking.created_at), private.moved_at(p_booking.id, 'visitor')) from private.waits w
  where w.request_id = p_booking.id and w.visitor_act in ('booked', 'moved')
$$;

create or replace function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date on which there is time to confirm: what is later than that has time.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    -- Once for a date and not for each of its calls: over a long break it looks at many dates.
    with pending as materialized (
      select b from public.bookings b
      where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
        and lower(b.period) > v_now and not private.is_erased(b.email)
    ), limits as materialized (
      select d.date, private.confirm_by(d.date) as confirm_by from (select distinct (p.b).date from pending p) d
    )
    select (p.b).* from pending p join limits l on l.date = (p.b).date
    where private.asked_at(p.b) <= l.confirm_by
    order by (p.b).period;
end
$$;

create or replace function private.find_calls_to_confirm() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from private.find_late_calls() b
  where not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and b.id = any (o.calls)
      and (o.sent_at is not null or o.given_up_at is not null and (o.may_have_arrived or o.created_at > now() - interval '24 hours'))
      and o.created_at >= greatest(private.asked_at(b), private.moved_at(b.id)))
  order by b.period
$$;

create or replace function private.known_by_change(p_old public.bookings, p_new public.bookings) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_is_new_address constant boolean := lower(p_new.email) <> lower(p_old.email);
begin
  if private.is_erased(p_new.email) then
    return null;
  end if;
  if private.is_visitors_act() and (v_is_new_address
    or (p_new.date, p_new.time_slot_id, p_new.status) is distinct from (p_old.date, p_old.time_slot_id, p_old.status))
  then
    return private.known_after(case when not v_is_new_address then p_old.known end, private.call_state(p_new), false)
      || jsonb_build_object('at', now());
  end if;
  if v_is_new_address then
    return null;
  end if;
  return p_new.known;
end
$$;

create or replace function private.forget_booking(p_old public.bookings, p_new public.bookings) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from private.outbox
  where request_id = p_new.id and not (recipient = 'studio' and (kind = 'cancelled' and sent_at is null or kind = 'still_pending'));
  if p_old.email <> p_new.email then
    update private.outbox set lease = null, lease_until = null where request_id = p_new.id and sent_at is null;
    delete from public.request_events where request_id = p_new.id;
  elsif auth.jwt() is not null then
    perform private.log_booking_change(p_old, p_new);
  end if;
  if not public.is_admin() and p_new.status = 'cancelled' and p_old.status <> 'cancelled' and private.starts_at(p_new) > now() then
    perform private.write_mail(p_new.id, 'studio', 'cancelled');
  end if;
end
$$;

create or replace function private.is_outdated(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select case
    when (p_mail.kind, p_mail.recipient) = ('still_pending', 'studio') then
      -- One that was refused counts as told for a day, but is still true when it is sent again.
      not exists (select from private.find_calls_to_confirm()) and (p_mail.given_up_at is null or not exists (select from private.find_late_calls()))
    when p_mail.offer_id is not null then exists (
      select 1 from public.offers f
      where f.id = p_mail.offer_id
        and case p_mail.kind
          when 'offer' then f.ended is not null or exists (select 1 from public.offer_acceptances a where a.offer_id = f.id)
            -- It was of an earlier version.
            or p_mail.created_at + interval '60 seconds' < (private.version_out(f.id)).sent_at
          when 'offer_declined' then f.ended is distinct from 'declined'
          when 'offer_withdrawn' then f.ended is distinct from 'withdrawn'
          when 'offer_follow_up' then not private.is_followed_up(f)
          when 'offer_expired' then not private.is_expired(f)
          else false
        end)
    when p_mail.kind = 'reply' then false
    else exists (
      select 1 from public.bookings b
      where b.id = p_mail.request_id and (
        private.starts_at(b) <= now()
        or p_mail.recipient = 'studio' and (p_mail.kind = 'cancelled') <> (b.status = 'cancelled')
        or p_mail.kind = 'still_pending' and b.status <> 'pending'
        or p_mail.kind = 'reminder' and (b.status <> 'confirmed' or not private.is_reminded(p_mail, b))
        -- Who was told that the date is closed is not told of the call as if it came.
        or p_mail.recipient = 'visitor' and private.has_to_move(b)))
  end
$$;

create or replace function private.has_to_wait(p_mail private.outbox) returns boolean
language sql stable set search_path = ''
as $$
  select p_mail.kind = 'reminder' and private.is_being_told(p_mail.request_id)
    or p_mail.kind = 'offer' and p_mail.created_at + interval '60 seconds' < (private.newest_version(p_mail.offer_id)).sent_at
    or p_mail.recipient = 'visitor' and p_mail.kind in ('received', 'news') and (
    exists (
      select from private.outbox o left join private.replies r on r.id = o.reply_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('received', 'news', 'still_pending') or r.said is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now())
    or exists (
      select from public.bookings b
      where b.id = p_mail.request_id and private.has_reply_instead(b.id, private.call_state(b))))
$$;

create or replace function private.set_closed_over() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    -- After whoever takes a time of these dates now (private.lock_submit), so that their call is found.
    perform pg_advisory_xact_lock(3, hashtext(c.date::text)) from (select date from changed_dates order by date) c;
    with affected as materialized (
      select b.id, c.date
      from changed_dates c join public.bookings b on b.period && tsrange(c.date, c.date + 1)
      where private.starts_at(b) > now() and not private.is_erased(b.email)
      order by b.id for no key update of b
    )
    update public.bookings b set closed_over = a.date from affected a where b.id = a.id;
  else
    with affected as materialized (
      select b.id from public.bookings b where b.closed_over in (select c.date from changed_dates c)
      order by b.id for no key update
    )
    update public.bookings b set closed_over = null from affected a where b.id = a.id;
  end if;
  return null;
end
$$;
