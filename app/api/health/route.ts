import { describeError } from '@/lib/describe-error'
import { addDays, dateAt } from '@/lib/dates'
import { getSiteKeyState } from '@/lib/supabase/site-key-state'
import { findZoneProblem } from '@/lib/supabase/studio-zone'
import { visitorClient } from '@/lib/supabase/server'

export const dynamic = 'force-dynamic'

/**
 * `?live` checks only the process, `?database` also that the database responds, neither also its site key and
 * time zone. Responds 503 with a `reason` if one fails; deploy/update.sh reads the running `build`.
 */
export async function GET(request: Request) {
  const { searchParams } = new URL(request.url)
  if (searchParams.has('live')) return respond({ status: 'ok' })
  try {
    if (searchParams.has('database')) {
      await visitorClient().rpc('asks_for_phone').throwOnError()
      return respond({ status: 'ok' })
    }
    const { error } = await visitorClient().rpc('get_available_slots_for_date', {
      p_date: addDays(dateAt(), 1),
    })
    if (error) throw error
    const [{ state, problem }, zones] = await Promise.all([getSiteKeyState(), findZoneProblem()])
    if (zones || state === 'unknown') return respond({ status: 'degraded', reason: zones ?? problem })
    return respond({ status: 'ok', warning: problem })
  } catch (error) {
    console.error('health: the database does not respond as it should.', describeError(error))
    return respond({ status: 'degraded', reason: 'The database does not respond.' })
  }
}

function respond(health: { status: 'ok' | 'degraded'; warning?: string | null; reason?: string | null }) {
  return Response.json(
    { ...health, build: process.env.STUDIO_BUILD_ID || undefined },
    { status: health.status === 'ok' ? 200 : 503 },
  )
}
