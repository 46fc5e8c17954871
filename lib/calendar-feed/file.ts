import { eventProperties, instant, text, writeCalendar } from '../booking/calendar-file'
import { site } from '../content/studio'
import { requestPath } from '../paths'
import type { FeedCall } from './queries'

/**
 * How often the feed asks calendar programs to read it (an RFC 5545 duration). A program may choose another
 * interval.
 */
const REFRESH_INTERVAL = 'PT15M'

/**
 * The studio's calls as an iCalendar file (RFC 5545), in UTC, for an admin's own calendar program. Equal
 * calls give equal bytes. `origin` is the base of the file's links to the admin. The file contains no
 * message, phone number, e-mail address or link of a visitor, because calendar companies keep copies of it.
 */
export function feedFile(calls: FeedCall[], origin: string): string {
  const name = `${site.name} calls`.replace(/[\\,;]/g, '\\$&')
  return writeCalendar(
    [
      // 'unknown' keeps ical.js from writing `;VALUE=`, which programs that read these properties do not expect.
      ['x-wr-calname', {}, 'unknown', name],
      ['x-published-ttl', {}, 'unknown', REFRESH_INTERVAL],
      ['refresh-interval', {}, 'duration', REFRESH_INTERVAL],
    ],
    calls.map((call) => [feedEvent(call, origin), []]),
  )
}

function feedEvent(call: FeedCall, origin: string) {
  const changed = new Date(call.changed_at)
  return [
    ...eventProperties(call, changed),
    instant('last-modified', changed),
    text('summary', summaryOf(call)),
    text('location', call.location ?? 'By phone'),
    ['url', {}, 'uri', origin + requestPath(call.id)],
  ]
}

function summaryOf({ name, status }: FeedCall): string {
  if (name === null) return 'Call'
  return status === 'pending' ? `To confirm: ${name}` : `Call with ${name}`
}
