/**
 * An inline script that does nothing, but like every script it waits for the stylesheets above it. Firefox would
 * otherwise show what stands below a stylesheet's link before the stylesheet has come; other browsers wait anyway.
 */
export const WAIT_FOR_STYLES = ' '
