/** PostgREST's bodies have four fields. */
import { json, notServed } from '../http'

export class RestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: string | null = null,
    readonly hint: string | null = null,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}

export function notImplemented(what: string): RestError {
  return new RestError(400, 'PGRST127', 'Feature not implemented', notServed(what))
}

/** Throws any other error again: it is a bug of this server. */
export function restErrorResponse(thrown: unknown, role: string): Response {
  const error =
    !(thrown instanceof RestError) && isPostgresError(thrown) ? fromPostgres(thrown, role) : thrown
  if (!(error instanceof RestError)) throw error
  const { code, details, hint, message } = error
  const reason = code.startsWith('PGRST3')
    ? ` error="invalid_token", error_description=${JSON.stringify(message)}`
    : ''
  const challenge: Record<string, string> =
    error.status === 401 ? { 'www-authenticate': `Bearer${reason}` } : {}
  return json(
    error.status,
    { code, details, hint, message },
    { ...error.headers, 'proxy-status': `PostgREST; error=${code}`, ...challenge },
  )
}

interface PostgresError extends Error {
  code: string
  detail?: string
  hint?: string
}

/** By its SQLSTATE. */
export function isPostgresError(error: unknown): error is PostgresError {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
}

function fromPostgres({ code, message, detail, hint }: PostgresError, role: string): RestError {
  const status = code === '42501' && role === 'anon' ? 401 : (STATUS[code] ?? STATUS[code.slice(0, 2)] ?? 400)
  return new RestError(status, code, message, detail ?? null, hint ?? null)
}

/** By SQLSTATE or its first two characters; 400 for all others. */
const STATUS: Record<string, number> = {
  ...Object.fromEntries(
    ['09', '25', '2D', '38', '39', '3B', '40', '54', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'].map((c) => [
      c,
      500,
    ]),
  ),
  ...Object.fromEntries(['0L', '0P', '28', '42501'].map((c) => [c, 403])),
  ...Object.fromEntries(['08', '53', '57P01'].map((c) => [c, 503])),
  ...Object.fromEntries(['42883', '42P01'].map((c) => [c, 404])),
  ...Object.fromEntries(['23503', '23505'].map((c) => [c, 409])),
  '21000': 500,
  '42P17': 500,
  '25006': 405,
  P0001: 400,
}
