import {
  AlertDialogCancel,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogTitle,
} from '@/components/ui/alert-dialog'
import { Button } from '@/components/ui/button'
import type { CallToAsk } from '@/lib/requests/asking'
import { AskLine } from './ask-line'
import { LeftOut } from './left-out'

interface AskedProps {
  asked: CallToAsk[]
  undone: CallToAsk[]
  leftOut: CallToAsk[]
  pending: boolean
  undo: (some: CallToAsk[]) => void
}

/** The asked calls, each with a button that takes its proposal back. */
export function Asked({ asked, undone, leftOut, pending, undo }: AskedProps) {
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
      <LeftOut calls={leftOut} />
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
