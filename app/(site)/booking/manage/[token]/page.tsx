import type { Metadata } from 'next'
import { manage } from '@/lib/content/manage'
import { findManagedBooking } from '@/lib/manage/queries'
import { paths } from '@/lib/paths'
import { findAsksForPhone } from '@/lib/settings/queries'
import { ManageCall } from '../_components/manage-call'
import { BookingMessage } from '../_components/booking-message'
import { findFreeTimes, toShownCall } from '../_components/shown-call'

export const metadata: Metadata = { title: 'Your booking', robots: { index: false, follow: false } }

/** A GET changes nothing, because mail programs open links by themselves. */
export default async function ManagePage({ params, searchParams }: PageProps<'/booking/manage/[token]'>) {
  const { token } = await params
  const { date, slot } = await searchParams
  const [booking, asksPhone] = await Promise.all([findManagedBooking(token), findAsksForPhone()])
  if (booking === 'unreachable')
    return <BookingMessage {...manage.unreachable} retry={`${paths.manage}/${token}`} />
  if (booking === 'invalid') return <BookingMessage {...manage.invalid} />
  const call = toShownCall(booking, token, asksPhone)
  return <ManageCall call={call} times={await findFreeTimes(booking, date, slot)} />
}
