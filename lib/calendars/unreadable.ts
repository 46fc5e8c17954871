/** Has only a code, because the messages of other errors contain the calendar's address or text. */
export class Unreadable extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}
