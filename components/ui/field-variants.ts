import { cva } from 'class-variance-authority'

/**
 * What all fields look like. `density` is dense for the admin, 36 px high and as wide as their content, and lines for a text that grows. In a file of
 * its own, so that the scripts of public pages have it without tailwind-merge.
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
        lines: 'field-sizing-content min-h-28 w-full px-3.5 py-2.5 text-base',
      },
    },
    defaultVariants: { density: 'default' },
  },
)
