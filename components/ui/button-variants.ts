import { cva } from 'class-variance-authority'
import { primary, secondary } from './button-colours'

/**
 * The sizes default and lg are at least 44 px high; the others are for dense layouts. A file of its own, so
 * that public pages do not load tailwind-merge and Radix.
 */
export const buttonVariants = cva('button', {
  variants: {
    variant: {
      default: primary,
      secondary,
      outline: 'border-input hover:border-foreground hover:bg-accent',
      ghost: 'border-transparent hover:bg-accent',
      destructive: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive/90',
      link: 'border-transparent underline-offset-4 hover:underline',
    },
    size: {
      default: 'min-h-11 px-5 text-base',
      xs: 'min-h-7 px-2.5 text-sm',
      sm: 'min-h-9 px-3 text-sm',
      lg: 'min-h-13 px-7 text-lg',
      'icon-xs': 'size-7',
      'icon-sm': 'size-9',
    },
  },
  defaultVariants: { variant: 'default', size: 'default' },
})
