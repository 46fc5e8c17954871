import { expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import {
  addException,
  addSlot,
  addToWeekday,
  book,
  emptySchedule,
  offeredDates,
  offeredTimes,
  overview,
  setToday,
} from './fixtures'
import { admin, errorCode } from './test-database'

const today = ahead('2026-12-01')
/** Christmas 2026, a Friday, moved ahead by whole weeks. */
const christmas = ahead('2026-12-25')
const [weekBefore, weekAfter] = [addDays(christmas, -7), addDays(christmas, 7)]
const friday = 4

onPostgres((db) => {
  let [morning, noon, evening] = ['', '', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, today)
    morning = await addSlot(db, '09:00', '09:30')
    noon = await addSlot(db, '12:00', '12:30')
    evening = await addSlot(db, '18:00', '18:30')
    await addToWeekday(db, friday, morning)
  })
  const setDate = (on: boolean, date = christmas) =>
    db.rowsAs(admin, 'select public.set_date_availability($1, $2)', date, on)
  const setSlot = (slot: string, on: boolean) =>
    db.rowsAs(admin, 'select public.set_slot_availability($1, $2, $3)', christmas, slot, on)
  /** Adds a slot to Christmas only, as the admin's form does. */
  const addOneOff = (slot: string) =>
    db.rowsAs(
      admin,
      `insert into public.availability (date, time_slot_id, is_available) values ($1, $2, true)
       on conflict (date, time_slot_id) do update set is_available = true`,
      ...[christmas, slot],
    )
  const states = async (date = christmas) =>
    (await overview(db, date)).map((slot) => [slot.start_time, slot.is_available ? 'on' : 'off'].join(' '))

  test('a closed Friday stays closed when all Fridays get other hours', async () => {
    await setDate(false)
    await addToWeekday(db, friday, noon)
    await addToWeekday(db, friday, evening)
    expect(await offeredTimes(db, christmas)).toEqual([])
    expect(await states()).toEqual(['09:00 off', '12:00 off', '18:00 off'])
    expect(await offeredDates(db, weekBefore, weekAfter)).toEqual(
      [weekBefore, weekAfter].flatMap((date) => [date, date, date]),
    )
    expect(await errorCode(book(db, { date: christmas, slot: noon }))).toBe('slot_not_offered')
  })

  test('an admin can close a date before the date has any times', async () => {
    await db.rows('delete from public.recurring_availability')
    await setDate(false)
    await addToWeekday(db, friday, noon)
    expect(await offeredTimes(db, christmas)).toEqual([])
    await setDate(true)
    expect(await offeredTimes(db, christmas)).toEqual(['12:00'])
  })

  test('a closed date keeps its one-off times: they are offered again once the date is reopened', async () => {
    await addOneOff(evening)
    await setDate(false)
    expect(await states()).toEqual(['09:00 off', '18:00 off'])
    expect(await offeredTimes(db, christmas)).toEqual([])
    await setDate(true)
    expect(await states()).toEqual(['09:00 on', '18:00 on'])
  })

  test('Enable on a slot of a closed date opens only that slot, even one that its weekday does not have', async () => {
    await addOneOff(evening)
    await setDate(false)
    await setSlot(morning, true)
    expect(await offeredTimes(db, christmas)).toEqual(['09:00'])
    await setSlot(evening, true)
    await addOneOff(noon)
    expect(await offeredTimes(db, christmas)).toEqual(['09:00', '12:00', '18:00'])
    await setSlot(morning, false)
    expect(await offeredTimes(db, christmas)).toEqual(['12:00', '18:00'])
  })

  test('closing a date again closes the slots that an admin had opened on it', async () => {
    await setDate(false)
    await setSlot(morning, true)
    await setDate(false)
    expect(await offeredTimes(db, christmas)).toEqual([])
    await addToWeekday(db, friday, noon)
    expect(await offeredTimes(db, christmas)).toEqual([])
  })

  test('‘Enable date’ turns on every slot, even one that was off for the date or its weekday', async () => {
    await addToWeekday(db, friday, noon, false)
    await addException(db, christmas, evening, false)
    await setSlot(morning, false)
    await setDate(false)
    await setDate(true)
    expect(await states()).toEqual(['09:00 on', '12:00 on', '18:00 on'])
    expect(await states(weekAfter)).toEqual(['09:00 on', '12:00 off'])
  })

  test('after ‘Disable date’ and ‘Enable date’ the date follows changes of its weekday again', async () => {
    await setDate(false)
    await setDate(true)
    await db.rows('delete from public.recurring_availability')
    expect(await states()).toEqual([])
  })

  test.each(['infinity', '-infinity', '1999-12-31', '2200-01-01', '12026-01-01'])(
    'no admin stores the date %s, which the admin page could not show',
    async (date) => {
      const exception = `insert into public.availability (date, time_slot_id, is_available) values ($1, $2, false)`
      expect(await errorCode(db.rowsAs(admin, exception, date, morning))).toBe('23514')
      expect(await db.errorCode('insert into public.closed_dates (date) values ($1)', date)).toBe('23514')
      expect(
        await db.errorCode(
          `insert into public.bookings (name, email, date, time_slot_id) values ('Ana', 'ana@example.com', $1, $2)`,
          ...[date, morning],
        ),
      ).toBe('23514')
    },
  )

  test.each([
    ['date_past', 'yesterday', addDays(today, -1)],
    ['date_past', '-infinity', '-infinity'],
    ['date_too_far At most 397 days ahead.', 'a day too late', addDays(today, 398)],
    ['date_too_far At most 397 days ahead.', 'infinity', 'infinity'],
    ['range_invalid', 'null', null],
  ])('%s: %s is switched neither as a whole nor one slot of it', async (code, _, date) => {
    for (const on of [true, false]) {
      const whole = db.rowsAs(admin, 'select public.set_date_availability($1, $2)', date, on)
      expect(await errorCode(whole)).toBe(code)
      const one = db.rowsAs(admin, 'select public.set_slot_availability($1, $2, $3)', date, morning, on)
      expect(await errorCode(one)).toBe(code)
    }
  })
})
