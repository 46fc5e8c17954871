import { causeOf } from '@/lib/cause'
import { addDays, dateAt } from '@/lib/dates'
import { getSiteKeyState } from '@/lib/site-key-state'
import { visitorClient } from '@/lib/supabase/server'

export const dynamic = 'force-dynamic'

/**
 * Says whether the site can do its work: 200 ok, with a warning while its database has no key of the site; or 503 degraded, with what is
 * wrong: the database does not answer, or refuses submits because it does not know this site's key. With `?live` only that it runs.
 */
export async function GET(request: Request) {
  if (new URL(request.url).searchParams.has('live')) return Response.json({ status: 'ok' })
  try {
    const tomorrow = addDays(dateAt(), 1)
    const [{ error }, { state, problem }] = await Promise.all([
      visitorClient().rpc('get_available_slots_for_date', { p_date: tomorrow }),
      getSiteKeyState(),
    ])
    if (error) throw error
    if (state !== 'unknown') return Response.json({ status: 'ok', warning: problem })
    return Response.json({ status: 'degraded', reason: problem }, { status: 503 })
  } catch (error) {
    console.error('health: the database does not answer as it should.', causeOf(error))
    return Response.json({ status: 'degraded', reason: 'The database does not answer.' }, { status: 503 })
  }
}
