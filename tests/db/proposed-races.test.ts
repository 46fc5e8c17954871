import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDailySlot, book, dateIn, emptySchedule } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, useKey } from './mails'
import { useSessions, type Work } from './sessions'
import { admin, type TestDatabase, visitor } from './test-database'

// Each person has a database session of their own, as on a real server.
describe('a visitor takes a proposed time, and at the same moment, on PostgreSQL,', () => {
  const { db, inSession, inTurn } = useSessions(4)
  let [nine, ten, eleven, day, other] = ['', '', '', '', '']
  let [ana, bea] = ['', '']
  beforeEach(async () => {
    await db.rows('truncate public.bookings, private.submits, private.site_keys, public.closed_dates cascade')
    await emptySchedule(db)
    await useKey(db)
    nine = await addDailySlot(db, '09:00', '10:00')
    ten = await addDailySlot(db, '10:00', '11:00')
    eleven = await addDailySlot(db, '11:00', '12:00')
    day = await dateIn(db, 7)
    other = await dateIn(db, 14)
    ana = await booked('ana@example.com', nine)
    bea = await booked('bea@example.com', ten)
    await inSession(sendMails)
    await db.rows('truncate private.outbox cascade')
  })

  async function booked(email: string, slot: string) {
    await inSession((session) => book(session, { date: day, slot, email, siteKey: KEY }))
    return db.value<string>('select id from public.bookings where email = $1', email)
  }
  const sendMails = async (session: TestDatabase) => {
    const mails = await claim(session)
    for (const mail of mails) await finish(session, mail)
    return mails
  }
  /** Proposes 11:00 in two weeks. The site mails `text`; without it, the admin has mailed one. */
  const propose =
    (
      id: string,
      { reply = randomUUID() as string, text = null as string | null, slot = eleven } = {},
    ): Work =>
    async (session) => {
      const revision = await db.value('select revision from public.bookings where id = $1', id)
      await session.rowsAs(
        admin,
        `select public.send_reply($1, $2, $3, 'propose', $4, $4, $5::text::jsonb)`,
        ...[reply, id, revision, text, JSON.stringify([{ date: other, time_slot_id: slot }])],
      )
    }
  const take =
    (id: string): Work =>
    (session) =>
      session.rowsAs(
        visitor,
        'select public.move_managed_booking($1, $2, 1, 0, $3, $4)',
        ...[KEY, id, other, eleven],
      )
  const undo =
    (reply: string): Work =>
    (session) =>
      session.rowsAs(
        admin,
        'select public.undo_act(request_id, revision) from public.request_events where form_id = $1',
        reply,
      )
  const move: Work = (session) =>
    session.rowsAs(
      admin,
      `select public.move_booking($1, $2::text::jsonb, $3, '10:00', '11:00', true)`,
      ...[ana, JSON.stringify({ status: 'pending', date: day, start_time: '09:00' }), other],
    )
  const confirm: Work = (session) =>
    session.rowsAs(
      admin,
      `update public.bookings set status = 'confirmed' where id = $1 and status = 'pending'`,
      ana,
    )

  /** A call's status and time, whose turn it is and why, and the mails to the visitor and the studio. */
  async function outcome(id: string) {
    const [call] = await db.rows<{ stands: string; turn: string }>(
      `select b.status || ' ' || to_char(lower(period), 'HH24:MI') || case when date = $2 then ' then' else '' end as stands,
         case when over_from <= now() then 'nobody' when ours_from <= now() then 'ours' else 'theirs' end || ': ' || turn_reason as turn
       from public.bookings b join public.requests r using (id) where id = $1`,
      ...[id, other],
    )
    await db.rows(`update private.outbox set send_after = now() where true`)
    let mails: ClaimedMail[] = []
    await inSession(async (session) => {
      mails = await sendMails(session)
    })
    const about = mails.filter((mail) => mail.about_id === id)
    const said = about.map(
      ({ recipient, kind, status, start_time }) =>
        `${recipient}: ${kind}, ${status as string} ${start_time as string}`,
    )
    return [call?.stands, call?.turn, ...said.toSorted()]
  }
  const confirmedThen = [
    'confirmed 11:00 then',
    'nobody: confirmed',
    'studio: moved, confirmed 11:00',
    'visitor: confirmed, confirmed 11:00',
  ]
  const pendingThen = (why: string) => [
    'pending 11:00 then',
    `ours: ${why}`,
    'studio: moved, pending 11:00',
    'visitor: moved, pending 11:00',
  ]
  test('two visitors take one proposed time: one call is confirmed there, the other keeps its time', async () => {
    for (const id of [ana, bea]) expect(await inSession(propose(id))).toBe('accepted')
    expect(await inTurn(take(ana), take(bea), 'commits')).toEqual(['accepted', 'slot_taken'])
    expect(await outcome(ana)).toEqual(confirmedThen)
    expect(await outcome(bea)).toEqual(['pending 10:00', 'theirs: proposed'])
  })

  test('two visitors take one proposed time, and the first one’s act fails: the second call is confirmed', async () => {
    for (const id of [ana, bea]) await inSession(propose(id))
    expect(await inTurn(take(ana), take(bea), 'gives up')).toEqual(['given up', 'accepted'])
    expect(await outcome(bea)).toEqual(confirmedThen)
    expect(await outcome(ana)).toEqual(['pending 09:00', 'theirs: proposed'])
  })

  describe.each([
    ['from an own mail program', null],
    ['by the site', 'Hello'],
  ])('the proposal, sent %s, is taken back', (_, text) => {
    let reply = ''
    beforeEach(() => {
      reply = randomUUID()
    })

    test('an admin undoes a proposal just before the visitor takes its time: the call moves, unconfirmed', async () => {
      await inSession(propose(ana, { reply, text }))
      expect(await inTurn(undo(reply), take(ana), 'commits')).toEqual(['accepted', 'accepted'])
      expect(await outcome(ana)).toEqual(pendingThen('booked'))
    })

    test('an admin undoes a proposal just after the visitor took its time: the call stays confirmed', async () => {
      await inSession(propose(ana, { reply, text }))
      expect(await inTurn(take(ana), undo(reply), 'commits')).toEqual(['accepted', 'accepted'])
      expect(await outcome(ana)).toEqual(confirmedThen)
    })
  })

  test('an admin moves a call just before the visitor takes a proposed time: the visitor gets an error', async () => {
    await inSession(propose(ana))
    expect(await inTurn(move, take(ana), 'commits')).toEqual(['accepted', 'changed_meanwhile'])
    expect(await outcome(ana)).toEqual([
      'pending 10:00 then',
      'theirs: proposed',
      'visitor: moved, pending 10:00',
    ])
  })

  test('an admin moves a call just after the visitor took a proposed time: the admin gets an error', async () => {
    await inSession(propose(ana))
    const [first, second] = await inTurn(take(ana), move, 'commits')
    expect([first, second?.startsWith('changed_meanwhile')]).toEqual(['accepted', true])
    expect(await outcome(ana)).toEqual(confirmedThen)
  })

  test('an admin confirms a call just before the visitor takes a proposed time: the visitor gets an error', async () => {
    await inSession(propose(ana))
    expect(await inTurn(confirm, take(ana), 'commits')).toEqual(['accepted', 'changed_meanwhile'])
    expect(await outcome(ana)).toEqual([
      'confirmed 09:00',
      'nobody: confirmed',
      'visitor: confirmed, confirmed 09:00',
    ])
  })

  test('an admin proposes other times just before the visitor takes one: the call is unconfirmed', async () => {
    await inSession(propose(ana))
    expect(await inTurn(propose(ana, { slot: nine }), take(ana), 'commits')).toEqual(['accepted', 'accepted'])
    expect(await outcome(ana)).toEqual(pendingThen('moved'))
  })

  test('an admin proposes other times just after the visitor took one: the admin gets an error', async () => {
    await inSession(propose(ana))
    const again = propose(ana, { slot: nine })
    expect(await inTurn(take(ana), again, 'commits')).toEqual(['accepted', 'changed_meanwhile'])
    expect(await outcome(ana)).toEqual(confirmedThen)
  })
})
