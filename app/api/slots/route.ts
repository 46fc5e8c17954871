import type { NextRequest } from 'next/server'
import { findOpenSlots, MAX_DAYS } from '@/lib/booking/queries'
import type { TimeSlot } from '@/lib/booking/slots'
import { addDays, dateAt, isDate, siteDate } from '@/lib/dates'

const noStore = { headers: { 'Cache-Control': 'no-store' } }
// A shared cache may keep the free times for some seconds, because the database checks every booking.
const forSeconds = {
  headers: {
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=0, s-maxage=5, stale-while-revalidate=10',
  },
}

const WRONG_RANGE =
  'Ask for 1 to 62 days, ?from=YYYY-MM-DD&to=YYYY-MM-DD, at least one of the two from a month ago to 13 months ahead.'

/** `?from&to` are dates in the studio's time zone, at most 62 days. 503 if the times cannot be read. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const today = dateAt()
  const range = readRange(searchParams.get('from'), searchParams.get('to'), today)
  if (!range) return Response.json({ error: WRONG_RANGE }, { status: 400 })
  const slots = await findOpenSlots(range.from, range.to)
  if (!slots) return Response.json({ error: 'The times could not be read.' }, { ...noStore, status: 503 })
  return new Response(textOf(today, slots), forSeconds)
}

// The JSON of each list that findOpenSlots caches.
const texts = new WeakMap<TimeSlot[], string>()

function textOf(today: string, slots: TimeSlot[]): string {
  const text = texts.get(slots) ?? JSON.stringify(slots)
  texts.set(slots, text)
  return `{"today":"${today}","slots":${text}}`
}

// The calendar requests whole months, so only one end of the range must be a date that the site shows.
function readRange(from: string | null, to: string | null, today: string) {
  if (!isDate(from) || !isDate(to) || to < from) return null
  const short = siteDate(from, today)
    ? to <= addDays(from, MAX_DAYS - 1)
    : siteDate(to, today) && from >= addDays(to, 1 - MAX_DAYS)
  return short ? { from, to } : null
}
