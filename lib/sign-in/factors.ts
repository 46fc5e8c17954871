import 'server-only'
import { encode } from 'uqr'
import { removedByYou, removedForYou } from '../content/second-factor'
import { site } from '../content/site'
import { sendNotices } from '../mail/commands'
import { adminSession } from '../supabase/auth'
import { verifiedFactors } from '../supabase/session'
import { siteKey } from '../supabase/site-key'
import { WRITE_TIMEOUT_MS } from '../supabase/server'
import { tryOwnPassword } from './change-password'
import { type CodeProblem, giveCode, verifyCode } from './second-factor'

/** A new second factor. It counts once its first code was given. */
export interface NewFactor {
  id: string
  /** The key to type by hand, in groups of four. */
  secret: string
  /** The URI that opens an authenticator app. */
  uri: string
  /** The same as a QR code: the modules on a side, and an SVG path of the black ones. */
  qr: { size: number; path: string }
}

/**
 * Begins to add a phone to the signed-in admin's account, and drops one begun before. Returns 'off' when the
 * project has codes switched off. Throws `AccessError` for anybody but admins, and the server's error.
 */
export async function enrollFactor(): Promise<NewFactor | 'off'> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  const { mfa } = supabase.auth
  // Unverified phones would keep their names taken.
  for (const { id, status } of user.factors ?? [])
    if (status === 'unverified') await mfa.unenroll({ factorId: id })
  const { data, error } = await mfa.enroll({
    factorType: 'totp',
    friendlyName: freeName(verifiedFactors(user).map((factor) => factor.friendly_name)),
    issuer: site.name,
  })
  if (error?.code === 'mfa_totp_enroll_not_enabled') return 'off'
  if (error) throw error
  const { secret, uri } = data.totp
  return { id: data.id, secret, uri, qr: drawCode(uri) }
}

/** 'Phone', 'Phone 2' …: Auth demands a name before the first code. */
function freeName(taken: (string | undefined)[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'Phone' : `Phone ${n}`
    if (!taken.includes(name)) return name
  }
}

function drawCode(uri: string): NewFactor['qr'] {
  const { size, data } = encode(uri, { ecc: 'L', border: 0 })
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((black) => (black ? 'x' : ' '))
        .join('')
        .matchAll(/x+/g),
    ].map(({ 0: run, index: x }) => `M${x} ${y}h${run.length}v1h-${run.length}z`),
  )
  return { size, path: runs.join('') }
}

/**
 * Adds the begun phone with its first code, which ends every other session of the account. Returns null, or
 * the problem.
 */
export async function confirmFactor(id: string, code: string): Promise<CodeProblem | null> {
  const { supabase } = await adminSession(WRITE_TIMEOUT_MS)
  const error = await verifyCode(supabase, id, code)
  if (!error) return null
  if (error.code === 'mfa_verification_failed' || error.code === 'validation_failed')
    return { message: 'That code is wrong. Type the newest one.' }
  if (error.code === 'mfa_factor_not_found')
    return { message: 'This key has run out. Press Cancel, and add it again.' }
  throw error
}

/**
 * Removes one of the signed-in admin's own phones, with a code of any of them. Returns null, or the problem.
 */
export async function removeOwnFactor(id: string, code: string): Promise<CodeProblem | null> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  const problem = await giveCode(supabase, user, code)
  if (problem) return problem
  const { error } = await supabase.auth.mfa.unenroll({ factorId: id })
  if (error && error.code !== 'mfa_factor_not_found') throw error
  // The old token would still claim the second factor.
  await supabase.auth.refreshSession()
  return null
}

/**
 * Removes another admin's phones and ends all their sessions. It takes the signed-in admin's own code, or
 * their password if they have no phone. Mails both admins. Returns null, or the problem.
 */
export async function removeFactorOf(
  admin: { id: string; email: string },
  proof: string,
): Promise<CodeProblem | null> {
  const { supabase, user, email } = await adminSession(WRITE_TIMEOUT_MS)
  const problem =
    verifiedFactors(user).length > 0
      ? await giveCode(supabase, user, proof)
      : await tryOwnPassword(email, proof)
  if (problem) return problem
  const call = { p_site_key: siteKey() ?? '', p_user: admin.id }
  const { error } = await supabase.rpc('remove_factor', call)
  if (error && error.message !== 'no_factor') throw error
  if (!error)
    await sendNotices([
      { to: admin.email, ...removedForYou(email) },
      { to: email, ...removedByYou(admin.email) },
    ])
  return null
}
