'use client'

import { Copy, Link2 } from 'lucide-react'
import { Fragment, useRef } from 'react'
import { ignorePresses } from '@/components/ignore-presses'
import { Button } from '@/components/ui/button'
import { buttonVariants } from '@/components/ui/button-variants'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { mailto } from '@/lib/booking/mailto'
import { formatDate, formatTimeRange, formatTimestamp } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased, nextStatuses, type Outcome, type Status } from '@/lib/requests/request'
import { ActionButton } from '../../_components/action-button'
import { useKeptData } from '../../_components/keep-previous'
import { UntoldNotice } from '../../_notices/untold-notice'
import type { ReadResult } from '../../queries'
import { copyText } from '../../_components/copy-text'
import { ErasePerson } from './erase-person'
import { focusRow } from '../focus-row'
import { titleOf, verbs } from '../labels'
import { MoveCallButton } from '../calls/move-call'
import { useOpenRequest } from '../open-request'
import { OutcomeField } from './outcome-field'
import { Field, Fields, WantedFields } from './request-fields'
import { StatusBadge } from '../status-badge'
import { TurnText } from '../turn-mark'

/** A request as the page has read it. */
export interface ReadRequest {
  request: AdminRequest
  /** What stands below its buttons; null when that could not be read. */
  body: React.ReactNode
  /** How many requests carry its e-mail. */
  sameEmail: number | undefined
}

interface RequestSheetProps {
  /** The request that the address names, as far as it was read. */
  read: ReadResult<ReadRequest>
  /** Gives a request as it will be once the server agrees. */
  withChanges: (request: AdminRequest) => AdminRequest
  /** When the page was read, in milliseconds. */
  now: number
  onStatus: (request: AdminRequest, status: Status) => void
}

/**
 * The open request and what can be done with it: at once as a list has it, and whole when the site has
 * responded. On closing, the focus goes to its row, or to what was pressed outside the list.
 */
export function RequestSheet({ read, withChanges, now, onStatus }: RequestSheetProps) {
  const { openId, row, pending: opening, close } = useOpenRequest()
  const pressed = useRef<Element | null>(null)
  const last = useKeptData(read)
  // What was read of an earlier opening is old once a list has a newer revision.
  const whole = last?.request.id === openId && last.request.revision >= (row?.revision ?? 0) ? last : null
  const present = whole?.request ?? row
  if (!present) return <Sheet open={false} />
  const request = withChanges(present)
  const props = { request, now, pending: request !== present }
  return (
    <Sheet open onOpenChange={(open) => !open && close()}>
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
        <Fragment key={request.id}>
          <SheetTitle className="text-muted-foreground">{titleOf(request.type)}</SheetTitle>
          <p
            dir="auto"
            className="mt-1 mb-5 pr-8 text-xl leading-snug font-semibold tracking-tight [overflow-wrap:anywhere]"
          >
            {request.name}
          </p>
          <p role="status" className="mb-4 rounded-lg bg-muted px-3 py-2 empty:hidden">
            {!whole &&
              !opening &&
              'This is only what the list has. The rest follows when the site can be reached.'}
          </p>
          <Head {...props} onStatus={(status) => onStatus(present, status)} />
          {whole?.body ?? <WantedFields request={request} />}
          <Foot request={request} sameEmail={whole?.sameEmail} onErased={close} />
        </Fragment>
      </SheetContent>
    </Sheet>
  )
}

function isOutsideList(element: Element | null): boolean {
  return element?.isConnected === true && element !== document.body && !element.closest('table, [role=menu]')
}

interface HeadProps {
  request: AdminRequest
  now: number
  /** Whether a change of it is under way. */
  pending: boolean
  onStatus: (status: Status) => void
}

/** How it stands, and the buttons that change that. */
function Head({ request, now, pending, onStatus }: HeadProps) {
  const erased = isErased(request)
  const booking = request.type === 'booking' ? request : null
  // Something can have come of it, and to cancel it is no longer what one is here for.
  const isOver = request.status === 'confirmed' && !isAhead(request, now)
  return (
    <>
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
          <ActionButton
            key={status}
            size="sm"
            variant={status === 'confirmed' ? 'default' : isOver ? 'ghost' : 'outline'}
            pending={pending}
            onClick={({ currentTarget }) => {
              if (pending) return
              // A second press would act on a button that has moved under the pointer.
              ignorePresses(currentTarget.parentElement)
              onStatus(status)
            }}
          >
            {verbs[status]}
          </ActionButton>
        ))}
        <MoveCallButton request={request} />
      </div>
      {/* Below the buttons, which so stay where they are when it comes. */}
      <UntoldNotice id={request.id} />
    </>
  )
}

interface FootProps {
  request: AdminRequest
  sameEmail: number | undefined
  onErased: () => void
}

/** What can be taken along, and erasing. */
function Foot({ request, sameEmail, onErased }: FootProps) {
  return (
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
      {!isErased(request) && (
        <div className="ml-auto flex flex-wrap gap-x-2 gap-y-3">
          <a
            href={`${paths.export}/${request.id}.json`}
            className={buttonVariants({ size: 'sm', variant: 'ghost' })}
          >
            Their data
          </a>
          <ErasePerson email={request.email} sameEmail={sameEmail} onDone={onErased} />
        </div>
      )}
    </div>
  )
}
