import 'server-only'
import { describeError } from '../describe-error'
import { AUTH_MAIL_TIMEOUT_MS, type SessionClient, visitorClient, WRITE_TIMEOUT_MS } from '../supabase/server'
import { siteKey } from '../supabase/site-key'
import { ifSignedIn } from '../supabase/signed-in'
import { isRejection } from '../supabase/verified-cookies'
import { storableEmail } from './commands'

/**
 * Asks the Auth server to mail a link for a new password, if the address is an admin's and the limit of mails
 * is not reached. A mail that the server refuses does not count. Logs failures without the server's own
 * words, which may contain the address. Does not throw.
 */
export async function mailRecoveryLink(email: string): Promise<void> {
  const call = { p_site_key: siteKey() ?? '', p_email: storableEmail(email) }
  try {
    const admitted = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_recovery', call)
    if (admitted.error?.message === 'not_signed')
      return console.error('recovery: the database does not know this site. Run "npm run site-key".')
    if (admitted.error) throw admitted.error
    if (!admitted.data) return
    // The session's client would make a link of the PKCE flow, which works only in this browser.
    const { error } = await visitorClient(AUTH_MAIL_TIMEOUT_MS).auth.resetPasswordForEmail(email)
    if (!error) return
    const { code, status = 0 } = error
    console.error(`recovery: the Auth server sent no mail (${code ?? (status || 'no response')}).`)
    if (status >= 400) await visitorClient(WRITE_TIMEOUT_MS).rpc('undo_recovery', call).throwOnError()
  } catch (error) {
    console.error('recovery: a mail could not be asked for.', describeError(error))
  }
}

/** The e-mail address of the session that a mailed link opened, or why it opened none. */
type OpenedLink = { email: string } | { failed: 'expired' | 'again' }

/**
 * Opens the session of a mailed link's token on this client. 'expired' for a token that was used, replaced,
 * forged, or is older than an hour; 'again' when the Auth server cannot tell now, and the visitor may post it
 * again. Throws when the database cannot be reached.
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
  // The database checks this too. The check here spares it forged links.
  if (!/^(pkce_)?[0-9a-f]{56}$/.test(token)) return false
  const call = { p_site_key: siteKey() ?? '', p_token: token }
  return (await visitorClient(WRITE_TIMEOUT_MS).rpc('is_recovery_link', call).throwOnError()).data
}

/**
 * The e-mail address of a session that a mailed link opened within the last hour; such a session may set a
 * password without the present one. Null for every other session. Throws when verifying the token needs the
 * Auth server and it cannot be reached.
 */
export async function findRecoverySession(supabase: SessionClient): Promise<string | null> {
  const claims = (await ifSignedIn(supabase.auth.getClaims()))?.claims
  const since = Date.now() / 1000 - 3600
  const isRecent = claims?.amr?.some(
    (entry) => typeof entry === 'object' && entry.method === 'otp' && entry.timestamp > since,
  )
  return isRecent ? (claims?.email ?? '') : null
}
