import { useId, useState } from 'react'
import { Field, FormContext } from '@/components/form'
import { Button } from '@/components/ui/button'
import { formatDate, formatTimeRange } from '@/lib/dates'
import { isAhead } from '@/lib/requests/replies'
import { type AdminRequest, isErased, MAX_CANCEL_MESSAGE } from '@/lib/requests/request'
import { ConfirmDialog } from '../../_components/confirm-dialog'
import { isString, readDraft } from '../../_components/use-stored-draft'
import { NO_MAIL_HINT } from '../labels'
import { cancelKey } from './use-status-changes'

interface CancelDialogProps {
  /** If empty, the dialog is closed. */
  requests: AdminRequest[]
  now: number
  mailed: boolean
  /** Called with the message to the visitors, or ''. */
  onConfirm: (message: string) => void
  onClose: () => void
}

export function CancelDialog({ requests, now, mailed, onConfirm, onClose }: CancelDialogProps) {
  const [first] = requests
  const many = requests.length > 1
  const form = useId()
  const ahead = requests.filter((request) => isAhead(request, now)).length
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
      {ahead > 0 && (
        <p>
          {many ? 'Their times' : 'The time'} can be booked by others at once.{' '}
          {mailed
            ? `${many ? 'They are' : 'The person is'} told by email in a minute, unless you undo it.`
            : NO_MAIL_HINT}
        </p>
      )}
      {ahead < requests.length && (
        <p>
          {ahead > 0
            ? `Nobody is mailed about ${requests.length - ahead} of them, whose time has passed.`
            : 'Its time has passed: nobody is mailed.'}
        </p>
      )}
      <CancelMessage
        id={form}
        requests={requests}
        where={ahead === 0 ? null : mailed ? 'in the email about it' : 'in the text that you send them'}
        onConfirm={onConfirm}
      />
    </ConfirmDialog>
  )
}

interface CancelMessageProps extends Pick<CancelDialogProps, 'requests' | 'onConfirm'> {
  id: string
  /** Where the sentence stands besides the page of the booking; null if nowhere. */
  where: string | null
}

function CancelMessage({ id, requests, where, onConfirm }: CancelMessageProps) {
  // After an Undo, the sentence of the cancellation that was undone.
  const [message, setMessage] = useState(() => readDraft(cancelKey(requests[0]?.id ?? ''), isString) ?? '')
  return (
    <FormContext value={{ id, density: 'dense' }}>
      <form
        id={id}
        className="mt-1"
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(message)
        }}
      >
        {!requests.every(isErased) && (
          <Field
            name="message"
            label="A sentence to them (optional)"
            hint={`It stands ${where ? `${where}, and ` : ''}on the page of their booking.`}
            multiline
            rows={2}
            maxLength={MAX_CANCEL_MESSAGE}
            value={message}
            onChange={({ target }) => setMessage(target.value)}
            className="max-h-60 min-h-16 text-sm"
          />
        )}
      </form>
    </FormContext>
  )
}
