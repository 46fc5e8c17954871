import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addSlot, addToWeekday, book, dateIn, emptySchedule } from './fixtures'
import { claim, finish, KEY, useKey } from './mails'
import { useSessions, type Work } from './sessions'
import { admin, type TestDatabase, visitor } from './test-database'

const ROUNDS = process.env.SOAK ? 400 : 25
// Each call has its own times: two people who take the same time may wait for each other.
const starts = ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00']
const ends = ['10:00', '11:00', '12:00', '14:00', '15:00', '16:00']
const email = 'ana@example.com'

/** A random element. */
const any = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)] as T

describe('many people at once on the same three calls, on PostgreSQL', () => {
  const { db, inSession } = useSessions(8)
  let calls: {
    id: string
    offer: string
    times: { date: string; start: string; end: string; slot: string }[]
  }[] = []
  beforeAll(async () => {
    await emptySchedule(db)
    await useKey(db)
    await db.rows('update private.submission_caps set max = 1000000')
    const slots: string[] = []
    for (const [n, start] of starts.entries()) slots.push(await addSlot(db, start, ends[n] ?? ''))
    for (const slot of slots) for (let day = 0; day < 7; day++) await addToWeekday(db, day, slot)
    const dates = [await dateIn(db, 7), await dateIn(db, 8)]
    calls = []
    for (const n of [0, 2, 4]) {
      const times = dates.flatMap((date) =>
        [n, n + 1].map((at) => ({
          date,
          start: starts[at] ?? '',
          end: ends[at] ?? '',
          slot: slots[at] ?? '',
        })),
      )
      let [id, offer] = ['', '']
      await inSession(async (session) => {
        id = (await book(session, { email, date: times[0]?.date, slot: times[0]?.slot, siteKey: KEY })).id
      })
      await inSession(async (session) => {
        const draft = `select public.save_offer_draft($1, '{}', 0) ->> 'id'`
        offer = await session.valueAs<string>(admin, draft, id)
      })
      calls.push({ id, offer, times })
    }
  })

  const call = (session: TestDatabase, id: string) =>
    session
      .rows<Record<string, unknown>>(
        `select status, date, to_char(lower(period), 'HH24:MI') as start_time, revision, calendar_sequence, link_version
         from public.bookings where id = $1`,
        id,
      )
      .then(([row = {}]) => row)
  const ids = async (session: TestDatabase) => {
    const rows = await session.rows<{ id: string }>(
      'select id from private.outbox where sent_at is null order by random()',
    )
    return `{${rows.map(({ id }) => id).join()}}`
  }
  const acts: Record<string, Work> = {
    confirm: (session) =>
      session.rowsAs(
        admin,
        'update public.bookings set status = $2 where id = $1',
        any(calls).id,
        any(['confirmed', 'pending']),
      ),
    locate: (session) =>
      session.rowsAs(
        admin,
        'update public.bookings set location = $2 where id = $1',
        any(calls).id,
        any(['A', 'B']),
      ),
    async move(session) {
      const { id, times } = any(calls)
      const { status, date, start_time } = await call(session, id)
      const to = any(times)
      await session.rowsAs(
        admin,
        'select public.move_booking($1, $2::text::jsonb, $3, $4, $5)',
        ...[id, JSON.stringify({ status, date, start_time }), to.date, to.start, to.end],
      )
    },
    async 'visitor moves'(session) {
      const { id, times } = any(calls)
      const { link_version, calendar_sequence } = await call(session, id)
      const to = any(times)
      await session.rowsAs(
        visitor,
        'select public.move_managed_booking($1, $2, $3, $4, $5, $6)',
        ...[KEY, id, link_version, calendar_sequence, to.date, to.slot],
      )
    },
    async reply(session) {
      const { id, times } = any(calls)
      const { revision } = await call(session, id)
      const text = any([null, 'Words'])
      await session.rowsAs(
        admin,
        'select public.send_reply($1, $2, $3, $4, $5, $5, $6::text::jsonb)',
        ...[randomUUID(), id, revision, any(['confirm', 'answer', 'propose', 'decline']), text],
        JSON.stringify(times.map(({ date, slot }) => ({ date, time_slot_id: slot }))),
      )
    },
    async undo(session) {
      const [act] = await session.rows(
        `select request_id, revision from public.request_events where actor <> 'visitor' order by random() limit 1`,
      )
      await session.rowsAs(admin, 'select public.undo_act($1, $2)', act?.request_id, act?.revision)
    },
    async offer(session) {
      const { id, offer } = any(calls)
      const revision = await session.value('select draft_revision from public.offers where id = $1', offer)
      const { draft_revision } = await session.valueAs<{ draft_revision: number }>(
        admin,
        `select public.save_offer_draft($1, '{}', $2)`,
        ...[id, revision],
      )
      await session.rowsAs(
        admin,
        `select public.send_offer($1, $2, '{}', E'AN OFFER\\n\\n  $1,000.00\\n', 100000, (now() + interval '9 days')::date)`,
        ...[offer, draft_revision],
      )
    },
    withdraw: (session) =>
      session.rowsAs(
        admin,
        'select public.withdraw_offer($1, (select max(version) from public.offer_versions where offer_id = $1))',
        any(calls).offer,
      ),
    async close(session) {
      const [{ times } = any(calls)] = calls
      const what = any(['close_dates', 'reopen_dates'])
      await session.rowsAs(admin, `select public.${what}($1, $2)`, times[0]?.date, times[2]?.date)
    },
    told: (session) =>
      session.rowsAs(
        admin,
        `select public.set_known($1::text::uuid[], (
           select jsonb_object_agg(b.id, private.call_state(b)) from public.bookings b))`,
        `{${calls
          .map(({ id }) => id)
          .toReversed()
          .join()}}`,
      ),
    'book for': (session) =>
      session.rowsAs(
        admin,
        `select public.book_call(gen_random_uuid(), 'Ana', $1, (now() + interval '20 days' + random() * interval '300 days')::date, '09:00', '10:00', true)`,
        email,
      ),
    retry: async (session) =>
      session.rowsAs(
        admin,
        `select public.${any(['retry_mails', 'retry_mails', 'dismiss_mails'])}($1::text::uuid[])`,
        await ids(session),
      ),
    async claim() {
      let mails: Awaited<ReturnType<typeof claim>> = []
      await inSession(async (session) => {
        mails = await claim(session, any([1, 20]))
      })
      for (const mail of mails)
        outcomes.push(
          await inSession((session) =>
            finish(session, mail, { outcome: any(['sent', 'sent', 'failed', 'refused']) }),
          ),
        )
    },
  }
  const outcomes: string[] = []

  test('six sessions with random acts on the same three calls never deadlock', async () => {
    const tally: Record<string, Record<string, number>> = {}
    const count = (name: string, outcome: string) => {
      const row = (tally[name] ??= {})
      row[outcome] = (row[outcome] ?? 0) + 1
    }
    const someone = async (names: string[]) => {
      for (let round = 0; round < ROUNDS; round++) {
        const name = any(names)
        const work = acts[name]
        if (work) count(name, await inSession(work))
      }
    }
    await Promise.all([
      someone(['claim']),
      someone(['retry', 'retry', 'confirm', 'locate']),
      someone(['move', 'visitor moves', 'book for']),
      someone(['reply', 'reply', 'undo', 'told']),
      someone(['offer', 'offer', 'withdraw', 'claim']),
      someone(['close', 'told', 'confirm', 'reply']),
    ])
    for (const outcome of outcomes) count('finish', outcome)
    const counted = `select deadlocks::int from pg_stat_database where datname = current_database()`
    expect(await db.value(counted), JSON.stringify(tally, null, 1)).toBe(0)
    for (const [name, seen] of Object.entries(tally)) expect(seen, name).not.toHaveProperty('40P01')
    if (process.env.SOAK) console.log(tally)
  })
})
