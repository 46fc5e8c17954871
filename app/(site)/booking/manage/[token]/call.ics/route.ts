import { calendarFile } from '@/lib/booking/calendar-file'
import { findManagedBooking } from '@/lib/manage/queries'
import { manage } from '@/lib/content/manage'

/** Importing a later version of the file updates the same calendar event. */
export async function GET(_: Request, { params }: RouteContext<'/booking/manage/[token]/call.ics'>) {
  const booking = await findManagedBooking((await params).token)
  if (booking === 'invalid') return respond(manage.invalid.title, 404)
  if (booking === 'unreachable') return respond(manage.unreachable.lead, 503)
  const { where, calendar_sequence: sequence } = booking
  const status = booking.is_proposed ? 'pending' : booking.status
  const call = { ...booking, status, sequence, location: where?.text, url: where?.url ?? undefined }
  return respond(calendarFile(call, 'PUBLISH'), 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="strategy-call.ics"',
  })
}

function respond(body: string, status: number, headers: Record<string, string> = {}) {
  return new Response(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } })
}
