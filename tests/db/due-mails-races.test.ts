import { beforeEach, describe, expect, test } from 'vitest'
import { addToWeekday, emptySchedule } from './fixtures'
import { claim, finish, KEY, useKey } from './mails'
import { useSessions, type Work } from './sessions'
import { admin, type TestDatabase } from './test-database'

// An unconfirmed call that begins within two hours. Each person and each site has a database session
// of their own.
describe('time-based mails, on PostgreSQL', () => {
  const { db, inSession, together } = useSessions(4)
  beforeEach(async () => {
    await db.rows(
      'truncate public.bookings, private.outbox, public.request_events, private.site_keys cascade',
    )
    await emptySchedule(db)
    await useKey(db)
    const [slot] = await db.rows<{ id: string; date: string }>(`
      with start as (
        select min(at) as at from (
          select now() at time zone private.studio_zone() + n * interval '1 minute' as at from generate_series(75, 150) n) minutes
        where at::time < '23:50')
      insert into public.time_slots (start_time, end_time, duration_minutes)
      select date_trunc('minute', at)::time, date_trunc('minute', at)::time + interval '5 minutes', 5 from start
      returning id, (select at::date::text from start) as date`)
    if (!slot) throw new Error('there is no slot')
    for (let weekday = 0; weekday < 7; weekday++) await addToWeekday(db, weekday, slot.id)
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id, created_at) values ('Ana', 'ana@example.com', $1, $2, now() - interval '2 days')`,
      slot.date,
      slot.id,
    )
    await learn()
  })
  /** Records that each visitor knows their call as it is now, learnt two days ago. */
  const learn = () =>
    db.rows(
      `update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', now() - interval '2 days')`,
    )

  const send = async (session: TestDatabase) => {
    for (const mail of await claim(session, 20, KEY)) await finish(session, mail)
  }
  const sent = async () => {
    const rows = await db.rows<{ mail: string }>(
      `select recipient || ': ' || kind as mail from private.outbox where sent_at is not null order by recipient, sent_at`,
    )
    return rows.map(({ mail }) => mail)
  }
  const confirm: Work = (session) =>
    session.rowsAs(
      admin,
      `update public.bookings set status = 'confirmed' where status = 'pending' returning id`,
    )

  test('four sites that send due mails at the same time send each mail once', async () => {
    expect(await together(4, send)).toEqual({ accepted: 4 })
    const mails = await sent()
    expect(mails.filter((mail) => mail === 'visitor: still_pending')).toHaveLength(1)
    expect(
      mails.filter((mail) => mail === 'studio: still_pending').length,
      'unless today has hours',
    ).toBeLessThan(2)
  })

  test('no visitor reads ‘not confirmed’ after ‘confirmed’', async () => {
    for (let round = 0; round < (process.env.SOAK ? 50 : 5); round += 1) {
      await db.rows(`update public.bookings set status = 'pending'`)
      await learn()
      await db.rows('delete from private.outbox')
      await Promise.all([inSession(confirm), inSession(send), inSession(send)])
      await inSession(send)
      const toVisitor = (await sent()).filter((mail) => mail.startsWith('visitor'))
      expect(toVisitor.at(-1), `round ${round}`).toBe('visitor: call')
      expect(toVisitor.length, `round ${round}`).toBeLessThan(3)
    }
  })
})
