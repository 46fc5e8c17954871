import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { findOpenSlots } from '@/lib/booking/queries'
import { monthWindow, packSlots } from '@/lib/booking/slots'
import { parseView } from '@/lib/booking/view'
import { booking } from '@/lib/content/booking'
import { site } from '@/lib/content/site'
import { dateAt } from '@/lib/dates'
import { BookingForm } from './_components/booking-form'
import { DateForm } from './_components/date-form'
import './booking.css'

export const metadata: Metadata = { title: booking.title, description: booking.lead }

/** "/booking": a free call, or a plain inquiry. Rendered per visitor, because what is free changes and tomorrow is the studio's. */
export default async function BookingPage({ searchParams }: PageProps<'/booking'>) {
  const params = new URLSearchParams(
    Object.entries(await searchParams).flatMap(([key, value]) =>
      typeof value === 'string' ? [[key, value]] : [],
    ),
  )
  const today = dateAt()
  const { date } = parseView(params, today)
  const { from, to } = monthWindow(date)
  const open = await findOpenSlots(from, to)

  return (
    <div className="wrap py-12">
      <h1 className="text-headline">{booking.title}</h1>
      <p className="mt-4 max-w-[52ch] text-lead">{booking.lead}</p>
      <DateForm date={date} today={today} />
      <BookingForm today={today} slots={open && packSlots(open)} requestId={randomUUID()}>
        <p className="text-sm text-muted-foreground">
          {booking.privacy[0]}
          <br />
          {booking.privacy[1]} <a href={`mailto:${site.email}`}>{site.email}</a>.
        </p>
      </BookingForm>
    </div>
  )
}
