import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenBy } from '../log-invariants'
import { addDailySlot, book, dateIn, emptySchedule } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, useKey } from './mails'
import { useSessions, type Work } from './sessions'
import { admin, type TestDatabase, visitor } from './test-database'

const ROUNDS = process.env.SOAK ? 400 : 10

describe('mails on their way while people act, on PostgreSQL', () => {
  const { db, inSession } = useSessions(8)
  const slots: string[] = []
  beforeAll(async () => {
    await emptySchedule(db)
    await useKey(db)
    await db.rows('update private.submission_caps set max = 1000000')
    for (const hour of ['09', '11', '13']) slots.push(await addDailySlot(db, `${hour}:00`, `${hour}:30`))
  })

  const results = [
    { outcome: 'sent', kept: false },
    { outcome: 'failed', error: '451' },
    { outcome: 'refused', error: '550' },
    { outcome: 'unanswered' },
    null, // killed
  ] as const
  /** Returns a function that picks at random from a list; the same seed picks the same. */
  const random = (seed: number) => {
    let state = seed
    return <T>(all: readonly T[]) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return all[(state >>> 16) % all.length] as T
    }
  }

  test('a call has one mail being sent at a time, its visitor is mailed or listed, and nothing deadlocks', async () => {
    const met = new Set<string>()
    let claims = 0
    for (let round = 0; round < ROUNDS; round++) {
      const pick = random(round + 1)
      await db.rows('delete from public.bookings')
      let id = ''
      await inSession(async (session) => {
        ;({ id } = await book(session, { date: await dateIn(session, 5), slot: slots[0], siteKey: KEY }))
      })
      await sendAll()
      const revision = () =>
        db.value<number>('select max(revision) from public.request_events where request_id = $1', id)
      const set =
        (status: string): Work =>
        (session) =>
          session.rowsAs(
            admin,
            'update public.bookings set status = $2 where id = $1 and status <> $2',
            id,
            status,
          )
      const due = () =>
        db.rows(
          `update private.outbox set send_after = now() - interval '1 second' where sent_at is null and given_up_at is null`,
        )

      for (let turn = 0; turn < 4; turn++) {
        await inSession(set(pick(['confirmed', 'cancelled', 'pending'])))
        await due()
        const newest = await revision()
        const tell: Work = async (session) => {
          const [row] = await session.rows<{ state: object }>(
            'select private.call_state(b) as state from public.bookings b where id = $1',
            id,
          )
          await session.rowsAs(
            admin,
            'select public.set_known($1::text::uuid[], $2::text::jsonb)',
            ...[`{${id}}`, JSON.stringify({ [id]: row?.state })],
          )
        }
        const acts: Record<string, Work> = {
          confirm: set('confirmed'),
          cancel: set('cancelled'),
          pend: set('pending'),
          told: tell,
          undo: (session) => session.valueAs(admin, 'select public.undo_act($1, $2)', id, newest),
          words: (session) =>
            session.rowsAs(
              admin,
              `select public.send_reply($1, $2, (select max(e.revision) from public.request_events e where e.request_id = $2), 'decline', 'Hello', 'Hello')`,
              ...[randomUUID(), id],
            ),
          move: async (session) => {
            const [row] = await session.rows(
              'select link_version, calendar_sequence from public.bookings where id = $1',
              id,
            )
            await session.rowsAs(
              visitor,
              'select public.move_managed_booking($1, $2, $3, $4, $5, $6)',
              ...[KEY, id, row?.link_version, row?.calendar_sequence, await dateIn(session, 6), slots[1]],
            )
          },
        }
        /** Claims one mail as a site does, and stores a random result. */
        const send = async () => {
          let mails: ClaimedMail[] = []
          const claimed = await inSession(async (session) => {
            mails = await claim(session, 1)
          })
          if (claimed !== 'accepted') return claimed
          for (const mail of mails) {
            const result = results[(claims += 1) % results.length]
            if (result) await insist((session) => finish(session, mail, result))
            met.add(result?.outcome ?? 'killed')
          }
          return 'accepted'
        }
        const outcomes = await Promise.all([
          inSession(acts[pick(Object.keys(acts))] as Work),
          send(),
          send(),
          inSession(acts[pick(Object.keys(acts))] as Work),
        ])
        expect(outcomes, `round ${round}`).not.toContain('40P01')
        expect(await brokenBy((sql) => db.rows(sql)), `round ${round}`).toEqual([])
        // The mails in progress get no result: their leases expire.
        await db.rows(`update private.outbox set lease_until = now() where lease_until > now()`)
      }
      // From here every mail arrives.
      for (let n = 0; n < 6; n++) {
        await due()
        await sendAll()
      }
      expect(await sendAll(), `round ${round}`).toEqual([])
      expect(
        await db.rows(
          `select b.status, b.known from public.bookings b
           where private.difference(b.known, private.call_state(b)) <> '{}'
             and not exists (select from private.find_untold() c where c.id = b.id)`,
        ),
        `round ${round}: neither mailed nor listed`,
      ).toEqual([])
    }
    expect([...met].toSorted()).toEqual(['failed', 'killed', 'refused', 'sent', 'unanswered'])
  })

  const sendAll = async () => {
    let mails: ClaimedMail[] = []
    await insist(async (session) => {
      mails = await claim(session)
    })
    for (const mail of mails) await insist((session) => finish(session, mail))
    return mails
  }
  const insist = async (work: (session: TestDatabase) => Promise<unknown>) => {
    let outcome = ''
    do outcome = await inSession(work)
    while (outcome === '55P03')
    expect(['accepted', 'not_leased']).toContain(outcome)
  }
})
