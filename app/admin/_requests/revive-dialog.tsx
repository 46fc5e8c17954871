'use client'

import { Button } from '@/components/ui/button'
import type { AdminRequest } from '@/lib/requests/request'
import { ConfirmDialog } from '../_components/confirm-dialog'
import type { CancelledBooking } from '../action-result'

interface ReviveDialogProps {
  /** The bookings to confirm. */
  requests: AdminRequest[]
  /** Those of them that their visitors cancelled; none closes the dialog. */
  cancelled: CancelledBooking[]
  onConfirm: () => void
  onClose: () => void
}

/** Asks before bookings are confirmed that their visitors cancelled, and shows their reasons. */
export function ReviveDialog({ requests, cancelled, onConfirm, onClose }: ReviveDialogProps) {
  const many = requests.length > 1
  return (
    <ConfirmDialog
      open={cancelled.length > 0}
      title="Confirm what the visitor cancelled?"
      cancelLabel={many ? 'Leave all as they are' : 'Leave it cancelled'}
      confirm={
        <Button size="sm" onClick={onConfirm}>
          {many ? `Confirm all ${requests.length} bookings` : 'Confirm booking'}
        </Button>
      }
      onClose={onClose}
    >
      {cancelled.map(({ id, reason }) => (
        <p key={id} dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-wrap">
          <bdi className="font-semibold">{requests.find((request) => request.id === id)?.name}</bdi>
          {reason === null ? ' gave no reason.' : `: ${reason}`}
        </p>
      ))}
    </ConfirmDialog>
  )
}
