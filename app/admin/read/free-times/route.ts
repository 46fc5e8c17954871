import { dateAt, siteDate } from '@/lib/dates'
import { listFreeTimes } from '@/lib/requests/call-commands'
import { json } from '../json'

/** The free times of `?date=` (`YYYY-MM-DD`), also of today. */
export async function GET(request: Request) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  return json(async () => (siteDate(date, dateAt()) ? listFreeTimes(date) : []))
}
