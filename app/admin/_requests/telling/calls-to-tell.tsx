'use client'

import { createContext, use, useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import { usePreviousData } from '../../_components/previous-data'
import type { ActionResult } from '../../action-result'

/** The calls whose visitors are not yet told, and what every place that lists them shares. */
export interface CallsToTell {
  calls: CallToTell[]
  /** Whether mails reach people: not without a mail server, nor when they are saved as files. */
  sends: boolean
  /** Writes the text for a visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** What a visitor knows once they are told: what stood in the text, if that was taken. */
  knownState: (call: CallToTell) => SeenCall
  /** The ids of those whose calls were changed since they were told. */
  changed: string[]
  /** What follows when these were told. */
  noteResult: (ids: string[]) => (result: ActionResult) => void
}

const CallsToTellContext = createContext<CallsToTell | null>(null)

interface CallsToTellProviderProps {
  /** Undefined when they could not be read; those that were read before are shown. */
  listed: CallToTell[] | undefined
  sends: boolean
  children: React.ReactNode
}

export function CallsToTellProvider({ sends, children, ...props }: CallsToTellProviderProps) {
  const calls = usePreviousData({ data: props.listed ?? null, failure: null }) ?? []
  // What stood in the texts that were taken: that is what people are told, whatever changes meanwhile.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  const shared: CallsToTell = {
    calls,
    sends,
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
  return <CallsToTellContext value={shared}>{children}</CallsToTellContext>
}

/** Throws outside a `CallsToTellProvider`. */
export function useCallsToTell(): CallsToTell {
  const shared = use(CallsToTellContext)
  if (!shared) throw new Error('useCallsToTell must be used within a CallsToTellProvider')
  return shared
}

/** A call as it is listed. */
export function seenOf({ id, state }: CallToTell): SeenCall {
  return { id, state }
}
