import { formatDate, siteDate } from '@/lib/dates'
import { describeCopy, describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/availability/overlaps'
import type { Exceptions } from '@/lib/availability/queries'
import type { RecurringSlot, TimeRange } from '@/lib/availability/schedule'
import { emptyRow, rowsBetween, withRows } from '@/lib/availability/time-rows'
import { hasShape } from '../_components/shape'

export interface FormValues {
  kind: 'recurring' | 'one-off'
  /** Weekday ids. */
  days: number[]
  /** A studio date (`YYYY-MM-DD`), or ''. */
  date: string
  rows: TimeRange[]
  /** The range that `rowsOfRange` splits into rows. */
  range: TimeRange
  /** Minutes between the starts of those rows; null to start each row at the end of the one before. */
  every: number | null
  /** Minutes. */
  duration: number
  /** The weekday whose pattern is edited, which locks the days and the kind; null for new times. */
  editing: number | null
  /** The slot ids of the edited weekday when the form opened. */
  slotIds: string[]
  /**
   * Copying a weekday either adds its times to the other days' times or replaces them. Null when nothing is
   * copied.
   */
  copy: 'adds' | 'replaces' | null
}

export const emptyValues: FormValues = {
  ...{ kind: 'recurring', days: [], date: '', rows: [emptyRow], range: emptyRow, every: null },
  ...{ duration: 30, editing: null, slotIds: [], copy: null },
}

/** True if nothing has been typed or chosen. */
export function isBlank({ editing, days, date, rows, range }: FormValues): boolean {
  const hasTimes = [...rows, range].some(({ start_time, end_time }) => start_time || end_time)
  return editing === null && days.length === 0 && !date && !hasTimes
}

/** True if both have the same days and times. Neither the kind nor the duration alone saves anything. */
export function isSameForm(one: FormValues, other: FormValues): boolean {
  const saved = ({ days, date, rows, range, copy }: FormValues) =>
    JSON.stringify([days, date, rows, range, copy])
  return saved(one) === saved(other)
}

/** True for a stored value with the shape of `FormValues`. */
export function isFormDraft(value: unknown): value is FormValues {
  const like = { ...emptyValues, days: [0], slotIds: [''] }
  return hasShape(value, like) && !isBlank(value as FormValues)
}

/** The sessionStorage key of the form: `owner` is the admin's e-mail, `weekday` the edited one. */
export const formKey = (owner: string, weekday?: number) =>
  `availability-draft:${owner}${weekday === undefined ? '' : `:${weekday}`}`

/** The form filled with a weekday's pattern. */
export function valuesOfWeekday(weekday: number, pattern: RecurringSlot[]): FormValues {
  const slotIds = pattern.map(({ id }) => id)
  return { ...emptyValues, days: [weekday], rows: rowsOf(pattern), editing: weekday, slotIds }
}

/** A new entry with a weekday's offered times; the admin still chooses the days. */
export function valuesCopiedFrom(pattern: RecurringSlot[]): FormValues {
  return { ...emptyValues, rows: rowsOf(pattern.filter(({ isAvailable }) => isAvailable)), copy: 'adds' }
}

function rowsOf(slots: TimeRange[]): TimeRange[] {
  return slots.length > 0 ? slots.map(({ start_time, end_time }) => ({ start_time, end_time })) : [emptyRow]
}

/** Splits the range into rows. */
export function rowsOfRange({ range, every, duration }: FormValues): TimeRange[] {
  return rowsBetween(range, every ?? duration, duration)
}

/**
 * Turns the range into rows. A range that is too short or ends before it starts becomes one row unchanged, so
 * that the admin can correct it.
 */
export function withRangeAdded(values: FormValues): FormValues {
  const { range } = values
  if (!range.start_time && !range.end_time) return values
  const rows = rowsOfRange(values)
  return { ...values, rows: withRows(values.rows, rows.length > 0 ? rows : [range]), range: emptyRow }
}

/** True if saving replaces the patterns of several weekdays. */
export function isReplacing({ copy, kind }: FormValues): boolean {
  return copy === 'replaces' && kind === 'recurring'
}

/** Describes the effects of a copy on the chosen weekdays, in sentences: see `describeCopy`. */
export function describeFormCopy(values: FormValues, recurring: RecurringSlot[]): string[] {
  if (values.copy === null || values.kind !== 'recurring') return []
  const { rows } = withRangeAdded(values)
  return describeCopy(rows, slotsOfWeekdays(values.days, recurring), isReplacing(values))
}

/**
 * Warnings about the form's times, in sentences: see `describeOverlaps`. `exceptions` is null after a failed
 * read.
 */
export function describeFormOverlaps(
  values: FormValues,
  recurring: RecurringSlot[],
  exceptions: Exceptions | null,
  today: string,
): string[] {
  const { editing, kind, days, date, rows } = values
  // Replacing removes the days' other times and switches on the remaining ones, so only the form's own rows
  // can overlap.
  if (isReplacing(values)) return describeOverlaps(rows, [])
  if (editing !== null) return describeOverlaps(rows, slotsOfWeekdays([editing], recurring), true)
  if (kind === 'recurring') return describeOverlaps(rows, slotsOfWeekdays(days, recurring))
  // A half-typed year parses as a year long ago.
  if (!siteDate(date, today) || !exceptions) return describeOverlaps(rows, [])
  if (exceptions.closedDates.some((closed) => closed.date === date))
    return [`${formatDate(date)} is closed. Saving opens these times on it.`]
  return describeOverlaps(rows, [slotsOfDate(date, recurring, exceptions)])
}
