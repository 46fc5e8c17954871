-- The claim of mails, which runs every minute, reads no table whole that grows with time: offers are found by the
-- last day of their versions, mails to the studio of calls that wait by an index of their own.

create index if not exists offer_versions_valid_until on public.offer_versions (valid_until);
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
