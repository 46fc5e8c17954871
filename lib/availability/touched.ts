import { weekdayOf } from '../dates'
import type { Slot } from './slot'

/** A booking to come that is not cancelled, as far as a change of availability needs to know it. */
export interface UpcomingBooking {
  id: string
  name: string
  /** Studio date, `YYYY-MM-DD`, and times, `HH:MM`. */
  date: string
  startTime: string
  endTime: string
}

/** Where a change of availability applies. */
export type Reach = { date: string } | { weekday: number } | 'everywhere'

/** The bookings whose time lies in the slots that a change switches off. They stay; the admin should know them. */
export function touchedBookings(bookings: UpcomingBooking[], reach: Reach, slots: Slot[]): UpcomingBooking[] {
  return bookings.filter(
    (booking) =>
      reaches(reach, booking.date) &&
      slots.some((slot) => slot.startTime < booking.endTime && booking.startTime < slot.endTime),
  )
}

function reaches(reach: Reach, date: string): boolean {
  if (reach === 'everywhere') return true
  return 'date' in reach ? reach.date === date : reach.weekday === weekdayOf(date)
}
