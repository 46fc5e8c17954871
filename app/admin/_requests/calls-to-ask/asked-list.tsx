import {
  AlertDialogCancel,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { CallToAsk } from '@/lib/requests/asking'
import { AskLine } from './ask-line'
import { ChangedCalls } from './changed-calls'

interface AskedListProps {
  asked: CallToAsk[]
  /** The calls in `asked` whose proposals were undone. */
  undone: CallToAsk[]
  /** The calls that changed after the dialog opened. */
  changed: CallToAsk[]
  pending: boolean
  undo: (some: CallToAsk[]) => void
}

/** Lists the calls whose visitors were asked, each with a button that undoes the proposal. */
export function AskedList({ asked, undone, changed, pending, undo }: AskedListProps) {
  const still = asked.filter((call) => !undone.includes(call))
  return (
    <>
      <AlertDialogTitle>
        {still.length === 0
          ? 'Nobody is asked'
          : still.length === 1
            ? '1 person is asked'
            : `${still.length} people are asked`}
      </AlertDialogTitle>
      <AlertDialogDescription>
        {still.length === 0
          ? 'It is taken back. Their calls stand.'
          : 'Each hears in a minute. Until they answer, nothing tells them that the call comes.'}
      </AlertDialogDescription>
      {asked.length > 0 && (
        <ul className="grid" aria-label="Who is asked">
          {asked.map((call) => (
            <AskLine
              key={call.id}
              call={call}
              end={
                undone.includes(call) ? (
                  <span className="text-muted-foreground">Not asked</span>
                ) : (
                  <Button
                    size="xs"
                    variant="ghost"
                    className="text-brand"
                    aria-label={`Undo for ${call.name}`}
                    aria-disabled={pending}
                    onClick={() => pending || undo([call])}
                  >
                    Undo
                  </Button>
                )
              }
            />
          ))}
        </ul>
      )}
      <ChangedCalls calls={changed} />
      <AlertDialogFooter className="justify-between">
        {still.length > 1 ? (
          <Button size="sm" variant="ghost" aria-disabled={pending} onClick={() => pending || undo(still)}>
            Undo all
          </Button>
        ) : (
          <span />
        )}
        <AlertDialogCancel asChild>
          <Button size="sm" variant="outline" autoFocus>
            Done
          </Button>
        </AlertDialogCancel>
      </AlertDialogFooter>
    </>
  )
}
