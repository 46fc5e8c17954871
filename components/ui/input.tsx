import type { VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { fieldVariants } from './field-variants'

/** A one-line field. `aria-invalid` marks an error; the form must show the error as a sentence too. */
export function Input({
  className,
  density,
  ...props
}: React.ComponentProps<'input'> & VariantProps<typeof fieldVariants>) {
  return <input className={cn(fieldVariants({ density, className }))} {...props} />
}
