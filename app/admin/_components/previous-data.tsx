'use client'

import { useState } from 'react'

/** The data of a read, or while it is null the previous data. */
export function usePreviousData<Data>(data: Data | null): Data | null {
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
