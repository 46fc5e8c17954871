import {
  addDays,
  daysBetween,
  isNight,
  siteDate,
  siteDates,
  type StudioTimes,
  timesOverlap,
  visitorClock,
} from '../dates'

export interface TimeSlot extends StudioTimes {
  id: string
}

/** By studio date, earliest first. A date without free times is `[]`; a date that was not read is absent. */
export type SlotsByDate = Record<string, TimeSlot[]>

/** The result has every date from `from` to `to`, both included. */
export function groupByDate(slots: TimeSlot[], from: string, to: string): SlotsByDate {
  const days: SlotsByDate = {}
  const count = daysBetween(from, to) + 1
  for (let day = 0; day < count; day++) days[addDays(from, day)] = []
  for (const slot of slots) days[slot.date]?.push(slot)
  return days
}

export function countByDate(days: SlotsByDate): Record<string, number> {
  return Object.fromEntries(Object.entries(days).map(([date, slots]) => [date, slots.length]))
}

export function monthWindow(date: string, today: string): { from: string; to: string } {
  const { first, last } = siteDates(today)
  const from = `${date.slice(0, 7)}-01`
  const next = addDays(from, 31).slice(0, 7)
  const to = addDays(`${addDays(`${next}-01`, 31).slice(0, 7)}-01`, -1)
  return { from: from < first ? first : from, to: to > last ? last : to }
}

export function nextFreeDates(free: Record<string, number>, after: string): string[] {
  return Object.keys(free)
    .filter((date) => date > after && free[date])
    .sort()
    .slice(0, 3)
}

/** Between 10 pm and 7 am in `zone`; false if `zone` is the studio's. */
export function isInNight({ date, start_time }: TimeSlot, zone: string | null): boolean {
  const theirs = zone ? visitorClock(date, start_time, zone) : null
  return theirs !== null && isNight(theirs.time)
}

/**
 * One time on each of the next three days with free times: one in `pressed`, else the first outside the visitor's
 * night, else the day's first. `first` has the first time of days that the page has not read.
 */
export function nextTimes(
  {
    free,
    slots,
    first,
    today,
  }: { free: Record<string, number>; slots: SlotsByDate; first: TimeSlot[]; today: string },
  zone: string | null,
  pressed: TimeSlot[] = [],
): TimeSlot[] {
  return nextFreeDates(free, today).flatMap((date) => {
    const times = slots[date] ?? first.filter((slot) => slot.date === date)
    const isPressed = ({ id }: TimeSlot) => pressed.some((slot) => slot.date === date && slot.id === id)
    return times.find(isPressed) ?? firstOutsideNight(times, zone) ?? []
  })
}

export function firstOutsideNight(times: TimeSlot[], zone: string | null): TimeSlot | undefined {
  return times.find((slot) => !isInNight(slot, zone)) ?? times[0]
}

/** Enough for three outside any visitor's night: the times of two or three days. */
const MAX_NEAR = 40

export function nearestSlots(slots: TimeSlot[], wanted: { date: string; start_time: string }): TimeSlot[] {
  const target = wallMinutes(wanted)
  const distance = (slot: TimeSlot) => Math.abs(wallMinutes(slot) - target)
  return slots.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_NEAR)
}

/** Earliest first; if fewer than three are outside the visitor's night, the first three of all. */
export function offerNear(near: TimeSlot[], zone: string | null): TimeSlot[] {
  const outside = near.filter((slot) => !isInNight(slot, zone))
  return (outside.length < 3 ? near : outside).slice(0, 3).sort((a, b) => wallMinutes(a) - wallMinutes(b))
}

/** The id of the slot in `?date&slot` if it is free, else the free times near it. */
export function findProposed(
  days: { slots: SlotsByDate } | null,
  date: string | null,
  slot: unknown,
): { proposed: string | null; instead: TimeSlot[] } {
  if (!days || !date || typeof slot !== 'string') return { proposed: null, instead: [] }
  if (days.slots[date]?.some(({ id }) => id === slot)) return { proposed: slot, instead: [] }
  const start_time = startOf(days, slot) ?? '12:00'
  return { proposed: null, instead: nearestSlots(Object.values(days.slots).flat(), { date, start_time }) }
}

/** `HH:MM`; undefined if that slot is free on no day. */
export function startOf(days: { slots: SlotsByDate } | null, slot: unknown): string | undefined {
  return Object.values(days?.slots ?? {})
    .flat()
    .find(({ id }) => id === slot)?.start_time
}

export function slotsOverlap(a: TimeSlot, b: StudioTimes): boolean {
  return a.date === b.date && timesOverlap(a, b)
}

/** '30 min'. */
export function formatLength({ date, start_time, end_time }: StudioTimes): string {
  return `${wallMinutes({ date, start_time: end_time }) - wallMinutes({ date, start_time })} min`
}

function wallMinutes({ date, start_time }: { date: string; start_time: string }): number {
  return Date.parse(`${date}T${start_time}:00Z`) / 60_000
}

const SLOT =
  /^(\d{4}-\d\d-\d\d) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** `2026-12-01 09:00-09:30 <slot id>`: with start and end, so that the page shows them without the backend. */
export function encodeSlot({ date, id, start_time, end_time }: TimeSlot): string {
  return `${date} ${start_time}-${end_time} ${id}`
}

/** Null for anything else than a value of {@link encodeSlot}, and for a date outside `siteDates(today)`. */
export function decodeSlot(value: string, today: string): TimeSlot | null {
  const [, day, start_time, end_time, id] = SLOT.exec(value) ?? []
  const date = siteDate(day, today)
  return date && start_time && end_time && id ? { date, id, start_time, end_time } : null
}
