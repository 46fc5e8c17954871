-- A call can be cancelled once, so no cap by the e-mail is needed; and anybody can book with another's address and use up its changes.

create or replace function private.check_caps(p_kind text, p_email text, p_address_hash bytea, p_except uuid default null) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if p_kind = 'booking' then
    perform private.check_cap('future_bookings_per_email',
      (select count(*) from public.bookings b
       where lower(b.email) = lower(p_email) and b.date > private.studio_today() and b.status <> 'cancelled'
         and b.id is distinct from p_except));
  end if;
  if p_kind <> 'cancel' then
    perform private.check_cap(
      case when p_kind = 'change' then 'changes_per_email_in_24_hours' else 'submits_per_email_in_24_hours' end,
      (select count(*) from private.submits
       where email_hash = private.hash_email(p_email) and submitted_at > now() - interval '24 hours'
         and (kind = 'change') = (p_kind = 'change')));
  end if;
  if p_address_hash is not null then
    perform private.check_cap('submits_per_address_in_10_minutes',
      (select count(*) from private.submits
       where address_hash = p_address_hash and submitted_at > now() - interval '10 minutes'));
  end if;
  perform private.check_cap(c.cap, c.submits, 'too_busy') from private.shared_caps() c where c.kind = p_kind;
end
$$;

create or replace function public.cancel_managed_booking(
  p_site_key text, p_id uuid, p_link_version integer, p_seen_sequence integer, p_reason text default null, p_address inet default null
) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '500ms'
as $$
declare
  v_booking public.bookings;
  v_address bytea;
begin
  perform private.require_site_key(p_site_key);
  if p_reason is not null and (char_length(p_reason) not between 1 and 500 or not private.is_clean_text(p_reason, true)) then
    raise exception using message = 'invalid_reason';
  end if;
  v_address := private.hash_address(p_address);
  select * into v_booking from public.bookings b where b.id = p_id for update;
  perform private.check_change(v_booking, p_link_version, p_seen_sequence);
  perform private.check_caps('cancel', v_booking.email, v_address);
  perform private.count_submit('change', v_booking.email, v_address);
  update public.bookings set status = 'cancelled', cancel_reason = p_reason where id = p_id;
  return private.managed_booking_json(p_id);
exception
  when lock_not_available then
    raise exception using message = 'too_busy', hint = 'lock';
end
$$;
