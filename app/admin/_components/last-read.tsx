'use client'

import { useState } from 'react'

/** Shows `children`; while they could not be read, what was shown before. */
export function LastRead({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}
