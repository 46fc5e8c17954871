import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap, storeSiteKey } from './fixtures'
import { useSessions } from './sessions'
import { admin, type TestDatabase } from './test-database'

const people = 50

// On PostgreSQL each person has their own database session. PGlite has only one, so nothing can race there.
describe('at the same time, on PostgreSQL', () => {
  const { db, inSession, together, inTurn } = useSessions(people)
  let [nine, halfPastNine, date] = ['', '', '']
  beforeEach(async () => {
    await db.rows('truncate public.requests, private.submits, private.site_keys cascade')
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
      await db.rows('truncate public.requests cascade')
      expect(await inTurn(ana, bea, 'commits')).toEqual(['accepted', taken])
      expect(await live()).toBe(1)
    })
  })

  test('fifty people book one slot at once: one gets it, the others read that it is taken', async () => {
    const outcomes = await together(people, (session, n) =>
      book(session, { date, slot: nine, email: `person${n}@example.com` }),
    )
    expect(outcomes).toEqual({ accepted: 1, slot_taken: people - 1 })
    expect(await live()).toBe(1)
  })

  test('a booking that arrives twenty times at once is stored once, and each response has it', async () => {
    const [requestId, ids] = [randomUUID(), new Set<string>()]
    const outcomes = await together(20, async (session) =>
      ids.add((await book(session, { date, slot: nine, requestId })).id),
    )
    expect(outcomes).toEqual({ accepted: 20 })
    expect([ids.size, await live()]).toEqual([1, 1])
  })

  test('a refused visitor does not wait; one who would wait over half a second reads ‘too busy’', async () => {
    await storeSiteKey(db, 'site key')
    const call = { slot: nine, siteKey: 'site key' }
    const eighth = await dateIn(db, 8)
    await inSession((session) => book(session, { ...call, date: eighth, email: 'bea@example.com' }))
    const outcomes: string[] = []
    await inSession(async (session) => {
      await book(session, { ...call, date })
      for (const other of [
        { ...call, date, name: '' },
        { ...call, date: eighth },
        { ...call, date: null },
        { slot: nine, date },
        { ...call, date: await dateIn(db, 9), email: 'carl@example.com' },
      ])
        outcomes.push(await inSession((another) => book(another, other)))
    })
    expect(outcomes).toEqual([
      'invalid_name',
      'slot_taken',
      'date_not_bookable',
      'not_signed',
      'too_busy lock',
    ])
  })

  test('a repeated form with other data that arrives twenty times changes nothing and frees no time', async () => {
    const requestId = randomUUID()
    await inSession((session) => book(session, { date, slot: nine, requestId }))
    const id = await db.value('select id from public.bookings')
    const later = await dateIn(db, 8)
    const outcomes = await together(20, async (session) => {
      const again = await book(session, { date: later, slot: nine, requestId, email: 'right@example.com' })
      expect(again).toMatchObject({ id, date, differs: true })
    })
    expect(outcomes).toEqual({ accepted: 20 })
    expect(await db.rows('select date, email from public.bookings')).toEqual([
      { date, email: 'ana@example.com' },
    ])
    expect(await db.value('select count(*)::int from private.submits')).toBe(1)
  })

  describe('no cap is exceeded', () => {
    test('twenty bookings of one person at once do not exceed their cap', async () => {
      await setCap(db, 'future_bookings_per_email', 3)
      const dates = await Promise.all(Array.from({ length: 20 }, (_, n) => dateIn(db, n + 1)))
      const outcomes = await together(20, (session, n) => book(session, { date: dates[n], slot: nine }))
      expect(outcomes).toEqual({ accepted: 3, 'too_many future_bookings_per_email': 17 })
    })

    test.each([
      { cap: 'submits_per_email_in_24_hours', code: 'too_many', oneEmail: true },
      { cap: 'inquiries_in_an_hour', code: 'too_busy', oneEmail: false },
      { cap: 'submits_per_address_in_10_minutes', code: 'too_many', oneEmail: false },
    ])('messages that arrive at once do not exceed $cap', async ({ cap, code, oneEmail }) => {
      await setCap(db, cap, 5)
      await storeSiteKey(db, 'site key')
      const outcomes = await together(20, (session, n) =>
        inquire(session, {
          email: `person${oneEmail ? 0 : n}@example.com`,
          message: `No. ${n}`,
          address: '203.0.113.7',
          siteKey: 'site key',
        }),
      )
      expect(outcomes).toEqual({ accepted: 5, [`${code} ${cap}`]: 15 })
    })

    test.each(['bookings_in_an_hour', 'bookings_in_a_day'])(
      'bookings that arrive at once do not exceed %s',
      async (cap) => {
        await setCap(db, cap, 5)
        const dates = await Promise.all(Array.from({ length: 20 }, (_, n) => dateIn(db, n + 1)))
        const outcomes = await together(20, (session, n) =>
          book(session, { date: dates[n], slot: nine, email: `person${n}@example.com` }),
        )
        expect(outcomes).toEqual({ accepted: 5, [`too_busy ${cap}`]: 15 })
      },
    )
  })

  test('a visitor who books a time that an admin restores at the same moment reads that it is taken', async () => {
    await insert(db, nine, 'bea@example.com', 'cancelled')
    const confirm = (session: TestDatabase) =>
      session.rowsAs(admin, `update public.bookings set status = 'confirmed'`)
    const visit = (session: TestDatabase) => book(session, { date, slot: halfPastNine })
    expect(await inTurn(confirm, visit, 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await live()).toBe(1)
  })

  test.each([
    ['confirm', `update public.bookings set status = 'confirmed' where id = $1`, 'confirmed', 'settles'],
    ['say that they have answered', 'select public.set_answered($1, true)', 'elsewhere', 'waits'],
    ['reply', `select public.send_reply(gen_random_uuid(), $1, 1, 'answer')`, 'replied', 'waits'],
  ])(
    'what was asked while an admin was at it is answered all the same: they %s',
    async (_, act, kind, turn) => {
      let waits: unknown
      const outcome = await inSession(async (session) => {
        await session.rows('select now()') // fixes this session's now() from here on
        let id = ''
        await inSession(async (another) => ({ id } = await book(another, { date, slot: nine })))
        await session.rowsAs(admin, act, id)
        waits = await session.rows(
          `select kind, turn, (select over_from <= clock_timestamp() or ours_from > clock_timestamp() from public.requests where id = $1) as is_answered
         from public.request_events where request_id = $1 order by id desc limit 1`,
          id,
        )
      })
      expect(outcome).toBe('accepted')
      expect(waits).toEqual([{ kind, turn, is_answered: true }])
    },
  )

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
