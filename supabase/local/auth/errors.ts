/** The errors of GoTrue, Supabase's Auth server. The API version in the request decides the shape of the body. */
import { json } from '../http'

export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: object = {},
  ) {
    super(message)
  }
}

/** `mayCall` is made by createRateLimit. Throws GoTrue's error 429. */
export function enforceRateLimit(mayCall: () => boolean): void {
  if (!mayCall()) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

const VERSION = '2024-01-01'

/** A client that names the API version 2024-01-01 or later gets the newer body. */
export function authErrorResponse(request: Request, { status, code, message, more }: AuthError): Response {
  const headers = { 'x-sb-error-code': code }
  if ((request.headers.get('x-supabase-api-version') ?? '') < VERSION) {
    return json(status, { code: status, error_code: code, msg: message, ...more }, headers)
  }
  return json(status, { code, message, ...more }, { ...headers, 'x-supabase-api-version': VERSION })
}
