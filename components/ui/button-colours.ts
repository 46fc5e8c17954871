// The colours of buttons in public client components. `buttonVariants` would add its script to every page.

/** The main action of a view. */
export const primary = 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover'

/** The text colour, for the main action of a view that already uses `primary`. */
export const secondary = 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/85'
