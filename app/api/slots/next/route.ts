import { findNextSlot } from '@/lib/booking/queries'
import { formatShortDate, formatTime, toInstant, zoneName } from '@/lib/dates'

export const dynamic = 'force-dynamic'

/**
 * The next free time, or null when there is none or it cannot be read: its studio `date` (`YYYY-MM-DD`), its
 * `instant` (ISO 8601) and `words`, the formatted time ('Tue 1 Dec, 9:00 am NZDT'). The server formats it so
 * that the landing page does not load the code for that.
 */
export async function GET() {
  const next = await findNextSlot()
  if (!next) return Response.json(null)
  const { date, start_time } = next
  const words = `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
  return Response.json({ date, instant: toInstant(date, start_time), words })
}
