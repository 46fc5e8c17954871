'use client'

import { useState } from 'react'

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
