import type { NextRequest } from 'next/server'
import { findOpenSlots } from '@/lib/booking/queries'
import { packSlots } from '@/lib/booking/slots'
import { addDays, dateAt, isDate } from '@/lib/dates'

const noStore = { headers: { 'Cache-Control': 'no-store' } }

/** `?from&to` (studio dates, at most 62 days) → the studio's today and what is free, packed; 503 while the backend does not answer. */
export async function GET({ nextUrl: { searchParams } }: NextRequest) {
  const from = searchParams.get('from')
  const to = searchParams.get('to')
  if (!isDate(from) || !isDate(to) || to < from || to > addDays(from, 61)) {
    return Response.json({ error: 'Ask for 1 to 62 days, ?from=YYYY-MM-DD&to=YYYY-MM-DD.' }, { status: 400 })
  }
  const open = await findOpenSlots(from, to)
  if (!open) return Response.json({ error: 'The times could not be read.' }, { ...noStore, status: 503 })
  return Response.json({ today: dateAt(), ...packSlots(open) }, noStore)
}
