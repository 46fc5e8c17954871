import { site } from './studio'

/** The event's title in the visitor's calendar. */
export const calendarTitle = `Free call with ${site.name}`

/**
 * The event's note. It does not contain the visitor's link, because anyone with that link could move or
 * cancel the call, and people share calendars.
 */
export const calendarNote = `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`

export const calendarMenu = {
  title: 'Add to your calendar',
  file: 'Calendar file (Apple, Outlook and others)',
  off: 'Take it off your calendar',
}

/** Shown beside the links to web calendars. */
export const calendarLinksNote = 'These do not follow when the call is moved.'
