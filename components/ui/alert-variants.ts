import { cva } from 'class-variance-authority'

/** The look of an alert. It does without tailwind-merge, for the scripts of public pages. */
export const alertVariants = cva('rounded-lg border-l-4 px-4 py-3', {
  variants: {
    variant: {
      default: 'border-input bg-muted text-foreground',
      destructive: 'border-destructive bg-status-red text-status-red-foreground',
    },
  },
  defaultVariants: { variant: 'default' },
})
