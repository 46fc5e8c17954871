import { cva, type VariantProps } from 'class-variance-authority'
import { cn } from '@/lib/utils'

/** What all fields look like. `density` is dense for the admin: 36 px high and as wide as their content. */
const fieldVariants = cva(
  [
    'rounded-lg border border-input bg-card text-card-foreground placeholder:text-muted-foreground hover:border-foreground',
    'disabled:opacity-50 aria-invalid:border-2 aria-invalid:border-destructive',
  ],
  {
    variants: {
      density: { default: 'min-h-11 w-full px-3.5 text-base', dense: 'min-h-9 px-2.5 text-sm' },
    },
    defaultVariants: { density: 'default' },
  },
)

/** A one-line field. `aria-invalid` draws the fault; say it in words too. */
function Input({
  className,
  density,
  ...props
}: React.ComponentProps<'input'> & VariantProps<typeof fieldVariants>) {
  return <input data-slot="input" className={cn(fieldVariants({ density, className }))} {...props} />
}

export { fieldVariants, Input }
