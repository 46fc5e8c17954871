import { describeError } from '@/lib/describe-error'
import { addDays, dateAt } from '@/lib/dates'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { visitorClient } from '@/lib/supabase/server'

export const dynamic = 'force-dynamic'

/**
 * Health check. 200 `{"status":"ok"}`, with a `warning` when the database has no site key yet; 503
 * `{"status":"degraded","reason":…}` when the database does not respond or does not know this
 * site's key. `?live` checks only the process, `?database` the process and the database.
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('live')) return Response.json({ status: 'ok' })
  try {
    const { error } = await visitorClient().rpc('get_available_slots_for_date', {
      p_date: addDays(dateAt(), 1),
    })
    if (error) throw error
    if (searchParams.has('database')) return Response.json({ status: 'ok' })
    const { state, problem } = await getSiteKeyState()
    if (state !== 'unknown') return Response.json({ status: 'ok', warning: problem })
    return Response.json({ status: 'degraded', reason: problem }, { status: 503 })
  } catch (error) {
    console.error('health: the database does not respond as it should.', describeError(error))
    return Response.json({ status: 'degraded', reason: 'The database does not respond.' }, { status: 503 })
  }
}
