/** An error of supabase-js: the database's, or of the way there, whose cause is named in `details`. */
export interface RpcError {
  code: string
  message: string
  details: string | null
}

// A wait for a lock or a statement that took too long: too many at once.
const BUSY = ['55P03', '57014']
// PostgREST lost the database, perhaps after the commit.
const CONNECTION_LOST = /^(08|57P|PGRST001)/
// No connection was made, so no request was sent.
const NEVER_SENT = /\((ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)\)/

/**
 * Why a write failed: one of the `known` codes that the database raises as its message; `unreachable` when it was never asked, so that
 * nothing is changed; `no_response` when no response came, so that nobody knows.
 */
export function codeOf<Code extends string>({ code, message, details }: RpcError, known: readonly Code[]) {
  const raised = known.find((known) => known === message)
  if (raised) return raised
  if (BUSY.includes(code)) return 'too_busy'
  // Other errors of PostgreSQL and PostgREST have a code too, and store nothing; what has none is a proxy's, or no response came.
  if (code && !CONNECTION_LOST.test(code)) return 'unreachable'
  return NEVER_SENT.test(details ?? '') ? 'unreachable' : 'no_response'
}
