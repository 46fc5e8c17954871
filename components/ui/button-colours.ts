// The colours of buttons in public client components, which do without `buttonVariants`: its script
// would be one more on every page.

/** The main action of a view. */
export const primary = 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover'

/** In the text colour, for the main action where `primary` is already used. */
export const secondary = 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/85'
