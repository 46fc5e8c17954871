import { findNextChoice } from '@/lib/booking/queries'

export const dynamic = 'force-dynamic'

/** The next free call, `{ date, start_time }` on the studio's clock, or null when there is none or it is not known. */
export async function GET() {
  const next = await findNextChoice()
  return Response.json(next && { date: next.date, start_time: next.start_time })
}
