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

// White space, and characters that show nothing. Variation selectors and tags are part of the emoji or
// the Han character before them, so they stay at the end of a line.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]$/u
const ENDS_A_CHARACTER = /^[\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u

/**
 * {@link cleanText} for one line: white space is collapsed into single spaces, and what cannot be
 * seen at either end, such as a zero-width space that was copied along, is removed. Text without a
 * visible character becomes ''.
 */
export function cleanLine(text: string): string {
  const line = cleanText(text.replace(/\s+/g, ' '))
  if (!VISIBLE.test(line)) return ''
  const characters = Array.from(line)
  const first = characters.findIndex((one) => !INVISIBLE.test(one))
  const last = characters.findLastIndex((one) => !INVISIBLE.test(one) || ENDS_A_CHARACTER.test(one))
  return characters.slice(first, last + 1).join('')
}

/** {@link cleanLine} for an e-mail address, also one that was copied as a link. */
export function cleanEmail(text: string): string {
  return cleanLine(cleanLine(text).replace(/^mailto:/i, ''))
}

/**
 * {@link cleanLine} for a phone number, also one that was copied as a link: every dash becomes '-',
 * every script's digits those of ASCII, and what cannot be seen is removed.
 */
export function cleanPhone(text: string): string {
  const line = cleanLine(text.normalize('NFKC'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/\p{Decimal_Number}/gu, asciiDigit)
  return cleanLine(line.replace(/^tel:/i, ''))
}

/** Unicode has the ten digits of each script in a row, from 0 to 9. */
function asciiDigit(digit: string): string {
  const isDigit = (code: number) => /\p{Decimal_Number}/u.test(String.fromCodePoint(code))
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (isDigit(code - value - 1)) value++
  return String(value % 10)
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
