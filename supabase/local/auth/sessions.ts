/** Each session has a short-lived access token, and a refresh token that works once: its use creates its child. */
import { randomInt } from 'node:crypto'
import type { Run } from '../database'
import { nowInSeconds, type Claims, type Tokens } from '../jwt'
import { AuthError } from './errors'
import { findUser, type User } from './users'

/** In seconds: `jwt_expiry` of ../../config.toml. */
const ACCESS_TOKEN_LIFE = 900
/** In seconds. A used token still works, because several tabs and servers may refresh a session at the same time. */
const REUSE_INTERVAL = 10

/** After the check of a password or a mailed token (`otp`), in the shape that supabase-js stores. */
export async function openSession(
  run: Run,
  tokens: Tokens,
  userId: string,
  method: 'password' | 'otp',
): Promise<object> {
  await run('update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1::uuid', [userId])
  const sql = 'insert into auth.sessions (user_id) values ($1::uuid) returning id'
  const [session] = await run<{ id: string }>(sql, [userId])
  const id = session?.id ?? ''
  await recordMethod(run, id, method)
  return grant(run, tokens, id, null)
}

/** For the claim `amr` of access tokens. */
async function recordMethod(run: Run, session: string, method: string): Promise<void> {
  const sql = `insert into auth.mfa_amr_claims (session_id, authentication_method) values ($1::uuid, $2)
    on conflict (session_id, authentication_method) do update set updated_at = clock_timestamp()`
  await run(sql, [session, method])
}

/**
 * After a right code of this factor; ends the account's sessions at aal1. The previous refresh token returns the same
 * new one.
 */
export async function raiseSession(
  run: Run,
  tokens: Tokens,
  { sub, session_id: session }: Claims,
  factor: string,
): Promise<object> {
  const id = String(session)
  await run(`update auth.sessions set aal = 'aal2', factor_id = $2::uuid where id = $1::uuid`, [id, factor])
  await recordMethod(run, id, 'totp')
  const others = `delete from auth.sessions where user_id = $1::uuid and id <> $2::uuid and aal = 'aal1'`
  await run(others, [String(sub), id])
  const sql = `update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp()
    where session_id = $1::uuid and not revoked returning token`
  const [before] = await run<{ token: string }>(sql, [id])
  return grant(run, tokens, id, before?.token ?? null)
}

/**
 * A revoked token still works in two cases: while its child is the active token it returns the child, and within
 * REUSE_INTERVAL it returns a new token. Otherwise somebody may have stolen it, so all tokens of the session are
 * revoked; throwing the error would roll that back.
 */
export async function refreshSession(run: Run, tokens: Tokens, token: string): Promise<object | AuthError> {
  const [used] = await run<{
    session: string
    revoked: boolean
    banned: boolean
    reusable: boolean
    child: string | null
  }>(
    `select t.session_id as session, t.revoked, coalesce(u.banned_until > now(), false) as banned,
            t.updated_at + make_interval(secs => ${REUSE_INTERVAL}) >= clock_timestamp() as reusable,
            case when t.revoked and active.parent = t.token then active.token end as child
     from auth.refresh_tokens t left join lateral (
       select a.token, a.parent from auth.refresh_tokens a
       where a.session_id = t.session_id and not a.revoked order by a.id desc limit 1) active on true
     join auth.sessions s on s.id = t.session_id join auth.users u on u.id = s.user_id
     where t.token = $1`,
    [token],
  )
  const rejection = (code: string, why: string) => new AuthError(400, code, `Invalid Refresh Token: ${why}`)
  if (!used) return rejection('refresh_token_not_found', 'Refresh Token Not Found')
  if (used.banned) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned')
  if (used.child !== null) return grant(run, tokens, used.session, null, used.child)
  const revoke = 'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where'
  if (used.revoked && !used.reusable) {
    await run(`${revoke} session_id = $1::uuid and not revoked`, [used.session])
    return rejection('refresh_token_already_used', 'Already Used')
  }
  await run(`${revoke} token = $1`, [token])
  return grant(run, tokens, used.session, token)
}

/** Throws AuthError if the session has ended. */
export async function userOfClaims(run: Run, { sub, session_id: session }: Claims): Promise<User> {
  const user = isUuid(sub) ? await findUser(run, sub) : null
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  const open = isUuid(session) ? await run('select 1 from auth.sessions where id = $1::uuid', [session]) : []
  if (open.length > 0) return user
  throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

/** The refresh token is `given`, or a new one with this `parent`. */
async function grant(run: Run, tokens: Tokens, session: string, parent: string | null, given?: string) {
  const sql = `select user_id, aal, (
      select jsonb_agg(jsonb_build_object('method', authentication_method,
        'timestamp', extract(epoch from updated_at)::int) order by updated_at desc)
      from auth.mfa_amr_claims where session_id = s.id) as amr
    from auth.sessions s where id = $1::uuid`
  const [opened] = await run<{ user_id: string; aal: string; amr: object[] | null }>(sql, [session])
  const user = opened && (await findUser(run, opened.user_id))
  if (!user) throw new Error(`session ${session} has no user`)
  const { id: sub, email, app_metadata, user_metadata } = user
  const iat = nowInSeconds()
  const exp = iat + ACCESS_TOKEN_LIFE
  const who = {
    iss: tokens.issuer,
    sub,
    aud: 'authenticated',
    exp,
    iat,
    email,
    phone: '',
    app_metadata,
    user_metadata,
  }
  const how = { role: 'authenticated', aal: opened.aal, amr: opened.amr ?? [] }
  return {
    access_token: await tokens.sign({ ...who, ...how, session_id: session, is_anonymous: false }),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFE,
    expires_at: exp,
    refresh_token: given ?? (await issueRefreshToken(run, session, parent)),
    user,
  }
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

async function issueRefreshToken(run: Run, session: string, parent: string | null): Promise<string> {
  const token = Array.from({ length: 24 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const sql = `insert into auth.refresh_tokens (token, session_id, parent, updated_at)
    values ($1, $2::uuid, $3, clock_timestamp())`
  await run(sql, [token, session, parent])
  return token
}
