import { useState } from 'react'
import { changeText } from '@/lib/requests/change-text'
import type { UntoldCall, SeenCall } from '@/lib/requests/untold'
import type { ActionResult } from '../../action-result'

export type VisitorTexts = ReturnType<typeof useVisitorTexts>

export function useVisitorTexts() {
  // By call id. The call may change after its text was taken and before `markTold`.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const seen = (call: UntoldCall) => taken[call.id] ?? seenOf(call)
  return {
    /** `url` is the visitor's link. */
    write(call: UntoldCall, url: string | null): string {
      setTaken((before) => ({ ...before, [call.id]: seenOf(call) }))
      return changeText(call, url)
    },
    /** The call in the state of the written text; without one, in the state of the list. */
    seen,
    /** True if the call has changed since its text was written. */
    isOutdated: (call: UntoldCall) => JSON.stringify(seen(call)) !== JSON.stringify(seenOf(call)),
    /** The `onResult` for a run of `markTold` with these calls. */
    forget: (calls: UntoldCall[]) => (result: ActionResult) => {
      if (result.kind !== 'done' && !(result.kind === 'failed' && result.failedIds)) return
      const ids = new Set(calls.map(({ id }) => id))
      setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))))
    },
  }
}

const seenOf = ({ id, name, state }: UntoldCall): SeenCall => ({ id, name, state })
