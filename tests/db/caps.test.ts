import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap } from './fixtures'
import { admin, errorCode } from './test-database'

onPostgres((db) => {
  const day = (n: number) => dateIn(db, n)
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
  })

  test('the database has the caps on bookings, messages and mails that the studio’s rules name', async () => {
    expect(await db.rows('select name, max from private.submission_caps order by name')).toEqual([
      { name: 'bookings_in_a_day', max: 60 },
      { name: 'bookings_in_an_hour', max: 30 },
      { name: 'changes_per_email_in_24_hours', max: 10 },
      { name: 'future_bookings_per_email', max: 3 },
      { name: 'inquiries_in_an_hour', max: 120 },
      { name: 'mails_per_email_in_24_hours', max: 20 },
      { name: 'submits_per_address_in_10_minutes', max: 20 },
      { name: 'submits_per_email_in_24_hours', max: 5 },
    ])
  })

  describe('future bookings of one e-mail', () => {
    const cap = 'future_bookings_per_email'
    setUpOnce(db, async () => {
      for (const n of [1, 2, 3]) await book(db, { date: await day(n), slot })
    })
    const bookFourth = async () => errorCode(book(db, { date: await day(4), slot, email: 'ANA@example.com' }))

    test('a person cannot book a fourth future call with the same e-mail in other case; another person can', async () => {
      expect(await bookFourth()).toBe(`too_many ${cap}`)
      expect(await errorCode(book(db, { date: await day(4), slot, email: 'bea@example.com' }))).toBe(
        'accepted',
      )
    })
    test('an update of the cap lets a person book a fourth future call', async () => {
      await setCap(db, cap, 4)
      expect(await bookFourth()).toBe('accepted')
    })
    test.each([`status = 'cancelled'`, 'date = private.studio_today()', 'date = private.studio_today() - 1'])(
      'one with %s does not count',
      async (change) => {
        await db.rows(`update public.bookings set ${change} where date = private.studio_today() + 3`)
        expect(await bookFourth()).toBe('accepted')
      },
    )
    test('a person with three future calls can still send a message', async () => {
      expect(await errorCode(inquire(db))).toBe('accepted')
    })
  })

  test('other people’s requests do not count towards a person’s own cap', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await book(db, { date: await day(n), slot, email: `person${n}@example.com` })
      await inquire(db, { email: `person${n}@example.com` })
    }
    expect(await errorCode(inquire(db))).toBe('accepted')
    expect(await errorCode(book(db, { date: await day(9), slot }))).toBe('accepted')
  })

  describe('submits of one e-mail in 24 hours', () => {
    const [cap, max] = ['submits_per_email_in_24_hours', 5]
    const last = { requestId: randomUUID() }
    setUpOnce(db, async () => {
      for (const n of [1, 2]) await book(db, { date: await day(n), slot })
      for (const n of [3, 4]) await inquire(db, { message: `Number ${n}` })
      await inquire(db, last)
    })
    const oneMore = async () => [
      await errorCode(inquire(db, { email: 'ANA@example.com', message: 'One more' })),
      await errorCode(book(db, { date: await day(9), slot, email: 'Ana@example.com' })),
    ]

    test('bookings and messages of one e-mail count together towards the cap of 24 hours', async () => {
      expect(await oneMore()).toEqual([`too_many ${cap}`, `too_many ${cap}`])
    })
    test.each(['ana+1@example.com', 'a.na@example.com', 'A.n.a+x.y+z@example.com'])(
      '%s counts as the same mailbox, so that no new spelling can flood it',
      async (email) => {
        expect(await errorCode(inquire(db, { email }))).toBe(`too_many ${cap}`)
        expect(await errorCode(book(db, { date: await day(9), slot, email }))).toBe(`too_many ${cap}`)
      },
    )
    test.each(['ana@ex.ample.com', 'an@aexample.com', 'anab@example.com', 'ana@example+x.com'])(
      '%s is another person',
      async (email) => {
        expect(await errorCode(inquire(db, { email }))).not.toBe(`too_many ${cap}`)
      },
    )
    test('an update of the cap lets one e-mail send more requests in 24 hours', async () => {
      await setCap(db, cap, max + 2)
      expect(await oneMore()).toEqual(['accepted', 'accepted'])
    })
    test('a repeated request does not count towards the cap of 24 hours', async () => {
      expect(await errorCode(inquire(db, last))).toBe('accepted')
    })
    test.each([
      { ago: '24 hours -1 second', outcome: `too_many ${cap}` },
      { ago: '24 hours 1 second', outcome: 'accepted' },
    ])('submits $ago ago: $outcome', async ({ ago, outcome }) => {
      await db.rows('update private.submits set submitted_at = now() - $1::interval', ago)
      expect(await oneMore()).toEqual([outcome, outcome])
    })
  })

  describe('all visitors’ requests together', () => {
    const person = (n: number) => ({ email: `person${n}@example.com` })
    const bookOn = async (n: number) => errorCode(book(db, { date: await day(n), slot, ...person(n) }))
    const write = (n: number) => errorCode(inquire(db, person(n)))
    const reached = () => db.valueAs(admin, `select public.get_news(null, 14) -> 'caps'`)

    test.each([
      { cap: 'bookings_in_an_hour', window: '1 hour', send: bookOn, other: write },
      { cap: 'bookings_in_a_day', window: '24 hours', send: bookOn, other: write },
      { cap: 'inquiries_in_an_hour', window: '1 hour', send: write, other: bookOn },
    ])(
      '$cap: the next is too busy, the other kind is taken, admins see it',
      async ({ cap, window, send, other }) => {
        await setCap(db, cap, 2)
        for (const n of [1, 2]) expect(await send(n)).toBe('accepted')
        expect(await send(3)).toBe(`too_busy ${cap}`)
        expect(await reached()).toEqual([{ name: cap, max: 2 }])
        expect(await other(4)).toBe('accepted')

        await db.rows('update private.submits set submitted_at = now() - $1::interval', `${window} -1 second`)
        expect(await send(5)).toBe(`too_busy ${cap}`)
        await db.rows('update private.submits set submitted_at = now() - $1::interval', `${window} 1 second`)
        expect(await reached()).toEqual([])
        expect(await send(6)).toBe('accepted')
      },
    )

    test('a visitor over their own cap reads about that cap, not about the cap for all visitors', async () => {
      for (const n of [1, 2, 3]) await book(db, { date: await day(n), slot })
      await setCap(db, 'bookings_in_an_hour', 3)
      expect(await errorCode(book(db, { date: await day(4), slot }))).toBe(
        'too_many future_bookings_per_email',
      )
    })
  })
})
