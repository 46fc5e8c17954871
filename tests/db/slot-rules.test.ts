import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import {
  addException,
  addSlot,
  addToWeekday,
  emptySchedule,
  offeredDates,
  offeredSlots,
  offeredTimes,
  overview,
} from './fixtures'

const monday = ahead('2027-01-04')
const week = [0, 1, 2, 3, 4, 5, 6].map((weekday) => addDays(monday, weekday))
const sunday = addDays(monday, 6)
const nextMonday = addDays(monday, 7)

onPostgres((db) => {
  const onMondays = async (...times: [start: string, end: string][]) => {
    for (const [start, end] of times) await addToWeekday(db, 0, await addSlot(db, start, end))
  }
  setUpOnce(db, () => emptySchedule(db))

  describe('the exception decides, else the weekday’s row, else the slot is not offered', () => {
    test.each([
      { weekday: 'on', exception: 'none', state: 'Available' },
      { weekday: 'off', exception: 'none', state: 'Unavailable' },
      { weekday: 'none', exception: 'none', state: 'not listed' },
      { weekday: 'on', exception: 'off', state: 'Unavailable' },
      { weekday: 'off', exception: 'on', state: 'Available' },
      { weekday: 'none', exception: 'on', state: 'Available' },
      { weekday: 'none', exception: 'off', state: 'Unavailable' },
    ])('weekday $weekday, exception $exception: $state', async ({ weekday, exception, state }) => {
      const slot = await addSlot(db, '09:00', '09:30')
      if (weekday !== 'none') await addToWeekday(db, 0, slot, weekday === 'on')
      if (exception !== 'none') await addException(db, monday, slot, exception === 'on')
      expect(await offeredTimes(db, monday)).toEqual(state === 'Available' ? ['09:00'] : [])
      const row = { id: slot, start_time: '09:00', end_time: '09:30', is_booked: false }
      expect(await overview(db, monday)).toEqual(
        state === 'not listed' ? [] : [{ ...row, is_available: state === 'Available' }],
      )
      expect(await offeredTimes(db, nextMonday)).toEqual(weekday === 'on' ? ['09:00'] : [])
    })
  })

  test.each(week.map((date, weekday) => ({ date, weekday })))(
    'weekday $weekday is offered on its date and on no other day of that week',
    async ({ date, weekday }) => {
      await addToWeekday(db, weekday, await addSlot(db, '09:00', '09:30'))
      expect(await offeredDates(db, monday, sunday)).toEqual([date])
    },
  )

  test.each([
    { start: '09:00', end: '10:00', free: ['08:30', '10:00'] }, // the same slot
    { start: '08:45', end: '09:15', free: ['10:00'] }, // across two
    { start: '09:15', end: '09:30', free: ['08:30', '10:00'] }, // within one
    { start: '08:00', end: '11:00', free: [] }, // around all
    // Touching is not overlapping.
    { start: '08:00', end: '08:30', free: ['08:30', '09:00', '10:00'] },
  ])('a call booked $start-$end leaves $free free, until it is cancelled', async ({ start, end, free }) => {
    await onMondays(['08:30', '09:00'], ['09:00', '10:00'], ['10:00', '10:30'])
    await db.rows(
      `insert into public.time_slots (start_time, end_time, duration_minutes)
       values ($1, $2, extract(epoch from $2::time - $1::time) / 60) on conflict do nothing`,
      ...[start, end],
    )
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id)
       select 'Bea', 'bea@example.com', $1, id from public.time_slots where start_time = $2 and end_time = $3`,
      ...[monday, start, end],
    )
    for (const status of ['pending', 'confirmed', 'cancelled']) {
      await db.rows('update public.bookings set status = $1', status)
      const expected = status === 'cancelled' ? ['08:30', '09:00', '10:00'] : free
      expect(await offeredTimes(db, monday)).toEqual(expected)
      const shownFree = (await overview(db, monday)).filter((slot) => !slot.is_booked)
      expect(shownFree.map((slot) => slot.start_time)).toEqual(expected)
      expect(await offeredTimes(db, nextMonday)).toEqual(['08:30', '09:00', '10:00'])
    }
  })

  test('offered slots are sorted by time, and have times as HH:MM', async () => {
    await onMondays(
      ['13:30', '14:00'],
      ['09:00', '10:00'],
      ['00:00', '00:30'],
      ['09:00', '09:30'],
      ['23:00', '23:59'],
    )
    const times = (await offeredSlots(db, monday, monday)).map(
      (slot) => `${slot.start_time}-${slot.end_time}`,
    )
    expect(times).toEqual(['00:00-00:30', '09:00-09:30', '09:00-10:00', '13:30-14:00', '23:00-23:59'])
  })
})
