import { cva } from 'class-variance-authority'

/**
 * The look of all fields. `density` is `dense` for the admin (36 px high, as wide as the content), or `lines`
 * for a text that grows only in height: without the containment, a long word would widen the grids around it.
 * It is a file of its own, so that public pages load it without tailwind-merge.
 */
export const fieldVariants = cva(
  [
    'rounded-lg border border-input bg-card text-card-foreground placeholder:text-muted-foreground hover:border-foreground',
    'disabled:opacity-50 aria-invalid:border-2 aria-invalid:border-destructive',
  ],
  {
    variants: {
      density: {
        default: 'min-h-11 w-full px-3.5 text-base',
        dense: 'min-h-9 px-2.5 text-sm',
        lines: 'field-sizing-content min-h-28 w-full px-3.5 py-2.5 text-base contain-inline-size',
      },
    },
    defaultVariants: { density: 'default' },
  },
)
