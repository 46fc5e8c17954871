/**
 * The sentence for each error code of a database function that an admin's action calls. An action replaces a
 * sentence that says too little there.
 */
export const errorSentences: Record<string, string> = {
  request_gone: 'The person was erased.',
  changed_meanwhile: 'It was changed meanwhile.',
  form_used: 'It was taken back meanwhile.',
  no_such_admin: 'This account is no admin any more.',
  not_your_note: 'It is not yours, or it was deleted.',
  call_not_held: 'The call has not begun, or it was not confirmed.',
  reply_unfit: 'It no longer fits: look at how the request stands now.',
  already_cancelled: 'It is cancelled. Confirm it first, or book a new call.',
  call_begun: 'It has begun. Book a new call for them instead.',
  slot_taken: 'Another call is at this time.',
  slot_gone: 'It no longer exists.',
  date_past: 'This time has passed.',
  date_too_far: 'This date is too far ahead.',
  time_invalid: 'A call takes from 5 minutes to 8 hours, and this time has to exist on that day.',
  invalid_email: 'This is not an email address that we can write to.',
  too_busy: 'Too much is being booked at this moment. Please try again.',
  offer_gone: 'The offer is not there any more.',
  offer_accepted: 'It was accepted meanwhile, so it stays as it is. Reload the page to see it.',
  offer_not_open: 'It was withdrawn or declined meanwhile. Reload the page to see it.',
  offer_kept: 'It has to be kept until its date.',
  invalid_valid_until: 'The last day has passed, or is too far ahead. Choose another one.',
  too_many_calendars: 'There are six already. Remove one first.',
  calendar_differs: 'It may be there already. Please load the page again, and look.',
}
