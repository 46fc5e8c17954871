import { randomUUID } from 'node:crypto'
import { JsonLd } from '@/components/json-ld'
import { findOpenSlots } from '@/lib/booking/queries'
import { countByDate, groupByDate, monthWindow, type SlotsByDate } from '@/lib/booking/slots'
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
  const days = await readDays([view.date, `${view.month}-01`], today)

  return (
    <>
      <JsonLd page="booking" />
      {/* The times of one day, and only numbers of the others: the form reads those when it is interactive. */}
      <BookingForm
        view={view}
        today={today}
        slots={days[view.date] ?? null}
        free={countByDate(days)}
        requestId={randomUUID()}
        asksPhone={callPlace.kind === 'phone'}
      />
    </>
  )
}

/** The free times of these dates' months and the next; without those that could not be read. */
async function readDays(dates: string[], today: string): Promise<SlotsByDate> {
  const windows = new Map(dates.map((date) => [date.slice(0, 7), monthWindow(date, today)]))
  const read = await Promise.all(
    [...windows.values()].map(async ({ from, to }) => {
      const slots = await findOpenSlots(from, to)
      return slots && groupByDate(slots, from, to)
    }),
  )
  return Object.assign({}, ...read) as SlotsByDate
}
