import type { VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { alertVariants } from './alert-variants'

export function Alert({
  className,
  variant,
  ...props
}: React.ComponentProps<'div'> & VariantProps<typeof alertVariants>) {
  return (
    <div
      role={variant === 'destructive' ? 'alert' : 'status'}
      className={cn(alertVariants({ variant, className }))}
      {...props}
    />
  )
}
