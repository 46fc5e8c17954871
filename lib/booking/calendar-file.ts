import ICAL from 'ical.js'
import { site } from '../content/site'
import { toInstant } from '../dates'

// No `server-only` here: mail is built outside Next too.

/** What a calendar shows of a booked call. `date` and the times (`HH:MM`) are the studio's. */
export interface CalendarCall {
  /** The booking's: the file of a later state changes the same event. */
  id: string
  date: string
  start_time: string
  end_time: string
  status: 'pending' | 'confirmed' | 'cancelled'
  /** `bookings.calendar_sequence`. */
  sequence: number
  /** Where the call happens, in words, and the address of a video room. In the file only once the call is confirmed. */
  location?: string
  url?: string
}

type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL'

const STATUS = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

// ical.js counts without the space that begins a continued line; RFC 5545 allows 75 bytes with it.
ICAL.foldLength = 74

/**
 * A booked call as an iCalendar file (RFC 5545), in UTC, with a reminder 15 minutes before. `PUBLISH` is the file that a person downloads;
 * `REQUEST` and `CANCEL` go by mail to `attendee`, who is in the file only then (RFC 5546). It never holds the link by which the booking is
 * changed: people share their calendars.
 */
export function calendarFile(
  call: CalendarCall,
  method: CalendarMethod,
  attendee?: { name: string; email: string },
  now = new Date(),
): string {
  const status = method === 'CANCEL' ? 'CANCELLED' : STATUS[call.status]
  const title = `Free strategy call with ${site.name}`
  const event = [
    text('uid', `${call.id}@${new URL(site.url).host}`),
    ['sequence', {}, 'integer', call.sequence],
    instant('dtstamp', now),
    instant('dtstart', toInstant(call.date, call.start_time)),
    instant('dtend', toInstant(call.date, call.end_time)),
    text('status', status),
    text('summary', title),
    text('description', `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`),
    ['organizer', { cn: site.name }, 'cal-address', `mailto:${site.email}`],
    ...(status === 'CONFIRMED' ? placeOf(call) : []),
    ...(attendee && method !== 'PUBLISH' ? [attendeeOf(attendee)] : []),
  ]
  const alarm = [
    text('action', 'DISPLAY'),
    ['trigger', {}, 'duration', '-PT15M'],
    text('description', `Strategy call with ${site.name} in 15 minutes`),
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

/** ical.js writes a carriage return as it is, which some readers take for the end of the line. */
function oneLine(value: string): string {
  return value.replace(/\p{Cc}+/gu, ' ')
}

function instant(name: string, value: Date) {
  return [name, {}, 'date-time', `${value.toISOString().slice(0, 19)}Z`]
}

/** The room's address stands in LOCATION too: some calendars make a link of that and do not show URL. */
function placeOf({ location, url }: CalendarCall) {
  const words = url && !location?.includes(url) ? [location, url].filter(Boolean).join(', ') : location
  return [...(words ? [text('location', words)] : []), ...(url ? [['url', {}, 'uri', url]] : [])]
}

/** The person asked for this time, so nothing is left to accept. */
function attendeeOf({ name, email }: { name: string; email: string }) {
  return [
    'attendee',
    { cn: oneLine(name), role: 'REQ-PARTICIPANT', partstat: 'ACCEPTED', rsvp: 'FALSE' },
    'cal-address',
    `mailto:${email}`,
  ]
}
