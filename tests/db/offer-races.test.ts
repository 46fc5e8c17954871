import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { inquire, storeSiteKey } from './fixtures'
import { useSessions, type Work } from './sessions'
import { admin, visitor } from './test-database'

const key = 'the key of this site'
const textOf = (n: number) => `AN OFFER\n\n  $1,000.00  Version ${n}\n`
const hashOf = (n: number) => createHash('sha256').update(textOf(n)).digest('hex')

// Each person has a database session of their own, as on a real server.
describe('accepting, changing and erasing an offer at once, on PostgreSQL', () => {
  const { db, inSession, together, inTurn } = useSessions(22)
  let [email, request, offer] = ['', '', '']
  let people = 0
  beforeEach(async () => {
    await db.rows('delete from private.site_keys')
    await storeSiteKey(db, key)
    await db.rows('update private.submission_caps set max = 100000')
    await begin()
  })

  /** Creates a request of another person, with version 1 of an offer. */
  async function begin() {
    email = `ana${people++}@example.com`
    await inSession((session) => inquire(session, { email, siteKey: key }))
    request = await db.value<string>('select id from public.inquiries where email = $1', email)
    await inSession((session) =>
      session.rowsAs(admin, `select public.save_offer_draft($1, '{}', 0)`, request),
    )
    offer = await db.value<string>('select id from public.offers where request_id = $1', request)
    expect(await inSession(send(1))).toBe('accepted')
  }
  const send =
    (n: number): Work =>
    (session) =>
      session.rowsAs(
        admin,
        `select public.send_offer($1, 1, '{}', $2, 100000, (now() + interval '9 days')::date, false)`,
        ...[offer, textOf(n)],
      )
  /** The result of each call of `accept`, in order. */
  const outcomes: string[] = []
  const accept =
    (n: number): Work =>
    async (session) => {
      const { outcome } = await session.valueAs<{ outcome: string }>(
        visitor,
        'select public.accept_offer($1, $2, 1, $3, $4, $5, $6, $7, 7)',
        ...[key, offer, n, hashOf(n), 'Ana', email, 'I accept it.'],
      )
      outcomes.push(outcome)
    }
  const erase: Work = (session) => session.rowsAs(admin, 'select public.erase_person($1)', email)
  const accepted = () => db.rows('select version from public.offer_acceptances where offer_id = $1', offer)
  const versions = () =>
    db.value<number>('select count(*)::int from public.offer_versions where offer_id = $1', offer)
  /** Runs `second` while `first` holds its locks. Returns the results of those that are `accept`. */
  async function inOrder(first: Work, second: Work) {
    outcomes.length = 0
    expect(await inTurn(first, second, 'commits')).toContain('accepted')
    return outcomes
  }

  test('a visitor who accepts an offer while a new version is sent reads that a newer one exists', async () => {
    expect(await inOrder(send(2), accept(1))).toEqual(['superseded'])
    expect(await accepted()).toEqual([])
  })

  test('an admin cannot send a new version while a visitor accepts the offer', async () => {
    outcomes.length = 0
    expect(await inTurn(accept(1), send(2), 'commits')).toEqual(['accepted', 'offer_accepted'])
    expect(outcomes).toEqual(['accepted'])
    expect(await versions()).toBe(1)
  })

  test('two acceptances of one offer at once: one counts, and the other reads ‘already accepted’', async () => {
    expect(await inOrder(accept(1), accept(1))).toEqual(['accepted', 'already_accepted'])
    expect(await accepted()).toEqual([{ version: 1 }])
  })

  test('a visitor who accepts an offer while it is erased finds no offer', async () => {
    expect(await inOrder(erase, accept(1))).toEqual(['link_invalid'])
    expect(await versions()).toBe(0)
  })

  test('an erasure that waits for an acceptance keeps the accepted offer, without its request', async () => {
    expect(await inOrder(accept(1), erase)).toEqual(['accepted'])
    expect(await accepted()).toEqual([{ version: 1 }])
    expect(await db.rows('select request_id from public.offers where id = $1', offer)).toEqual([
      { request_id: null },
    ])
  })

  describe('at the end of a minute', () => {
    const claim: Work = async (session) => {
      const mails = await session.valueAs<{ kind: string; version: number }[]>(
        visitor,
        'select public.claim_mail($1, 20)',
        key,
      )
      for (const { kind, version } of mails) claimed.push(`${kind} ${version}`)
    }
    const claimed: string[] = []

    test('an acceptance undone while the visitor accepts ends as one or none, and every mail is true', async () => {
      const ends = new Set<string>()
      // When the minute for Undo ends: later if Undo came too late, so that the two meet on a machine of any speed.
      let left = 32
      for (let round = 0; round < (process.env.SOAK ? 80 : 16); round++) {
        outcomes.length = claimed.length = 0
        await db.rows('delete from private.outbox')
        let made = 0
        await inSession(async (session) => {
          made = await session.valueAs<number>(
            admin,
            `select public.record_acceptance($1, 1, 'Yes.', 7)`,
            offer,
          )
        })
        const earlier = (column: string) =>
          `${column} = ${column} - interval '60 seconds' + interval '${left} milliseconds'`
        await inSession(async (session) => {
          await session.rows(`set local session_replication_role = 'replica'`)
          await session.rows(
            `update public.offer_acceptances set ${earlier('accepted_at')} where offer_id = $1`,
            offer,
          )
          await session.rows(`update private.outbox set ${earlier('send_after')}, ${earlier('due_at')}`)
        })
        const undo: Work = (session) => session.rowsAs(admin, 'select public.undo_act($1, $2)', request, made)
        const works = [undo, accept(1), claim, accept(1), claim]
        let isUndone = false
        await together(works.length, async (session, n) => {
          const at = (n + round) % works.length
          // The calls come one after the other, so that some are before the end of the minute and some after it.
          await session.rows(`select pg_sleep(${(n * 7) % 40} / 1000.0)`)
          await works[at]?.(session)
          if (at === 0) isUndone = true
        })
        const found = await db.rows<{ channel: string }>(
          'select channel from public.offer_acceptances where offer_id = $1',
          offer,
        )
        const won = outcomes.filter((outcome) => outcome === 'accepted').length
        const end = `${isUndone} ${JSON.stringify(found)} ${won}`
        ends.add(end)
        left *= isUndone ? 0.5 : 2
        expect(found.length, end).toBe(isUndone ? won : 1)
        expect(found.filter(({ channel }) => channel === 'page').length, `what they did stays: ${end}`).toBe(
          won,
        )
        if (isUndone && won === 0) expect(claimed, end).not.toContain('offer_accepted 1')
        await begin()
      }
      expect(ends.size, `several ends were seen: ${[...ends].join('; ')}`).toBeGreaterThan(1)
    })

    test('no reminder of an offer goes out while a visitor accepts the offer', async () => {
      claimed.length = 0
      await db.rows('delete from private.outbox')
      await inSession(async (session) => {
        await session.rows(`set local session_replication_role = 'replica'`)
        await session.rows(
          `update public.offer_versions set sent_at = sent_at - interval '9 days', valid_until = private.studio_today() + 1,
             body = '{"followsUp": true}' where offer_id = $1`,
          offer,
        )
      })
      await db.rows(
        `update public.request_events set at = at - interval '10 days' where request_id = $1`,
        request,
      )
      await inSession(async (session) => {
        await accept(1)(session)
        await inSession(claim)
        expect(claimed, 'before it is stored').toEqual([])
      })
      await inSession(claim)
      expect(claimed.toSorted(), 'after it').toEqual(['offer_accepted 1', 'offer_accepted 1'])
    })
  })

  test('of twenty acceptances at once, beside a new version and an erasure, at most one counts', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 15; round++) {
      outcomes.length = 0
      const tally = await together(22, (session, n) => {
        // Each round starts the acts in another order.
        const at = (n + round * 7) % 22
        const work = at === 5 ? send(2) : at === 14 ? erase : accept(at % 4 === 3 ? 2 : 1)
        return work(session)
      })
      expect(['accepted', 'offer_accepted', 'offer_gone', 'request_gone']).toEqual(
        expect.arrayContaining(Object.keys(tally)),
      )
      const found = await accepted()
      const won = outcomes.filter((outcome) => outcome === 'accepted')
      expect(found.length).toBe(won.length)
      expect(found.length).toBeLessThanOrEqual(1)
      const newest = await versions()
      if (found.length === 1) {
        expect(found, 'of the newest version').toEqual([{ version: newest }])
        expect(
          await db.rows('select 1 from public.offers where id = $1 and request_id is null', offer),
        ).toHaveLength(1)
      } else expect(newest, 'what nobody accepted is erased').toBe(0)
      for (const outcome of outcomes) seen.add(outcome)
      await begin()
    }
    expect([...seen]).toContain('accepted')
    for (const outcome of seen)
      expect(['accepted', 'already_accepted', 'superseded', 'link_invalid']).toContain(outcome)
  })
})
