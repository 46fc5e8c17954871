import { type CallEvent, eventProperties, instant, text, writeCalendar } from '../booking/calendar-file'
import { site } from '../content/site'
import { paths } from '../paths'

/** A call as a calendar feed shows it. */
export interface FeedCall extends CallEvent {
  status: 'pending' | 'confirmed'
  /** Who booked it; null when that person was erased. */
  name: string | null
  /** Where it happens; null when the studio rings them. */
  location: string | null
  /** Since when it is as it is: an ISO timestamp. */
  changed_at: string
}

/** How often we ask calendar programs to look (RFC 5545's duration); each decides for itself. */
const REFRESH_INTERVAL = 'PT15M'

/**
 * The studio's calls as an iCalendar file (RFC 5545), in UTC, for an admin's own calendar program. The
 * same calls are the same bytes. `origin` is the base of its links to the admin. No visitor's words,
 * phone number or e-mail address is in it, and no visitor's link, because companies keep copies of it.
 */
export function feedFile(calls: FeedCall[], origin: string): string {
  const name = `${site.name} calls`.replace(/[\\,;]/g, '\\$&')
  return writeCalendar(
    [
      // With their own type ical.js would write `;VALUE=`, which the programs that know them do not expect.
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
    ['url', {}, 'uri', `${origin}${paths.admin}?id=${call.id}`],
  ]
}

function summaryOf({ name, status }: FeedCall): string {
  if (name === null) return 'Call'
  return status === 'pending' ? `To confirm: ${name}` : `Call with ${name}`
}
