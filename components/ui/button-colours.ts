// The colours of buttons for public client components, which do not import `buttonVariants`, because every
// page would load its script.

/** The colour of a view's main action. */
export const primary = 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover'

/** The text colour, for the main action of a view that already uses `primary`. */
export const secondary = 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/85'
