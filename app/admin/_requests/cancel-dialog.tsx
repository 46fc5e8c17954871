'use client'

import { Button } from '@/components/ui/button'
import { formatDate, formatTimeRange } from '@/lib/dates'
import type { AdminRequest } from '@/lib/requests/request'
import { ConfirmDialog } from '../_components/confirm-dialog'

interface CancelDialogProps {
  /** The bookings in question; none closes the dialog. */
  requests: AdminRequest[]
  /** Whether visitors get a mail about it. */
  mailed: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before bookings are cancelled. */
export function CancelDialog({ requests, mailed, onConfirm, onClose }: CancelDialogProps) {
  const [first] = requests
  const many = requests.length > 1
  return (
    <ConfirmDialog
      open={requests.length > 0}
      title={many ? `Cancel ${requests.length} bookings?` : 'Cancel this booking?'}
      cancelLabel={many ? 'Keep bookings' : 'Keep booking'}
      confirm={
        <Button variant="destructive" size="sm" onClick={onConfirm}>
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
          : `Nobody is told by email: write to ${many ? 'them' : 'the person'} yourself.`}
      </p>
    </ConfirmDialog>
  )
}
