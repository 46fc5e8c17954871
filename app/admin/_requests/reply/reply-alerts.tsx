import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { RequestEvent } from '@/lib/requests/one-request'
import { PartFailure } from '../../_components/part-failure'
import { describeEvent } from '../describe-event'
import { isMove, type UnreadPart } from './reply-text'

interface AlertsProps {
  /** Since the admin began the text; undefined if the history could not be read. */
  newChanges: RequestEvent[] | undefined
  /** True if the admin has edited the text. */
  isTyped: boolean
  /** False if the request no longer allows this kind of reply. */
  isAllowed: boolean
  unreadParts: UnreadPart[]
  onStartAnew: () => void
}

export function ReplyAlerts({ newChanges = [], isTyped, isAllowed, unreadParts, onStartAnew }: AlertsProps) {
  return (
    <>
      {newChanges.length > 0 && (
        <Alert className="grid gap-2 text-sm">
          <p className="[overflow-wrap:anywhere]">
            <b className="font-semibold">Changed since you began:</b>{' '}
            <span>
              {`${newChanges.map(describeEvent).join('; ')}.` +
                (isTyped && newChanges.some(isMove) ? ' Your text may still name the former one.' : '')}
            </span>
          </p>
          <Button size="sm" variant="outline" className="justify-self-start" onClick={onStartAnew}>
            Start anew
          </Button>
        </Alert>
      )}
      <p role="status" className="empty:hidden">
        {!isAllowed && <span>This no longer fits the request as it stands now.</span>}
      </p>
      {unreadParts.map(({ sentence }) => (
        <PartFailure key={sentence} sentence={sentence} />
      ))}
    </>
  )
}
