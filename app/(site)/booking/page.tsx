import { randomUUID } from 'node:crypto'
import { JsonLd } from '@/components/json-ld'
import { findOpenSlots } from '@/lib/booking/queries'
import { monthWindow, packSlots } from '@/lib/booking/slots'
import { parseView } from '@/lib/booking/view'
import { booking } from '@/lib/content/booking'
import { site } from '@/lib/content/site'
import { dateAt } from '@/lib/dates'
import { pageMetadata } from '@/lib/site/metadata'
import { BookingForm } from './_components/booking-form'
import { DateForm } from './_components/date-form'
import './booking.css'

export const metadata = pageMetadata('booking')

/** "/booking": a free call, or a plain inquiry. Rendered per visitor, because what is free changes and tomorrow is the studio's. */
export default async function BookingPage({ searchParams }: PageProps<'/booking'>) {
  const given = Object.entries(await searchParams)
  const params = new URLSearchParams(
    given.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  const today = dateAt()
  const { date } = parseView(params, today)
  const { from, to } = monthWindow(date, today)
  const open = await findOpenSlots(from, to)

  return (
    <div className="wrap pt-10 pb-(--section) sm:pt-14">
      <JsonLd page="booking" />
      <h1 className="text-headline">{booking.title}</h1>
      <p className="mt-4 max-w-[18em] text-lead text-muted-foreground sm:max-w-[26em]">{booking.lead}</p>
      <DateForm date={date} today={today} />
      <BookingForm today={today} slots={open && packSlots(open)} requestId={randomUUID()}>
        {booking.privacy.purpose}
        <br />
        {booking.privacy.rights}{' '}
        <a href={`mailto:${site.email}`} className="link">
          {site.email}
        </a>
      </BookingForm>
    </div>
  )
}
