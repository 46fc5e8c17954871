import { logFailure } from '../admin-action'
import { dateAt, siteDate } from '@/lib/dates'
import { listFreeTimes } from '@/lib/requests/free-times'
import { AccessError, adminClient } from '@/lib/supabase/auth'

/** `?date=` is `YYYY-MM-DD`, today included. No server action, because these run one after the other. */
export async function GET(request: Request) {
  const date = new URL(request.url).searchParams.get('date') ?? ''
  try {
    await adminClient()
    const times = siteDate(date, dateAt()) ? await listFreeTimes(date) : []
    return Response.json(times, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof AccessError) return new Response(null, { status: error.status })
    logFailure('Failed to load admin data.', error)
    return new Response(null, { status: 503 })
  }
}
