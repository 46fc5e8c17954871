import { site } from '../content/site'
import { toInstant } from '../dates'
import type { TimeSlot } from './slots'

/**
 * A booked call as an iCalendar file (RFC 5545), in UTC, with a reminder 15 minutes before. `call.id` is the booking's, so that a second
 * download replaces the first in people's calendars.
 */
export function inviteFile(call: TimeSlot, now = new Date()): string {
  const host = new URL(site.url).host
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(site.name)}//Booking//EN`,
    'BEGIN:VEVENT',
    `UID:${call.id}@${host}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(toInstant(call.date, call.start_time))}`,
    `DTEND:${utc(toInstant(call.date, call.end_time))}`,
    'STATUS:TENTATIVE',
    `SUMMARY:${escapeText(`Free strategy call with ${site.name}`)}`,
    `DESCRIPTION:${escapeText(`Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`)}`,
    `URL:${site.url}/booking`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    `DESCRIPTION:${escapeText(`Strategy call with ${site.name} in 15 minutes`)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

/** `20261130T200000Z`. */
function utc(instant: Date): string {
  return `${instant.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n')
}

/** Breaks a line so that no part is longer than 75 bytes, never inside a character; a part after the first begins with a space. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
