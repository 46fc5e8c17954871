/**
 * Thrown when a calendar cannot be read. It has only a code of `lib/content/calendars.ts`, because the
 * messages of other errors contain the calendar's address or its words.
 */
export class Unreadable extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}
