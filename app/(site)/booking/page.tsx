import { randomUUID } from 'node:crypto'
import { FirstStyles } from '@/app/styles/first-styles'
import { JsonLd } from '@/components/json-ld'
import { findOpenDays } from '@/lib/booking/queries'
import { findProposed, monthWindow, nextTimes } from '@/lib/booking/slots'
import { namesChoice, readAddress } from '@/lib/booking/address'
import { bookableDates, dateAt } from '@/lib/dates'
import { findAsksForPhone } from '@/lib/settings/queries'
import { pageMetadata } from '@/lib/http/metadata'
import { readFit } from '@/lib/start/answers'
import { describeFit } from '@/lib/start/describe'
import { BookingForm } from './_components/booking-form'

export const metadata = pageMetadata('booking')

export default async function BookingPage({ searchParams }: PageProps<'/booking'>) {
  const given = Object.entries(await searchParams)
  const params = new URLSearchParams(
    given.flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  const today = dateAt()
  const address = readAddress(params, today)
  const answered = readFit(address.fit)
  // Around the selected date; the shown month, because before hydration its links are ordinary requests; and
  // the days after today, for the next free times.
  const windows = [address.date, `${address.month}-01`, bookableDates(today).first].map((date) =>
    monthWindow(date, today),
  )
  const asksPhone = findAsksForPhone()
  const [days, shown, soon] = await Promise.all(windows.map(({ from, to }) => findOpenDays(from, to)))

  const { instead } = findProposed(days ?? null, params.has('date') ? address.date : null, address.slot)

  return (
    <>
      <FirstStyles of="booking" />
      <JsonLd page="booking" />
      {/* One day's times and the other days' numbers keep the HTML small. The form fetches the rest. */}
      <BookingForm
        instead={instead}
        address={address}
        isNamed={namesChoice(params)}
        today={today}
        slots={days ? (days.slots[address.date] ?? []) : null}
        free={{ ...days?.free, ...shown?.free, ...soon?.free }}
        first={soon ? nextTimes({ ...soon, first: [], today }, null) : []}
        requestId={randomUUID()}
        answers={answered && { fit: answered.fit, words: describeFit(answered.fit) }}
        asksPhone={await asksPhone}
      />
    </>
  )
}
