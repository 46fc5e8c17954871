-- A mail about a change of a call waits while a reminder of the call is being sent, so that the change is what its
-- visitor reads last.
create or replace function private.has_to_wait(p_mail private.outbox) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return p_mail.kind like 'reminder%' and exists (
      select from private.outbox o
      where o.request_id = p_mail.request_id and o.kind = 'call' and o.sent_at is null and o.given_up_at is null)
    or p_mail.offer_id is not null and private.can_undo_offer_act(p_mail.offer_id)
    or p_mail.kind = 'call' and exists (
      select from private.outbox o left join private.letters l on l.event_id = o.letter_id
      where o.request_id = p_mail.request_id and o.recipient = 'visitor' and o.id <> p_mail.id
        and (o.kind in ('call', 'reminder_day', 'reminder_hour', 'still_pending') or l.state is not null)
        and o.sent_at is null and o.given_up_at is null and o.lease_until > now());
end
$$;
