-- undo_refusal and decide_delivery have each rule on a line of its own, in the order that counts. They decide as before.

create or replace function private.undo_refusal(p_event public.request_events) returns text
language sql set search_path = ''
as $$
  select case
    when p_event.id is null then 'request_gone'
    when p_event.actor = 'visitor' then 'visitors_act'
    when p_event.actor = 'database' then 'act_of_database'
    when private.undone_until(a) <= clock_timestamp() then 'minute_over'
    when a.offer_id is not null then null
    when p_event.kind = 'undone' then 'is_undo'
    when p_event.before is null and p_event.turn is null then 'nothing_to_undo'
    when p_event.kind in ('offer', 'offered', 'withdrawn', 'accepted') and l.event_id is null then 'nothing_to_undo'
    when l.body is not null and not mails.has_letter then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and not mails.has_kept then 'mail_sent'
    when (p_event.kind, p_event.what) = ('kept', 'asked') and later.is_known then 'mail_sent'
    when p_event.kind = 'kept' and later.has_changed then 'changed_meanwhile'
  end
  from (values (1)) one
  left join private.letters l on l.event_id = p_event.id
  left join (public.offers f join public.offer_acceptances a on a.offer_id = f.id)
    on (f.request_id, a.revision) = (p_event.request_id, p_event.revision)
  -- The act's own mail, which nobody has sent yet.
  cross join lateral (
    select
      exists (
        select from private.outbox o
        where o.letter_id = l.event_id and o.sent_at is null and o.lease is null and not o.may_have_arrived) as has_letter,
      exists (select from private.outbox o where o.request_id = p_event.request_id and o.act = 'kept' and o.is_waiting) as has_kept
  ) mails
  -- An admin told the visitor about the kept call, or a later event moved or cancelled it.
  cross join lateral (
    select
      exists (select from public.bookings b where b.id = p_event.request_id and b.known ->> 'status' = 'confirmed') as is_known,
      exists (
        select from public.request_events e
        where e.request_id = p_event.request_id and e.id > p_event.id and e.before ?| '{status,date}' and not private.is_undone(e.id)
          and (e.undoes is null or e.undoes < p_event.id)) as has_changed
  ) later
$$;

create or replace function private.decide_delivery(p_mail private.outbox) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_letter_error constant text := private.letter_error(p_mail);
  v_cap constant integer := (select c.max from private.submission_caps c where c.name = 'mails_per_email_in_24_hours');
begin
  p_mail := private.detach_letter(p_mail, v_letter_error);
  -- The order counts: the first rule that holds decides. The site gives up no mail that is needless or has to wait, and the cap
  -- stops only a mail that would go now.
  if private.is_outdated(p_mail) then perform private.close_mail(p_mail);
  elsif private.is_unneeded(p_mail) then perform private.close_mail(p_mail);
  elsif private.drop_superseded_mail(p_mail) then return false;
  elsif private.has_to_wait(p_mail) then return false;
  elsif p_mail.letter_id is not null and v_letter_error is not null then perform private.give_up(p_mail, v_letter_error);
  -- The mail's second lease ended without a result.
  elsif p_mail.lease is not null and p_mail.may_have_arrived then perform private.give_up(p_mail, 'unanswered');
  elsif p_mail.due_at <= now() - interval '24 hours' then perform private.give_up(p_mail, coalesce(p_mail.last_error, 'not tried'));
  elsif p_mail.recipient = 'visitor' and private.count_mails(p_mail.request_id) >= v_cap then
    update private.outbox set last_error = 'mails_per_email_in_24_hours' where id = p_mail.id;
  else return true;
  end if;
  return false;
end
$$;
