import { formatDay, formatLongDate, formatTime, zoneName } from '../dates'
import { site } from '../content/site'
import { paths } from '../paths'
import type { Entries } from './form'
import { decodeSlot } from './slots'
import { cleanLine, cleanText } from '../text'

// Mail programs and browsers truncate longer URLs.
const MAX_MESSAGE = 1_500
const MAX_URL = 1_900

/**
 * A `mailto:` URI of one address, also when the address has characters that would begin a subject
 * or another recipient (RFC 6068). An address without such characters stays as it is.
 */
export function mailto(address: string): string {
  return `mailto:${address.replace(/[^\w.~!$'*+@\u0080-\u{10FFFF}-]/gu, encodeURIComponent)}`
}

/**
 * A `mailto:` link by which visitors send the link of their call to themselves. `date` and `time`
 * are the studio's, `link` is absolute. Where it would be longer than 1,900 characters, it is
 * without the address.
 */
export function mailToSelf(
  address: string,
  call: { date: string; start_time: string },
  link: string,
): string {
  const { date, start_time: time } = call
  const body = [
    `${formatLongDate(date)}, ${formatTime(time)} ${zoneName(date, time)} (Wellington time)`,
    '',
    `Change or cancel the call: ${link}`,
  ].join('\r\n')
  const subject = `Your call with ${site.name} on ${formatDay(date)}`
  const rest = `?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
  const { href } = new URL(mailto(address) + rest)
  return href.length <= MAX_URL ? href : `mailto:${rest}`
}

/**
 * A `mailto:` link with the form's entries, for when the form cannot be sent. `today` is the
 * studio's date.
 */
export function mailHref(to: string, entries: Partial<Entries>, today: string): string {
  const { message = '', time = '', fit = '', request_id: _, ...fields } = entries
  const slot = decodeSlot(time, today)
  const wish = slot
    ? `${formatLongDate(slot.date)}, ${formatTime(slot.start_time)} ${zoneName(slot.date, slot.start_time)}`
    : 'to be arranged'
  const text = Array.from(cleanText(message)).slice(0, MAX_MESSAGE).join('')
  const lines = Object.entries(fields)
    .filter(([, value]) => value)
    .map(([field, value]) => `${field[0]?.toUpperCase()}${field.slice(1)}: ${cleanLine(value)}`)
  if (fit) lines.push(`My answers: ${site.url}${paths.start}?${cleanLine(fit)}`)
  const body = [...lines, `Date and time: ${wish}`, '', text].join('\r\n')
  return `mailto:${to}?subject=${encodeURIComponent('Free strategy call')}&body=${encodeURIComponent(body)}`
}
