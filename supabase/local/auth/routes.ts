/** The part of GoTrue that the site calls: sign-in, refresh, logout everywhere, the user, the public keys, accounts by the secret key. */
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'
import type { Caller } from '../database'
import { json, notServed } from '../http'
import { nowInSeconds, TokenFault, type Claims } from '../jwt'
import { isPostgresError } from '../rest/errors'
import { bearerToken, type Services } from '../services'
import { AuthError, authErrorResponse } from './errors'
import { createRateLimit } from './rate-limit'
import { isUuid, openSession, refreshSession, userOfClaims } from './sessions'
import { createUser, hashPassword, listUsers, updateUser, type UserParams } from './users'

/** A request, and who its API key stands for (null on the routes that need none). */
interface Call {
  services: Services
  request: Request
  url: URL
  caller: Caller | null
}

const routes: Record<string, (call: Call) => Promise<Response> | Response> = {
  'GET /health': () =>
    json(200, { version: 'embedded', name: 'GoTrue', description: 'The embedded Supabase' }),
  'GET /.well-known/jwks.json': ({ services }) =>
    json(200, services.tokens.jwks, { 'cache-control': 'public, max-age=600' }),
  'POST /token': token,
  'GET /user': async (call) => {
    const claims = await claimsOf(call)
    return json(200, await call.services.db.asOwner((run) => userOfClaims(run, claims)))
  },
  'POST /logout': logout,
  'POST /signup': () => {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
  },
  'GET /admin/users': adminList,
  'POST /admin/users': adminCreate,
  'PUT /admin/users/:id': adminUpdate,
}

/** Answers a request to /auth/v1. */
export async function answerAuth(
  services: Services,
  request: Request,
  url: URL,
  caller: Caller | null,
): Promise<Response> {
  const path = url.pathname.slice('/auth/v1'.length).replace(/^\/admin\/users\/[^/]+$/, '/admin/users/:id')
  try {
    const answer = routes[`${request.method} ${path}`]
    if (!answer) throw new AuthError(404, 'not_served', notServed(`${request.method} ${url.pathname}`))
    return await answer({ services, request, url, caller })
  } catch (error) {
    if (error instanceof AuthError) return authErrorResponse(request, error)
    if (!isPostgresError(error)) throw error
    return authErrorResponse(request, new AuthError(500, 'unexpected_failure', error.message))
  }
}

const mayGrant = createRateLimit()
// Compared against when there is no such user, so that the answer takes the same time.
const nobodysHash = hashPassword(randomBytes(16).toString('hex'))

async function token({ services: { db, tokens }, request, url }: Call): Promise<Response> {
  const grantType = url.searchParams.get('grant_type')
  const isPassword = grantType === 'password'
  if (!isPassword && grantType !== 'refresh_token')
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  if (!mayGrant()) throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached')
  const body = await bodyOf(request)
  const text = (name: string) => {
    const value = body[name]
    // Postgres cannot hold NUL in text: what has one is as good as absent.
    return typeof value === 'string' && !value.includes('\0') ? value : ''
  }
  if (isPassword) {
    const userId = await checkPassword(db, text('email'), text('password'))
    return json(200, await db.asOwner((run) => openSession(run, tokens, userId)))
  }
  const used = text('refresh_token')
  if (used === '') return json(400, { error: 'invalid_request', error_description: 'refresh_token required' })
  const result = await db.asOwner((run) => refreshSession(run, tokens, used))
  if (result instanceof AuthError) throw result
  return json(200, result)
}

/** The id of the user whose password this is. Throws AuthError. */
async function checkPassword(db: Services['db'], email: string, password: string): Promise<string> {
  if (email === '') throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const sql = `select id, encrypted_password as hash, email_confirmed_at is not null as confirmed from auth.users where email = lower($1)`
  const [user] = await db.asOwner((run) =>
    run<{ id: string; hash: string; confirmed: boolean }>(sql, [email]),
  )
  const matches = await bcrypt.compare(password, user?.hash ?? (await nobodysHash))
  if (!user || !matches) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (!user.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return user.id
}

/** The claims of the user's token. Throws AuthError when there is none or it does not hold. */
async function claimsOf({ services, request }: Call): Promise<Claims> {
  const bearer = bearerToken(request)
  if (bearer === null)
    throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  const refuse = (why: string): never => {
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`)
  }
  const claims = await services.tokens.verify(bearer).catch((error: unknown) => {
    throw error instanceof TokenFault ? refuse(error.message) : error
  })
  return Number(claims.exp) > nowInSeconds() ? claims : refuse('token has invalid claims: token is expired')
}

async function logout(call: Call): Promise<Response> {
  const claims = await claimsOf(call)
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (scope !== 'global')
    throw new AuthError(400, 'validation_failed', notServed(`logout with scope "${scope}"`))
  await call.services.db.asOwner(async (run) => {
    const user = await userOfClaims(run, claims)
    await run('delete from auth.sessions where user_id = $1::uuid', [user.id])
  })
  return new Response(null, { status: 204 })
}

async function adminList(call: Call): Promise<Response> {
  requireSecretKey(call)
  const number = (name: string, absent: number) =>
    Math.max(1, Number(call.url.searchParams.get(name)) || absent)
  const [page, perPage] = [number('page', 1), number('per_page', 50)]
  const { users, total } = await call.services.db.asOwner((run) => listUsers(run, page, perPage))
  return json(200, { users, aud: 'authenticated' }, { 'x-total-count': String(total) })
}

async function adminCreate(call: Call): Promise<Response> {
  const params = await userParams(call)
  if (!params.email)
    throw new AuthError(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  const hash = await hashPassword(params.password || randomBytes(32).toString('hex'))
  return json(200, await call.services.db.asOwner((run) => createUser(run, params, hash)))
}

async function adminUpdate(call: Call): Promise<Response> {
  const params = await userParams(call)
  const id = call.url.pathname.split('/').pop()
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
  const hash = params.password === undefined ? null : await hashPassword(params.password)
  const user = await call.services.db.asOwner((run) => updateUser(run, id, params, hash))
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found')
  return json(200, user)
}

function requireSecretKey({ caller, request }: Call): void {
  const isOwner = caller?.role === 'service_role' && bearerToken(request) === null
  if (!isOwner) throw new AuthError(403, 'not_admin', 'User not allowed')
}

const [TEXT, YES_OR_NO, OBJECT] = ['string', 'boolean', 'object']
const USER_PARAMS = new Map(
  Object.entries({
    email: TEXT,
    password: TEXT,
    email_confirm: YES_OR_NO,
    app_metadata: OBJECT,
    user_metadata: OBJECT,
  }),
)

async function userParams(call: Call): Promise<UserParams> {
  requireSecretKey(call)
  const body = await bodyOf(call.request)
  for (const [name, value] of Object.entries(body)) {
    const type = USER_PARAMS.get(name)
    if (type === undefined)
      throw new AuthError(400, 'validation_failed', notServed(`the user field "${name}"`))
    if (typeof value !== type) throw new AuthError(400, 'bad_json', `"${name}" must be of type ${type}`)
  }
  return body as UserParams
}

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const body: unknown = await request.json().catch(() => null)
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (!isObject) throw new AuthError(400, 'bad_json', 'Could not read request body as JSON')
  return body as Record<string, unknown>
}
