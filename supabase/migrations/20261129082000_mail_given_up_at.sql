-- get_mail_problems says when the site gave up a mail. A function's columns change only with a new function.

drop function public.get_mail_problems();
create function public.get_mail_problems()
returns table (
  id uuid, kind text, recipient text, about_id uuid, name text, due_at timestamptz, attempts integer, last_error text, given_up boolean,
  about text, email text, may_have_arrived boolean, is_being_sent boolean, total_cents bigint, given_up_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
    select o.id, case when o.letter_id is not null then 'reply' when o.act = 'booked' then 'received' else o.kind end, o.recipient, o.request_id, coalesce(b.name, i.name), o.due_at, o.attempts, o.last_error,
           o.given_up_at is not null, case when b.id is null then 'inquiry' else 'booking' end, coalesce(b.email, i.email),
           o.may_have_arrived or o.last_error is not distinct from 'unanswered', coalesce(o.lease_until > now(), false),
           (select v.total_cents from public.offer_versions v where (v.offer_id, v.version) = (o.offer_id, o.version)), o.given_up_at
    from private.outbox o
    -- Lateral, because the planner would otherwise read both tables whole for the few listed mails.
    left join lateral (select * from public.bookings where bookings.id = o.request_id limit 1) b on true
    left join lateral (select * from public.inquiries where inquiries.id = o.request_id limit 1) i on true
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up in the last seven days, and mails that wait for more than 15 minutes, except dismissed ones. For a mail about an '
  'offer, total_cents is the offer''s price.';
revoke execute on function public.get_mail_problems from public, anon, authenticated, service_role;
grant execute on function public.get_mail_problems to authenticated;
