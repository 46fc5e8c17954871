import 'server-only'
import { describeError } from '@/lib/describe-error'
import { siteKey } from '@/lib/supabase/site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from '@/lib/supabase/server'

/**
 * Asks the database whether a sign-in may be tried now, and counts the attempt: to the Auth server everybody who signs in here has one
 * address. `ip` is the person's, when known. True also when the database does not know this site's key, or admins would be
 * locked out. Throws while the database cannot be reached.
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

/** Records a successful sign-in: the attempt no longer counts, and the address is known for 30 days. Does not throw. */
export async function recordSignIn(email: string, ip?: string): Promise<void> {
  const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('record_sign_in', argsOf(email, ip))
  if (error && error.message !== 'not_signed')
    console.error('sign-in: the database did not record it.', describeError(error))
}

function argsOf(email: string, ip: string | undefined) {
  // Postgres text holds no NUL and no lone surrogate.
  return { p_site_key: siteKey() ?? '', p_email: email.replace(/\0|\p{Surrogate}/gu, ''), p_address: ip }
}
