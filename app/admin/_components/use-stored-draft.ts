import { useEffect, useMemo, useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const STORED = 'stored-draft'

interface Stored {
  key: string
  draft: unknown
}

/** Checks a stored value: an older version of the page may have stored another shape. */
export type IsDraft<Draft> = (value: unknown) => value is Draft

/**
 * A draft in this tab's sessionStorage, until it is set to null: typed text outlives a reload, a closed
 * dialog and a sign-in. It is null before hydration. `isRestored` is true until a restored draft changes.
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

/** Null if none is stored, or `isDraft` rejects it. */
export function readDraft<Draft>(key: string, isDraft: IsDraft<Draft>): Draft | null {
  try {
    const value: unknown = JSON.parse(readStorage('sessionStorage', key) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/**
 * Returns a function that is true while the stored draft is the same as now: a response must not remove later
 * typing.
 */
export function snapshotDraft(key: string): () => boolean {
  const sent = readStorage('sessionStorage', key)
  return () => readStorage('sessionStorage', key) === sent
}

/** Stores a draft and updates every `useStoredDraft` of the key; null removes it. */
export function storeDraft(key: string, draft: unknown): void {
  writeStorage('sessionStorage', key, draft === null ? null : JSON.stringify(draft))
  dispatchEvent(new CustomEvent<Stored>(STORED, { detail: { key, draft } }))
}
