import type { CallToTell } from '@/lib/mail/calls-to-tell'
import { CallToTellItem, describeChange } from '../../../_requests/telling/call-to-tell-item'
import type { Telling } from '../../../_requests/telling/use-telling'

/**
 * The change that the visitor does not know yet, with the text that tells them. The text is hidden while a
 * reply is being written.
 */
export function CallToTellNotice(props: {
  call: CallToTell
  telling: Telling
  isMain: boolean
  isWriting: boolean
}) {
  const { call } = props
  const what = describeChange(call)
  return (
    <section
      aria-labelledby={`call-to-tell-${call.id}`}
      className="mt-3 grid gap-2 border-t border-border pt-3"
    >
      <h3 id={`call-to-tell-${call.id}`} tabIndex={-1}>
        <b className="font-semibold">Not told yet</b>{' '}
        <span className="text-muted-foreground">{what.charAt(0).toLowerCase() + what.slice(1)}</span>
      </h3>
      {!props.isWriting && <CallToTellItem {...props} />}
    </section>
  )
}
