import { capitalize } from '../capitalize'
import { formatDay, formatLongDate, formatTime, zoneName } from '../dates'
import { placeTime } from '../content/place'
import { site } from '../content/studio'
import { paths } from '../paths'
import type { Entries } from './form'
import { decodeSlot } from './slots'
import { ELLIPSIS, withQuote } from '../quote'
import { cleanLine, cleanText } from '../text'

// Mail programs and browsers truncate longer URLs.
const MAX_MESSAGE = 1_500
const MAX_URL = 1_900

/** Escapes only the characters that would start a subject or another recipient (RFC 6068). */
export function mailto(address: string): string {
  return `mailto:${address.replace(/[^\w.~!$'*+@\u0080-\u{10FFFF}-]/gu, encodeURIComponent)}`
}

/** `call` is on the studio's clock, `link` is absolute. Leaves out the address if the URL would be too long. */
export function mailToSelf(
  address: string,
  call: { date: string; start_time: string },
  link: string,
): string {
  const { date, start_time: time } = call
  const body = [
    `${formatLongDate(date)}, ${formatTime(time)} ${zoneName(date, time)} (${placeTime})`,
    '',
    `Change or cancel the call: ${link}`,
  ].join('\r\n')
  const subject = `Your call with ${site.name} on ${formatDay(date)}`
  const rest = `?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  const { href } = new URL(mailto(address) + rest)
  return href.length <= MAX_URL ? href : `mailto:${rest}`
}

/** Quotes the visitor's message. If the URL would be too long, cuts the quoted message, then the reply. */
export function mailReply(
  address: string,
  { subject, body }: { subject: string; body: string },
  message: string,
) {
  const rest = (text: string) =>
    `?subject=${encodeURIComponent(cleanLine(subject))}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  const to = new URL(mailto(address)).href
  const start = (to + rest('')).length > MAX_URL / 2 ? 'mailto:' : to
  const fits = (text: string) => (start + rest(text)).length <= MAX_URL
  const answer = cleanText(body)
  const letters = Array.from(cleanText(message))
  const withMessage = (count: number) =>
    withQuote(answer, letters.slice(0, count).join('') + (count < letters.length ? ELLIPSIS : ''))
  const quoted = largestFitting(letters.length, (count) => fits(withMessage(count)))
  if (quoted !== null) return start + rest(withMessage(quoted))
  const own = Array.from(answer)
  const cut = (count: number) => own.slice(0, count).join('') + (count < own.length ? ELLIPSIS : '')
  return start + rest(cut(largestFitting(own.length, (count) => fits(cut(count))) ?? 0))
}

export function openedText(address: string, answer: { subject: string; body: string }): string {
  return new URL(mailReply(address, answer, '')).searchParams.get('body') ?? ''
}

function largestFitting(max: number, fits: (count: number) => boolean): number | null {
  if (fits(max)) return max
  if (!fits(0)) return null
  let [low, high] = [0, max]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

/** For when the page cannot send the form. `today` is the studio's date. */
export function mailHref(to: string, entries: Partial<Entries>, today: string): string {
  const { message = '', time = '', fit = '', request_id: _, ...fields } = entries
  const slot = decodeSlot(time, today)
  const wish = slot
    ? `${formatLongDate(slot.date)}, ${formatTime(slot.start_time)} ${zoneName(slot.date, slot.start_time)}`
    : 'to be arranged'
  const text = Array.from(cleanText(message)).slice(0, MAX_MESSAGE).join('')
  const lines = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([field, value]) => `${capitalize(field)}: ${cleanLine(value)}`)
  if (fit) lines.push(`My answers: ${site.url}${paths.start}?${cleanLine(fit)}`)
  const body = [...lines, `Date and time: ${wish}`, '', text].join('\r\n')
  return `mailto:${to}?subject=${encodeURIComponent('Free call')}&body=${encodeURIComponent(body)}`
}
