import { type SubmitError, timeErrors } from '../booking/errors'
import { site } from './studio'

const causes: Record<Exclude<SubmitError, 'no_response' | 'slot_taken'>, string> = {
  invalid_name:
    'Something in this name cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_email:
    'Something in this email address cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_message:
    'Something in this message cannot be stored, perhaps an unusual character. Please write it another way.',
  invalid_details:
    'Something in one of the fields cannot be stored, perhaps an unusual character. Please write it another way.',
  date_not_bookable: 'That day can no longer be booked here.',
  slot_not_offered: 'That time is no longer offered.',
  too_many:
    'Several requests from you have reached us already. For another one, please write to us by email.',
  too_busy: `We are getting more requests than usual. Please try again later, or write to ${site.email}.`,
  not_signed: `Our calendar takes no requests just now. Please write to ${site.email}.`,
  unreachable:
    'We could not reach our calendar just now. Nothing you typed is lost: try again, or send it as an email.',
}

export function submitFailure(kind: 'booking' | 'inquiry', code: SubmitError, mailed = false) {
  if (code === 'no_response') {
    return {
      message: `We do not know yet whether your ${kind === 'booking' ? 'booking' : 'message'} arrived.`,
      detail: 'Press the button again: it is safe, the same request is never stored twice.',
    }
  }
  if (code === 'slot_taken') {
    // The same even for the visitor who holds the time: otherwise anybody could find out whether an address has a call.
    const where = mailed ? 'see your inbox, or your other tab' : 'write to us for its link'
    const detail = `If it was you a moment ago, it is held: ${where}.`
    return { message: failureSentence(kind, code), detail }
  }
  return { message: failureSentence(kind, code), detail: causes[code] }
}

function failureSentence(kind: 'booking' | 'inquiry', code: SubmitError): string {
  if (kind === 'inquiry') return 'Failed to submit inquiry'
  if (!timeErrors.includes(code)) return 'Failed to create booking.'
  return 'Failed to create booking. This time slot may already be booked.'
}
