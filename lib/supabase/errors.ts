import { isAuthError } from '@supabase/supabase-js'
import { DEADLOCK } from './deadlock'
import { isRejection } from './verified-cookies'

/** From the database, or from the request, with its cause in `details`. */
export interface RpcError {
  code: string
  message: string
  details: string | null
}

/** For bookings: another one has the same time. */
export const EXCLUSION_VIOLATION = '23P01'

// lock_timeout, query_canceled and a second deadlock: the database has too many requests at once.
const BUSY = ['55P03', '57014', DEADLOCK]
// PostgREST lost its connection to the database, perhaps after the commit.
const CONNECTION_LOST = /^(08|57P|PGRST001)/
// The connection failed, so the request was not sent.
const NEVER_SENT = /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\)/

/** 'unreachable': nothing was stored. 'no_response': the result is unknown. */
export function errorCode<Code extends string>({ code, message, details }: RpcError, known: readonly Code[]) {
  const raised = known.find((known) => known === message)
  if (raised) return raised
  if (BUSY.includes(code)) return 'too_busy'
  return resultUnknown({ code, details }) ? 'no_response' : 'unreachable'
}

/**
 * A failed write may have been stored: its response was lost, or comes from a proxy. False for a code of PostgreSQL or
 * PostgREST, except if PostgREST lost the database.
 */
export function resultUnknown({ code, details }: Pick<RpcError, 'code' | 'details'>): boolean {
  if (code && !CONNECTION_LOST.test(code)) return false
  return !NEVER_SENT.test(details ?? '')
}

/** As {@link resultUnknown}; false for a lost response of the Auth server, which the site asks before it writes. */
export function isResponseLost(error: unknown): boolean {
  if (!error) return false
  if (isOfFetch(error)) return resultUnknown({ code: '', details: `(${error.cause?.code})` })
  if (error instanceof Error && error.name !== 'PostgrestError') return false
  const { code = '', details = null } = error as Partial<RpcError>
  return resultUnknown({ code, details })
}

/** Auth or the database did not answer. */
export function isUnanswered(error: unknown): boolean {
  if (isAuthError(error)) return !isRejection(error)
  return isOfFetch(error) || (error as { code?: unknown } | undefined)?.code === ''
}

/** `throwOnError` throws such an error unchanged. */
function isOfFetch(error: unknown): error is Error & { cause?: { code?: string } } {
  if (!(error instanceof Error)) return false
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return true
  return error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message)
}
