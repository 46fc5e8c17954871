/** Codes from an app on a phone (TOTP). */
import { Secret, TOTP } from 'otpauth'
import type { Run } from '../database'
import { json, notServed } from '../http'
import type { Claims } from '../jwt'
import { bodyOf, type Call, claimsOf, textOf } from './call'
import { AuthError, enforceRateLimit } from './errors'
import { writeMail } from './mails'
import { createRateLimit } from './rate-limit'
import { isUuid, raiseSession, userOfClaims } from './sessions'

/** In seconds. */
const CHALLENGE_LIFE = 300
const MAX_FACTORS = 10

const mayChallenge = createRateLimit(75)
const mayVerify = createRateLimit(75)

interface Factor {
  id: string
  secret: string
  verified: boolean
  /** The account's. */
  email: string
}

/** verifyFactor verifies it when its first code is right. */
export async function enroll(call: Call): Promise<Response> {
  const { services, request } = call
  const claims = await claimsOf(call)
  const body = await bodyOf(request)
  const type = textOf(body, 'factor_type')
  if (type !== 'totp') throw new AuthError(400, 'validation_failed', notServed(`the factor "${type}"`))
  const name = textOf(body, 'friendly_name')
  return services.db.asOwner(async (run) => {
    const user = await userOfClaims(run, claims)
    await run(
      `delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'
         and last_challenged_at is null and created_at < now() - make_interval(secs => ${CHALLENGE_LIFE})`,
      [user.id],
    )
    const factors = await run<{ name: string | null; verified: boolean }>(
      `select friendly_name as name, status = 'verified' as verified from auth.mfa_factors where user_id = $1::uuid`,
      [user.id],
    )
    if (factors.some((factor) => (factor.name ?? '') === name))
      throw new AuthError(
        422,
        'mfa_factor_name_conflict',
        `A factor with the friendly name "${name}" for this user already exists`,
      )
    if (factors.length >= MAX_FACTORS)
      throw new AuthError(
        422,
        'too_many_enrolled_mfa_factors',
        'Maximum number of verified factors reached, unenroll to continue',
      )
    if (factors.some(({ verified }) => verified) && !(await isAal2(run, claims)))
      throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const issuer = textOf(body, 'issuer') || new URL(services.mails.siteUrl).host
    const secret = new Secret({ size: 20 }).base32
    const [factor] = await run<{ id: string }>(
      `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
       values ($1::uuid, nullif($2, ''), 'totp', 'unverified', $3) returning id`,
      [user.id, name, secret],
    )
    const label = `${encodeURI(issuer)}:${encodeURI(user.email)}`
    const uri = `otpauth://totp/${label}?algorithm=SHA1&digits=6&issuer=${encodeURI(issuer)}&period=30&secret=${secret}`
    return json(200, {
      id: factor?.id,
      type: 'totp',
      friendly_name: name,
      totp: { secret, uri },
    })
  })
}

export async function challenge(call: Call): Promise<Response> {
  const claims = await claimsOf(call)
  enforceRateLimit(mayChallenge)
  return call.services.db.asOwner(async (run) => {
    const factor = await factorOf(run, call, claims)
    await run('update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $1::uuid', [
      factor.id,
    ])
    const [made] = await run<{ id: string; expires_at: number }>(
      `insert into auth.mfa_challenges (factor_id, ip_address) values ($1::uuid, '127.0.0.1')
       returning id, extract(epoch from created_at)::int + ${CHALLENGE_LIFE} as expires_at`,
      [factor.id],
    )
    return json(200, { ...made, type: 'totp' })
  })
}

/** Raises the session to aal2 by the code of the present, the previous or the next 30 seconds. */
export async function verifyFactor(call: Call): Promise<Response> {
  const { services, request } = call
  const claims = await claimsOf(call)
  enforceRateLimit(mayVerify)
  const body = await bodyOf(request)
  const code = textOf(body, 'code').trim()
  const answer = await services.db.asOwner(async (run) => {
    const factor = await factorOf(run, call, claims)
    if (code === '') throw new AuthError(400, 'validation_failed', 'Code needs to be non-empty')
    const id = body.challenge_id
    const [found] = isUuid(id)
      ? await run<{ used: boolean; expired: boolean }>(
          `select verified_at is not null as used,
                  created_at + make_interval(secs => ${CHALLENGE_LIFE}) < now() as expired
           from auth.mfa_challenges where id = $1::uuid and factor_id = $2::uuid`,
          [id, factor.id],
        )
      : []
    if (!found)
      throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
    if (found.used)
      throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
    if (found.expired) {
      await run('delete from auth.mfa_challenges where id = $1::uuid', [String(id)])
      // Throwing it here would roll the deletion of the challenge back.
      return new AuthError(
        422,
        'mfa_challenge_expired',
        `MFA challenge ${String(id)} has expired, verify against another challenge or create a new challenge.`,
      )
    }
    const totp = new TOTP({ secret: Secret.fromBase32(factor.secret) })
    if (totp.validate({ token: code, window: 1 }) === null)
      throw new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
    await run('update auth.mfa_challenges set verified_at = now() where id = $1::uuid', [String(id)])
    await run(
      `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1::uuid and status = 'unverified'`,
      [factor.id],
    )
    const session = await raiseSession(run, services.tokens, claims, factor.id)
    if (!factor.verified)
      await run(`delete from auth.mfa_factors where user_id = $1::uuid and status = 'unverified'`, [
        String(claims.sub),
      ])
    return { session, factor }
  })
  if (answer instanceof AuthError) throw answer
  if (!answer.factor.verified) await notify(call, 'factor_enrolled', answer.factor)
  return json(200, answer.session)
}

/** Verified or not. The sessions that this factor had raised to aal2 fall back to aal1. */
export async function unenroll(call: Call): Promise<Response> {
  const claims = await claimsOf(call)
  const removed = await call.services.db.asOwner(async (run) => {
    const factor = await factorOf(run, call, claims)
    if (factor.verified && !(await isAal2(run, claims)))
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
    await run('delete from auth.mfa_factors where id = $1::uuid', [factor.id])
    await run(
      `delete from auth.mfa_amr_claims where authentication_method = 'totp'
         and session_id in (select id from auth.sessions where factor_id = $1::uuid)`,
      [factor.id],
    )
    await run(`update auth.sessions set aal = 'aal1', factor_id = null where factor_id = $1::uuid`, [
      factor.id,
    ])
    return factor
  })
  await notify(call, 'factor_unenrolled', removed)
  return json(200, { id: removed.id })
}

/** If the mail fails, the change stands, as with GoTrue. */
async function notify({ services }: Call, kind: 'factor_enrolled' | 'factor_unenrolled', { email }: Factor) {
  await writeMail(services.mails, kind, email).catch((error: unknown) =>
    console.error('embedded Supabase: a notice could not be written.', error),
  )
}

/** If the account has a verified factor and the session is not at aal2, throws GoTrue's error. */
export async function requireSecondFactor(run: Run, claims: Claims): Promise<void> {
  const sql = `select 1 from auth.mfa_factors where user_id = $1::uuid and status = 'verified'`
  if ((await run(sql, [String(claims.sub)])).length === 0 || (await isAal2(run, claims))) return
  const message = 'AAL2 session is required to update email or password when MFA is enabled.'
  throw new AuthError(401, 'insufficient_aal', message)
}

/** By the session's row, because the token may be older. */
async function isAal2(run: Run, { session_id: session }: Claims): Promise<boolean> {
  const sql = `select 1 from auth.sessions where id = $1::uuid and aal = 'aal2'`
  return (await run(sql, [String(session)])).length > 0
}

/** Throws AuthError if the factor in the path is not the caller's. */
async function factorOf(run: Run, { url }: Call, claims: Claims): Promise<Factor> {
  const user = await userOfClaims(run, claims)
  const id = url.pathname.slice('/auth/v1/factors/'.length).split('/')[0]
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const sql = `select id, secret, status = 'verified' as verified from auth.mfa_factors
    where id = $1::uuid and user_id = $2::uuid and factor_type = 'totp'`
  const [factor] = await run<Omit<Factor, 'email'>>(sql, [id, user.id])
  if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
  return { ...factor, email: user.email }
}
