/** PostgREST's errors: the four fields, and the status that each SQLSTATE becomes. */
import { json, notServed } from '../http'

export class RestError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: string | null = null,
    readonly hint: string | null = null,
  ) {
    super(message)
  }
}

/** The refusal of what PostgREST has and this server leaves out. */
export function notImplemented(what: string): RestError {
  return new RestError(400, 'PGRST127', 'Feature not implemented', notServed(what))
}

export function restErrorResponse(error: RestError): Response {
  const { code, details, hint, message } = error
  const headers: Record<string, string> = { 'proxy-status': `PostgREST; error=${code}` }
  if (error.status === 401) {
    const reason = code.startsWith('PGRST3')
      ? ` error="invalid_token", error_description=${JSON.stringify(message)}`
      : ''
    headers['www-authenticate'] = `Bearer${reason}`
  }
  return json(error.status, { code, details, hint, message }, headers)
}

/** What Postgres reports about a statement that failed. */
export interface PostgresError extends Error {
  code: string
  detail?: string
  hint?: string
}

export function isPostgresError(error: unknown): error is PostgresError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^[0-9A-Z]{5}$/.test(error.code)
  )
}

/** A failed statement as the error that the client gets. */
export function fromPostgres(error: PostgresError, role: string): RestError {
  const status = statusOf(error.code, error.message, role)
  return new RestError(status, error.code, error.message, error.detail ?? null, error.hint ?? null)
}

const BY_CODE: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '57P01': 503,
  P0001: 400,
}
const BY_CLASS: Record<string, number> = {
  ...Object.fromEntries(
    ['09', '25', '2D', '38', '39', '3B', '40', '54', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'].map((c) => [
      c,
      500,
    ]),
  ),
  ...Object.fromEntries(['0L', '0P', '28'].map((c) => [c, 403])),
  '08': 503,
  '53': 503,
}

function statusOf(code: string, message: string, role: string): number {
  if (code === '42501') return role === 'anon' ? 401 : 403
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500
  return BY_CODE[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400
}
