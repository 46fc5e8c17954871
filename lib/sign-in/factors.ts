import 'server-only'
import { type AuthError, isAuthRetryableFetchError } from '@supabase/supabase-js'
import { encode, renderSVG } from 'uqr'
import { removedByYou, removedForYou } from '../content/second-factor'
import { site } from '../content/studio'
import { sendNotices } from '../mail/commands'
import { adminSession } from '../supabase/auth'
import { verifiedFactors } from '../supabase/session'
import { siteKey } from '../supabase/site-key'
import { WRITE_TIMEOUT_MS } from '../supabase/server'
import { UserError } from '../user-error'
import { inOwnSession, type OwnResult, type Proof, tryOwnPassword } from './own-session'
import {
  type Auth,
  BUSY,
  type CodeProblem,
  giveCode,
  readCode,
  verifyCode,
  WRONG_CODE,
} from './second-factor'

/** Sign-in asks for it only after its first code was given. */
export interface NewFactor {
  id: string
  /** In groups of four, for typing by hand. */
  secret: string
  uri: string
  qr: { svg: string; size: number }
}

/** 'off' if the Auth project allows no codes. Throws an `AccessError` unless an admin calls, and the server's error. */
export async function enrollFactor(): Promise<NewFactor | 'off'> {
  const { supabase, user } = await adminSession(WRITE_TIMEOUT_MS)
  const { mfa } = supabase.auth
  const { factors = [] } = user
  const friendlyName = freeName(factors.map((factor) => factor.friendly_name))
  const enroll = () => mfa.enroll({ factorType: 'totp', friendlyName, issuer: site.name })
  let { data, error } = await enroll()
  if (error?.code === 'too_many_enrolled_mfa_factors') {
    // Only now: the Auth server mails a notice for each, and removes them itself at the first right code.
    for (const { id, status } of factors) if (status === 'unverified') await mfa.unenroll({ factorId: id })
    ;({ data, error } = await enroll())
  }
  if (error?.code === 'mfa_totp_enroll_not_enabled') return 'off'
  if (error || !data) throw error
  const { secret, uri } = data.totp
  return { id: data.id, secret, uri, qr: drawCode(uri) }
}

/** 'Phone', 'Phone 2' …. Auth demands a name. */
function freeName(taken: (string | undefined)[]): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? 'Phone' : `Phone ${n}`
    if (!taken.includes(name)) return name
  }
}

/** Whole pixels, and a white border even in the dark scheme, because cameras need both. */
function drawCode(uri: string): NewFactor['qr'] {
  const options = { ecc: 'L', border: 4, pixelSize: 3 } as const
  return { svg: renderSVG(uri, options), size: options.pixelSize * encode(uri, options).size }
}

/** Ends all other sessions of the account. An account that has a phone already also needs its code, in `proof`. */
export async function confirmFactor(id: string, first: string, proof: Proof): Promise<OwnResult> {
  const refuse = ({ message }: CodeProblem) => ({ field: 'first', problem: message }) as const
  if (readCode(first) === null) return refuse(WRONG_CODE)
  return inOwnSession(proof, async (own, { factors = [] }) => {
    // `verifyCode` counts no codes, so it must not try those of a verified phone.
    const isBegun = factors.some((factor) => factor.id === id && factor.status === 'unverified')
    if (!isBegun) return refuse({ message: 'This key has run out. Press Cancel, and add it again.' })
    const error = await verifyCode(own, id, first)
    if (!error) return null
    if (error.code === 'mfa_verification_failed') return refuse(WRONG_CODE)
    return error.status === 429 ? refuse(BUSY) : findOutcome(own, id, true, error)
  })
}

/** Ends all other sessions. Needs a code of another phone of the account, or if there is none, of this one. */
export async function removeOwnFactor(id: string, proof: Proof): Promise<OwnResult> {
  const remove = async (own: Auth) => {
    const { error } = await own.auth.mfa.unenroll({ factorId: id })
    if (error && error.code !== 'mfa_factor_not_found') return findOutcome(own, id, false, error)
    // If this phone raised the session, its token still claims the second factor. The database would refuse it.
    await own.auth.refreshSession()
    return null
  }
  return inOwnSession(proof, remove, (user) => {
    const phones = verifiedFactors(user)
    const others = phones.filter((phone) => phone.id !== id)
    return others.length > 0 ? others : phones
  })
}

/**
 * After a failure: null if the Auth server has added or removed the phone all the same, else 'lost', because it may
 * still be at work. Throws any other error.
 */
async function findOutcome(
  own: Auth,
  id: string,
  isWanted: boolean,
  error: AuthError,
): Promise<'lost' | null> {
  if (!isAuthRetryableFetchError(error)) throw error
  const { user } = (await own.auth.getUser()).data
  if (!user || verifiedFactors(user).some((factor) => factor.id === id) !== isWanted) return 'lost'
  await own.auth.refreshSession()
  return null
}

/**
 * Ends all sessions of the other admin and mails both. `proof` is the caller's own code, or password without a phone.
 * Null, or the problem as a sentence.
 */
export async function removeFactorOf(id: string, proof: string): Promise<string | null> {
  const { supabase, user, email } = await adminSession(WRITE_TIMEOUT_MS)
  const { data: admins } = await supabase.rpc('list_admins').throwOnError()
  const admin = admins.find((one) => one.id === id)
  if (!admin) throw new UserError('Failed to remove their code', 'They are no admin any more.')
  const problem =
    verifiedFactors(user).length > 0
      ? (await giveCode(supabase, user, proof, 'second_factor'))?.message
      : (await tryOwnPassword(email, proof))?.problem
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
