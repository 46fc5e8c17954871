-- The rights of each role. Everything is revoked first, because hosted projects differ in their default
-- grants, and then granted by name. API roles have no usage on the schema private, so they can reach
-- neither its tables nor its functions.

-- 1. Tables: row-level security on each, and no rights

alter table private.address_keys enable row level security;
alter table private.calendar_feeds enable row level security;
alter table private.calendars enable row level security;
alter table private.code_tries enable row level security;
alter table private.offer_guesses enable row level security;
alter table private.outbox enable row level security;
alter table private.password_recoveries enable row level security;
alter table private.password_tries enable row level security;
alter table private.removed_factors enable row level security;
alter table private.letters enable row level security;
alter table private.sign_in_places enable row level security;
alter table private.site_keys enable row level security;
alter table private.studio_settings enable row level security;
alter table private.submission_caps enable row level security;
alter table private.submits enable row level security;
revoke all on all tables in schema private from public, anon, authenticated, service_role;

alter table public.availability enable row level security;
alter table public.bookings enable row level security;
alter table public.closed_dates enable row level security;
alter table public.inquiries enable row level security;
alter table public.offer_acceptances enable row level security;
alter table public.offer_endings enable row level security;
alter table public.offer_versions enable row level security;
alter table public.offers enable row level security;
alter table public.recurring_availability enable row level security;
alter table public.request_events enable row level security;
alter table public.request_notes enable row level security;
alter table public.requests enable row level security;
alter table public.time_slot_presets enable row level security;
alter table public.time_slots enable row level security;
revoke all on public.admin_requests, public.availability, public.bookings, public.closed_dates, public.inquiries,
  public.offer_acceptances, public.offer_endings, public.offer_versions, public.offers, public.recurring_availability,
  public.request_events, public.request_notes, public.requests, public.time_slot_presets, public.time_slots
  from public, anon, authenticated, service_role;

-- 2. Admins' rights on tables. Visitors have rights on functions only.

grant select, insert, delete on public.time_slots to authenticated;
create policy "Admins read slots" on public.time_slots
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add slots" on public.time_slots
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins delete slots" on public.time_slots
  for delete to authenticated using ((select private.is_live_admin()));

grant select on public.time_slot_presets to authenticated;
create policy "Admins read presets" on public.time_slot_presets
  for select to authenticated using ((select private.is_live_admin()));

grant select, insert, update, delete on public.recurring_availability to authenticated;
create policy "Admins read the weekday pattern" on public.recurring_availability
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add to the weekday pattern" on public.recurring_availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change the weekday pattern" on public.recurring_availability
  for update to authenticated using ((select private.is_live_admin())) with check ((select private.is_live_admin()));
create policy "Admins delete from the weekday pattern" on public.recurring_availability
  for delete to authenticated using ((select private.is_live_admin()));

-- Every column but overrides_closure, which a trigger sets.
grant select, insert (date, time_slot_id, is_available, updated_at),
  update (date, time_slot_id, is_available, updated_at)
  on public.availability to authenticated;
create policy "Admins read exceptions" on public.availability
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins add exceptions" on public.availability
  for insert to authenticated with check ((select private.is_live_admin()));
create policy "Admins change exceptions" on public.availability
  for update to authenticated using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select, update (reason) on public.closed_dates to authenticated;
create policy "Admins read closed dates" on public.closed_dates
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins set the reason of a closed date" on public.closed_dates
  for update to authenticated using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select on public.requests to authenticated;
create policy "Admins read requests" on public.requests
  for select to authenticated using ((select private.is_live_admin()));

-- The whole rows of bookings and inquiries, so that an admin may select `*`. Secret data is in the schema private.
grant select, update (status, location, cancel_reason, cancel_message) on public.bookings to authenticated;
create policy "Admins read bookings" on public.bookings
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins change bookings" on public.bookings
  for update to authenticated using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select, update (status) on public.inquiries to authenticated;
create policy "Admins read inquiries" on public.inquiries
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins change inquiries" on public.inquiries
  for update to authenticated using ((select private.is_live_admin())) with check ((select private.is_live_admin()));

grant select on public.request_events to authenticated;
create policy "Admins read the log" on public.request_events
  for select to authenticated using ((select private.is_live_admin()));

grant select on public.request_notes to authenticated;
create policy "Admins read notes" on public.request_notes
  for select to authenticated using ((select private.is_live_admin()));

grant select on public.offers, public.offer_versions, public.offer_endings, public.offer_acceptances to authenticated;
create policy "Admins read offers" on public.offers
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read offer versions" on public.offer_versions
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read offer endings" on public.offer_endings
  for select to authenticated using ((select private.is_live_admin()));
create policy "Admins read acceptances" on public.offer_acceptances
  for select to authenticated using ((select private.is_live_admin()));

grant select on public.admin_requests to authenticated;

-- 3. Functions

revoke execute on function public.add_note, public.admit_code, public.admit_password, public.admit_recovery,
  public.asks_for_phone, public.book_call, public.cancel_managed_booking, public.claim_mail, public.close_dates,
  public.copy_recurring_availability, public.copy_visitor_link, public.count_requests, public.create_booking,
  public.create_inquiry, public.delete_note, public.dismiss_mails, public.edit_note, public.erase_managed_booking,
  public.erase_person, public.finish_mail, public.get_affected_bookings, public.get_all_slots_for_date,
  public.get_available_slots, public.get_available_slots_for_date, public.get_calls_to_tell, public.get_days,
  public.get_mail_problems, public.get_managed_booking, public.get_news, public.get_site_key_state,
  public.get_studio_zone, public.get_late_calls, public.get_settings, public.set_settings, public.is_admin,
  public.is_recovery_link, public.list_admins, public.list_person, public.count_views, public.search_patterns,
  public.move_booking, public.move_managed_booking, public.link_needs_code, public.record_code, public.record_password,
  public.remove_factor, public.reopen_dates, public.replace_recurring_availability, public.reset_date,
  public.restore_dates, public.retry_mails, public.set_answered, public.undo_act, public.set_date_availability,
  public.set_outcome, public.set_owner, public.set_site_key, public.set_slot_availability, public.set_known,
  public.undo_code, public.undo_recovery, public.get_link_version, public.list_replies, public.list_automatic_mails,
  public.send_proposals, public.send_reply, public.keep_call, public.keep_calls, public.list_closed_calls,
  public.mail_location, public.accept_offer, public.count_offer_guesses, public.decline_offer, public.delete_offer,
  public.get_offer, public.list_offers, public.offer_went_out, public.record_acceptance, public.save_offer_draft,
  public.send_offer, public.withdraw_offer, public.get_calendar_feed, public.read_calendar_feed,
  public.set_calendar_feed, public.add_calendar, public.claim_calendar, public.finish_calendar, public.list_busy,
  public.list_calendars, public.read_calendar_next, public.remove_calendar, public.export_person, public.export_requests
  from public, anon, authenticated, service_role;

-- Anybody may read the free times, asks_for_phone and the zone.
grant execute on function public.get_available_slots, public.get_available_slots_for_date, public.asks_for_phone,
  public.get_studio_zone to anon, authenticated;

-- For the site, on behalf of visitors: each function checks the site's key.
grant execute on function public.create_booking, public.create_inquiry, public.admit_password, public.record_password,
  public.get_site_key_state, public.claim_mail, public.finish_mail to anon, authenticated;
grant execute on function public.get_managed_booking, public.cancel_managed_booking, public.move_managed_booking,
  public.erase_managed_booking to anon;
grant execute on function public.get_offer, public.accept_offer, public.decline_offer to anon;
grant execute on function public.admit_code, public.record_code, public.undo_code to anon;
grant execute on function public.remove_factor to authenticated, service_role;
grant execute on function public.admit_recovery, public.undo_recovery, public.is_recovery_link, public.link_needs_code
  to anon;
grant execute on function public.read_calendar_feed, public.claim_calendar, public.finish_calendar to anon;

-- For admins: each function checks the caller.
grant execute on function public.is_admin, public.count_views, public.search_patterns, public.count_requests,
  public.copy_visitor_link, public.erase_person, public.get_all_slots_for_date, public.get_days,
  public.get_affected_bookings, public.get_news, public.get_mail_problems, public.retry_mails, public.dismiss_mails,
  public.mail_location, public.get_late_calls, public.get_settings, public.set_settings, public.set_slot_availability,
  public.set_date_availability, public.close_dates, public.reopen_dates, public.reset_date, public.restore_dates,
  public.replace_recurring_availability, public.copy_recurring_availability, public.list_admins, public.list_person,
  public.set_owner, public.set_outcome, public.set_answered, public.undo_act, public.add_note, public.edit_note,
  public.delete_note, public.get_link_version, public.list_replies, public.list_automatic_mails,
  public.send_proposals, public.send_reply, public.keep_call, public.keep_calls, public.list_closed_calls,
  public.move_booking, public.book_call, public.get_calls_to_tell, public.set_known to authenticated;
grant execute on function public.save_offer_draft, public.send_offer, public.withdraw_offer, public.record_acceptance,
  public.delete_offer, public.count_offer_guesses, public.list_offers, public.offer_went_out to authenticated;
grant execute on function public.get_calendar_feed, public.set_calendar_feed, public.export_requests,
  public.export_person to authenticated;
grant execute on function public.add_calendar, public.list_busy, public.list_calendars, public.read_calendar_next,
  public.remove_calendar to authenticated;

-- For `npm run site-key`, which uses the project's secret key.
grant execute on function public.set_site_key to service_role;

-- 4. Tables whose changes Realtime announces

alter publication supabase_realtime add table public.availability, public.bookings, public.closed_dates,
  public.inquiries, public.recurring_availability, public.time_slots;
