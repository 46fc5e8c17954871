import { useId, useState } from 'react'
import { Button } from '@/components/ui/button'
import { fieldVariants } from '@/components/ui/field-variants'
import { Label } from '@/components/ui/label'
import { formatDate, formatTimeRange } from '@/lib/dates'
import { type AdminRequest, isErased, MAX_CANCEL_MESSAGE } from '@/lib/requests/request'
import { ConfirmDialog } from '../../_components/confirm-dialog'
import { NO_MAIL_HINT } from '../labels'

interface CancelDialogProps {
  /** The bookings to cancel; if empty, the dialog is closed. */
  requests: AdminRequest[]
  /** True if the site mails the visitors of the cancelled calls. */
  mailed: boolean
  /** Called with the message to the visitors, or ''. */
  onConfirm: (message: string) => void
  onClose: () => void
}

/** Asks before bookings are cancelled, with a field for a message to the visitors. */
export function CancelDialog({ requests, mailed, onConfirm, onClose }: CancelDialogProps) {
  const [first] = requests
  const many = requests.length > 1
  const form = useId()
  return (
    <ConfirmDialog
      open={requests.length > 0}
      title={many ? `Cancel ${requests.length} bookings?` : 'Cancel this booking?'}
      cancelLabel={many ? 'Keep bookings' : 'Keep booking'}
      confirm={
        <Button type="submit" form={form} variant="destructive" size="sm">
          {many ? `Cancel ${requests.length} bookings` : 'Cancel booking'}
        </Button>
      }
      onClose={onClose}
    >
      {!many && first?.type === 'booking' && (
        <p>
          <bdi className="font-semibold">{first.name}</bdi>, {formatDate(first.date)},{' '}
          <span className="whitespace-nowrap">{formatTimeRange(first.start_time, first.end_time)}</span>
        </p>
      )}
      <p>
        {many ? 'Their times' : 'The time'} can be booked by others at once.{' '}
        {mailed
          ? `${many ? 'They are' : 'The person is'} told by email in a minute, unless you undo it.`
          : NO_MAIL_HINT}
      </p>
      <CancelMessage id={form} requests={requests} mailed={mailed} onConfirm={onConfirm} />
    </ConfirmDialog>
  )
}

type CancelMessageProps = Pick<CancelDialogProps, 'requests' | 'mailed' | 'onConfirm'> & { id: string }

function CancelMessage({ id, requests, mailed, onConfirm }: CancelMessageProps) {
  const [message, setMessage] = useState('')
  return (
    <form
      id={id}
      className="mt-1 grid gap-1.5"
      onSubmit={(event) => {
        event.preventDefault()
        onConfirm(message)
      }}
    >
      {!requests.every(isErased) && (
        <>
          <Label htmlFor={`${id}-message`}>A sentence to them (optional)</Label>
          <textarea
            id={`${id}-message`}
            rows={2}
            maxLength={MAX_CANCEL_MESSAGE}
            value={message}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setMessage(target.value)}
            className={fieldVariants({ density: 'lines', className: 'max-h-60 min-h-16 text-sm' })}
          />
          <p id={`${id}-hint`}>
            {mailed ? 'It stands in the email about it' : 'It stands in the text that you send them'}, and on
            the page of their booking.
          </p>
        </>
      )}
    </form>
  )
}
