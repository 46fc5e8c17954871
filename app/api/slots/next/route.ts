import { findNextSlots } from '@/lib/booking/queries'
import type { TimeSlot } from '@/lib/booking/slots'
import { formatShortDate, formatTime, toInstant, zoneName } from '@/lib/dates'

export const dynamic = 'force-dynamic'

/**
 * The next free time, or null. `later` has the other free times of the next three days with free times, for
 * visitors in whose night it is. The server writes `words`, so that the landing page loads no code for them.
 */
export async function GET() {
  const [next, ...later] = ((await findNextSlots()) ?? []).map(describe)
  return Response.json(next ? { ...next, later } : null)
}

function describe({ date, start_time }: TimeSlot) {
  const words = `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
  return { date, instant: toInstant(date, start_time), words }
}
