import 'server-only'
import { describeError } from '@/lib/describe-error'
import { siteKey } from '@/lib/supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'

/**
 * Asks the database whether a sign-in may be tried now, and counts the attempt. The Auth server's own limit does not help, because all sign-ins
 * come from the site's IP address. `ip` is the person's address, if it is known. Also true when the database does not know this site's key, so
 * that admins are not locked out. Throws when the database cannot be reached.
 */
export async function admitSignIn(email: string, ip?: string): Promise<boolean> {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_sign_in', argsOf(email, ip))
  if (error?.message === 'not_signed') {
    console.error('sign-in: the database does not know the key of this site. Run "npm run site-key".')
    return true
  }
  if (error) throw error
  return data
}

/** Records a successful sign-in: its attempt no longer counts, and its IP address is trusted for 30 days. Does not throw. */
export async function recordSignIn(email: string, ip?: string): Promise<void> {
  const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('record_sign_in', argsOf(email, ip))
  if (error && error.message !== 'not_signed')
    console.error('sign-in: the database did not record it.', describeError(error))
}

function argsOf(email: string, ip: string | undefined) {
  // Postgres cannot store NUL characters and unpaired surrogates in text.
  return { p_site_key: siteKey() ?? '', p_email: email.replace(/\0|\p{Surrogate}/gu, ''), p_address: ip }
}
