/** A time the studio may offer. Studio wall clock, `HH:MM`. */
export interface Slot {
  id: string
  startTime: string
  endTime: string
}

/** A slot on one date, as `get_all_slots_for_date` returns it. */
export interface DateSlot extends Slot {
  isAvailable: boolean
  isBooked: boolean
}

/** A booking that is not cancelled. Studio date (`YYYY-MM-DD`) and times (`HH:MM`). */
export interface HeldTime {
  id: string
  name: string
  date: string
  startTime: string
  endTime: string
}

/** The slots and bookings of one date. */
export interface DateSchedule {
  /** Each with the bookings in its time, and whether it has begun. */
  slots: (DateSlot & { isPast: boolean; bookings: HeldTime[] })[]
  /** Bookings that overlap none of these slots. */
  otherBookings: HeldTime[]
}

/** One date of the admin's calendar, with its numbers. */
export interface Day {
  date: string
  /** Times that can still be booked. */
  free: number
  /** Bookings that are not cancelled. */
  booked: number
  /** Slots that are switched off. */
  off: number
  isClosed: boolean
  /** Why it is closed. */
  reason: string | null
  /** Whether it differs from its weekday's pattern. */
  isChanged: boolean
}

/** A date that is closed as a whole, and why. */
export interface ClosedDate {
  date: string
  reason: string | null
}

/** A slot of a weekday's pattern. */
export interface RecurringSlot {
  /** 0 = Monday … 6 = Sunday. */
  weekday: number
  slot: Slot
  isAvailable: boolean
}

/** A slot that is switched on or off on one date, which overrides its weekday. */
export interface DateException {
  date: string
  slot: Slot
  isAvailable: boolean
}

/** How single dates differ from their weekdays, from today on. */
export interface Exceptions {
  /** By date. Of a closed date only those that are still offered. */
  slots: DateException[]
  /** The dates that are closed as a whole, earliest first. */
  closedDates: ClosedDate[]
}

/** The weekdays' names by their ids. */
export const weekdays = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

/** Slot durations in minutes, for when the presets cannot be read. The first is the default. */
export const defaultDurations = [30, 60, 90]

/** A duration in minutes as text: '30 min', '1 hour', '90 min'. */
export function durationText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** How bookable the next days are, when they are hardly so; null while at least three times are free. */
export interface Shortage {
  /** Times a visitor can still book. */
  free: number
  /** Times that are offered but taken. */
  taken: number
  /** Times that are named but switched off. */
  off: number
}

/** The days the banner looks ahead, from tomorrow. */
export const OUTLOOK_DAYS = 14
