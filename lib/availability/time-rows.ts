import type { Times } from './schedule'

/** The rows of times in the availability form, and how their end times are filled in. */

export const emptyRow: Times = { start: '', end: '' }

/** A time (`HH:MM`) plus minutes; after midnight it starts again at 00:00. */
export function addMinutes(time: string, minutes: number): string {
  const total = (minutesOf(time) + minutes) % (24 * 60)
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** Minutes from start to end; 0 or negative when the end is not after the start. */
export function minutesBetween(start: string, end: string): number {
  return minutesOf(end) - minutesOf(start)
}

/** Changes a row's start. Its end becomes the start plus `duration` minutes. */
export function withStart(row: Times, start: string, duration: number): Times {
  return { start, end: start ? addMinutes(start, duration) : row.end }
}

/** Applies a new default duration (minutes): fills the end of rows that have a start but no end. */
export function withDuration(rows: Times[], duration: number): Times[] {
  return rows.map((row) => (row.start && !row.end ? withStart(row, row.start, duration) : row))
}

/**
 * Fills a range of time with rows: each `duration` minutes long, with starts `every` minutes apart (both positive). Empty when one of the times
 * is missing or no row fits.
 */
export function rowsBetween({ start, end }: Times, every: number, duration: number): Times[] {
  const room = start && end ? minutesBetween(start, end) - duration : -1
  if (room < 0) return []
  return Array.from({ length: Math.floor(room / every) + 1 }, (_, index) => {
    const from = addMinutes(start, index * every)
    return { start: from, end: addMinutes(from, duration) }
  })
}

/** Appends rows. Empty rows are removed, and rows that exist already are not added again. */
export function withRows(rows: Times[], more: Times[]): Times[] {
  const kept = rows.filter(({ start, end }) => start || end)
  const known = new Set(kept.map(({ start, end }) => start + end))
  return [...kept, ...more.filter(({ start, end }) => !known.has(start + end))]
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
