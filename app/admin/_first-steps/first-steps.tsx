'use client'

import { RunButton } from '../_components/run-button'
import { putStepsAway } from './actions'
import type { FirstStep } from './read-first-steps'
import { countDone, StepList } from './step-list'

export function FirstSteps({ steps }: { steps: FirstStep[] }) {
  return (
    <section aria-labelledby="first-steps" className="rounded-lg border border-border bg-card px-4 py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 id="first-steps" className="text-base font-semibold tracking-tight">
          First steps
        </h2>
        <p className="grow text-muted-foreground">{countDone(steps)}</p>
        <RunButton
          size="xs"
          variant="ghost"
          className="-mr-2.5 text-muted-foreground hover:text-foreground"
          action={() => putStepsAway(true)}
          options={{ failure: 'Failed to save the settings', focusAfter: 'main' }}
        >
          Put away
        </RunButton>
      </div>
      <StepList steps={steps} />
    </section>
  )
}
