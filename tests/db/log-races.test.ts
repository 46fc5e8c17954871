import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenBy } from '../log-invariants'
import { addDailySlot, book, dateIn, emptySchedule, inquire } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, useKey } from './mails'
import { useSessions, type Work } from './sessions'
import { admin, errorCode, type TestDatabase } from './test-database'

const UNDO_ROUNDS = process.env.SOAK ? 400 : 12
const FORM_ROUNDS = process.env.SOAK ? 200 : 8

// Two people act on one request at the same moment: the log must have each act once.
describe('acts at the same moment, on PostgreSQL', () => {
  const { db, inSession, inTurn } = useSessions(8)
  let slot = ''
  beforeAll(async () => {
    await emptySchedule(db)
    await useKey(db)
    await db.rows('update private.submission_caps set max = 1000000')
    slot = await addDailySlot(db)
  })

  const answer =
    (request: string, form: string, kind = 'answer'): Work =>
    (session) =>
      session.rowsAs(
        admin,
        `select public.send_reply($1, $2, (select max(e.revision) from public.request_events e where e.request_id = $2), $3, 'Hello', 'Hello')`,
        ...[form, request, kind],
      )
  const begin = async (make: (session: TestDatabase) => Promise<{ id: string }>) => {
    let id = ''
    expect(await inSession(async (session) => ({ id } = await make(session)))).toBe('accepted')
    return id
  }
  const forget = async () => {
    await db.rows('delete from public.bookings')
    await db.rows('delete from public.inquiries')
  }

  test.each(['confirmed first', 'closed first'])(
    'a call confirmed while its date is closed is the studio’s turn, or the admin keeps it: %s',
    async (order) => {
      await forget()
      const date = await dateIn(db, 40)
      const id = await begin((session) => book(session, { date, slot, siteKey: KEY }))
      const confirm: Work = (session) =>
        session.rowsAs(admin, `update public.bookings set status = 'confirmed' where id = $1`, id)
      const close: Work = (session) => session.rowsAs(admin, 'select public.close_dates($1, $1)', date)
      const isFirst = order === 'confirmed first'
      const [first, second] = isFirst ? [confirm, close] : [close, confirm]
      expect(await inTurn(first, second, 'commits')).toEqual(['accepted', 'accepted'])
      expect(await db.value('select ours_from <= now() from public.requests where id = $1', id)).toBe(isFirst)
      expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
      await db.rows('delete from public.closed_dates')
    },
  )

  test('an answer that an admin undoes while a site claims its mail is either undone or sent, never both', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < UNDO_ROUNDS; round++) {
      await forget()
      const id = await begin(async (session) =>
        book(session, { date: await dateIn(session, 5 + (round % 20)), slot, siteKey: KEY }),
      )
      await inSession(answer(id, randomUUID(), 'confirm'))
      await db.rows(`update private.outbox set send_after = now() where request_id = $1`, id)
      const revision = await db.value<number>(
        `select revision from public.request_events where request_id = $1 and kind = 'confirmed'`,
        id,
      )
      const claimed: ClaimedMail[] = []
      const result = round % 2 ? { outcome: 'failed', error: '451' } : { outcome: 'refused', error: '550' }
      const send = async () => {
        let mails: ClaimedMail[] = []
        await inSession(async (session) => {
          mails = await claim(session)
        })
        claimed.push(...mails)
        for (const mail of mails) await inSession((session) => finish(session, mail, result))
      }
      let undone = ''
      const [undo] = await Promise.all([
        inSession(async (session) => {
          undone = await session.valueAs<string>(admin, 'select public.undo_act($1, $2)', id, revision)
        }),
        send(),
        send(),
        inSession((session) =>
          session.rowsAs(admin, `select public.add_note(gen_random_uuid(), $1, 'Call her')`, id),
        ),
      ])
      const [stands] = await db.rows(
        `select b.status, exists (select from private.letters l join public.request_events e on e.id = l.event_id where e.request_id = b.id) as has_letter,
           exists (select from private.outbox o where o.request_id = b.id and o.letter_id is not null) as has_mail
         from public.bookings b where b.id = $1`,
        id,
      )
      seen.add(undo === 'accepted' ? undone : undo)
      expect(['accepted', 'mail_sent', '55P03'], `round ${round}`).toContain(undo)
      expect(stands, `round ${round}: ${undo} ${undone}`).toEqual(
        undo === 'accepted'
          ? { status: 'pending', has_letter: false, has_mail: false }
          : { status: 'confirmed', has_letter: true, has_mail: true },
      )
      expect(await brokenBy((sql) => db.rows(sql)), `round ${round}`).toEqual([])
    }
    expect([...seen].every((outcome) => ['undone', 'mail_sent', '55P03'].includes(outcome))).toBe(true)
  })

  test('a form that arrives twice at once is stored once; with another request’s id it is refused', async () => {
    for (let round = 0; round < FORM_ROUNDS; round++) {
      await forget()
      const [one, two] = [
        await begin((session) => inquire(session, { siteKey: KEY })),
        await begin((session) => inquire(session, { siteKey: KEY, email: 'ben@example.com' })),
      ]
      const form = randomUUID()
      const other = round % 2 ? one : two
      const outcomes = await Promise.all([
        inSession(answer(one, form)),
        inSession(answer(other, form)),
        inSession((session) =>
          session.rowsAs(admin, `select public.add_note(gen_random_uuid(), $1, 'Call her')`, one),
        ),
      ])
      expect(outcomes.slice(0, 2).toSorted(), `round ${round}`).toEqual(
        other === one ? ['accepted', 'accepted'] : ['accepted', 'form_used'],
      )
      expect(
        await db.value('select count(*)::int from public.request_events where form_id = $1', form),
        `round ${round}`,
      ).toBe(1)
      expect(await db.value('select count(*)::int from private.letters')).toBe(1)
      const repeat = await errorCode(
        db.rows(`select private.event_of_form($1, $2)`, form, round % 2 ? two : one),
      )
      expect(['accepted', 'form_used']).toContain(repeat)
    }
  })
})
