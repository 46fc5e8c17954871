'use client'

import { Copy, Link2 } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { Sheet, SheetContent, SheetTitle } from '@/components/ui/sheet'
import { createdText, dateText, timeText } from '@/lib/availability/format'
import { paths } from '@/lib/paths'
import type { RequestDetails } from '@/lib/requests/details'
import { type AdminRequest, isErased, nextStatuses, type Status } from '@/lib/requests/request'
import { CallPlace } from './call-place'
import { copyText } from './copy-text'
import { ErasePerson } from './erase-person'
import { RecordHistory } from './record-history'
import { StatusBadge } from './status-badge'
import { kindTitles, verbs } from './labels'

interface RequestDialogProps {
  /** The record to show; null when the dialog is closed. */
  request: AdminRequest | null
  /** How many records carry this e-mail; null while that is not known. */
  sameEmail: number | null
  /** What is read with the record; null until then. */
  details: RequestDetails | null
  pending: boolean
  onStatus: (status: Status) => void
  onClose: () => void
}

/** A record in full, and what can be done with it. On closing, the focus goes to its row. */
export function RequestDialog({ request, onClose, ...props }: RequestDialogProps) {
  return (
    <Sheet open={request !== null} onOpenChange={(open) => !open && onClose()}>
      {request && (
        <SheetContent
          aria-describedby={undefined}
          className="p-5 text-sm sm:p-6"
          onCloseAutoFocus={(event) => {
            const row = document.querySelector<HTMLElement>(
              `tr[data-id="${request.id}"] td button:not([role])`,
            )
            if (!row || document.activeElement === row) return
            event.preventDefault()
            row.focus()
          }}
        >
          <Record key={request.id} request={request} onClose={onClose} {...props} />
        </SheetContent>
      )}
    </Sheet>
  )
}

/** What somebody wrote, as they wrote it. */
const written = { dir: 'auto', className: 'whitespace-pre-wrap' }

function Field({ name, ...value }: { name: string } & React.ComponentProps<'dd'>) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}

type RecordProps = Omit<RequestDialogProps, 'request'> & { request: AdminRequest }

function Record({ request, sameEmail, details, pending, onStatus, onClose }: RecordProps) {
  const erased = isErased(request)
  const booking = request.type === 'booking' ? request : null
  return (
    <>
      <SheetTitle className="text-muted-foreground">{kindTitles[request.type]}</SheetTitle>
      <p
        dir="auto"
        className="mt-1 mb-5 pr-8 text-xl leading-snug font-semibold tracking-tight [overflow-wrap:anywhere]"
      >
        {request.name}
      </p>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2.5 [overflow-wrap:anywhere] [&_dt]:text-muted-foreground">
        <Field name="Status">
          <StatusBadge status={request.status} />
        </Field>
        {booking && <Field name="Date">{dateText(booking.date)}</Field>}
        {booking && (
          <Field name="Time">{timeText(booking.startTime, booking.endTime)}, Wellington time</Field>
        )}
        <Field name="Email" className="flex items-start justify-between gap-2">
          {erased ? (
            request.email
          ) : (
            <>
              <a
                className="text-brand underline underline-offset-3"
                href={`mailto:${encodeURI(request.email)}`}
              >
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
        <Field name="Created">{createdText(request.createdAt)}</Field>
        {request.package && (
          <Field name="Package" className="capitalize">
            {request.package}
          </Field>
        )}
        {booking?.phone && (
          <Field name="Phone">
            <a className="text-brand underline underline-offset-3" href={`tel:${booking.phone}`}>
              {booking.phone}
            </a>
          </Field>
        )}
        <Field name="Message" {...written}>
          {request.message ?? '–'}
        </Field>
        {details?.cancelReason && (
          <Field name="Cancelled because" {...written}>
            {details.cancelReason}
          </Field>
        )}
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
      </div>
      {details && booking && request.status !== 'cancelled' && !erased && (
        <CallPlace id={request.id} location={details.location} />
      )}
      {details && <RecordHistory events={details.events} />}
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
        {!erased && <ErasePerson email={request.email} sameEmail={sameEmail} onDone={onClose} />}
      </div>
    </>
  )
}
