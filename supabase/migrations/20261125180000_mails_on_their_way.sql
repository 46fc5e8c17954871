-- What waits because the mail server is slow is told from what nobody asked the site to send: get_mail_problems says
-- which mails are on their way now.

drop function public.get_mail_problems();

create function public.get_mail_problems()
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
    left join public.bookings b on b.id = o.request_id
    left join public.inquiries i on i.id = o.request_id
    where o.dismissed_at is null
      and (o.given_up_at > now() - interval '7 days'
        or o.sent_at is null and o.given_up_at is null and o.due_at < now() - interval '15 minutes')
    order by o.due_at desc;
end
$$;
comment on function public.get_mail_problems() is
  'For admins: mails given up within the last seven days, and those that wait for more than 15 minutes, but for those that were dismissed.';

revoke execute on function public.get_mail_problems() from public, anon, authenticated, service_role;
grant execute on function public.get_mail_problems() to authenticated;
