import 'server-only'
import { cache } from 'react'
import { describeError } from '../describe-error'
import { sessionClient, visitorClient } from '../supabase/server'
import { type Settings, settings } from './schema'

/** The database returns them only to admins. Throws the database server's error. */
export const getSettings = cache(async (): Promise<Settings> => {
  const { data } = await (await sessionClient()).rpc('get_settings').retry(false).throwOnError()
  return settings.parse(data)
})

const CACHE_MS = 30_000
let asksForPhone: { until: number; value: Promise<boolean> } | undefined

/** The field is optional. False, with the error logged, if the setting cannot be read. Cached for 30 seconds. */
export function findAsksForPhone(now = Date.now()): Promise<boolean> {
  if (!asksForPhone || asksForPhone.until <= now)
    asksForPhone = { until: now + CACHE_MS, value: readAsksForPhone() }
  return asksForPhone.value
}

export function clearAsksForPhone(): void {
  asksForPhone = undefined
}

async function readAsksForPhone(): Promise<boolean> {
  try {
    const { data } = await visitorClient().rpc('asks_for_phone').throwOnError()
    return data
  } catch (error) {
    console.error('booking: whether to ask for a phone number could not be read.', describeError(error))
    asksForPhone = undefined
    return false
  }
}
