import { describeBusy } from '@/lib/content/calendars'
import { toInstant } from '@/lib/dates'
import { paths } from '@/lib/paths'
import type { Admin, RequestDetails } from '@/lib/requests/details'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import type { ReadResult } from '../../queries'
import { AnswerButtons } from './answer-buttons'
import { CallLocation } from '../calls/call-location'
import { CopyVisitorLink } from './copy-visitor-link'
import { Notes } from './notes'
import { OwnerField } from './owner-field'
import { ReplySection } from '../reply/reply-section'
import { Field, WantedFields } from './request-fields'
import { RequestHistory } from './request-history'
import type { ReadRequest } from './request-sheet'
import { SamePerson } from './same-person'

interface RequestBodyProps {
  request: AdminRequest
  details: RequestDetails
  admins: Admin[]
  /** Whether visitors get mails of this site. */
  mailed: boolean
  /** When the page was read, in milliseconds. */
  now: number
}

type Read = ReadResult<{ request: AdminRequest; details: RequestDetails | null }>

/** The open request as the page has read it, with what stands below its buttons. */
export function withBody(read: Read, props: Omit<RequestBodyProps, 'request' | 'details'>) {
  const { data, ...failure } = read
  if (!data) return { data, ...failure }
  const { request, details } = data
  const body = details && <RequestBody {...{ request, details }} {...props} />
  const ahead = (details?.samePerson ?? []).filter(
    ({ date, start_time, status }) =>
      date && start_time && status !== 'cancelled' && toInstant(date, start_time).getTime() > props.now,
  )
  const shown: ReadRequest = { request, body, sameEmail: details?.sameEmail, ahead }
  return { data: shown, ...failure }
}

/** What stands below a request's buttons. */
function RequestBody({ request, details, admins, mailed, now }: RequestBodyProps) {
  const { id } = request
  const { reply, notes, replies, samePerson, location, hasLink, busy } = details
  const erased = isErased(request)
  const isHeld = request.type === 'booking' && request.status !== 'cancelled' && !erased
  return (
    <>
      {isHeld &&
        busy.map((calendar, index) => (
          // Two calendars may have the same label.
          <p key={index} className="mt-4 font-medium">
            {describeBusy(calendar)}
          </p>
        ))}
      <WantedFields request={request}>
        {hasLink && (
          <Field name="Their link" className="flex items-start justify-between gap-2">
            To change or cancel it
            <CopyVisitorLink id={id} />
          </Field>
        )}
      </WantedFields>
      <ReplySection {...{ request, now, mailed, replies }} context={reply} usual={location?.usual} />
      {!erased && (
        <>
          <AnswerButtons request={request} now={now} />
          <OwnerField id={id} owner={request.owner ?? null} admins={admins} />
          <a
            href={`${paths.offers}/${id}`}
            className="mt-5 w-fit font-medium text-brand underline underline-offset-3"
          >
            {reply.events.some(({ kind }) => kind === 'offer') ? 'Open the offer' : 'Write an offer'}
          </a>
          <Notes id={id} notes={notes} admins={admins} />
        </>
      )}
      {isHeld && <CallLocation booking={request} known={location} />}
      {!erased && <SamePerson id={id} requests={samePerson} />}
      <RequestHistory events={reply.events} />
    </>
  )
}
