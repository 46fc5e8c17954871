/**
 * GoTrue's errors: a status, a stable code and a sentence, in the two shapes that clients ask for
 * by version.
 */
import { json } from '../http'

export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const VERSION = '2024-01-01'

/**
 * The error as a response; a client that names the API version gets it echoed and the newer body.
 */
export function authErrorResponse(request: Request, { status, code, message }: AuthError): Response {
  const headers = { 'x-sb-error-code': code }
  if ((request.headers.get('x-supabase-api-version') ?? '') < VERSION) {
    return json(status, { code: status, error_code: code, msg: message }, headers)
  }
  return json(status, { code, message }, { ...headers, 'x-supabase-api-version': VERSION })
}
