import { formatDate, siteDate } from '@/lib/dates'
import { describeCopy, describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/availability/overlaps'
import type { Exceptions } from '@/lib/availability/queries'
import type { RecurringSlot, TimeRange } from '@/lib/availability/schedule'
import { emptyRow, rowsBetween, withRows } from '@/lib/availability/time-rows'

/** What the availability form holds. */
export interface FormValues {
  kind: 'recurring' | 'one-off'
  /** Weekday ids. */
  days: number[]
  /** Studio date, or empty. */
  date: string
  rows: TimeRange[]
  /** Two times between which rows will be made. */
  range: TimeRange
  /**
   * Minutes between the starts of such rows; null for the default duration, one after the other.
   */
  every: number | null
  /** Minutes. */
  duration: number
  /** The weekday whose pattern is edited; days and kind are locked then. */
  editing: number | null
  /** The ids of the slots that the edited weekday had when it was opened. */
  slotIds: string[]
  /** Whether a weekday's times are copied, and if so, to days that lose what they have. */
  copy: 'adds' | 'replaces' | null
}

export const emptyValues: FormValues = {
  kind: 'recurring',
  days: [],
  date: '',
  rows: [emptyRow],
  range: emptyRow,
  every: null,
  duration: 30,
  editing: null,
  slotIds: [],
  copy: null,
}

/** The form filled with a weekday's pattern. */
export function valuesOfWeekday(weekday: number, pattern: RecurringSlot[]): FormValues {
  const slotIds = pattern.map(({ id }) => id)
  return { ...emptyValues, days: [weekday], rows: rowsOf(pattern), editing: weekday, slotIds }
}

/** A new entry with the times that a weekday offers, for days that are still to be chosen. */
export function valuesCopiedFrom(pattern: RecurringSlot[]): FormValues {
  return { ...emptyValues, rows: rowsOf(pattern.filter(({ isAvailable }) => isAvailable)), copy: 'adds' }
}

function rowsOf(slots: TimeRange[]): TimeRange[] {
  return slots.length > 0 ? slots.map(({ start_time, end_time }) => ({ start_time, end_time })) : [emptyRow]
}

/** The rows that the range stands for. */
export function rowsOfRange({ range, every, duration }: FormValues): TimeRange[] {
  return rowsBetween(range, every ?? duration, duration)
}

/**
 * The form with the range made into rows. One too short or typed backwards becomes a row as it
 * stands, so that it is not lost.
 */
export function withRangeAdded(values: FormValues): FormValues {
  const { range } = values
  if (!range.start_time && !range.end_time) return values
  const rows = rowsOfRange(values)
  return { ...values, rows: withRows(values.rows, rows.length > 0 ? rows : [range]), range: emptyRow }
}

/** Whether the form makes the patterns of several weekdays anew. */
export function isReplacing({ copy, kind }: FormValues): boolean {
  return copy === 'replaces' && kind === 'recurring'
}

/** What a copy does to the chosen weekdays, in sentences: see `describeCopy`. */
export function describeFormCopy(values: FormValues, recurring: RecurringSlot[]): string[] {
  if (values.copy === null || values.kind !== 'recurring') return []
  const { rows } = withRangeAdded(values)
  return describeCopy(rows, slotsOfWeekdays(values.days, recurring), isReplacing(values))
}

/**
 * What is odd about the form's times, in sentences: see `describeOverlaps`. `exceptions` is null
 * while they could not be read.
 */
export function describeFormOverlaps(
  values: FormValues,
  recurring: RecurringSlot[],
  exceptions: Exceptions | null,
  today: string,
): string[] {
  const { editing, kind, days, date, rows } = values
  // What the days have goes, and what stays is switched on.
  if (isReplacing(values)) return describeOverlaps(rows, [])
  if (editing !== null) return describeOverlaps(rows, slotsOfWeekdays([editing], recurring), true)
  if (kind === 'recurring') return describeOverlaps(rows, slotsOfWeekdays(days, recurring))
  // While a year is typed, it is one from long ago.
  if (!siteDate(date, today) || !exceptions) return describeOverlaps(rows, [])
  if (exceptions.closedDates.some((closed) => closed.date === date))
    return [`${formatDate(date)} is closed. Saving opens these times on it.`]
  return describeOverlaps(rows, [slotsOfDate(date, recurring, exceptions)])
}
