/**
 * What people read when the database refuses. Its stable codes come as an error's message; ours is the sentence, never the server's.
 */

/** Why a submit was not stored: the codes of `create_booking` and `create_inquiry`, or no answer at all. */
export const submitRefusals = [
  'invalid_name',
  'invalid_email',
  'invalid_message',
  'date_not_bookable',
  'slot_not_offered',
  'slot_taken',
  'too_many',
] as const
export type SubmitRefusal = (typeof submitRefusals)[number] | 'unreachable'

const causes: Record<SubmitRefusal, string> = {
  invalid_name: 'Our database does not accept this name as it is written.',
  invalid_email: 'Our database does not accept this email address as it is written.',
  invalid_message: 'Our database does not accept this message as it is written.',
  date_not_bookable: 'That day can no longer be booked here.',
  slot_not_offered: 'That time is no longer offered.',
  slot_taken: 'Somebody was a moment faster.',
  too_many: 'That is as much as we take from one person for now. Write to us by email instead.',
  unreachable:
    'We could not reach our calendar just now. Nothing you typed is lost: try again, or send it as an email.',
}

/** The spec's sentence for a submit that failed, and a second line that names the cause (spec 5 and 8). */
export function submitFailure(kind: 'booking' | 'inquiry', refusal: SubmitRefusal) {
  return {
    message:
      kind === 'booking'
        ? 'Failed to create booking. This time slot may already be booked.'
        : 'Failed to submit inquiry',
    detail: causes[refusal],
  }
}
