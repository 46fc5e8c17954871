import ICAL from 'ical.js'
import { locationLine } from '../calendar-links'
import { calendarNote } from '../content/calendar-event'
import { site } from '../content/studio'
import { type StudioTimes, toInstant } from '../dates'
import { mailto } from './mailto'

// No `server-only` here, because tests and scripts render mails outside Next.

export interface CallEvent extends StudioTimes {
  /** In the event's UID, so that a later file updates the event. */
  id: string
  status: 'pending' | 'confirmed' | 'cancelled'
  /** The event's SEQUENCE, from `bookings.calendar_sequence`. */
  sequence: number
}

export interface CalendarCall extends CallEvent {
  /** Location and URL are in the file only if the call is confirmed. */
  location?: string
  url?: string
  forStudio?: { visitor: string | null; note: string }
}

type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const STATUS = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

// RFC 5545 allows 75 bytes per line; ical.js does not count the leading space of a continued line.
ICAL.foldLength = 74

/**
 * In UTC (RFC 5545). Only `REQUEST` and `CANCEL`, for mails, name the `attendee` (RFC 5546). No file contains the
 * booking's link, because people share calendars.
 */
export function calendarFile(
  call: CalendarCall,
  method: CalendarMethod,
  attendee?: { name: string; email: string },
  now = new Date(),
): string {
  const status = method === 'CANCEL' ? 'CANCELLED' : STATUS[call.status]
  const { visitor: whom, note } = call.forStudio ?? { visitor: site.name, note: calendarNote }
  const withWhom = whom ? ` with ${whom}` : ''
  const event = [
    ...eventProperties(call, now, status),
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
  return writeCalendar([text('method', method)], [[event, alarms]])
}

/** The JSON format of ical.js (RFC 7265). */
type JCal = unknown[]

export function eventProperties(call: CallEvent, stamp: Date, status: string = STATUS[call.status]): JCal[] {
  return [
    text('uid', `${call.id}@${new URL(site.url).host}`),
    ['sequence', {}, 'integer', call.sequence],
    instant('dtstamp', stamp),
    instant('dtstart', toInstant(call.date, call.start_time)),
    instant('dtend', toInstant(call.date, call.end_time)),
    text('status', status),
  ]
}

export function writeCalendar(properties: JCal[], events: [event: JCal[], alarms: JCal[]][]): string {
  const own = [text('version', '2.0'), text('prodid', `-//${site.name}//Booking//EN`)]
  const components = events.map(([event, alarms]) => ['vevent', event, alarms])
  return `${new ICAL.Component(['vcalendar', [...own, ...properties], components]).toString()}\r\n`
}

export function text(name: string, value: string): JCal {
  return [name, {}, 'text', oneLine(value)]
}

/** Some calendar programs read a carriage return as the end of a line, and ical.js does not escape it. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ')
}

export function instant(name: string, value: Date): JCal {
  return [name, {}, 'date-time', `${value.toISOString().slice(0, 19)}Z`]
}

/** Some calendar programs show no other property with a URL. */
function locationProperties({ location, url }: CalendarCall) {
  const joined = locationLine(location, url)
  return [...(joined ? [text('location', joined)] : []), ...(url ? [['url', {}, 'uri', url]] : [])]
}

/** Accepted, because the visitor chose the time. */
function attendeeProperty({ name, email }: { name: string; email: string }) {
  return [
    'attendee',
    { cn: oneLine(name), role: 'REQ-PARTICIPANT', partstat: 'ACCEPTED', rsvp: 'FALSE' },
    'cal-address',
    mailto(email),
  ]
}
