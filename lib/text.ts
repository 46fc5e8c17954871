/** Text that people type, as the database wants it. */

// Control characters, bidi overrides and unpaired surrogates.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu

// At most 30 combining marks in a row (Unicode's Stream-Safe Text Format, UAX #15): normalising
// takes time by the square of their number.
const TOO_MANY_MARKS = /(\p{Mark}{30})\p{Mark}+/gu

/**
 * Normalises text as the database requires: NFC, trimmed, without control and bidi-override
 * characters, line breaks as `\n`. Of more than 30 combining marks in a row, the first 30 stay.
 */
export function cleanText(text: string): string {
  const safe = text.replace(/\r\n?/g, '\n').replace(UNSAFE, '').replace(TOO_MANY_MARKS, '$1')
  return safe.normalize('NFC').trim()
}

// Some letters and marks show nothing: Hangul fillers, variation selectors, the Braille pattern
// without a dot.
const VISIBLE = /[^\p{Other}\p{Separator}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * {@link cleanText} for one line: white space is collapsed into single spaces. Text without a
 * visible character becomes ''.
 */
export function cleanLine(text: string): string {
  const line = cleanText(text.replace(/\s+/g, ' '))
  return VISIBLE.test(line) ? line : ''
}

/** The length of a text in code points, which is how Postgres counts characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/**
 * Arguments of zod's `refine`: at most `max` characters. Later checks do not run on longer text.
 */
export function atMost(max: number) {
  return [(text: string) => lengthOf(text) <= max, { error: tooLong(max), abort: true }] as const
}

/** The error of a field that is longer than `max` characters. */
export function tooLong(max: number): string {
  return `At most ${max.toLocaleString('en')} characters, please.`
}
