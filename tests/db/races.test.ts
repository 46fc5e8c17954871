import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap } from './fixtures'
import { useSessions } from './sessions'
import { admin, type TestDatabase } from './test-database'

const people = 50

// PGlite has one session, in which nothing races; a real server gives everybody their own.
describe('at the same time, on PostgreSQL', () => {
  const { db, together, inTurn } = useSessions(people)
  let [nine, halfPastNine, date] = ['', '', '']
  beforeEach(async () => {
    await db.rows('truncate public.bookings, public.inquiries, private.address_submits')
    await db.rows('update private.submission_caps set max = 10000')
    await emptySchedule(db)
    nine = await addDailySlot(db, '09:00', '10:00')
    halfPastNine = await addDailySlot(db, '09:30', '10:30')
    date = await dateIn(db, 7)
  })
  const live = () => db.value<number>(`select count(*)::int from public.bookings where status <> 'cancelled'`)
  const insert = (session: TestDatabase, slot: string, email: string, status = 'pending') =>
    session.rows(
      'insert into public.bookings (name, email, date, time_slot_id, status) values ($1, $2, $3, $4, $5)',
      ...['Ana', email, date, slot, status],
    )

  describe.each([
    {
      way: 'create_booking',
      taken: 'slot_taken',
      write: (session: TestDatabase, slot: string, email: string) => book(session, { date, slot, email }),
    },
    { way: 'a plain insert', taken: '23P01', write: insert },
  ])('two through $way', ({ taken, write }) => {
    test.each([
      { what: 'one slot', other: () => nine },
      { what: 'two overlapping slots', other: () => halfPastNine },
    ])('for $what: one row; if the first gives up, the second has it', async ({ other }) => {
      const ana = (session: TestDatabase) => write(session, nine, 'ana@example.com')
      const bea = (session: TestDatabase) => write(session, other(), 'bea@example.com')
      expect(await inTurn(ana, bea, 'gives up')).toEqual(['given up', 'accepted'])
      await db.rows('truncate public.bookings')
      expect(await inTurn(ana, bea, 'commits')).toEqual(['accepted', taken])
      expect(await live()).toBe(1)
    })
  })

  test(`${people} people for one slot: one row, and ${people - 1} are told that it is taken`, async () => {
    const outcomes = await together(people, (session, n) =>
      book(session, { date, slot: nine, email: `person${n}@example.com` }),
    )
    expect(outcomes).toEqual({ accepted: 1, slot_taken: people - 1 })
    expect(await live()).toBe(1)
  })

  test('one request sent twenty times is one row, and twenty times that row', async () => {
    const [requestId, ids] = [randomUUID(), new Set<string>()]
    const outcomes = await together(20, async (session) =>
      ids.add((await book(session, { date, slot: nine, requestId })).id),
    )
    expect(outcomes).toEqual({ accepted: 20 })
    expect([ids.size, await live()]).toEqual([1, 1])
  })

  describe('no cap is passed', () => {
    test('by one person’s bookings', async () => {
      await setCap(db, 'future_bookings_per_email', 3)
      const dates = await Promise.all(Array.from({ length: 20 }, (_, n) => dateIn(db, n + 1)))
      const outcomes = await together(20, (session, n) => book(session, { date: dates[n], slot: nine }))
      expect(outcomes).toEqual({ accepted: 3, 'too_many future_bookings_per_email': 17 })
    })

    test.each([
      { cap: 'submits_per_email_in_24_hours', oneEmail: true },
      { cap: 'submits_in_an_hour', oneEmail: false },
      { cap: 'submits_per_address_in_10_minutes', oneEmail: false },
    ])('by inquiries: $cap', async ({ cap, oneEmail }) => {
      await setCap(db, cap, 5)
      const outcomes = await together(20, (session, n) =>
        inquire(session, {
          email: `person${oneEmail ? 0 : n}@example.com`,
          message: `No. ${n}`,
          address: '203.0.113.7',
        }),
      )
      expect(outcomes).toEqual({ accepted: 5, [`too_many ${cap}`]: 15 })
    })
  })

  test('a visitor books what an admin is just about to confirm again: it is taken', async () => {
    await insert(db, nine, 'bea@example.com', 'cancelled')
    const confirm = (session: TestDatabase) =>
      session.rowsAs(admin, `update public.bookings set status = 'confirmed'`)
    const visit = (session: TestDatabase) => book(session, { date, slot: halfPastNine })
    expect(await inTurn(confirm, visit, 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await live()).toBe(1)
  })

  test.each([
    { end: 'commits', outcomes: ['accepted', 'slot_not_offered'] },
    { end: 'gives up', outcomes: ['given up', 'accepted'] },
  ] as const)(
    'a visitor books the slot that an admin is deleting, who $end: $outcomes',
    async ({ end, outcomes }) => {
      const remove = (session: TestDatabase) =>
        session.rowsAs(admin, 'delete from public.time_slots where id = $1', nine)
      const visit = (session: TestDatabase) => book(session, { date, slot: nine })
      expect(await inTurn(remove, visit, end)).toEqual(outcomes)
    },
  )
})
