import 'server-only'
import { siteKey } from './site-key'
import { visitorClient } from './server'

/** For the site's operator. 'known' is no problem. */
export const siteKeyProblems: Record<string, string> = {
  'none stored':
    'The database has no key of this site yet, so anybody can send bookings and messages past it. Set SITE_SECRET and run "npm run site-key".',
  unknown:
    'The database does not know the key of this site and refuses every booking and message. Run "npm run site-key" with the SITE_SECRET of this site.',
}

/** 'known', 'unknown' or 'none stored'. Throws if the database cannot be reached. */
export async function getSiteKeyState(): Promise<{ state: string; problem?: string }> {
  const { data, error } = await visitorClient().rpc('get_site_key_state', { p_site_key: siteKey() })
  if (error) throw error
  return { state: data, problem: siteKeyProblems[data] }
}

/** Does not throw, because the database may not be ready yet. */
export async function logSiteKeyProblem(): Promise<void> {
  const { problem } = await getSiteKeyState().catch(() => ({ problem: undefined }))
  if (problem) console.error(problem)
}
