import type { VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'
import { fieldVariants } from './field-variants'

/** A one-line field. `aria-invalid` marks an error; say it in words too. */
function Input({
  className,
  density,
  ...props
}: React.ComponentProps<'input'> & VariantProps<typeof fieldVariants>) {
  return <input data-slot="input" className={cn(fieldVariants({ density, className }))} {...props} />
}

export { Input }
