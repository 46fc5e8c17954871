/** Why a submit failed, and what people read then. The database's stable codes come as an error's message; ours is the sentence. */
import { site } from './content/site'
import { formatShortDate, formatTime } from './dates'

/** The error codes of `create_booking` and `create_inquiry`. */
export const submitCodes = [
  'invalid_name',
  'invalid_email',
  'invalid_message',
  'invalid_details',
  'invalid_package',
  'invalid_phone',
  'date_not_bookable',
  'slot_not_offered',
  'slot_taken',
  'too_many',
  'too_busy',
  'not_signed',
] as const

/**
 * Why a submit failed: a code of the database; 'unreachable' when nothing was stored; 'no_response' when it is unknown whether something was
 * stored, because no response came.
 */
export type SubmitError = (typeof submitCodes)[number] | 'unreachable' | 'no_response'

/** The errors that mean the chosen time is not available, so that other times are offered. */
export const timeErrors: SubmitError[] = ['slot_taken', 'slot_not_offered', 'date_not_bookable']

const causes: Record<Exclude<SubmitError, 'no_response'>, string> = {
  invalid_name: 'Our database does not accept this name as it is written.',
  invalid_email: 'Our database does not accept this email address as it is written.',
  invalid_message: 'Our database does not accept this message as it is written.',
  invalid_details: 'Our database does not know one of the fields of this form.',
  invalid_package: 'Our database does not know this package.',
  invalid_phone: 'Our database does not accept this phone number as it is written.',
  date_not_bookable: 'That day can no longer be booked here.',
  slot_not_offered: 'That time is no longer offered.',
  slot_taken: 'Somebody was a moment faster.',
  too_many: 'That is as much as we take from one person for now. Write to us by email instead.',
  too_busy: `We are getting more requests than usual. Please try again later, or write to ${site.email}.`,
  not_signed: `Our calendar takes no requests just now. Please write to ${site.email}.`,
  unreachable:
    'We could not reach our calendar just now. Nothing you typed is lost: try again, or send it as an email.',
}

/**
 * The sentence for a submit that failed, and a second line with the cause or what to do. `held` is the time (studio date, `HH:MM`) that an
 * earlier submit of the same request has booked.
 */
export function submitFailure(
  kind: 'booking' | 'inquiry',
  code: SubmitError,
  held?: { date: string; start_time: string },
) {
  if (code === 'no_response') {
    return {
      message: `We do not know yet whether your ${kind === 'booking' ? 'booking' : 'message'} arrived.`,
      detail: 'Press the button again: it is safe, the same request is never stored twice.',
    }
  }
  if (held) {
    const time = `${formatShortDate(held.date)}, ${formatTime(held.start_time)}`
    const earlier = `Your earlier request arrived: ${time} is held for you, until you choose another time.`
    return { message: failureSentence(kind, code), detail: `${causes[code]} ${earlier}` }
  }
  return { message: failureSentence(kind, code), detail: causes[code] }
}

function failureSentence(kind: 'booking' | 'inquiry', code: SubmitError): string {
  if (kind === 'inquiry') return 'Failed to submit inquiry'
  if (!timeErrors.includes(code)) return 'Failed to create booking.'
  return 'Failed to create booking. This time slot may already be booked.'
}

/** An error of supabase-js: from the database, or from the request, whose cause is then in `details`. */
export interface RpcError {
  code: string
  message: string
  details: string | null
}

// lock_timeout and query_canceled: too many requests at once.
const BUSY = ['55P03', '57014']
// PostgREST lost its connection to the database, perhaps after the commit.
const CONNECTION_LOST = /^(08|57P|PGRST001)/
// The connection failed, so the request was not sent.
const NEVER_SENT = /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\)/

/**
 * Why a write failed: one of the `known` codes, which the database raises as the error's message; 'too_busy'; 'unreachable' when nothing was
 * stored; 'no_response' when it is unknown whether something was stored.
 */
export function errorCode<Code extends string>({ code, message, details }: RpcError, known: readonly Code[]) {
  const raised = known.find((known) => known === message)
  if (raised) return raised
  if (BUSY.includes(code)) return 'too_busy'
  // PostgreSQL and PostgREST errors always have a code, and nothing was stored. An error without one is a proxy's, or a lost response.
  if (code && !CONNECTION_LOST.test(code)) return 'unreachable'
  return NEVER_SENT.test(details ?? '') ? 'unreachable' : 'no_response'
}
