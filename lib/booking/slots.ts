import { addDays, siteDate, siteDates } from '../dates'

/** A time that can be booked; `HH:MM` on the studio's clock (spec 3). */
export interface Slot {
  id: string
  start_time: string
  end_time: string
}

/** A slot on a date (`YYYY-MM-DD`): what a person chooses. */
export interface Choice extends Slot {
  date: string
}

/** Free slots by studio date, in order of time. A date that was asked for and has none is `[]`; one nobody asked for is absent. */
export type OpenSlots = Record<string, Slot[]>

/** How open slots travel: every time once, each day a list of places in that list. A fifth of the plain form. */
export interface PackedSlots {
  times: Slot[]
  days: Record<string, number[]>
}

export function packSlots(open: OpenSlots): PackedSlots {
  const times: Slot[] = []
  const places = new Map<string, number>()
  const place = (slot: Slot) => {
    const known = places.get(slot.id)
    if (known !== undefined) return known
    places.set(slot.id, times.length)
    return times.push(slot) - 1
  }
  const days = Object.fromEntries(Object.entries(open).map(([date, slots]) => [date, slots.map(place)]))
  return { times, days }
}

export function unpackSlots({ times, days }: PackedSlots): OpenSlots {
  return Object.fromEntries(
    Object.entries(days).map(([date, places]) => [date, places.flatMap((place) => times[place] ?? [])]),
  )
}

/** The dates one call asks for: a date's month and the next, at most 62 days, as far as the site shows dates at all. */
export function monthWindow(date: string, today: string): { from: string; to: string } {
  const { first, last } = siteDates(today)
  const from = `${date.slice(0, 7)}-01`
  const next = addDays(from, 31).slice(0, 7)
  const to = addDays(`${addDays(`${next}-01`, 31).slice(0, 7)}-01`, -1)
  return { from: from < first ? first : from, to: to > last ? last : to }
}

/** The first dates after this one that have free times, at most three. */
export function nextFreeDates(open: OpenSlots, after: string): string[] {
  return Object.keys(open)
    .filter((date) => date > after && open[date]?.length)
    .sort()
    .slice(0, 3)
}

/** The three free times nearest to a wanted one, before or after it, in order of time. */
export function nearestChoices(open: OpenSlots, wanted: { date: string; start_time: string }): Choice[] {
  const target = wallMinutes(wanted.date, wanted.start_time)
  const distance = (choice: Choice) => Math.abs(wallMinutes(choice.date, choice.start_time) - target)
  return Object.entries(open)
    .flatMap(([date, slots]) => slots.map((slot) => ({ date, ...slot })))
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 3)
    .sort((a, b) => wallMinutes(a.date, a.start_time) - wallMinutes(b.date, b.start_time))
}

function wallMinutes(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`) / 60_000
}

const CHOICE =
  /^(\d{4}-\d\d-\d\d) ((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** A choice as one form value: `2026-12-01 09:00-09:30 <slot id>`. It carries the times, so that they are known while the backend is away. */
export function encodeChoice({ date, id, start_time, end_time }: Choice): string {
  return `${date} ${start_time}-${end_time} ${id}`
}

/** Reads {@link encodeChoice}'s value; null for anything else, and for a date that the site cannot show on `today`. */
export function decodeChoice(value: string, today: string): Choice | null {
  const [, asked, start_time, end_time, id] = CHOICE.exec(value) ?? []
  const date = siteDate(asked, today)
  return date && start_time && end_time && id ? { date, id, start_time, end_time } : null
}
