'use client'

import { Button } from '@/components/ui/button'

interface ActionButtonProps extends Omit<React.ComponentProps<typeof Button>, 'asChild'> {
  /** Whether its action is under way, or it cannot be done now. */
  pending: boolean
}

/**
 * A button of an action. While that is under way a press does nothing, but the button keeps the focus,
 * which a disabled one would lose.
 */
export function ActionButton({ pending, onClick, ...props }: ActionButtonProps) {
  return (
    <Button
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      {...props}
    />
  )
}
