/** Stands for each call's own room in the usual location. A file of its own: browser scripts import it without zod. */
export const ROOM_PLACEHOLDER = '{call}'
