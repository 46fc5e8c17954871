import 'server-only'
import { toInstant } from '../dates'
import type { Booking } from './request'
import { sessionClient } from '../supabase/server'
import { mailIsOn } from '../mail/config'
import { groupByPerson, type PersonToTell } from './notices'
import { listUntold, readUntold } from './untold'

// Each function below throws the database server's error; the database returns rows only to admins.

export async function listUntoldPeople(): Promise<PersonToTell[]> {
  const supabase = await sessionClient()
  const [calls, mails] = await Promise.all([
    listUntold(),
    mailIsOn() ? supabase.rpc('get_mail_problems').throwOnError() : { data: [] },
  ])
  return groupByPerson(mails.data, calls).people
}

/**
 * `begun`, `off`: no mail about a change, because the call has begun or mails are off. `unknown`: the next mail tells
 * it. `outdated`: the visitor knows another location, and no mail waits.
 */
export type LocationState = 'unconfirmed' | 'begun' | 'off' | 'unknown' | 'known' | 'waits' | 'outdated'

export async function readLocationState({
  id,
  status,
  date,
  start_time,
  known,
}: Booking): Promise<LocationState> {
  if (status !== 'confirmed') return 'unconfirmed'
  if (toInstant(date, start_time).getTime() <= Date.now()) return 'begun'
  if (!mailIsOn()) return 'off'
  if (!known?.wording) return 'unknown'
  const call = (await readUntold()).find((one) => one.id === id)
  if (!call?.difference.some((what) => what === 'location' || what === 'usual')) return 'known'
  return call.waits ? 'waits' : 'outdated'
}
