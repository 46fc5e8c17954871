import { cva } from 'class-variance-authority'

/**
 * `dense` is for the admin (36 px high). `lines` is for a text field that grows only in height, so that a
 * long word cannot widen the grids around it. A file of its own, so that public pages do not load
 * tailwind-merge.
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
        lines: 'field-sizing-content min-h-28 w-full px-3.5 py-2.5 text-base [contain:inline-size]',
      },
    },
    defaultVariants: { density: 'default' },
  },
)
