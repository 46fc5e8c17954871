import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap, storeSiteKey } from './fixtures'
import { errorCode } from './test-database'

const cap = 'submits_per_address_in_10_minutes'

onPostgres((db) => {
  let count = 0
  const siteKey = 'site key'
  setUpOnce(db, () => storeSiteKey(db, siteKey))
  /** Sends a message as a new person each time, so that only the IP address's cap applies. */
  const submitFrom = (address?: string) =>
    errorCode(inquire(db, { email: `person${count++}@example.com`, address, siteKey }))
  const kept = () => db.value<number>('select count(address_hash)::int from private.submits')

  test('one IP address may send twenty bookings and inquiries in ten minutes, and no more', async () => {
    await emptySchedule(db)
    const call = { date: await dateIn(db, 1), slot: await addDailySlot(db), address: '203.0.113.7', siteKey }
    await book(db, call)
    for (let n = 2; n <= 20; n++) expect(await submitFrom('203.0.113.7')).toBe('accepted')
    expect(await submitFrom('203.0.113.7')).toBe(`too_many ${cap}`)
    expect(await errorCode(book(db, { ...call, date: await dateIn(db, 2), email: 'bea@example.com' }))).toBe(
      `too_many ${cap}`,
    )
    expect(await submitFrom(undefined)).toBe('accepted')
  })

  describe('with room for one', () => {
    setUpOnce(db, () => setCap(db, cap, 1))

    test.each([
      { first: '203.0.113.7', second: '203.0.113.7', same: true },
      { first: '203.0.113.7', second: '203.0.113.8', same: false },
      { first: '203.0.113.7', second: '::ffff:203.0.113.7', same: true },
      { first: '::ffff:203.0.113.7', second: '::ffff:203.0.113.8', same: false },
      { first: '2001:db8:1:2::1', second: '2001:db8:1:2:ffff:ffff:ffff:ffff', same: true },
      { first: '2001:db8:1:2::1', second: '2001:db8:1:3::1', same: false },
      { first: '2001:db8:1:2::1', second: '2001:db8:1::1', same: false },
    ])('$second counts as $first: $same', async ({ first, second, same }) => {
      expect(await submitFrom(first)).toBe('accepted')
      expect(await submitFrom(second)).toBe(same ? `too_many ${cap}` : 'accepted')
    })

    test.each([
      { minutes: 9, outcome: `too_many ${cap}` },
      { minutes: 11, outcome: 'accepted' },
    ])('one $minutes minutes ago: $outcome', async ({ minutes, outcome }) => {
      await submitFrom('203.0.113.7')
      await db.rows(
        `update private.submits set submitted_at = now() - $1::int * interval '1 minute'`,
        minutes,
      )
      expect(await submitFrom('203.0.113.7')).toBe(outcome)
    })
  })

  test('a request with an error does not count towards the cap of its IP address', async () => {
    expect(await errorCode(inquire(db, { name: '', address: '203.0.113.7', siteKey }))).toBe('invalid_name')
    await setCap(db, 'inquiries_in_an_hour', 0)
    expect(await submitFrom('203.0.113.7')).toBe('too_busy inquiries_in_an_hour')
    expect(await kept()).toBe(0)
  })

  test.each(['203.0.113.9', undefined])(
    'the next submit deletes entries older than 24 hours (from %s)',
    async (address) => {
      await submitFrom('203.0.113.7')
      await submitFrom('203.0.113.8')
      await db.rows(`update private.submits set submitted_at = now() - interval '24 hours 1 second'`)
      await submitFrom(address)
      expect(await kept()).toBe(address ? 1 : 0)
    },
  )

  test('without a stored site key no IP address is counted, because a caller could forge it', async () => {
    await db.rows('delete from private.site_keys')
    await setCap(db, cap, 1)
    for (let n = 0; n < 3; n++) expect(await submitFrom('203.0.113.7')).toBe('accepted')
    expect(await kept()).toBe(0)
  })

  test('the database stores an IP address only as a hash, made with a key of the database', async () => {
    await submitFrom('203.0.113.7')
    const hash = await db.value<string>(`select encode(address_hash, 'hex') from private.submits`)
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hash).not.toBe(await db.value(`select encode(sha256('203.0.113.7'), 'hex')`))
    await db.rows('update private.address_keys set inner_key = outer_key')
    expect(await db.value(`select encode(private.hash_address('203.0.113.7'), 'hex')`)).not.toBe(hash)
  })
})
