import 'server-only'
import { site } from '../content/site'
import { toInstant } from '../dates'
import type { Booking } from '../requests/request'
import { getSettings } from '../settings/queries'
import type { UsualLocation } from '../settings/schema'
import { sessionClient } from '../supabase/server'
import { mailIsOn, readMail } from './config'
import { groupProblems, type MailNotice } from './notices'
import { readCallsToTell } from './calls-to-tell'

/**
 * The base of the links that visitors are given, in mails and in whatever an admin writes to them:
 * the site's public address, or where it runs for a trial without a mail server.
 */
export function linkOrigin(): string {
  const config = readMail()
  return (config?.kind === 'files' && config.origin) || site.url
}

// Each function below throws the server's error; the database answers admins only.

/**
 * Mails that were not delivered, one notice a person, and a sentence about those that wait for
 * another cause. None when mail is not configured.
 */
export async function listMailNotices(): Promise<{ people: MailNotice[]; waiting: string | null }> {
  if (!mailIsOn()) return { people: [], waiting: null }
  const { data } = await (await sessionClient()).rpc('get_mail_problems').throwOnError()
  return groupProblems(data)
}

/**
 * What a booking's visitor learns of its location. `unconfirmed`: nothing yet. `begun`, `off`:
 * nothing of a change, because the call has begun or mails are off. `unknown`: they read it in the
 * next mail. `known`: they know it, and get a mail about a change, which `waits` for a minute first.
 * `outdated`: they know another location and no mail waits.
 */
export type LocationState = 'unconfirmed' | 'begun' | 'off' | 'unknown' | 'known' | 'waits' | 'outdated'

/** What the visitor of this booking learns of its location, and where calls usually happen. */
export async function readLocationState(
  booking: Booking,
): Promise<{ state: LocationState; usual: UsualLocation }> {
  const [state, { location }] = await Promise.all([locationState(booking), getSettings()])
  return { state, usual: location }
}

async function locationState({ id, status, date, start_time, known }: Booking): Promise<LocationState> {
  if (status !== 'confirmed') return 'unconfirmed'
  if (toInstant(date, start_time).getTime() <= Date.now()) return 'begun'
  if (!mailIsOn()) return 'off'
  if (!known?.wording) return 'unknown'
  const call = (await readCallsToTell()).find((one) => one.id === id)
  if (!call?.difference.some((what) => what === 'location' || what === 'usual')) return 'known'
  return call.waits ? 'waits' : 'outdated'
}
