import { z } from 'zod'
import { dateAt, formatDate, isDate, siteDate, siteDates } from '../dates'
import type { TimeRange } from './slot'
import { minutesBetween } from './time-rows'

export const id = z.uuid()
export const MAX_NAMED = 500
export const weekday = z.int().min(0).max(6)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** From today to the last date that the site shows: an admin could not undo a change of any other date. */
export const futureDate = z.string().refine((date) => {
  const today = dateAt()
  return siteDate(date, today) && date >= today
})

export const slotTimes = z
  .object({ start_time: time, end_time: time })
  .refine(({ start_time, end_time }) => minutesBetween(start_time, end_time) > 0)

export function timesProblem({ issues }: z.ZodError): string {
  const isOrder = issues.every(({ code }) => code === 'custom')
  return isOrder ? 'End time must be after start time.' : 'Please fill in all start and end times.'
}

/** As the confirmation question listed them; undefined before the question. */
export const agreed = z.array(id).max(MAX_NAMED).optional()

export const dateRange = z
  .object({ from: futureDate, to: futureDate })
  .refine(({ from, to }) => from <= to, 'The last date is before the first.')
export type DateRange = z.infer<typeof dateRange>

/** For an undo. No upper limit, because old rows may lie after the last date that the site shows. */
const removedDate = z.string().refine((date) => isDate(date) && date >= siteDates(dateAt()).first)

/** The removed rows, and the slot's times if the slot itself was deleted. */
export const removed = z.object({
  slot: slotTimes.optional(),
  weekdays: z.array(z.object({ day_of_week: weekday, time_slot_id: id, is_available: z.boolean() })),
  dates: z.array(z.object({ date: removedDate, time_slot_id: id, is_available: z.boolean() })),
})
export type Removed = z.infer<typeof removed>

type Days =
  | { kind: 'recurring'; weekdays: number[] }
  /** Only if the weekday still has exactly the slots `slotIds`. */
  | { kind: 'weekday'; weekday: number; slotIds: string[] }
  /** All weekdays or none. `seen` has the `slotIds` of each. */
  | { kind: 'copy'; seen: Map<number, string[]> }
  | { kind: 'one-off'; date: string }

const slotIds = z.array(id).max(1_000)

/** Times are `HH:MM` or ''. */
export const hoursForm = z.object({
  kind: z.enum(['recurring', 'one-off']),
  editing: weekday.nullable(),
  slotIds,
  days: z.array(weekday).max(7),
  /** For a copy: the slots of each weekday as the admin saw them; else null. */
  seen: z.array(z.object({ weekday, slotIds })).max(7).nullable(),
  /** `YYYY-MM-DD`, or ''. */
  date: z.string().max(100),
  rows: z.array(z.object({ start_time: z.string().max(100), end_time: z.string().max(100) })).max(1_000),
  agreed,
})
export type HoursForm = z.infer<typeof hoursForm>

export type HoursEntry = { slots: TimeRange[] } & Days

export interface FormProblem {
  problem: string
  field: 'days' | 'date' | 'rows' | 'slot'
}

/** A row without times is skipped; a row with only one time is an error. */
export function parseHours({ rows, ...form }: HoursForm): HoursEntry | FormProblem {
  const days = parseDays(form)
  if ('problem' in days) return days
  const filled = rows.filter(({ start_time, end_time }) => start_time !== '' || end_time !== '')
  const slots = z.array(slotTimes).nonempty().safeParse(filled)
  if (!slots.success) return { problem: timesProblem(slots.error), field: 'rows' }
  const unique = [...new Map(slots.data.map((slot) => [slot.start_time + slot.end_time, slot])).values()]
  return { ...days, slots: unique }
}

function parseDays({
  kind,
  editing,
  slotIds,
  days,
  seen,
  date,
}: Omit<HoursForm, 'rows'>): Days | FormProblem {
  if (editing !== null) return { kind: 'weekday', weekday: editing, slotIds }
  if (kind === 'recurring') {
    if (days.length === 0)
      return { problem: 'Please select at least one day for recurring availability.', field: 'days' }
    if (!seen) return { kind: 'recurring', weekdays: [...new Set(days)] }
    return { kind: 'copy', seen: new Map(seen.map((day) => [day.weekday, day.slotIds])) }
  }
  if (futureDate.safeParse(date).success) return { kind: 'one-off', date }
  const { last } = siteDates(dateAt())
  const problem =
    isDate(date) && date > last
      ? `Please choose a date no later than ${formatDate(last)}.`
      : 'Please select a date for one-off availability.'
  return { problem, field: 'date' }
}
