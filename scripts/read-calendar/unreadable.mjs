/** What cannot be read: a code of lib/content/calendars.ts, and never a word of the file. */
export class Unreadable extends Error {
  constructor(code) {
    super(code)
    this.code = code
  }
}
