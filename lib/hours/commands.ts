import 'server-only'
import type { AdminClient } from '../supabase/auth'
import { UserError } from '../user-error'
import type { TimeRange } from './slot'
import { minutesBetween } from './time-rows'

export function insertSlots(supabase: AdminClient, slots: TimeRange[]) {
  return supabase.from('time_slots').upsert(
    slots.map(({ start_time, end_time }) => ({
      start_time,
      end_time,
      duration_minutes: minutesBetween(start_time, end_time),
    })),
    { onConflict: 'start_time,end_time', ignoreDuplicates: true },
  )
}

export async function findOrCreateSlots(supabase: AdminClient, slots: TimeRange[]): Promise<string[]> {
  const { error } = await insertSlots(supabase, slots)
  if (error) throw toUserError('Error creating time slot', error)
  return Promise.all(
    slots.map(async ({ start_time, end_time }) => {
      const found = supabase.from('time_slots').select('id').match({ start_time, end_time })
      const { data, error } = await found.single().retry(false)
      if (error) throw toUserError('Error finding time slot', error)
      return data.id
    }),
  )
}

/** The form shows the database's own message, because only admins see the form. */
export function toUserError(title: string, cause: { message: string }): UserError {
  return new UserError(cause.message, undefined, title, { cause })
}
