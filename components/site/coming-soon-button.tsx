'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** A page that is not written yet. A button that says so, once a press is noticed; until then, and without scripts, plain words. */
export function ComingSoonButton({ label, message }: { label: string; message: string }) {
  const interactive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  if (!interactive)
    return (
      <span className="coming-soon">
        {label}
        <span className="hidden noscript:inline">&nbsp;({message})</span>
      </span>
    )
  return (
    <button type="button" onClick={() => alert(message)} className="coming-soon">
      {label}
    </button>
  )
}
