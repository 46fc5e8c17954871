/** `HH:MM` on the studio's clock. An empty form field is ''. */
export interface TimeRange {
  start_time: string
  end_time: string
}

export interface Slot extends TimeRange {
  id: string
}

export interface RecurringSlot extends Slot {
  weekday: number
  isAvailable: boolean
}

/** On a studio date (`YYYY-MM-DD`), not cancelled. */
export interface BookedTime extends TimeRange {
  id: string
  name: string
  date: string
}

/** 0 = Monday. */
export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** In minutes, if the presets cannot be read. The first is the default. */
export const defaultDurations = [30, 60, 90]

/** '30 min', '1 hour', '90 min'. */
export function durationText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} min`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** Days from tomorrow in which the admin's banner looks for a shortage of free times. */
export const OUTLOOK_DAYS = 14
