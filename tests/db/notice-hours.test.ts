import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import {
  addDailySlot,
  addSlot,
  addToWeekday,
  book,
  dateIn,
  emptySchedule,
  offeredDates,
  setSettings,
} from './fixtures'
import { KEY, useKey } from './mails'
import { useSessions } from './sessions'
import { admin, errorCode, type TestDatabase, visitor } from './test-database'

const setNotice = (db: TestDatabase, hours: number) => setSettings(db, { notice_hours: hours })

onPostgres((db) => {
  let slot: string
  let [tomorrow, later] = ['', '']
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
    await useKey(db)
    tomorrow = await dateIn(db, 1)
    later = await dateIn(db, 5)
  })
  const move = (id: string, date: string) =>
    db.rowsAs(visitor, 'select public.move_managed_booking($1, $2, 1, 0, $3, $4)', ...[KEY, id, date, slot])

  test('a visitor cannot book or move to a time within the notice hours; by default there is no notice', async () => {
    expect(await offeredDates(db, tomorrow, later)).toContain(tomorrow)
    const { id } = await book(db, { date: later, slot, siteKey: KEY })
    await setNotice(db, 72)
    const dates = await offeredDates(db, tomorrow, await dateIn(db, 4))
    expect(dates).not.toContain(tomorrow)
    expect(dates).not.toContain(await dateIn(db, 2))
    expect(dates).toContain(await dateIn(db, 4))
    expect(await errorCode(book(db, { date: tomorrow, slot, email: 'bo@example.com', siteKey: KEY }))).toBe(
      'slot_not_offered',
    )
    expect(await errorCode(move(id, tomorrow))).toBe('slot_not_offered')
  })

  test('a form that is repeated after the notice hours grew keeps its time', async () => {
    const call = { date: tomorrow, slot, requestId: randomUUID(), siteKey: KEY }
    await book(db, call)
    await setNotice(db, 72)
    expect(await book(db, call)).toMatchObject({ differs: false })
  })

  test('a visitor can take a proposed time within the notice hours; an admin can book any time', async () => {
    const { id } = await book(db, { date: later, slot, siteKey: KEY })
    await setNotice(db, 72)
    await db.rowsAs(
      admin,
      `select public.send_reply($1, $2, (select revision from public.bookings where id = $2), 'propose', null, null, $3::text::jsonb)`,
      ...[randomUUID(), id, JSON.stringify([{ date: tomorrow, time_slot_id: slot }])],
    )
    await move(id, tomorrow)
    expect(await db.rows('select date, status from public.bookings')).toEqual([
      { date: tomorrow, status: 'confirmed' },
    ])
    const other = await dateIn(db, 2)
    await db.rowsAs(
      admin,
      `select public.book_call($1, 'Bo', 'bo@example.com', $2, '09:00', '10:00', false)`,
      ...[randomUUID(), other],
    )
    expect(await db.value('select count(*)::int from public.bookings')).toBe(2)
  })

  test.each([-1, 73])('%i hours are refused', async (hours) => {
    expect(await errorCode(setNotice(db, hours))).toBe('23514')
  })
})

// Each visitor has a database session of their own, as on a real server.
describe('fifty visitors on times that become too soon while they type, on PostgreSQL', () => {
  const { db, together } = useSessions(8)
  test('fifty visitors book times that become too soon: each gets a call, or reads ‘not offered’', async () => {
    await db.rows('truncate public.bookings, private.submits, private.site_keys, public.closed_dates cascade')
    await emptySchedule(db)
    await useKey(db)
    await db.rows('update private.submission_caps set max = 1000000')
    const clock = (minutes: number) =>
      `${String(8 + Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
    const slots: string[] = []
    for (let n = 0; n < 50; n += 1) {
      const id = await addSlot(db, clock(n * 10), clock(n * 10 + 10))
      for (let weekday = 0; weekday < 7; weekday += 1) await addToWeekday(db, weekday, id)
      slots.push(id)
    }
    const date = await dateIn(db, 1)
    const tally = await together(51, async (session, n) => {
      if (n === 25) await setNotice(session, 72)
      else await book(session, { date, slot: slots[n % 50], email: `v${n}@example.com`, siteKey: KEY })
    })
    const rows = await db.value<number>('select count(*)::int from public.bookings')
    const { accepted = 0, slot_not_offered: refused = 0, slot_taken: taken = 0 } = tally
    expect(accepted + refused + taken).toBe(51)
    expect(rows).toBe(accepted - 1)
    expect(refused).toBeGreaterThan(0)
  })
})
