import { findNextSlot } from '@/lib/booking/queries'
import { formatShortDate, formatTime, toInstant, zoneName } from '@/lib/dates'

export const dynamic = 'force-dynamic'

/**
 * The next free time: its `date` in the studio's time zone (`YYYY-MM-DD`), its `instant` (ISO 8601) and
 * `words` ('Tue 1 Dec, 9:00 am NZDT'). Null if there is none or the database cannot be read. The server
 * formats `words`, so that the landing page need not load the code for it.
 */
export async function GET() {
  const next = await findNextSlot()
  if (!next) return Response.json(null)
  const { date, start_time } = next
  const words = `${formatShortDate(date)}, ${formatTime(start_time)} ${zoneName(date, start_time)}`
  return Response.json({ date, instant: toInstant(date, start_time), words })
}
