import { expect, test } from 'vitest'
import { upcomingBookings } from '@/app/admin/upcoming'
import { touchedBookings } from '@/lib/availability/touched'
import type { Booking } from '@/lib/requests/request'

const slot = { id: 's', startTime: '09:00', endTime: '09:30' }
// 2026-12-01 is a Tuesday.
const tuesday = { id: '1', name: 'Ana', date: '2026-12-01', startTime: '09:15', endTime: '09:45' }
const after = { ...tuesday, id: '2', startTime: '09:30', endTime: '10:00' }
const nextDay = { ...tuesday, id: '3', date: '2026-12-02' }

test('a change touches every booking that overlaps its slots, whatever slot that was made through', () => {
  const all = [tuesday, after, nextDay]
  expect(touchedBookings(all, { date: '2026-12-01' }, [slot])).toEqual([tuesday])
  expect(touchedBookings(all, { weekday: 1 }, [slot])).toEqual([tuesday])
  expect(touchedBookings(all, { weekday: 0 }, [slot])).toEqual([])
  expect(touchedBookings(all, 'everywhere', [slot])).toEqual([tuesday, nextDay])
})

test('only bookings to come that hold their time count', () => {
  const shared = {
    type: 'booking',
    email: 'a@example.org',
    message: null,
    createdAt: '',
    status: 'pending',
  } as const
  const bookings: Booking[] = [
    { ...shared, ...tuesday },
    { ...shared, ...nextDay, status: 'cancelled' },
    { ...shared, ...after, date: '2026-11-30' },
  ]
  expect(upcomingBookings(bookings, '2026-12-01').map(({ id }) => id)).toEqual(['1'])
})
