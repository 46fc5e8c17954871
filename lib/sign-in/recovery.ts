import 'server-only'
import { describeError } from '../describe-error'
import { AUTH_MAIL_TIMEOUT_MS, type SessionClient, visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { ifSignedIn } from '../supabase/signed-in'
import { isRejection } from '../supabase/verified-cookies'
import { storableEmail } from './commands'

/**
 * Asks the Auth server to mail a link for a new password, if an admin has this address and the limit of mails
 * is not reached. A mail that the server refuses does not count towards the limit. Logs failures without the
 * server's message, which may contain the address. Does not throw.
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
 * The e-mail address of the session that a mailed link opened, or the reason why the link opened no session.
 */
type OpenedLink = { email: string } | { failed: 'expired' | 'again' }

/**
 * Opens a session on this client with the token of a mailed link. Returns 'expired' if the token was used,
 * replaced or forged, or is older than an hour; 'again' if the Auth server fails now, so the person can post
 * the token again. Throws if the database cannot be reached.
 */
export async function openRecoveryLink({ auth }: SessionClient, token: string): Promise<OpenedLink> {
  if (!(await isRecoveryLink(token))) return { failed: 'expired' }
  const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: token })
  if (!error) return { email: data.user?.email ?? '' }
  if (isRejection(error)) return { failed: 'expired' }
  console.error('recovery: the Auth server does not respond as it should.', describeError(error))
  return { failed: 'again' }
}

async function isRecoveryLink(token: string): Promise<boolean> {
  // The database checks the token too. This check keeps malformed tokens away from the database.
  if (!/^(pkce_)?[0-9a-f]{56}$/.test(token)) return false
  const call = { p_site_key: siteKey() ?? '', p_token: token }
  return (await visitorClient(WRITE_TIMEOUT_MS).rpc('is_recovery_link', call).throwOnError()).data
}

/**
 * The e-mail address of the session, if a mailed link opened the session within the last hour; such a session
 * may set a new password without the current one. Null for any other session. Throws if the Auth server is
 * needed to verify the token and cannot be reached.
 */
export async function findRecoverySession(supabase: SessionClient): Promise<string | null> {
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  const since = Date.now() / 1000 - 3600
  const isRecent = claims?.amr?.some(
    (entry) => typeof entry === 'object' && entry.method === 'otp' && entry.timestamp > since,
  )
  return isRecent ? (claims?.email ?? '') : null
}
