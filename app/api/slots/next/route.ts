import { findNextSlot } from '@/lib/booking/queries'
import { formatShortDate, formatTime, zoneName } from '@/lib/dates'

export const dynamic = 'force-dynamic'

/**
 * The next free call, or null when there is none or it is not known: its studio `date`, and `words` ('Tue 1 Dec, 9:00 am NZDT'), so that the
 * landing page need not load the code for dates.
 */
export async function GET() {
  const next = await findNextSlot()
  if (!next) return Response.json(null)
  const { date, start_time } = next
  const words = `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
  return Response.json({ date, words })
}
