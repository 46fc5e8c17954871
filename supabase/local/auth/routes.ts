/** The routes of GoTrue, Supabase's Auth server, that the site calls. */
import { randomBytes } from 'node:crypto'
import bcrypt from 'bcryptjs'
import type { Caller } from '../database'
import { json, notServed } from '../http'
import { isPostgresError } from '../rest/errors'
import type { Services } from '../services'
import { adminCreate, adminFactors, adminList, adminUpdate } from './accounts'
import { bodyOf, type Call, claimsOf, textOf } from './call'
import { AuthError, authErrorResponse, enforceRateLimit } from './errors'
import { challenge, enroll, unenroll, verifyFactor } from './mfa'
import { setPassword } from './password'
import { createRateLimit } from './rate-limit'
import { recover, verify } from './recovery'
import { openSession, refreshSession, userOfClaims } from './sessions'
import { hashPassword } from './users'

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
  'PUT /user': setPassword,
  'POST /recover': recover,
  'POST /verify': verify,
  'GET /settings': () =>
    json(200, { disable_signup: true, external: { email: true, anonymous_users: false } }),
  'POST /logout': logout,
  'GET /admin/users': adminList,
  'POST /admin/users': adminCreate,
  'PUT /admin/users/:id': adminUpdate,
  'GET /admin/users/:id/factors': adminFactors,
  'POST /factors': enroll,
  'POST /factors/:id/challenge': challenge,
  'POST /factors/:id/verify': verifyFactor,
  'DELETE /factors/:id': unenroll,
}

export async function handleAuth(
  services: Services,
  request: Request,
  url: URL,
  caller: Caller | null,
): Promise<Response> {
  const path = url.pathname.slice('/auth/v1'.length).replace(/^(\/admin\/users|\/factors)\/[^/]+/, '$1/:id')
  try {
    const handler = routes[`${request.method} ${path}`]
    if (!handler) throw new AuthError(404, 'not_served', notServed(`${request.method} ${url.pathname}`))
    return await handler({ services, request, url, caller })
  } catch (error) {
    if (error instanceof AuthError) return authErrorResponse(request, error)
    if (!isPostgresError(error)) throw error
    return authErrorResponse(request, new AuthError(500, 'unexpected_failure', error.message))
  }
}

const mayGrant = createRateLimit(150)
// For an unknown user, so that the response takes as long as for a known one.
const decoyHash = hashPassword(randomBytes(16).toString('hex'))

async function token({ services: { db, tokens }, request, url }: Call): Promise<Response> {
  const grantType = url.searchParams.get('grant_type')
  const isPassword = grantType === 'password'
  if (!isPassword && grantType !== 'refresh_token')
    throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type')
  enforceRateLimit(mayGrant)
  const body = await bodyOf(request)
  if (isPassword) {
    const userId = await checkPassword(db, textOf(body, 'email'), textOf(body, 'password'))
    return json(200, await db.asOwner((run) => openSession(run, tokens, userId, 'password')))
  }
  const used = textOf(body, 'refresh_token')
  if (used === '') return json(400, { error: 'invalid_request', error_description: 'refresh_token required' })
  const result = await db.asOwner((run) => refreshSession(run, tokens, used))
  if (result instanceof AuthError) throw result
  return json(200, result)
}

/** Throws AuthError if there is none. */
async function checkPassword(db: Services['db'], email: string, password: string): Promise<string> {
  if (email === '') throw new AuthError(400, 'validation_failed', 'missing email or phone')
  const sql = `select id, encrypted_password as hash, email_confirmed_at is not null as confirmed,
    coalesce(banned_until > now(), false) as banned from auth.users where email = lower($1)`
  const [user] = await db.asOwner((run) =>
    run<{ id: string; hash: string; confirmed: boolean; banned: boolean }>(sql, [email]),
  )
  if (user?.banned) throw new AuthError(400, 'user_banned', 'User is banned')
  const matches = await bcrypt.compare(password, user?.hash ?? (await decoyHash))
  if (!user || !matches) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
  if (!user.confirmed) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  return user.id
}

async function logout(call: Call): Promise<Response> {
  const claims = await claimsOf(call)
  const scope = call.url.searchParams.get('scope') ?? 'global'
  if (scope !== 'global' && scope !== 'local' && scope !== 'others')
    throw new AuthError(400, 'validation_failed', notServed(`logout with scope "${scope}"`))
  await call.services.db.asOwner(async (run) => {
    const user = await userOfClaims(run, claims)
    const sql = `delete from auth.sessions where user_id = $1::uuid
      and case $3 when 'local' then id = $2::uuid when 'others' then id <> $2::uuid else true end`
    await run(sql, [user.id, String(claims.session_id), scope])
  })
  return new Response(null, { status: 204 })
}
