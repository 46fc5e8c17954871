import { submitCauses, submitErrors } from '../content/submit-errors'

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

/** `mailed`: the site sends mails to visitors. */
export function submitFailure(kind: 'booking' | 'inquiry', code: SubmitError, mailed = false) {
  if (code === 'no_response')
    return { message: submitErrors.noResponse[kind], detail: submitErrors.noResponse.detail }
  const message = kind === 'booking' && timeErrors.includes(code) ? submitErrors.time : submitErrors[kind]
  if (code === 'slot_taken') return { message, detail: submitErrors.taken[mailed ? 'mailed' : 'notMailed'] }
  return { message, detail: submitCauses[code] }
}
