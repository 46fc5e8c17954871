import { cn } from '@/lib/utils'

const variants = {
  /** Kelp amber: the one thing to press in a view. */
  primary: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
  /** Solid ink, for the main action where amber is already taken. */
  solid: 'border-transparent bg-foreground text-background hover:bg-foreground/85',
  outline: 'border-input bg-transparent hover:border-foreground hover:bg-muted',
  ghost: 'border-transparent bg-transparent hover:bg-muted',
  destructive: 'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive/90',
} as const

const sizes = {
  /** For the rows of a dense list. */
  xs: 'min-h-7 px-2.5 text-sm',
  sm: 'min-h-9 px-3 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-13 px-7 text-lg',
  icon: 'size-11',
} as const

/** What a button looks like; also used by {@link buttonClass} for links that look like one. */
export type ButtonLook = { variant?: keyof typeof variants; size?: keyof typeof sizes; className?: string }

/**
 * The class names of a button, for links that should look like one. Sizes md, lg and icon are at least 44 px high. Where no border is seen
 * it is there all the same: a contrast theme draws it.
 */
export function buttonClass({ variant = 'primary', size = 'md', className }: ButtonLook = {}): string {
  return cn(
    'inline-flex items-center justify-center gap-2 rounded-full border font-semibold whitespace-nowrap select-none',
    'transition-[background-color,border-color,transform] duration-150 motion-safe:active:translate-y-px',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-50',
    variants[variant],
    sizes[size],
    className,
  )
}

/** A native button, `type="button"` unless told otherwise. */
export function Button({ variant, size, className, ...props }: React.ComponentProps<'button'> & ButtonLook) {
  return <button type="button" className={buttonClass({ variant, size, className })} {...props} />
}
