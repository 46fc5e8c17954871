/** The form's text fields and their longest values, counted in characters (code points), as the database counts them. */
export const limits = { name: 100, email: 254, phone: 30, message: 5_000 } as const
export type TextField = keyof typeof limits
export const textFields = Object.keys(limits) as TextField[]

// What no text of ours may hold: controls, bidi overrides and halves of characters.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu

/** Text as the database stores it: NFC, trimmed, without control and bidi-override characters. Line breaks become `\n`. */
export function cleanText(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(UNSAFE, '').normalize('NFC').trim()
}

/** The same on one line: every run of white space becomes a space. A line without anything to see is empty. */
export function cleanLine(text: string): string {
  const line = cleanText(text.replace(/\s+/g, ' '))
  return /[^\p{Other}\p{Separator}]/u.test(line) ? line : ''
}

/** How many characters a person would count, near enough: code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** What stands at a field that is longer than `max` characters. */
export function tooLong(max: number): string {
  return `At most ${max.toLocaleString('en')} characters, please.`
}

/** The form's sentence when each invalid field shows its own error. */
export const CHECK_FIELDS = 'Please check the marked fields.'
