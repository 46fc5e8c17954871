'use client'

import { useEffect, useState } from 'react'
import { useLive } from './live'

/** Returns `data`; while it is null (after a failed read), the data from before. */
export function usePreviousData<Data>(data: Data | null): Data | null {
  const [last, setLast] = useState(data)
  if (data !== null && data !== last) setLast(data)
  return data ?? last
}

/** Shows `children`; after a failed read, the children from before the failure. */
export function PreviousIfFailed({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(failed ? null : children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}

/**
 * Shows `children`; null after a failed read of the whole page, then the children from before and
 * 'Reconnecting'. Throws if there are none, so that error.tsx appears.
 */
export function PreviousPage({ children }: { children: React.ReactNode }) {
  const { setPrevious } = useLive()
  const shown = usePreviousData(children)
  const isFailed = children === null
  useEffect(() => {
    setPrevious(isFailed)
    return () => setPrevious(false)
  }, [isFailed, setPrevious])
  if (shown === null) throw new Error('The page could not be read.')
  return shown
}
