/** The time rows of the availability form: pure rules of how an end is filled in. */

/** Two `HH:MM` times as typed; empty while not. */
export interface TimeRow {
  start: string
  end: string
}

export const emptyRow: TimeRow = { start: '', end: '' }

/** The time that many minutes later on the clock; past midnight it begins again. */
export function addMinutes(time: string, minutes: number): string {
  const total = (minutesOf(time) + minutes) % (24 * 60)
  return `${String(Math.floor(total / 60)).padStart(2, '0')}:${String(total % 60).padStart(2, '0')}`
}

/** Minutes from the start to the end; not positive when the end is not after the start. */
export function minutesBetween(start: string, end: string): number {
  return minutesOf(end) - minutesOf(start)
}

/** A row with another start: its end becomes start plus the default duration. */
export function withStart(row: TimeRow, start: string, duration: number): TimeRow {
  return { start, end: start ? addMinutes(start, duration) : row.end }
}

/** The rows after another default duration was chosen: only rows with a start but no end are filled. */
export function withDuration(rows: TimeRow[], duration: number): TimeRow[] {
  return rows.map((row) => (row.start && !row.end ? withStart(row, row.start, duration) : row))
}

/**
 * Rows from one time to another on the same day: each `duration` minutes long, their starts `every` minutes apart (both above zero). None
 * when a time is missing or not even one row fits.
 */
export function rowsBetween({ start, end }: TimeRow, every: number, duration: number): TimeRow[] {
  const room = start && end ? minutesBetween(start, end) - duration : -1
  if (room < 0) return []
  return Array.from({ length: Math.floor(room / every) + 1 }, (_, index) => {
    const from = addMinutes(start, index * every)
    return { start: from, end: addMinutes(from, duration) }
  })
}

/** The rows with more at their end. Empty rows go, and what is there already is not added. */
export function withRows(rows: TimeRow[], more: TimeRow[]): TimeRow[] {
  const kept = rows.filter(({ start, end }) => start || end)
  const known = new Set(kept.map(({ start, end }) => start + end))
  return [...kept, ...more.filter(({ start, end }) => !known.has(start + end))]
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}
