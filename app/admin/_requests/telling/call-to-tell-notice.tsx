'use client'

import { useEffect, useRef } from 'react'
import { useCallsToTell } from './calls-to-tell'
import { CallToTellItem } from './call-to-tell-item'

/** In an open request: what its visitor does not know yet, with the text that tells them. */
export function CallToTellNotice({ id }: { id: string }) {
  const call = useCallsToTell().calls.find((one) => one.id === id)
  const section = useRef<HTMLElement>(null)
  const isUntold = call !== undefined
  useEffect(() => {
    // For who has just confirmed or cancelled it, and whose button has gone.
    const focused = document.activeElement
    if (focused === document.body || focused?.contains(section.current)) section.current?.focus()
  }, [isUntold])
  if (!call) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby={`untold-${id}`}
      className="mt-5 grid gap-1 rounded-lg border border-primary p-3"
    >
      <h3 id={`untold-${id}`} className="font-semibold">
        Not yet told
      </h3>
      <CallToTellItem call={call}>They do not know yet: </CallToTellItem>
    </section>
  )
}
