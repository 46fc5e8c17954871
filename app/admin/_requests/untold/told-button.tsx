import type { PersonToTell } from '@/lib/requests/notices'
import { ActionButton } from '../../_components/action-button'
import { useNotice } from '../../_components/use-notice'
import { markTold } from './actions'
import type { VisitorTexts } from './use-visitor-texts'

type Person = Pick<PersonToTell, 'calls' | 'notice'>

/** Takes also the people's failed mails off the list. */
export function useTold(texts: VisitorTexts) {
  const { run, pending } = useNotice()
  return {
    pending,
    tell(people: Person[]) {
      const told = people.map(({ calls, notice }) => ({
        calls: calls.map(texts.seen),
        mails: notice?.mails ?? [],
      }))
      const forget = texts.forget(people.flatMap(({ calls }) => calls))
      run(() => markTold(told), 'Failed to take the notice away', forget)
    },
  }
}

interface ToldButtonProps extends Pick<
  React.ComponentProps<typeof ActionButton>,
  'aria-label' | 'children' | 'size'
> {
  person: Person
  texts: VisitorTexts
}

export function ToldButton({ person, texts, ...props }: ToldButtonProps) {
  const { tell, pending } = useTold(texts)
  return (
    <ActionButton size="xs" variant="outline" pending={pending} onClick={() => tell([person])} {...props} />
  )
}
