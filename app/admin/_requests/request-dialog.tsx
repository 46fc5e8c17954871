'use client'

import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogTitle } from '@/components/ui/dialog'
import { type AdminRequest, ERASED_EMAIL, nextStatuses, type Status } from '@/lib/requests/request'
import { createdText, dateText, timeText } from '@/lib/admin-format'
import { StatusBadge } from './status-badge'

/** What the buttons call a change of status. */
const verbs: Record<Status, string> = {
  pending: '',
  confirmed: 'Confirm',
  cancelled: 'Cancel booking',
  new: '',
  read: 'Mark as read',
  replied: 'Mark as replied',
  archived: 'Archive',
}

interface RequestDialogProps {
  /** The record to show; null when the dialog is closed. */
  request: AdminRequest | null
  /** How many records carry this e-mail. */
  sameEmail: number
  pending: boolean
  onStatus: (status: Status) => void
  onErase: () => void
  onClose: () => void
}

/** A record in full, and what can be done with it. */
export function RequestDialog({ request, ...props }: RequestDialogProps) {
  const title = request?.type === 'inquiry' ? 'Inquiry' : 'Booking'
  return (
    <Dialog open={request !== null} onOpenChange={props.onClose}>
      <DialogContent showCloseButton={false} className="block text-sm">
        <DialogTitle className="mb-4">{title}</DialogTitle>
        {request && <Details key={request.id} {...props} request={request} />}
      </DialogContent>
    </Dialog>
  )
}

function Details({
  request,
  sameEmail,
  pending,
  onStatus,
  onErase,
  onClose,
}: RequestDialogProps & { request: AdminRequest }) {
  const [erasing, setErasing] = useState(false)
  const erased = request.email === ERASED_EMAIL
  return (
    <>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 [overflow-wrap:anywhere] [&_dt]:text-muted-foreground">
        <dt>Name</dt>
        <dd dir="auto" className="text-base font-semibold">
          {request.name}
        </dd>
        <dt>Email</dt>
        <dd>
          {erased ? (
            request.email
          ) : (
            <a
              className="text-brand underline underline-offset-3"
              href={`mailto:${encodeURI(request.email)}`}
            >
              <bdi>{request.email}</bdi>
            </a>
          )}
        </dd>
        {request.type === 'booking' && (
          <>
            <dt>Date</dt>
            <dd>{dateText(request.date)}</dd>
            <dt>Time</dt>
            <dd>{timeText(request.startTime, request.endTime)}, Wellington time</dd>
          </>
        )}
        <dt>Status</dt>
        <dd>
          <StatusBadge status={request.status} />
        </dd>
        <dt>Created</dt>
        <dd>{createdText(request.createdAt)}</dd>
        <dt>Message</dt>
        <dd dir="auto" className="whitespace-pre-wrap">
          {request.message ?? '–'}
        </dd>
      </dl>
      <div className="mt-6 flex flex-wrap gap-2">
        {nextStatuses(request).map((status) => (
          <Button
            key={status}
            size="sm"
            variant={status === 'confirmed' ? 'default' : 'outline'}
            aria-disabled={pending}
            onClick={() => onStatus(status)}
          >
            {verbs[status]}
          </Button>
        ))}
        <Button size="sm" variant="ghost" className="ml-auto" onClick={onClose}>
          Close
        </Button>
      </div>
      {!erased && (
        <div className="mt-5 border-t border-border pt-4">
          {erasing ? (
            <>
              <p>
                Name, email and message go from {sameEmail === 1 ? 'this record' : `all ${sameEmail} records`}{' '}
                of this address. Dates, times and statuses stay. This cannot be undone.
              </p>
              <div className="mt-3 flex flex-wrap gap-2">
                <Button size="sm" variant="destructive" aria-disabled={pending} onClick={onErase}>
                  Erase now
                </Button>
                <Button size="sm" variant="outline" autoFocus onClick={() => setErasing(false)}>
                  Keep
                </Button>
              </div>
            </>
          ) : (
            <Button
              size="sm"
              variant="ghost"
              className="-ml-3 text-destructive"
              onClick={() => setErasing(true)}
            >
              Erase personal data
            </Button>
          )}
        </div>
      )}
    </>
  )
}
