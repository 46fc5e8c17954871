import { useId, useState } from 'react'
import { Input } from '@/components/ui/input'
import { type Booking, MAX_OUTCOME_REASON, type Outcome, outcomes } from '@/lib/requests/request'
import { ActionButton } from '../../../_components/action-button'
import { doOnce } from '../../../_components/do-once'
import { useAdminAction } from '../../../_components/use-admin-action'
import { changeOutcome } from '../../actions'
import { outcomeNames } from '../../../_requests/labels'

/** Sets the outcome of a past call. Pressing the chosen button again clears it. */
export function OutcomeField({ booking }: { booking: Booking }) {
  const { id, revision, outcome, outcome_reason: reason } = booking
  const { run, pending } = useAdminAction()
  // The reason why a call was lost, as typed; null while its field is hidden.
  const [draft, setDraft] = useState<string | null>(null)
  const heading = useId()

  function save(next: Outcome | null, why = '') {
    run(() => doOnce(changeOutcome, { id, outcome: next, reason: why }, revision), {
      failure: 'Failed to save the outcome',
      onResult: (result) => result.kind === 'done' && setDraft(null),
    })
  }

  return (
    <section aria-labelledby={heading} className="mt-1 grid gap-2">
      <h3 id={heading} className="text-muted-foreground">
        What came of it?
      </h3>
      <div className="flex flex-wrap gap-2">
        {outcomes.map((each) => (
          <ActionButton
            key={each}
            size="sm"
            variant={outcome === each ? 'secondary' : 'outline'}
            aria-pressed={outcome === each}
            pending={pending}
            onClick={() => {
              if (outcome === each) save(null)
              else if (each === 'lost') setDraft(reason ?? '')
              else save(each)
            }}
          >
            {outcomeNames[each]}
          </ActionButton>
        ))}
      </div>
      {draft !== null && (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            save('lost', draft)
          }}
        >
          <Input
            autoFocus
            aria-label="Why it was lost (optional)"
            placeholder="Why? (optional)"
            maxLength={MAX_OUTCOME_REASON}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
            className="min-h-9 min-w-0 px-2.5 text-sm"
          />
          <ActionButton type="submit" size="sm" variant="outline" pending={pending}>
            Save
          </ActionButton>
        </form>
      )}
      {outcome === 'lost' && reason && <p className="text-muted-foreground">{reason}</p>}
    </section>
  )
}
