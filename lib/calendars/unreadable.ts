/**
 * Why a calendar could not be read: only a code of `lib/content/calendars.ts`, because other errors' messages
 * contain its address or its words.
 */
export class Unreadable extends Error {
  constructor(readonly code: string) {
    super(code)
  }
}
