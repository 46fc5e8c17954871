/** The part of GoTrue that the site calls: sign-in, refresh, logout everywhere, the user, the public keys, and accounts by the secret key. */
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'
import type { Caller } from '../database'
import { bearerToken, type Services } from '../gateway'
import { json, notServed } from '../http'
import { nowInSeconds, TokenFault } from '../jwt'
import { AuthError, authErrorResponse } from './errors'
import { createRateLimit } from './rate-limit'
import { isUuid, openSession, refreshSession, userOfClaims } from './sessions'
import { createUser, hashPassword, listUsers, updateUser, type UserParams } from './users'

const mayGrant = createRateLimit()
// Compared against when there is no such user, so that the answer takes the same time.
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

/** Answers a request to /auth/v1. `caller` is who the API key stands for; null on the two routes that need none. */
export async function answerAuth(
  services: Services,
  request: Request,
  caller: Caller | null,
): Promise<Response> {
  try {
    return await route(services, request, caller)
  } catch (error) {
    if (error instanceof AuthError) return authErrorResponse(request, error)
    throw error
  }
}

async function route(services: Services, request: Request, caller: Caller | null): Promise<Response> {
  const url = new URL(request.url)
  const path = url.pathname.slice('/auth/v1'.length)
  const id = /^\/admin\/users\/([^/]+)$/.exec(path)?.[1]
  switch (`${request.method} ${id === undefined ? path : '/admin/users/:id'}`) {
    case 'GET /health':
      return json(200, {
        version: 'embedded',
        name: 'GoTrue',
        description: 'GoTrue is a user registration and authentication API',
      })
    case 'GET /.well-known/jwks.json':
      return json(200, services.tokens.jwks, { 'cache-control': 'public, max-age=600' })
    case 'POST /token':
      return token(services, request, url.searchParams.get('grant_type'))
    case 'GET /user':
      return json(
        200,
        await services.db.asOwner(async (run) => userOfClaims(run, await signedIn(services, request))),
      )
    case 'POST /logout':
      return logout(services, request, url.searchParams.get('scope') ?? 'global')
    case 'POST /signup':
      throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
    case 'POST /admin/users':
      return adminCreate(services, request, caller)
    case 'GET /admin/users':
      return adminList(services, request, caller, url)
    case 'PUT /admin/users/:id':
      return adminUpdate(services, request, caller, id ?? '')
    default:
      throw new AuthError(404, 'not_served', notServed(`${request.method} ${url.pathname}`))
  }
}

async function token(services: Services, request: Request, grantType: string | null): Promise<Response> {
  if (grantType !== 'password' && grantType !== 'refresh_token') {
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  }
  if (!mayGrant()) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  const body = await bodyOf(request)
  const issuer = `${services.url}/auth/v1`
  if (grantType === 'password') {
    const userId = await checkPassword(services, text(body, 'email'), text(body, 'password'))
    return json(200, await services.db.asOwner((run) => openSession(run, services.tokens, issuer, userId)))
  }
  const refreshToken = text(body, 'refresh_token')
  if (refreshToken === '')
    return json(400, { error: 'invalid_request', error_description: 'refresh_token required' })
  const result = await services.db.asOwner((run) =>
    refreshSession(run, services.tokens, issuer, refreshToken),
  )
  if (result instanceof AuthError) throw result
  return json(200, result)
}

async function checkPassword(services: Services, email: string, password: string): Promise<string> {
  if (email === '') throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const [user] = await services.db.asOwner((run) =>
    run<{ id: string; hash: string; confirmed: boolean }>(
      `select id, encrypted_password as hash, email_confirmed_at is not null as confirmed from auth.users where email = lower($1)`,
      [email],
    ),
  )
  const matches = await bcrypt.compare(password, user?.hash ?? (await nobodysHash))
  if (!user || !matches) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (!user.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return user.id
}

/** The claims of the user's token. Throws AuthError when there is none or it does not hold. */
async function signedIn(services: Services, request: Request): Promise<Record<string, unknown>> {
  const bearer = bearerToken(request)
  if (bearer === null)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const claims = await services.tokens.verify(bearer).catch((error: unknown) => {
    if (error instanceof TokenFault) throw badJwt(error.message)
    throw error
  })
  if (typeof claims.exp !== 'number' || claims.exp <= nowInSeconds())
    throw badJwt('token has invalid claims: token is expired')
  return claims
}

function badJwt(why: string) {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
}

async function logout(services: Services, request: Request, scope: string): Promise<Response> {
  const claims = await signedIn(services, request)
  if (scope !== 'global')
    throw new AuthError(400, 'validation_failed', notServed(`logout with scope "${scope}"`))
  await services.db.asOwner(async (run) => {
    const user = await userOfClaims(run, claims)
    await run('delete from auth.sessions where user_id = $1::uuid', [user.id])
  })
  return new Response(null, { status: 204 })
}

async function adminCreate(services: Services, request: Request, caller: Caller | null): Promise<Response> {
  const params = await adminParams(request, caller)
  if (!params.email)
    throw new AuthError(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  const hash = await hashPassword(params.password || randomBytes(32).toString('hex'))
  return json(200, await services.db.asOwner((run) => createUser(run, params, hash)))
}

async function adminList(
  services: Services,
  request: Request,
  caller: Caller | null,
  url: URL,
): Promise<Response> {
  await adminParams(request, caller)
  const number = (name: string, fallback: number) =>
    Math.max(1, Number(url.searchParams.get(name)) || fallback)
  const { users, total } = await services.db.asOwner((run) =>
    listUsers(run, number('page', 1), number('per_page', 50)),
  )
  return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) })
}

async function adminUpdate(
  services: Services,
  request: Request,
  caller: Caller | null,
  id: string,
): Promise<Response> {
  const params = await adminParams(request, caller)
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const hash = params.password === undefined ? null : await hashPassword(params.password)
  const user = await services.db.asOwner((run) => updateUser(run, id, params, hash))
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return json(200, user)
}

const ADMIN_PARAMS = ['email', 'password', 'email_confirm', 'app_metadata', 'user_metadata']

async function adminParams(request: Request, caller: Caller | null): Promise<UserParams> {
  if (caller?.role !== 'service_role' || bearerToken(request) !== null)
    throw new AuthError(403, 'not_admin', 'User not allowed')
  if (request.method === 'GET') return {}
  const body = await bodyOf(request)
  for (const name of Object.keys(body)) {
    if (!ADMIN_PARAMS.includes(name))
      throw new AuthError(400, 'validation_failed', notServed(`the user field "${name}"`))
  }
  return body as UserParams
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.json()
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return body as Record<string, unknown>
  } catch {
    // answered below
  }
  throw new AuthError(400, 'bad_json', 'Could not read request body as JSON')
}

function text(body: Record<string, unknown>, name: string): string {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}
