import type { NextRequest } from 'next/server'
import { calendarFile } from '@/lib/booking/calendar-file'
import { decodeChoice } from '@/lib/booking/slots'
import { dateAt } from '@/lib/dates'

/** A booked call as a calendar file. Everything in it is in the address; nothing is looked up, so it works without JavaScript and the backend. */
export function GET(request: NextRequest) {
  const call = decodeChoice(request.nextUrl.searchParams.get('call') ?? '', dateAt())
  if (!call) return new Response('This address names no call.', { status: 400 })
  return new Response(calendarFile({ ...call, status: 'pending', sequence: 0 }, 'PUBLISH'), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="strategy-call.ics"',
      'Cache-Control': 'no-store',
    },
  })
}
