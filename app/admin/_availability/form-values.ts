import { formatDate, siteDate } from '@/lib/dates'
import { describeCopy, describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/availability/overlaps'
import type { Exceptions } from '@/lib/availability/queries'
import type { RecurringSlot, TimeRange } from '@/lib/availability/schedule'
import { emptyRow, rowsBetween, withRows } from '@/lib/availability/time-rows'
import { hasShape } from '../_components/shape'

/** The values of the availability form. */
export interface FormValues {
  kind: 'recurring' | 'one-off'
  /** Weekday ids. */
  days: number[]
  /** Studio date, or empty. */
  date: string
  rows: TimeRange[]
  /** The range that is filled with rows. */
  range: TimeRange
  /** Minutes between the starts of those rows; null when each starts where the one before ends. */
  every: number | null
  /** Minutes. */
  duration: number
  /** The weekday whose pattern is edited; days and kind are locked then. */
  editing: number | null
  /** The ids of the slots that the edited weekday had when it was opened. */
  slotIds: string[]
  /**
   * How a weekday's times are copied: added to the other days' times, or replacing them. Null when
   * they are not copied.
   */
  copy: 'adds' | 'replaces' | null
}

export const emptyValues: FormValues = {
  ...{ kind: 'recurring', days: [], date: '', rows: [emptyRow], range: emptyRow, every: null },
  ...{ duration: 30, editing: null, slotIds: [], copy: null },
}

/** Whether nothing has been typed or chosen. */
export function isBlank({ editing, days, date, rows, range }: FormValues): boolean {
  const hasTimes = [...rows, range].some(({ start_time, end_time }) => start_time || end_time)
  return editing === null && days.length === 0 && !date && !hasTimes
}

/** Values that are worth restoring. */
export function isFormDraft(value: unknown): value is FormValues {
  const like = { ...emptyValues, days: [0], slotIds: [''] }
  return hasShape(value, like) && !isBlank(value as FormValues)
}

/** Where this tab stores them: `owner` is whose form it is, by e-mail; `weekday` the one that is edited. */
export const formKey = (owner: string, weekday?: number) =>
  `availability-draft:${owner}${weekday === undefined ? '' : `:${weekday}`}`

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

/** The rows that fill the range. */
export function rowsOfRange({ range, every, duration }: FormValues): TimeRange[] {
  return rowsBetween(range, every ?? duration, duration)
}

/**
 * The form with the range turned into rows. A range that is too short or ends before it starts
 * becomes one row as it is, so that it is not lost.
 */
export function withRangeAdded(values: FormValues): FormValues {
  const { range } = values
  if (!range.start_time && !range.end_time) return values
  const rows = rowsOfRange(values)
  return { ...values, rows: withRows(values.rows, rows.length > 0 ? rows : [range]), range: emptyRow }
}

/** Whether saving replaces the patterns of several weekdays. */
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
 * Warnings about the form's times, in sentences: see `describeOverlaps`. `exceptions` is null when
 * they could not be read.
 */
export function describeFormOverlaps(
  values: FormValues,
  recurring: RecurringSlot[],
  exceptions: Exceptions | null,
  today: string,
): string[] {
  const { editing, kind, days, date, rows } = values
  // The days' other times are removed, and those that stay are switched on: nothing to warn about.
  if (isReplacing(values)) return describeOverlaps(rows, [])
  if (editing !== null) return describeOverlaps(rows, slotsOfWeekdays([editing], recurring), true)
  if (kind === 'recurring') return describeOverlaps(rows, slotsOfWeekdays(days, recurring))
  // A year that is half typed is one from long ago.
  if (!siteDate(date, today) || !exceptions) return describeOverlaps(rows, [])
  if (exceptions.closedDates.some((closed) => closed.date === date))
    return [`${formatDate(date)} is closed. Saving opens these times on it.`]
  return describeOverlaps(rows, [slotsOfDate(date, recurring, exceptions)])
}
