'use client'

import { useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import type { ActionResult } from '../../action-result'

/** What a page knows of the visitors whom the studio tells itself. */
export interface Telling {
  /** Writes the text for a visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** What a visitor knows once they are told: what stood in the text, if that was taken. */
  knownState: (call: CallToTell) => SeenCall
  /** The ids of those whose calls were changed since they were told. */
  changed: string[]
  /** What follows when these were told. */
  noteResult: (ids: string[]) => (result: ActionResult) => void
}

export function useTelling(): Telling {
  // What stood in the texts that were taken: that is what people are told, whatever changes meanwhile.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  return {
    changed,
    write(call, url) {
      setTaken((before) => ({ ...before, [call.id]: seenOf(call) }))
      return changeText(call, url)
    },
    knownState: (call) => taken[call.id] ?? seenOf(call),
    noteResult: (ids) => (result) => {
      if (!('message' in result) && !('failedIds' in result)) return
      setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
      setChanged(('failedIds' in result && result.failedIds) || [])
    },
  }
}

/** A call as it is listed. */
export function seenOf({ id, state }: CallToTell): SeenCall {
  return { id, state }
}
