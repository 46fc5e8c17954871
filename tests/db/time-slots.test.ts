import { expect, test } from 'vitest'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addException, addSlot, addToWeekday, emptySchedule, overview } from './fixtures'
import { admin, errorCode } from './test-database'

const [monday, tuesday] = [ahead('2027-01-04'), ahead('2027-01-05')]

onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addSlot(db, '09:00', '09:30')
    await addToWeekday(db, 0, slot)
    await addException(db, monday, slot, false)
  })
  const insert = 'insert into public.time_slots (start_time, end_time, duration_minutes) values ($1, $2, $3)'
  const remove = () => errorCode(db.rowsAs(admin, 'delete from public.time_slots where id = $1', slot))

  test.each([
    { start: '10:00', end: '10:30', minutes: 30, outcome: 'accepted' },
    { start: '10:00', end: '11:30', minutes: 90, outcome: 'accepted' },
    { start: '00:00', end: '23:59', minutes: 1439, outcome: 'accepted' },
    { start: '09:00', end: '10:00', minutes: 60, outcome: 'accepted' }, // same start, another end
    { start: '09:00', end: '09:30', minutes: 30, outcome: '23505' },
    { start: '10:30', end: '10:00', minutes: -30, outcome: '23514' },
    { start: '10:00', end: '10:00', minutes: 0, outcome: '23514' },
    { start: '23:30', end: '00:30', minutes: 60, outcome: '23514' }, // across midnight
    { start: '23:30', end: '24:00', minutes: 30, outcome: '23514' },
    { start: '10:00', end: '10:30', minutes: 45, outcome: '23514' },
    { start: '10:00:30', end: '10:30:30', minutes: 30, outcome: '23514' },
  ])('a slot $start-$end of $minutes minutes: $outcome', async ({ start, end, minutes, outcome }) => {
    expect(await errorCode(db.rowsAs(admin, insert, start, end, minutes))).toBe(outcome)
  })

  test('deleting a slot removes it from its weekdays and from single dates', async () => {
    expect(await remove()).toBe('accepted')
    const left = 'select 1 from public.recurring_availability union all select 1 from public.availability'
    expect(await db.rows(left)).toEqual([])
    expect(await overview(db, monday)).toEqual([])
  })

  test.each(['pending', 'confirmed', 'cancelled'])(
    'a slot with a %s booking stays, with its pattern and exceptions',
    async (status) => {
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id, status) values ('Bea', 'bea@example.com', $1, $2, $3)`,
        ...[monday, slot, status],
      )
      expect(await remove()).toBe('23503')
      expect(await overview(db, monday)).toMatchObject([{ id: slot, is_available: false }])
      await db.rows('delete from public.availability')
      expect(await overview(db, monday)).toMatchObject([{ id: slot, is_available: true }])
    },
  )

  test.each([
    { weekday: 0, outcome: '23505' },
    { weekday: 6, outcome: 'accepted' },
    { weekday: 7, outcome: '23514' },
    { weekday: -1, outcome: '23514' },
  ])('a second row for the slot on weekday $weekday: $outcome', async ({ weekday, outcome }) => {
    expect(
      await db.errorCode('insert into public.recurring_availability values ($1, $2, true)', weekday, slot),
    ).toBe(outcome)
  })

  test('a slot has at most one exception per date', async () => {
    const add = 'insert into public.availability values ($1, $2, true)'
    expect(await db.errorCode(add, monday, slot)).toBe('23505')
    expect(await db.errorCode(add, tuesday, slot)).toBe('accepted')
  })
})
