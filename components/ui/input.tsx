import type { VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { fieldVariants } from './field-variants'

/** The form must show an error as a sentence, not only by `aria-invalid`. */
export function Input({
  className,
  density,
  ...props
}: React.ComponentProps<'input'> & VariantProps<typeof fieldVariants>) {
  return <input className={cn(fieldVariants({ density, className }))} {...props} />
}
