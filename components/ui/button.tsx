import type { VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { cn } from '@/lib/utils'
import { buttonVariants } from './button-variants'

/** With `asChild` its child, such as a link, gets the look of a button. */
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
