import { useState } from 'react'
import {
  AlertDialogCancel,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import { mailReply } from '@/lib/booking/mailto'
import { formatShortDate, formatTimeRange } from '@/lib/dates'
import { askText, type CallToAsk } from '@/lib/requests/asking'
import { ConfirmButton } from '../../_components/confirm-dialog'
import { copyText } from '../../_components/copy-text'
import { ChangedCalls } from './changed-calls'

interface AskByHandProps {
  calls: CallToAsk[]
  /** The calls whose visitors the admin has mailed. */
  asked: CallToAsk[]
  /** The calls that changed after the dialog opened. */
  changed: CallToAsk[]
  why: string
  origin: string
  pending: boolean
  onSent: (call: CallToAsk) => void
}

/**
 * Lists a text for each visitor, because the site has no mail server. The admin mails each text and presses
 * Sent, which records the proposal.
 */
export function AskByHand({ calls, asked, changed, why, origin, pending, onSent }: AskByHandProps) {
  const isDone = (call: CallToAsk) => asked.includes(call) || changed.includes(call)
  const next = calls.find((call) => !isDone(call))
  const [chosen, setChosen] = useState<string | null>(null)
  const open = calls.find((call) => call.id === chosen && !isDone(call)) ?? next
  return (
    <>
      <AlertDialogTitle>
        {calls.length === 1 ? 'Ask 1 person for another time' : `Ask ${calls.length} people for another time`}
      </AlertDialogTitle>
      <AlertDialogDescription>
        No mail server is set up: send each text, and press Sent. A call counts as asked from then.
      </AlertDialogDescription>
      <ul className="grid">
        {calls.map((call) => (
          <li key={call.id} className="grid gap-2 border-t border-border py-2 first:border-t-0">
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              {call === open || isDone(call) ? (
                <bdi className="min-w-0 font-semibold [overflow-wrap:anywhere]">{call.name}</bdi>
              ) : (
                <button
                  type="button"
                  className="min-w-0 rounded text-left font-semibold underline-offset-3 hover:underline"
                  onClick={() => setChosen(call.id)}
                >
                  <bdi className="[overflow-wrap:anywhere]">{call.name}</bdi>
                </button>
              )}
              <span className="shrink-0 text-muted-foreground tabular-nums">
                {asked.includes(call)
                  ? 'Asked'
                  : `${formatShortDate(call.date)}, ${formatTimeRange(call.start_time, call.end_time)}`}
              </span>
            </div>
            {call === open && <Text {...{ call, why, origin, pending, onSent }} />}
          </li>
        ))}
      </ul>
      <ChangedCalls calls={changed} />
      <AlertDialogFooter>
        <AlertDialogCancel asChild>
          <Button size="sm" variant="outline">
            {next ? 'Later' : 'Done'}
          </Button>
        </AlertDialogCancel>
      </AlertDialogFooter>
    </>
  )
}

function Text({
  call,
  why,
  origin,
  pending,
  onSent,
}: { call: CallToAsk } & Pick<AskByHandProps, 'why' | 'origin' | 'pending' | 'onSent'>) {
  const text = askText(call, why, origin)
  return (
    <>
      <p
        tabIndex={0}
        aria-label={`Text for ${call.name}`}
        role="group"
        className="max-h-56 overflow-y-auto rounded-lg border border-border bg-muted p-3 [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {text.body}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" asChild>
          <a href={mailReply(call.email, text, '')}>Write an email</a>
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => void copyText(text.body, `Text for ${call.name} copied`)}
        >
          Copy text
        </Button>
        {/* The next call moves to this place, and a double press must not confirm both. */}
        <ConfirmButton variant="outline" pending={pending} onClick={() => onSent(call)}>
          Sent
        </ConfirmButton>
      </div>
    </>
  )
}
