/**
 * Why a calendar could not be read: a code of `lib/content/calendars.ts`, and nothing else, because the
 * messages of others have its address or its words in them.
 */
export class Unreadable extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}
