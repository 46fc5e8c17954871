import { Ellipsis } from 'lucide-react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { paths } from '@/lib/paths'
import { ActionButton } from '../../../_components/action-button'
import { useMenuChoice } from '../../../_components/use-menu-choice'
import type { Verb } from './verbs'

interface VerbButtonProps {
  /** The request's id. */
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

interface MoreMenuProps {
  groups: Verb[][]
  /** The `mailto:` URL for the visitor; null if the person was erased. */
  mail: string | null
  onAct: (verb: Verb) => void
}

export function MoreMenu({ groups, mail, onAct }: MoreMenuProps) {
  const { choose, onCloseAutoFocus } = useMenuChoice()
  const shown = groups.filter((group) => group.length > 0)
  if (shown.length === 0 && !mail) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="icon-sm"
          variant="outline"
          aria-label="More"
          className="max-sm:absolute max-sm:top-2 max-sm:right-2 max-sm:border-transparent"
        >
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={onCloseAutoFocus}>
        {shown.map((group, at) => (
          <div key={at} role="group">
            {at > 0 && <DropdownMenuSeparator />}
            {group.map((verb) => (
              <DropdownMenuItem
                key={verb.name}
                variant={'status' in verb && verb.status === 'cancelled' ? 'destructive' : 'default'}
                onSelect={() => choose(() => onAct(verb))}
              >
                {verb.name + (verb.more ?? '')}
              </DropdownMenuItem>
            ))}
          </div>
        ))}
        {mail && (
          <>
            {shown.length > 0 && <DropdownMenuSeparator />}
            <DropdownMenuItem asChild>
              <a href={mail}>Write an email</a>
            </DropdownMenuItem>
          </>
        )}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
