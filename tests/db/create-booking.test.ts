import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, addException, addSlot, book, emptySchedule, setToday } from './fixtures'
import { refusal } from './test-database'

const date = '2027-01-05'

onEachDatabase((db) => {
  let slot: string
  beforeEach(async () => {
    await emptySchedule(db)
    await setToday(db, '2027-01-01')
    slot = await addDailySlot(db, '09:00', '10:00')
  })
  const stored = () => db.value<number>('select count(*)::int from public.bookings')

  test('the stored row comes back with its slot, pending', async () => {
    const row = await book(db, { name: 'Ana Lee', date, slot, message: 'A shop' })
    expect(row).toEqual({
      id: expect.any(String),
      name: 'Ana Lee',
      email: 'ana@example.com',
      date,
      time_slot_id: slot,
      message: 'A shop',
      status: 'pending',
      created_at: expect.any(String),
      time_slots: { id: slot, start_time: '09:00', end_time: '10:00' },
    })
    const period = await db.value('select period::text from public.bookings where id = $1', row.id)
    expect(period).toBe('["2027-01-05 09:00:00","2027-01-05 10:00:00")')
  })

  test.each([null, '2026-12-31', '2027-01-01', '2028-01-02', 'infinity', '-infinity'])(
    'date %s: not bookable',
    async (day) => {
      expect(await refusal(book(db, { date: day, slot }))).toBe('date_not_bookable')
    },
  )

  test('a slot is not offered when it is unknown, missing, of another day, or switched off', async () => {
    const other = await addSlot(db, '11:00', '12:00')
    for (const id of [null, randomUUID(), other])
      expect(await refusal(book(db, { date, slot: id }))).toBe('slot_not_offered')
    await addException(db, date, slot, false)
    expect(await refusal(book(db, { date, slot }))).toBe('slot_not_offered')
    expect(await refusal(book(db, { date: '2027-01-06', slot }))).toBe('accepted')
  })

  test('a taken time is refused through its own and through every overlapping slot, until it is cancelled', async () => {
    const overlapping = await addDailySlot(db, '09:30', '10:30')
    const touching = await addDailySlot(db, '10:00', '10:30')
    const { id } = await book(db, { date, slot })
    const bea = { email: 'bea@example.com', date }
    expect(await refusal(book(db, { ...bea, slot }))).toBe('slot_taken')
    expect(await refusal(book(db, { ...bea, slot: overlapping }))).toBe('slot_taken')
    expect(await refusal(book(db, { ...bea, slot: touching }))).toBe('accepted')
    await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, id)
    expect(await refusal(book(db, { ...bea, slot }))).toBe('accepted')
  })

  describe('a repeated request', () => {
    const requestId = randomUUID()

    test.each([
      ['sent again', {}],
      ['with the e-mail in capitals', { email: 'ANA@Example.com' }],
      ['with another name and message', { name: 'Ana B', message: 'More' }],
    ])('%s returns the stored row and makes no second one', async (_, change) => {
      const first = await book(db, { date, slot, requestId })
      expect(await book(db, { date, slot, requestId, ...change })).toEqual(first)
      expect(await stored()).toBe(1)
    })

    test('is answered with the stored row also when the slot is off or the date past by now', async () => {
      const first = await book(db, { date, slot, requestId })
      await addException(db, date, slot, false)
      await setToday(db, date)
      expect(await book(db, { date, slot, requestId })).toEqual(first)
    })

    test('with another e-mail, date or slot is a new request', async () => {
      const afternoon = await addDailySlot(db, '14:00', '15:00')
      const first = await book(db, { date, slot, requestId })
      expect(await refusal(book(db, { date, slot, requestId, email: 'bea@example.com' }))).toBe('slot_taken')
      const others = [
        await book(db, { date: '2027-01-06', slot, requestId }),
        await book(db, { date, slot: afternoon, requestId }),
      ]
      expect(new Set([first, ...others].map((row) => row.id)).size).toBe(3)
      await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, first.id)
      expect(await book(db, { date, slot, requestId, email: 'bea@example.com' })).toMatchObject({
        email: 'bea@example.com',
      })
    })

    test('without a request id nothing is taken for a repetition', async () => {
      const { id } = await book(db, { date, slot })
      await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, id)
      expect((await book(db, { date, slot })).id).not.toBe(id)
    })
  })
})
