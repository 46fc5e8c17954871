'use client'

import { useCallsToTell } from '../../../_requests/telling/calls-to-tell'
import { CallToTellItem, describeChange } from '../../../_requests/telling/call-to-tell-item'

/** On a request's page: what its visitor does not know yet, with the text that tells them. */
export function CallToTellNotice({ id, isMain }: { id: string; isMain: boolean }) {
  const call = useCallsToTell().calls.find((one) => one.id === id)
  if (!call) return null
  const what = describeChange(call)
  return (
    <section aria-labelledby={`untold-${id}`} className="mt-3 grid gap-2 border-t border-border pt-3">
      <h3 id={`untold-${id}`} tabIndex={-1}>
        <b className="font-semibold">Not told yet</b>{' '}
        <span className="text-muted-foreground">{what.charAt(0).toLowerCase() + what.slice(1)}</span>
      </h3>
      <CallToTellItem call={call} isMain={isMain} />
    </section>
  )
}
