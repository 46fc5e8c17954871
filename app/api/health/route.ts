import { visitorClient } from '@/lib/supabase/server'
import { addDays, dateAt } from '@/lib/dates'

export const dynamic = 'force-dynamic'

/** Says whether the site can do its work: 200 ok, or 503 degraded with the part that does not answer. With `?live` only that it runs. */
export async function GET(request: Request) {
  if (new URL(request.url).searchParams.has('live')) return Response.json({ status: 'ok' })
  try {
    const { error } = await visitorClient().rpc('get_available_slots_for_date', {
      p_date: addDays(dateAt(), 1),
    })
    if (!error) return Response.json({ status: 'ok' })
    console.error('health: the database refused', error.code)
  } catch (error) {
    console.error('health: the backend is not configured', error)
  }
  return Response.json({ status: 'degraded', reason: 'The database does not answer.' }, { status: 503 })
}
