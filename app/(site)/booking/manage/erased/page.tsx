import type { Metadata } from 'next'
import { manage } from '@/lib/content/manage'
import { formatLongDate, isDate } from '@/lib/dates'
import { BookingMessage } from '../_components/booking-message'
import { ForgetErased } from '../_components/forget-erased'

export const metadata: Metadata = { title: manage.erased.title, robots: { index: false, follow: false } }

/** A page of its own, because the booking's page no longer exists. */
export default async function ErasedPage({ searchParams }: PageProps<'/booking/manage/erased'>) {
  // Reading searchParams makes Next render per request, so that the middleware can set the policy.
  const { until, booking } = await searchParams
  return (
    <BookingMessage title={manage.erased.title} lead={manage.erased.lead}>
      {typeof booking === 'string' && <ForgetErased booking={booking} />}
      {isDate(until) && <p className="mt-4 max-w-[44em]">{manage.erased.kept(formatLongDate(until))}</p>}
      <p className="mt-4 max-w-[44em]">{manage.erased.others}</p>
    </BookingMessage>
  )
}
