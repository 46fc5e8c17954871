import bcrypt from 'bcryptjs'
import { json, notServed } from '../http'
import { bodyOf, type Call, claimsOf, textOf } from './call'
import { AuthError, enforceRateLimit } from './errors'
import { createRateLimit } from './rate-limit'
import { requireSecondFactor } from './mfa'
import { userOfClaims } from './sessions'
import { hashPassword, updateUser } from './users'

/** In bytes, as GoTrue counts: `minimum_password_length` of ../../config.toml. */
const MIN_BYTES = 12
const MAX_BYTES = 72

const mayUpdate = createRateLimit(30)

/**
 * Ends all other sessions and invalidates mailed links. Requires `current_password`, like a project with "Require
 * current password when updating", but not in a session that a mailed link opened.
 */
export async function setPassword(call: Call): Promise<Response> {
  const { db } = call.services
  const claims = await claimsOf(call)
  const stored = await db.asOwner(async (run) => {
    const { id } = await userOfClaims(run, claims)
    const sql = `select encrypted_password as hash, coalesce(banned_until > now(), false) as banned
      from auth.users where id = $1::uuid`
    return (await run<{ hash: string; banned: boolean }>(sql, [id]))[0]
  })
  if (stored?.banned) throw new AuthError(403, 'user_banned', 'User is banned')
  enforceRateLimit(mayUpdate)
  const body = await bodyOf(call.request)
  const password = checkPassword(body)
  await db.asOwner((run) => requireSecondFactor(run, claims))
  const isRecovery = await db.asOwner(async (run) => {
    const sql = `select 1 from auth.mfa_amr_claims where session_id = $1::uuid and authentication_method = 'otp'`
    return (await run(sql, [String(claims.session_id)])).length > 0
  })
  if (stored && !isRecovery) await checkCurrent(textOf(body, 'current_password'), stored.hash)
  if (stored && (await bcrypt.compare(password, stored.hash)))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  const hash = await hashPassword(password)
  const changed = await db.asOwner(async (run) => {
    const { id } = await userOfClaims(run, claims) // another request may have ended the session during the hashing
    return updateUser(run, id, {}, hash, String(claims.session_id))
  })
  return json(200, changed)
}

async function checkCurrent(current: string, hash: string): Promise<void> {
  const message = 'Current password required when setting new password.'
  if (current === '') throw new AuthError(400, 'current_password_required', message)
  if (!(await bcrypt.compare(current, hash))) throw new AuthError(400, 'current_password_invalid', message)
}

function checkPassword(body: Record<string, unknown>): string {
  const served = ['password', 'current_password']
  const other = Object.keys(body).find((name) => !served.includes(name) && body[name] !== null)
  if (other) throw new AuthError(400, 'validation_failed', notServed(`the user field "${other}"`))
  const { password } = body
  if (typeof password !== 'string') throw new AuthError(400, 'bad_json', '"password" must be of type string')
  const bytes = Buffer.byteLength(password)
  if (bytes > MAX_BYTES)
    throw new AuthError(400, 'validation_failed', `Password cannot be longer than ${MAX_BYTES} characters`)
  if (bytes < MIN_BYTES)
    throw new AuthError(422, 'weak_password', `Password should be at least ${MIN_BYTES} characters.`, {
      weak_password: { reasons: ['length'] },
    })
  return password
}
