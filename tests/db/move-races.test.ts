import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, storeSiteKey } from './fixtures'
import { useSessions, type Work } from './sessions'
import { admin, visitor } from './test-database'

const key = 'the key of this site'

// A real server gives everybody a session of their own.
describe('an admin’s move and somebody else at once, on PostgreSQL', () => {
  const { db, inSession, inTurn, together } = useSessions(4)
  let [nine, eleven, date, ana] = ['', '', '', '']
  beforeEach(async () => {
    await db.rows('truncate public.bookings, private.submits, private.site_keys cascade')
    await emptySchedule(db)
    await storeSiteKey(db, key)
    nine = await addDailySlot(db, '09:00', '10:00')
    await addDailySlot(db, '10:00', '11:00')
    eleven = await addDailySlot(db, '11:00', '12:00')
    date = await dateIn(db, 7)
    await inSession((session) => book(session, { date, slot: nine, siteKey: key }))
    ana = await db.value<string>('select id from public.bookings')
  })

  const move =
    (start: string, end: string): Work =>
    (session) =>
      session.rowsAs(
        admin,
        'select public.move_booking($1, $2::text::jsonb, $3, $4, $5, true)',
        ...[ana, JSON.stringify({ status: 'pending', date, start_time: '09:00' }), date, start, end],
      )
  const visitorMoves: Work = (session) =>
    session.rowsAs(
      visitor,
      'select public.move_managed_booking($1, $2, 1, 0, $3, $4)',
      ...[key, ana, date, eleven],
    )
  const visitorBooks: Work = (session) =>
    book(session, { email: 'bea@example.com', date, slot: eleven, siteKey: key })
  const bookCall =
    (request: string): Work =>
    (session) =>
      session.valueAs(
        admin,
        `select public.book_call($1, 'Kim', 'kim@example.com', $2, '11:00', '12:00')`,
        request,
        date,
      )
  const starts = async () =>
    (await db.rows(`select to_char(lower(period), 'HH24:MI') as start from public.bookings order by 1`)).map(
      ({ start }) => start,
    )

  test('two admins move one call: the second learns that it was moved', async () => {
    const [first, second] = await inTurn(move('11:00', '12:00'), move('10:00', '11:00'), 'commits')
    expect([first, second?.startsWith('changed_meanwhile')]).toEqual(['accepted', true])
    expect(await starts()).toEqual(['11:00'])
  })

  test('an admin and the visitor move it: the first wins, and the second is told', async () => {
    expect(await inTurn(move('10:00', '11:00'), visitorMoves, 'commits')).toEqual([
      'accepted',
      'changed_meanwhile',
    ])
    expect(await starts()).toEqual(['10:00'])
  })

  test('the visitor moves it first: the admin learns that', async () => {
    const [first, second] = await inTurn(visitorMoves, move('10:00', '11:00'), 'commits')
    expect([first, second?.startsWith('changed_meanwhile')]).toEqual(['accepted', true])
    expect(await starts()).toEqual(['11:00'])
  })

  test('a stranger books the time that an admin moves to: one has it', async () => {
    expect(await inTurn(move('11:00', '12:00'), visitorBooks, 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await starts()).toEqual(['11:00'])
  })

  test('an admin moves to what a stranger is booking, between two slots: one has it', async () => {
    expect(await inTurn(visitorBooks, move('10:30', '11:30'), 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await starts()).toEqual(['09:00', '11:00'])
  })

  test('a call for a caller that is sent four times at once is booked once', async () => {
    const request = '00000000-0000-4000-8000-0000000000c1'
    expect(await together(4, bookCall(request))).toEqual({ accepted: 4 })
    expect(await starts()).toEqual(['09:00', '11:00'])
  })

  test('two admins book two callers for one time: one has it', async () => {
    const [a, b] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c2']
    expect(await inTurn(bookCall(a), bookCall(b), 'commits')).toEqual(['accepted', 'slot_taken'])
  })
})
