import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, offeredTimes, setCap } from './fixtures'
import { claim, finish, KEY, pass, sendDue, useKey, waiting } from './mails'
import { admin, errorCode, visitor } from './test-database'

const CHECK_VIOLATION = '23514'
const requestId = '00000000-0000-4000-8000-0000000000c1'

// What admins do with a call, and whether its visitor has been told.
onEachDatabase((db) => {
  let id: string
  let [nine, eleven, day, other] = ['', '', '', '']
  beforeEach(async () => {
    await emptySchedule(db)
    nine = await addDailySlot(db, '09:00', '10:00')
    eleven = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    day = await dateIn(db, 9)
    other = await dateIn(db, 16)
    id = (await book(db, { date: day, slot: nine, siteKey: KEY })).id
    await sendDue(db)
  })

  const seen = (change: object = {}) => ({ status: 'pending', date: day, start_time: '09:00', ...change })
  const move = (
    start: string,
    end: string,
    { date = day, as = seen(), outside = false }: { date?: string; as?: object; outside?: boolean } = {},
  ) =>
    db.rowsAs(
      admin,
      'select public.move_booking($1, $2::text::jsonb, $3, $4, $5, $6)',
      ...[id, JSON.stringify(as), date, start, end, outside],
    )
  const set = (status: string, message: string | null = null) =>
    db.rowsAs(
      admin,
      'update public.bookings set status = $1, cancel_message = $2 where id = $3 returning id',
      ...[status, message, id],
    )
  const setLocation = (location: string | null) =>
    db.rowsAs(admin, 'update public.bookings set location = $1 where id = $2 returning id', location, id)
  const row = async () =>
    (
      await db.rows(
        `select b.status, b.date::text as date, to_char(s.start_time, 'HH24:MI') as start, b.calendar_sequence as sequence,
           b.waiting_since is not null as waits, b.untold_since is not null as untold, b.cancel_message
         from public.bookings b join public.time_slots s on s.id = b.time_slot_id where b.id = $1`,
        id,
      )
    )[0]
  interface Untold {
    id: string
    state: Record<string, unknown>
    known: Record<string, unknown>
    revision: number
    is_closed: boolean
    waits: boolean
  }
  const untold = () => db.valueAs<Untold[]>(admin, 'select public.get_untold_calls()')
  /** Says that they know the call as the list showed it: now, or as it was `seen`. Returns who was not told. */
  const told = async (seen?: Untold[]) => {
    const calls = (seen ?? (await untold())).map(({ id, state }) => [id, state])
    return db.valueAs<string[]>(
      admin,
      'select public.set_told($1::text::uuid[], true, $2::text::jsonb)',
      ...[`{${id}}`, JSON.stringify(Object.fromEntries(calls))],
    )
  }
  const takeBackTold = () => db.rowsAs(admin, 'select public.set_told($1::text::uuid[], false)', `{${id}}`)
  const close = (date = day) => db.rowsAs(admin, 'select public.close_dates($1, $1)', date)
  const open = (date = day) => db.rowsAs(admin, 'select public.reopen_dates($1, $1)', date)
  /** Undoes `open`. */
  const closeAgain = () =>
    db.rowsAs(admin, `select public.restore_dates($1::text::jsonb, '[]')`, JSON.stringify([{ date: day }]))
  /** Sends what is due as a site does that says how the call stood in each mail. */
  const mail = async () => {
    await pass(db, '60 seconds')
    const claimed = await claim(db)
    for (const each of claimed)
      await finish(db, each, { outcome: 'sent', told_sequence: each.calendar_sequence as number })
    return claimed
  }

  describe('moving a call', () => {
    test('a confirmed one stays confirmed, its link lives on, and nobody waits anew', async () => {
      await set('confirmed')
      await mail()
      await move('11:00', '12:00', { date: other, as: seen({ status: 'confirmed' }) })
      expect(await row()).toMatchObject({ status: 'confirmed', date: other, start: '11:00', waits: false })
      const link = await db.valueAs<{ link_version: number }>(
        visitor,
        'select public.get_managed_booking($1, $2)',
        ...[KEY, id],
      )
      expect(link.link_version).toBe(1)
      expect(await offeredTimes(db, day)).toEqual(['09:00', '11:00'])
    })

    test('a pending one still waits for its answer', async () => {
      await move('11:00', '12:00')
      expect(await row()).toMatchObject({ status: 'pending', start: '11:00', waits: true })
    })

    test('its visitor is mailed a minute later: from when, and with a higher SEQUENCE', async () => {
      await set('confirmed')
      await mail()
      await move('11:00', '12:00', { as: seen({ status: 'confirmed' }) })
      expect(await sendDue(db)).toEqual([])
      expect(await mail()).toMatchObject([
        {
          ...{ recipient: 'visitor', kind: 'moved', status: 'confirmed', calendar_sequence: 2 },
          ...{ start_time: '11:00', known_date: day, known_start_time: '09:00' },
        },
      ])
      expect(await waiting(db)).toEqual(['visitor: reminder'])
    })

    test('taken back within the minute, nobody is mailed and nothing is to be told', async () => {
      await set('confirmed')
      await mail()
      await move('11:00', '12:00', { as: seen({ status: 'confirmed' }) })
      await move('09:00', '10:00', { as: seen({ status: 'confirmed', start_time: '11:00' }) })
      expect(await waiting(db)).toEqual(['visitor: reminder'])
      expect(await untold()).toEqual([])
    })

    test('moved and back before the confirmation was sent, the confirmation is still sent', async () => {
      await set('confirmed')
      await move('11:00', '12:00', { as: seen({ status: 'confirmed' }) })
      await move('09:00', '10:00', { as: seen({ status: 'confirmed', start_time: '11:00' }) })
      expect(await mail()).toMatchObject([{ kind: 'confirmed', known_date: null }])
    })

    test('moved, cancelled and the cancelling undone: its visitor still hears of the move', async () => {
      await set('confirmed')
      await mail()
      await move('11:00', '12:00', { as: seen({ status: 'confirmed' }) })
      await set('cancelled')
      await set('confirmed')
      expect(await mail()).toMatchObject([{ kind: 'moved', known_start_time: '09:00' }])
      expect(await untold()).toEqual([])
    })

    test('outside the hours only with a yes, in a slot that no visitor is offered', async () => {
      expect(await errorCode(move('18:15', '18:45'))).toBe('outside_hours')
      await move('18:15', '18:45', { outside: true })
      expect(await row()).toMatchObject({ start: '18:15' })
      await move('09:00', '10:00', { as: seen({ start_time: '18:15' }) })
      expect(await offeredTimes(db, day)).toEqual(['11:00'])
      expect(await offeredTimes(db, other)).toEqual(['09:00', '11:00'])
    })

    test('on a closed date only with a yes', async () => {
      await db.rowsAs(admin, 'select public.close_dates($1, $1)', other)
      expect(await errorCode(move('11:00', '12:00', { date: other }))).toBe('date_closed')
      await move('11:00', '12:00', { date: other, outside: true })
      expect(await row()).toMatchObject({ date: other, start: '11:00' })
    })

    test('that cannot be made says why the date is closed, or whose call is at that time', async () => {
      const detailOf = (moved: Promise<unknown>) =>
        moved.then(
          () => null,
          (reason: { detail?: string }) => JSON.parse(reason.detail || 'null') as unknown,
        )
      await db.rowsAs(admin, `select public.close_dates($1, $1, 'Summer break')`, other)
      expect(await detailOf(move('11:00', '12:00', { date: other }))).toEqual({ reason: 'Summer break' })
      expect(await detailOf(move('18:00', '18:30', { date: other }))).toEqual({ reason: 'Summer break' })
      await book(db, { name: 'Bea', email: 'bea@example.com', date: day, slot: eleven, siteKey: KEY })
      expect(await detailOf(move('11:30', '12:30', { outside: true }))).toEqual({
        ...{ name: 'Bea', start_time: '11:00', end_time: '12:00' },
      })
    })

    test('never onto another call, whatever slot that has', async () => {
      await book(db, { email: 'bea@example.com', date: day, slot: eleven, siteKey: KEY })
      expect(await errorCode(move('11:00', '12:00'))).toBe('slot_taken')
      expect(await errorCode(move('11:30', '12:30', { outside: true }))).toBe('slot_taken')
      await move('09:30', '10:30', { outside: true })
      expect(await row()).toMatchObject({ start: '09:30' })
    })

    test('never into the past, a skipped hour, or backwards', async () => {
      const wrong = async (date: string, start: string, end: string) =>
        errorCode(move(start, end, { date, outside: true }))
      expect(await wrong(await dateIn(db, 0), '00:00', '00:05')).toBe('date_past')
      expect(await wrong(await dateIn(db, -1), '11:00', '12:00')).toBe('date_past')
      expect(await wrong(await dateIn(db, 398), '11:00', '12:00')).toContain('date_too_far')
      expect(await wrong(day, '12:00', '11:00')).toBe('time_invalid')
      expect(await wrong(day, '08:00', '20:00')).toBe('time_invalid')
      // The last Sunday of September, at 2 am, the clocks go to 3.
      const spring = await db.value<string>(`
        select max(date)::date::text from generate_series(current_date + 2, current_date + 390, interval '1 day') date
        where extract(month from date) = 9 and extract(day from date) > 23 and extract(isodow from date) = 7`)
      expect(await wrong(spring, '02:15', '02:45')).toBe('time_invalid')
    })

    test('what was changed since it was read is not moved, and the second learns what the first did', async () => {
      await move('11:00', '12:00')
      const second = move('09:00', '10:00', { date: other })
      const error = await second.then(
        () => null,
        (reason: { message: string; detail?: string }) => reason,
      )
      expect(error?.message).toContain('changed_meanwhile')
      expect(JSON.parse(error?.detail ?? '{}')).toMatchObject({
        actor: 'admin@studio.test',
        after: { date: day, start_time: '11:00' },
      })
      expect(await row()).toMatchObject({ date: day, start: '11:00' })
    })

    test('is not moved when it is not said what was seen', async () => {
      const unseen = db.rowsAs(admin, `select public.move_booking($1, null, $2, '11:00', '12:00')`, id, day)
      expect(await errorCode(unseen)).toBe('changed_meanwhile')
    })

    test('sent again after a lost response, it is moved once', async () => {
      await move('11:00', '12:00')
      await move('11:00', '12:00')
      expect(await row()).toMatchObject({ start: '11:00', sequence: 1 })
    })

    test('neither a cancelled call, nor one that has begun, nor an erased person’s', async () => {
      await set('cancelled')
      expect(await errorCode(move('11:00', '12:00', { as: seen({ status: 'cancelled' }) }))).toBe(
        'already_cancelled',
      )
      await set('pending')
      const past = await dateIn(db, -1)
      await db.rows('update public.bookings set date = $1', past)
      expect(await errorCode(move('11:00', '12:00', { as: seen({ date: past }) }))).toBe('call_begun')
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await errorCode(move('11:00', '12:00'))).toBe('request_gone')
    })
  })

  describe('a text about a closing that the site mails', () => {
    const reply = '00000000-0000-4000-8000-0000000000d1'
    const second = '00000000-0000-4000-8000-0000000000d2'
    const send = (as = reply, revision?: number) =>
      untold().then(([call]) =>
        db.rowsAs(
          admin,
          `select public.send_reply($1, $2, $3, 'change', 'About your call', 'We go to a wedding.')`,
          ...[as, id, revision ?? call?.revision ?? 0],
        ),
      )
    const undo = (as = reply) => db.valueAs<boolean>(admin, 'select public.undo_reply($1)', as)

    test('tells of it once it is sent, changes nothing else, and is no answer', async () => {
      await close()
      const before = await row()
      await send()
      expect(await row()).toEqual(before)
      expect(await untold()).toMatchObject([{ id, waits: true }])
      expect(await errorCode(send(second))).toBe('reply_unfit')
      expect(await mail()).toMatchObject([
        { kind: 'reply', reply: { kind: 'change', body: 'We go to a wedding.' } },
      ])
      expect(await untold()).toEqual([])
      expect(await row()).toMatchObject({ status: 'pending', waits: true })
      await open()
      expect(await untold()).toMatchObject([{ id, known: { closed: day } }])
    })

    describe('to several at once', () => {
      let ids: string[]
      const texts = async (body: (n: number) => string = () => 'We go to a wedding.') =>
        (await untold()).map(({ id: request_id, revision }, n) => ({
          id: `00000000-0000-4000-8000-0000000000e${n}`,
          request_id,
          revision,
          subject: 'About your call',
          body: body(n),
        }))
      const sendAll = (changes: object[]) =>
        db.valueAs<string[]>(admin, 'select public.send_changes($1::text::jsonb)', JSON.stringify(changes))
      const undoAll = (changes: { id: string }[]) =>
        db.valueAs<number>(
          admin,
          'select public.undo_changes($1::text::uuid[])',
          `{${changes.map((change) => change.id).join()}}`,
        )
      beforeEach(async () => {
        const bea = await book(db, { date: day, slot: eleven, email: 'bea@example.com', siteKey: KEY })
        ids = [id, bea.id]
        await sendDue(db)
        await close()
      })

      test('goes to all or to none; taken back, none goes and all are listed', async () => {
        const broken = await texts((n) => (n === 1 ? '' : 'We go to a wedding.'))
        expect(await errorCode(sendAll(broken))).toBe(CHECK_VIOLATION)
        expect(await waiting(db)).toEqual([])
        const changes = await texts()
        expect(await sendAll(changes)).toEqual([])
        expect(await waiting(db)).toEqual(['visitor: reply', 'visitor: reply'])
        expect(await undoAll(changes)).toBe(0)
        expect(await waiting(db)).toEqual([])
        expect((await untold()).map(({ waits }) => waits)).toEqual([false, false])
      })

      test('leaves out whose call has changed since, and takes back what has not gone', async () => {
        const changes = await texts()
        await db.rowsAs(admin, `select public.erase_person('bea@example.com')`)
        expect(await sendAll(changes)).toEqual([ids[1]])
        expect(await waiting(db)).toEqual(['visitor: reply'])
        await mail()
        expect(await undoAll(changes)).toBe(1)
      })
    })

    test('is taken back within the minute; then nobody is mailed, and it is listed again', async () => {
      await close()
      await send()
      expect(await undo()).toBe(true)
      expect(await waiting(db)).toEqual([])
      expect(await untold()).toMatchObject([{ id, waits: false }])
      await send(second)
      await mail()
      expect(await errorCode(undo(second))).toBe('reply_sent')
    })

    test('is not sent once the date is open again or the call moved, and the admins are told', async () => {
      await close()
      await send()
      await open()
      expect(await mail()).toEqual([])
      expect(await db.valueAs(admin, 'select last_error from public.get_mail_problems()')).toBe(
        'changed_meanwhile',
      )
      expect(await untold()).toEqual([])
    })

    test('that was on its way while the date was opened is followed by that news', async () => {
      await close()
      await send()
      await pass(db, '60 seconds')
      const [claimed = { id: '', lease: '', calendar_sequence: 0 }] = await claim(db)
      await open()
      await finish(db, claimed, { outcome: 'sent', told_sequence: claimed.calendar_sequence as number })
      expect(await untold()).toMatchObject([{ id, is_closed: false, known: { closed: day } }])
    })

    test('a call of which there is nothing to tell has none', async () => {
      expect(await errorCode(send())).toBe('reply_unfit')
    })
  })

  describe('booking for a caller', () => {
    const call = (start = '11:00', end = '12:00', { outside = false, request = requestId } = {}) =>
      db.valueAs<string>(
        admin,
        `select public.book_call($1, 'Bea', 'bea@example.com', $2, $3, $4, $5, 'On the phone', '{"phone": "021 555 0100"}')`,
        ...[request, day, start, end, outside],
      )

    test('it is confirmed, with a mail and a reminder for them and none for the studio', async () => {
      id = await call()
      expect(await row()).toMatchObject({ status: 'confirmed', start: '11:00', waits: false, untold: false })
      expect(await waiting(db)).toEqual(['visitor: confirmed', 'visitor: reminder'])
      expect(await mail()).toMatchObject([{ kind: 'confirmed', name: 'Bea', phone: '021 555 0100' }])
    })

    test('pressed twice, or sent again after a lost response, it is booked once', async () => {
      expect(await call()).toBe(await call())
      expect(await db.value('select count(*)::int from public.bookings')).toBe(2)
    })

    test('sent again for another time, it says that it was booked, and books nothing', async () => {
      await call()
      expect(await errorCode(call('18:00', '18:30', { outside: true }))).toContain('booked_before')
      expect(await db.value('select count(*)::int from public.bookings')).toBe(2)
    })

    test('no cap counts it, and it does not count in how we keep our word', async () => {
      for (const cap of ['future_bookings_per_email', 'submits_per_email_in_24_hours', 'bookings_in_an_hour'])
        await setCap(db, cap, 0)
      await call()
      expect(await db.value('select count(*)::int from private.waits')).toBe(1)
      expect(await db.value('select count(*)::int from private.submits')).toBe(1)
    })

    test('outside the hours only with a yes, and never over another call', async () => {
      expect(await errorCode(call('18:00', '18:30'))).toBe('outside_hours')
      expect(await errorCode(call('09:30', '10:30', { outside: true }))).toBe('slot_taken')
      expect(await call('18:00', '18:30', { outside: true })).toBeTruthy()
    })

    test('who it was waited for has answered', async () => {
      await db.rows(`update public.bookings set email = 'bea@example.com', their_turn_since = now()`)
      await call()
      expect(await db.value('select count(their_turn_since)::int from public.bookings')).toBe(0)
    })
  })

  describe('a sentence with the cancelling', () => {
    const page = () =>
      db.valueAs<Record<string, unknown>>(visitor, 'select public.get_managed_booking($1, $2)', KEY, id)

    test('stands in the mail and on the visitor’s page, and is nobody’s but the studio’s', async () => {
      await set('cancelled', 'We are both ill.\nSorry!')
      expect(await mail()).toMatchObject([
        { kind: 'cancelled', cancel_message: 'We are both ill.\nSorry!', cancel_reason: null },
      ])
      expect(await page()).toMatchObject({ cancel_message: 'We are both ill.\nSorry!' })
    })

    test('goes when the cancelling is undone, and with the person', async () => {
      await set('cancelled', 'We are both ill.')
      await set('pending')
      expect(await row()).toMatchObject({ status: 'pending', cancel_message: null })
      await set('cancelled', 'We are both ill.')
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await row()).toMatchObject({ status: 'cancelled', cancel_message: null })
      expect(await errorCode(set('cancelled', 'Again'))).toBe('person_erased')
    })

    test('is bounded and clean', async () => {
      expect(await errorCode(set('cancelled', 'x'.repeat(501)))).toBe(CHECK_VIOLATION)
      expect(await errorCode(set('cancelled', ' '))).toBe(CHECK_VIOLATION)
      expect(await errorCode(set('cancelled', 'a\u0007b'))).toBe(CHECK_VIOLATION)
    })

    test('a visitor’s own reason is never taken for it', async () => {
      await db.valueAs(
        visitor,
        `select public.cancel_managed_booking($1, $2, 1, 0, 'I am ill.')`,
        ...[KEY, id],
      )
      expect(await page()).toMatchObject({ status: 'cancelled', cancel_message: null })
      expect(await row()).toMatchObject({ cancel_message: null, untold: false })
    })
  })

  describe('who has not been told', () => {
    test('a cancelled call, until its mail is sent', async () => {
      await set('cancelled')
      expect(await untold()).toMatchObject([{ id, waits: true, known: { status: 'pending', date: day } }])
      await mail()
      expect(await untold()).toEqual([])
    })

    test('a mail that was given up has told nobody', async () => {
      await set('cancelled')
      await pass(db, '60 seconds')
      const [claimed = { id: '', lease: '' }] = await claim(db)
      await finish(db, claimed, { outcome: 'refused', error: '550' })
      expect(await untold()).toMatchObject([{ id, waits: false }])
    })

    test('a mail that was written before the last change has not told it', async () => {
      await set('confirmed')
      await mail()
      await move('11:00', '12:00', { as: seen({ status: 'confirmed' }) })
      await pass(db, '60 seconds')
      const [claimed = { id: '', lease: '', calendar_sequence: 0 }] = await claim(db)
      await move('11:00', '12:00', { date: other, as: seen({ status: 'confirmed', start_time: '11:00' }) })
      await finish(db, claimed, { outcome: 'sent', told_sequence: claimed.calendar_sequence as number })
      expect(await untold()).toMatchObject([{ id, known: { date: day, start_time: '09:00' } }])
      await mail()
      expect(await untold()).toEqual([])
    })

    test('a mail that was saved as a file, or sent by a site from before, has told nobody', async () => {
      await set('cancelled')
      await pass(db, '60 seconds')
      await sendDue(db)
      expect(await untold()).toMatchObject([{ id }])
    })

    test('another location of a confirmed call; of a pending one its confirmation tells', async () => {
      await setLocation('The café')
      await set('confirmed')
      expect(await untold()).toEqual([])
      await setLocation('At ours')
      expect(await untold()).toMatchObject([{ id, known: { location: 'The café' } }])
      await setLocation('The café')
      expect(await untold()).toEqual([])
    })

    test('until somebody says that they told them; which can be taken back', async () => {
      await set('cancelled')
      const shown = await untold()
      expect(await told()).toEqual([])
      expect(await untold()).toEqual([])
      expect(await told(shown)).toEqual([])
      await takeBackTold()
      expect(await untold()).toMatchObject([{ id }])
      const events = await db.rows(
        `select actor, kind, what from public.request_events where kind = 'told' order by id`,
      )
      expect(events).toEqual([
        { actor: 'admin@studio.test', kind: 'told', what: null },
        { actor: 'admin@studio.test', kind: 'told', what: 'taken back' },
      ])
    })

    test('a press on a list from before the last change tells only what it showed', async () => {
      await move('11:00', '12:00')
      const shown = await untold()
      await move('11:00', '12:00', { date: other, as: seen({ start_time: '11:00' }) })
      expect(await told(shown)).toEqual([id])
      expect(await untold()).toMatchObject([
        { id, state: { date: other, start_time: '11:00' }, known: { date: day, start_time: '11:00' } },
      ])
      expect(await told()).toEqual([])
      expect(await untold()).toEqual([])
    })

    test('who is told of a change that was taken back meanwhile has to hear that, too', async () => {
      await move('11:00', '12:00')
      const shown = await untold()
      await move('09:00', '10:00', { as: seen({ start_time: '11:00' }) })
      expect(await told(shown)).toEqual([id])
      expect(await untold()).toMatchObject([
        { id, state: { start_time: '09:00' }, known: { start_time: '11:00' } },
      ])
    })

    test('a closing since the list was read is not told by it, and a confirmation can wait', async () => {
      await move('11:00', '12:00')
      const shown = await untold()
      await set('confirmed')
      await close()
      expect(await told(shown)).toEqual([id])
      expect(await untold()).toMatchObject([{ id, is_closed: true, known: { start_time: '11:00' } }])
      await open()
      expect(await untold()).toEqual([])
    })

    test('a press that does not say what the list showed tells nothing', async () => {
      await set('cancelled')
      const unseen = db.rowsAs(admin, 'select public.set_told($1::text::uuid[], true)', `{${id}}`)
      expect(await errorCode(unseen)).toBe('changed_meanwhile')
      expect(await untold()).toHaveLength(1)
    })

    test('who was told that a date is closed has to hear that it is open again', async () => {
      await set('confirmed')
      await mail()
      await close()
      await told()
      await open()
      expect(await untold()).toMatchObject([
        { id, is_closed: false, waits: false, known: { closed: day }, state: { status: 'confirmed' } },
      ])
      await setLocation('The café')
      await mail()
      expect(await untold(), 'a mail about the place does not say so').toMatchObject([{ id, waits: false }])
      await told()
      expect(await untold()).toEqual([])
    })

    test('closed again by Undo: who was told of the closing knows, and is not listed', async () => {
      await close()
      await told()
      await open()
      await closeAgain()
      expect(await untold()).toEqual([])
    })

    test('closed again by Undo: who was never told of the closing is listed again', async () => {
      await close()
      await told()
      await takeBackTold()
      expect(await untold()).toMatchObject([{ id, is_closed: true }])
      await open()
      expect(await untold()).toEqual([])
      await closeAgain()
      expect(await untold()).toMatchObject([{ id, is_closed: true }])
    })

    test('who was told of a closing and moves away has nothing more to hear of that date', async () => {
      await close()
      await told()
      await db.valueAs(
        visitor,
        'select public.move_managed_booking($1, $2, 1, 0, $3, $4)',
        ...[KEY, id, other, nine],
      )
      await open()
      expect(await untold()).toEqual([])
    })

    test('an admin’s move to a closed date, with a yes, is told by the mail about it', async () => {
      await close()
      await move('11:00', '12:00', { date: other })
      await mail()
      await move('09:00', '10:00', { as: seen({ date: other, start_time: '11:00' }), outside: true })
      expect(await untold()).toMatchObject([{ id, is_closed: false, waits: true }])
      await mail()
      expect(await untold()).toEqual([])
    })

    test('a cancelled call that is taken up again is listed as standing', async () => {
      await set('cancelled')
      await told()
      await set('pending')
      expect(await untold()).toMatchObject([
        { id, known: { status: 'cancelled' }, state: { status: 'pending' } },
      ])
    })

    test('a date that is closed over bookings, which stay; no mail says so, opening it does', async () => {
      await set('confirmed')
      await mail()
      await db.rowsAs(admin, `select public.close_dates($1, $1, 'A holiday')`, day)
      expect(await row()).toMatchObject({ status: 'confirmed' })
      expect(await untold()).toMatchObject([{ id, is_closed: true, waits: false }])
      await setLocation('The café')
      await mail()
      expect(await untold()).toMatchObject([{ id, is_closed: true, known: { location: 'The café' } }])
      await db.rowsAs(admin, 'select public.reopen_dates($1, $1)', day)
      expect(await untold()).toEqual([])
    })

    test('a call that is moved away from a closed date is told of by the mail about the move', async () => {
      await db.rowsAs(admin, 'select public.set_date_availability($1, false)', day)
      await move('11:00', '12:00', { date: other })
      expect(await untold()).toMatchObject([{ id, is_closed: false, waits: true }])
      await move('09:00', '10:00', { as: seen({ date: other, start_time: '11:00' }), outside: true })
      expect(await untold()).toMatchObject([{ id, is_closed: true }])
      await move('11:00', '12:00', { date: other })
      await mail()
      expect(await untold()).toEqual([])
    })

    test('who moves or cancels themselves, or is erased, has nothing to be told', async () => {
      await move('11:00', '12:00')
      await db.valueAs(
        visitor,
        'select public.move_managed_booking($1, $2, 1, 1, $3, $4)',
        ...[KEY, id, other, nine],
      )
      expect(await row()).toMatchObject({ date: other, untold: false })
      await set('cancelled')
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await db.value('select untold_from from public.bookings')).toBeNull()
      expect(await row()).toMatchObject({ untold: false })
    })

    test('a call that is over, or a change that a backup brings, is nobody’s to tell', async () => {
      await db.rows(`update public.bookings set status = 'cancelled'`)
      expect(await row()).toMatchObject({ untold: false })
      await db.rows(`update public.bookings set status = 'confirmed', date = $1`, await dateIn(db, -3))
      await set('cancelled')
      expect(await untold()).toEqual([])
    })

    test('what they were told is no change that another admin’s press would be refused for', async () => {
      await set('cancelled')
      const revision = () => db.value<number>('select revision from public.bookings')
      const before = await revision()
      await mail()
      expect(await revision()).toBe(before)
    })
  })
})
