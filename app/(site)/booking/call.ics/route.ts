import type { NextRequest } from 'next/server'
import { inviteFile } from '@/lib/booking/invite'
import { decodeSlot } from '@/lib/booking/slots'
import { dateAt } from '@/lib/dates'

/** A booked call as a calendar file. Everything in it is in the address; nothing is looked up, so it works without JavaScript and the backend. */
export function GET(request: NextRequest) {
  const call = decodeSlot(request.nextUrl.searchParams.get('call') ?? '', dateAt())
  if (!call) return new Response('This address names no call.', { status: 400 })
  return new Response(inviteFile(call), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="strategy-call.ics"',
      'Cache-Control': 'no-store',
    },
  })
}
