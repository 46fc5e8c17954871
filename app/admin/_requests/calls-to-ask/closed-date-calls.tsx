'use client'

import { ASK, ASK_FAILURE, type AskedDates, type ClosedCall } from '@/lib/requests/asking'
import { formatTimeRange } from '@/lib/dates'
import { RequestLink } from '../../_components/request-link'
import { RunButton } from '../../_components/run-button'
import { findCallsToAsk } from './actions'

/** The calls on a closed date, each asked, kept or open. A button asks about the open ones. */
export function ClosedDateCalls({ date, ...props }: { date: string; calls: ClosedCall[] }) {
  const calls = props.calls.filter((call) => call.date === date)
  if (calls.length === 0) return null
  const asked = calls.filter(({ isAsked }) => isAsked).length
  const kept = calls.filter(({ isAsked, isKept }) => isKept && !isAsked).length
  const summary = [asked > 0 && `${asked} asked`, kept > 0 && `${kept} kept`].filter(Boolean).join(', ')
  return (
    <div className="mb-3 grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p>
          <b className="font-semibold">
            {calls.length === 1 ? '1 call stands here' : `${calls.length} calls stand here`}
          </b>
          <span className="text-muted-foreground">{`, ${summary || 'nobody is asked yet'}`}</span>
        </p>
        {asked + kept < calls.length && <AskButton dates={{ from: date, to: date }}>{ASK}</AskButton>}
      </div>
      <ul aria-label="Calls on this closed date">
        {calls.map((call) => (
          <li key={call.id} className="flex min-h-9 flex-wrap items-center gap-x-3">
            <span className="w-40 text-muted-foreground tabular-nums">
              {formatTimeRange(call.start_time, call.end_time)}
            </span>
            <RequestLink id={call.id}>
              <bdi>{call.name}</bdi>
            </RequestLink>
            <span className="ml-auto text-muted-foreground">
              {call.isAsked ? 'Asked' : call.isKept ? 'Kept' : 'This date is closed'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AskButtonProps extends Pick<React.ComponentProps<typeof RunButton>, 'variant' | 'className'> {
  /** Asks about calls on these dates; null means all closed dates. */
  dates: AskedDates
  children: React.ReactNode
}

/** The button that opens `AskDialog` for the calls on `dates`. */
export function AskButton({ dates, children, variant = 'outline', className }: AskButtonProps) {
  return (
    <RunButton
      size="xs"
      variant={variant}
      className={className}
      action={() => findCallsToAsk(dates)}
      options={{ failure: ASK_FAILURE, repeats: true, focusAfter: 'main' }}
    >
      {children}
    </RunButton>
  )
}
