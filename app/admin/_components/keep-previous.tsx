'use client'

import { useState } from 'react'
import type { ReadResult } from '../queries'

/** What was read last: data that could not be read this time stay as they were. */
export function useKeptData<Data>({ data }: ReadResult<Data>): Data | null {
  const [last, setLast] = useState(data)
  if (data !== null && data !== last) setLast(data)
  return data ?? last
}

/** Shows `children`; while they could not be read, what was shown before, which may be nothing. */
export function KeepPrevious({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(failed ? null : children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}
