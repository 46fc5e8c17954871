import { buttonVariants } from '@/components/ui/button-variants'
import { describeBusy } from '@/lib/calendars/notices'
import { toInstant } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import type { OfferSummary } from '@/lib/offers/queries'
import { paths } from '@/lib/paths'
import { isAhead } from '@/lib/requests/replies'
import { hasLink } from '@/lib/booking/token'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { Part } from '../../../_components/part-failure'
import { PreviousIfFailed } from '../../../_components/previous-data'
import type { RequestParts } from '../queries'
import { CallLocation } from './call-location'
import { CopyVisitorLink } from './copy-visitor-link'
import { DetailRow } from './detail-row'
import { ErasePerson } from './erase-person'
import { OwnerField } from './owner-field'
import { SamePerson } from './same-person'

interface RequestDetailsProps {
  request: AdminRequest
  parts: RequestParts
  me: string
  now: number
}

export function RequestDetails({ request, parts, me, now }: RequestDetailsProps) {
  const { admins, usual, location, busy, person, offer } = parts
  const { id } = request
  const erased = isErased(request)
  const booking = request.type === 'booking' && !erased ? request : null
  const ahead = person.data?.requests.filter(
    ({ date, start_time, status }) =>
      date && start_time && status !== 'cancelled' && toInstant(date, start_time).getTime() > now,
  )
  return (
    <>
      {isAhead(request, now) && (
        <Part failed={busy.failure !== null} sentence="The founders’ calendars could not be read.">
          {busy.data?.map((calendar, index) => (
            <p key={index} className="mb-3 font-medium">
              {describeBusy(calendar)}
            </p>
          ))}
        </Part>
      )}
      <div className="divide-y divide-border">
        {!erased && (
          <Part failed={admins.failure !== null} sentence="Who answers could not be read.">
            {admins.data && <OwnerField request={request} admins={admins.data} me={me} />}
          </Part>
        )}
        {booking && booking.status !== 'cancelled' && (
          <Part
            failed={usual.failure !== null || location.failure !== null}
            sentence="The location could not be read."
          >
            {usual.data && location.data && (
              <CallLocation booking={booking} usual={usual.data} state={location.data} />
            )}
          </Part>
        )}
        {!erased && (
          <DetailRow
            name="Offer"
            value={
              <span className="whitespace-normal">
                {offer.data ? describeOffer(offer.data) : offer.failure ? 'Could not be read' : 'None yet'}
              </span>
            }
          >
            <a
              href={`${paths.offers}/${id}`}
              className={buttonVariants({ size: 'xs', variant: 'ghost', className: '-mr-2.5 text-brand' })}
            >
              {offer.data || offer.failure ? 'Open the offer' : 'Write an offer'}
            </a>
          </DetailRow>
        )}
        {booking && hasLink(booking) && (
          <DetailRow name="Their link" value="To change or cancel it">
            <CopyVisitorLink id={id} />
          </DetailRow>
        )}
      </div>
      {!erased && (
        <Part failed={person.failure !== null} sentence="Their other requests could not be read.">
          {person.data && <SamePerson id={id} requests={person.data.requests} />}
        </Part>
      )}
      {!erased && (
        <div className="mt-4 flex flex-wrap gap-x-1 border-t border-border pt-3 [&>*:first-child]:-ml-2.5">
          <a href={`${paths.export}/${id}.json`} className={buttonVariants({ size: 'xs', variant: 'ghost' })}>
            Their data
          </a>
          <PreviousIfFailed failed={person.failure !== null}>
            {person.data && ahead && (
              <ErasePerson email={request.email} sameEmail={person.data.count} ahead={ahead} />
            )}
          </PreviousIfFailed>
        </div>
      )}
    </>
  )
}

/** 'Version 2, $13,800, open'. */
function describeOffer({ state, isUnsent, version, cents }: OfferSummary): string {
  if (state === 'draft') return 'Begun'
  return `Version ${version}, ${formatAmount(cents)}, ${isUnsent ? 'made' : state}`
}
