import 'server-only'
import { listExceptions, listRecurring, listSlots } from '@/lib/hours/queries'
import { weekdays } from '@/lib/hours/slot'
import { formatShortDate, formatTimeRange } from '@/lib/dates'

/** '9:00 AM – 9:30 AM', or 'this time' for a deleted slot. */
export async function describeSlot(slotId: string): Promise<string> {
  const slot = (await listSlots()).find(({ id }) => id === slotId)
  return slot ? formatTimeRange(slot.start_time, slot.end_time) : 'this time'
}

/** 'It goes from Monday, Tue 1 Dec too.' */
export async function describeWhereUsed(slotId: string): Promise<string> {
  const [recurring, exceptions] = await Promise.all([listRecurring(), listExceptions()])
  const days = recurring.filter(({ id }) => id === slotId).map(({ weekday }) => weekdays[weekday])
  const dates = exceptions.slots
    .filter(({ id, isAvailable }) => id === slotId && isAvailable)
    .map(({ date }) => formatShortDate(date))
  const places = [...days, ...dates]
  return places.length > 0 ? `It goes from ${places.join(', ')} too.` : 'It is on no weekday.'
}
