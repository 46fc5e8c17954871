import type { UnreadParts } from '../calendars/schema'
import { formatDate, formatShortDate, formatTime } from '../dates'

type UnreadPart = UnreadParts['first'][number]

export const addressHints = [
  { name: 'Google', where: 'the calendar’s settings, “Secret address in iCal format”' },
  { name: 'Outlook', where: 'Settings, Calendar, Shared calendars, “Publish a calendar”; take the ICS link' },
  { name: 'Apple', where: 'share the calendar as “Public Calendar”; its address begins with webcal://' },
  { name: 'Fastmail', where: 'Settings, Calendars, Export, “Include all information”' },
  { name: 'Nextcloud', where: 'share the calendar’s link, then “Copy subscription link”' },
]

const reasons: Record<string, string> = {
  address:
    'The address must begin with https://, with a name, no port, no user and no password in it, and 2,000 characters at most; so must every address it leads to.',
  inward: 'The address leads into a private network.',
  redirects: 'The address leads on to others more than three times.',
  slow: 'No whole calendar came within ten seconds.',
  name: 'No server has this name.',
  network: 'The server could not be reached.',
  certificate: 'The server’s certificate is not valid.',
  compressed: 'The server sends it compressed, although it was asked not to.',
  large: 'It is larger than 10 MB.',
  cut: 'The connection broke off before the end.',
  not_calendar: 'What came is not a calendar.',
  unfinished: 'The calendar has no end: a part of it is missing.',
  unreadable: 'Its parts do not fit together: some of it is missing.',
  many: 'It has more than 5,000 busy times.',
  endless: 'Reading it took longer than nine seconds.',
  heavy: 'Reading it takes more memory than it may have.',
  reader: 'It could not be read on this server: the program that reads calendars does not run.',
  empty: 'It has no events ahead any more.',
  secret: 'The key that opens its address is gone. Remove it, and paste its address again.',
}

export function describeUnreadable(code: string): string {
  const status = /^status_(\d+)$/.exec(code)?.[1]
  if (status === '401' || status === '403') return `The server does not give it to us (${status}).`
  if (status === '404' || status === '410') return `There is no calendar at the address (${status}).`
  return status
    ? `The server answered with an error (${status}).`
    : (reasons[code] ?? 'The calendar cannot be read.')
}

const faults: Record<string, string> = {
  no_start: 'no start',
  start: 'start not understood',
  two_starts: 'a second start',
  end: 'end not understood',
  ends: 'end not clear',
  rule: 'rule not understood',
  often: 'more times than we read',
  until: 'end of the rule not clear',
  added: 'time not understood',
  removed: 'time not understood',
  removed_day: 'day not clear',
  replaced: 'time not understood',
  time: 'time not understood',
  zone: 'time zone not understood',
  zone_summer: 'time zone not known in summer',
  zone_two: 'two time zones',
  zone_only: 'time zone not described',
  component: 'kind not understood',
}

const later = 'later ones are not known and can be booked.'

/** 'Tue 8 Dec, 4:00 pm'; `inside` a sentence with a comma after the time. */
interface Start {
  at: string
  inside: string
  repeats: boolean
}

const effects: Record<string, (start: Start) => [what: string, effect: string]> = {
  rule: ({ at }) => [`Its first time, ${at},`, `counts; ${later}`],
  often: ({ at }) => [`Its first time, ${at},`, `counts; ${later}`],
  end: ({ inside, repeats }) =>
    repeats ? [`Its times from ${inside} on`, 'count for 24 hours each.'] : [inside, 'counts for 24 hours.'],
  ends: ({ inside, repeats }) =>
    repeats
      ? [`Its times from ${inside} on`, 'count as long as they can.']
      : [inside, 'counts as long as it can.'],
  until: ({ inside }) => [inside, 'counts, though the event may end before.'],
  added: ({ at }) => [`A time after ${at},`, 'is not known and can be booked.'],
  removed: ({ at }) => [`A time after ${at},`, 'counts, though it is taken off.'],
  removed_day: ({ inside }) => [inside, 'counts, though it may be taken off.'],
  replaced: ({ inside }) => [inside, 'counts, and so does the time it replaces.'],
}

const otherEffects: Record<string, [what: string, effect: string]> = {
  zone: ['A time zone', 'makes its times count for a day longer.'],
  zone_summer: ['A time zone', 'makes its times count an hour earlier too.'],
  zone_two: ['A time with two zones', 'counts in both.'],
  zone_only: ['A time zone', 'is taken for the only one in the file.'],
  component: ['One part that is no event', 'is not counted.'],
}

export interface UnreadText {
  /** '2 events are not understood'; `news` has the calendar's name. */
  summary: string
  news: string
  /** 'Tue 8 Dec', 'counts as busy all day.', 'Line 812: rule not understood.' */
  parts: { what: string; effect: string; where: string }[]
  more: number
  advice: string
}

/** Null if there are none. `today` is `YYYY-MM-DD`. */
export function describeUnread(unread: UnreadParts, label: string, today: string): UnreadText | null {
  const { count, first } = unread
  if (count === 0) return null
  const isEvent = ({ code }: UnreadPart) => !(code in otherEffects)
  const noun = first.every(isEvent) ? 'event' : 'part'
  const [what, are] = count === 1 ? [`1 ${noun}`, 'is'] : [`${count} ${noun}s`, 'are']
  return {
    summary: `${what} ${are} not understood`,
    news: `${what} in ${label}’s calendar ${are} not understood`,
    parts: first.map((part) => ({
      ...describePart(part, today),
      where: `Line ${part.line}: ${faults[part.code] ?? 'not understood'}.`,
    })),
    more: count - first.length,
    advice: first.some(isEvent)
      ? 'Set its time again in your calendar and save it, or delete it there.'
      : first.some(({ code }) => code !== 'component')
        ? 'Choose the time zone of its events again in your calendar.'
        : 'If you are busy then, add an event for that time to your calendar.',
  }
}

function describePart({ code, date, time, repeats }: UnreadPart, today: string) {
  if (date === null) {
    const [what, effect] = otherEffects[code] ?? ['One event without a day', 'is not counted.']
    return { what, effect }
  }
  const day = date.slice(0, 4) === today.slice(0, 4) ? formatShortDate(date) : formatDate(date)
  const at = time === null ? day : `${day}, ${formatTime(time)}`
  const inside = time === null ? day : `${at},`
  const wholeDay = [inside, `counts as busy all day${repeats ? `; ${later}` : '.'}`] as const
  const [what, effect] = effects[code]?.({ at, inside, repeats }) ?? wholeDay
  return { what, effect }
}

export function describeBusy({ label, is_known }: { label: string; is_known: boolean }): string {
  return is_known ? `${label}’s calendar is busy then.` : `${label}’s calendar is not known that far ahead.`
}
