'use client'

import { createContext, use, useEffect, useRef, useState } from 'react'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import { usePreviousData } from '../../_components/previous-data'
import type { RunOptions } from '../../_components/use-admin-action'
import type { ActionResult } from '../../action-result'
import { tellByMail } from './actions'

/** The calls whose visitors are not yet told, and what every place that lists them shares. */
export interface CallsToTell {
  calls: CallToTell[]
  /** Whether mails reach people: not without a mail server, nor when they are saved as files. */
  sends: boolean
  /** What is typed to be said about closed dates. */
  closed: string
  setClosed: (text: string) => void
  /** Writes the text for a visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** What a visitor knows once they are told: what stood in the text, if that was taken. */
  knownState: (call: CallToTell) => SeenCall
  send: (calls: SeenCall[]) => Promise<ActionResult>
  /** The ids of those whose calls were changed since they were told. */
  changed: string[]
  /** What follows when these were told. */
  noteResult: (ids: string[]) => (result: ActionResult) => void
  onUndo: RunOptions['onUndo']
}

const CallsToTellContext = createContext<CallsToTell | null>(null)

interface CallsToTellProviderProps {
  /** Undefined when they could not be read; those that were read before are shown. */
  listed: CallToTell[] | undefined
  sends: boolean
  children: React.ReactNode
}

export function CallsToTellProvider({ sends, children, ...props }: CallsToTellProviderProps) {
  const listed = usePreviousData({ data: props.listed ?? null, failure: null }) ?? undefined
  const calls = listed ?? []
  const [draft, setDraft] = useState('')
  // What stood in the texts that were taken: that is what people are told, whatever changes meanwhile.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  // What was typed about those who were told last: it is there again when that is undone.
  const toldText = useRef('')
  const isNobodyClosed = listed !== undefined && !listed.some(({ change }) => change === 'closed')
  // However they came to be told: the next closing has other words.
  useEffect(() => {
    if (!isNobodyClosed) return
    setDraft((now) => {
      toldText.current = now || toldText.current
      return ''
    })
  }, [isNobodyClosed])
  const typed = draft.trim()
  const shared: CallsToTell = {
    calls,
    sends,
    closed: draft,
    setClosed: setDraft,
    changed,
    write(call, url) {
      setTaken((before) => ({ ...before, [call.id]: seenOf(call) }))
      return changeText(call, url, typed || undefined)
    },
    knownState: (call) => taken[call.id] ?? seenOf(call),
    send: (some) => tellByMail(some, typed),
    noteResult: (ids) => (result) => {
      if (!('message' in result) && !('failedIds' in result)) return
      setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
      setChanged(('failedIds' in result && result.failedIds) || [])
    },
    onUndo: {
      onStart() {
        setDraft((now) => now || toldText.current)
      },
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
