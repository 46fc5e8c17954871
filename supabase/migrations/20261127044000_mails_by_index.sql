-- The claim of mails, which runs every minute, reads no table whole that grows with time: offers are found by the
-- last day of their versions, mails to the studio of calls that wait by an index of their own. Nor does the list of
-- mails that were not delivered.

create index if not exists offer_versions_valid_until on public.offer_versions (valid_until);
create index if not exists outbox_given_up on private.outbox (given_up_at) where given_up_at is not null;
create index if not exists outbox_still_pending on private.outbox (created_at) where kind = 'still_pending' and recipient = 'studio';

create or replace function private.write_due_offer_mails() returns void
language plpgsql set search_path = ''
as $$
declare
  v_offer public.offers;
begin
  for v_offer in
    select o.* from public.offers o
    where o.request_id is not null and o.ended is null
      -- By the index: most offers are old.
      and o.id in (
        select v.offer_id from public.offer_versions v
        where v.valid_until between private.studio_today() - 1 and private.studio_today() + 2)
      and (private.newest_version(o.id)).valid_until between private.studio_today() - 1 and private.studio_today() + 2
  loop
    if private.is_followed_up(v_offer) and not private.was_mailed_of_offer(v_offer.id, 'offer_follow_up') then
      perform private.write_offer_mail(v_offer, 'visitor', 'offer_follow_up');
    elsif private.is_expired(v_offer) and not private.was_mailed_of_offer(v_offer.id, 'offer_expired') then
      perform private.write_offer_mail(v_offer, 'studio', 'offer_expired');
    end if;
  end loop;
end
$$;

create or replace function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text, may_have_arrived boolean, is_being_sent boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, o.kind, o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
           o.may_have_arrived or o.last_error is not distinct from 'unanswered', coalesce(o.lease_until > now(), false)
    from private.outbox o
    -- One by one: the planner would read both tables for mails that there rarely are.
    left join lateral (select * from public.bookings where bookings.id = o.request_id limit 1) b on true
    left join lateral (select * from public.inquiries where inquiries.id = o.request_id limit 1) i on true
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
