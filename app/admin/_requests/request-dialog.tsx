'use client'

import { Copy, Link2 } from 'lucide-react'
import { useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { formatTimestamp, formatDate, formatTimeRange } from '@/lib/dates'
import { mailto } from '@/lib/booking/mailto'
import { paths } from '@/lib/paths'
import { isAhead } from '@/lib/requests/replies'
import type { RequestDetails } from '@/lib/requests/queries'
import {
  type AdminRequest,
  describeList,
  isErased,
  nextStatuses,
  type Outcome,
  type Status,
} from '@/lib/requests/request'
import { describeFit } from '@/lib/start/answers'
import { UntoldNotice } from '../_notices/untold-notice'
import { AnswerButtons } from './answer-buttons'
import { CallLocation } from './call-location'
import { copyText } from './copy-text'
import { CopyVisitorLink } from './copy-visitor-link'
import { MoveCallButton } from './move-call'
import { Notes } from './notes'
import { OutcomeField } from './outcome-field'
import { OwnerField } from './owner-field'
import { SamePerson } from './same-person'
import { ErasePerson } from './erase-person'
import { focusRow } from './focus-row'
import { ReplyKit } from './reply-kit'
import { RequestHistory } from './request-history'
import { StatusBadge } from './status-badge'
import { TurnText } from './turn-mark'
import { titleOf, verbs } from './labels'

interface RequestDialogProps {
  /** The request to show; without one the dialog is closed. */
  request: AdminRequest | undefined
  /** What only the dialog shows; missing until it is read. */
  details: RequestDetails | null | undefined
  /** When the page was read, in milliseconds. */
  now: number
  /** Whether the rest could not be read. */
  isCut: boolean
  pending: boolean
  onStatus: (status: Status) => void
  /** Whether visitors get mails of this site. */
  mailed: boolean
  /** Called when it was answered, with its new status, and with the earlier one if that is undone. */
  onAnswered: (request: AdminRequest) => void
  onRestored: (request: AdminRequest) => void
  /** Opens another request. */
  onOpen: (id: string) => void
  onClose: () => void
}

/**
 * A request in full, and what can be done with it. On closing, the focus goes to its row, or to
 * what was pressed outside the list.
 */
export function RequestDialog({ request, onClose, ...props }: RequestDialogProps) {
  const pressed = useRef<Element | null>(null)
  return (
    <Sheet open={request !== undefined} onOpenChange={(open) => !open && onClose()}>
      {request && (
        <SheetContent
          aria-describedby={undefined}
          // As high as it can be on a phone, so that no button moves when the rest arrives.
          className="p-5 text-sm max-sm:h-[92svh] sm:p-6"
          onOpenAutoFocus={() => (pressed.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            if (isOutsideList(pressed.current) || !focusRow(request.id)) {
              if (pressed.current instanceof HTMLElement) pressed.current.focus()
            }
            event.preventDefault()
          }}
        >
          <RequestBody key={request.id} request={request} onClose={onClose} {...props} />
        </SheetContent>
      )}
    </Sheet>
  )
}

function isOutsideList(element: Element | null): boolean {
  return element?.isConnected === true && element !== document.body && !element.closest('table, [role=menu]')
}

/** What somebody wrote, as they wrote it. */
const written = { dir: 'auto', className: 'whitespace-pre-wrap' }

function Fields({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2.5 [overflow-wrap:anywhere] [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-3 [&_dt]:text-muted-foreground">
      {children}
    </dl>
  )
}

function Field({ name, ...value }: { name: string } & React.ComponentProps<'dd'>) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}

type RequestDetailsProps = Omit<RequestDialogProps, 'request'> & { request: AdminRequest }

function RequestBody({
  request,
  details,
  now,
  isCut,
  pending,
  onStatus,
  mailed,
  onAnswered,
  onRestored,
  onOpen,
  onClose,
}: RequestDetailsProps) {
  const erased = isErased(request)
  const booking = request.type === 'booking' ? request : null
  // Something can have come of it, and to cancel it is no longer what one is here for.
  const isOver = request.status === 'confirmed' && !isAhead(request, now)
  return (
    <>
      <SheetTitle className="text-muted-foreground">{titleOf(request.type)}</SheetTitle>
      <p
        dir="auto"
        className="mt-1 mb-5 pr-8 text-xl leading-snug font-semibold tracking-tight [overflow-wrap:anywhere]"
      >
        {request.name}
      </p>
      <p role="status" className="mb-4 rounded-lg bg-muted px-3 py-2 empty:hidden">
        {isCut && 'This is only what the list has. The rest follows when the site can be reached.'}
      </p>
      <Fields>
        <Field name="Status">
          <StatusBadge status={request.status} />
        </Field>
        {request.over_from && (
          <Field name="Turn">
            <TurnText request={request} now={now} />
          </Field>
        )}
        {booking && <Field name="Date">{formatDate(booking.date)}</Field>}
        {booking && (
          <Field name="Time">{formatTimeRange(booking.start_time, booking.end_time)}, Wellington time</Field>
        )}
        <Field name="Email" className="flex items-start justify-between gap-2">
          {erased ? (
            request.email
          ) : (
            <>
              <a href={mailto(request.email)}>
                <bdi>{request.email}</bdi>
              </a>
              <Button
                size="xs"
                variant="outline"
                className="-my-0.5 shrink-0"
                aria-label="Copy email address"
                onClick={() => void copyText(request.email, 'Email address copied')}
              >
                <Copy aria-hidden className="size-3.5" />
                Copy
              </Button>
            </>
          )}
        </Field>
        <Field name="Created">{formatTimestamp(request.created_at)}</Field>
      </Fields>
      {isOver && !erased && (
        <OutcomeField
          id={request.id}
          outcome={(booking?.outcome ?? null) as Outcome | null}
          reason={booking?.outcome_reason ?? null}
        />
      )}
      <div className="mt-6 flex flex-wrap gap-2">
        {nextStatuses(request).map((status) => (
          <Button
            key={status}
            size="sm"
            variant={status === 'confirmed' ? 'default' : isOver ? 'ghost' : 'outline'}
            aria-disabled={pending}
            onClick={({ currentTarget }) => {
              if (pending) return
              // A second press would act on a button that has moved under the pointer. Cancelling asks.
              if (status !== 'cancelled') ignorePresses(currentTarget.parentElement)
              onStatus(status)
            }}
          >
            {verbs[status]}
          </Button>
        ))}
        <MoveCallButton request={request} />
      </div>
      {/* Below the buttons, which so stay where they are when it comes. */}
      <UntoldNotice id={request.id} />
      <div className="mt-6">
        <Fields>
          {request.package && (
            <Field name="Package" className="capitalize">
              {request.package}
            </Field>
          )}
          {request.price_seen && (
            <Field name="Price seen">
              {request.price_seen}
              <span className="block text-muted-foreground">{describeList(request.created_at)}</span>
            </Field>
          )}
          {request.fit && (
            <Field name="Answers">
              <ul>
                {describeFit(request.fit).map(({ question, answer }) => (
                  <li key={question}>
                    <span className="text-muted-foreground">{question}</span> {answer}
                  </li>
                ))}
              </ul>
            </Field>
          )}
          {booking?.phone && (
            <Field name="Phone">
              <a href={`tel:${booking.phone}`}>{booking.phone}</a>
            </Field>
          )}
          <Field name="Message" {...written}>
            {request.message ?? '–'}
          </Field>
          {booking?.cancel_reason && (
            <Field name="Cancelled because" {...written}>
              {booking.cancel_reason}
            </Field>
          )}
          {booking?.cancel_message && (
            <Field name="We wrote" {...written}>
              {booking.cancel_message}
            </Field>
          )}
          {details?.hasLink && (
            <Field name="Their link" className="flex items-start justify-between gap-2">
              To change or cancel it
              <CopyVisitorLink id={request.id} />
            </Field>
          )}
        </Fields>
      </div>
      {details && (
        <ReplyKit
          {...{ request, now, mailed, onAnswered, onRestored }}
          replies={details.replies}
          usual={details.location?.usual}
        />
      )}
      {details && !erased && (
        <>
          <AnswerButtons request={request} now={now} />
          <OwnerField id={request.id} owner={request.owner ?? null} admins={details.admins} />
          <a
            href={`${paths.offers}/${request.id}`}
            className="mt-5 w-fit font-medium text-brand underline underline-offset-3"
          >
            {details.events.some(({ kind }) => kind === 'offer') ? 'Open the offer' : 'Write an offer'}
          </a>
          <Notes id={request.id} notes={details.notes} admins={details.admins} />
        </>
      )}
      {booking?.location !== undefined && booking.status !== 'cancelled' && !erased && (
        <CallLocation booking={booking} known={details?.location} />
      )}
      {details && !erased && <SamePerson id={request.id} requests={details.samePerson} onOpen={onOpen} />}
      {details && <RequestHistory events={details.events} />}
      <div className="mt-auto flex flex-wrap items-start gap-x-2 gap-y-3 border-t border-border pt-4 max-sm:mt-6">
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3"
          onClick={() => void copyText(`${location.origin}${paths.admin}?id=${request.id}`, 'Link copied')}
        >
          <Link2 aria-hidden className="size-4" />
          Copy link
        </Button>
        {!erased && (
          <div className="ml-auto flex flex-wrap gap-x-2 gap-y-3">
            <a
              href={`${paths.export}/${request.id}.json`}
              className={buttonVariants({ size: 'sm', variant: 'ghost' })}
            >
              Their data
            </a>
            <ErasePerson email={request.email} sameEmail={details?.sameEmail} onDone={onClose} />
          </div>
        )}
      </div>
    </>
  )
}
