/** GoTrue's errors: a status, a stable code and a sentence, in the two shapes that clients ask for by version. */
import { json } from '../http'

const VERSION_HEADER = 'x-supabase-api-version'
const VERSION = '2024-01-01'

export class AuthError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

/** The error as a response; a client that names the API version gets it echoed and the newer body. */
export function authErrorResponse(request: Request, error: AuthError): Response {
  const headers = { 'x-sb-error-code': error.code }
  if ((request.headers.get(VERSION_HEADER) ?? '') >= VERSION) {
    return json(
      error.status,
      { code: error.code, message: error.message },
      { ...headers, [VERSION_HEADER]: VERSION },
    )
  }
  return json(error.status, { code: error.status, error_code: error.code, msg: error.message }, headers)
}
