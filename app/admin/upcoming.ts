import type { UpcomingBooking } from '@/lib/availability/touched'
import type { Booking } from '@/lib/requests/request'

/** The bookings from a studio date on that hold their time, by time. */
export function upcomingBookings(bookings: Booking[], today: string): UpcomingBooking[] {
  return bookings
    .filter(({ date, status }) => date >= today && status !== 'cancelled')
    .map(({ id, name, date, startTime, endTime }) => ({ id, name, date, startTime, endTime }))
    .toSorted((a, b) => (a.date + a.startTime < b.date + b.startTime ? -1 : 1))
}
