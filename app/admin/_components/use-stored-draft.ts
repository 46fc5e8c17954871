'use client'

import { useEffect, useMemo, useState } from 'react'
// Of zod itself the browser would load three times as much.
import { string, type ZodMiniType } from 'zod/mini'
import { useHydrated } from '@/components/use-hydrated'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const STORED = 'stored-draft'

/** The schema of one text. */
export const storedText = string()

interface Stored {
  key: string
  draft: unknown
}

/**
 * What is typed, stored in this tab under `key` until it is set to null, so that it outlives a reload, a
 * closed dialog and a sign-in. `schema` is what it has to be: a page from before an update may have
 * stored something else. Of null before hydration. `isRestored` is whether it is from before and has not
 * been changed since.
 */
export function useStoredDraft<Draft>(key: string, schema: ZodMiniType<Draft>) {
  const hydrated = useHydrated()
  const stored = useMemo(() => (hydrated ? readDraft(key, schema) : null), [hydrated, key, schema])
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

/** What is stored under `key`; null when it is nothing that `schema` takes. */
export function readDraft<Draft>(key: string, schema: ZodMiniType<Draft>): Draft | null {
  const text = readStorage('sessionStorage', key)
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/**
 * Notes what this tab stores under `key` as it is sent. The function that it returns says, when the response
 * is there, whether that is still what is stored: what was typed since, also in a form that was closed and
 * opened again, is another draft, which no response may remove.
 */
export function noteSent(key: string): () => boolean {
  const sent = readStorage('sessionStorage', key)
  return () => readStorage('sessionStorage', key) === sent
}

/** Stores what is typed, also for fields that are shown elsewhere; null removes it. */
export function storeDraft(key: string, draft: unknown): void {
  writeStorage('sessionStorage', key, draft === null ? null : JSON.stringify(draft))
  dispatchEvent(new CustomEvent<Stored>(STORED, { detail: { key, draft } }))
}
