import { createHash, randomInt } from 'node:crypto'
import type { Run } from '../database'
import { json, notServed } from '../http'
import { bodyOf, type Call, textOf } from './call'
import { AuthError, enforceRateLimit } from './errors'
import { writeMail } from './mails'
import { createRateLimit } from './rate-limit'
import { openSession } from './sessions'

/** In seconds: `max_frequency` and `otp_expiry` of ../../config.toml. Then the digits of a code, `otp_length`. */
const MAIL_EVERY = 60
const LINK_LIFE = 3600
const CODE_DIGITS = 10

const mayRecover = createRateLimit(30)
const mayVerify = createRateLimit(30)

/** If no account has the address, sends no mail, with the same response. */
export async function recover({ services: { db, mails }, request }: Call): Promise<Response> {
  enforceRateLimit(mayRecover)
  const body = await bodyOf(request)
  const email = checkEmail(textOf(body, 'email'))
  // GoTrue's prefix for the token of a PKCE client; `verify` treats both kinds alike.
  const prefix = textOf(body, 'code_challenge') === '' ? '' : 'pkce_'
  await db.asOwner(async (run) => {
    const [user] = await run<{ id: string; left: number | null }>(
      `select id, floor(extract(epoch from recovery_sent_at + make_interval(secs => ${MAIL_EVERY}) - now()))::int as left
       from auth.users where email = $1`,
      [email],
    )
    if (!user) return
    if (user.left !== null && user.left >= 0) throw tooSoon(user.left)
    const token = prefix + hashCode(email)
    await writeMail(mails, 'recovery', email, token).catch((error: unknown) => {
      console.error('embedded Supabase: the mail could not be written.', error)
      throw new AuthError(500, 'unexpected_failure', 'Error sending recovery email')
    })
    const sql = 'update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1::uuid'
    await run(sql, [user.id, token])
  })
  return json(200, {})
}

function checkEmail(email: string): string {
  const reject = (why: string) => new AuthError(400, 'validation_failed', why)
  if (email === '') throw reject('Password recovery requires an email')
  if (email.length > 255) throw reject('An email address is too long')
  if (!/^[^\s@<>]+@[^\s@<>.]+(\.[^\s@<>.]+)*$/.test(email))
    throw reject('Unable to validate email address: invalid format')
  return email.toLowerCase()
}

function tooSoon(seconds: number): AuthError {
  const message = `For security purposes, you can only request this after ${seconds} seconds.`
  return new AuthError(429, 'over_email_send_rate_limit', message)
}

function hashCode(email: string): string {
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  return createHash('sha224')
    .update(email + code)
    .digest('hex')
}

export async function verify({ services: { db, tokens }, request }: Call): Promise<Response> {
  enforceRateLimit(mayVerify)
  const body = await bodyOf(request)
  const type = textOf(body, 'type')
  const reject = (why: string) => new AuthError(400, 'validation_failed', why)
  if (type === '') throw reject('Verify requires a verification type')
  const token = textOf(body, 'token_hash')
  if (type !== 'recovery' || token === '')
    throw reject(notServed(`verification of "${type}", or without a token_hash`))
  return json(200, await db.asOwner(async (run) => openSession(run, tokens, await spend(run, token), 'otp')))
}

/** Returns the id of the account. Throws AuthError for an invalid token. */
async function spend(run: Run, token: string): Promise<string> {
  const [user] = await run<{ id: string; banned: boolean; expired: boolean }>(
    `select id, coalesce(banned_until > now(), false) as banned,
            recovery_sent_at + make_interval(secs => ${LINK_LIFE}) < now() as expired
     from auth.users where recovery_token = $1`,
    [token],
  )
  if (user?.banned) throw new AuthError(403, 'user_banned', 'User is banned')
  if (!user || user.expired) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
  const sql = `update auth.users set recovery_token = '', email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = $1::uuid`
  await run(sql, [user.id])
  return user.id
}
