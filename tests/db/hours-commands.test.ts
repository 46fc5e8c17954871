import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addException, addSlot, addToWeekday, emptySchedule, overview, setToday } from './fixtures'
import { admin, errorCode } from './test-database'

const today = ahead('2027-01-01')
const [monday, nextMonday] = [ahead('2027-01-04'), ahead('2027-01-11')]

onPostgres((db) => {
  let [morning, noon, evening] = ['', '', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, today)
    morning = await addSlot(db, '09:00', '09:30')
    noon = await addSlot(db, '12:00', '12:30')
    evening = await addSlot(db, '18:00', '18:30')
    await addToWeekday(db, 0, morning)
    await addToWeekday(db, 0, noon, false)
  })
  const book = (slot: string) =>
    db.rows(
      `insert into public.bookings (name, email, date, time_slot_id) values ('Bea', 'bea@example.com', $1, $2)`,
      ...[monday, slot],
    )
  const states = async (date = monday) =>
    (await overview(db, date)).map((slot) => [slot.start_time, slot.is_available])
  const pattern = async () =>
    (
      await db.rows(
        `select day_of_week, start_time, is_available from public.recurring_availability
         join public.time_slots on id = time_slot_id order by 1, 2`,
      )
    ).map((row) => Object.values(row).join(' '))

  describe('set_date_availability', () => {
    const set = (date: string, on: boolean) =>
      db.rowsAs(admin, 'select public.set_date_availability($1, $2)', date, on)

    test('set_date_availability switches every slot of one date, and of no other date', async () => {
      await addException(db, monday, evening, false)
      await set(monday, true)
      expect(await states()).toEqual([
        ['09:00', true],
        ['12:00', true],
        ['18:00', true],
      ])
      await set(monday, false)
      expect(await states()).toEqual([
        ['09:00', false],
        ['12:00', false],
        ['18:00', false],
      ])
      expect(await states(nextMonday)).toEqual([
        ['09:00', true],
        ['12:00', false],
      ])
    })

    test('set_date_availability changes no booking of the date', async () => {
      await book(morning)
      await set(monday, false)
      expect(await db.value('select status from public.bookings')).toBe('pending')
      expect((await overview(db, monday))[0]).toMatchObject({ is_available: false, is_booked: true })
    })

    test.each([
      { day: 'yesterday', date: addDays(today, -1), outcome: 'date_past' },
      { day: 'today', date: today, outcome: 'accepted' },
    ])('on $day: $outcome', async ({ date, outcome }) => {
      expect(await errorCode(set(date, false))).toBe(outcome)
    })
  })

  describe('set_slot_availability', () => {
    const set = (slot: string, on: boolean, date = monday) =>
      db.rowsAs(admin, 'select public.set_slot_availability($1, $2, $3)', date, slot, on)

    test('a slot that is switched off and on for a date follows its weekday again', async () => {
      await set(morning, false)
      expect(await states()).toEqual([
        ['09:00', false],
        ['12:00', false],
      ])
      await set(morning, true)
      expect(await states()).toContainEqual(['09:00', true])
      await db.rows('delete from public.recurring_availability where time_slot_id = $1', morning)
      expect(await states()).toEqual([['12:00', false]])
    })

    test('a slot that is off on its weekday follows the weekday again after on and off', async () => {
      await set(noon, true)
      expect(await states()).toContainEqual(['12:00', true])
      await set(noon, false)
      await db.rows('update public.recurring_availability set is_available = true')
      expect(await states()).toContainEqual(['12:00', true])
    })

    test('a slot that only one date has stays in the admin’s list, off or on', async () => {
      await addException(db, monday, evening, true)
      await set(evening, false)
      expect(await states()).toContainEqual(['18:00', false])
      await set(evening, true)
      expect(await states()).toContainEqual(['18:00', true])
    })

    test('a one-off slot of a date stays when the weekday gets the same slot', async () => {
      await addException(db, monday, morning, true)
      await set(noon, true)
      await db.rows('delete from public.recurring_availability')
      expect(await states()).toEqual([
        ['09:00', true],
        ['12:00', true],
      ])
    })

    test('switching a slot that another admin has deleted fails, and does not bring the slot back', async () => {
      await db.rows('delete from public.recurring_availability where time_slot_id = $1', morning)
      expect(await errorCode(set(morning, true))).toBe('slot_gone')
      expect(await errorCode(set(morning, false))).toBe('slot_gone')
      expect(await errorCode(set(crypto.randomUUID(), true))).toBe('slot_gone')
      expect(await states()).toEqual([['12:00', false]])
    })

    test.each([
      { day: 'a date that is past', date: ahead('2026-12-28'), outcome: 'date_past' },
      { day: 'a date that is ahead', date: nextMonday, outcome: 'accepted' },
    ])('on $day: $outcome', async ({ date, outcome }) => {
      expect(await errorCode(set(morning, false, date))).toBe(outcome)
    })
  })

  describe('replace_recurring_availability', () => {
    const replace = async (weekday: number, slots: string[], seen?: string[]) =>
      db.rowsAs(
        admin,
        'select public.replace_recurring_availability($1, $2, $3)',
        ...[weekday, `{${slots.join()}}`, `{${(seen ?? (await there(weekday))).join()}}`],
      )
    const there = async (weekday: number) =>
      (
        await db.rows<{ id: string }>(
          'select time_slot_id as id from public.recurring_availability where day_of_week = $1',
          weekday,
        )
      ).map(({ id }) => id)

    test('replace_recurring_availability gives a weekday exactly these slots; kept ones stay on or off', async () => {
      await addToWeekday(db, 1, morning)
      await replace(0, [noon, evening])
      expect(await pattern()).toEqual(['0 12:00:00 false', '0 18:00:00 true', '1 09:00:00 true'])
    })

    test('a weekday can be emptied; exceptions of its dates and bookings stay', async () => {
      await addException(db, monday, morning, true)
      await book(morning)
      await replace(0, [])
      expect(await pattern()).toEqual([])
      expect(await overview(db, monday)).toMatchObject([
        { start_time: '09:00', is_available: true, is_booked: true },
      ])
    })

    test('an unknown slot or an invalid weekday changes nothing of the weekly pattern', async () => {
      expect(await errorCode(replace(0, [noon, crypto.randomUUID()]))).toBe('23503')
      expect(await errorCode(replace(7, [noon]))).toBe('23514')
      expect(await pattern()).toEqual(['0 09:00:00 true', '0 12:00:00 false'])
    })

    test('a weekday that another admin has changed is not replaced; the error has its current slots', async () => {
      await db.rows('insert into public.recurring_availability values (0, $1)', evening)
      await db.rows('delete from public.recurring_availability where time_slot_id = $1', morning)
      const outcome = await replace(0, [noon], [morning, noon]).catch((error: unknown) => error)
      const { message, detail } = outcome as { message: string; detail: string }
      expect([message, JSON.parse(detail)]).toEqual(['weekday_changed', [noon, evening].toSorted()])
      expect(await pattern()).toEqual(['0 12:00:00 false', '0 18:00:00 true'])
    })

    test('replacing a weekday’s slots can be repeated after a lost response', async () => {
      await replace(0, [evening], [morning, noon])
      expect(await errorCode(replace(0, [evening], [morning, noon]))).toBe('accepted')
      expect(await pattern()).toEqual(['0 18:00:00 true'])
    })

    test('replacing a weekday’s slots succeeds even if slots were only switched on or off since', async () => {
      await db.rows('update public.recurring_availability set is_available = not is_available')
      await replace(0, [noon], [morning, noon])
      expect(await pattern()).toEqual(['0 12:00:00 true'])
    })
  })

  describe('copy_recurring_availability', () => {
    const copy = (slots: string[], seen: Record<string, string[]>) =>
      db.rowsAs(
        admin,
        'select public.copy_recurring_availability($1, $2::text::jsonb)',
        ...[`{${slots.join()}}`, JSON.stringify(seen)],
      )

    test('copy_recurring_availability gives each day exactly these slots, all switched on', async () => {
      await addToWeekday(db, 1, morning)
      await copy([noon, evening], { 0: [morning, noon], 1: [morning], 5: [] })
      expect(await pattern()).toEqual(
        [0, 1, 5].flatMap((day) => [`${day} 12:00:00 true`, `${day} 18:00:00 true`]),
      )
    })

    test('if one day was changed meanwhile, copying slots changes no day, and the error names that day', async () => {
      await addToWeekday(db, 1, morning)
      const outcome = await copy([noon], { 0: [morning, noon], 1: [noon] }).catch((error: unknown) => error)
      const { message, detail, hint } = outcome as Record<string, string>
      expect([message, JSON.parse(detail ?? ''), hint]).toEqual(['weekday_changed', [morning], '1'])
      expect(await pattern()).toEqual(['0 09:00:00 true', '0 12:00:00 false', '1 09:00:00 true'])
    })
  })
})
