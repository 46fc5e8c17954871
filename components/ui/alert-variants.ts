import { cva } from 'class-variance-authority'

// A file of its own, so that public pages do not load tailwind-merge.
export const alertVariants = cva('rounded-lg border-l-4 px-4 py-3', {
  variants: {
    variant: {
      default: 'border-input bg-muted text-foreground',
      destructive: 'border-destructive bg-status-red text-status-red-foreground',
    },
  },
  defaultVariants: { variant: 'default' },
})
