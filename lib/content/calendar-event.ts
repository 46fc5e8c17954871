import { site } from './studio'

export const calendarTitle = `Free call with ${site.name}`

/** Without the visitor's link: people share calendars, and anyone with the link could move or cancel the call. */
export const calendarNote = `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`

export const calendarMenu = {
  title: 'Add to your calendar',
  file: 'Calendar file (Apple, Outlook and others)',
  off: 'Take it off your calendar',
}

/** Before the links to web calendars in a mail, and beside them. */
export const calendarFileNote = 'The call in your calendar: open the attached file'
export const calendarLinksNote = 'These do not follow when the call is moved.'
