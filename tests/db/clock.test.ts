import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { onPglite } from './databases'
import { addDailySlot, book, emptySchedule, offeredDates, offeredSlots } from './fixtures'
import { errorCode } from './test-database'

// PGlite's now() follows the test's clock. A real server's clock cannot be set, so other tests pin
// the date (`setToday`).
onPglite((db) => {
  /** Begins a new transaction at `instant`. */
  async function setClock(instant: string) {
    vi.setSystemTime(instant)
    await db.rows('rollback')
    await db.rows('begin')
    await emptySchedule(db)
    return addDailySlot(db)
  }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test.each([
    { instant: '2027-01-04T10:59:59Z', today: '2027-01-04' }, // NZDT, UTC+13
    { instant: '2027-01-04T11:00:00Z', today: '2027-01-05' },
    { instant: '2027-07-05T11:59:59Z', today: '2027-07-05' }, // NZST, UTC+12
    { instant: '2027-07-05T12:00:00Z', today: '2027-07-06' },
    { instant: '2027-04-03T13:59:59Z', today: '2027-04-04' }, // 2:59 for the first time
    { instant: '2027-04-04T11:59:59Z', today: '2027-04-04' }, // a day of 25 hours
    { instant: '2027-04-04T12:00:00Z', today: '2027-04-05' },
    { instant: '2027-09-26T10:59:59Z', today: '2027-09-26' }, // a day of 23 hours
    { instant: '2027-09-26T11:00:00Z', today: '2027-09-27' },
  ])(
    'at $instant it is $today in the studio, and the first bookable day is the next',
    async ({ instant, today }) => {
      const slot = await setClock(instant)
      expect(await db.value('select private.studio_today()::text')).toBe(today)
      const tomorrow = await db.value<string>('select ($1::date + 1)::text', today)
      expect(await offeredDates(db, today, tomorrow)).toEqual([tomorrow])
      expect(await errorCode(book(db, { date: today, slot }))).toBe('date_not_bookable')
      expect((await book(db, { date: tomorrow, slot })).date).toBe(tomorrow)
    },
  )

  test.each(['UTC', 'America/New_York', 'Pacific/Kiritimati'])(
    'the session’s zone (%s) changes nothing',
    async (zone) => {
      await setClock('2027-01-04T11:30:00Z')
      await db.rows(`set local time zone '${zone}'`)
      expect(await db.value('select private.studio_today()::text')).toBe('2027-01-05')
      const [first] = await offeredSlots(db, '2027-01-05', '2027-01-07')
      expect(first).toMatchObject({ date: '2027-01-06', start_time: '09:00' })
    },
  )
})
