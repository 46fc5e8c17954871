/**
 * The placeholder in the usual location's address for the room of each call. A file of its own, so that
 * browser scripts can import it without zod.
 */
export const ROOM_PLACEHOLDER = '{call}'
