import { eventProperties, instant, text, writeCalendar } from '../booking/calendar-file'
import { site } from '../content/studio'
import { requestPath } from '../paths'
import type { FeedCall } from './queries'

/** How often programs should read the feed (an RFC 5545 duration). */
const REFRESH_INTERVAL = 'PT15M'

/**
 * An iCalendar file (RFC 5545) in UTC; equal calls give equal bytes. It contains no message, phone number, e-mail
 * address or link of a visitor, because calendar companies keep copies of it.
 */
export function feedFile(calls: FeedCall[], origin: string): string {
  const name = `${site.name} calls`.replace(/[\\,;]/g, '\\$&')
  return writeCalendar(
    [
      // 'unknown' keeps ical.js from writing `;VALUE=`, which programs do not expect here.
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
