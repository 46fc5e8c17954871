/** Normalises typed text in the way that the database requires. */

// The characters that {@link cleanText} removes: control characters, bidi overrides and unpaired surrogates.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu

// The site keeps at most 30 combining marks in a row (Unicode's Stream-Safe Text Format, UAX #15), because
// the time to normalise grows with the square of their number.
const TOO_MANY_MARKS = /(\p{Mark}{30})\p{Mark}+/gu

/**
 * Normalises text as the database requires: NFC, trimmed, without control and bidi-override characters, line
 * breaks as `\n`, and at most 30 combining marks in a row.
 */
export function cleanText(text: string): string {
  const safe = text.replace(/\r\n?/g, '\n').replace(UNSAFE, '').replace(TOO_MANY_MARKS, '$1')
  return safe.normalize('NFC').trim()
}

// Matches a visible character. Some letters and marks are invisible: Hangul fillers, variation selectors, the
// Braille pattern without a dot.
const VISIBLE = /[^\p{Other}\p{Separator}\p{Default_Ignorable_Code_Point}\u2800]/u

// White space and invisible characters. Variation selectors and tags belong to the emoji or Han character
// before them, so they stay at the end of a line.
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]$/u
const ENDS_A_CHARACTER = /^[\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u

/**
 * Works like {@link cleanText}, for one line: collapses white space into single spaces, and trims invisible
 * characters at both ends, such as a copied zero-width space. Text without a visible character becomes ''.
 */
export function cleanLine(text: string): string {
  const line = cleanText(text.replace(/\s+/g, ' '))
  if (!VISIBLE.test(line)) return ''
  const characters = Array.from(line)
  const first = characters.findIndex((one) => !INVISIBLE.test(one))
  const last = characters.findLastIndex((one) => !INVISIBLE.test(one) || ENDS_A_CHARACTER.test(one))
  return characters.slice(first, last + 1).join('')
}

/** A person's name and an e-mail address, as mail programs copy them: `Ana <ana@example.com>`. */
const NAMED_ADDRESS = /^[^<>]*<([^<>]*)>[\s,;]*$/

/**
 * Works like {@link cleanLine}, for an e-mail address in any form: reads the address in `Ana <ana@example.com>`,
 * removes the `mailto:` of a copied link and invisible characters, and converts full-width characters to ASCII.
 */
export function cleanEmail(text: string): string {
  const line = cleanLine(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
  return cleanLine(line.replace(NAMED_ADDRESS, '$1').replace(/^\s*mailto:/i, ''))
}

/**
 * Works like {@link cleanLine}, for a phone number, even a copied link: every dash becomes '-', digits of
 * every script become ASCII, and invisible characters are removed.
 */
export function cleanPhone(text: string): string {
  const line = cleanLine(text.normalize('NFKC'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/\p{Decimal_Number}/gu, asciiDigit)
  return cleanLine(line.replace(/^tel:/i, ''))
}

/** The code of an authenticator app as plain digits; a character that does not belong there stays. */
export function cleanCode(text: string): string {
  return cleanPhone(text).replace(/[\s-]/g, '')
}

/**
 * Converts a decimal digit of any script to ASCII. In Unicode, the ten digits of each script follow each
 * other from 0 to 9.
 */
function asciiDigit(digit: string): string {
  const isDigit = (code: number) => /\p{Decimal_Number}/u.test(String.fromCodePoint(code))
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (isDigit(code - value - 1)) value++
  return String(value % 10)
}

/** The length of a text in code points, as Postgres counts characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/**
 * Arguments for zod's `refine`: at most `max` characters. If the text is longer, zod skips the later checks.
 */
export function atMost(max: number) {
  return [(text: string) => lengthOf(text) <= max, { error: tooLong(max), abort: true }] as const
}

/** The error sentence of a field that has more than `max` characters. */
export function tooLong(max: number): string {
  return `At most ${max.toLocaleString('en')} characters, please.`
}

/** An e-mail address for a page that others may read: 'm…@client.example'. */
export function shortEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`
}
