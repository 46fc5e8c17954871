import { Button } from '@/components/ui/button'

interface ActionButtonProps extends Omit<React.ComponentProps<typeof Button>, 'asChild'> {
  /** True while the button's action runs or cannot run now. */
  pending: boolean
}

/** While `pending` it ignores presses but keeps the focus, which a disabled button would lose. */
export function ActionButton({ pending, onClick, ...props }: ActionButtonProps) {
  return (
    <Button
      aria-disabled={pending}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
      {...props}
    />
  )
}
