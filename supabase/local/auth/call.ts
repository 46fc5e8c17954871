/** The request that each route of the auth service gets. */
import type { Caller } from '../database'
import { nowInSeconds, TokenError, type Claims } from '../jwt'
import { bearerToken, type Services } from '../services'
import { AuthError } from './errors'

/** The request, and the caller of its API key (null on the routes that need no key). */
export interface Call {
  services: Services
  request: Request
  url: URL
  caller: Caller | null
}

/** The body's JSON object. Throws AuthError for anything else. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw new AuthError(400, 'bad_json', 'Could not read request body as JSON')
  return body as Record<string, unknown>
}

/** A text field of the body; '' for any other type. Postgres text cannot hold NUL. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  return typeof value === 'string' && !value.includes('\0') ? value : ''
}

/** The claims of the user's token. Throws AuthError if the token is missing or invalid. */
export async function claimsOf({ services, request }: Call): Promise<Claims> {
  const bearer = bearerToken(request)
  if (bearer === null)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const reject = (why: string): never => {
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
  }
  const claims = await services.tokens.verify(bearer).catch((error: unknown) => {
    throw error instanceof TokenError ? reject(error.message) : error
  })
  return Number(claims.exp) > nowInSeconds() ? claims : reject('token has invalid claims: token is expired')
}
