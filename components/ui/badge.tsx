import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import { cn } from '@/lib/utils'

const badgeVariants = cva(
  'inline-flex w-fit shrink-0 items-center gap-1 rounded-full border py-0.5 font-medium whitespace-nowrap',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-primary text-primary-foreground',
        secondary: 'border-transparent bg-secondary text-secondary-foreground',
        destructive: 'border-transparent bg-destructive text-destructive-foreground',
        outline: 'border-input text-foreground',
        // Statuses; the text always names the status.
        yellow: 'border-transparent bg-status-yellow text-status-yellow-foreground',
        green: 'border-transparent bg-status-green text-status-green-foreground',
        red: 'border-transparent bg-status-red text-status-red-foreground',
        blue: 'border-transparent bg-status-blue text-status-blue-foreground',
        gray: 'border-transparent bg-status-gray text-status-gray-foreground',
      },
      size: { default: 'px-2.5 text-sm', sm: 'px-2 text-xs' },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
)

/** A short label on a tinted background. */
function Badge({
  className,
  variant,
  size,
  asChild = false,
  ...props
}: React.ComponentProps<'span'> & VariantProps<typeof badgeVariants> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : 'span'
  return <Comp data-slot="badge" className={cn(badgeVariants({ variant, size, className }))} {...props} />
}

export { Badge, badgeVariants }
