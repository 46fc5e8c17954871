import { readSchedule } from '@/lib/availability/queries'
import { dateAt, siteDate } from '@/lib/dates'
import { answerRead } from '../queries'

/** What `?date=YYYY-MM-DD` holds, for admins: its slots with their states, and its bookings. Apart from the page, so that a day is a small read. */
export async function GET(request: Request) {
  const date = siteDate(new URL(request.url).searchParams.get('date'), dateAt())
  if (!date) return Response.json({ error: 'date must be YYYY-MM-DD' }, { status: 400 })
  return answerRead('Failed to fetch availability exceptions.', () => readSchedule(date))
}
