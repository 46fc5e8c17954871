'use client'

import { useCallsToTell } from '../../../_requests/telling/calls-to-tell'
import { CallToTellItem } from '../../../_requests/telling/call-to-tell-item'

/** In an open request: what its visitor does not know yet, with the text that tells them. */
export function CallToTellNotice({ id }: { id: string }) {
  const call = useCallsToTell().calls.find((one) => one.id === id)
  if (!call) return null
  return (
    <section aria-labelledby={`untold-${id}`} className="mt-3 grid gap-1 border-t border-border pt-3">
      <h3 id={`untold-${id}`} tabIndex={-1} className="font-semibold">
        Not yet told
      </h3>
      <CallToTellItem call={call}>They do not know yet: </CallToTellItem>
    </section>
  )
}
