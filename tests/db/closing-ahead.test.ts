import { describe, expect, test } from 'vitest'
import { onEachDatabase, setUpOnce } from './databases'
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

const [tuesday, friday, sunday] = ['2026-12-01', '2026-12-25', '2026-12-27']

onEachDatabase((db) => {
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
    test('closes a run with its reason, a Sunday too, and says how many were open', async () => {
      expect(await close(friday, sunday, '  Summer break ')).toBe(3)
      expect(await closures()).toEqual(
        [friday, '2026-12-26', sunday].map((date) => ({ date, reason: 'Summer break' })),
      )
      expect(await offeredTimes(db, friday)).toEqual([])
      expect(await close(sunday, '2026-12-28')).toBe(1)
      expect(await closures()).toContainEqual({ date: sunday, reason: 'Summer break' })
      expect(await closures()).toContainEqual({ date: '2026-12-28', reason: null })
    })

    test('closes what had been opened on a closed date', async () => {
      await close(friday, friday)
      await db.rowsAs(admin, 'select public.set_slot_availability($1, $2, true)', friday, morning)
      expect(await offeredTimes(db, friday)).toEqual(['09:00'])
      await close(friday, friday, 'Christmas')
      expect(await offeredTimes(db, friday)).toEqual([])
    })

    test.each([
      ['range_invalid', sunday, friday, null],
      ['range_invalid', null, friday, null],
      ['date_past', '2026-11-30', friday, null],
      ['date_too_far At most 397 days ahead.', tuesday, '2028-01-03', null],
      ['reason_invalid At most 200 characters, on one line.', friday, friday, 'x'.repeat(201)],
      ['reason_invalid At most 200 characters, on one line.', friday, friday, 'one\ntwo'],
    ])('%s: %s to %s', async (code, from, to, reason) => {
      expect(await errorCode(close(from, to, reason))).toBe(code)
      expect(await closures()).toEqual([])
    })

    test('goes as far as the site shows', async () => {
      expect(await close(tuesday, '2028-01-02')).toBe(398)
    })
  })

  test('reopen_dates gives each date back as it was; a slot that was off stays off', async () => {
    await addToWeekday(db, 4, noon)
    await addException(db, friday, noon, false)
    await close(friday, sunday)
    expect(await db.valueAs(admin, 'select public.reopen_dates($1, $2)', tuesday, sunday)).toBe(3)
    expect(await offeredTimes(db, friday)).toEqual(['09:00'])
  })

  test('who takes back a closing opens no date that has somebody else’s reason by now', async () => {
    await close(friday, sunday)
    await close(sunday, sunday, 'Painting')
    const takeBack = (reason: string) =>
      db.valueAs(admin, 'select public.reopen_dates($1, $2, $3)', friday, sunday, reason)
    expect(await takeBack('')).toBe(2)
    expect(await closures()).toEqual([expect.objectContaining({ reason: 'Painting' })])
    expect(await takeBack('Painting')).toBe(1)
  })

  test('reset_date makes a date like its weekday, and no other', async () => {
    const next = '2027-01-01'
    for (const date of [friday, next]) await addException(db, date, noon, true)
    await addException(db, friday, morning, false)
    await close(friday, friday)
    await db.rowsAs(admin, 'select public.reset_date($1)', friday)
    expect(await offeredTimes(db, friday)).toEqual(['09:00'])
    expect(await offeredTimes(db, next)).toEqual(['09:00', '12:00'])
    expect(await errorCode(db.rowsAs(admin, 'select public.reset_date($1)', '2026-11-30'))).toBe('date_past')
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

    test('brings back what reset_date took: the closing, its reason, and each slot of the date', async () => {
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

    test('overwrites nothing that there is by now', async () => {
      await close(friday, friday, 'Christmas')
      const before = await state()
      await db.rowsAs(admin, 'select public.reopen_dates($1, $2)', friday, friday)
      await close(friday, friday, 'Boxing up')
      await restore(before)
      expect((await state()).closed).toEqual([expect.objectContaining({ reason: 'Boxing up' })])
    })

    test.each([
      ['range_invalid', '[{"reason": "No date"}]'],
      ['date_past', '[{"date": "2026-11-30"}]'],
      ['date_too_far At most 397 days ahead.', '[{"date": "2028-01-03"}]'],
    ])('%s: %s', async (code, closed) => {
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

    test('counts what is free, taken, booked and off, and tells closed and changed dates', async () => {
      await addToWeekday(db, 4, noon)
      await addToWeekday(db, 5, morning, false)
      await book(db, { date: '2026-12-18', slot: morning })
      await addException(db, '2026-12-17', noon, true)
      await close('2026-12-20', '2026-12-20', 'Regatta')
      expect(await days('2026-12-17', '2026-12-20')).toEqual([
        { ...plain, date: '2026-12-17', free: 1, is_changed: true },
        { ...plain, date: '2026-12-18', free: 1, taken: 1, booked: 1 },
        { ...plain, date: '2026-12-19', off: 1 },
        { ...plain, date: '2026-12-20', is_closed: true, reason: 'Regatta', is_changed: true },
      ])
    })

    test('a booking whose slot its day no longer names still counts', async () => {
      await book(db, { date: '2026-12-18', slot: morning })
      await db.rows('delete from public.recurring_availability')
      expect(await days('2026-12-18', '2026-12-18')).toEqual([{ ...plain, date: '2026-12-18', booked: 1 }])
    })

    test('takes 1 to 62 days', async () => {
      expect(await days('2026-12-01', '2027-01-31')).toHaveLength(62)
      expect(await errorCode(days('2026-12-01', '2027-02-01'))).toBe('22023')
      expect(await errorCode(days('2026-12-02', '2026-12-01'))).toBe('22023')
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
      await book(db, { name: 'Ana', date: '2026-12-18', slot: morning, email: 'a@example.com' })
      await book(db, { name: 'Bo', date: friday, slot: morning, email: 'b@example.com' })
    })

    test('are found by their time, whatever slot they were made through', async () => {
      const wide = await addSlot(db, '08:00', '10:00')
      const later = await addSlot(db, '09:30', '10:00')
      expect(await affected(tuesday, null, 4, [wide])).toEqual(['Ana 2026-12-18', `Bo ${friday}`])
      expect(await affected(tuesday, null, 4, [later])).toEqual([])
      expect(await affected(tuesday, null, 3, [wide])).toEqual([])
      expect(await affected(friday, friday, null, null)).toEqual([`Bo ${friday}`])
    })

    test('are not those that are cancelled, nor, of a weekday, those on a date with a row of its own', async () => {
      await db.rows(`update public.bookings set status = 'cancelled' where name = 'Ana'`)
      expect(await affected(tuesday, null, 4, [morning])).toEqual([`Bo ${friday}`])
      await addException(db, friday, morning, true)
      expect(await affected(tuesday, null, 4, [morning])).toEqual([])
      expect(await affected(friday, friday, null, [morning])).toEqual([`Bo ${friday}`])
    })

    test('are all named, and counted', async () => {
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id)
         select 'Many', 'm@example.com', date '2027-01-01' + n, $1 from generate_series(1, 10) n`,
        noon,
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

onEachDatabase((db) => {
  test('of today only times to come are free, and only bookings that have not ended are affected', async () => {
    await emptySchedule(db)
    const today = await dateIn(db, 0)
    const early = await addSlot(db, '00:00', '00:01')
    const late = await addSlot(db, '23:58', '23:59')
    for (const slot of [early, late]) {
      await addException(db, today, slot, true)
    }
    const free = () => db.valueAs(admin, 'select free from public.get_days($1, $1)', today)
    expect(await free()).toBe(1)
    for (const slot of [early, late])
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id) values ('Ana', 'a@example.com', $1, $2)`,
        ...[today, slot],
      )
    expect(await free()).toBe(0)
    expect(await db.rowsAs(admin, 'select start_time from public.get_affected_bookings($1)', today)).toEqual([
      { start_time: '23:58' },
    ])
  })
})
