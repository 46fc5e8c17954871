'use client'

import { createContext, use, useEffect, useRef, useState } from 'react'
import { readStorage, writeStorage } from '@/lib/browser-storage'
import { changeText } from '@/lib/content/call-changes'
import type { CallToTell, SeenCall } from '@/lib/mail/calls-to-tell'
import { useKeptData } from '../_components/keep-previous'
import type { RunOptions } from '../_components/use-admin-action'
import type { ActionResult } from '../action-result'
import type { Dashboard } from '../queries'
import { sendToUntold } from './actions'

/** Where this tab keeps what is typed about closed dates. */
export const CLOSED_TEXT = 'closed-text'

/** The calls whose visitors are not yet told, and what every place that lists them shares. */
export interface Untold {
  calls: CallToTell[]
  /** Whether mails reach people: not without a mail server, nor when they are saved as files. */
  sends: boolean
  /** The form with what is said about closed dates. */
  form: React.RefObject<HTMLFormElement | null>
  /** Writes the text for a visitor. */
  write: (call: CallToTell, url: string | null) => string
  /** What a visitor knows once they are told: what stood in the text, if that was taken. */
  knownOf: (call: CallToTell) => SeenCall
  send: (calls: SeenCall[]) => Promise<ActionResult>
  /** The ids of those whose calls were changed since they were told. */
  changed: string[]
  /** What follows when these were told. */
  noteResult: (ids: string[]) => (result: ActionResult) => void
  onUndo: RunOptions['onUndo']
}

const UntoldContext = createContext<Untold | null>(null)

interface UntoldProviderProps {
  notices: Dashboard['notices']
  sends: boolean
  children: React.ReactNode
}

export function UntoldProvider({ notices, sends, children }: UntoldProviderProps) {
  const listed = useKeptData(notices)?.untold
  const calls = listed ?? []
  const form = useRef<HTMLFormElement>(null)
  // What stood in the texts that were taken: that is what people are told, whatever changes meanwhile.
  const [taken, setTaken] = useState<Record<string, SeenCall>>({})
  const [changed, setChanged] = useState<string[]>([])
  // What was typed about those who were told last: it is there again when that is undone.
  const toldText = useRef<string | null>(null)
  const isNobodyClosed = listed !== undefined && !listed.some(({ change }) => change === 'closed')
  // However they came to be told: the next closing has other words.
  useEffect(() => {
    if (!isNobodyClosed) return
    toldText.current = readStorage('sessionStorage', CLOSED_TEXT) ?? toldText.current
    writeStorage('sessionStorage', CLOSED_TEXT, null)
  }, [isNobodyClosed])
  const typed = () => {
    const text = form.current && new FormData(form.current).get('closed')
    return typeof text === 'string' ? text.trim() : ''
  }
  const untold: Untold = {
    calls,
    sends,
    form,
    changed,
    write(call, url) {
      setTaken((before) => ({ ...before, [call.id]: seenOf(call) }))
      return changeText(call, url, typed() || undefined)
    },
    knownOf: (call) => taken[call.id] ?? seenOf(call),
    send: (some) => sendToUntold(some, typed()),
    noteResult: (ids) => (result) => {
      if (!('message' in result) && !('failedIds' in result)) return
      setTaken((before) => Object.fromEntries(Object.entries(before).filter(([id]) => !ids.includes(id))))
      setChanged(('failedIds' in result && result.failedIds) || [])
    },
    onUndo: {
      onStart() {
        if (!form.current) writeStorage('sessionStorage', CLOSED_TEXT, toldText.current)
      },
    },
  }
  return <UntoldContext value={untold}>{children}</UntoldContext>
}

/** Throws outside an `UntoldProvider`. */
export function useUntold(): Untold {
  const untold = use(UntoldContext)
  if (!untold) throw new Error('useUntold must be used within an UntoldProvider')
  return untold
}

/** A call as it is listed. */
export function seenOf({ id, state }: CallToTell): SeenCall {
  return { id, state }
}
