'use client'

import { placeTime } from '@/lib/content/place'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { mailto } from '@/lib/booking/mailto'
import { formatDate, formatShortRange, formatTimestamp } from '@/lib/dates'
import { formatAmount } from '@/lib/money'
import { type AdminRequest, isErased } from '@/lib/requests/request'
import { cn } from '@/lib/utils'
import { CopyButton } from '../../../_components/copy-button'
import { ClosedDateWords } from '../../../_requests/closed-date'
import { MoveCallProvider } from '../../../_requests/calls/move-call'
import { CancelDialog } from '../../../_requests/status/cancel-dialog'
import { useStatusChanges } from '../../../_requests/status/use-status-changes'
import { StatusBadge } from '../../../_requests/status-badge'
import { RequestPanel, type RequestPanelProps } from './request-panel'

interface RequestViewProps extends Omit<RequestPanelProps, 'pending' | 'isChanging' | 'onStatus'> {
  /** 'in 2 h' or '4 days ago'; '' if there is no call. */
  until: string
  left: React.ReactNode
  details: React.ReactNode
}

export function RequestView(props: RequestViewProps) {
  return (
    <MoveCallProvider now={props.now} mailed={props.mailed}>
      <View {...props} />
    </MoveCallProvider>
  )
}

function View({ request: read, until, left, details, ...panel }: RequestViewProps) {
  const [isCancelling, setCancelling] = useState(false)
  const { change, withChanges, pending } = useStatusChanges(panel)
  const request = withChanges(read)
  const isChanging = request !== read
  return (
    <div
      className={cn(
        "grid grid-cols-1 justify-between gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,40rem)_minmax(0,29rem)] lg:grid-rows-[auto_auto_1fr] lg:[grid-template-areas:'head_panel'_'left_panel'_'left_details']",
        panel.next && 'max-lg:tall:pb-16', // the height of its bar
      )}
    >
      <div className="min-w-0 lg:[grid-area:head]">
        <Head request={request} until={isChanging ? '' : until} offer={panel.offer} />
      </div>
      <div className="min-w-0 lg:[grid-area:panel]">
        <RequestPanel
          {...panel}
          request={read}
          isChanging={isChanging}
          pending={isChanging || pending}
          onStatus={(status) =>
            status === 'cancelled' ? setCancelling(true) : change({ requests: [read], status })
          }
        />
      </div>
      <div className="min-w-0 lg:[grid-area:left]">{left}</div>
      <div className="min-w-0 lg:[grid-area:details]">{details}</div>
      <CancelDialog
        now={panel.now}
        mailed={panel.mailed}
        requests={isCancelling ? [read] : []}
        onConfirm={(message) => {
          change({ requests: [read], status: 'cancelled', message })
          setCancelling(false)
        }}
        onClose={() => setCancelling(false)}
      />
    </div>
  )
}

interface HeadProps extends Pick<RequestViewProps, 'until' | 'offer'> {
  request: AdminRequest
}

function Head({ request, until, offer }: HeadProps) {
  const booking = request.type === 'booking' ? request : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="auto" className="text-title font-semibold [overflow-wrap:anywhere]">
          {request.name}
        </h2>
        <StatusBadge status={request.status} />
      </div>
      {offer?.accepted_at && (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-lead tracking-tight">
          <span>{`Accepted the offer, ${formatAmount(offer.cents)}`}</span>
          <span className="text-sm tracking-normal text-muted-foreground">
            {formatTimestamp(offer.accepted_at)}
          </span>
        </p>
      )}
      {booking && (
        <p
          className={cn(
            'mt-1 flex flex-wrap items-baseline gap-x-2',
            !offer?.accepted_at && 'text-lead tracking-tight',
          )}
        >
          <span>{`${formatDate(booking.date)}, ${formatShortRange(booking.start_time, booking.end_time)}`}</span>
          <span className="text-sm tracking-normal text-muted-foreground">{until || placeTime}</span>
          {booking.is_on_closed_date && <ClosedDateWords />}
        </p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-3">
        {isErased(request) ? (
          <span>{request.email}</span>
        ) : (
          <span className="flex max-w-full min-w-0 items-center gap-1">
            <a href={mailto(request.email)} title={request.email} className="truncate">
              <bdi>{request.email}</bdi>
            </a>
            <CopyButton
              size="icon-xs"
              variant="ghost"
              aria-label="Copy email address"
              text={request.email}
              done="Email address copied"
            >
              <Copy aria-hidden className="size-4 text-muted-foreground" />
            </CopyButton>
          </span>
        )}
        {booking?.phone && <a href={`tel:${booking.phone}`}>{booking.phone}</a>}
        <span className="text-muted-foreground">
          {`${booking ? 'Booked' : 'Wrote'} ${formatTimestamp(request.created_at)}`}
        </span>
      </p>
    </>
  )
}
