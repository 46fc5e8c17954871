/** Has a code of lib/content/calendars.ts, and no text of the file. */
export class Unreadable extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}
