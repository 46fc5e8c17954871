import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'

const alertVariants = cva('rounded-lg border-l-4 px-4 py-3', {
  variants: {
    variant: {
      default: 'border-input bg-muted text-foreground',
      destructive: 'border-destructive bg-status-red text-status-red-foreground',
    },
  },
  defaultVariants: { variant: 'default' },
})

/** A message in the flow of the page. A destructive one is announced at once (`role="alert"`), the other politely. */
function Alert({
  className,
  variant,
  ...props
}: React.ComponentProps<'div'> & VariantProps<typeof alertVariants>) {
  return (
    <div
      data-slot="alert"
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(alertVariants({ variant, className }))}
      {...props}
    />
  )
}

export { Alert }
