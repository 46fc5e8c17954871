import type { RecurringSlot } from '@/lib/availability/slot'
import { emptyRow, type TimeRow } from '@/lib/availability/time-rows'

/** What the availability form holds. */
export interface FormValues {
  kind: 'recurring' | 'one-off'
  /** Weekday ids. */
  days: number[]
  /** Studio date, or empty. */
  date: string
  rows: TimeRow[]
  /** Minutes. */
  duration: number
  /** The weekday whose pattern is edited; days and kind are locked then. */
  editing: number | null
}

export const emptyValues: FormValues = {
  kind: 'recurring',
  days: [],
  date: '',
  rows: [emptyRow],
  duration: 30,
  editing: null,
}

/** The form filled with a weekday's pattern. */
export function valuesOfWeekday(weekday: number, pattern: RecurringSlot[], duration: number): FormValues {
  const rows = pattern
    .filter((entry) => entry.weekday === weekday)
    .map(({ slot }) => ({ start: slot.startTime, end: slot.endTime }))
  return {
    ...emptyValues,
    days: [weekday],
    rows: rows.length > 0 ? rows : [emptyRow],
    duration,
    editing: weekday,
  }
}
