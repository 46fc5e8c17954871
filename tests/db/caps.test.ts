import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap } from './fixtures'
import { refusal } from './test-database'

onEachDatabase((db) => {
  const day = (n: number) => dateIn(db, n)
  let slot: string
  beforeEach(async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
  })

  test('the caps are those of the studio’s rules', async () => {
    expect(await db.rows('select name, max from private.submission_caps order by name')).toEqual([
      { name: 'future_bookings_per_email', max: 3 },
      { name: 'submits_in_an_hour', max: 300 },
      { name: 'submits_per_address_in_10_minutes', max: 20 },
      { name: 'submits_per_email_in_24_hours', max: 5 },
    ])
  })

  describe('future bookings of one e-mail', () => {
    const cap = 'future_bookings_per_email'
    beforeEach(async () => {
      for (const n of [1, 2, 3]) await book(db, { date: await day(n), slot })
    })
    const bookFourth = async () => refusal(book(db, { date: await day(4), slot, email: 'ANA@example.com' }))

    test('a fourth is refused, whatever the case; another person’s is not', async () => {
      expect(await bookFourth()).toBe(`too_many ${cap}`)
      expect(await refusal(book(db, { date: await day(4), slot, email: 'bea@example.com' }))).toBe('accepted')
    })
    test('the cap is raised by an update', async () => {
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
    test('an inquiry is still possible', async () => {
      expect(await refusal(inquire(db))).toBe('accepted')
    })
  })

  test('what others send does not count towards one’s own', async () => {
    for (const n of [1, 2, 3, 4, 5]) {
      await book(db, { date: await day(n), slot, email: `person${n}@example.com` })
      await inquire(db, { email: `person${n}@example.com` })
    }
    expect(await refusal(inquire(db))).toBe('accepted')
    expect(await refusal(book(db, { date: await day(9), slot }))).toBe('accepted')
  })

  describe.each([
    { cap: 'submits_per_email_in_24_hours', window: '24 hours', max: 5, email: () => 'ana@example.com' },
    { cap: 'submits_in_an_hour', window: '1 hour', max: 6, email: (n: number) => `person${n}@example.com` },
  ])('$cap', ({ cap, window, max, email }) => {
    const last = { email: email(99), requestId: randomUUID() }
    beforeEach(async () => {
      await setCap(db, cap, max)
      await book(db, { date: await day(1), slot, email: email(1) })
      await book(db, { date: await day(2), slot, email: email(2) })
      for (let n = 3; n < max; n++) await inquire(db, { email: email(n), message: `Number ${n}` })
      await inquire(db, last)
    })
    const oneMore = async () => [
      await refusal(inquire(db, { email: email(50).toUpperCase(), message: 'One more' })),
      await refusal(book(db, { date: await day(9), slot, email: email(51).toUpperCase() })),
    ]

    test('bookings and inquiries count together', async () => {
      expect(await oneMore()).toEqual([`too_many ${cap}`, `too_many ${cap}`])
    })
    test('the cap is raised by an update', async () => {
      await setCap(db, cap, max + 2)
      expect(await oneMore()).toEqual(['accepted', 'accepted'])
    })
    test('a repeated request is answered, not counted', async () => {
      expect(await refusal(inquire(db, last))).toBe('accepted')
    })
    test.each([
      { ago: `interval '${window}' - interval '1 second'`, outcome: `too_many ${cap}` },
      { ago: `interval '${window}' + interval '1 second'`, outcome: 'accepted' },
    ])('submits $ago ago: $outcome', async ({ ago, outcome }) => {
      await db.rows(`update public.bookings set created_at = now() - (${ago})`)
      await db.rows(`update public.inquiries set created_at = now() - (${ago})`)
      expect(await oneMore()).toEqual([outcome, outcome])
    })
  })
})
