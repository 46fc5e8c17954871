/** Makes calendar files, and says when they are busy. */
import { addDays } from '@/lib/dates'
import { parseCalendar } from '@/lib/calendars/parse'
import { Unreadable } from '@/lib/calendars/unreadable'

/** Thursday noon in Wellington. */
export const NOW = Date.parse('2026-11-25T23:00:00Z')

/** A file of these components, each with its lines. */
export function calendar(...components: string[][]): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...components.flat(), 'END:VCALENDAR', '']
  return lines.join('\r\n')
}

let made = 0
/** An event, with a UID of its own if it has none. */
export function event(...lines: string[]): string[] {
  const uid = lines.some((line) => line.startsWith('UID:')) ? [] : [`UID:made-${made++}`]
  return ['BEGIN:VEVENT', ...uid, 'DTSTAMP:20261120T000000Z', ...lines, 'END:VEVENT']
}

/** When it is busy until `last` (`YYYY-MM-DD`), in UTC: '2026-12-01 09:00/10:00'; or the code of why not. */
export async function busyOf(
  text: string | Buffer,
  { allDay = true, last = addDays('2026-11-25', 398) } = {},
) {
  try {
    const { busy } = await parseCalendar(Buffer.from(text), { allDay, now: NOW })
    return busy.map(writeRange).filter((range) => range.slice(0, 10) <= last)
  } catch (error) {
    return error instanceof Unreadable ? error.code : error
  }
}

function writeRange([from, until]: [number, number]): string {
  const [start, end] = [from, until].map((at) => new Date(at).toISOString().slice(0, 16).replace('T', ' '))
  return start?.slice(0, 10) === end?.slice(0, 10) ? `${start}/${end?.slice(11)}` : `${start}/${end}`
}
