import type { PersonToTell } from '@/lib/requests/notices'
import type { ActionResult } from '../../action-result'
import { ActionButton } from '../../_components/action-button'
import { useNotice } from '../../_components/use-notice'
import { markTold } from './actions'
import type { VisitorTexts } from './use-visitor-texts'

type Person = Pick<PersonToTell, 'calls' | 'notice'>

/** Also takes the people's failed mails off the list. */
export function useMarkTold(texts: VisitorTexts) {
  const { run, pending } = useNotice()
  return {
    pending,
    mark(people: Person[]) {
      const input = people.map(({ calls, notice }) => ({
        calls: calls.map(texts.seenCall),
        mails: notice?.mails ?? [],
      }))
      const calls = people.flatMap((person) => person.calls)
      const onResult = (result: ActionResult) => texts.forget(calls, result)
      run(() => markTold(input), 'Failed to take the notice away', onResult)
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
  const { mark, pending } = useMarkTold(texts)
  return (
    <ActionButton size="xs" variant="outline" pending={pending} onClick={() => mark([person])} {...props} />
  )
}
