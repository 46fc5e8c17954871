import { ActionButton } from '../../_components/action-button'
import { useEffect, useRef, useId } from 'react'
import { Button } from '@/components/ui/button'
import { formatDate, formatTime } from '@/lib/dates'
import type { BookedCall } from '@/lib/requests/call-commands'
import { type CallDraft, changedIn } from './call-draft'

interface BookedBeforeProps {
  call: BookedCall
  /** What is typed by now. */
  typed: CallDraft
  pending: boolean
  /** Leaves it at that call. */
  onKeep: () => void
  /** Cancels it, and books what is typed now. */
  onReplace: () => void
  /** Books what is typed now as another call. */
  onBookToo: () => void
}

/**
 * Says which call the form has booked, and asks what is meant by what was typed since. It takes the focus.
 */
export function BookedBefore({ call, typed, pending, onKeep, onReplace, onBookToo }: BookedBeforeProps) {
  const question = useId()
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  const stands = call.status !== 'cancelled'
  const changed = changedIn(call, typed).join(', ')
  return (
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-labelledby={question}
      className="grid gap-2 rounded-lg border border-border bg-muted px-3 py-2.5"
    >
      <div id={question} className="grid gap-1">
        <p className="font-medium">
          The first one arrived{stands ? ', without what you changed since.' : '. It was cancelled since.'}
        </p>
        <p className="[overflow-wrap:anywhere]">
          <bdi>{call.name}</bdi> ({call.email}): {formatDate(call.date)}, {formatTime(call.start_time, true)},{' '}
          {call.status}.
        </p>
        {changed && <p>Changed since: {changed}.</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="button" size="sm" variant="outline" onClick={onKeep}>
          {stands ? 'Keep that one' : 'Leave it at that'}
        </Button>
        <ActionButton type="button" size="sm" variant="outline" pending={pending} onClick={onReplace}>
          {stands ? 'Book this one instead' : 'Book this one'}
        </ActionButton>
        {stands && (
          <ActionButton type="button" size="sm" variant="outline" pending={pending} onClick={onBookToo}>
            Book this one too
          </ActionButton>
        )}
      </div>
      {stands && <p className="text-muted-foreground">Instead cancels the first one.</p>}
    </div>
  )
}
