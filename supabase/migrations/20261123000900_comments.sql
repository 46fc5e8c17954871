-- Comments on every table, on the columns whose name does not explain them, and on the functions whose comment was hard to read.

comment on table public.time_slots is 'The slots that can be offered: start and end on the studio''s wall clock. Inserted and deleted, never updated.';
comment on table public.time_slot_presets is 'The durations that the availability form offers.';
comment on table public.recurring_availability is 'The weekly pattern: which slots are offered on which weekday (0 = Monday … 6 = Sunday).';
comment on table public.availability is
  'Exceptions to the weekly pattern: on one date, one slot is offered or not, which overrides its weekday.';
comment on column public.availability.overrides_closure is
  'Whether the slot was switched on while its date was closed; it is then offered although the date is closed. Set by a trigger.';
comment on table public.bookings is 'Calls that visitors booked. A booking that is not cancelled holds its time.';
comment on column public.bookings.period is
  'Start and end on the studio''s wall clock, set by a trigger from date and slot. An exclusion constraint on it prevents overlaps.';
comment on column public.bookings.request_id is 'Sent by the form. A request that is sent again has the same id and changes the same row.';
comment on column public.bookings.search_text is 'What the admin''s search reads, one line a field. Set by a trigger.';
comment on column public.bookings.location is 'Where this call happens; null for the place of all calls, which the site knows.';
comment on column public.bookings.link_version is 'Part of what the visitor''s link signs. A new version makes earlier links invalid.';
comment on column public.bookings.calendar_sequence is
  'SEQUENCE of the calendar event (RFC 5545). Incremented with each change of time or status.';
comment on table public.inquiries is 'Messages that visitors sent without booking a time.';
comment on column public.inquiries.request_id is 'As in bookings.';
comment on column public.inquiries.search_text is 'As in bookings.';
comment on table public.request_events is 'The history of bookings and inquiries: who changed what, and when. Written by triggers only.';
comment on column public.request_events.actor is '''visitor'', or the e-mail address of an admin.';
comment on column public.request_events.before is
  '{"status"}, for a booking also "date" and "start_time" (HH:MM). Null when the request was created.';

comment on table private.outbox is
  'Mails to send, written in the transaction of the change that they are about. No personal data: a mail is rendered when it is sent.';
comment on column private.outbox.known_status is
  'The status that the visitor already knows. A mail whose booking is back at that status is deleted unsent.';
comment on column private.outbox.due_at is 'When the mail should be sent.';
comment on column private.outbox.send_after is 'When it is tried next: due_at at first, later after each failure.';
comment on column private.outbox.lease is 'Set while a site is sending the mail; finish_mail must name it.';
comment on table private.submission_caps is 'How much visitors may send. Change a number with an UPDATE.';
comment on table private.submits is 'One row for each submit that counts against a cap, kept for 24 hours. Addresses are stored as keyed hashes.';
comment on table private.address_keys is 'The key with which addresses are hashed.';
comment on table private.site_keys is 'SHA-256 hashes of the site''s keys, at most two.';
comment on table private.sign_in_tries is 'Password attempts of the last minutes, by account and hashed address.';
comment on table private.sign_in_addresses is 'Hashed addresses from which an account has signed in.';
comment on table private.weekday_changes is 'Which admin added a slot to a weekday or removed it, and when.';

comment on function private.check_dates(date, date) is
  'Raises range_invalid, date_past or date_too_far for a range that is empty, begins before today or ends more than 13 months ahead.';
comment on function private.is_live_admin() is
  'Whether the caller''s token has the admin role, its session still exists, and its account still has the role and is not banned.';
comment on function public.admit_sign_in(text, text, inet) is
  'Whether the site may try a password now; counts the attempt. Allowed are 20 in 5 minutes for each account, and 20 for all unknown e-mail '
  'addresses together. An address from which the account signed in within 30 days has five more. Always true while no site key is stored.';
comment on function public.record_sign_in(text, text, inet) is
  'After a successful sign-in: its attempt no longer counts, and its address is remembered for 30 days.';
comment on function public.cancel_managed_booking is
  'Cancels a call that has not begun and returns the booking. Raises changed_meanwhile when its calendar_sequence is not p_seen_sequence.';
comment on function public.move_managed_booking is
  'Moves a call that has not begun to another free time and returns the booking, which is pending again. Raises the same errors as '
  'cancel_managed_booking and create_booking.';
comment on function public.erase_managed_booking is
  'Erases the visitor''s data from this one booking, whose e-mail address must be p_email. Cancels a call that has not begun. The link stops working.';
comment on function public.get_managed_booking is
  'A booking for its visitor''s page, with the link_version that the page''s link must be signed for; null when there is none.';
comment on function public.claim_mail(text, integer) is
  'Leases up to p_limit due mails to the calling site for two minutes and returns each with its booking or inquiry. Deletes mails that are '
  'no longer true, and gives up mails that have been due for 24 hours.';
comment on function public.finish_mail(text, uuid, uuid, jsonb) is
  'Stores the result of a claimed mail: {"outcome": "sent"}, "released" (not tried), "failed" (tried again later) or "refused" (permanent), the '
  'last two with an "error". Raises not_leased when the lease has ended or belongs to another site.';
comment on function public.close_dates(date, date, text) is
  'Closes the dates from p_from to p_to, both included, with a reason, and returns how many of them were open. Their own times and their '
  'bookings are kept. Raises range_invalid, date_past, date_too_far or reason_invalid.';
comment on function public.reopen_dates(date, date) is
  'Opens the closed dates of a range and returns how many. Slots that were switched off one by one stay off.';
comment on function public.reset_date(date) is
  'Resets a date to its weekday''s pattern: no longer closed, without times of its own. Bookings are kept.';
comment on function public.set_date_availability(date, boolean) is
  'Closes a date, or opens it with every slot switched on. One-off slots are kept while it is closed, and so are bookings.';
comment on function public.set_slot_availability(date, uuid, boolean) is
  'Switches one slot of a date on or off. No exception is stored when that equals the weekday, so the slot follows the weekday again. Raises '
  'slot_gone for a slot that the date does not have.';
comment on function public.replace_recurring_availability(integer, uuid[], uuid[]) is
  'Sets a weekday''s pattern to exactly these slots. Slots that stay keep their on or off; exceptions and bookings are kept. Raises '
  'weekday_changed when the weekday''s slots are not p_seen_ids; its detail is JSON with who changed what, and when.';
comment on function public.get_reached_caps() is
  'The caps for all visitors together that are reached now. Submits that they count are rejected until fewer count.';
