/** The error codes of `create_booking` and `create_inquiry`. */
export const submitCodes = [
  'invalid_name',
  'invalid_email',
  'invalid_message',
  'invalid_details',
  'date_not_bookable',
  'slot_not_offered',
  'slot_taken',
  'too_many',
  'too_busy',
  'not_signed',
] as const

/**
 * The reason why a submit failed: an error code of the database; 'unreachable' if nothing was stored;
 * 'no_response' if no response came, so it is unknown whether something was stored.
 */
export type SubmitError = (typeof submitCodes)[number] | 'unreachable' | 'no_response'

/** The errors of an unavailable time, after which the form offers other times. */
export const timeErrors: SubmitError[] = ['slot_taken', 'slot_not_offered', 'date_not_bookable']
