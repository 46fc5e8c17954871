import 'server-only'
import { cache } from 'react'
import { locationText } from '../booking/call-location'
import { site } from '../content/site'
import { toInstant } from '../dates'
import type { Booking } from '../requests/request'
import { sessionClient } from '../supabase/server'
import { mailIsOn, readMail } from './config'
import { groupProblems, type MailNotice } from './problems'

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
 * What a booking's visitor is told of its location. `unconfirmed`: nothing yet. `begun`, `off`:
 * nothing of a change, because the call has begun or mails are off. `untold`: they read it in the
 * next mail. `told`: they know it, and get a mail about a change, which `waits` for a minute first.
 * `outdated`: they were told another location and no mail waits.
 */
export type ToldState = 'unconfirmed' | 'begun' | 'off' | 'untold' | 'told' | 'waits' | 'outdated'

/** What the visitor of this booking learns of its location. */
export async function readToldState(booking: Booking): Promise<ToldState> {
  const { id, status, date, start_time, told_location: told, location = null, phone = null } = booking
  if (status !== 'confirmed') return 'unconfirmed'
  if (toInstant(date, start_time).getTime() <= Date.now()) return 'begun'
  if (!mailIsOn()) return 'off'
  if (!told) return 'untold'
  if (told === locationText({ location, phone })) return 'told'
  return (await listToldOtherwise()).some((call) => call.id === id) ? 'outdated' : 'waits'
}

/**
 * A confirmed call to come whose visitor was told another location (`told`) than it has (`now`).
 */
export interface ToldCall {
  id: string
  name: string
  email: string
  phone: string | null
  date: string
  start_time: string
  end_time: string
  told: string
  now: string
}

/**
 * The confirmed calls to come whose visitors were told another location, for which no mail waits:
 * the usual location was changed since, or mails are off. Earliest first.
 */
export const listToldOtherwise = cache(async (): Promise<ToldCall[]> => {
  const supabase = await sessionClient()
  const { data } = await supabase.rpc('get_told_calls').throwOnError()
  const calls = data as unknown as {
    id: string
    name: string
    email: string
    date: string
    start_time: string
    end_time: string
    phone: string | null
    location: string | null
    told_location: string
    waits: boolean
  }[]
  const isSent = readMail() !== null
  return calls
    .map(({ told_location, phone, location, ...call }) => ({
      ...call,
      phone,
      told: told_location,
      now: locationText({ location, phone }),
    }))
    .filter(({ told, now, waits }) => told !== now && !(waits && isSent))
})
