import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { formatDate, formatTime, formatTimestamp } from '@/lib/dates'
import type { RequestEvent } from '@/lib/requests/details'
import type { AdminRequest } from '@/lib/requests/request'
import { PartFailure } from '../../_components/part-failure'
import { describeEvent } from '../describe-event'
import type { UnreadPart } from './reply-text'

interface ReplyAlertsProps {
  request: AdminRequest
  /** The changes that others made since the admin read the request; undefined if they could not be read. */
  changes: RequestEvent[] | undefined
  /** True if the call has changed since the admin wrote the text. */
  isStale: boolean
  /** The call's location. */
  where: string | null
  /** True if the draft has an earlier text to swap with. */
  hasEarlier: boolean
  /** False if the request no longer allows this kind of reply. */
  fits: boolean
  unread: UnreadPart[]
  onGoOn: () => void
  onNewText: () => void
  onKeep: () => void
  onSwap: () => void
}

/**
 * Warns if the request or the call has changed since the admin began the draft, or if a part of the letter
 * could not be read.
 */
export function ReplyAlerts({
  request,
  changes = [],
  isStale,
  where,
  hasEarlier,
  ...props
}: ReplyAlertsProps) {
  return (
    <>
      {changes.length > 0 && (
        <Alert className="grid gap-2 text-sm">
          <p className="font-semibold">It was changed since you read it:</p>
          <ul className="grid gap-1.5 [overflow-wrap:anywhere]">
            {changes.map((event) => (
              <li key={JSON.stringify(event)}>
                {describeEvent(event)}{' '}
                <span className="text-muted-foreground">{formatTimestamp(event.at)}</span>
              </li>
            ))}
          </ul>
          <Button size="sm" variant="outline" className="justify-self-start" onClick={props.onGoOn}>
            Go on
          </Button>
        </Alert>
      )}
      {isStale && changes.length === 0 && (
        <Alert className="grid gap-2 text-sm">
          <p>
            <b className="font-semibold">The call has changed since you wrote this text.</b>
            {request.type === 'booking' && (
              <span>{` It is on ${formatDate(request.date)}, ${formatTime(request.start_time, true)}${where ? `. Where: ${where}` : ''}.`}</span>
            )}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="outline" onClick={props.onNewText}>
              Take a new text
            </Button>
            <Button size="sm" variant="outline" onClick={props.onKeep}>
              Keep mine
            </Button>
          </div>
        </Alert>
      )}
      {hasEarlier && !isStale && (
        <Button size="sm" variant="outline" className="justify-self-start" onClick={props.onSwap}>
          Swap with the other text
        </Button>
      )}
      <p role="status" className="empty:hidden">
        {!props.fits && <span>This no longer fits the request as it stands now.</span>}
      </p>
      {props.unread.map(({ sentence }) => (
        <PartFailure key={sentence} sentence={sentence} />
      ))}
    </>
  )
}
