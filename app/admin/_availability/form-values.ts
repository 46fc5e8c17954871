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
  /** The ids of the slots that the edited weekday had when it was opened. */
  seen: string[]
}

export const emptyValues: FormValues = {
  kind: 'recurring',
  days: [],
  date: '',
  rows: [emptyRow],
  duration: 30,
  editing: null,
  seen: [],
}

/** The form filled with a weekday's pattern. */
export function valuesOfWeekday(weekday: number, pattern: RecurringSlot[], duration: number): FormValues {
  const slots = pattern.filter((entry) => entry.weekday === weekday).map(({ slot }) => slot)
  const rows = slots.map(({ startTime, endTime }) => ({ start: startTime, end: endTime }))
  return {
    ...emptyValues,
    days: [weekday],
    rows: rows.length > 0 ? rows : [emptyRow],
    duration,
    editing: weekday,
    seen: slots.map(({ id }) => id),
  }
}
