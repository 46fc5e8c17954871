import { Ellipsis } from 'lucide-react'
import { Button } from '@/components/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu'
import { useMenuChoice } from './use-menu-choice'

export interface MenuItem {
  name: string
  icon?: React.ReactNode
  href?: string
  onPress?: () => void
  isDestructive?: boolean
}

interface MoreMenuProps extends Pick<React.ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> {
  groups: (MenuItem | false | '' | null | undefined)[][]
  label?: string
}

export function MoreMenu({ groups, label = 'More', ...button }: MoreMenuProps) {
  const { choose, onCloseAutoFocus } = useMenuChoice()
  const shown = groups
    .map((group) => group.filter((item): item is MenuItem => Boolean(item)))
    .filter(({ length }) => length > 0)
  if (shown.length === 0) return null
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon-sm" variant="outline" aria-label={label} {...button}>
          <Ellipsis aria-hidden className="size-4" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" onCloseAutoFocus={onCloseAutoFocus}>
        {shown.map((group, at) => (
          <div key={at} role="group">
            {at > 0 && <DropdownMenuSeparator />}
            {group.map(({ name, icon, href, onPress, isDestructive }) => (
              <DropdownMenuItem
                key={name}
                asChild={href !== undefined}
                variant={isDestructive ? 'destructive' : 'default'}
                onSelect={onPress && (() => choose(onPress))}
              >
                {href === undefined ? (
                  <>
                    {icon}
                    {name}
                  </>
                ) : (
                  <a href={href}>
                    {icon}
                    {name}
                  </a>
                )}
              </DropdownMenuItem>
            ))}
          </div>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
