import 'server-only'
import { describeError } from './user-error'
import { siteKey } from './site-key'
import { visitorClient, WRITE_TIMEOUT_MS } from './supabase/server'

/**
 * Asks the database whether a password may be tried now, and counts the try: the Auth server counts everybody who signs in here as one.
 * `address` is the person's, when known. A database that does not know this site's key does not keep its admins out. Throws while it
 * cannot be asked.
 */
export async function admitSignIn(email: string, address?: string): Promise<boolean> {
  const { data, error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('admit_sign_in', argsOf(email, address))
  if (error?.message === 'not_signed') {
    console.error('sign-in: the database does not know the key of this site. Run "npm run site-key".')
    return true
  }
  if (error) throw error
  return data
}

/** Tells the database that the password was right: the try counts no longer, and the address is known for 30 days. Does not throw. */
export async function recordSignIn(email: string, address?: string): Promise<void> {
  const { error } = await visitorClient(WRITE_TIMEOUT_MS).rpc('record_sign_in', argsOf(email, address))
  if (error && error.message !== 'not_signed')
    console.error('sign-in: the database did not record it.', describeError(error))
}

function argsOf(email: string, address: string | undefined) {
  // Text in Postgres holds no NUL, and no half of a character.
  return { p_site_key: siteKey() ?? '', p_email: email.replace(/\0|\p{Surrogate}/gu, ''), p_address: address }
}
