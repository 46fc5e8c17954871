import { useId, useState } from 'react'
import { Field, SubmitButton } from '@/components/form'
import { type Booking, MAX_OUTCOME_REASON, type Outcome, outcomes } from '@/lib/requests/request'
import { ActionButton } from '../../../_components/action-button'
import { doOnce } from '../../../_components/do-once'
import { AdminForm } from '../../../_components/admin-form'
import { useAdminAction } from '../../../_components/use-admin-action'
import type { RunOptions } from '../../../_components/use-report'
import { changeOutcome } from '../../actions'
import { outcomeNames } from '../../../_requests/labels'

/** Pressing the chosen button again clears the outcome. */
export function OutcomeField({ booking }: { booking: Booking }) {
  const { id, revision, outcome, outcome_reason: reason } = booking
  const { run, pending } = useAdminAction()
  const [isAsking, setAsking] = useState(false)
  const heading = useId()
  const options: RunOptions = {
    failure: 'Failed to save the outcome',
    onResult: ({ kind }) => kind === 'done' && setAsking(false),
  }
  const set = (next: Outcome | null, why = '') =>
    doOnce(changeOutcome, { id, outcome: next, reason: why }, revision)
  const save = (next: Outcome | null) => run(() => set(next), options)

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
              else if (each === 'lost') setAsking(true)
              else save(each)
            }}
          >
            {outcomeNames[each]}
          </ActionButton>
        ))}
      </div>
      {isAsking && (
        <AdminForm
          seen={null}
          send={({ reason: why = '' }) => set('lost', why)}
          options={options}
          className="flex gap-2"
        >
          <Field
            name="reason"
            label="Why it was lost (optional)"
            isLabelHidden
            placeholder="Why? (optional)"
            autoFocus
            maxLength={MAX_OUTCOME_REASON}
            defaultValue={reason ?? ''}
          />
          <SubmitButton variant="outline">Save</SubmitButton>
        </AdminForm>
      )}
      {outcome === 'lost' && reason && <p className="text-muted-foreground">{reason}</p>}
    </section>
  )
}
