'use client'

import { useEffect, useMemo, useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const STORED = 'stored-draft'

interface Stored {
  key: string
  draft: unknown
}

/** Whether a stored value is a draft: a page from before an update may have stored something else. */
export type IsDraft<Draft> = (value: unknown) => value is Draft

/**
 * What is typed, stored in this tab under `key` until it is set to null, so that it outlives a reload, a
 * closed dialog and a sign-in: for what takes minutes to type. Null before hydration. `isRestored` is
 * whether it is from before and has not been changed since.
 */
export function useStoredDraft<Draft>(key: string, isDraft: IsDraft<Draft>) {
  const hydrated = useHydrated()
  const stored = useMemo(() => (hydrated ? readDraft(key, isDraft) : null), [hydrated, key, isDraft])
  const [changed, setChanged] = useState<Stored | null>(null)
  useEffect(() => {
    const follow = ({ detail }: CustomEvent<Stored>) => detail.key === key && setChanged(detail)
    addEventListener(STORED, follow as EventListener)
    return () => removeEventListener(STORED, follow as EventListener)
  }, [key])
  const isChanged = changed?.key === key
  return {
    draft: isChanged ? (changed.draft as Draft | null) : stored,
    setDraft: (draft: Draft | null) => storeDraft(key, draft),
    isRestored: !isChanged && stored !== null,
  }
}

/** What is stored under `key`; null when it is no such draft. */
export function readDraft<Draft>(key: string, isDraft: IsDraft<Draft>): Draft | null {
  try {
    const value: unknown = JSON.parse(readStorage('sessionStorage', key) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Notes what this tab stores under `key` as it is sent. The function that it returns says, when the response
 * is there, whether that is still what is stored: what was typed since, also in a form that was closed and
 * opened again, is another draft, which no response may remove.
 */
export function snapshotDraft(key: string): () => boolean {
  const sent = readStorage('sessionStorage', key)
  return () => readStorage('sessionStorage', key) === sent
}

/** Stores what is typed, also for fields that are shown elsewhere; null removes it. */
export function storeDraft(key: string, draft: unknown): void {
  writeStorage('sessionStorage', key, draft === null ? null : JSON.stringify(draft))
  dispatchEvent(new CustomEvent<Stored>(STORED, { detail: { key, draft } }))
}
