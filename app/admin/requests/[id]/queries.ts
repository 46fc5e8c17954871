import 'server-only'
import { listUntold } from '@/lib/requests/untold'
import { readLocationState } from '@/lib/requests/untold-people'
import { linkOrigin } from '@/lib/mail/config'
import { findOfferSummary } from '@/lib/offers/queries'
import * as details from '@/lib/requests/one-request'
import { countRequests } from '@/lib/requests/list'
import { findBooking, findInquiry, findNextToAnswer } from '@/lib/requests/queries'
import type { AdminRequest } from '@/lib/requests/request'
import { getSettings } from '@/lib/settings/queries'
import { attempt, failuresOf, readPart } from '../../queries'

/** A part whose read fails takes no other with it. `readAt` is before the first read, in milliseconds. */
export async function readRequestPage(id: string, me: string) {
  const readAt = Date.now()
  const tables = Promise.all([
    attempt('Failed to fetch bookings', findBooking(id)),
    attempt('Failed to fetch inquiries', findInquiry(id)),
  ])
  const [[booking, inquiry], parts, admins, counts, next, untold] = await Promise.all([
    tables,
    tables.then(([booking, inquiry]) => {
      const request = booking.data ?? inquiry.data
      return request && readParts(request)
    }),
    readPart(details.listAdmins()),
    readPart(countRequests()),
    readPart(findNextToAnswer(id)),
    readPart(listUntold()),
  ])
  const request = booking.data ?? inquiry.data
  const reads = [booking, inquiry, admins, counts, next, untold, ...Object.values(parts ?? {})]
  const failed = booking.failure && inquiry.failure ? 'Failed to load admin data.' : null
  return {
    request,
    failure: request ? null : (failed ?? booking.failure ?? inquiry.failure),
    failures: failuresOf(...reads),
    isDenied: reads.some(({ isDenied }) => isDenied),
    parts: parts && { ...parts, admins, counts, next, untold, context: contextOf(parts, me) },
    readAt,
  }
}

async function readParts(request: AdminRequest) {
  const { id, email } = request
  const [person, notes, replies, events, siteMails, usual, location, offer, link, free, busy] =
    await Promise.all([
      readPart(details.findPerson(email)),
      readPart(details.listNotes(id)),
      readPart(details.listReplies(id)),
      readPart(details.listEvents(id)),
      readPart(details.listSiteMails(id)),
      readPart(getSettings().then((settings) => settings.location)),
      readPart(request.type === 'booking' ? readLocationState(request) : Promise.resolve(null)),
      readPart(findOfferSummary(id)),
      readPart(details.findLinkPath(request).then((path) => ({ path }))),
      readPart(details.findTimesFor(request)),
      readPart(details.findBusy(request)),
    ])
  return { person, notes, replies, events, siteMails, usual, location, offer, link, free, busy }
}

type Parts = Awaited<ReturnType<typeof readParts>>

function contextOf({ link, free, events, usual, offer }: Parts, me: string): details.ReplyContext {
  return {
    origin: linkOrigin(),
    ...{ link: link.data, free: free.data, events: events.data, usual: usual.data, me },
    agreed: offer.data?.agreed ?? null,
  }
}

export type RequestParts = NonNullable<Awaited<ReturnType<typeof readRequestPage>>['parts']>
