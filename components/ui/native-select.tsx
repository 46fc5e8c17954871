import type { VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { fieldVariants } from './field-variants'

export function NativeSelect({
  className,
  density,
  ...props
}: React.ComponentProps<'select'> & VariantProps<typeof fieldVariants>) {
  return <select className={cn(fieldVariants({ density, className }))} {...props} />
}
