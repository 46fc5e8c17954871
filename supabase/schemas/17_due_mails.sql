-- The mails that a time causes: reminders, the calls that nobody has confirmed, and offers near their last day.

-- 1. Late calls: the studio has not confirmed them in time

-- Time of a call's last move, by anybody or by p_actor; null if there was none.
create function private.moved_at(p_id uuid, p_actor text default null) returns timestamptz
language sql stable set search_path = ''
as $$
  select max(e.at) from public.request_events e
  where e.request_id = p_id and e.before ? 'date' and (p_actor is null or e.actor = p_actor)
$$;

-- When the visitor asked for the call at its current time: by the booking, or by their last move.
create function private.asked_at(p_booking public.bookings) returns timestamptz
language sql stable set search_path = ''
as $$ select greatest(p_booking.created_at, private.moved_at(p_booking.id, 'visitor')) $$;

-- The first date with offered times (free or booked) among 62 dates from p_from on, in steps of p_step days; null
-- if none has any.
create function private.date_with_hours(p_from date, p_step integer) returns date
language plpgsql stable set search_path = ''
as $$
begin
  for n in 0..61 loop
    if exists (select from private.slots_between(p_from + n * p_step, p_from + n * p_step) s where s.is_offered) then
      return p_from + n * p_step;
    end if;
  end loop;
  return null;
end
$$;

-- The upcoming pending calls whose deadline for confirmation has passed: 16:00 on the last date with offered times
-- before the call. Leaves out a call that the visitor asked for after the deadline, because the studio got a mail
-- about that call.
create function private.find_late_calls() returns setof public.bookings
language plpgsql stable set search_path = ''
as $$
declare
  v_now constant timestamp := now() at time zone private.studio_zone();
  -- The next date with offered times whose 16:00 is still ahead. Calls after this date are not late.
  v_until constant date := private.date_with_hours(v_now::date + (v_now::time >= '16:00')::integer, 1);
begin
  return query
    -- Computes the deadline once for each date with calls, because date_with_hours may look at many dates.
    with pending as materialized (
      select b from public.bookings b
      where b.status = 'pending' and b.period && tsrange(v_now, coalesce(v_until, v_now::date + 61) + 1)
        and lower(b.period) > v_now and not private.is_erased(b.email)
    ), limits as materialized (
      select d.date, (coalesce(private.date_with_hours(d.date - 1, -1), d.date - 1) + time '16:00')
        at time zone private.studio_zone() as confirm_by
      from (select distinct (p.b).date from pending p) d
    )
    select (p.b).* from pending p join limits l on l.date = (p.b).date
    where private.asked_at(p.b) <= l.confirm_by
    order by (p.b).period;
end
$$;

create function public.get_late_calls() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return array(select b.id from private.find_late_calls() b limit 100);
end
$$;

-- 2. Time-based mails, computed from current data

-- The late calls that no mail has listed for the studio since the visitor asked for the call, or anybody moved it.
create function private.find_calls_to_confirm() returns setof public.bookings
language sql stable set search_path = ''
as $$
  select b.* from private.find_late_calls() b
  where not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio') and b.id = any (o.calls)
      and (o.sent_at is not null or o.given_up_at is not null and o.may_have_arrived)
      and o.created_at >= greatest(private.asked_at(b), private.moved_at(b.id)))
  order by b.period
$$;

-- The time-based mails that are due now, except the studio's list of late calls. The key is the call's start, or the
-- offer's version, so that each mail goes once.
create view private.due_mails with (security_invoker = true) as
-- Reminders a day and an hour before a confirmed call, unless another mail told the visitor the call's state in the
-- three hours before, or since. 'still_pending' three hours before a pending call. If both reminders are due, after a
-- time without mail, only the later one goes. No reminder a day before a call that changed in its last 24 hours. No
-- mail while a proposal of other times is open, and no reminder of a call on a closed date that no admin kept.
select b.id as request_id, 'visitor' as recipient, m.kind, lower(b.period)::text as key, null::uuid as offer_id,
  null::integer as version
from public.bookings b
cross join private.studio_settings s
cross join lateral private.starts_at(b) c (starts_at)
cross join lateral (values
  ('reminder_day', c.starts_at - interval '24 hours', b.status = 'confirmed' and s.reminds_day_before
    and b.changed_at <= c.starts_at - interval '24 hours'
    and not (s.reminds_hour_before and c.starts_at <= now() + interval '4 hours')),
  ('reminder_hour', c.starts_at - interval '1 hour', b.status = 'confirmed' and s.reminds_hour_before),
  ('still_pending', c.starts_at - interval '3 hours', b.status = 'pending')
) m (kind, due_at, is_wanted)
where b.status <> 'cancelled' and not private.is_erased(b.email)
  -- The next 24 hours, which a change of the clock makes 25.
  and b.period && tsrange(now() at time zone private.studio_zone(),
    now() at time zone private.studio_zone() + interval '25 hours', '[]')
  and m.is_wanted and m.due_at <= now() and c.starts_at > now()
  and case
    when private.has_open_proposal(b) then false
    when b.status = 'confirmed' and private.is_on_closed_date(b.date, b.time_slot_id) and not private.is_kept(b.id)
      then false
    when m.kind = 'still_pending' then private.asked_at(b) < m.due_at
    else not exists (
      select from private.outbox o
      where o.request_id = b.id and o.sent_at > m.due_at - interval '3 hours'
        and o.kind in ('call', 'reminder_day', 'reminder_hour')
        and (o.said ->> 'link_version')::integer = b.link_version
        and private.difference(o.said, private.call_state(b)) = '{}')
  end
union all
-- The visitor gets a reminder of an open offer at 9:00 two days before the offer's last day, if an admin ticked that,
-- the offer is valid for four days or more, and the visitor has asked or answered nothing since the offer was sent. On
-- the day after the last day the studio gets a mail that the offer has expired.
select o.request_id, m.recipient, m.kind, v.version::text, o.id, v.version
from public.offer_versions v
join public.offers o on o.id = v.offer_id
join (values ('visitor', 'offer_follow_up'), ('studio', 'offer_expired')) m (recipient, kind)
  on (m.kind = 'offer_expired') = (v.valid_until < private.studio_today())
where o.request_id is not null and v.valid_until between private.studio_today() - 1 and private.studio_today() + 2
  and v.version = (select max(n.version) from public.offer_versions n where n.offer_id = v.offer_id)
  and case m.kind
    when 'offer_expired' then private.state_of(o.id) = 'expired'
    else v.body -> 'followsUp' = 'true' and v.valid_until - (v.sent_at at time zone private.studio_zone())::date >= 4
      and now() at time zone private.studio_zone() >= v.valid_until - 2 + time '9:00'
      and private.state_of(o.id) = 'open'
      and not exists (
        select from public.request_events e
        where e.request_id = o.request_id and e.turn = 'asks' and e.at > v.sent_at and not private.is_undone(e.id))
  end;

-- Writes the time-based mails: one a day to the studio for all late calls, and those of due_mails. Computes them
-- from current data, so that a change of a call or of the settings changes no stored mail.
create function private.write_due_mails() returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (
    select from private.outbox o
    where (o.kind, o.recipient) = ('still_pending', 'studio')
      and (o.sent_at is null and o.given_up_at is null
        or o.created_at >= private.studio_today()::timestamp at time zone private.studio_zone()))
  then
    perform private.write_mail(b.id, 'studio', 'still_pending')
    from (select * from private.find_calls_to_confirm() limit 1) b;
  end if;
  insert into private.outbox (request_id, recipient, kind, key, offer_id, version, due_at, send_after)
  select d.request_id, d.recipient, d.kind, d.key, d.offer_id, d.version, now(), now() from private.due_mails d
  on conflict (request_id, kind, key) where key <> '' do nothing;
end
$$;
