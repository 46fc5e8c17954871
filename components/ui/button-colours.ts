// For public client components. With `buttonVariants` every page would load its script.

/** For a view's main action. */
export const primary = 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover'

/** For the main action of a view that already uses `primary`. */
export const secondary = 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/85'
