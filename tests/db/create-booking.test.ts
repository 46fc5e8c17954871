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

  test('the stored row comes back with its slot, pending', async () => {
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

  test('the package and the number to ring are stored, and corrected by the same request', async () => {
    const call = { date, slot, requestId: randomUUID() }
    const stored = () => db.rows('select package, phone from public.bookings')
    for (const details of [
      { package: 'growth', phone: '021 555 010' },
      { package: 'scale', phone: '021 555 011' },
      {},
    ]) {
      await book(db, { ...call, details })
      expect(await stored()).toEqual([{ package: null, phone: null, ...details }])
    }
  })

  test('the answers of /start and the price seen are stored, and corrected by the same request', async () => {
    const call = { date, slot, requestId: randomUUID() }
    const stored = () => db.rows('select fit, price_seen from public.bookings')
    for (const details of [
      { fit: 'who=people&first=one-thing', price_seen: '$6,500' },
      { fit: 'who=team&first=one-thing', price_seen: '$6,500' },
      { fit: 'who=team&first=one-thing', price_seen: '$7,000; Support & Updates from $2000/month' },
      {},
    ]) {
      await book(db, { ...call, details })
      expect(await stored()).toEqual([{ fit: null, price_seen: null, ...details }])
    }
  })

  test('nobody without the admin’s rights reads what was answered', async () => {
    await book(db, { date, slot, details: { fit: 'who=team' } })
    for (const table of ['bookings', 'inquiries'])
      expect(await errorCode(db.rowsAs(visitor, `select fit, price_seen from public.${table}`))).toBe('42501')
  })

  test('a package that is new on the site needs no new database', async () => {
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
  ])('%s: not bookable', async (_, day) => {
    expect(await errorCode(book(db, { date: day, slot }))).toBe('date_not_bookable')
  })

  test('a slot is not offered when it is unknown, missing, of another day, or switched off', async () => {
    const other = await addSlot(db, '11:00', '12:00')
    for (const id of [null, randomUUID(), other])
      expect(await errorCode(book(db, { date, slot: id }))).toBe('slot_not_offered')
    await addException(db, date, slot, false)
    expect(await errorCode(book(db, { date, slot }))).toBe('slot_not_offered')
    expect(await errorCode(book(db, { date: nextDate, slot }))).toBe('accepted')
  })

  test('a taken time is refused through its own and through every overlapping slot, until it is cancelled', async () => {
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

  describe('a request that is sent again', () => {
    const requestId = randomUUID()
    const call = () => ({ date, slot, requestId })
    const row = () => db.rows('select name, email, date, time_slot_id, message from public.bookings')
    let first: BookingRow
    let afternoon: string
    setUpOnce(db, async () => {
      afternoon = await addDailySlot(db, '14:00', '15:00')
      first = await book(db, { ...call(), message: 'A shop' })
    })
    const again = (change: BookingCall = {}) => book(db, { ...call(), message: 'A shop', ...change })
    const summary = (repeat: 'updated' | 'unchanged', change = {}) => ({
      id: first.id,
      status: 'pending',
      date,
      time_slots: first.time_slots,
      link_version: 1,
      repeat,
      ...change,
    })

    test('as it was: the same row, of which no name, e-mail or message comes back', async () => {
      expect(await again()).toEqual(summary('updated'))
      expect(await stored()).toBe(1)
    })

    test('with what was corrected within the hour: the row has it, and its own time is not called taken', async () => {
      const change = { name: 'Ana B', email: 'right@example.com', message: null }
      // The address has changed, so earlier links of the booking no longer work.
      expect(await again(change)).toEqual(summary('updated', { link_version: 2 }))
      expect(await row()).toEqual([{ ...change, date, time_slot_id: slot }])
    })

    test('for another time: the row moves and its old time is free again', async () => {
      const moved = await again({ slot: afternoon, date: nextDate })
      expect(moved).toMatchObject({ id: first.id, date: nextDate, time_slots: { start_time: '14:00' } })
      expect(await stored()).toBe(1)
      expect(await errorCode(book(db, { date, slot, email: 'bea@example.com' }))).toBe('accepted')
    })

    test('for a time that overlaps its own: it moves', async () => {
      const halfAnHourLater = await addDailySlot(db, '09:30', '10:30')
      expect(await again({ slot: halfAnHourLater })).toMatchObject({ time_slots: { start_time: '09:30' } })
    })

    test.each([
      { wanted: 'a time that is taken', outcome: 'slot_taken' },
      { wanted: 'a time that is off', outcome: 'slot_not_offered' },
      { wanted: 'a date that is past', outcome: 'date_not_bookable' },
    ])('for $wanted: $outcome, and the row stays as it was', async ({ outcome }) => {
      if (outcome === 'slot_taken') await book(db, { date, slot: afternoon, email: 'bea@example.com' })
      if (outcome === 'slot_not_offered') await addException(db, date, afternoon, false)
      const wanted = outcome === 'date_not_bookable' ? { date: yesterday } : { slot: afternoon }
      const before = await row()
      expect(await errorCode(again({ ...wanted, name: 'Ana B', email: 'right@example.com' }))).toBe(outcome)
      expect(await row()).toEqual(before)
    })

    test('when its slot is off or its date past by now: still the row', async () => {
      await addException(db, date, slot, false)
      await setToday(db, date)
      expect(await again({ name: 'Ana B' })).toEqual(summary('updated'))
    })

    test.each(['confirmed', 'cancelled'])(
      'when it was %s meanwhile: it says so and writes nothing',
      async (status) => {
        await db.rows('update public.bookings set status = $1', status)
        const before = await row()
        const { link_version, ...withoutLink } = summary('unchanged', { status })
        expect(await again({ name: 'Ana B', email: 'right@example.com', slot: afternoon })).toEqual(
          withoutLink,
        )
        expect(await again({ name: 'Ana B', slot: afternoon })).toEqual({ ...withoutLink, link_version })
        expect(await row()).toEqual(before)
        expect(await stored()).toBe(1)
      },
    )

    test('an hour later: nothing is written', async () => {
      await db.rows(`update public.bookings set created_at = now() - interval '1 hour'`)
      expect(await again({ name: 'Ana B' })).toEqual(summary('unchanged'))
      expect(await row()).toMatchObject([{ name: 'Ana' }])
    })

    test('an old twin of the same request: the newest row is meant', async () => {
      await db.rows(
        `insert into public.bookings (name, email, date, time_slot_id, form_id, status, created_at)
         values ('Old', 'old@example.com', $1, $2, $3, 'cancelled', now() - interval '2 minutes')`,
        ...[date, afternoon, requestId],
      )
      expect(await again()).toEqual(summary('updated'))
    })

    test('an inquiry under the same id is another request', async () => {
      expect(await inquire(db, { requestId })).toMatchObject({ status: 'new', name: 'Ana' })
    })

    test('another e-mail or time counts as one more submit, the rest does not', async () => {
      const cap = 'submits_per_email_in_24_hours'
      await setCap(db, cap, 2)
      for (const name of ['Ana A', 'Ana B', 'Ana C'])
        expect(await errorCode(again({ name }))).toBe('accepted')
      for (const email of ['Ana@example.com', 'ANA@example.com', 'ana@example.com'])
        expect(await errorCode(again({ email }))).toBe('accepted')
      expect(await errorCode(again({ slot: afternoon }))).toBe('accepted')
      expect(await errorCode(again({ slot }))).toBe(`too_many ${cap}`)
      await setCap(db, 'bookings_in_an_hour', 3)
      expect(await errorCode(again({ slot: afternoon, email: 'right@example.com' }))).toBe('accepted')
      expect(await errorCode(again({ slot: afternoon, email: 'other@example.com' }))).toBe(
        'too_busy bookings_in_an_hour',
      )
    })

    test('its own row is not one of the future bookings that its e-mail has', async () => {
      await setCap(db, 'future_bookings_per_email', 1)
      expect(await errorCode(again({ slot: afternoon }))).toBe('accepted')
      expect(await errorCode(book(db, { date, slot }))).toBe('too_many future_bookings_per_email')
    })
  })

  test('without a request id nothing is taken for a repetition', async () => {
    const { id } = await book(db, { date, slot })
    await db.rows(`update public.bookings set status = 'cancelled' where id = $1`, id)
    expect((await book(db, { date, slot })).id).not.toBe(id)
  })
})
