import type { TimeRange } from './slot'

export const emptyRow: TimeRange = { start_time: '', end_time: '' }

/** Past midnight, the result continues from 00:00. */
export function addMinutes(time: string, minutes: number): string {
  const total = (minutesOf(time) + minutes) % (24 * 60)
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

export function minutesBetween(start: string, end: string): number {
  return minutesOf(end) - minutesOf(start)
}

export function withStart(row: TimeRange, start: string, duration: number): TimeRange {
  return { start_time: start, end_time: start ? addMinutes(start, duration) : row.end_time }
}

/** A new default duration (minutes) fills the end of rows that have a start but no end. */
export function withDuration(rows: TimeRange[], duration: number): TimeRange[] {
  return rows.map((row) => (row.start_time && !row.end_time ? withStart(row, row.start_time, duration) : row))
}

/** Each row lasts `duration` minutes, and starts are `every` minutes apart (both positive). [] if a time is missing. */
export function rowsBetween(
  { start_time, end_time }: TimeRange,
  every: number,
  duration: number,
): TimeRange[] {
  const room = start_time && end_time ? minutesBetween(start_time, end_time) - duration : -1
  if (room < 0) return []
  return Array.from({ length: Math.floor(room / every) + 1 }, (_, index) => {
    const from = addMinutes(start_time, index * every)
    return { start_time: from, end_time: addMinutes(from, duration) }
  })
}

export function withRows(rows: TimeRange[], more: TimeRange[]): TimeRange[] {
  const kept = rows.filter(({ start_time, end_time }) => start_time || end_time)
  const known = new Set(kept.map(({ start_time, end_time }) => start_time + end_time))
  return [...kept, ...more.filter(({ start_time, end_time }) => !known.has(start_time + end_time))]
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
