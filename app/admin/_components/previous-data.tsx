'use client'

import { useState } from 'react'
import type { ReadResult } from '../queries'

/** The data, or after a failed read the previous data. */
export function usePreviousData<Data>({ data }: ReadResult<Data>): Data | null {
  const [last, setLast] = useState(data)
  if (data !== null && data !== last) setLast(data)
  return data ?? last
}

/** Shows `children`, or after a failed read the previous children. */
export function PreviousIfFailed({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(failed ? null : children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}
