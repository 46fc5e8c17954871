import { logFailure } from '../../run-admin-action'
import { dateAt, siteDate } from '@/lib/dates'
import { listFreeTimes } from '@/lib/requests/call-commands'
import { AccessError, adminClient } from '@/lib/supabase/auth'

/**
 * The free times of `?date=` (`YYYY-MM-DD`), also of today. 401 without a session, 403 for non-admins, 503
 * when they cannot be read. A GET does not queue behind a running server action.
 */
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
