import 'server-only'
import type { AuthError } from '@supabase/supabase-js'
import { describeError } from '../describe-error'
import { AUTH_MAIL_TIMEOUT_MS, type SessionClient, visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { ifSignedIn } from '../supabase/signed-in'
import { storableEmail } from './commands'

/**
 * Has the Auth server mail a link for a new password, if the address is an admin's and not too many
 * mails were asked for. A mail that the server refuses does not count. Failures are logged, without
 * the address, which the server's own words may repeat. Does not throw.
 */
export async function mailRecoveryLink(email: string): Promise<void> {
  const call = { p_site_key: siteKey() ?? '', p_email: storableEmail(email) }
  try {
    const admitted = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_recovery', call)
    if (admitted.error?.message === 'not_signed')
      return console.error('recovery: the database does not know this site. Run "npm run site-key".')
    if (admitted.error) throw admitted.error
    if (!admitted.data) return
    // Not the session's client: its link would be one of the PKCE flow, for this browser.
    const { error } = await visitorClient(AUTH_MAIL_TIMEOUT_MS).auth.resetPasswordForEmail(email)
    if (!error) return
    const { code, status = 0 } = error
    console.error(`recovery: the Auth server sent no mail (${code ?? (status || 'no response')}).`)
    if (status >= 400) await visitorClient(WRITE_TIMEOUT_MS).rpc('undo_recovery', call).throwOnError()
  } catch (error) {
    console.error('recovery: a mail could not be asked for.', describeError(error))
  }
}

/** What became of a mailed link: whose session it opened, or why none. */
type OpenedLink = { email: string } | { failed: 'expired' | 'again' }

/**
 * Opens the session of a mailed link's token on this client. 'expired' when it was used, replaced,
 * made up, or is older than an hour; 'again' when that cannot be told now and it may be posted
 * again. Throws when the database cannot be reached.
 */
export async function openRecoveryLink({ auth }: SessionClient, token: string): Promise<OpenedLink> {
  if (!(await isRecoveryLink(token))) return { failed: 'expired' }
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token })
  if (!error) return { email: data.user?.email ?? '' }
  if (isForGood(error)) return { failed: 'expired' }
  console.error('recovery: the Auth server does not respond as it should.', describeError(error))
  return { failed: 'again' }
}

async function isRecoveryLink(token: string): Promise<boolean> {
  // The database has the same check; made-up links need not get that far.
  if (!/^(pkce_)?[0-9a-f]{56}$/.test(token)) return false
  const call = { p_site_key: siteKey() ?? '', p_token: token }
  return (await visitorClient(WRITE_TIMEOUT_MS).rpc('is_recovery_link', call).throwOnError()).data
}

/** Whether the Auth server has said that a link opens nothing: it knows it no longer, or its account is banned. */
function isForGood({ status = 0 }: AuthError): boolean {
  return status >= 400 && status < 500 && status !== 429
}

/**
 * The e-mail address of the session if a mailed link has opened it within the last hour, which may
 * set a password without the present one. Null for every other session. Throws when the Auth
 * server is needed to verify the token and cannot be reached.
 */
export async function findRecoverySession(supabase: SessionClient): Promise<string | null> {
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  const since = Date.now() / 1000 - 3600
  const isRecent = claims?.amr?.some(
    (entry) => typeof entry === 'object' && entry.method === 'otp' && entry.timestamp > since,
  )
  return isRecent ? (claims?.email ?? '') : null
}
