'use client'

import { Copy } from 'lucide-react'
import { ignorePresses } from '@/components/ignore-presses'
import { Button } from '@/components/ui/button'
import { mailto } from '@/lib/booking/mailto'
import { formatDate, formatTimeRange, formatTimestamp } from '@/lib/dates'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased, nextStatuses, type Outcome, type Status } from '@/lib/requests/request'
import { ActionButton } from '../../_components/action-button'
import { copyText } from '../../_components/copy-text'
import { CallToTellNotice } from '../telling/call-to-tell-notice'
import { MoveCallButton } from '../calls/move-call'
import { verbs } from '../labels'
import { StatusBadge } from '../status-badge'
import { TurnText } from '../turn-mark'
import { OutcomeField } from './outcome-field'
import { Field, Fields } from './request-fields'

interface RequestHeadProps {
  request: AdminRequest
  now: number
  /** Whether a change of it is under way. */
  pending: boolean
  onStatus: (status: Status) => void
}

/** How it stands, and the buttons that change that. */
export function RequestHead({ request, now, pending, onStatus }: RequestHeadProps) {
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
          <Field name="Time">{`${formatTimeRange(booking.start_time, booking.end_time)}, Wellington time`}</Field>
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
              // A second press would act on a button that has moved under the pointer. Cancelling asks.
              if (status !== 'cancelled') ignorePresses(currentTarget.parentElement)
              onStatus(status)
            }}
          >
            {verbs[status]}
          </ActionButton>
        ))}
        <MoveCallButton request={request} />
      </div>
      {/* Below the buttons, which so stay where they are when it comes. */}
      <CallToTellNotice id={request.id} />
    </>
  )
}
