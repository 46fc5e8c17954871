import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toInstant } from '@/lib/dates'
import { onOwnPglite } from './databases'
import { addSlot, addToWeekday, book, emptySchedule } from './fixtures'
import { claim, type ClaimedMail, finish, KEY, moveAsVisitor, useKey } from './mails'
import { admin, visitor } from './test-database'

// Mails that are due at a certain time. Studio hours are Monday to Friday from 9:00.
const CALL = '2026-12-07' // a Monday
const TUESDAY = '2026-12-08'

onOwnPglite((db) => {
  let slot: string
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await db.rows('begin')
    await at('2026-12-01 09:00')
    await db.rows('delete from public.bookings')
    await db.rows('delete from private.outbox')
    await db.rows('delete from public.closed_dates')
    await db.rows('update private.studio_settings set reminds_day_before = true, reminds_hour_before = true')
    await db.rows('update private.submission_caps set max = 1000000')
    await emptySchedule(db)
    slot = await addSlot(db, '09:00', '10:00')
    for (let weekday = 0; weekday < 5; weekday++) await addToWeekday(db, weekday, slot)
    await useKey(db)
  })
  afterEach(async () => {
    await db.rows('commit')
    vi.useRealTimers()
  })

  /** Sets the clock to `time` (studio time, 'YYYY-MM-DD HH:MM'), in a new transaction. */
  async function at(time: string) {
    const [date = '', clock = ''] = time.split(' ')
    await db.rows('commit')
    vi.setSystemTime(toInstant(date, clock))
    await db.rows('begin')
  }
  const say = ({ recipient, kind, calls }: ClaimedMail) =>
    `${recipient}: ${kind}${recipient === 'studio' && kind === 'still_pending' ? ` ${(calls as { name: string }[]).map(({ name }) => name).join(', ')}` : ''}`
  /** Lets a site send its due mails at `time`, with `result` for each. Returns the mails. */
  async function minute(time: string, result?: { outcome: string; error?: string }) {
    await at(time)
    const claimed = await claim(db)
    for (const mail of claimed) await finish(db, mail, result)
    return claimed.map(say).toSorted()
  }
  /** Books a call at `time`, and sends the mails that are due then. */
  async function bookAt(time: string, { name = 'Ana', date = CALL } = {}) {
    await at(time)
    const email = `${name.toLowerCase()}@example.com`
    const { id } = await book(db, { name, email, date, slot, siteKey: KEY })
    for (const mail of await claim(db)) await finish(db, mail)
    return id
  }
  const set = (id: string, status: string) =>
    db.rowsAs(admin, `update public.bookings set status = $2 where id = $1 returning id`, id, status)
  const close = (date: string) => db.rows(`insert into public.closed_dates (date) values ($1)`, date)
  const ASKS = 'studio: still_pending Ana'
  const SAYS = 'visitor: still_pending'
  const REMINDS = 'visitor: reminder'

  describe('an unconfirmed call', () => {
    test('unconfirmed Monday call: the studio gets a mail on Friday at 16:00, the visitor at 6:00 on Monday', async () => {
      await bookAt('2026-12-02 10:00')
      expect(await minute('2026-12-04 15:59')).toEqual([])
      expect(await minute('2026-12-04 16:00')).toEqual([ASKS])
      expect(await minute('2026-12-04 16:01')).toEqual([])
      expect(await minute('2026-12-06 16:00')).toEqual([])
      expect(await minute('2026-12-07 05:59')).toEqual([])
      expect(await minute('2026-12-07 06:00')).toEqual([SAYS])
      expect(await minute('2026-12-07 06:01')).toEqual([])
      expect(await minute('2026-12-07 09:00')).toEqual([])
    })

    test.each([
      { what: 'before a closed Friday', closed: ['2026-12-04'], due: '2026-12-03 16:00' },
      {
        what: 'before a week that is closed',
        closed: ['2026-12-02', '2026-12-03', '2026-12-04'],
        due: '2026-12-01 16:00',
      },
    ])(
      '$what the studio gets the mail about an unconfirmed call on the last date with hours',
      async ({ closed, due }) => {
        for (const date of closed) await close(date)
        await bookAt('2026-12-01 10:00')
        expect(await minute(due.replace('16:00', '15:59'))).toEqual([])
        expect(await minute(due)).toEqual([ASKS])
        expect(await minute('2026-12-04 16:00')).toEqual([])
      },
    )

    test.each([
      { what: 'in autumn', monday: '2027-04-05', friday: '2027-04-02' },
      { what: 'in spring', monday: '2027-09-27', friday: '2027-09-24' },
    ])(
      'mails about unconfirmed calls go out by the studio’s clock when it changes $what',
      async ({ monday, friday }) => {
        await bookAt(`${friday} 09:00`, { date: monday })
        expect(await minute(`${friday} 15:59`)).toEqual([])
        expect(await minute(`${friday} 16:00`)).toEqual([ASKS])
        expect(await minute(`${monday} 05:59`)).toEqual([])
        expect(await minute(`${monday} 06:00`)).toEqual([SAYS])
      },
    )

    test('a Monday call booked on Friday after 16:00 causes no second mail to the studio', async () => {
      await bookAt('2026-12-04 16:30')
      expect(await minute('2026-12-04 16:31')).toEqual([])
      expect(await minute('2026-12-06 23:59')).toEqual([])
      expect(await minute('2026-12-07 06:00')).toEqual([SAYS])
    })

    test('a call booked at 23:59 for 9:00 is unconfirmed: its visitor gets a mail at 6:00', async () => {
      await bookAt('2026-12-06 23:59')
      expect(await minute('2026-12-07 00:01')).toEqual([])
      expect(await minute('2026-12-07 06:00')).toEqual([SAYS])
    })

    test('several unconfirmed calls are in one mail, even if the site was down from 15:00 to 17:00', async () => {
      await bookAt('2026-12-02 10:00')
      const other = await addSlot(db, '11:00', '12:00')
      await addToWeekday(db, 0, other)
      await book(db, { name: 'Bo', email: 'bo@example.com', date: CALL, slot: other, siteKey: KEY })
      await minute('2026-12-02 10:01')
      expect(await minute('2026-12-04 17:00')).toEqual([`${ASKS}, Bo`])
      expect(await minute('2026-12-04 17:01')).toEqual([])
    })

    test('after Monday was closed the studio gets the mail about Tuesday’s unconfirmed call the next day', async () => {
      await bookAt('2026-12-02 10:00')
      await bookAt('2026-12-02 10:05', { name: 'Bo', date: TUESDAY })
      expect(await minute('2026-12-04 16:00')).toEqual([ASKS])
      await at('2026-12-04 16:30')
      await close(CALL)
      expect(await minute('2026-12-04 16:31')).toEqual([])
      expect(await minute('2026-12-05 08:00')).toEqual(['studio: still_pending Bo'])
      expect(await minute('2026-12-05 08:01')).toEqual([])
    })

    test('Friday is closed and opened again around 16:00: the studio gets one mail', async () => {
      await bookAt('2026-12-02 10:00')
      await at('2026-12-04 15:59')
      await close('2026-12-04')
      expect(await minute('2026-12-04 15:59')).toEqual([ASKS])
      await db.rows('delete from public.closed_dates')
      expect(await minute('2026-12-04 16:00')).toEqual([])
    })

    test('the visitor moves the unconfirmed call to Tuesday: the studio’s mail goes out on Monday at 16:00', async () => {
      const id = await bookAt('2026-12-02 10:00')
      expect(await minute('2026-12-04 16:00', { outcome: 'failed', error: 'ECONNECTION' })).toEqual([ASKS])
      await moveAsVisitor(db, id, TUESDAY, slot)
      expect(await minute('2026-12-04 16:30')).toEqual(['studio: moved', 'visitor: moved'])
      expect(await minute('2026-12-07 06:00')).toEqual([])
      expect(await minute('2026-12-07 16:00')).toEqual([ASKS])
      expect(await minute('2026-12-08 06:00')).toEqual([SAYS])
    })

    test('the visitor cancels while the studio’s mail is being sent: no later mail names the call', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await at('2026-12-04 16:00')
      const [mail] = await claim(db)
      await db.rowsAs(visitor, 'select public.cancel_managed_booking($1, $2, 1, 0)', KEY, id)
      if (mail) await finish(db, mail, { outcome: 'failed', error: 'ECONNECTION' })
      expect(await minute('2026-12-04 16:05')).toEqual(['studio: cancelled', 'visitor: cancelled'])
      expect(await minute('2026-12-07 06:00')).toEqual([])
    })

    test('after a day without a mail server a mail that is still true goes out once', async () => {
      await bookAt('2026-12-02 10:00')
      const down = { outcome: 'failed', error: 'ECONNECTION' }
      for (const time of ['04 16:00', '04 18:30', '05 03:00', '05 12:00'])
        expect(await minute(`2026-12-${time}`, down)).toEqual([ASKS])
      expect(await minute('2026-12-05 16:30')).toEqual([])
      expect(await minute('2026-12-05 16:31')).toEqual([ASKS])
      expect(await minute('2026-12-05 16:32')).toEqual([])
    })

    test('the studio’s mailbox refuses a mail: the site tries once a day, not every minute', async () => {
      await bookAt('2026-12-02 10:00')
      const refused = { outcome: 'refused', error: '552 EENVELOPE RCPT TO' }
      const tries: string[] = []
      for (let n = 0; n < 5; n++) tries.push(...(await minute('2026-12-04 16:00', refused)))
      expect(tries).toEqual([ASKS])
      expect(await minute('2026-12-05 16:01')).toEqual([ASKS])
    })

    test('‘Send again’ after the studio’s mailbox refused a mail sends the calls that are still unconfirmed', async () => {
      await bookAt('2026-12-02 10:00')
      await minute('2026-12-04 16:00', { outcome: 'refused', error: '552 EENVELOPE RCPT TO' })
      await at('2026-12-04 16:10')
      const mail = await db.value<string>(`select id from private.outbox where kind = 'still_pending'`)
      expect(await db.valueAs(admin, 'select public.retry_mails(array[$1::uuid])', mail)).toBe(1)
      expect(await minute('2026-12-04 16:11')).toEqual([ASKS])
    })

    test('a visitor moves a call to Tuesday after the studio’s mail: the studio gets a new one on Monday', async () => {
      const id = await bookAt('2026-12-02 10:00')
      expect(await minute('2026-12-04 16:00')).toEqual([ASKS])
      await at('2026-12-04 16:20')
      await moveAsVisitor(db, id, TUESDAY, slot)
      expect(await minute('2026-12-04 16:30')).toEqual(['studio: moved', 'visitor: moved'])
      expect(await minute('2026-12-07 16:00')).toEqual([ASKS])
    })

    test('the studio moves a call to Tuesday after the mail about it: the studio gets a new one on Monday', async () => {
      const id = await bookAt('2026-12-02 10:00')
      expect(await minute('2026-12-04 16:00')).toEqual([ASKS])
      await at('2026-12-04 16:20')
      await db.rowsAs(
        admin,
        'select public.move_booking($1, $2, $3, $4, $5, true)',
        ...[id, { status: 'pending', date: CALL, start_time: '09:00' }, TUESDAY, '09:00', '10:00'],
      )
      expect(await minute('2026-12-04 16:30')).toEqual(['visitor: moved'])
      expect(await minute('2026-12-07 16:00')).toEqual([ASKS])
    })

    test('a call moved to Monday after Friday 16:00 is only in the mail about the move', async () => {
      const id = await bookAt('2026-12-02 10:00', { date: TUESDAY })
      expect(await minute('2026-12-04 16:00')).toEqual([])
      await at('2026-12-04 16:30')
      await moveAsVisitor(db, id, CALL, slot)
      expect(await minute('2026-12-04 16:30')).toEqual(['studio: moved', 'visitor: moved'])
      expect(await minute('2026-12-04 16:31')).toEqual([])
    })

    test('one of two calls in the studio’s mail is erased: no second mail about the other call goes out', async () => {
      const id = await bookAt('2026-12-02 10:00')
      const other = await addSlot(db, '11:00', '12:00')
      await addToWeekday(db, 0, other)
      await book(db, { name: 'Bo', email: 'bo@example.com', date: CALL, slot: other, siteKey: KEY })
      await minute('2026-12-02 10:01')
      expect(await minute('2026-12-04 16:00')).toEqual([`${ASKS}, Bo`])
      await at('2026-12-04 17:00')
      await db.rowsAs(
        visitor,
        'select public.erase_managed_booking($1, $2, 1, $3)',
        KEY,
        id,
        'ana@example.com',
      )
      expect(await minute('2026-12-04 17:01')).toEqual(['studio: cancelled'])
      expect(await minute('2026-12-04 17:02')).toEqual([])
    })

    test('a site that was down until the call began sends no outdated mail about it', async () => {
      await bookAt('2026-12-02 10:00')
      expect(await minute('2026-12-07 09:30')).toEqual([])
    })
  })

  describe('a confirmed call', () => {
    const news = 'visitor: confirmed'

    test('a call confirmed 3:01 hours before it begins: its visitor gets ‘confirmed’, never ‘not confirmed’', async () => {
      const id = await bookAt('2026-12-04 17:00')
      await at('2026-12-07 05:59')
      await set(id, 'confirmed')
      expect(await minute('2026-12-07 06:00')).toEqual([news])
      expect(await minute('2026-12-07 06:01')).toEqual([])
    })

    test('a call confirmed 2:59 hours before: its visitor, who got ‘not confirmed’, gets ‘confirmed’ at once', async () => {
      const id = await bookAt('2026-12-04 17:00')
      expect(await minute('2026-12-07 06:00')).toEqual([SAYS])
      await at('2026-12-07 06:01')
      await set(id, 'confirmed')
      expect(await minute('2026-12-07 06:01')).toEqual([news])
    })

    test('a call confirmed while ‘not confirmed’ is being sent: the mail ‘confirmed’ follows', async () => {
      const id = await bookAt('2026-12-04 17:00')
      await at('2026-12-07 06:00')
      const [mail] = await claim(db)
      await set(id, 'confirmed')
      expect(await minute('2026-12-07 06:01')).toEqual([])
      if (mail) await finish(db, mail)
      expect(await minute('2026-12-07 06:02')).toEqual([news])
    })

    test('the visitor of a confirmed call gets reminders a day and an hour before', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      expect(await minute('2026-12-02 10:01')).toEqual([news])
      expect(await minute('2026-12-06 08:59')).toEqual([])
      expect(await minute('2026-12-06 09:00')).toEqual([REMINDS])
      expect(await minute('2026-12-07 07:59')).toEqual([])
      await at('2026-12-07 08:00')
      const [soon] = await claim(db)
      expect(soon).toMatchObject({ kind: 'reminder', is_soon: true, where: { text: 'Our video room' } })
      if (soon) await finish(db, soon)
      expect(await minute('2026-12-07 08:01')).toEqual([])
    })

    test('a call cancelled while its reminder is being sent: the mail ‘cancelled’ comes last', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      expect(await minute('2026-12-02 10:01')).toEqual([news])
      await at('2026-12-06 09:00')
      const [reminder] = await claim(db)
      await set(id, 'cancelled')
      expect(await minute('2026-12-06 09:02')).toEqual([])
      if (reminder) await finish(db, reminder)
      expect(await minute('2026-12-06 09:03')).toEqual(['visitor: cancelled'])
    })

    test('closing a date stops the reminders of its confirmed calls, until an admin keeps a call', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      expect(await minute('2026-12-02 10:01')).toEqual([news])
      await at('2026-12-05 09:00')
      await close(CALL)
      expect(await minute('2026-12-06 09:00')).toEqual([])
      await at('2026-12-06 12:00')
      await db.rowsAs(admin, 'select public.keep_call($1)', id)
      expect(await minute('2026-12-06 12:01')).toEqual([REMINDS])
    })

    test.each([
      { confirmed: '2026-12-06 05:30', what: 'has a reminder a day before', mails: [REMINDS] },
      { confirmed: '2026-12-06 09:01', what: 'has no reminder a day before', mails: [] },
    ])('a call confirmed at $confirmed for the next day at 9:00 $what', async ({ confirmed, mails }) => {
      const id = await bookAt('2026-12-02 10:00')
      await at(confirmed)
      await set(id, 'confirmed')
      expect(await minute(`${confirmed.slice(0, -1)}9`)).toEqual([news])
      expect([...(await minute('2026-12-06 09:10')), ...(await minute('2026-12-06 12:30'))]).toEqual(mails)
    })

    test('a call is confirmed a day before, and the mail is refused: no reminder goes out at once', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await at('2026-12-06 09:01')
      await set(id, 'confirmed')
      expect(await minute('2026-12-06 09:02', { outcome: 'refused', error: '550 RCPT TO' })).toEqual([news])
      expect(await minute('2026-12-06 09:03')).toEqual([])
      expect(await minute('2026-12-07 08:00')).toEqual([REMINDS])
    })

    test.each([
      { off: 'reminds_day_before', day: [], hour: [REMINDS] },
      { off: 'reminds_hour_before', day: [REMINDS], hour: [] },
    ])('if the reminder of $off is switched off, the other one goes out', async ({ off, day, hour }) => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      await minute('2026-12-02 10:01')
      await db.rows(`update private.studio_settings set ${off} = false`)
      expect(await minute('2026-12-06 09:00')).toEqual(day)
      expect(await minute('2026-12-07 08:00')).toEqual(hour)
    })

    test('no reminder goes out within three hours of the mail ‘confirmed’, because it would repeat that mail', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await at('2026-12-06 08:00')
      await set(id, 'confirmed')
      expect(await minute('2026-12-06 08:01')).toEqual([news])
      expect(await minute('2026-12-06 09:00')).toEqual([])
      expect(await minute('2026-12-07 08:00')).toEqual([REMINDS])
    })

    test('a call’s location is changed and changed back when a reminder is due: the reminder still goes out', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      await minute('2026-12-02 10:01')
      const put = (location: string | null) =>
        db.rowsAs(admin, 'update public.bookings set location = $2 where id = $1 returning id', id, location)
      await at('2026-12-06 08:59')
      await put('The café')
      await at('2026-12-06 09:00')
      expect(await minute('2026-12-06 09:00')).toEqual(['visitor: location'])
      await put(null)
      expect(await minute('2026-12-06 12:30')).toEqual(['visitor: location'])
      await at('2026-12-07 07:59')
      await put('The café')
      await at('2026-12-07 07:59')
      await put(null)
      expect(await minute('2026-12-07 08:00')).toEqual([REMINDS])
    })

    test('the reminder of the day before keeps its text when it is sent again later', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      await minute('2026-12-02 10:01')
      await db.rows('update private.studio_settings set reminds_hour_before = false')
      expect(
        await minute('2026-12-06 09:00', { outcome: 'refused', error: '550 EENVELOPE RCPT TO' }),
      ).toEqual([REMINDS])
      await at('2026-12-06 22:00')
      const mail = await db.value('select id from private.outbox where kind = $1', 'reminder_day')
      await db.rowsAs(admin, 'select public.retry_mails(array[$1::uuid])', mail)
      const [again] = await claim(db)
      expect(again).toMatchObject({ kind: 'reminder', is_soon: false })
    })

    test('a call confirmed half an hour before it begins: the mail ‘confirmed’ replaces the reminder', async () => {
      const id = await bookAt('2026-12-04 17:00')
      await minute('2026-12-07 06:00')
      await at('2026-12-07 08:30')
      await set(id, 'confirmed')
      expect(await minute('2026-12-07 08:30')).toEqual([news])
      expect(await minute('2026-12-07 08:31')).toEqual([])
    })

    test('after a night without a mail server only the later one of two reminders goes out', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      await minute('2026-12-02 10:01')
      expect(await minute('2026-12-07 05:30')).toEqual([])
      expect(await minute('2026-12-07 08:00')).toEqual([REMINDS])
    })

    test('after a move of the call no reminder with its former time goes out', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await set(id, 'confirmed')
      await minute('2026-12-02 10:01')
      await db.rowsAs(
        admin,
        'select public.move_booking($1, $2, $3, $4, $5, true)',
        ...[id, { status: 'confirmed', date: CALL, start_time: '09:00' }, TUESDAY, '09:00', '10:00'],
      )
      await minute('2026-12-02 10:05')
      expect(await minute('2026-12-06 09:00')).toEqual([])
      expect(await minute('2026-12-07 08:00')).toEqual([])
      expect(await minute('2026-12-07 09:00')).toEqual([REMINDS])
      expect(await minute('2026-12-08 08:00')).toEqual([REMINDS])
    })
  })

  describe('without a mail server', () => {
    test('without a mail server an unconfirmed Monday call is first in the admin’s list from Friday 16:00', async () => {
      const id = await bookAt('2026-12-02 10:00')
      await at('2026-12-04 15:59')
      expect(await db.valueAs(admin, 'select public.get_late_calls()')).toEqual([])
      await at('2026-12-04 16:00')
      expect(await db.valueAs(admin, 'select public.get_late_calls()')).toEqual([id])
      await set(id, 'confirmed')
      expect(await db.valueAs(admin, 'select public.get_late_calls()')).toEqual([])
    })
  })

  describe('an unanswered offer', () => {
    const FOLLOWS_UP = 'visitor: offer_follow_up'
    const EXPIRED = 'studio: offer_expired'
    const id = '00000000-0000-4000-8000-0000000000aa'
    /** Deletes all offers and messages, and sends an offer on 1 December. */
    async function offer({
      until = '2026-12-15',
      followsUp = true,
    }: { until?: string; followsUp?: unknown } = {}) {
      // Triggers are off, because they refuse to delete accepted offers.
      await db.rows(`set local session_replication_role = 'replica'`)
      for (const table of ['offer_acceptances', 'offer_endings', 'offer_versions', 'offers', 'inquiries'])
        await db.rows(`delete from public.${table}`)
      await db.rows('delete from public.requests where id = $1', id)
      await db.rows('delete from public.request_events where request_id = $1', id)
      await db.rows(`set local session_replication_role = 'origin'`)
      await db.rows(
        `insert into public.inquiries (id, name, email, message) values ($1, 'Ira', 'ira@example.com', 'An app')`,
        id,
      )
      await db.rows('delete from private.outbox')
      await db.rows(
        `insert into public.offers (id, request_id, created_by) values ($1, $1, 'admin@studio.test')`,
        id,
      )
      await version(1, until, followsUp)
    }
    const version = (number: number, until: string, followsUp: unknown = true) =>
      db.rows(
        `insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
         values ($1, $2, $3, E'AN OFFER\\n', '', 100, 'admin@studio.test', $4)`,
        id,
        number,
        JSON.stringify({ followsUp }),
        until,
      )
    const accept = () =>
      db.rows(
        `insert into public.offer_acceptances (offer_id, version, sha256, channel, typed_name, email, consent_text, keep_until)
         values ($1, 1, '', 'page', 'Ira', 'ira@example.com', 'I accept it.', '2033-12-01')`,
        id,
      )

    const end = (ended: string, by: string) =>
      db.rows(
        `insert into public.offer_endings (offer_id, version, ended, ended_by) values ($1, 1, $2, $3)`,
        ...[id, ended, by],
      )

    test('the visitor gets a reminder two days before an offer’s last day, the studio a mail the day after', async () => {
      await offer()
      expect(await minute('2026-12-13 08:59')).toEqual([])
      expect(await minute('2026-12-13 09:00')).toEqual([FOLLOWS_UP])
      expect(await minute('2026-12-13 09:01')).toEqual([])
      expect(await minute('2026-12-15 23:59')).toEqual([])
      expect(await minute('2026-12-16 00:00')).toEqual([EXPIRED])
      expect(await minute('2026-12-16 00:01')).toEqual([])
    })

    test.each([
      ['its founder took the tick away', { until: '2026-12-15', followsUp: false }],
      ['what was stored is no tick', { until: '2026-12-15', followsUp: 'perhaps' }],
      ['it is valid for less than four days', { until: '2026-12-04' }],
    ])('its reader is not reminded when %s', async (_, given) => {
      await offer(given)
      expect(await minute(`${given.until} 12:00`)).toEqual([])
    })

    test.each([
      ['they accepted it', accept],
      ['they declined it', () => end('declined', 'visitor')],
      ['it was withdrawn', () => end('withdrawn', 'admin@studio.test')],
      [
        'they asked since',
        () =>
          db.rows(
            `insert into public.request_events (request_id, revision, actor, kind, turn) values ($1, 1, 'visitor', 'asked', 'asks')`,
            id,
          ),
      ],
      ['a later version is valid for longer', () => version(2, '2026-12-31')],
    ])('its reader is not reminded when %s', async (_, change) => {
      await offer()
      await at('2026-12-10 12:00')
      await change()
      expect(await minute('2026-12-13 09:00')).toEqual([])
    })

    test('a failed reminder of an offer is not sent again after the offer is accepted', async () => {
      await offer()
      expect(await minute('2026-12-13 09:00', { outcome: 'failed', error: 'away' })).toEqual([FOLLOWS_UP])
      await accept()
      expect(await minute('2026-12-13 12:00')).toEqual([])
    })

    test('no mail about an expired offer goes out after the site was down for two days', async () => {
      await offer()
      expect(await minute('2026-12-18 09:00')).toEqual([])
    })
  })

  test('the studio’s mail about a new booking lists the other calls of its day', async () => {
    const id = await bookAt('2026-12-02 10:00')
    await set(id, 'confirmed')
    const other = await addSlot(db, '11:00', '12:00')
    await addToWeekday(db, 0, other)
    await book(db, { name: 'Bo', email: 'bo@example.com', date: CALL, slot: other, siteKey: KEY })
    const mail = (await claim(db)).find(({ recipient }) => recipient === 'studio')
    expect(mail).toMatchObject({
      name: 'Bo',
      others: [{ about_id: id, name: 'Ana', status: 'confirmed', start_time: '09:00', end_time: '10:00' }],
    })
  })
})
