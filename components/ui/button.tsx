import type { VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { cn } from '@/lib/utils'
import { buttonVariants } from './button-variants'

/**
 * A button, by default with `type="button"`. With `asChild` its child, such as a link, gets the button's
 * look.
 */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  ...props
}: React.ComponentProps<'button'> & VariantProps<typeof buttonVariants> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'button'
  return (
    <Comp
      {...(!asChild && { type: 'button' })}
      className={cn(buttonVariants({ variant, size, className }))}
      {...props}
    />
  )
}
