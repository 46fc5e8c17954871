import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, storeSiteKey } from './fixtures'
import { useSessions, type Work } from './sessions'
import { admin, visitor } from './test-database'

const key = 'the key of this site'

// Each person has a database session of their own, as on a real server.
describe('an admin’s move and another person at once, on PostgreSQL', () => {
  const { db, inSession, inTurn, together } = useSessions(4)
  let [nine, eleven, date, ana] = ['', '', '', '']
  beforeEach(async () => {
    await db.rows('truncate public.requests, private.submits, private.site_keys cascade')
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

  test('two admins move one call at once: the second one reads that it has moved', async () => {
    const [first, second] = await inTurn(move('11:00', '12:00'), move('10:00', '11:00'), 'commits')
    expect([first, second?.startsWith('changed_meanwhile')]).toEqual(['accepted', true])
    expect(await starts()).toEqual(['11:00'])
  })

  test('an admin and then the visitor move one call: the visitor reads that the call has changed', async () => {
    expect(await inTurn(move('10:00', '11:00'), visitorMoves, 'commits')).toEqual([
      'accepted',
      'changed_meanwhile',
    ])
    expect(await starts()).toEqual(['10:00'])
  })

  test('the visitor and then an admin move one call: the admin reads that the call has changed', async () => {
    const [first, second] = await inTurn(visitorMoves, move('10:00', '11:00'), 'commits')
    expect([first, second?.startsWith('changed_meanwhile')]).toEqual(['accepted', true])
    expect(await starts()).toEqual(['11:00'])
  })

  test('a stranger books the time to which an admin moves a call: one of them gets it', async () => {
    expect(await inTurn(move('11:00', '12:00'), visitorBooks, 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await starts()).toEqual(['11:00'])
  })

  test('an admin moves a call onto a time that overlaps a stranger’s new booking: one of them gets it', async () => {
    expect(await inTurn(visitorBooks, move('10:30', '11:30'), 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await starts()).toEqual(['09:00', '11:00'])
  })

  test('an admin’s booking for a caller that arrives four times at once is booked once', async () => {
    const request = '00000000-0000-4000-8000-0000000000c1'
    expect(await together(4, bookCall(request))).toEqual({ accepted: 4 })
    expect(await starts()).toEqual(['09:00', '11:00'])
  })

  test('a person whose act a deadlock stopped is asked to try again, and does not read ‘time taken’', async () => {
    const waits = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let outcome = Promise.resolve('')
    await inSession(async (session) => {
      await session.rows(`set local deadlock_timeout = '20s'`)
      await session.rows(
        `insert into public.bookings (name, email, date, time_slot_id) values ('Bea', 'bea@example.com', $1, $2)`,
        ...[date, eleven],
      )
      outcome = inSession(move('11:00', '12:00'))
      await expect.poll(() => db.value(waits), { interval: 5 }).toBe(1)
      await session.rows('select from public.bookings where id = $1 for update', ana)
    })
    expect(await outcome, 'a deadlock, which the site tries again').toBe('40P01')
  })

  test('acts on several calls lock the calls in one order, so that no deadlock happens', async () => {
    const later = await dateIn(db, 8)
    const [low, high] = ['00000000-0000-4000-8000-00000000000a', 'ffffffff-ffff-4fff-8fff-fffffffffffa']
    const call = `insert into public.bookings (id, name, email, date, time_slot_id, status)
      values ($1, 'Bea', 'bea@example.com', $2, $3, 'confirmed')`
    // Dates and rows of the two calls are in the opposite order of their ids.
    await db.rows(call, high, date, eleven)
    await db.rows(call, low, later, nine)
    const works: Record<string, Work> = {
      'asking them for another time': (session) =>
        session.rowsAs(
          admin,
          'select public.send_proposals($1::text::jsonb)',
          JSON.stringify(
            [high, low].map((id) => ({
              ...{ id: randomUUID(), request_id: id, revision: 0 },
              ...{ subject: 'Another time', body: 'Hello', times: [] },
            })),
          ),
        ),
      'telling them': (session) =>
        session.rowsAs(admin, 'select public.mail_location($1::text::uuid[])', `{${high},${low}}`),
      'keeping their times': (session) =>
        session.rowsAs(admin, 'select public.keep_calls($1::text::uuid[])', `{${high},${low}}`),
      erasing: (session) => session.rowsAs(admin, `select public.erase_person('bea@example.com')`),
    }
    for (const [name, work] of Object.entries(works)) {
      let outcome = Promise.resolve('')
      let free: unknown[] = []
      await inSession(async (session) => {
        await session.rows('select from public.bookings where id = $1 for update', low)
        outcome = inSession(work)
        const waits = `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await expect.poll(() => db.value(waits), { interval: 5 }).toBe(1)
        free = await db.rows('select from public.bookings where id = $1 for no key update skip locked', high)
      })
      expect(await outcome, name).toBe('accepted')
      expect(free, `${name}: the other is locked only after the first`).toHaveLength(1)
    }
  })

  test('two admins book two callers for one time: one booking succeeds', async () => {
    const [a, b] = ['00000000-0000-4000-8000-0000000000c1', '00000000-0000-4000-8000-0000000000c2']
    expect(await inTurn(bookCall(a), bookCall(b), 'commits')).toEqual(['accepted', 'slot_taken'])
  })
})
