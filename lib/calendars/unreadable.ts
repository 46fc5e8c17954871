/**
 * Thrown if a calendar cannot be read. The error has only a code with a sentence in
 * `lib/content/calendars.ts`, because the messages of other errors contain the calendar's address or text.
 */
export class Unreadable extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}
