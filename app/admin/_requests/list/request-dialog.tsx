import { ArrowRight } from 'lucide-react'
import { useRef } from 'react'
import { capitalize } from '@/lib/capitalize'
import { buttonVariants } from '@/components/ui/button-variants'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { mailto } from '@/lib/booking/mailto'
import { formatDate, formatTimeRange, formatTimestamp } from '@/lib/dates'
import { type AdminRequest, isErased, nextStatuses } from '@/lib/requests/request'
import type { Status } from '@/lib/statuses'
import { ActionButton } from '../../_components/action-button'
import { RequestLink } from '../../_components/request-link'
import { ClosedDateWords } from '../closed-date'
import { verbOf } from '../labels'
import { Field, Fields } from '../request-fields'
import { StatusBadge } from '../status-badge'

interface RequestDialogProps {
  /** Null if no row is open. */
  request: AdminRequest | null
  pending: boolean
  onStatus: (status: Status) => void
  onClose: () => void
}

export function RequestDialog({ request, pending, onStatus, onClose }: RequestDialogProps) {
  const pressed = useRef<Element | null>(null)
  if (!request) return null
  const booking = request.type === 'booking' ? request : null
  const isToConfirm = request.status === 'pending'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        aria-describedby={undefined}
        onOpenAutoFocus={() => (pressed.current = document.activeElement)}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          const row = document.querySelector(`tr[data-id="${request.id}"] td a`)
          const target = row ?? pressed.current
          if (target instanceof HTMLElement) target.focus()
        }}
      >
        <div className="px-6 pt-5 max-sm:px-4">
          <DialogTitle className="font-normal text-muted-foreground">{capitalize(request.type)}</DialogTitle>
          <p dir="auto" className="pr-9 text-lg leading-snug font-semibold [overflow-wrap:anywhere]">
            {request.name}
          </p>
        </div>
        <div
          tabIndex={0}
          role="group"
          aria-label="Details"
          className="min-h-0 overflow-y-auto px-6 py-3 outline-offset-[-3px] max-sm:px-4"
        >
          <Fields>
            <Field name="Status">
              <StatusBadge status={request.status} />
            </Field>
            {booking && (
              <>
                <Field name="Date">
                  {formatDate(booking.date)} {booking.is_on_closed_date && <ClosedDateWords />}
                </Field>
                <Field name="Time">{formatTimeRange(booking.start_time, booking.end_time)}</Field>
              </>
            )}
            <Field name="Email">
              {isErased(request) ? (
                request.email
              ) : (
                <a href={mailto(request.email)}>
                  <bdi>{request.email}</bdi>
                </a>
              )}
            </Field>
            <Field name="Created">{formatTimestamp(request.created_at)}</Field>
            <Field name="Message" dir="auto" className="leading-6 [text-wrap:wrap] whitespace-pre-wrap">
              {request.message ?? '–'}
            </Field>
          </Fields>
        </div>
        <div className="flex flex-wrap gap-2 border-t border-border px-6 py-3.5 max-sm:px-4">
          {nextStatuses(request).map((status) => (
            <ActionButton
              key={status}
              size="sm"
              variant={isToConfirm && status === 'confirmed' ? 'default' : 'outline'}
              pending={pending}
              onClick={() => onStatus(status)}
            >
              <span>
                {/^Mark as /.test(verbOf(status, request)) && (
                  <span className="max-sm:sr-only">Mark as </span>
                )}
                <span className="inline-block max-sm:first-letter:uppercase">
                  {verbOf(status, request).replace('Mark as ', '')}
                </span>
              </span>
            </ActionButton>
          ))}
          <RequestLink
            id={request.id}
            className={buttonVariants({
              size: 'sm',
              variant: isToConfirm ? 'outline' : 'default',
              className: `ml-auto no-underline ${isToConfirm ? 'text-foreground' : 'text-primary-foreground'}`,
            })}
          >
            Open
            <ArrowRight aria-hidden className="size-4" />
          </RequestLink>
        </div>
      </DialogContent>
    </Dialog>
  )
}
