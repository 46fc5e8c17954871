import { getViewer } from '@/lib/auth'
import { listSlotsOnDate } from '@/lib/availability/queries'
import { isDate } from '@/lib/dates'
import { logFailure } from '../perform'

/** The slots of `?date=YYYY-MM-DD` with their states, for admins. The desk reads them apart from the page, so that a day is a small read. */
export async function GET(request: Request) {
  const date = new URL(request.url).searchParams.get('date')
  if (!isDate(date)) return Response.json({ error: 'date must be YYYY-MM-DD' }, { status: 400 })
  try {
    const viewer = await getViewer()
    if (!viewer?.isAdmin) return Response.json({ error: 'admins only' }, { status: viewer ? 403 : 401 })
    return Response.json(await listSlotsOnDate(date), { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    logFailure('Failed to fetch availability exceptions.', error)
    return Response.json({ error: 'not available' }, { status: 503 })
  }
}
