import type { Booking } from '@/lib/requests/request'
import { ActionButton } from '../../_components/action-button'
import { useAdminAction } from '../../_components/use-admin-action'
import { keepCalls } from './actions'

/**
 * Keeps a confirmed call at its time, although its date is closed or other times were proposed. On a pending
 * call, Confirm does this.
 */
export function KeepCall({ booking }: { booking: Booking }) {
  const { run, pending } = useAdminAction()
  const { id, status, is_proposed, is_on_closed_date, is_kept } = booking
  if (status !== 'confirmed' || !(is_proposed || (is_on_closed_date && !is_kept))) return null
  return (
    <ActionButton
      size="sm"
      variant="outline"
      pending={pending}
      onClick={() => run(() => keepCalls([id]), { failure: 'Failed to keep the time', repeats: true })}
    >
      Keep this time
    </ActionButton>
  )
}
