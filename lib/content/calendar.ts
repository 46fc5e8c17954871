import { site } from './site'

/** What a call is called in its visitor's calendar. */
export const calendarTitle = `Free call with ${site.name}`

/** The note there. Not their link, with which whoever sees a shared calendar could move or cancel the call. */
export const calendarNote = `Booked at ${site.url}/booking. Need another time? Write to ${site.email}.`

/** The menu of a call's calendars. */
export const calendarMenu = {
  title: 'Add to your calendar',
  file: 'Calendar file (Apple, Outlook and others)',
  off: 'Take it off your calendar',
}

/** Beside the links to calendars on the web. */
export const calendarLinksNote = 'These do not follow when the call is moved.'
