import 'server-only'
import { busyAt, listBusy } from '../calendars/queries'
import { dateAt, timeAt, STUDIO_ZONE } from '../dates'
import { adminClient } from '../supabase/auth'

export interface FreeTime {
  start_time: string
  end_time: string
}

/** Without past times and times when a founder is busy. Includes today. */
export async function listFreeTimes(date: string): Promise<FreeTime[]> {
  const supabase = await adminClient()
  const [{ data }, busy] = await Promise.all([
    supabase.rpc('get_all_slots_for_date', { p_date: date }).throwOnError(),
    listBusy(date),
  ])
  const now = new Date()
  const from = date === dateAt(now) ? timeAt(now, STUDIO_ZONE) : ''
  return data
    .filter(({ is_available, is_booked, start_time }) => is_available && !is_booked && start_time > from)
    .filter((slot) => busyAt(busy, { date, ...slot }).length === 0)
    .map(({ start_time, end_time }) => ({ start_time, end_time }))
}
