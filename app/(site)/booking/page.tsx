import { randomUUID } from 'node:crypto'
import { JsonLd } from '@/components/json-ld'
import { findOpenDays } from '@/lib/booking/queries'
import { monthWindow } from '@/lib/booking/slots'
import { parseView } from '@/lib/booking/view'
import { callPlace } from '@/lib/content/call'
import { dateAt } from '@/lib/dates'
import { pageMetadata } from '@/lib/site/metadata'
import { BookingForm } from './_components/booking-form'
import './booking.css'

export const metadata = pageMetadata('booking')

/** "/booking": a free call, or a plain inquiry. Rendered per visitor, because what is free changes and tomorrow is the studio's. */
export default async function BookingPage({ searchParams }: PageProps<'/booking'>) {
  const given = Object.entries(await searchParams)
  const params = new URLSearchParams(
    given.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  const today = dateAt()
  const view = parseView(params, today)
  // The shown month's as well, where somebody without scripts yet has turned the calendar's pages.
  const windows = [view.date, `${view.month}-01`].map((date) => monthWindow(date, today))
  const [days, shown] = await Promise.all(windows.map(({ from, to }) => findOpenDays(from, to)))

  return (
    <>
      <JsonLd page="booking" />
      {/* The times of one day, and only numbers of the others: the form reads those when it is interactive. */}
      <BookingForm
        view={view}
        today={today}
        slots={days ? (days.slots[view.date] ?? []) : null}
        free={shown === days ? (days?.free ?? {}) : { ...days?.free, ...shown?.free }}
        requestId={randomUUID()}
        asksPhone={callPlace.kind === 'phone'}
      />
    </>
  )
}
