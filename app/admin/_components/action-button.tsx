import { Button } from '@/components/ui/button'

interface ActionButtonProps extends Omit<React.ComponentProps<typeof Button>, 'asChild'> {
  /** True while its action runs, or while it is unavailable. */
  pending: boolean
}

/**
 * The button of an action. While `pending` it ignores presses but keeps the focus; a disabled button would
 * lose it.
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
