import { z } from 'zod'
import { dateAt, isDate } from '../dates'
import type { Times } from './schedule'
import { minutesBetween } from './time-rows'

const id = z.uuid()
const weekday = z.int().min(0).max(6)
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)
/** A studio date from today on. */
const futureDate = z.string().refine((date) => isDate(date) && date >= dateAt(), 'Not a date from today on')

/** A slot's two times. */
export const slotTimes = z
  .object({ start: time, end: time })
  .refine(({ start, end }) => minutesBetween(start, end) > 0)

/** What is wrong with times that are no {@link slotTimes}: first those that are missing. */
export function timesProblem({ issues }: z.ZodError): string {
  const isOrder = issues.every(({ code }) => code === 'custom')
  return isOrder ? 'End time must be after start time.' : 'Please fill in all start and end times.'
}

/** One slot of one date, switched on or off. */
export const slotOnDate = z.object({ date: futureDate, slotId: id, isAvailable: z.boolean() })
export type SlotOnDate = z.infer<typeof slotOnDate>

/** A date, closed (`isAvailable: false`) or opened with every slot on. */
export const wholeDate = z.object({ date: futureDate, isAvailable: z.boolean() })
export type WholeDate = z.infer<typeof wholeDate>

export const oneDate = z.object({ date: futureDate })

/** A range of dates, both ends included. */
export const dateRange = z
  .object({ from: futureDate, to: futureDate })
  .refine(({ from, to }) => from <= to, 'The last date is before the first')
export type DateRange = z.infer<typeof dateRange>

/** Why dates are closed: at most 200 characters, may be empty. */
export const closingReason = z.string().trim().max(200)

/** One slot of a weekday's pattern, switched on or off. */
export const slotOnWeekday = z.object({ weekday, slotId: id, isAvailable: z.boolean() })
export type SlotOnWeekday = z.infer<typeof slotOnWeekday>

/** The slot to take out of a weekday's pattern. */
export const slotRemoval = slotOnWeekday.omit({ isAvailable: true })
export type SlotRemoval = z.infer<typeof slotRemoval>

/** The rows that a deletion removed, as undoing it needs them, and the times of the slot if it was deleted itself. */
export const removed = z.object({
  slot: slotTimes.optional(),
  weekdays: z.array(z.object({ day_of_week: weekday, time_slot_id: id, is_available: z.boolean() })),
  dates: z.array(z.object({ date: z.string().refine(isDate), time_slot_id: id, is_available: z.boolean() })),
})
export type Removed = z.infer<typeof removed>

/** A weekday whose pattern is cleared; `slotIds` are the slots that the admin saw. */
export const wholeWeekday = z.object({ weekday, slotIds: z.array(id) })
export const oneSlot = z.object({ slotId: id })

/** A valid availability form: the slots, and the weekdays or the date on which they are offered. */
export type AvailabilityEntry = { slots: Times[] } & (
  | { kind: 'recurring'; weekdays: number[] }
  /** The weekday's pattern becomes exactly these slots, if its slots are still those with the ids in `seen`. */
  | { kind: 'weekday'; weekday: number; seen: string[] }
  | { kind: 'one-off'; date: string }
)

/**
 * Reads the availability form. Its fields are `kind` ('recurring' or 'one-off'), `editing` (the id of the weekday being edited, else empty),
 * `seen` (repeated: the ids of the slots that weekday had), `day` (repeated: weekday ids), `date` (`YYYY-MM-DD`), and for each row `start`
 * and `end` (`HH:MM`). Returns the entry, or the sentence and the field that are wrong. A row without any time is skipped; a row with only
 * one is an error.
 */
export function parseAvailability(
  form: FormData,
): AvailabilityEntry | { problem: string; field: 'days' | 'date' | 'rows' } {
  const ends = form.getAll('end')
  const rows = form.getAll('start').map((start, index) => ({ start, end: ends[index] ?? '' }))
  const filled = rows.filter(({ start, end }) => start !== '' || end !== '')
  const editing = form.get('editing')
  const recurring = form.get('kind') === 'recurring'
  const days = z.array(z.coerce.number().pipe(weekday)).safeParse(form.getAll('day'))
  const date = futureDate.safeParse(form.get('date'))
  const edited = weekday.safeParse(editing ? Number(editing) : null)
  const slots = z.array(slotTimes).nonempty().safeParse(filled)

  if (!editing && recurring && !days.data?.length) {
    return { problem: 'Please select at least one day for recurring availability.', field: 'days' }
  }
  if (!editing && !recurring && !date.success) {
    return { problem: 'Please select a date for one-off availability.', field: 'date' }
  }
  if (!slots.success) return { problem: timesProblem(slots.error), field: 'rows' }

  const unique = [...new Map(slots.data.map((slot) => [slot.start + slot.end, slot])).values()]
  if (edited.success) {
    const seen = z.array(id).catch([]).parse(form.getAll('seen'))
    return { kind: 'weekday', weekday: edited.data, seen, slots: unique }
  }
  if (recurring) return { kind: 'recurring', weekdays: [...new Set(days.data)], slots: unique }
  return { kind: 'one-off', date: date.data ?? '', slots: unique }
}
