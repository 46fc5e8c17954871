import { describe, expect, test } from 'vitest'
import { inquiryStatuses } from '@/lib/statuses'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addSlot, emptySchedule, inquire } from './fixtures'
import { admin, errorCode } from './test-database'

const [date, nextDate] = [ahead('2027-01-04'), ahead('2027-01-05')]

onPostgres((db) => {
  let [slot, overlapping] = ['', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addSlot(db, '09:00', '10:00')
    overlapping = await addSlot(db, '09:30', '10:30')
  })
  const insert = (id: string, columns = '', values = '') =>
    db.rows<{ id: string }>(
      `insert into public.bookings (name, email, date, time_slot_id ${columns}) values ('Bea', 'Bea@example.com', $1, $2 ${values}) returning id`,
      ...[date, id],
    )
  const setStatus = (id: string | undefined, status: string) =>
    db.rowsAs(admin, 'update public.bookings set status = $2 where id = $1', id, status)

  test('an admin may set any known status of a request, and no unknown one', async () => {
    const [booking] = await insert(slot)
    for (const status of ['confirmed', 'cancelled', 'pending', 'cancelled', 'confirmed'])
      expect(await errorCode(setStatus(booking?.id, status))).toBe('accepted')
    expect(await errorCode(setStatus(booking?.id, 'read'))).toBe('23514')
    await inquire(db)
    const setAll = (status: string) =>
      errorCode(db.rowsAs(admin, 'update public.inquiries set status = $1', status))
    for (const status of inquiryStatuses.toReversed()) expect(await setAll(status), status).toBe('accepted')
    expect(await setAll('pending')).toBe('23514')
  })

  test.each(['pending', 'confirmed'])(
    'a cancelled booking whose time is taken cannot become %s',
    async (status) => {
      const [first] = await insert(slot)
      await setStatus(first?.id, 'cancelled')
      const [second] = await insert(overlapping)
      expect(await errorCode(setStatus(first?.id, status))).toBe('23P01')
      await setStatus(second?.id, 'cancelled')
      expect(await errorCode(setStatus(first?.id, status))).toBe('accepted')
    },
  )

  test('the exclusion constraint refuses an overlapping booking that is inserted directly', async () => {
    await insert(slot)
    expect(
      await db.errorCode(
        `insert into public.bookings (name, email, date, time_slot_id) values ('C', 'c@example.com', $1, $2)`,
        date,
        overlapping,
      ),
    ).toBe('23P01')
  })

  describe('date and slot decide a booking’s period', () => {
    const period = () => db.value('select period::text from public.bookings')
    const nine = `["${date} 09:00:00","${date} 10:00:00")`

    test('a write to a booking’s period is ignored: its date and slot decide', async () => {
      await insert(slot, ', period', `, '[2030-01-01 09:00, 2030-01-01 10:00)'`)
      expect(await period()).toBe(nine)
      await db.rows(`update public.bookings set period = '[2030-01-01 09:00, 2030-01-01 10:00)'`)
      expect(await period()).toBe(nine)
      await db.rows(`update public.bookings set period = 'empty'`)
      expect(await period()).toBe(nine)
    })

    test('changing a booking’s date or slot changes its period', async () => {
      await insert(slot)
      await db.rows(`update public.bookings set date = '${nextDate}'`)
      expect(await period()).toBe(`["${nextDate} 09:00:00","${nextDate} 10:00:00")`)
      await db.rows('update public.bookings set time_slot_id = $1', overlapping)
      expect(await period()).toBe(`["${nextDate} 09:30:00","${nextDate} 10:30:00")`)
    })
  })

  describe('erasing a person', () => {
    const erase = (email: string) => db.valueAs<number>(admin, 'select public.erase_person($1)', email)

    test('erasing a person removes name, e-mail and message from each request; a booked time stays taken', async () => {
      await insert(slot, ', message', `, 'Call me'`)
      await inquire(db, { email: 'BEA@example.com' })
      await inquire(db, { email: 'ana@example.com' })
      expect(await erase('bea@EXAMPLE.com')).toBe(2)
      const erased = { name: 'Erased', email: 'erased@erased.invalid', message: null }
      expect(await db.rows('select * from public.bookings')).toMatchObject([
        { ...erased, date, status: 'pending' },
      ])
      expect(await db.rows('select * from public.inquiries order by email')).toMatchObject([
        { name: 'Ana', email: 'ana@example.com', message: 'Hello' },
        erased,
      ])
      expect(await erase('bea@example.com')).toBe(0)
    })

    test('erasing a person can cancel their future calls too, and so free the times', async () => {
      await insert(slot)
      await inquire(db, { email: 'bea@example.com' })
      await db.rowsAs(admin, `select public.erase_person('bea@example.com', true)`)
      expect(await db.rows('select name, status from public.bookings')).toEqual([
        { name: 'Erased', status: 'cancelled' },
      ])
      expect(await db.rows('select name, status from public.inquiries')).toEqual([
        { name: 'Erased', status: 'new' },
      ])
    })

    test('an erased person’s request can only be cancelled or archived, and gets no location', async () => {
      await insert(slot)
      await inquire(db, { email: 'bea@example.com' })
      await erase('bea@example.com')
      const set = (table: string, column: string, value: string) =>
        errorCode(db.rowsAs(admin, `update public.${table} set ${column} = $1`, value))
      expect(await set('bookings', 'status', 'confirmed')).toBe('person_erased')
      expect(await set('bookings', 'location', 'At hers')).toBe('person_erased')
      expect(await set('bookings', 'status', 'cancelled')).toBe('accepted')
      expect(await set('bookings', 'status', 'pending')).toBe('person_erased')
      expect(await set('inquiries', 'status', 'replied')).toBe('person_erased')
      expect(await set('inquiries', 'status', 'archived')).toBe('accepted')
    })

    test('two people can be erased whose requests differ only in the e-mail address', async () => {
      const same = [', status', `, 'cancelled'`] as const
      await insert(slot, ...same)
      await db.rows(`update public.bookings set email = 'ana@example.com'`)
      await insert(slot, ...same)
      expect([await erase('ana@example.com'), await erase('bea@example.com')]).toEqual([1, 1])
    })
  })
})
