import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead, nextClockChanges } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import {
  addDailySlot,
  addException,
  addSlot,
  book,
  emptySchedule,
  offeredDates,
  offeredSlots,
  offeredTimes,
  setToday,
  storeSiteKey,
} from './fixtures'
import { admin, errorCode, visitor } from './test-database'

const TODAY = ahead('2027-01-04')
const DAY = ahead('2027-01-06')
const NEXT_DAY = addDays(DAY, 1)

onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, TODAY)
    await storeSiteKey(db, 'key')
    slot = await addDailySlot(db, '09:00', '10:00')
  })

  interface Added {
    id?: string
    label?: string
    allDay?: boolean
    hasEvents?: boolean
  }
  /**
   * Adds a calendar with busy times on the studio's clock, such as '{[2027-01-06 09:00, 2027-01-06
   * 10:00)}'.
   */
  async function add(
    busy: string,
    { id = randomUUID(), label = 'Mere', allDay = true, hasEvents = true }: Added = {},
  ) {
    const sql = 'select public.add_calendar($1, $2, $3, $4, $5, $6, $7)'
    await db.rowsAs(
      admin,
      sql,
      id,
      label,
      'calendars.example',
      'sealed',
      allDay,
      await instants(busy),
      hasEvents,
    )
    return id
  }
  const instants = (busy: string) =>
    db.value<string>(
      `select coalesce(range_agg(tstzrange(lower(r) at time zone private.studio_zone(), upper(r) at time zone private.studio_zone())), '{}')::text
       from unnest($1::tsmultirange) r`,
      busy,
    )
  const claim = () =>
    db.valueAs<{ id: string; lease: string; address: string; all_day_busy: boolean } | null>(
      visitor,
      `select public.claim_calendar('key')`,
    )
  const finish = (claimed: { id: string; lease: string } | null, result: object) => {
    const { busy = null, hasEvents = null, error = null } = result as Record<string, unknown>
    const sql = `select public.finish_calendar('key', $1, $2, $3, $4, $5)`
    return db.valueAs<string | null>(visitor, sql, claimed?.id, claimed?.lease, busy, hasEvents, error)
  }
  const makeDue = () =>
    db.rows(`update private.calendars set send_after = now(), lease = null, lease_until = null`)
  const listed = () => db.rowsAs<Record<string, unknown>>(admin, 'select * from public.list_calendars()')

  test('no visitor is offered or can book a time when a founder’s calendar is busy; other times stay', async () => {
    await addDailySlot(db, '10:00', '11:00')
    const free = await offeredDates(db, DAY, NEXT_DAY)
    expect(free).toHaveLength(4)
    await add(`{[${DAY} 09:59, ${DAY} 10:00)}`)
    expect(await offeredTimes(db, DAY)).toEqual(['10:00'])
    expect(await offeredTimes(db, NEXT_DAY)).toEqual(['09:00', '10:00'])
    expect(await errorCode(book(db, { date: DAY, slot, siteKey: 'key' }))).toBe('slot_not_offered')
    const moved = await book(db, { date: NEXT_DAY, slot, siteKey: 'key' })
    const sql = `select public.move_managed_booking('key', $1, 1, 0, $2, $3)`
    expect(await errorCode(db.rowsAs(visitor, sql, moved.id, DAY, slot))).toBe('slot_not_offered')
    // The admin's list of the day's slots does not change; the month's overview counts the busy times.
    expect(await db.rowsAs(admin, 'select * from public.get_all_slots_for_date($1)', DAY)).toMatchObject([
      { start_time: '09:00', is_available: true, is_booked: false },
      { start_time: '10:00', is_available: true, is_booked: false },
    ])
    expect(await db.rowsAs(admin, 'select * from public.get_days($1, $1)', DAY)).toMatchObject([
      { free: 1, busy: 1, taken: 0 },
    ])
  })

  test('a booking stays when its time becomes busy in a calendar, even if the form is sent again', async () => {
    const call = { date: DAY, slot, siteKey: 'key', requestId: randomUUID() }
    const { id } = await book(db, call)
    await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    expect(await book(db, call)).toMatchObject({ id, differs: false })
    expect(await db.value('select count(*)::int from public.bookings')).toBe(1)
  })

  test('one busy founder blocks a time, and an admin who books it reads the name of each busy founder', async () => {
    await add(`{[${DAY} 09:00, ${DAY} 09:10)}`, { label: 'Mere' })
    await add(`{[${DAY} 09:30, ${DAY} 12:00)}`, { label: 'Tama' })
    const take = (start: string, end: string, outside = false) =>
      db.rowsAs(
        admin,
        `select public.book_call($1, 'Ana', 'ana@example.com', $2, $3, $4, $5)`,
        ...[randomUUID(), DAY, start, end, outside],
      )
    const why = (start: string, end: string) =>
      take(start, end).catch((error: { message: string; hint?: string; detail?: string }) => {
        return [error.message, error.hint, JSON.parse(error.detail || 'null')]
      })
    const [mere, tama] = ['Mere', 'Tama'].map((label) => ({ label, is_known: true }))
    expect(await why('09:00', '10:00')).toEqual(['outside_hours', 'busy', { busy: [mere, tama] }])
    expect(await why('11:00', '11:30')).toEqual(['outside_hours', undefined, { busy: [tama] }])
    expect(await why('13:00', '13:30')).toEqual(['outside_hours', undefined, null])
    await db.rowsAs(admin, `select public.close_dates($1, $1, 'Beach')`, DAY)
    expect(await why('11:00', '11:30')).toEqual(['date_closed', undefined, { reason: 'Beach', busy: [tama] }])
    await db.rowsAs(admin, `select public.reopen_dates($1, $1)`, DAY)
    await take('09:00', '10:00', true)
    expect(await db.value('select time_slot_id from public.bookings')).toBe(slot)
  })

  test('a busy calendar blocks the repeated hour of a clock change; the skipped hour causes no error', async () => {
    const { back, forward, today } = nextClockChanges()
    const dayBefore = addDays(back, -1)
    await setToday(db, today)
    await addException(db, back, await addSlot(db, '01:00', '01:30'), true)
    await addException(db, back, await addSlot(db, '03:00', '03:30'), true)
    const offered = async (date: string) => (await offeredSlots(db, date, date)).map((one) => one.start_time)
    expect(await offered(back)).toEqual(['01:00', '03:00', '09:00'])
    const id = randomUUID()
    await db.rowsAs(
      admin,
      `select public.add_calendar($1, 'Mere', 'h', 'a', true, $2, true)`,
      id,
      `{[${dayBefore}T12:10:00Z,${dayBefore}T12:20:00Z),[${dayBefore}T15:20:00Z,${dayBefore}T15:25:00Z)}`,
    )
    expect(await offered(back)).toEqual(['09:00'])
    // The end is before the start: the skipped 2:30 is read as 3:30, and 3:00 stays 3:00.
    await addException(db, forward, await addSlot(db, '02:30', '03:00'), true)
    expect(await offered(forward)).toEqual(['09:00'])
  })

  test('a calendar that fails for 40 days keeps its busy times, and blocks the dates after its last reading', async () => {
    const later = addDays(TODAY, 56)
    const [lastKnown, unknown] = [addDays(TODAY, 397), addDays(TODAY, 398)]
    const id = await add(`{[${DAY} 09:00, ${DAY} 10:00), [${later} 09:00, ${later} 10:00)}`)
    for (let day = 0; day < 40; day += 10) {
      await makeDue()
      expect(await finish(await claim(), { error: day % 20 ? 'slow' : 'status_503' })).not.toBeNull()
    }
    expect(await listed()).toMatchObject([{ id, last_error: 'slow', known_until: lastKnown }])
    expect(await offeredTimes(db, DAY)).toEqual([])
    await setToday(db, addDays(TODAY, 40))
    const offeredLast = () => offeredDates(db, addDays(TODAY, 396), addDays(TODAY, 412))
    expect(await offeredTimes(db, later)).toEqual([])
    expect(await offeredLast()).toEqual([addDays(TODAY, 396), lastKnown])
    const busy = await db.rowsAs(admin, 'select * from public.list_busy($1, $2)', lastKnown, unknown)
    expect(busy).toMatchObject([{ label: 'Mere', is_known: false }])
    await db.rowsAs(admin, 'select public.remove_calendar($1)', id)
    expect(await offeredTimes(db, later)).toEqual(['09:00'])
    expect(await offeredLast()).toHaveLength(10)
  })

  test('a successful reading replaces a calendar’s busy times, and ends the failure', async () => {
    await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    await makeDue()
    await finish(await claim(), { error: 'slow' })
    await makeDue()
    const busy = await instants(`{[${NEXT_DAY} 09:00, ${NEXT_DAY} 10:00)}`)
    expect(await finish(await claim(), { busy, hasEvents: true })).toBeNull()
    expect(await listed()).toMatchObject([{ failing_since: null, last_error: null }])
    expect(await offeredDates(db, DAY, NEXT_DAY)).toEqual([DAY])
  })

  test('a calendar that is suddenly empty counts as a failure until an admin accepts that', async () => {
    const id = await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    await makeDue()
    expect(await finish(await claim(), { busy: '{}', hasEvents: false })).toBe('empty')
    expect(await offeredTimes(db, DAY)).toEqual([])
    await db.rowsAs(admin, 'select public.read_calendar_next($1, p_may_be_empty => true)', id)
    expect(await offeredTimes(db, DAY)).toEqual([])
    expect(await finish(await claim(), { busy: '{}', hasEvents: false })).toBeNull()
    expect(await offeredTimes(db, DAY)).toEqual(['09:00'])
  })

  test('one site at a time reads a calendar every ten minutes, or at once if an admin asks for it', async () => {
    const [mere, tama] = [await add('{}'), await add('{}', { label: 'Tama' })]
    expect(await claim()).toBeNull()
    await db.rows(`update private.calendars set send_after = now() - interval '1 minute' where id = $1`, mere)
    await db.rowsAs(admin, 'select public.read_calendar_next($1, false)', tama)
    expect(await claim()).toMatchObject({ id: tama, all_day_busy: false, address: 'sealed' })
    const first = await claim()
    expect(first).toMatchObject({ id: mere })
    expect(await claim()).toBeNull()
    expect(
      await db.value(
        `select count(*)::int from private.calendars where lease_until = now() + interval '1 minute'`,
      ),
    ).toBe(2)
    await finish(first, { busy: '{}', hasEvents: true })
    expect(
      await db.value(
        "select send_after = now() + interval '10 minutes' from private.calendars where id = $1",
        mere,
      ),
    ).toBe(true)
    expect(await errorCode(db.rowsAs(admin, 'select public.read_calendar_next($1)', randomUUID()))).toBe(
      'calendar_gone',
    )
  })

  test('a reading that took too long, or that an admin’s request replaced, stores nothing', async () => {
    const id = await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    await makeDue()
    const late = await claim()
    await db.rows(`update private.calendars set lease_until = now()`)
    const again = await claim()
    expect(again).toMatchObject({ id })
    expect(await errorCode(finish(late, { busy: '{}', hasEvents: true }))).toBe('not_leased')
    await db.rowsAs(admin, 'select public.read_calendar_next($1, false)', id)
    expect(await errorCode(finish(again, { busy: '{}', hasEvents: true }))).toBe('not_leased')
    await db.rowsAs(admin, 'select public.remove_calendar($1)', id)
    expect(await errorCode(finish(again, { error: 'slow' }))).toBe('not_leased')
  })

  test('a reading without a result, or with invalid busy times, stores nothing', async () => {
    await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    await makeDue()
    const claimed = await claim()
    expect(await errorCode(finish(claimed, { busy: '{[2027-01-02, 2027-01-01)}', hasEvents: true }))).toBe(
      '22000',
    )
    expect(await finish(claimed, {})).toBe('reader')
    expect(await offeredTimes(db, DAY)).toEqual([])
  })

  test('a second calendar with the id of the first one is refused, not taken for a repeat', async () => {
    const id = await add(`{[${DAY} 09:00, ${DAY} 10:00)}`)
    for (const other of [{ label: 'Tama' }, { allDay: false }])
      expect(await errorCode(add('{}', { id, ...other }))).toBe('calendar_differs')
    expect(await listed()).toMatchObject([{ id, label: 'Mere' }])
  })

  test('the studio can add six calendars and no seventh; they stay when an account is deleted', async () => {
    const first = randomUUID()
    for (const id of [first, first, ...Array.from({ length: 5 }, () => randomUUID())]) await add('{}', { id })
    expect(await errorCode(add('{}'))).toBe('too_many_calendars')
    await add('{}', { id: first })
    expect(await listed()).toHaveLength(6)
    expect((await listed())[0]).not.toHaveProperty('address')
    await db.rows('delete from auth.users')
    expect(await db.value('select count(*)::int from private.calendars')).toBe(6)
  })
})
