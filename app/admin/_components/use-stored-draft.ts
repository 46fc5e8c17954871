import { useEffect, useMemo, useState } from 'react'
import { useHydrated } from '@/components/use-hydrated'
import { readStorage, writeStorage } from '@/lib/browser-storage'

const STORED = 'stored-draft'

interface Stored {
  key: string
  draft: unknown
}

/** An older version of the page may have stored the draft. */
export type IsDraft<Draft> = (value: unknown) => value is Draft

export const isString: IsDraft<string> = (value) => typeof value === 'string'

/**
 * In sessionStorage, so that typed text outlives a reload, a closed dialog and a sign-in. `draft` is null
 * before hydration; `setDraft(null)` removes it. `isRestored` is true until a restored draft changes.
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

export function readDraft<Draft>(key: string, isDraft: IsDraft<Draft>): Draft | null {
  try {
    const value: unknown = JSON.parse(readStorage('sessionStorage', key) ?? 'null')
    return isDraft(value) ? value : null
  } catch {
    return null
  }
}

/** To compare before a response removes the draft, so that what the admin has typed meanwhile stays. */
export function snapshotDraft(key: string): string | null {
  return readStorage('sessionStorage', key)
}

/** Updates every `useStoredDraft` with this key. Null removes the draft. */
export function storeDraft(key: string, draft: unknown): void {
  writeStorage('sessionStorage', key, draft === null ? null : JSON.stringify(draft))
  dispatchEvent(new CustomEvent<Stored>(STORED, { detail: { key, draft } }))
}
