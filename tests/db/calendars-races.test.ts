import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule, storeSiteKey } from './fixtures'
import { useSessions } from './sessions'
import { type TestDatabase, visitor } from './test-database'

const people = 50
interface Claimed {
  id: string
  lease: string
}

describe('at the same time, on PostgreSQL', () => {
  const { db, inSession, together } = useSessions(people + 2)
  let slots: string[] = []
  let date = ''
  beforeEach(async () => {
    await db.rows('truncate public.requests, private.submits, private.site_keys, private.calendars cascade')
    await db.rows('update private.submission_caps set max = 10000')
    await emptySchedule(db)
    await storeSiteKey(db, 'key')
    slots = []
    for (let hour = 10; hour < 20; hour++) slots.push(await addDailySlot(db, `${hour}:00`, `${hour}:30`))
    date = await dateIn(db, 7)
    await db.rows(
      `insert into private.calendars (id, label, host, address, added_by, all_day_busy, busy, has_events, known_until, send_after)
       values ($1, 'Mere', 'calendars.example', 'sealed', 'mere@studio.test', true, '{}', false, private.studio_today() + 397, now())`,
      randomUUID(),
    )
  })
  const claim = (session: TestDatabase) =>
    session.valueAs<Claimed | null>(visitor, `select public.claim_calendar('key')`)
  const busyAllDay = () =>
    db.value<string>(
      `select format('{[%s,%s)}', $1::date::timestamp at time zone private.studio_zone(), ($1::date + 1)::timestamp at time zone private.studio_zone())`,
      date,
    )

  test('when two sites ask for calendars to read at once, only one of them gets the calendar', async () => {
    const found: (Claimed | null)[] = []
    await together(2, async (session) => found.push(await claim(session)))
    expect(found.filter(Boolean)).toHaveLength(1)
  })

  test(`${people} people book while a reading blocks their times: each gets a call or the exact reason`, async () => {
    const found: (Claimed | null)[] = []
    await inSession(async (session) => found.push(await claim(session)))
    const busy = await busyAllDay()
    const reading = inSession((session) =>
      session.rowsAs(
        visitor,
        `select public.finish_calendar('key', $1, $2, $3, true)`,
        ...[found[0]?.id, found[0]?.lease, busy],
      ),
    )
    const outcomes = await together(people, (session, n) =>
      book(session, { date, slot: slots[n % slots.length], email: `person${n}@example.com`, siteKey: 'key' }),
    )
    expect(await reading).toBe('accepted')
    const { accepted = 0, slot_taken: taken = 0, slot_not_offered: busyThen = 0, ...others } = outcomes
    expect(others).toEqual({})
    expect(accepted + taken + busyThen).toBe(people)
    expect(await db.value(`select count(*)::int from public.bookings where status <> 'cancelled'`)).toBe(
      accepted,
    )
    // After the reading every booking is refused.
    expect(await inSession((session) => book(session, { date, slot: slots[0], siteKey: 'key' }))).toBe(
      'slot_not_offered',
    )
  })
})
