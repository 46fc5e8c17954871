import { describe, expect, test } from 'vitest'
import { onEachDatabase, setUpOnce } from './databases'
import {
  addDailySlot,
  addSlot,
  addToWeekday,
  book,
  dateIn,
  emptySchedule,
  offeredDates,
  offeredSlots,
  offeredTimes,
  overview,
  setToday,
} from './fixtures'
import { errorCode } from './test-database'

onEachDatabase((db) => {
  setUpOnce(db, () => emptySchedule(db))

  describe('with a slot on every day', () => {
    let slot: string
    setUpOnce(db, async () => {
      await setToday(db, '2027-01-01')
      slot = await addDailySlot(db)
    })

    test.each([
      { days: -1, offered: false },
      { days: 0, offered: false },
      { days: 1, offered: true },
      { days: 365, offered: true },
      { days: 366, offered: false },
    ])('$days days from today: offered and bookable $offered', async ({ days, offered }) => {
      const date = await dateIn(db, days)
      expect(await offeredTimes(db, date)).toEqual(offered ? ['09:00'] : [])
      expect(await errorCode(book(db, { date, slot }))).toBe(offered ? 'accepted' : 'date_not_bookable')
    })

    test.each([
      { from: '2026-12-25', to: '2027-01-03', first: '2027-01-02', count: 2 },
      { from: '2027-12-31', to: '2028-01-20', first: '2027-12-31', count: 2 },
      { from: '2026-12-01', to: '2026-12-31', first: undefined, count: 0 },
      { from: '2028-01-02', to: '2028-01-20', first: undefined, count: 0 },
      { from: '2027-01-02', to: '2027-03-04', first: '2027-01-02', count: 62 },
    ])('from $from to $to: $count days, the first $first', async ({ from, to, first, count }) => {
      const dates = await offeredDates(db, from, to)
      expect([dates[0], dates.length]).toEqual([first, count])
    })

    test.each([
      { from: '2027-01-02', to: '2027-03-05' },
      { from: '2027-01-03', to: '2027-01-02' },
      { from: null, to: '2027-01-02' },
      { from: '2027-01-02', to: null },
    ])('a range from $from to $to is refused: it has 1 to 62 days', async ({ from, to }) => {
      expect(await errorCode(offeredSlots(db, from, to))).toBe('22023')
    })
  })

  describe('when the clocks change', () => {
    setUpOnce(db, async () => {
      await setToday(db, '2027-03-01')
      for (const [start, end] of [
        ['01:00', '01:30'],
        ['01:30', '02:00'],
        ['01:30', '03:30'],
        ['02:00', '02:30'],
        ['02:59', '03:10'],
        ['03:00', '03:30'],
        ['09:00', '09:30'],
      ] as const) {
        const slot = await addSlot(db, start, end)
        for (const saturdayOrSunday of [5, 6]) await addToWeekday(db, saturdayOrSunday, slot)
      }
    })

    test.each([
      { date: '2027-04-03', starts: ['01:00', '01:30', '01:30', '02:00', '02:59', '03:00', '09:00'] },
      // 2:00-2:59 happens twice, and means the second: half past one to two would last 90 minutes.
      { date: '2027-04-04', starts: ['01:00', '02:00', '02:59', '03:00', '09:00'] },
      { date: '2027-09-25', starts: ['01:00', '01:30', '01:30', '02:00', '02:59', '03:00', '09:00'] },
      // 2:00-2:59 does not happen: no call begins or ends in it, and one across it would be an hour
      // short.
      { date: '2027-09-26', starts: ['01:00', '03:00', '09:00'] },
    ])('$date offers $starts', async ({ date, starts }) => {
      expect(await offeredTimes(db, date)).toEqual(starts)
    })

    test.each([
      { start: '02:00', end: '02:30', date: '2027-09-26', why: 'begins in the skipped hour' },
      { start: '01:30', end: '02:00', date: '2027-09-26', why: 'ends in the skipped hour' },
      { start: '01:30', end: '03:30', date: '2027-09-26', why: 'would last one hour' },
      { start: '01:30', end: '02:00', date: '2027-04-04', why: 'would last 90 minutes' },
    ])(
      'a call $start-$end that $why on $date cannot be booked; the admin still sees its slot',
      async ({ start, end, date }) => {
        const slot = await db.value<string>(
          'select id from public.time_slots where start_time = $1 and end_time = $2',
          ...[start, end],
        )
        expect(await errorCode(book(db, { date, slot }))).toBe('slot_not_offered')
        expect(await overview(db, date)).toContainEqual(
          expect.objectContaining({ id: slot, start_time: start, is_available: true }),
        )
        expect(await errorCode(book(db, { date: '2027-09-25', slot }))).toBe('accepted')
      },
    )

    test.each([
      { wall: '2027-04-03 09:00', instant: '2027-04-02 20:00' },
      { wall: '2027-04-05 09:00', instant: '2027-04-04 21:00' },
      // The second, standard-time occurrence.
      { wall: '2027-04-04 02:30', instant: '2027-04-03 14:30' },
      { wall: '2027-09-25 09:00', instant: '2027-09-24 21:00' },
      { wall: '2027-09-27 09:00', instant: '2027-09-26 20:00' },
    ])('$wall in the studio is $instant UTC', async ({ wall, instant }) => {
      const sql = `select to_char($1::timestamp at time zone private.studio_zone() at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`
      expect(await db.value(sql, wall)).toBe(instant)
    })
  })
})
