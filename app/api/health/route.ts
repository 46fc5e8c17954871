import { describeError } from '@/lib/user-error'
import { addDays, dateAt } from '@/lib/dates'
import { getSiteKeyState } from '@/lib/site-key-state'
import { visitorClient } from '@/lib/supabase/server'

export const dynamic = 'force-dynamic'

/**
 * Says whether the site can do its work: 200 ok, with a warning while its database has no key of the site; or 503 degraded, with what is
 * wrong: the database does not answer, or refuses submits because it does not know this site's key. With `?live` only that it runs, with
 * `?database` only that the database answers.
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
    console.error('health: the database does not answer as it should.', describeError(error))
    return Response.json({ status: 'degraded', reason: 'The database does not answer.' }, { status: 503 })
  }
}
