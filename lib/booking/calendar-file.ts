import ICAL from 'ical.js'
import { site } from '../content/site'
import { toInstant } from '../dates'
import { mailto } from './mailto'

// No `server-only` here: tests and scripts render mails outside Next.

/**
 * A booked call, for its calendar file. Date (`YYYY-MM-DD`) and times (`HH:MM`) are the studio's.
 */
export interface CalendarCall {
  /** The booking's id. It makes the event's UID, so that a later file updates the same event. */
  id: string
  date: string
  start_time: string
  end_time: string
  status: 'pending' | 'confirmed' | 'cancelled'
  /** `bookings.calendar_sequence`: the event's SEQUENCE. */
  sequence: number
  /**
   * Where the call happens, as text, and the URL of a video room. They are in the file only when
   * the call is confirmed.
   */
  location?: string
  url?: string
  /** For the studio's own calendar: who booked the call (null when erased), and a note. */
  forStudio?: { visitor: string | null; note: string }
}

type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const STATUS = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

// RFC 5545 allows 75 bytes a line, with the space that starts a continued one; ical.js counts
// without that space.
ICAL.foldLength = 74

/**
 * A booked call as an iCalendar file (RFC 5545), in UTC, with an alarm 15 minutes before. Method
 * `PUBLISH` is for downloads; `REQUEST` and `CANCEL` are for mails to `attendee`, who is in the
 * file only then (RFC 5546). The file never contains the booking's link, because people share their
 * calendars.
 */
export function calendarFile(
  call: CalendarCall,
  method: CalendarMethod,
  attendee?: { name: string; email: string },
  now = new Date(),
): string {
  const status = method === 'CANCEL' ? 'CANCELLED' : STATUS[call.status]
  const { visitor: whom, note } = call.forStudio ?? {
    visitor: site.name,
    // Not their link, with which whoever sees a shared calendar could move or cancel the call.
    note: `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`,
  }
  const withWhom = whom ? ` with ${whom}` : ''
  const event = [
    text('uid', `${call.id}@${new URL(site.url).host}`),
    ['sequence', {}, 'integer', call.sequence],
    instant('dtstamp', now),
    instant('dtstart', toInstant(call.date, call.start_time)),
    instant('dtend', toInstant(call.date, call.end_time)),
    text('status', status),
    text('summary', `Free call${withWhom}`),
    text('description', note),
    ['organizer', { cn: site.name }, 'cal-address', `mailto:${site.email}`],
    ...(status === 'CONFIRMED' ? locationProperties(call) : []),
    ...(attendee && method !== 'PUBLISH' ? [attendeeProperty(attendee)] : []),
  ]
  const alarm = [
    text('action', 'DISPLAY'),
    ['trigger', {}, 'duration', '-PT15M'],
    text('description', `Strategy call${withWhom} in 15 minutes`),
  ]
  const alarms = status === 'CANCELLED' ? [] : [['valarm', alarm, []]]
  const calendar = [
    text('version', '2.0'),
    text('prodid', `-//${site.name}//Booking//EN`),
    text('method', method),
  ]
  return `${new ICAL.Component(['vcalendar', calendar, [['vevent', event, alarms]]]).toString()}\r\n`
}

function text(name: string, value: string) {
  return [name, {}, 'text', oneLine(value)]
}

/** ical.js does not escape carriage returns, which some calendar programs read as line ends. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ')
}

function instant(name: string, value: Date) {
  return [name, {}, 'date-time', `${value.toISOString().slice(0, 19)}Z`]
}

/** The room's URL is in LOCATION as well, because some calendar programs show only that. */
function locationProperties({ location, url }: CalendarCall) {
  const joined = url && !location?.includes(url) ? [location, url].filter(Boolean).join(', ') : location
  return [...(joined ? [text('location', joined)] : []), ...(url ? [['url', {}, 'uri', url]] : [])]
}

/** The visitor chose this time, so the invitation counts as accepted. */
function attendeeProperty({ name, email }: { name: string; email: string }) {
  return [
    'attendee',
    { cn: oneLine(name), role: 'REQ-PARTICIPANT', partstat: 'ACCEPTED', rsvp: 'FALSE' },
    'cal-address',
    mailto(email),
  ]
}
