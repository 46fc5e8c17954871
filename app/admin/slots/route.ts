import { listSlotsOnDate } from '@/lib/availability/queries'
import { isDate } from '@/lib/dates'
import { answerRead } from '../reads'

/** The slots of `?date=YYYY-MM-DD` with their states, for admins. The desk reads them apart from the page, so that a day is a small read. */
export async function GET(request: Request) {
  const date = new URL(request.url).searchParams.get('date')
  if (!isDate(date)) return Response.json({ error: 'date must be YYYY-MM-DD' }, { status: 400 })
  return answerRead('Failed to fetch availability exceptions.', () => listSlotsOnDate(date))
}
