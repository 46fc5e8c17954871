/** Texts for admins about the founders' own calendars. */

import type { UnreadParts } from '../calendars/schema'
import { formatDate, formatShortDate } from '../dates'

type UnreadPart = UnreadParts['first'][number]

/** Where each calendar program shows a calendar's private address. */
export const addressHints = [
  { name: 'Google', where: 'the calendar’s settings, “Secret address in iCal format”' },
  { name: 'Outlook', where: 'Settings, Calendar, Shared calendars, “Publish a calendar”; take the ICS link' },
  { name: 'Apple', where: 'share the calendar as “Public Calendar”; its address begins with webcal://' },
  { name: 'Fastmail', where: 'Settings, Calendars, Export, “Include all information”' },
  { name: 'Nextcloud', where: 'share the calendar’s link, then “Copy subscription link”' },
]

/** The reasons why a reading failed, by error code. */
const reasons: Record<string, string> = {
  address:
    'The address must begin with https://, with a name, no port, no user and no password in it, and 2,000 characters at most; so must every address it leads to.',
  inward: 'The address leads into a private network.',
  redirects: 'The address leads on to others more than three times.',
  slow: 'No whole calendar came within ten seconds.',
  name: 'No server has this name.',
  network: 'The server could not be reached.',
  certificate: 'The server’s certificate is not valid.',
  compressed: 'The server sends it compressed, although it was asked not to.',
  large: 'It is larger than 10 MB.',
  cut: 'The connection broke off before the end.',
  not_calendar: 'What came is not a calendar.',
  unfinished: 'The calendar has no end: a part of it is missing.',
  unreadable: 'Its parts do not fit together: some of it is missing.',
  many: 'It has more than 5,000 busy times.',
  endless: 'Reading it took longer than nine seconds.',
  heavy: 'Reading it takes more memory than it may have.',
  reader: 'It could not be read on this server: the program that reads calendars does not run.',
  empty: 'It has no events ahead any more.',
  secret: 'The key that opens its address is gone. Remove it, and paste its address again.',
}

/** The sentence for the error code of a failed reading. */
export function describeUnreadable(code: string): string {
  const status = /^status_(\d+)$/.exec(code)?.[1]
  if (status === '401' || status === '403') return `The server does not give it to us (${status}).`
  if (status === '404' || status === '410') return `There is no calendar at the address (${status}).`
  return status
    ? `The server answered with an error (${status}).`
    : (reasons[code] ?? 'The calendar cannot be read.')
}

/** The faults of a line in a calendar file, by code. */
const faults: Record<string, string> = {
  no_start: 'no start',
  start: 'start not understood',
  two_starts: 'a second start',
  end: 'end not understood',
  rule: 'rule not understood',
  time: 'time not understood',
  zone: 'time zone not understood',
  component: 'kind not understood',
}

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']

/** A description of the parts of a calendar that the site does not understand. */
export interface UnreadText {
  /** For example 'Two events are not understood'. */
  summary: string
  /** For example 'Tue 8 Dec', 'counts as busy all day.', 'Line 812: rule not understood.' */
  parts: { what: string; effect: string; where: string }[]
  more: number
  advice: string
}

/**
 * Describes the parts of a calendar that a reading did not understand; null if there are none. `today` is
 * `YYYY-MM-DD`.
 */
export function describeUnread({ count, first }: UnreadParts, today: string): UnreadText | null {
  if (count === 0) return null
  const isEvent = ({ code }: UnreadPart) => code !== 'component' && code !== 'zone'
  const noun = first.every(isEvent) ? 'event' : 'part'
  return {
    summary: `${numbers[count] ?? count} ${count === 1 ? `${noun} is` : `${noun}s are`} not understood`,
    parts: first.map((part) => ({
      ...describePart(part, today),
      where: `Line ${part.line}: ${faults[part.code] ?? 'not understood'}.`,
    })),
    more: count - first.length,
    advice: first.some(isEvent)
      ? 'Set its time again in your calendar and save it, or delete it there.'
      : 'If you are busy then, add an event for that time to your calendar.',
  }
}

function describePart({ code, date }: UnreadPart, today: string) {
  if (date !== null) {
    const what = date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatDate(date)
    return { what, effect: 'counts as busy all day.' }
  }
  if (code === 'zone') return { what: 'A time zone', effect: 'makes its times count for a day longer.' }
  const what = code === 'component' ? 'One part that is no event' : 'One event without a day'
  return { what, effect: 'is not counted.' }
}

/**
 * A sentence about a founder's calendar that is busy at a time, or whose busy times are not known for the
 * date.
 */
export function describeBusy({ label, is_known }: { label: string; is_known: boolean }): string {
  return is_known ? `${label}’s calendar is busy then.` : `${label}’s calendar is not known that far ahead.`
}
