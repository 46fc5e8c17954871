import type { Metadata } from 'next'
import { callLocation } from '@/lib/booking/call-location'
import type { ManagedBooking } from '@/lib/manage/schema'
import { findManagedBooking } from '@/lib/manage/queries'
import { findOpenDays } from '@/lib/booking/queries'
import { monthWindow, nextFreeDates } from '@/lib/booking/slots'
import { manage } from '@/lib/content/manage'
import { packages } from '@/lib/content/packages'
import { addDays, dateAt, siteDate, toInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { ManageCall } from '../_components/manage-call'
import { MessagePage } from '../_components/message-page'
import '../../booking.css'
import '../manage.css'

export const metadata: Metadata = { title: 'Your booking', robots: { index: false, follow: false } }

/** A booking's own page, for whoever has its link. A GET changes nothing, because mail programs open links by themselves. */
export default async function ManagePage({ params, searchParams }: PageProps<'/booking/manage/[token]'>) {
  const { token } = await params
  const booking = await findManagedBooking(token)
  if (booking === 'unreachable')
    return <MessagePage {...manage.unreachable} retry={`${paths.manage}/${token}`} />
  if (booking === 'invalid') return <MessagePage {...manage.invalid} />
  return (
    <ManageCall call={describe(booking, token)} times={await readTimes(booking, (await searchParams).date)} />
  )
}

export type ShownCall = ReturnType<typeof describe>

/** What the page shows of a booking. The e-mail address is shortened, because the link may have been shared. */
function describe({ email, location, phone, calendar_sequence, ...booking }: ManagedBooking, token: string) {
  const { id, name, message, date, start_time, end_time, status } = booking
  const packageName = packages.items.find((item) => item.name.toLowerCase() === booking.package)?.name
  return {
    ...{ token, id, date, start_time, end_time, status, name, message, phone, packageName },
    email: `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`,
    seen: calendar_sequence,
    start: toInstant(date, start_time).getTime(),
    end: toInstant(date, end_time).getTime(),
    now: Date.now(),
    place: status === 'confirmed' ? callLocation({ location, phone }) : null,
  }
}

export type FreeTimes = Awaited<ReturnType<typeof readTimes>>

/** The free times of the date in the URL, or of the booking's date, and the next dates with free times. `slots` is null when they cannot be read. */
async function readTimes(booking: ManagedBooking, asked: unknown) {
  const today = dateAt()
  const tomorrow = addDays(today, 1)
  const chosen = siteDate(asked, today)
  const wanted = chosen ?? booking.date
  const date = wanted > today ? wanted : tomorrow
  const { from, to } = monthWindow(date, today)
  const days = await findOpenDays(from, to)
  return {
    asked: chosen !== null,
    ...{ date, tomorrow },
    slots: days && (days.slots[date] ?? []),
    others: days ? nextFreeDates(days.free, date) : [],
  }
}
