import bcrypt from 'bcryptjs'
import { json, notServed } from '../http'
import { bodyOf, type Call, claimsOf } from './call'
import { AuthError, enforceRateLimit } from './errors'
import { createRateLimit } from './rate-limit'
import { requireSecondFactor } from './mfa'
import { userOfClaims } from './sessions'
import { hashPassword, updateUser } from './users'

/** The minimum length of a password in bytes, as GoTrue counts: `minimum_password_length` of ../../config.toml. */
const MIN_BYTES = 12
const MAX_BYTES = 72

const mayUpdate = createRateLimit(30)

/**
 * Changes the caller's own password. Ends all other sessions of the account and invalidates mailed links. Ignores
 * `current_password`, like a project that does not require it.
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
  const password = checkPassword(await bodyOf(call.request))
  await db.asOwner((run) => requireSecondFactor(run, claims))
  if (stored && (await bcrypt.compare(password, stored.hash)))
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
  const hash = await hashPassword(password)
  const changed = await db.asOwner(async (run) => {
    const { id } = await userOfClaims(run, claims) // another request may have ended the session during the hashing
    return updateUser(run, id, {}, hash, String(claims.session_id))
  })
  return json(200, changed)
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
