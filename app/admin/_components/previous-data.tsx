'use client'

import { useEffect, useState } from 'react'
import { inOneLine } from '@/lib/describe-error'
import { useLive } from './live'

/** Returns the data from before while `data` is null (after a failed read). */
export function usePreviousData<Data>(data: Data | null): Data | null {
  const [last, setLast] = useState(data)
  if (data !== null && data !== last) setLast(data)
  return data ?? last
}

export function PreviousIfFailed({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(failed ? null : children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}

/** `children` are null after a failed read of the whole page. Throws if there were none before. */
export function PreviousPage({ children }: { children: React.ReactNode }) {
  const { setPrevious } = useLive()
  const shown = usePreviousData(children)
  const isFailed = children === null
  useEffect(() => {
    setPrevious(isFailed)
    return () => setPrevious(false)
  }, [isFailed, setPrevious])
  if (shown === null) throw inOneLine(new Error('The page could not be read.'))
  return shown
}
