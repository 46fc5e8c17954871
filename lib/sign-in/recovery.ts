import 'server-only'
import type { User } from '@supabase/supabase-js'
import { describeError } from '../describe-error'
import { AUTH_MAIL_TIMEOUT_MS, type SessionClient, visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { readSession } from '../supabase/session'
import { siteKey } from '../supabase/site-key'
import { ifSignedIn } from '../supabase/signed-in'
import { isRejection } from '../supabase/verified-cookies'
import { storableEmail } from './commands'

/**
 * Only if an admin has this address and the limit of mails is not reached; a mail that the server refuses does not
 * count. Logs no server's message, which may contain the address. Does not throw.
 */
export async function mailRecoveryLink(email: string): Promise<void> {
  const call = { p_site_key: siteKey() ?? '', p_email: storableEmail(email) }
  try {
    const admitted = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_recovery', call)
    if (admitted.error?.message === 'not_signed')
      return console.error('recovery: the database does not know this site. Run "npm run site-key".')
    if (admitted.error) throw admitted.error
    if (!admitted.data) return
    // The client of the session would make a PKCE link, which works only in the same browser.
    const { error } = await visitorClient(AUTH_MAIL_TIMEOUT_MS).auth.resetPasswordForEmail(email)
    if (!error) return
    const { code, status = 0 } = error
    console.error(`recovery: the Auth server sent no mail (${code ?? (status || 'no response')}).`)
    if (status >= 400) await visitorClient(WRITE_TIMEOUT_MS).rpc('undo_recovery', call).throwOnError()
  } catch (error) {
    console.error('recovery: a mail could not be asked for.', describeError(error))
  }
}

/**
 * Uses the link up. 'expired' if it was used, replaced or forged, or is older than an hour; 'again' if the Auth server
 * fails now, so the person can post the token again.
 */
export async function openRecoveryLink(
  { auth }: SessionClient,
  token: string,
): Promise<User | 'expired' | 'again'> {
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token })
  if (data.user) return data.user
  if (!error || isRejection(error)) return 'expired'
  console.error('recovery: the Auth server does not respond as it should.', describeError(error))
  return 'again'
}

/** A mailed link, or the session that one opened: both let a person set a new password. */
interface Recovery {
  /** Null for a link, because only opening it reveals the account. */
  user: User | null
  /** The new password also needs a code from the account's phone. */
  needsCode: boolean
}

/**
 * The link, or without a token the session that a link opened within the last hour; after a wrong code that session
 * continues the link. Changes nothing. Throws if the backend cannot be reached.
 */
export async function findRecovery(supabase: SessionClient, token: string): Promise<Recovery | null> {
  const needsCode = token ? await linkNeedsCode(token) : null
  if (needsCode !== null) return { user: null, needsCode }
  const openedAt = await findLinkTime(supabase)
  if (openedAt === null || openedAt <= Date.now() / 1000 - 3600) return null
  const session = await readSession(supabase)
  if (!session || (token && !session.needsSecondFactor)) return null
  return { user: session.user, needsCode: session.needsSecondFactor }
}

/** Null if the link does not work. */
async function linkNeedsCode(token: string): Promise<boolean | null> {
  // The database checks the token too. This check keeps malformed tokens away from the database.
  if (!/^(pkce_)?[0-9a-f]{56}$/.test(token)) return null
  const call = { p_site_key: siteKey() ?? '', p_token: token }
  return (await visitorClient(WRITE_TIMEOUT_MS).rpc('link_needs_code', call).throwOnError()).data
}

/** Before it gives a code. */
export async function openedBy(supabase: SessionClient): Promise<'link' | 'password'> {
  return (await findLinkTime(supabase)) === null ? 'password' : 'link'
}

/** In seconds; null if no mailed link opened the session. Throws if the Auth server is needed and cannot be reached. */
async function findLinkTime({ auth }: SessionClient): Promise<number | null> {
  const claims = (await ifSignedIn(auth.getClaims()))?.claims
  for (const entry of claims?.amr ?? [])
    if (typeof entry === 'object' && entry.method === 'otp') return entry.timestamp
  return null
}
