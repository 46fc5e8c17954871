import { useState } from 'react'
import { changeText } from '@/lib/requests/change-text'
import type { UntoldCall, SeenCall } from '@/lib/requests/untold'
import type { ActionResult } from '../../action-result'

export type VisitorTexts = ReturnType<typeof useVisitorTexts>

/** The texts that the admin copies or mails, so that visitors know how their calls stand. */
export function useVisitorTexts() {
  // By call id: the call as its newest text describes it. It may change again before the admin presses 'Told'.
  const [callsInTexts, setCallsInTexts] = useState<Record<string, SeenCall>>({})
  const seenCall = (call: UntoldCall) => callsInTexts[call.id] ?? listedCall(call)
  return {
    /** Returns the text and remembers the call as it stands. `url` is the visitor's link. */
    writeText(call: UntoldCall, url: string | null): string {
      setCallsInTexts((before) => ({ ...before, [call.id]: listedCall(call) }))
      return changeText(call, url)
    },
    /** The call as its text describes it; without a text, as the list shows it. */
    seenCall,
    /** True if the call has changed since its text was written. */
    isOutdated: (call: UntoldCall) => JSON.stringify(seenCall(call)) !== JSON.stringify(listedCall(call)),
    /** `result` is that of `markTold` for these calls. */
    forget(calls: UntoldCall[], result: ActionResult) {
      // A failure with `failedIds` has marked the other calls, and the failed ones need a new text.
      const isStored = result.kind === 'done' || (result.kind === 'failed' && result.failedIds)
      if (!isStored) return
      const ids = new Set(calls.map(({ id }) => id))
      setCallsInTexts((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))))
    },
  }
}

const listedCall = ({ id, name, state }: UntoldCall): SeenCall => ({ id, name, state })
