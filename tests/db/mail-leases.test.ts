import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire, setCap } from './fixtures'
import { claim, finish, KEY, pass, sendDue, useKey, waiting } from './mails'
import { useSessions } from './sessions'
import { admin, errorCode, visitor } from './test-database'

onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
    await useKey(db)
  })
  const write = (email = 'ana@example.com') => inquire(db, { email, siteKey: KEY })
  const claimOne = async () => {
    const [mail] = await claim(db, 1)
    if (!mail) throw new Error('nothing is due')
    return mail
  }
  const row = async (id: string) => {
    const [found] = await db.rows(
      `select attempts, last_error, sent_at is not null as sent, given_up_at is not null as given_up,
         extract(epoch from send_after - now())::int as wait from private.outbox where id = $1`,
      id,
    )
    return found
  }
  const problems = () => db.rowsAs(admin, 'select * from public.get_mail_problems()')

  test('the mail about a booking is claimed with the booking’s current data', async () => {
    const date = await dateIn(db, 9)
    await book(db, { date, slot, message: 'Hello', siteKey: KEY })
    await db.rows(
      `update public.bookings set phone = '+64 4 123 4567', location = 'Room 2', package = 'growth'`,
    )
    const { id } = (await db.rows<{ id: string }>('select id from public.bookings'))[0] ?? {}
    expect((await claim(db)).find(({ recipient }) => recipient === 'visitor')).toEqual({
      id: expect.any(String),
      lease: expect.any(String),
      kind: 'received',
      recipient: 'visitor',
      known_date: null,
      known_start_time: null,
      known_end_time: null,
      about: 'booking',
      about_id: id,
      name: 'Ana',
      email: 'ana@example.com',
      message: 'Hello',
      package: 'growth',
      status: 'pending',
      created_at: expect.any(String),
      date,
      start_time: '09:00',
      end_time: '10:00',
      phone: '+64 4 123 4567',
      location: 'Room 2',
      where: { text: 'Room 2', url: null },
      cancel_reason: null,
      cancel_message: null,
      known_location: null,
      link_version: 1,
      calendar_sequence: 0,
      is_soon: false,
    })
  })

  test.each([null, '', 'another key'])('a site with the key %j can claim and finish no mail', async (key) => {
    await write()
    const mail = await claimOne()
    expect(await errorCode(claim(db, 5, key))).toBe('not_signed')
    expect(await errorCode(claim(db, 5, key, admin))).toBe('not_signed')
    expect(await errorCode(finish(db, mail, { outcome: 'sent' }, key))).toBe('not_signed')
  })
  test('without a stored site key nobody can claim a mail', async () => {
    await db.rows('delete from private.site_keys where true')
    await inquire(db)
    expect(await errorCode(claim(db))).toBe('not_signed')
    expect(await errorCode(claim(db, 5, null))).toBe('not_signed')
  })

  test('a claim holds a mail for twelve minutes; then another site can claim it', async () => {
    await write()
    const first = await claim(db)
    expect(first).toHaveLength(2)
    expect(await claim(db)).toEqual([])
    await pass(db, '719 seconds')
    expect(await claim(db)).toEqual([])
    await pass(db, '1 second')
    const again = await claim(db)
    expect(again.map(({ id }) => id).toSorted()).toEqual(first.map(({ id }) => id).toSorted())
    expect(again.map(({ lease }) => lease)).not.toEqual(expect.arrayContaining([first[0]?.lease]))
  })

  test('a claim returns no more mails than its limit', async () => {
    for (const n of [1, 2, 3]) await write(`person${n}@example.com`)
    expect(await claim(db, 4)).toHaveLength(4)
    expect(await claim(db, 4)).toHaveLength(2)
  })

  test('only the current lease can store a mail’s result, and only once', async () => {
    await write()
    const mail = await claimOne()
    expect(await errorCode(finish(db, { ...mail, lease: randomUUID() }))).toBe('not_leased')
    expect(await errorCode(finish(db, { ...mail, id: randomUUID() }))).toBe('not_leased')
    expect(await errorCode(finish(db, mail, { outcome: 'done' }))).toBe('invalid_result')
    expect(await errorCode(finish(db, mail))).toBe('accepted')
    expect(await errorCode(finish(db, mail))).toBe('not_leased')
    expect(await row(mail.id)).toMatchObject({ sent: true, attempts: 1 })
  })
  test('an expired lease cannot store a mail’s result', async () => {
    await write()
    const mail = await claimOne()
    await pass(db, '12 minutes')
    expect(await errorCode(finish(db, mail))).toBe('not_leased')
  })

  describe('a mail without an acknowledgement', () => {
    const unanswered = async () => finish(db, await claimOne(), { outcome: 'unanswered' })
    setUpOnce(db, async () => {
      await write()
      await db.rows(`delete from private.outbox where recipient = 'studio'`)
    })

    test('a never acknowledged mail is sent twice, then given up; admins read that it may have arrived', async () => {
      await unanswered()
      await pass(db, '11 minutes')
      expect(await claim(db)).toEqual([])
      expect(await problems()).toEqual([])
      await pass(db, '1 minute')
      await unanswered()
      await pass(db, '4 minutes')
      expect(await problems()).toMatchObject([
        { given_up: false, last_error: 'unanswered', may_have_arrived: true },
      ])
      for (let hour = 0; hour < 24; hour++) {
        await pass(db, '1 hour')
        expect(await claim(db)).toEqual([])
      }
      expect(await problems()).toMatchObject([
        { given_up: true, attempts: 2, last_error: 'unanswered', may_have_arrived: true },
      ])
    })
    test('a mail of a site that was killed while sending is sent twice, then given up', async () => {
      for (const tries of [1, 2]) {
        expect(await claim(db), `try ${tries}`).toHaveLength(1)
        await pass(db, '12 minutes')
      }
      expect(await claim(db)).toEqual([])
      expect(await problems()).toMatchObject([{ given_up: true, last_error: 'unanswered' }])
    })
    test('a mail that failed once and was twice not acknowledged is not sent again', async () => {
      await unanswered()
      await pass(db, '12 minutes')
      await finish(db, await claimOne(), { outcome: 'failed', error: '451' })
      await pass(db, '2 minutes')
      await unanswered()
      await pass(db, '12 minutes')
      expect(await claim(db)).toEqual([])
      expect(await problems()).toMatchObject([{ given_up: true, last_error: 'unanswered' }])
    })
    test('a mail whose second try succeeds is no longer a problem', async () => {
      await unanswered()
      await pass(db, '12 minutes')
      await finish(db, await claimOne())
      await pass(db, '20 minutes')
      expect(await problems()).toEqual([])
    })
    test('an admin can send an unacknowledged mail once more', async () => {
      await unanswered()
      await pass(db, '12 minutes')
      await unanswered()
      await pass(db, '12 minutes')
      expect(await claim(db)).toEqual([])
      const ids = await db.rows<{ id: string }>('select id from private.outbox')
      await db.valueAs(admin, 'select public.retry_mails($1::text::uuid[])', `{${ids[0]?.id}}`)
      await unanswered()
      await pass(db, '12 minutes')
      expect(await claim(db)).toEqual([])
      expect(await problems()).toMatchObject([{ given_up: true, last_error: 'unanswered' }])
    })
  })

  test('a site that stores a result learns if the mail is already sent, or its person erased', async () => {
    const detail = (mail: { id: string; lease: string }) =>
      finish(db, mail).then(
        () => 'finished',
        (error: { message: string; detail: string }) => `${error.message} ${error.detail}`,
      )
    await write()
    const [first = { id: '', lease: '' }, second = { id: '', lease: '' }] = await claim(db)
    expect(await detail(first)).toBe('finished')
    expect(await detail(first)).toBe('not_leased sent')
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await detail(second)).toBe('not_leased ')

    // A new mail still tells the studio of the cancelled call, but the claimed mail, which has the
    // name, ends.
    const { id } = await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })
    await sendDue(db)
    await db.rowsAs(visitor, 'select public.cancel_managed_booking($1, $2, 1, 0)', KEY, id)
    const cancelled = (await claim(db)).find(({ recipient }) => recipient === 'studio')
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await detail(cancelled ?? first)).toBe('not_leased ')
    expect(await claim(db)).toMatchObject([{ kind: 'cancelled', recipient: 'studio', name: 'Erased' }])
  })

  test('a failed mail waits longer after each try; after 24 hours the site gives up, and admins see it', async () => {
    await write()
    const { id } = await claimOne()
    await db.rows('delete from private.outbox where id <> $1', id)
    await pass(db, '12 minutes')
    const waits = []
    for (let tries = 0; tries < 100; tries++) {
      const [mail] = await claim(db, 1)
      if (!mail) break
      await finish(db, mail, { outcome: 'failed', error: '451' })
      const { wait } = (await row(id)) as { wait: number }
      waits.push(wait / 60)
      await pass(db, `${wait} seconds`)
    }
    // The first claim got no result, so the mail's first try counts as unacknowledged.
    expect(waits.slice(0, 8)).toEqual([2, 4, 8, 16, 32, 64, 120, 120])
    expect(waits).toHaveLength(17)
    expect(await row(id)).toMatchObject({ given_up: true, last_error: '451' })
    expect(await problems()).toMatchObject([
      { id, kind: 'received', name: 'Ana', given_up: true, last_error: '451' },
    ])
    await pass(db, '7 days')
    expect(await problems()).toEqual([])
  })

  test('a mail that the recipient’s server refuses is given up at once', async () => {
    await write()
    const mail = await claimOne()
    await finish(db, mail, { outcome: 'refused', error: '550 RCPT TO' })
    expect(await row(mail.id)).toMatchObject({ given_up: true, last_error: '550 RCPT TO' })
    await pass(db, '1 day')
    expect((await claim(db)).map(({ id }) => id)).not.toContain(mail.id)
  })

  test('a mail that no site tries for 24 hours is not sent late; admins see it after 16 minutes', async () => {
    await write()
    expect(await problems()).toEqual([])
    await pass(db, '16 minutes')
    expect(await problems()).toMatchObject([{ given_up: false }, { given_up: false }])
    await pass(db, '24 hours')
    expect(await claim(db)).toEqual([])
    expect(await problems()).toMatchObject([
      { given_up: true, attempts: 0, last_error: 'not tried' },
      { given_up: true, attempts: 0, last_error: 'not tried' },
    ])
  })

  test('a failed mail about a call is dropped once the call has begun', async () => {
    await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })
    await sendDue(db)
    await db.rowsAs(admin, `update public.bookings set status = 'cancelled'`)
    await pass(db, '60 seconds')
    await db.rows(`create or replace function private.starts_at(p_booking public.bookings) returns timestamptz
      language sql stable set search_path = '' as $$ select now() $$`)
    expect(await claim(db)).toEqual([])
    expect(await waiting(db)).toEqual([])
  })

  test('a cap limits the mails to one visitor in 24 hours; the studio gets all of its mails', async () => {
    await setCap(db, 'mails_per_email_in_24_hours', 2)
    for (const email of ['ana@example.com', 'Ana@example.com', 'ANA@example.com']) await write(email)
    expect((await sendDue(db)).filter((mail) => mail === 'visitor: received')).toHaveLength(2)
    expect(await waiting(db)).toEqual(['visitor: received'])
    await pass(db, '23 hours 59 minutes')
    expect(await claim(db)).toEqual([])
    await db.rows(`update private.outbox set sent_at = now() - interval '24 hours' where sent_at is not null`)
    expect(await sendDue(db)).toEqual(['visitor: received'])
  })

  test('a mail that is being sent counts towards the cap of its recipient', async () => {
    await setCap(db, 'mails_per_email_in_24_hours', 1)
    await write()
    await write()
    expect((await claim(db)).filter(({ recipient }) => recipient === 'visitor')).toHaveLength(1)
    expect(await claim(db)).toEqual([])
  })

  describe('an undelivered mail', () => {
    const retry = (ids: string[], caller = admin) =>
      db.valueAs<number>(caller, 'select public.retry_mails($1::text::uuid[])', `{${ids.join()}}`)
    const dismiss = (ids: string[], caller = admin) =>
      db.valueAs<number>(caller, 'select public.dismiss_mails($1::text::uuid[])', `{${ids.join()}}`)
    let refused: string
    setUpOnce(db, async () => {
      await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })
      const mail = (await claim(db)).find(({ recipient }) => recipient === 'visitor')
      refused = mail?.id ?? ''
      await finish(db, mail ?? { id: '', lease: '' }, { outcome: 'refused', error: '550 RCPT TO' })
      await db.rows(`delete from private.outbox where recipient = 'studio'`)
    })

    test('an undelivered mail is listed with the person’s address and the request', async () => {
      expect(await problems()).toMatchObject([
        { id: refused, about: 'booking', name: 'Ana', email: 'ana@example.com', given_up: true },
      ])
    })
    test('an admin can send an undelivered mail again, even days later, and it can be refused again', async () => {
      await pass(db, '3 days')
      expect(await retry([refused])).toBe(1)
      expect(await problems()).toEqual([])
      const again = await claimOne()
      expect(again).toMatchObject({ id: refused, kind: 'received' })
      await finish(db, again, { outcome: 'refused', error: '550 RCPT TO' })
      expect(await problems()).toMatchObject([{ id: refused, attempts: 1, given_up: true }])
    })
    test('an undelivered mail is not sent again if it is outdated, in progress or sent', async () => {
      expect(await retry([refused])).toBe(1)
      const mail = await claimOne()
      expect(await retry([refused])).toBe(0)
      await finish(db, mail)
      expect(await retry([refused])).toBe(0)
      await db.rows(`update private.outbox set sent_at = null, given_up_at = now() where id = $1`, refused)
      await db.rows(`update public.bookings set status = 'confirmed'`)
      expect(await retry([refused])).toBe(0)
      expect(await problems()).toEqual([])
    })
    test('an admin can dismiss an undelivered mail from the list, and still send it again', async () => {
      expect(await dismiss([refused])).toBe(1)
      expect(await dismiss([refused])).toBe(0)
      expect(await problems()).toEqual([])
      expect(await claim(db)).toEqual([])
      expect(await retry([refused])).toBe(1)
      await finish(db, await claimOne(), { outcome: 'refused', error: '550 RCPT TO' })
      expect(await problems()).toHaveLength(1)
    })
  })
})

describe('several workers on PostgreSQL', () => {
  const { db, inSession, together } = useSessions(9)

  test('two workers claim no mail twice, and no address gets more mails than its cap', async () => {
    await useKey(db)
    await setCap(db, 'submits_per_email_in_24_hours', 1000)
    await setCap(db, 'mails_per_email_in_24_hours', 5)
    await setCap(db, 'inquiries_in_an_hour', 1000)
    for (let n = 0; n < 20; n++)
      await inSession((session) => inquire(session, { email: `person${n % 3}@example.com`, siteKey: KEY }))
    const claimed: { id: string; recipient: string; email: unknown }[] = []
    const claims = together(8, async (session) => claimed.push(...((await claim(session, 7)) as never[])))
    expect(await claims).toEqual({ accepted: 8 })
    expect(new Set(claimed.map(({ id }) => id)).size).toBe(claimed.length)
    expect(claimed).toHaveLength(20 + 3 * 5)
  })
})
