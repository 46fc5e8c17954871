'use client'

import { useState } from 'react'

/** Shows `children`; while they could not be read, what was shown before, which may be nothing. */
export function LastRead({ failed, children }: { failed: boolean; children: React.ReactNode }) {
  const [last, setLast] = useState(failed ? null : children)
  if (!failed && children !== last) setLast(children)
  return failed ? last : children
}
