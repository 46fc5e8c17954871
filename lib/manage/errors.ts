export const manageCodes = [
  'link_invalid',
  'call_begun',
  'already_cancelled',
  'changed_meanwhile',
  'invalid_reason',
  'date_not_bookable',
  'slot_not_offered',
  'slot_taken',
  'email_differs',
  'too_many',
  'too_busy',
  'not_signed',
] as const

/** 'no_response': the result is unknown. */
export type ManageError = (typeof manageCodes)[number] | 'too_many_emails' | 'unreachable' | 'no_response'
