import { describe, expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { nextClockChanges } from '@/tests/dates'
import { onEachDatabase, onPostgres, setUpOnce } from './databases'
import { rowsOf } from './tables'
import { calls, messages } from './turn-cases'
import { useTurns } from './turns'

/** SQL expressions for the time at which a test reads the turn. */
const moments: Record<string, string> = {
  'at once': 'now()',
  '49 hours before': `starts_at - interval '49 hours'`,
  '48 hours before': `starts_at - interval '48 hours'`,
  '47 hours before': `starts_at - interval '47 hours'`,
  'just before half': `now() + (starts_at - now()) / 2 - interval '1 minute'`,
  'just after half': `now() + (starts_at - now()) / 2 + interval '1 minute'`,
  'in 23 hours': `now() + interval '23 hours'`,
  'in 25 hours': `now() + interval '25 hours'`,
  'in 13 days': `now() + interval '312 hours'`,
  'in 15 days': `now() + interval '360 hours'`,
  'as it begins': 'starts_at',
  'the day after': `(r.starts::date + 1)::timestamp at time zone 'Pacific/Auckland' + interval '1 minute'`,
  'a year later': `now() + interval '8760 hours'`,
}

onPostgres((db) => {
  for (const [kind, cases] of [
    ['call', calls],
    ['message', messages],
  ] as const)
    describe(`the turn of a ${kind}`, () => {
      const { begin, does, read } = useTurns(db)
      setUpOnce(db, () => begin(kind))
      test.each(
        rowsOf(cases).map(([what, done, when, ...is]) => [`${what}, read ${when}`, done, when, ...is]),
      )('%s', async (...row) => {
        const [, done = '', when = '', turn, why, since, views] = row
        await does(done)
        expect(await read(moments[when]), done).toEqual({ turn, why, since, views })
      })
    })

  describe('a call on a closed date', () => {
    const { it, begin, does } = useTurns(db)

    test('the studio has until a call on a closed date begins, and not 24 hours, to tell its visitor', async () => {
      await begin('call')
      await does('confirm, close')
      const isDue = `select due_at = starts at time zone 'Pacific/Auckland' from public.requests where id = $1`
      expect(await db.value(isDue, it.id)).toBe(true)
    })
  })

  describe('the revision', () => {
    const { it, begin, does, read } = useTurns(db)

    test('a change of the turn makes no new revision, so that no admin’s press fails because of it', async () => {
      await begin('call')
      await does('confirm, send, close, ask')
      const revision = () => db.value('select revision from public.bookings where id = $1', it.id)
      const before = await revision()
      await does('send')
      expect(await read()).toMatchObject({ turn: 'theirs', why: 'proposed' })
      expect(await revision()).toBe(before)
    })
  })
})

onEachDatabase((db) => {
  const { it, begin, does } = useTurns(db)

  describe('48 hours are 48 hours', () => {
    const { back, forward } = nextClockChanges()
    test.each([
      ['the clock was set back', addDays(back, 1), '10:00:00'],
      ['it is set back that morning', back, '10:00:00'],
      ['the clock was set forward', addDays(forward, 1), '08:00:00'],
      ['it is set forward that morning', forward, '08:00:00'],
    ])('an answered call becomes the studio’s turn 48 hours before, when %s', async (_, date, oursAt) => {
      await begin('call')
      await db.rows('update public.bookings set date = $2 where id = $1', it.id, date)
      await does('answered another way')
      const [row] = await db.rows(
        `select (ours_from at time zone 'Pacific/Auckland')::text as ours from public.requests where id = $1`,
        it.id,
      )
      expect(row).toEqual({ ours: `${addDays(date, -2)} ${oursAt}` })
    })

    // Summer time ends at 3 am on 7 April 2030.
    test('the turn changes after half of the remaining time, whatever the session’s time zone', async () => {
      await db.rows(`set local timezone = 'Pacific/Auckland'`)
      const again = `select extract(epoch from (private.with_turn(r, false, true, null, e)).ours_from - t) / 3600
        from (select timestamptz '2030-04-06 09:00+13' as t) a,
          jsonb_populate_record(null::public.requests, jsonb_build_object(
            'kind', 'booking', 'status', 'pending', 'starts', (t + make_interval(hours => 49)) at time zone 'Pacific/Auckland')) r,
          jsonb_populate_record(null::public.request_events, jsonb_build_object('kind', 'proposed', 'turn', 'waits', 'at', t)) e`
      expect(Number(await db.value(again))).toBe(24.5)
      expect(Number(await db.value(again.replaceAll('49', '96')))).toBe(48)
      expect(Number(await db.value(again.replaceAll('49', '97')))).toBe(49)
    })
  })
})
