import { calendarNote, calendarTitle } from './content/calendar-event'
import { type StudioTimes, toInstant } from './dates'

interface LinkedCall extends StudioTimes {
  where?: { text: string; url: string | null } | null
}

/** The providers do not document these URLs. No secret link, no message: people share their calendars. */
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

export function locationLine(text?: string, url?: string | null): string | undefined {
  return url && !text?.includes(url) ? [text, url].filter(Boolean).join(', ') : text
}

/** `URLSearchParams` encodes a space as `+`, and Outlook shows that sign. */
function query(values: Record<string, string>): string {
  return Object.entries(values)
    .flatMap(([key, value]) => (value ? `${key}=${encodeURIComponent(value)}` : []))
    .join('&')
}
