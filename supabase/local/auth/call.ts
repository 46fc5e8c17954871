import type { Caller } from '../database'
import { nowInSeconds, TokenError, type Claims } from '../jwt'
import { bearerToken, type Services } from '../services'
import { AuthError } from './errors'

/** `caller` comes from the API key; it is null on a route that needs no key. */
export interface Call {
  services: Services
  request: Request
  url: URL
  caller: Caller | null
}

/** Throws AuthError for any other body. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw new AuthError(400, 'bad_json', 'Could not read request body as JSON')
  return body as Record<string, unknown>
}

/** '' if the field is no text or contains NUL, which Postgres cannot store. */
export function textOf(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  return typeof value === 'string' && !value.includes('\0') ? value : ''
}

/** From the bearer token. Throws AuthError if it is missing or invalid. */
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
