import { calendarNote, calendarTitle } from './content/calendar-event'
import { type StudioTimes, toInstant } from './dates'

/** The call that {@link calendarLinks} adds to a calendar. */
interface LinkedCall extends StudioTimes {
  /** The call's location; present only if the call is confirmed. */
  where?: { text: string; url: string | null } | null
}

/**
 * URLs that open a new event for this call in a web calendar; the calendars' providers do not document them.
 * They contain neither the call's secret link nor the visitor's message, because people share their
 * calendars.
 */
export function calendarLinks({ date, start_time, end_time, where }: LinkedCall) {
  const location = locationLine(where?.text, where?.url) ?? ''
  const [start, end] = [toInstant(date, start_time), toInstant(date, end_time)].map((instant) =>
    instant.toISOString().replace(/\.\d+/, ''),
  ) as [string, string]
  const outlook = query({
    rru: 'addevent',
    subject: calendarTitle,
    ...{ startdt: start, enddt: end, body: calendarNote, location },
  })
  const google = query({
    action: 'TEMPLATE',
    text: calendarTitle,
    dates: [start, end].map((time) => time.replace(/[-:]/g, '')).join('/'),
    ...{ details: calendarNote, location },
  })
  return [
    { name: 'Google', href: `https://calendar.google.com/calendar/render?${google}` },
    { name: 'Outlook', href: `https://outlook.live.com/calendar/0/action/compose?${outlook}` },
    { name: 'Outlook at work', href: `https://outlook.office.com/calendar/0/action/compose?${outlook}` },
  ]
}

/** A call's location as one line with the room's URL once, for calendars that show only the location. */
export function locationLine(text?: string, url?: string | null): string | undefined {
  return url && !text?.includes(url) ? [text, url].filter(Boolean).join(', ') : text
}

/** Not by `URLSearchParams`, which encodes a space as `+`: Outlook shows that sign. */
function query(values: Record<string, string>): string {
  return Object.entries(values)
    .flatMap(([key, value]) => (value ? `${key}=${encodeURIComponent(value)}` : []))
    .join('&')
}
