import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addException, addSlot, addToWeekday, emptySchedule, overview, setToday } from './fixtures'
import { admin, refusal } from './test-database'

const monday = '2027-01-04'

onEachDatabase((db) => {
  let [morning, noon, evening] = ['', '', '']
  beforeEach(async () => {
    await emptySchedule(db)
    await setToday(db, '2027-01-01')
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

  describe('set_date_availability', () => {
    const set = (date: string, on: boolean) =>
      db.rowsAs(admin, 'select public.set_date_availability($1, $2)', date, on)

    test('switches every slot of that date, and no other date', async () => {
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
      expect(await states('2027-01-11')).toEqual([
        ['09:00', true],
        ['12:00', false],
      ])
    })

    test('leaves the bookings of that date alone', async () => {
      await book(morning)
      await set(monday, false)
      expect(await db.value('select status from public.bookings')).toBe('pending')
      expect((await overview(db, monday))[0]).toMatchObject({ is_available: false, is_booked: true })
    })

    test.each([
      { date: '2026-12-31', outcome: 'date_past' },
      { date: '2027-01-01', outcome: 'accepted' },
    ])('on $date: $outcome', async ({ date, outcome }) => {
      expect(await refusal(set(date, false))).toBe(outcome)
    })
  })

  describe('replace_recurring_availability', () => {
    const replace = (weekday: number, ...slots: string[]) =>
      db.rowsAs(admin, 'select public.replace_recurring_availability($1, $2)', weekday, `{${slots.join()}}`)
    const pattern = async () =>
      (
        await db.rows(
          `select day_of_week, start_time, is_available from public.recurring_availability
         join public.time_slots on id = time_slot_id order by 1, 2`,
        )
      ).map((row) => Object.values(row).join(' '))

    test('makes the weekday exactly these slots; one that stays keeps its on or off', async () => {
      await addToWeekday(db, 1, morning)
      await replace(0, noon, evening)
      expect(await pattern()).toEqual(['0 12:00:00 false', '0 18:00:00 true', '1 09:00:00 true'])
    })

    test('with no slot empties the weekday, and keeps exceptions and bookings', async () => {
      await addException(db, monday, morning, true)
      await book(morning)
      await replace(0)
      expect(await pattern()).toEqual([])
      expect(await overview(db, monday)).toMatchObject([
        { start_time: '09:00', is_available: true, is_booked: true },
      ])
    })

    test('with a slot that does not exist, or on no weekday, changes nothing', async () => {
      expect(await refusal(replace(0, noon, crypto.randomUUID()))).toBe('23503')
      expect(await refusal(replace(7, noon))).toBe('23514')
      expect(await pattern()).toEqual(['0 09:00:00 true', '0 12:00:00 false'])
    })
  })
})
