/** Builds calendar files, and reads their busy times. */
import type { ReadCalendar } from '@/lib/calendars/parse'
import { site } from '@/lib/content/site'
import { addDays, STUDIO_ZONE } from '@/lib/dates'
// @ts-expect-error The program has no types; tests/server/calendars-hostile.test.ts runs it as the site does.
import { readCalendar } from '@/scripts/read-calendar.mjs'

/** Thursday noon in Wellington. */
export const NOW = Date.parse('2026-11-25T23:00:00Z')

/** A file with these components; each is a list of lines. */
export function calendar(...components: string[][]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...components.flat(), 'END:VCALENDAR', '']
  return lines.join('\r\n')
}

let made = 0
/** An event. Without a UID it gets a new one. */
export function event(...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:made-${made++}`]
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20261120T000000Z', ...lines, 'END:VEVENT']
}

interface Options {
  allDay?: boolean
  last?: string
  zone?: string
}

/** A VTIMEZONE with this offset all year. */
export const zone = (id: string, offset: string) => [
  ...['BEGIN:VTIMEZONE', `TZID:${id}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
  ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'],
]

/** Half an hour at 9:00 on 3 December 2026 in this zone. */
export const nine = (zone: string) =>
  event(`DTSTART;TZID=${zone}:20261203T090000`, `DTEND;TZID=${zone}:20261203T093000`)

/** The busy times until `last` (`YYYY-MM-DD`) in UTC, such as '2026-12-01 09:00/10:00'; or the error's code. */
export function busyOf(text: string, options?: Options) {
  const found = read(text, options)
  return typeof found === 'string' ? found : found.busy
}

/** The unreadable lines, such as '4 start, 2026-12-03'; or the error's code. */
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
      unread: unread.first.map(({ line, code, date }) => `${line} ${code}${date ? `, ${date}` : ''}`),
    }
  } catch (error) {
    // The process reports any other error with this code.
    return (error as { code?: string }).code ?? 'unreadable'
  }
}

export function writeRange([from, until]: [number, number]): string {
  const [start, end] = [from, until].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  return start?.slice(0, 10) === end?.slice(0, 10) ? `${start}/${end?.slice(11)}` : `${start}/${end}`
}
