/**
 * GoTrue's errors: a status, a stable code and a sentence. The API version in the request decides
 * which of two shapes the body has.
 */
import { json } from '../http'

export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Further fields of the body. */
    readonly more: object = {},
  ) {
    super(message)
  }
}

/** Takes a token from a bucket of rate-limit.ts. Throws GoTrue's error if the bucket is empty. */
export function enforceRateLimit(mayCall: () => boolean): void {
  if (!mayCall()) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
}

const VERSION = '2024-01-01'

/**
 * The error as a response. A client that names version 2024-01-01 or a later one gets the newer body.
 */
export function authErrorResponse(request: Request, { status, code, message, more }: AuthError): Response {
  const headers = { 'x-sb-error-code': code }
  if ((request.headers.get('x-supabase-api-version') ?? '') < VERSION) {
    return json(status, { code: status, error_code: code, msg: message, ...more }, headers)
  }
  return json(status, { code, message, ...more }, { ...headers, 'x-supabase-api-version': VERSION })
}
