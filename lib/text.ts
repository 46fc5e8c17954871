// Control characters, bidi overrides and unpaired surrogates.
const UNSAFE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]|\p{Surrogate}/gu

// Unicode's Stream-Safe Text Format (UAX #15): the time to normalise grows with the square of the marks in a row.
const TOO_MANY_MARKS = /(\p{Mark}{30})\p{Mark}+/gu

/** As the database requires: NFC, trimmed, without control and bidi-override characters, line breaks as `\n`. */
export function cleanText(text: string): string {
  const safe = text.replace(/\r\n?/g, '\n').replace(UNSAFE, '').replace(TOO_MANY_MARKS, '$1')
  return safe.normalize('NFC').trim()
}

// Some letters and marks are invisible: Hangul fillers, variation selectors, the Braille pattern without a dot.
const VISIBLE = /[^\p{Other}\p{Separator}\p{Default_Ignorable_Code_Point}\u2800]/u

const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}]$/u
// Invisible too, but they change the emoji or Han character before them, so they stay at the end of a line.
const MODIFIER = /^[\p{Variation_Selector}\u{E0020}-\u{E007F}]$/u

/** Without invisible characters at its ends, such as a copied zero-width space; '' without a visible character. */
export function cleanLine(text: string): string {
  const line = cleanText(text.replace(/\s+/g, ' '))
  if (!VISIBLE.test(line)) return ''
  const characters = Array.from(line)
  const first = characters.findIndex((one) => !INVISIBLE.test(one))
  const last = characters.findLastIndex((one) => !INVISIBLE.test(one) || MODIFIER.test(one))
  return characters.slice(first, last + 1).join('')
}

/** As mail programs copy them: `Ana <ana@example.com>`. */
const NAMED_ADDRESS = /^[^<>]*<([^<>]*)>[\s,;]*$/

/** Also accepts `Ana <ana@example.com>` and a copied `mailto:` link; full-width characters become ASCII. */
export function cleanEmail(text: string): string {
  const line = cleanLine(text)
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\uFF01-\uFF5E]/g, (wide) => wide.normalize('NFKC'))
  // Again, because spaces within the angle brackets or after `mailto:` are now at the ends.
  return cleanLine(line.replace(NAMED_ADDRESS, '$1').replace(/^\s*mailto:/i, ''))
}

/** Also accepts a copied `tel:` link; every dash becomes '-', and digits of every script become ASCII. */
export function cleanPhone(text: string): string {
  const line = cleanLine(text.normalize('NFKC'))
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/\p{Decimal_Number}/gu, asciiDigit)
  return cleanLine(line.replace(/^tel:/i, ''))
}

/** A code from an authenticator app, as plain digits; a character that does not belong there stays. */
export function cleanCode(text: string): string {
  return cleanPhone(text).replace(/[\s-]/g, '')
}

/** In Unicode, a script's ten digits follow each other from 0 to 9, and may follow another's: hence the modulo. */
function asciiDigit(digit: string): string {
  const isDigit = (code: number) => /\p{Decimal_Number}/u.test(String.fromCodePoint(code))
  const code = digit.codePointAt(0) ?? 0
  let digitsBefore = 0
  while (isDigit(code - digitsBefore - 1)) digitsBefore++
  return String(digitsBefore % 10)
}

/** In code points, as Postgres counts characters. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** For zod's `refine`. If the text is longer, zod skips the later checks. */
export function atMost(max: number) {
  return [(text: string) => lengthOf(text) <= max, { error: tooLong(max), abort: true }] as const
}

export function tooLong(max: number): string {
  return `At most ${max.toLocaleString('en')} characters, please.`
}

/** 'm…@client.example', for a page that others may read. */
export function shortEmail(email: string): string {
  return `${email.slice(0, 1)}…${email.slice(email.indexOf('@'))}`
}
