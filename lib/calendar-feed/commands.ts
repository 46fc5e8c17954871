import 'server-only'
import { linkOrigin } from '../mail/queries'
import { paths } from '../paths'
import { adminClient } from '../supabase/auth'
import { hashToken, newToken } from './token'

// Both functions throw an `AccessError` unless the caller is an admin, and throw the database server's
// errors.

/**
 * Replaces the address of the admin's own calendar feed, and returns the new address. The database stores
 * only a hash, so the site cannot show the address again.
 */
export async function makeFeed(): Promise<string> {
  const supabase = await adminClient()
  const token = newToken()
  await supabase.rpc('set_calendar_feed', { p_token_sha256: hashToken(token) ?? undefined }).throwOnError()
  return `${linkOrigin()}${paths.calendar}/${token}/calls.ics`
}

/** Ends the admin's own calendar feed. */
export async function endFeed(): Promise<void> {
  const supabase = await adminClient()
  await supabase.rpc('set_calendar_feed').throwOnError()
}
