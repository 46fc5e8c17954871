/**
 * The placeholder for each call's own room in the usual address. It is a file of its own, without zod, for
 * the browser.
 */
export const ROOM_PLACEHOLDER = '{call}'
