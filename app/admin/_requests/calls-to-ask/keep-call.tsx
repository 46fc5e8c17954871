import type { Booking } from '@/lib/requests/request'
import { RunButton } from '../../_components/run-button'
import { keepCall } from './actions'

/**
 * Keeps a confirmed call at its time, although its date is closed or other times were proposed. For a pending
 * call, Confirm does the same.
 */
export function KeepCall({ booking }: { booking: Booking }) {
  const { id, status, is_proposed, is_on_closed_date, is_kept } = booking
  if (status !== 'confirmed' || !(is_proposed || (is_on_closed_date && !is_kept))) return null
  return (
    <RunButton
      size="sm"
      variant="outline"
      action={() => keepCall(id)}
      options={{ failure: 'Failed to keep the time', repeats: true }}
    >
      Keep it
    </RunButton>
  )
}
