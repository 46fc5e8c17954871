import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import {
  addDailySlot,
  addException,
  addSlot,
  book,
  type BookingCall,
  type BookingRow,
  emptySchedule,
  inquire,
  setCap,
  setToday,
} from './fixtures'
import { errorCode, visitor } from './test-database'

const today = ahead('2027-01-01')
const yesterday = addDays(today, -1)
const [date, nextDate] = [ahead('2027-01-05'), ahead('2027-01-06')]

onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, today)
    slot = await addDailySlot(db, '09:00', '10:00')
  })
  const stored = () => db.value<number>('select count(*)::int from public.bookings')

  test('create_booking returns the new booking with its slot and the status ‘pending’', async () => {
    const row = await book(db, { name: 'Ana Lee', date, slot, message: 'A shop' })
    expect(row).toEqual({
      id: expect.any(String),
      name: 'Ana Lee',
      email: 'ana@example.com',
      date,
      time_slot_id: slot,
      message: 'A shop',
      link_version: 1,
      status: 'pending',
      created_at: expect.any(String),
      time_slots: { id: slot, start_time: '09:00', end_time: '10:00' },
    })
    const period = await db.value('select period::text from public.bookings where id = $1', row.id)
    expect(period).toBe(`["${date} 09:00:00","${date} 10:00:00")`)
  })

  test('a booking stores the package, the phone number, the answers of /start and the price seen', async () => {
    const details = {
      package: 'growth',
      phone: '021 555 010',
      fit: 'who=team&first=one-thing',
      price_seen: '$7,000; Support & Updates from $2000/month',
    }
    await book(db, { date, slot, details })
    expect(await db.rows('select package, phone, fit, price_seen from public.bookings')).toEqual([details])
  })

  test('a new package on the site needs no change of the database', async () => {
    await book(db, { date, slot, details: { package: 'starter-plus-2' } })
    expect(await db.value('select package from public.bookings')).toBe('starter-plus-2')
  })

  test.each([
    ['a field that no form has', { shoe_size: '42' }],
    ['a field that is no text', { package: { id: 'growth' } }],
    ['a field that is null', { package: null }],
    ['a list', ['growth']],
    ['no details at all', null],
    ['markup as a package', { package: '<b>growth</b>' }],
    ['an empty package', { package: '' }],
    ['a long package', { package: 'a'.repeat(41) }],
    ['markup as answers', { fit: 'who=<b>' }],
    ['answers that are no pairs', { fit: 'who=people&' }],
    ['answers with a line break', { fit: 'who=people\n' }],
    ['long answers', { fit: `who=${'a'.repeat(197)}` }],
    ['an empty price', { price_seen: '' }],
    ['a price of two lines', { price_seen: '$6,500\n$1' }],
    ['a long price', { price_seen: '$'.repeat(101) }],
    ['letters as a phone number', { phone: 'call me' }],
    ['a long phone number', { phone: '0'.repeat(31) }],
  ])('nothing is stored of a booking or an inquiry with %s', async (_, details) => {
    const json = JSON.stringify(details)
    const call = `select public.create_booking('Ana', 'ana@example.com', $1, $2, p_details => $3::text::jsonb)`
    expect(await errorCode(db.rowsAs(visitor, call, date, slot, json))).toMatch(/^invalid_details/)
    const inquiry = `select public.create_inquiry('Ana', 'ana@example.com', p_details => $1::text::jsonb)`
    expect(await errorCode(db.rowsAs(visitor, inquiry, json))).toMatch(/^invalid_details/)
  })

  test.each([
    ['no date', null],
    ['yesterday', yesterday],
    ['today', today],
    ['more than 365 days ahead', addDays(today, 366)],
    ['infinity', 'infinity'],
    ['-infinity', '-infinity'],
  ])('a booking fails: %s', async (_, day) => {
    expect(await errorCode(book(db, { date: day, slot }))).toBe('date_not_bookable')
  })

  test('a booking fails if its slot is unknown, missing, of another day or switched off', async () => {
    const other = await addSlot(db, '11:00', '12:00')
    for (const id of [null, randomUUID(), other])
      expect(await errorCode(book(db, { date, slot: id }))).toBe('slot_not_offered')
    await addException(db, date, slot, false)
    expect(await errorCode(book(db, { date, slot }))).toBe('slot_not_offered')
    expect(await errorCode(book(db, { date: nextDate, slot }))).toBe('accepted')
  })

  test('a taken time cannot be booked through its own or an overlapping slot until the call is cancelled', async () => {
    const overlapping = await addDailySlot(db, '09:30', '10:30')
    const adjacent = await addDailySlot(db, '10:00', '10:30')
    const { id } = await book(db, { date, slot })
    const bea = { email: 'bea@example.com', date }
    expect(await errorCode(book(db, { ...bea, slot }))).toBe('slot_taken')
    expect(await errorCode(book(db, { ...bea, slot: overlapping }))).toBe('slot_taken')
    expect(await errorCode(book(db, { ...bea, slot: adjacent }))).toBe('accepted')
    await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, id)
    expect(await errorCode(book(db, { ...bea, slot }))).toBe('accepted')
  })

  describe('a repeated form', () => {
    const requestId = randomUUID()
    const sent = { name: 'Ana', email: 'ana@example.com', message: 'A shop', details: { package: 'growth' } }
    const row = () => db.rows('select name, email, date, time_slot_id, message, package from public.bookings')
    let first: BookingRow
    let afternoon: string
    setUpOnce(db, async () => {
      afternoon = await addDailySlot(db, '14:00', '15:00')
      first = await book(db, { ...sent, date, slot, requestId })
    })
    const again = (change: BookingCall = {}) => book(db, { ...sent, date, slot, requestId, ...change })
    const summary = (differs: boolean, change = {}) => ({
      id: first.id,
      status: 'pending',
      date,
      time_slots: first.time_slots,
      link_version: 1,
      differs,
      ...change,
    })

    test('a repeated form without changes gets the stored call, without name, e-mail or message', async () => {
      expect(await again()).toEqual(summary(false))
      expect(await stored()).toBe(1)
    })

    test.each([
      ['another name', { name: 'Ana B' }],
      ['an address in other letters', { email: 'ANA@example.com' }],
      ['without its message', { message: null }],
      ['another package', { details: { package: 'scale' } }],
      ['a number to ring', { details: { package: 'growth', phone: '021 555 010' } }],
    ])('a repeated form with %s gets the stored call and changes nothing', async (_, change) => {
      const before = await row()
      expect(await again(change)).toEqual(summary(true))
      expect(await row()).toEqual(before)
    })

    test('a repeated form with another time gets the stored call, and does not take the other time', async () => {
      expect(await again({ slot: afternoon, date: nextDate })).toEqual(summary(true))
      expect(await errorCode(book(db, { date: nextDate, slot: afternoon }))).toBe('accepted')
      expect(await errorCode(book(db, { date, slot, email: 'bea@example.com' }))).toBe('slot_taken')
    })

    test('a repeated form with a taken, disabled or past time gets the stored call too', async () => {
      await book(db, { date, slot: afternoon, email: 'bea@example.com' })
      for (const change of [{ slot: afternoon }, { slot: randomUUID() }, { date: yesterday }])
        expect(await again(change)).toEqual(summary(true))
    })

    test('a repeated form with another e-mail address gets no link to the stored call', async () => {
      const { link_version: _, ...withoutKey } = summary(true)
      expect(await again({ email: 'right@example.com' })).toEqual(withoutKey)
    })

    test('a form can be repeated after its slot is off or its date is past, and counts towards no cap', async () => {
      await addException(db, date, slot, false)
      await setToday(db, date)
      for (const cap of ['submits_per_email_in_24_hours', 'future_bookings_per_email', 'bookings_in_an_hour'])
        await setCap(db, cap, 0)
      expect(await again()).toEqual(summary(false))
    })

    test.each(['confirmed', 'cancelled'])(
      'a repeated form says that the call was %s meanwhile',
      async (status) => {
        await db.rows('update public.bookings set status = $1', status)
        expect(await again()).toEqual(summary(false, { status }))
        expect(await again({ name: 'Ana B' })).toEqual(summary(true, { status }))
        expect(await stored()).toBe(1)
      },
    )

    test('a form of a call that is repeated as a message creates another request', async () => {
      expect(await inquire(db, { requestId })).toMatchObject({ status: 'new', name: 'Ana' })
    })
  })

  test('a stranger who books a visitor’s time with the visitor’s address gets the same result as anybody', async () => {
    await book(db, { date, slot, name: 'Ana', email: 'ana@example.com', message: 'A shop' })
    const answers = []
    for (const who of [
      { name: 'Ana', email: 'ana@example.com', message: 'A shop' },
      { name: 'Ana', email: 'bea@example.com', message: 'A shop' },
      { name: 'Nobody', email: 'nobody@example.com' },
    ]) {
      const call = { ...who, date, slot, requestId: randomUUID() }
      answers.push(
        await book(db, call).catch(({ code, message, detail, hint }) => ({ code, message, detail, hint })),
      )
    }
    expect(answers[0]).toMatchObject({ message: 'slot_taken' })
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('a form without a request id is never taken for a repeat', async () => {
    const { id } = await book(db, { date, slot })
    await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, id)
    expect((await book(db, { date, slot })).id).not.toBe(id)
  })
})
