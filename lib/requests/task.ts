import { formatAmount } from '../money'
import { isAhead } from './replies'
import type { AdminRequest } from './request'
import { describeTurn, type TurnReason } from './turn'

const acts: Partial<Record<TurnReason, string>> = {
  booked: 'Booked a call',
  wrote: 'Wrote',
  moved: 'Moved the call',
  took_time: 'Took a proposed time',
  asked: 'Answered',
  declined: 'Declined the offer',
}

/** 'Booked a call', 'Confirm it, or say no', 'Accepted the offer, $13,800'. `cents` is the accepted sum. */
export function describeTask(request: AdminRequest, now: number, cents?: number): string {
  const reason = request.turn_reason as TurnReason
  if (reason === 'accepted')
    return cents === undefined ? 'Accepted the offer' : `Accepted the offer, ${formatAmount(cents)}`
  const isPending = request.type === 'booking' && request.status === 'pending'
  if (isPending && !isAhead(request, now)) return 'Not confirmed: write to them'
  if (reason === 'booked' && request.type === 'booking' && request.is_on_closed_date)
    return 'Booked, date is closed'
  const act = acts[reason]
  if (act) return act
  if (reason === 'proposed') return 'No answer to your times'
  const why = describeTurn(request, now)?.why ?? ''
  return isPending && why.startsWith('You ') ? 'Confirm it, or say no' : why
}
