/** Two times on the studio's wall clock, `HH:MM`. An empty form field is ''. */
export interface TimeRange {
  start_time: string
  end_time: string
}

/** A time of day that the studio can offer. */
export interface Slot extends TimeRange {
  id: string
}

/** A slot of a weekday's pattern. */
export interface RecurringSlot extends Slot {
  /** 0 = Monday … 6 = Sunday. */
  weekday: number
  isAvailable: boolean
}

/** A booking that is not cancelled, on a studio date (`YYYY-MM-DD`). */
export interface BookedTime extends TimeRange {
  id: string
  name: string
  date: string
}

/** The weekdays' names by number (0 = Monday). */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/**
 * The slot durations (minutes) that the form offers if the presets cannot be read. The first is the default.
 */
export const defaultDurations = [30, 60, 90]

/** A duration in minutes as text: '30 min', '1 hour', '90 min'. */
export function durationText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** The number of days, from tomorrow, in which the admin's banner looks for a shortage of free times. */
export const OUTLOOK_DAYS = 14
