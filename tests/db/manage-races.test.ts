import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, storeSiteKey } from './fixtures'
import { useSessions, type Work } from './sessions'
import { admin, visitor } from './test-database'

const key = 'the key of this site'

// Each device has a database session of its own, as on a real server.
describe('two devices at once, on PostgreSQL', () => {
  const { db, inSession, inTurn } = useSessions(4)
  let [nine, ten, eleven, date] = ['', '', '', '']
  let [ana, bea] = ['', '']
  beforeEach(async () => {
    await db.rows('truncate public.requests, private.submits, private.site_keys cascade')
    await emptySchedule(db)
    await storeSiteKey(db, key)
    nine = await addDailySlot(db, '09:00', '10:00')
    ten = await addDailySlot(db, '10:00', '11:00')
    eleven = await addDailySlot(db, '11:00', '12:00')
    date = await dateIn(db, 7)
    ana = await booked('ana@example.com', nine)
    bea = await booked('bea@example.com', ten)
  })

  async function booked(email: string, slot: string) {
    await inSession((session) => book(session, { date, slot, email, siteKey: key }))
    return db.value<string>('select id from public.bookings where email = $1', email)
  }
  const cancel =
    (id: string): Work =>
    (session) =>
      session.rowsAs(visitor, 'select public.cancel_managed_booking($1, $2, 1, 0)', key, id)
  const move =
    (id: string, slot: string): Work =>
    (session) =>
      session.rowsAs(visitor, 'select public.move_managed_booking($1, $2, 1, 0, $3, $4)', key, id, date, slot)
  const confirm: Work = (session) =>
    session.rowsAs(
      admin,
      `update public.bookings set status = 'confirmed' where id = $1 and status = 'pending'`,
      ana,
    )
  const state = (id: string) =>
    db.rows('select status, time_slot_id as slot from public.bookings where id = $1', id).then(([row]) => row)

  test('a visitor cancels on one device and moves on another: the first act counts', async () => {
    expect(await inTurn(cancel(ana), move(ana, eleven), 'commits')).toEqual(['accepted', 'already_cancelled'])
    expect(await state(ana)).toEqual({ status: 'cancelled', slot: nine })
  })

  test('a visitor’s second act counts if the first one fails and is rolled back', async () => {
    expect(await inTurn(move(ana, eleven), cancel(ana), 'gives up')).toEqual(['given up', 'accepted'])
    expect(await state(ana)).toEqual({ status: 'cancelled', slot: nine })
  })

  test('a visitor who moves a call while an admin confirms it reads that the call has changed', async () => {
    expect(await inTurn(confirm, move(ana, eleven), 'commits')).toEqual(['accepted', 'changed_meanwhile'])
    expect(await state(ana)).toEqual({ status: 'confirmed', slot: nine })
  })

  test('two people move their calls to one time: one gets it, the other keeps the old time', async () => {
    expect(await inTurn(move(ana, eleven), move(bea, eleven), 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await state(bea)).toEqual({ status: 'pending', slot: ten })
  })
})
