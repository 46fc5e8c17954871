/**
 * An inline script waits for the stylesheets above it. Without one, Firefox shows what stands below a stylesheet's link
 * before the stylesheet has come.
 */
export const WAIT_FOR_STYLES = ' '
