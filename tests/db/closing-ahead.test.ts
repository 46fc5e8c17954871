import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import {
  addException,
  addSlot,
  addToWeekday,
  book,
  dateIn,
  emptySchedule,
  offeredTimes,
  setToday,
} from './fixtures'
import { admin, errorCode } from './test-database'

/** The today of these tests. */
const tuesday = ahead('2026-12-01')
const yesterday = addDays(tuesday, -1)
/** The last date that the site shows, and the next day. */
const [last, tooFar] = [addDays(tuesday, 397), addDays(tuesday, 398)]
const friday = ahead('2026-12-25')
const [saturday, sunday, monday] = [addDays(friday, 1), addDays(friday, 2), addDays(friday, 3)]
const [fridayBefore, fridayAfter] = [addDays(friday, -7), addDays(friday, 7)]

onPostgres((db) => {
  let [morning, noon] = ['', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, tuesday)
    morning = await addSlot(db, '09:00', '09:30')
    noon = await addSlot(db, '12:00', '12:30')
    await addToWeekday(db, 4, morning)
  })
  const close = (from: string | null, to: string | null, reason: string | null = null) =>
    db.valueAs<number>(admin, 'select public.close_dates($1, $2, $3)', from, to, reason)
  const closures = () => db.rows('select date, reason from public.closed_dates order by date')

  describe('close_dates', () => {
    test('close_dates closes a range of dates with a reason, and returns how many of them were open', async () => {
      expect(await close(friday, sunday, '  Summer break ')).toBe(3)
      expect(await closures()).toEqual(
        [friday, saturday, sunday].map((date) => ({ date, reason: 'Summer break' })),
      )
      expect(await offeredTimes(db, friday)).toEqual([])
      expect(await close(sunday, monday)).toBe(1)
      expect(await closures()).toContainEqual({ date: sunday, reason: 'Summer break' })
      expect(await closures()).toContainEqual({ date: monday, reason: null })
    })

    test('close_dates closes the slots that an admin had opened on a closed date', async () => {
      await close(friday, friday)
      await db.rowsAs(admin, 'select public.set_slot_availability($1, $2, true)', friday, morning)
      expect(await offeredTimes(db, friday)).toEqual(['09:00'])
      await close(friday, friday, 'Christmas')
      expect(await offeredTimes(db, friday)).toEqual([])
    })

    test.each([
      ['range_invalid', 'ends before it begins', sunday, friday, null],
      ['range_invalid', 'has no beginning', null, friday, null],
      ['date_past', 'begins yesterday', yesterday, friday, null],
      ['date_too_far At most 397 days ahead.', 'ends too late', tuesday, tooFar, null],
      ['reason_invalid At most 200 characters, on one line.', 'is long', friday, friday, 'x'.repeat(201)],
      ['reason_invalid At most 200 characters, on one line.', 'has two lines', friday, friday, 'one\ntwo'],
    ])('%s: %s', async (code, _, from, to, reason) => {
      expect(await errorCode(close(from, to, reason))).toBe(code)
      expect(await closures()).toEqual([])
    })

    test('close_dates accepts every date that the site shows, and returns their number', async () => {
      expect(await close(tuesday, last)).toBe(398)
    })
  })

  test('reopen_dates restores each date; a slot that was off before stays off', async () => {
    await addToWeekday(db, 4, noon)
    await addException(db, friday, noon, false)
    await close(friday, sunday)
    expect(await db.valueAs(admin, 'select public.reopen_dates($1, $2)', tuesday, sunday)).toBe(3)
    expect(await offeredTimes(db, friday)).toEqual(['09:00'])
  })

  test('Undo of a closing does not reopen a date that has got another reason since', async () => {
    await close(friday, sunday)
    await close(sunday, sunday, 'Painting')
    const takeBack = (reason: string) =>
      db.valueAs(admin, 'select public.reopen_dates($1, $2, $3)', friday, sunday, reason)
    expect(await takeBack('')).toBe(2)
    expect(await closures()).toEqual([expect.objectContaining({ reason: 'Painting' })])
    expect(await takeBack('Painting')).toBe(1)
  })

  test('reset_date makes one date follow its weekday again, and changes no other date', async () => {
    for (const date of [friday, fridayAfter]) await addException(db, date, noon, true)
    await addException(db, friday, morning, false)
    await close(friday, friday)
    await db.rowsAs(admin, 'select public.reset_date($1)', friday)
    expect(await offeredTimes(db, friday)).toEqual(['09:00'])
    expect(await offeredTimes(db, fridayAfter)).toEqual(['09:00', '12:00'])
    expect(await errorCode(db.rowsAs(admin, 'select public.reset_date($1)', yesterday))).toBe('date_past')
  })

  describe('restore_dates', () => {
    const state = async () => ({
      closed: await closures(),
      slots: await db.rows(
        'select date::text, time_slot_id, is_available, overrides_closure from public.availability order by 1, 2',
      ),
    })
    const restore = ({ closed, slots }: Awaited<ReturnType<typeof state>>) =>
      db.rowsAs(
        admin,
        'select public.restore_dates($1::text::jsonb, $2::text::jsonb)',
        JSON.stringify(closed),
        JSON.stringify(slots),
      )

    test('restore_dates brings back what reset_date removed: the closing, its reason and each slot', async () => {
      await addException(db, friday, noon, true)
      await close(friday, friday, 'Christmas')
      await db.rowsAs(admin, 'select public.set_slot_availability($1, $2, true)', friday, morning)
      const before = await state()
      expect(before.slots).toHaveLength(2)
      expect(await offeredTimes(db, friday)).toEqual(['09:00'])
      await db.rowsAs(admin, 'select public.reset_date($1)', friday)
      await restore(before)
      expect(await state()).toEqual(before)
      expect(await offeredTimes(db, friday)).toEqual(['09:00'])
    })

    test('restore_dates does not overwrite a row that was written since', async () => {
      await close(friday, friday, 'Christmas')
      const before = await state()
      await db.rowsAs(admin, 'select public.reopen_dates($1, $2)', friday, friday)
      await close(friday, friday, 'Boxing up')
      await restore(before)
      expect((await state()).closed).toEqual([expect.objectContaining({ reason: 'Boxing up' })])
    })

    test.each([
      ['range_invalid', 'no date', '[{"reason": "No date"}]'],
      ['date_past', 'yesterday', `[{"date": "${yesterday}"}]`],
      ['date_too_far At most 397 days ahead.', 'a day too late', `[{"date": "${tooFar}"}]`],
    ])('%s: %s', async (code, _, closed) => {
      expect(await errorCode(db.rowsAs(admin, `select public.restore_dates('${closed}'::jsonb, '[]')`))).toBe(
        code,
      )
    })
  })

  describe('get_days', () => {
    const days = (from: string, to: string) =>
      db.rowsAs(admin, 'select * from public.get_days($1, $2)', from, to)
    const plain = {
      free: 0,
      taken: 0,
      busy: 0,
      booked: 0,
      off: 0,
      is_closed: false,
      reason: null,
      is_changed: false,
    }

    test('get_days counts a day’s free, taken, booked and disabled times, and marks closed and changed dates', async () => {
      await addToWeekday(db, 4, noon)
      await addToWeekday(db, 5, morning, false)
      await book(db, { date: fridayBefore, slot: morning })
      const [thursdayBefore, saturdayBefore, sundayBefore] = [
        addDays(fridayBefore, -1),
        addDays(fridayBefore, 1),
        addDays(fridayBefore, 2),
      ]
      await addException(db, thursdayBefore, noon, true)
      await close(sundayBefore, sundayBefore, 'Regatta')
      expect(await days(thursdayBefore, sundayBefore)).toEqual([
        { ...plain, date: thursdayBefore, free: 1, is_changed: true },
        { ...plain, date: fridayBefore, free: 1, taken: 1, booked: 1 },
        { ...plain, date: saturdayBefore, off: 1 },
        { ...plain, date: sundayBefore, is_closed: true, reason: 'Regatta', is_changed: true },
      ])
    })

    test('get_days counts a booking whose slot was removed from its day', async () => {
      await book(db, { date: fridayBefore, slot: morning })
      await db.rows('delete from public.recurring_availability')
      expect(await days(fridayBefore, fridayBefore)).toEqual([{ ...plain, date: fridayBefore, booked: 1 }])
    })

    test('get_days accepts 1 to 62 days', async () => {
      expect(await days(tuesday, addDays(tuesday, 61))).toHaveLength(62)
      expect(await errorCode(days(tuesday, addDays(tuesday, 62)))).toBe('22023')
      expect(await errorCode(days(addDays(tuesday, 1), tuesday))).toBe('22023')
    })
  })

  describe('get_affected_bookings', () => {
    const affected = async (
      from: string,
      to: string | null,
      weekday: number | null,
      slots: string[] | null,
    ) =>
      (
        await db.rowsAs<{ name: string; date: string; total: unknown }>(
          admin,
          'select * from public.get_affected_bookings($1, $2, $3, $4)',
          ...[from, to, weekday, slots],
        )
      ).map(({ name, date }) => `${name} ${date}`)

    setUpOnce(db, async () => {
      await book(db, { name: 'Ana', date: fridayBefore, slot: morning, email: 'a@example.com' })
      await book(db, { name: 'Bo', date: friday, slot: morning, email: 'b@example.com' })
    })

    test('get_affected_bookings finds bookings by their time, even those made through another slot', async () => {
      const wide = await addSlot(db, '08:00', '10:00')
      const later = await addSlot(db, '09:30', '10:00')
      expect(await affected(tuesday, null, 4, [wide])).toEqual([`Ana ${fridayBefore}`, `Bo ${friday}`])
      expect(await affected(tuesday, null, 4, [later])).toEqual([])
      expect(await affected(tuesday, null, 3, [wide])).toEqual([])
      expect(await affected(friday, friday, null, null)).toEqual([`Bo ${friday}`])
    })

    test('get_affected_bookings omits cancelled calls, and calls that a weekday’s change does not affect', async () => {
      await db.rows(`update public.bookings set status = 'cancelled' where name = 'Ana'`)
      expect(await affected(tuesday, null, 4, [morning])).toEqual([`Bo ${friday}`])
      await addException(db, friday, morning, true)
      expect(await affected(tuesday, null, 4, [morning])).toEqual([])
      expect(await affected(friday, friday, null, [morning])).toEqual([`Bo ${friday}`])
    })

    test('get_affected_bookings returns every affected booking, and how many there are', async () => {
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id)
         select 'Many', 'm@example.com', $2::date + n, $1 from generate_series(1, 10) n`,
        ...[noon, fridayAfter],
      )
      const rows = await db.rowsAs<{ total: unknown }>(
        admin,
        'select * from public.get_affected_bookings($1)',
        tuesday,
      )
      expect(rows).toHaveLength(12)
      expect(Number(rows[0]?.total)).toBe(12)
    })
  })
})

onPostgres((db) => {
  test('only times still to come are free today, and only calls that have not ended are affected', async () => {
    await emptySchedule(db)
    const today = await dateIn(db, 0)
    // The early slot is over and the late slot is still to come, except in the minutes around midnight.
    const clock = await db.value<string>(
      `select to_char(now() at time zone private.studio_zone(), 'HH24:MI:SS')`,
    )
    const early = { start: '00:00', end: '00:01', id: await addSlot(db, '00:00', '00:01') }
    const late = { start: '23:58', end: '23:59', id: await addSlot(db, '23:58', '23:59') }
    for (const { id } of [early, late]) await addException(db, today, id, true)
    const free = () => db.valueAs(admin, 'select free from public.get_days($1, $1)', today)
    expect(await free()).toBe([early, late].filter(({ start }) => `${start}:00` > clock).length)
    for (const { id } of [early, late])
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id) values ('Ana', 'a@example.com', $1, $2)`,
        ...[today, id],
      )
    expect(await free()).toBe(0)
    expect(await db.rowsAs(admin, 'select start_time from public.get_affected_bookings($1)', today)).toEqual(
      [early, late].filter(({ end }) => `${end}:00` > clock).map(({ start }) => ({ start_time: start })),
    )
  })
})
