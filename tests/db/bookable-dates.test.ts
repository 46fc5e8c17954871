import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { nextClockChanges } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
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

const { back, forward, today } = nextClockChanges()
const [dayBeforeBack, dayBeforeForward] = [addDays(back, -1), addDays(forward, -1)]

onPostgres((db) => {
  setUpOnce(db, () => emptySchedule(db))

  describe('with a slot on every day', () => {
    let slot: string
    setUpOnce(db, async () => {
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
      { from: -7, to: 2, first: 1, count: 2 },
      { from: 364, to: 384, first: 364, count: 2 },
      { from: -31, to: -1, first: undefined, count: 0 },
      { from: 366, to: 384, first: undefined, count: 0 },
      { from: 1, to: 62, first: 1, count: 62 },
    ])('$from to $to days from today: $count days, the first $first', async ({ from, to, first, count }) => {
      const dates = await offeredDates(db, await dateIn(db, from), await dateIn(db, to))
      const expected = first === undefined ? undefined : await dateIn(db, first)
      expect([dates[0], dates.length]).toEqual([expected, count])
    })

    test.each([
      { from: 1, to: 63 },
      { from: 2, to: 1 },
      { from: null, to: 1 },
      { from: 1, to: null },
    ])('a range from $from to $to is refused: it has 1 to 62 days', async ({ from, to }) => {
      const date = (days: number | null) => (days === null ? null : dateIn(db, days))
      expect(await errorCode(offeredSlots(db, await date(from), await date(to)))).toBe('22023')
    })
  })

  describe('when the clocks change', () => {
    setUpOnce(db, async () => {
      await setToday(db, today)
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

    const everyStart = ['01:00', '01:30', '01:30', '02:00', '02:59', '03:00', '09:00']
    test.each([
      { when: 'the day before they go back', date: dayBeforeBack, starts: everyStart },
      // 2:00-2:59 happens twice and counts as the second one, so a slot from 1:30 to 2:00 would
      // last 90 minutes.
      {
        when: 'the day on which they go back',
        date: back,
        starts: ['01:00', '02:00', '02:59', '03:00', '09:00'],
      },
      { when: 'the day before they go forward', date: dayBeforeForward, starts: everyStart },
      // 2:00-2:59 does not happen: no call begins or ends in that hour, and a call across it would
      // be an hour short.
      { when: 'the day on which they go forward', date: forward, starts: ['01:00', '03:00', '09:00'] },
    ])('$when offers $starts', async ({ date, starts }) => {
      expect(await offeredTimes(db, date)).toEqual(starts)
    })

    test.each([
      { start: '02:00', end: '02:30', on: 'forward', why: 'begins in the skipped hour' },
      { start: '01:30', end: '02:00', on: 'forward', why: 'ends in the skipped hour' },
      { start: '01:30', end: '03:30', on: 'forward', why: 'would last one hour' },
      { start: '01:30', end: '02:00', on: 'back', why: 'would last 90 minutes' },
    ])(
      'a call $start-$end that $why when they go $on cannot be booked; the admin still sees its slot',
      async ({ start, end, on }) => {
        const date = on === 'back' ? back : forward
        const slot = await db.value<string>(
          'select id from public.time_slots where start_time = $1 and end_time = $2',
          ...[start, end],
        )
        expect(await errorCode(book(db, { date, slot }))).toBe('slot_not_offered')
        expect(await overview(db, date)).toContainEqual(
          expect.objectContaining({ id: slot, start_time: start, is_available: true }),
        )
        expect(await errorCode(book(db, { date: addDays(date, -1), slot }))).toBe('accepted')
      },
    )

    test.each([
      { wall: '2027-04-03 09:00', instant: '2027-04-02 20:00' },
      { wall: '2027-04-05 09:00', instant: '2027-04-04 21:00' },
      // 02:30 happens twice: this is the second time, in standard time.
      { wall: '2027-04-04 02:30', instant: '2027-04-03 14:30' },
      { wall: '2027-09-25 09:00', instant: '2027-09-24 21:00' },
      { wall: '2027-09-27 09:00', instant: '2027-09-26 20:00' },
    ])('$wall in the studio is $instant UTC', async ({ wall, instant }) => {
      const sql = `select to_char($1::timestamp at time zone private.studio_zone() at time zone 'UTC', 'YYYY-MM-DD HH24:MI')`
      expect(await db.value(sql, wall)).toBe(instant)
    })
  })
})
