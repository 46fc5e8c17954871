'use client'

import { useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import type { ActionResult } from '../../action-result'

/** The state of telling visitors by hand. */
export interface VisitorTexts {
  /** Writes the text for a visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** The call as the visitor knows it once they are told: as in the written text, or else as listed. */
  knownState: (call: CallToTell) => SeenCall
  /** The ids of calls that changed after their visitors were told. */
  changed: string[]
  /** Returns a handler of the result for the visitors with these ids. */
  handleResult: (ids: string[]) => (result: ActionResult) => void
}

export function useVisitorTexts(): VisitorTexts {
  // The calls as the written texts describe them: visitors learn that state, even if the call changes
  // meanwhile.
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
