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

/** 'unreachable': nothing was stored. 'no_response': something may have been stored. */
export type SubmitError = (typeof submitCodes)[number] | 'unreachable' | 'no_response'

/** After these errors the form offers other times. */
export const timeErrors: SubmitError[] = ['slot_taken', 'slot_not_offered', 'date_not_bookable']
