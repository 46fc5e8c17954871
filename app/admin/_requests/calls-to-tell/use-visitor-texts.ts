import { useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import type { ActionResult } from '../../action-result'

export interface VisitorTexts {
  /** Returns the text for the visitor. `url` is the visitor's link. */
  write: (call: CallToTell, url: string | null) => string
  /** The input of `markKnown`: the call's state in the written text; without one, the state in the list. */
  knownState: (call: CallToTell) => SeenCall
  /** The ids of the calls that `markKnown` rejected, because they have changed since. */
  changed: string[]
  /** Returns the `onResult` for a run of `markKnown` with these ids. */
  handleResult: (ids: string[]) => (result: ActionResult) => void
}

/** Writes the texts that tell visitors about changes, and keeps the state that each text describes. */
export function useVisitorTexts(): VisitorTexts {
  // By call id, the state that the text describes. The call may change before `markKnown`.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  return {
    changed,
    write(call, url) {
      setTaken((before) => ({ ...before, [call.id]: seenOf(call) }))
      return changeText(call, url)
    },
    knownState: (call) => taken[call.id] ?? seenOf(call),
    handleResult: (ids) => (result) => {
      if (!('message' in result) && !('failedIds' in result)) return
      setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
      setChanged(('failedIds' in result && result.failedIds) || [])
    },
  }
}

export function seenOf({ id, state }: CallToTell): SeenCall {
  return { id, state }
}
