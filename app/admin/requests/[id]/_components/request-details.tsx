import { buttonVariants } from '@/components/ui/button-variants'
import { describeBusy } from '@/lib/content/calendars'
import { toInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { Admin, RequestDetails as Details } from '@/lib/requests/details'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { CallLocation } from './call-location'
import { CopyVisitorLink } from './copy-visitor-link'
import { DetailRow } from './detail-row'
import { ErasePerson } from './erase-person'
import { OwnerField } from './owner-field'
import { SamePerson } from './same-person'

interface RequestDetailsProps {
  request: AdminRequest
  details: Details
  admins: Admin[]
  /** The signed-in admin's user id. */
  me: string
  /** When the server read the request, in milliseconds. */
  now: number
}

/** Shows the owner, location, offer and link of a request, and the person's other requests. */
export function RequestDetails({ request, details, admins, me, now }: RequestDetailsProps) {
  const { location, busy, hasLink, samePerson, sameEmail, reply } = details
  const { id } = request
  const erased = isErased(request)
  const hasOffer = reply.events.some(({ kind }) => kind === 'offer')
  const ahead = samePerson.filter(
    ({ date, start_time, status }) =>
      date && start_time && status !== 'cancelled' && toInstant(date, start_time).getTime() > now,
  )
  return (
    <>
      {isAhead(request, now) &&
        busy.map((calendar, index) => (
          <p key={index} className="mb-3 font-medium">
            {describeBusy(calendar)}
          </p>
        ))}
      <div className="divide-y divide-border">
        {!erased && <OwnerField request={request} admins={admins} me={me} />}
        {location && request.type === 'booking' && request.status !== 'cancelled' && !erased && (
          <CallLocation booking={request} known={location} />
        )}
        {!erased && (
          <DetailRow name="Offer" value={hasOffer ? 'Begun or sent' : 'None yet'}>
            <a
              href={`${paths.offers}/${id}`}
              className={buttonVariants({ size: 'xs', variant: 'ghost', className: '-mr-2.5 text-brand' })}
            >
              {hasOffer ? 'Open the offer' : 'Write an offer'}
            </a>
          </DetailRow>
        )}
        {hasLink && (
          <DetailRow name="Their link" value="To change or cancel it">
            <CopyVisitorLink id={id} />
          </DetailRow>
        )}
      </div>
      {!erased && <SamePerson id={id} requests={samePerson} />}
      {!erased && (
        <div className="mt-4 flex flex-wrap gap-x-1 border-t border-border pt-3 [&>*:first-child]:-ml-2.5">
          <a href={`${paths.export}/${id}.json`} className={buttonVariants({ size: 'xs', variant: 'ghost' })}>
            Their data
          </a>
          <ErasePerson email={request.email} sameEmail={sameEmail} ahead={ahead} />
        </div>
      )}
    </>
  )
}
