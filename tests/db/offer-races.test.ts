import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { inquire, storeSiteKey } from './fixtures'
import { useSessions, type Work } from './sessions'
import { admin, visitor } from './test-database'

const key = 'the key of this site'
const textOf = (n: number) => `AN OFFER\n\n  $1,000.00  Version ${n}\n`
const hashOf = (n: number) => createHash('sha256').update(textOf(n)).digest('hex')

// A real server gives everybody a session of their own.
describe('an offer that is accepted, changed and erased at once, on PostgreSQL', () => {
  const { db, inSession, together, inTurn } = useSessions(22)
  let [email, request, offer] = ['', '', '']
  let people = 0
  beforeEach(async () => {
    await db.rows('delete from private.site_keys')
    await storeSiteKey(db, key)
    await db.rows('update private.submission_caps set max = 100000')
    await begin()
  })

  /** Another person's request with version 1 of an offer. */
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
        `select public.send_offer($1, 1, '{}', $2, 100000, (now() + interval '9 days')::date)`,
        ...[offer, textOf(n)],
      )
  /** What `accept` returned, in order. */
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
  /** Both outcomes of two who act in turn; of `accept` what it returned. */
  async function inOrder(first: Work, second: Work) {
    outcomes.length = 0
    expect(await inTurn(first, second, 'commits')).toContain('accepted')
    return outcomes
  }

  test('who accepts while a new version is sent is told of it, and nothing is accepted', async () => {
    expect(await inOrder(send(2), accept(1))).toEqual(['superseded'])
    expect(await accepted()).toEqual([])
  })

  test('a new version that is sent while the offer is accepted is refused', async () => {
    outcomes.length = 0
    expect(await inTurn(accept(1), send(2), 'commits')).toEqual(['accepted', 'offer_accepted'])
    expect(outcomes).toEqual(['accepted'])
    expect(await versions()).toBe(1)
  })

  test('two who accept at once: one does, the other reads that it was accepted', async () => {
    expect(await inOrder(accept(1), accept(1))).toEqual(['accepted', 'already_accepted'])
    expect(await accepted()).toEqual([{ version: 1 }])
  })

  test('who accepts while their data are erased finds nothing to accept', async () => {
    expect(await inOrder(erase, accept(1))).toEqual(['link_invalid'])
    expect(await versions()).toBe(0)
  })

  test('an erasure that waits for an acceptance keeps it, without the request', async () => {
    expect(await inOrder(accept(1), erase)).toEqual(['accepted'])
    expect(await accepted()).toEqual([{ version: 1 }])
    expect(await db.rows('select request_id from public.offers where id = $1', offer)).toEqual([
      { request_id: null },
    ])
  })

  test('twenty at once, a new version and an erasure among them: at most one acceptance, of what was valid', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 15; round++) {
      outcomes.length = 0
      const tally = await together(22, (session, n) => {
        // In another order each time.
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
