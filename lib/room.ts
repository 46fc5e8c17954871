/** In the usual address of calls: stands for each call's own room. A file of its own, without zod, for the browser. */
export const ROOM_PLACEHOLDER = '{call}'
