import 'server-only'
import { encode, renderSVG } from 'uqr'
import { removedByYou, removedForYou } from '../content/second-factor'
import { site } from '../content/site'
import { describeError } from '../describe-error'
import { sendNotices } from '../mail/commands'
import { adminSession } from '../supabase/auth'
import { verifiedFactors } from '../supabase/session'
import { siteKey } from '../supabase/site-key'
import { WRITE_TIMEOUT_MS } from '../supabase/server'
import { UserError } from '../user-error'
import { tryOwnPassword } from './change-password'
import { type CodeProblem, giveCode, verifyCode, WRONG_CODE } from './second-factor'

/** A new second factor. Sign-in asks for it only after its first code was given. */
export interface NewFactor {
  id: string
  /** The secret key in groups of four, for typing by hand. */
  secret: string
  /** The URI that adds the key to an authenticator app. */
  uri: string
  /** `uri` as a QR code: an SVG, and the length of its side in pixels. */
  qr: { svg: string; size: number }
}

/**
 * Starts to add a phone to the signed-in admin's account, and removes an unfinished one. Returns 'off' if the
 * Auth project does not allow codes. Throws an `AccessError` unless the caller is an admin, and the server's
 * error.
 */
export async function enrollFactor(): Promise<NewFactor | 'off'> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  const { mfa } = supabase.auth
  // Removes unverified phones, because their names would stay in use.
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

/** The first free name: 'Phone', 'Phone 2' …. Auth demands a name. */
function freeName(taken: (string | undefined)[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'Phone' : `Phone ${n}`
    if (!taken.includes(name)) return name
  }
}

/**
 * Draws each module in whole pixels, and a white border even in the dark scheme, because cameras need both.
 */
function drawCode(uri: string): NewFactor['qr'] {
  const options = { ecc: 'L', border: 4, pixelSize: 3 } as const
  return { svg: renderSVG(uri, options), size: options.pixelSize * encode(uri, options).size }
}

/**
 * Completes the new phone with its first code, which ends all other sessions of the account. Returns null, or
 * the problem.
 */
export async function confirmFactor(id: string, code: string): Promise<CodeProblem | null> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  // This function checks only the first code of a phone. `giveCode` counts wrong codes of a verified phone.
  const isBegun = user.factors?.some((factor) => factor.id === id && factor.status === 'unverified')
  if (!isBegun) return { message: 'This key has run out. Press Cancel, and add it again.' }
  const error = await verifyCode(supabase, id, code)
  if (!error) return null
  if (error.code === 'mfa_verification_failed' || error.code === 'validation_failed') return WRONG_CODE
  throw error
}

/**
 * Removes one of the signed-in admin's own phones and ends the account's other sessions. Needs a code from
 * any of the admin's phones. Returns null, or the problem.
 */
export async function removeOwnFactor(id: string, code: string): Promise<CodeProblem | null> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  const problem = await giveCode(supabase, user, code)
  if (problem) return problem
  const { error } = await supabase.auth.mfa.unenroll({ factorId: id })
  if (error && error.code !== 'mfa_factor_not_found') throw error
  // Sessions raised by this phone have lost their second factor, but their tokens claim it until refreshed.
  // The database would refuse them.
  const ended = await supabase.auth.signOut({ scope: 'others' })
  if (ended.error) console.error('settings: other sessions were not ended.', describeError(ended.error))
  await supabase.auth.refreshSession()
  return null
}

/**
 * Removes another admin's phones and ends all that admin's sessions. Needs the signed-in admin's own code, or
 * their password if they have no phone. Mails both admins. Returns null, or the problem.
 */
export async function removeFactorOf(id: string, proof: string): Promise<CodeProblem | null> {
  const { supabase, user, email } = await adminSession(WRITE_TIMEOUT_MS)
  const { data: admins } = await supabase.rpc('list_admins').throwOnError()
  const admin = admins.find((one) => one.id === id)
  if (!admin) throw new UserError('Failed to remove their code', 'They are no admin any more.')
  const problem =
    verifiedFactors(user).length > 0
      ? await giveCode(supabase, user, proof)
      : await tryOwnPassword(email, proof)
  if (problem) return problem
  const { error } = await supabase.rpc('remove_factor', { p_site_key: siteKey() ?? '', p_user: id })
  if (error && error.message !== 'no_factor') throw error
  if (!error)
    sendNotices([
      { to: admin.email, ...removedForYou(email) },
      { to: email, ...removedByYou(admin.email) },
    ])
  return null
}
