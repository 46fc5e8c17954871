import type { UntoldCall } from '@/lib/requests/untold'
import { UntoldItem, describeChange } from '../../../_requests/untold/untold-item'
import { ToldButton } from '../../../_requests/untold/told-button'
import type { VisitorTexts } from '../../../_requests/untold/use-visitor-texts'

export function UntoldNotice(props: {
  call: UntoldCall
  texts: VisitorTexts
  isMain: boolean
  isWriting: boolean
}) {
  const { call, texts } = props
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
      {!props.isWriting && (
        <UntoldItem call={call} texts={texts} main={props.isMain ? 'write' : undefined}>
          <ToldButton
            aria-label={`Told ${call.name}`}
            person={{ calls: [call], notice: null }}
            texts={texts}
            size="sm"
          >
            Told
          </ToldButton>
        </UntoldItem>
      )}
    </section>
  )
}
