/** Sessions: a short access token that says who, and a refresh token that is used once and leaves a child. */
import { randomBytes } from 'node:crypto'
import type { Run } from '../database'
import { nowInSeconds, type Tokens } from '../jwt'
import { AuthError } from './errors'
import { findUser, type User } from './users'

/** Seconds an access token lives, as in a hosted project. */
const ACCESS_TOKEN_LIFE = 3600
/** Seconds in which a used refresh token still gets a new one: tabs and servers refresh at the same time. */
const REUSE_INTERVAL = 10

/** What a grant answers, and what supabase-js stores as the session. */
export interface Grant {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  expires_at: number
  refresh_token: string
  user: User
}

/** Opens a session for a user who has just proved the password. */
export async function openSession(run: Run, tokens: Tokens, issuer: string, userId: string): Promise<Grant> {
  await run('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1::uuid', [userId])
  const [session] = await run<{ id: string }>(
    'insert into auth.sessions (user_id) values ($1::uuid) returning id',
    [userId],
  )
  if (!session) throw new Error('insert returned no row')
  return grant(run, tokens, issuer, session.id, await issueRefreshToken(run, session.id, null))
}

interface Used {
  session_id: string
  revoked: boolean
  reusable: boolean
  child: string | null
}

/**
 * Exchanges a refresh token: it is revoked and its child returned. A revoked one is answered with the active token if that is its
 * child, with a new one within the reuse interval, and otherwise refused with the whole family revoked: somebody else has it.
 * The refusal is returned, not thrown, because the revocation must be committed.
 */
export async function refreshSession(
  run: Run,
  tokens: Tokens,
  issuer: string,
  token: string,
): Promise<Grant | AuthError> {
  const [used] = await run<Used>(
    `select t.session_id, t.revoked, t.updated_at + make_interval(secs => ${REUSE_INTERVAL}) >= clock_timestamp() as reusable,
            (select c.token from auth.refresh_tokens c where c.session_id = t.session_id and c.parent = t.token and not c.revoked
             limit 1) as child
     from auth.refresh_tokens t where t.token = $1`,
    [token],
  )
  if (!used)
    return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (used.revoked && used.child !== null) return grant(run, tokens, issuer, used.session_id, used.child)
  if (used.revoked && !used.reusable) {
    await run(
      'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where session_id = $1::uuid and not revoked',
      [used.session_id],
    )
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  await run(
    'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $1 and not revoked',
    [token],
  )
  return grant(run, tokens, issuer, used.session_id, await issueRefreshToken(run, used.session_id, token))
}

/** The user of a token's claims, if the session it names is still open. Throws AuthError otherwise. */
export async function userOfClaims(run: Run, claims: Record<string, unknown>): Promise<User> {
  const user = isUuid(claims.sub) ? await findUser(run, claims.sub) : null
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const [session] = isUuid(claims.session_id)
    ? await run('select 1 from auth.sessions where id = $1::uuid', [claims.session_id])
    : []
  if (!session)
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
  return user
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

async function issueRefreshToken(run: Run, sessionId: string, parent: string | null): Promise<string> {
  const token = randomBytes(18).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 22)
  await run(
    'insert into auth.refresh_tokens (token, session_id, parent, updated_at) values ($1, $2::uuid, $3, clock_timestamp())',
    [token, sessionId, parent],
  )
  return token
}

async function grant(
  run: Run,
  tokens: Tokens,
  issuer: string,
  sessionId: string,
  refreshToken: string,
): Promise<Grant> {
  const [session] = await run<{ user_id: string; opened: number }>(
    'select user_id, extract(epoch from created_at)::int as opened from auth.sessions where id = $1::uuid',
    [sessionId],
  )
  const user = session && (await findUser(run, session.user_id))
  if (!user) throw new Error(`session ${sessionId} has no user`)
  const now = nowInSeconds()
  const claims = {
    iss: issuer,
    sub: user.id,
    aud: 'authenticated',
    exp: now + ACCESS_TOKEN_LIFE,
    iat: now,
    email: user.email,
    phone: '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: session.opened }],
    session_id: sessionId,
    is_anonymous: false,
  }
  return {
    access_token: await tokens.sign(claims),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFE,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user,
  }
}
