/** Writes calendar files for tests, and reads the busy times in them. */
import type { ReadCalendar } from '@/lib/calendars/parse'
import { site } from '@/lib/content/studio'
import { addDays, STUDIO_ZONE } from '@/lib/dates'
// @ts-expect-error The program has no types; tests/server/calendars-hostile.test.ts runs it as the
// site does.
import { readCalendar } from '@/scripts/read-calendar.mjs'

/** The time of the tests: Thursday 26 November 2026, noon in Wellington. */
export const NOW = Date.parse('2026-11-25T23:00:00Z')

/** A calendar file with these components, each a list of lines. */
export function calendar(...components: string[][]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...components.flat(), 'END:VCALENDAR', '']
  return lines.join('\r\n')
}

let made = 0
/** The lines of an event. Adds a new UID if `lines` have none. */
export function event(...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:made-${made++}`]
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20261120T000000Z', ...lines, 'END:VEVENT']
}

interface Options {
  allDay?: boolean
  last?: string
  zone?: string
}

/** The lines of a time zone with the same offset all year. */
export const zone = (id: string, offset: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
]

/** The lines of an event on 3 December 2026, 9:00 to 9:30 in this time zone. */
export const nine = (zone: string) =>
  event(`DTSTART;TZID=${zone}:20261203T090000`, `DTEND;TZID=${zone}:20261203T093000`)

/** A file's busy times in UTC, such as '2026-12-01 09:00/10:00', or the code of the reader's error. */
export function busyOf(text: string, options?: Options) {
  const found = read(text, options)
  return typeof found === 'string' ? found : found.busy
}

/** A file's unreadable events, such as '4 rule, 2026-12-03 09:00, repeats', or the code of the reader's error. */
export function unreadOf(text: string, options?: Options) {
  const found = read(text, options)
  return typeof found === 'string' ? found : found.unread
}

function read(
  text: string,
  { allDay = true, last = addDays('2026-11-25', 398), zone = STUDIO_ZONE }: Options = {},
) {
  try {
    const options = { now: NOW, zone, ownHost: new URL(site.url).host, allDay }
    const { busy, unread } = (readCalendar as (text: string, options: object) => ReadCalendar)(text, options)
    return {
      busy: busy.map(writeRange).filter((range) => range.slice(0, 10) <= last),
      unread: unread.first.map(
        ({ line, code, date, time, repeats }) =>
          `${line} ${code}${date ? `, ${date}` : ''}${time ? ` ${time}` : ''}${repeats ? ', repeats' : ''}`,
      ),
    }
  } catch (error) {
    // The reader's process reports an error without a code as 'unreadable'.
    return (error as { code?: string }).code ?? 'unreadable'
  }
}

export function writeRange([from, until]: [number, number]): string {
  const [start, end] = [from, until].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  return start?.slice(0, 10) === end?.slice(0, 10) ? `${start}/${end?.slice(11)}` : `${start}/${end}`
}
