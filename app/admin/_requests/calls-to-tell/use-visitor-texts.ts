import { useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import type { ActionResult } from '../../action-result'

export interface VisitorTexts {
  /** Returns the text for a visitor; `url` is their link. */
  write: (call: CallToTell, url: string | null) => string
  /** The argument of `markKnown`: the call's state in the written text, or else in the list. */
  knownState: (call: CallToTell) => SeenCall
  /** The ids of calls that `markKnown` rejected, because they had changed. */
  changed: string[]
  /** Returns an `onResult` for `markKnown` with these ids. */
  handleResult: (ids: string[]) => (result: ActionResult) => void
}

/** Tracks the texts that tell visitors about changes by hand. */
export function useVisitorTexts(): VisitorTexts {
  // The states that the texts describe. The calls may change before `markKnown`.
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
