import { Button } from '@/components/ui/button'
import { paths } from '@/lib/paths'
import { ActionButton } from '../../../_components/action-button'
import type { Verb } from './verbs'

interface VerbButtonProps {
  id: string
  verb: Verb
  isMain: boolean
  /** True while the form shows the reply that this button opened. */
  isOpen: boolean
  pending: boolean
  onPress: () => void
}

export function VerbButton({ id, verb, isMain, isOpen, pending, onPress }: VerbButtonProps) {
  if ('offer' in verb)
    return (
      <Button size="sm" variant="outline" asChild>
        <a href={`${paths.offers}/${id}`}>{verb.name}</a>
      </Button>
    )
  return (
    <ActionButton
      size="sm"
      variant={isOpen ? 'secondary' : isMain ? 'default' : 'outline'}
      aria-pressed={'reply' in verb ? isOpen : undefined}
      className="aria-pressed:chosen"
      pending={pending}
      onClick={onPress}
    >
      <span>
        {verb.name}
        {verb.more && <span className="sr-only">{verb.more}</span>}
      </span>
    </ActionButton>
  )
}
