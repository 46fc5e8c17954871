import { listDays } from '@/lib/availability/queries'
import { dateAt, siteDate } from '@/lib/dates'
import { answerRead } from '../queries'

/** The days from `?from` to `?to` (YYYY-MM-DD, at most 62), counted, for admins: what the calendar shows of a month. */
export async function GET(request: Request) {
  const query = new URL(request.url).searchParams
  const from = siteDate(query.get('from'), dateAt())
  const to = siteDate(query.get('to'), dateAt())
  if (!from || !to) return Response.json({ error: 'from and to must be YYYY-MM-DD' }, { status: 400 })
  return answerRead('Failed to fetch availability exceptions.', () => listDays(from, to))
}
