-- A mail that was being written while its person was erased is not kept as a file: whoever finishes it learns that it is no longer wanted.

-- The studio's mail about a cancelled call outlives the erasure, without a name. What a site is writing has the name, so its lease ends, and
-- the mail is written again.
create function private.end_leases() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.outbox set lease = null, lease_until = null where booking_id = new.id and sent_at is null;
  return null;
end
$$;
create trigger bookings_erased_mails after update of email on public.bookings
for each row when (new.email = 'erased@erased.invalid' and old.email <> new.email) execute function private.end_leases();

create or replace function public.finish_mail(p_site_key text, p_id uuid, p_lease uuid, p_result jsonb) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_outcome text := p_result ->> 'outcome';
begin
  if not private.check_site_key(p_site_key) then
    raise exception using message = 'not_signed';
  end if;
  if v_outcome in ('sent', 'failed', 'refused', 'released') is not true then
    raise exception using message = 'invalid_result';
  end if;
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
  where o.id = p_id and o.lease = p_lease and o.lease_until > now();
  if not found then
    raise exception using message = 'not_leased',
      detail = case when exists (select 1 from private.outbox o where o.id = p_id and o.sent_at is not null) then 'sent' else '' end;
  end if;
end
$$;
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, "released" (not tried), "failed" (tried again later) or "refused" (permanent), the '
  'last two with an "error". Raises not_leased when the lease has ended or belongs to another site; its detail is "sent" when that result is '
  'stored already. Otherwise the mail that was just written is not wanted: its person may have been erased.';
