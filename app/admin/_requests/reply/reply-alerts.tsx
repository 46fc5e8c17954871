import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { RequestEvent } from '@/lib/requests/one-request'
import { PartFailure } from '../../_components/part-failure'
import { describeEvent } from '../describe-event'
import { isMove, type UnreadPart } from './reply-text'

interface ReplyAlertsProps {
  /** Since the admin began the text; undefined if they could not be read. */
  changes: RequestEvent[] | undefined
  /** True if the admin has edited the text. */
  isTyped: boolean
  /** False if the request no longer allows this kind of reply. */
  fits: boolean
  unread: UnreadPart[]
  onStartAnew: () => void
}

export function ReplyAlerts({ changes = [], isTyped, fits, unread, onStartAnew }: ReplyAlertsProps) {
  return (
    <>
      {changes.length > 0 && (
        <Alert className="grid gap-2 text-sm">
          <p className="[overflow-wrap:anywhere]">
            <b className="font-semibold">Changed since you began:</b>{' '}
            <span>
              {`${changes.map(describeEvent).join('; ')}.` +
                (isTyped && changes.some(isMove) ? ' Your text may still name the former one.' : '')}
            </span>
          </p>
          <Button size="sm" variant="outline" className="justify-self-start" onClick={onStartAnew}>
            Start anew
          </Button>
        </Alert>
      )}
      <p role="status" className="empty:hidden">
        {!fits && <span>This no longer fits the request as it stands now.</span>}
      </p>
      {unread.map(({ sentence }) => (
        <PartFailure key={sentence} sentence={sentence} />
      ))}
    </>
  )
}
