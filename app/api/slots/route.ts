import type { NextRequest } from 'next/server'
import { findOpenSlots, MAX_DAYS } from '@/lib/booking/queries'
import { packSlots } from '@/lib/booking/slots'
import { addDays, dateAt, isDate, siteDate } from '@/lib/dates'

const noStore = { headers: { 'Cache-Control': 'no-store' } }

const WRONG_RANGE =
  'Ask for 1 to 62 days, ?from=YYYY-MM-DD&to=YYYY-MM-DD, at least one of the two from a month ago to 13 months ahead.'

/** `?from&to` (studio dates, at most 62 days) → the studio's today and the free slots, packed; 503 while the backend does not respond. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const today = dateAt()
  const range = readRange(searchParams.get('from'), searchParams.get('to'), today)
  if (!range) return Response.json({ error: WRONG_RANGE }, { status: 400 })
  const open = await findOpenSlots(range.from, range.to)
  if (!open) return Response.json({ error: 'The times could not be read.' }, { ...noStore, status: 503 })
  return Response.json({ today, ...packSlots(open) }, noStore)
}

// The calendar asks for whole months, so one end of the first and of the last range is beyond what can be shown.
function readRange(from: string | null, to: string | null, today: string) {
  if (!isDate(from) || !isDate(to) || to < from) return null
  const short = siteDate(from, today)
    ? to <= addDays(from, MAX_DAYS - 1)
    : siteDate(to, today) && from >= addDays(to, 1 - MAX_DAYS)
  return short ? { from, to } : null
}
