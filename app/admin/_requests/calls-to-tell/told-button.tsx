import type { PersonToTell } from '@/lib/mail/notices'
import { NoticeButton } from '../../_components/notice-button'
import { markTold } from './actions'
import type { VisitorTexts } from './use-visitor-texts'

interface ToldButtonProps extends Pick<
  React.ComponentProps<typeof NoticeButton>,
  'aria-label' | 'children' | 'size' | 'variant'
> {
  people: Pick<PersonToTell, 'calls' | 'notice'>[]
  texts: VisitorTexts
}

/** Records that people know their calls as the texts describe them, and takes their failed mails off the list. */
export function ToldButton({ people, texts, ...props }: ToldButtonProps) {
  return (
    <NoticeButton
      action={markTold}
      items={people.map(({ calls, notice }) => ({
        calls: calls.map(texts.seen),
        mails: notice?.mails ?? [],
      }))}
      failure="Failed to take the notice away"
      onResult={texts.forget(people.flatMap(({ calls }) => calls))}
      {...props}
    />
  )
}
