import { formatDate, siteDate } from '@/lib/dates'
import { describeCopy, describeOverlaps, slotsOfDate, slotsOfWeekdays } from '@/lib/hours/overlaps'
import type { Exceptions } from '@/lib/hours/queries'
import type { HoursForm } from '@/lib/hours/schema'
import type { RecurringSlot, TimeRange } from '@/lib/hours/slot'
import { emptyRow, rowsBetween, withRows } from '@/lib/hours/time-rows'
import { hasShape } from '../_components/shape'

export interface FormValues {
  kind: 'recurring' | 'one-off'
  days: number[]
  /** `YYYY-MM-DD`, or ''. */
  date: string
  rows: TimeRange[]
  /** The button Fill adds the times within it to `rows`. */
  range: TimeRange
  /** Minutes from one start to the next in `range`; null if the times follow each other without breaks. */
  every: number | null
  duration: number
  /** The weekday that the form edits; null if the form adds times. */
  editing: number | null
  /** The slots that the edited weekday had when the form opened. */
  slotIds: string[]
  /** How a copied weekday changes the chosen days; null if the form copies none. */
  copy: 'adds' | 'replaces' | null
}

const noTimes = { rows: [emptyRow], range: emptyRow, every: null, duration: 30, slotIds: [], copy: null }
export const emptyValues: FormValues = { kind: 'recurring', days: [], date: '', editing: null, ...noTimes }

export function isBlank({ editing, days, date, rows, range }: FormValues): boolean {
  const hasTimes = [...rows, range].some(({ start_time, end_time }) => start_time || end_time)
  return editing === null && days.length === 0 && !date && !hasTimes
}

/** Ignores `kind` and `duration`, which alone store nothing. */
export function isSameForm(one: FormValues, other: FormValues): boolean {
  const compared = ({ days, date, rows, range, copy }: FormValues) =>
    JSON.stringify([days, date, rows, range, copy])
  return compared(one) === compared(other)
}

export function isFormDraft(value: unknown): value is FormValues {
  const sample = { ...emptyValues, days: [0], slotIds: [''] }
  return hasShape(value, sample) && !isBlank(value as FormValues)
}

/** In sessionStorage; with `weekday`, the draft that edits this weekday. */
export const formKey = (email: string, weekday?: number) =>
  `availability-draft:${email}${weekday === undefined ? '' : `:${weekday}`}`

export function valuesOfWeekday(weekday: number, pattern: RecurringSlot[]): FormValues {
  const slotIds = pattern.map(({ id }) => id)
  return { ...emptyValues, days: [weekday], rows: rowsOf(pattern), editing: weekday, slotIds }
}

export function valuesCopiedFrom(pattern: RecurringSlot[]): FormValues {
  return { ...emptyValues, rows: rowsOf(pattern.filter(({ isAvailable }) => isAvailable)), copy: 'adds' }
}

function rowsOf(slots: TimeRange[]): TimeRange[] {
  return slots.length > 0 ? slots.map(({ start_time, end_time }) => ({ start_time, end_time })) : [emptyRow]
}

export function rowsOfRange({ range, every, duration }: FormValues): TimeRange[] {
  return rowsBetween(range, every ?? duration, duration)
}

/** An invalid range becomes one row, so that the admin can correct it. */
export function withRangeAdded(values: FormValues): FormValues {
  const { range } = values
  if (!range.start_time && !range.end_time) return values
  const rows = rowsOfRange(values)
  return { ...values, rows: withRows(values.rows, rows.length > 0 ? rows : [range]), range: emptyRow }
}

export function isReplacing({ copy, kind }: FormValues): boolean {
  return copy === 'replaces' && kind === 'recurring'
}

/** `recurring` is the weekly pattern that the page shows. */
export function inputOf(values: FormValues, recurring: RecurringSlot[]): HoursForm {
  const { kind, editing, slotIds, days, date, rows } = values
  const slotIdsOf = (weekday: number) =>
    recurring.filter((slot) => slot.weekday === weekday).map(({ id }) => id)
  const seen = days.map((weekday) => ({ weekday, slotIds: slotIdsOf(weekday) }))
  return { kind, editing, slotIds, days, date, rows, seen: isReplacing(values) ? seen : null }
}

export function describeFormCopy(values: FormValues, recurring: RecurringSlot[]): string[] {
  if (values.copy === null || values.kind !== 'recurring') return []
  const { rows } = withRangeAdded(values)
  return describeCopy(rows, slotsOfWeekdays(values.days, recurring), isReplacing(values))
}

/** `exceptions` is null after a failed read. */
export function describeFormOverlaps(
  values: FormValues,
  recurring: RecurringSlot[],
  exceptions: Exceptions | null,
  today: string,
): string[] {
  const { editing, kind, days, date, rows } = values
  // Saving removes the other times of the chosen weekdays, so only the form's own rows can overlap.
  if (isReplacing(values)) return describeOverlaps(rows, [])
  if (editing !== null) return describeOverlaps(rows, slotsOfWeekdays([editing], recurring), true)
  if (kind === 'recurring') return describeOverlaps(rows, slotsOfWeekdays(days, recurring))
  // `siteDate` rejects a half-typed year: '2' of '2026' is the year 2.
  if (!siteDate(date, today) || !exceptions) return describeOverlaps(rows, [])
  if (exceptions.closedDates.some((closed) => closed.date === date))
    return [`${formatDate(date)} is closed. Saving opens these times on it.`]
  return describeOverlaps(rows, [slotsOfDate(date, recurring, exceptions)])
}
