import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { book, dateIn, offeredTimes, setCap } from './fixtures'
import { KEY, sendDue, waiting } from './mails'
import { admin, errorCode, visitor } from './test-database'

const CHECK_VIOLATION = '23514'
const requestId = '00000000-0000-4000-8000-0000000000c1'

// Tests how admins move, book and cancel calls, and what the visitors then know.
onPostgres((db) => {
  const calls = useCall(db)
  const { call, does, untold, tell, send } = calls

  const seen = (change: object = {}) => ({
    ...{ status: 'pending', date: call.day, start_time: '09:00' },
    ...change,
  })
  const move = (
    start: string,
    end: string,
    {
      date = call.day,
      as = seen(),
      outside = false,
      form,
    }: { date?: string; as?: object; outside?: boolean; form?: string } = {},
  ) =>
    db.rowsAs(
      admin,
      'select public.move_booking($1, $2::text::jsonb, $3, $4, $5, $6, $7)',
      ...[call.id, JSON.stringify(as), date, start, end, outside, form ?? null],
    )
  const cancel = (message: string) =>
    db.rowsAs(
      admin,
      `update public.bookings set status = 'cancelled', cancel_message = $1 where id = $2 returning id`,
      ...[message, call.id],
    )
  const row = async (id = call.id) =>
    (
      await db.rows(
        `select b.status, b.date::text as date, to_char(s.start_time, 'HH24:MI') as start, b.calendar_sequence as sequence,
           r.over_from > now() and r.ours_from <= now() as waits, b.cancel_message
         from public.bookings b join public.time_slots s on s.id = b.time_slot_id join public.requests r on r.id = b.id
         where b.id = $1`,
        id,
      )
    )[0]

  describe('moving a call', () => {
    test('a confirmed call that an admin moves stays confirmed, and its link stays valid', async () => {
      await does('confirm, send')
      await move('11:00', '12:00', { date: call.other, as: seen({ status: 'confirmed' }) })
      expect(await row()).toMatchObject({
        ...{ status: 'confirmed', date: call.other, start: '11:00', waits: false },
      })
      const link = await db.valueAs<{ link_version: number }>(
        visitor,
        'select public.get_managed_booking($1, $2)',
        ...[KEY, call.id],
      )
      expect(link.link_version).toBe(1)
      expect(await offeredTimes(db, call.day)).toEqual(['09:00', '11:00'])
    })

    test('a minute after a move the visitor gets a mail with both times and a higher SEQUENCE', async () => {
      await does('confirm, send, move')
      expect(await sendDue(db)).toEqual([])
      expect(await send()).toMatchObject([
        {
          ...{ recipient: 'visitor', kind: 'moved', status: 'confirmed', calendar_sequence: 2 },
          ...{ start_time: '11:00', known_date: call.day, known_start_time: '09:00' },
        },
      ])
      expect(await waiting(db)).toEqual([])
    })

    test('when only the end of a call changes, the mail and the history have the former end', async () => {
      await does('confirm, send')
      await does('make it longer')
      expect(await send()).toMatchObject([
        { kind: 'moved', end_time: '10:30', known_start_time: '09:00', known_end_time: '10:00' },
      ])
      const [event] = await db.rows(
        `select kind, before ->> 'end_time' as before, after ->> 'end_time' as after
         from public.request_events order by id desc limit 1`,
      )
      expect(event).toEqual({ kind: 'moved', before: '10:00', after: '10:30' })
    })

    test('an admin who agrees can move a call outside the hours, to a time that no visitor is offered', async () => {
      expect(await errorCode(move('18:15', '18:45'))).toBe('outside_hours')
      await move('18:15', '18:45', { outside: true })
      expect(await row()).toMatchObject({ start: '18:15' })
      await move('09:00', '10:00', { as: seen({ start_time: '18:15' }) })
      expect(await offeredTimes(db, call.day)).toEqual(['11:00'])
      expect(await offeredTimes(db, call.other)).toEqual(['09:00', '11:00'])
    })

    test('an admin can move a call to a closed date only if they agree to that', async () => {
      await db.rowsAs(admin, 'select public.close_dates($1, $1)', call.other)
      expect(await errorCode(move('11:00', '12:00', { date: call.other }))).toBe('date_closed')
      await move('11:00', '12:00', { date: call.other, outside: true })
      expect(await row()).toMatchObject({ date: call.other, start: '11:00' })
    })

    test('a failed move names the reason of the closed date, or the person of the other call', async () => {
      const detailOf = (moved: Promise<unknown>) =>
        moved.then(
          () => null,
          (reason: { detail?: string }) => JSON.parse(reason.detail || 'null') as unknown,
        )
      await db.rowsAs(admin, `select public.close_dates($1, $1, 'Summer break')`, call.other)
      expect(await detailOf(move('11:00', '12:00', { date: call.other }))).toEqual({ reason: 'Summer break' })
      expect(await detailOf(move('18:00', '18:30', { date: call.other }))).toEqual({ reason: 'Summer break' })
      await book(db, {
        name: 'Bea',
        email: 'bea@example.com',
        date: call.day,
        slot: call.eleven,
        siteKey: KEY,
      })
      expect(await detailOf(move('11:30', '12:30', { outside: true }))).toEqual({
        ...{ name: 'Bea', start_time: '11:00', end_time: '12:00' },
      })
    })

    test('an admin can never move a call onto another one, in whatever slot', async () => {
      await book(db, { email: 'bea@example.com', date: call.day, slot: call.eleven, siteKey: KEY })
      expect(await errorCode(move('11:00', '12:00'))).toBe('slot_taken')
      expect(await errorCode(move('11:30', '12:30', { outside: true }))).toBe('slot_taken')
      await move('09:30', '10:30', { outside: true })
      expect(await row()).toMatchObject({ start: '09:30' })
    })

    test('an admin cannot move a call to the past, into a skipped hour, or to an end before the start', async () => {
      const wrong = async (date: string, start: string, end: string) =>
        errorCode(move(start, end, { date, outside: true }))
      expect(await wrong(await dateIn(db, 0), '00:00', '00:05')).toBe('date_past')
      expect(await wrong(await dateIn(db, -1), '11:00', '12:00')).toBe('date_past')
      expect(await wrong(await dateIn(db, 398), '11:00', '12:00')).toContain('date_too_far')
      expect(await wrong(call.day, '12:00', '11:00')).toBe('time_invalid')
      expect(await wrong(call.day, '08:00', '20:00')).toBe('time_invalid')
      // The clocks go from 2:00 to 3:00 on the last Sunday of September.
      const spring = await db.value<string>(`
        select max(date)::date::text from generate_series(current_date + 2, current_date + 390, interval '1 day') date
        where extract(month from date) = 9 and extract(day from date) > 23 and extract(isodow from date) = 7`)
      expect(await wrong(spring, '02:15', '02:45')).toBe('time_invalid')
    })

    test('a move fails after another admin’s change, and the error describes that change', async () => {
      await move('11:00', '12:00')
      const second = move('09:00', '10:00', { date: call.other })
      const error = await second.then(
        () => null,
        (reason: { message: string; detail?: string }) => reason,
      )
      expect(error?.message).toContain('changed_meanwhile')
      expect(JSON.parse(error?.detail ?? '{}')).toMatchObject({
        actor: 'admin@studio.test',
        after: { date: call.day, start_time: '11:00' },
      })
      expect(await row()).toMatchObject({ date: call.day, start: '11:00' })
    })

    test('a move fails if the admin’s page did not send the call’s state that it showed', async () => {
      const unseen = db.rowsAs(
        admin,
        `select public.move_booking($1, null, $2, '11:00', '12:00')`,
        call.id,
        call.day,
      )
      expect(await errorCode(unseen)).toBe('changed_meanwhile')
    })

    test('a move that is repeated after a lost response moves the call once', async () => {
      await move('11:00', '12:00')
      await move('11:00', '12:00')
      expect(await row()).toMatchObject({ start: '11:00', sequence: 1 })
    })

    test('a repeated press does not move a call that was moved back since, and returns the same Undo', async () => {
      const form = crypto.randomUUID()
      const first = await move('11:00', '12:00', { form })
      await move('09:00', '10:00', { as: seen({ start_time: '11:00' }) })
      expect(await move('11:00', '12:00', { form })).toEqual(first)
      expect(await row()).toMatchObject({ start: '09:00', sequence: 2 })
    })

    test('an admin cannot move a call that is cancelled, has begun, or is of an erased person', async () => {
      await does('cancel')
      expect(await errorCode(move('11:00', '12:00', { as: seen({ status: 'cancelled' }) }))).toBe(
        'already_cancelled',
      )
      await does('pend')
      const past = await dateIn(db, -1)
      await db.rows('update public.bookings set date = $1', past)
      expect(await errorCode(move('11:00', '12:00', { as: seen({ date: past }) }))).toBe('call_begun')
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await errorCode(move('11:00', '12:00'))).toBe('request_gone')
    })
  })

  describe('booking for a caller', () => {
    interface Booked extends Record<'request' | 'name' | 'email', string> {
      outside: boolean
      message: string | null
      details: { phone?: string; package?: string }
    }
    const bookCall = (
      start = '11:00',
      end = '12:00',
      { outside = false, request = requestId, ...more } = {} as Partial<Booked>,
    ) => {
      const said = { name: 'Bea', email: 'bea@example.com', message: 'On the phone', ...more }
      const details = { phone: '021 555 0100', package: 'growth', ...more.details }
      return db.valueAs<string>(
        admin,
        `select public.book_call($1, $6, $7, $2, $3, $4, $5, $8, $9::text::jsonb)`,
        ...[request, call.day, start, end, outside],
        ...[said.name, said.email, said.message, JSON.stringify(details)],
      )
    }
    const setStatus = (id: string, status: string) =>
      db.rowsAs(admin, `update public.bookings set status = $2 where id = $1 returning 1`, id, status)

    test('a call that an admin books for a caller is confirmed, with a mail to the caller only', async () => {
      const id = await bookCall()
      expect(await row(id)).toMatchObject({ status: 'confirmed', start: '11:00', waits: false })
      expect(await untold(), 'its mail waits').toEqual([])
      expect(await waiting(db)).toEqual(['visitor: call'])
      expect(await send()).toMatchObject([{ kind: 'confirmed', name: 'Bea', phone: '021 555 0100' }])
    })

    test('an admin who books for a caller twice, by a double press or after an error, books one call', async () => {
      expect(await bookCall()).toBe(await bookCall())
      expect(await db.value('select count(*)::int from public.bookings')).toBe(2)
    })

    test.each<[string, string, Partial<Booked>]>([
      ['for another time', '12:30', {}],
      ['for another address', '12:00', { email: 'kim@example.com' }],
      ['with another name', '12:00', { name: 'Bee' }],
      ['with another phone', '12:00', { details: { phone: '021 555 0199' } }],
      ['with another package', '12:00', { details: { package: 'scale' } }],
      ['without the message', '12:00', { message: null }],
    ])(
      'an admin’s booking that is sent again %s returns the booked call, and books nothing',
      async (_, end, more) => {
        const id = await bookCall()
        const again = await bookCall('11:00', end, { outside: true, ...more }).catch(
          (error: unknown) => error,
        )
        const { message, detail } = again as { message: string; detail: string }
        expect(message).toBe('form_used')
        expect(JSON.parse(detail)).toEqual({ id, status: 'confirmed', date: call.day, start_time: '11:00' })
        expect(await db.value('select count(*)::int from public.bookings')).toBe(2)
      },
    )

    test('an admin’s repeated booking of a call that was cancelled since fails', async () => {
      await setStatus(await bookCall(), 'cancelled')
      expect(await errorCode(bookCall())).toContain('form_used')
    })

    const undo = (id: string) => db.rowsAs(admin, 'select public.undo_act($1, 0)', id)

    test('an admin’s booking that is undone within the minute sends no mail, not even a reminder', async () => {
      const id = await bookCall()
      expect(await db.value('select known from public.bookings where id = $1', id)).toBeNull()
      await undo(id)
      expect(await waiting(db)).toEqual([])
      expect(await send()).toEqual([])
      expect(await untold()).toEqual([])
    })

    test('an admin’s booking that is undone after the mail sends a mail that the call is cancelled', async () => {
      const id = await bookCall()
      await send()
      await undo(id)
      expect(await send()).toMatchObject([{ kind: 'cancelled', name: 'Bea' }])
    })

    test('an admin’s booking counts towards no cap, and nobody has to answer it', async () => {
      for (const cap of ['future_bookings_per_email', 'submits_per_email_in_24_hours', 'bookings_in_an_hour'])
        await setCap(db, cap, 0)
      await bookCall()
      expect(await db.value(`select count(*)::int from public.request_events where turn = 'asks'`)).toBe(1)
      expect(await db.value('select count(*)::int from private.submits')).toBe(1)
    })

    test('an admin who agrees can book outside the hours, but never over another call', async () => {
      expect(await errorCode(bookCall('18:00', '18:30'))).toBe('outside_hours')
      expect(await errorCode(bookCall('09:30', '10:30', { outside: true }))).toBe('slot_taken')
      expect(await bookCall('18:00', '18:30', { outside: true })).toBeTruthy()
    })
  })

  describe('the message of a cancellation', () => {
    const page = () =>
      db.valueAs<Record<string, unknown>>(visitor, 'select public.get_managed_booking($1, $2)', KEY, call.id)

    test('the studio’s message about a cancellation is in the mail and on the visitor’s page', async () => {
      await cancel('We are both ill.\nSorry!')
      expect(await send()).toMatchObject([
        { kind: 'cancelled', cancel_message: 'We are both ill.\nSorry!', cancel_reason: null },
      ])
      expect(await page()).toMatchObject({ cancel_message: 'We are both ill.\nSorry!' })
    })

    test('the message about a cancellation shows only while the call is cancelled; a move deletes it', async () => {
      await cancel('We are both ill.')
      await does('pend')
      expect(await page()).toMatchObject({ status: 'pending', cancel_message: null })
      await does('cancel')
      expect(await page()).toMatchObject({ status: 'cancelled', cancel_message: 'We are both ill.' })
      await does('pend, move')
      expect(await row()).toMatchObject({ status: 'pending', cancel_message: null })
      await cancel('We are both ill.')
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await row()).toMatchObject({ status: 'cancelled', cancel_message: null })
      expect(await errorCode(cancel('Again'))).toBe('person_erased')
    })

    test('the message about a cancellation has 1 to 500 characters, without control characters', async () => {
      expect(await errorCode(cancel('x'.repeat(501)))).toBe(CHECK_VIOLATION)
      expect(await errorCode(cancel(' '))).toBe(CHECK_VIOLATION)
      expect(await errorCode(cancel('a\u0007b'))).toBe(CHECK_VIOLATION)
    })

    test('the studio’s message about a cancellation is never mixed up with the visitor’s reason', async () => {
      await db.valueAs(
        visitor,
        `select public.cancel_managed_booking($1, $2, 1, 0, 'I am ill.')`,
        ...[KEY, call.id],
      )
      expect(await page()).toMatchObject({ status: 'cancelled', cancel_message: null })
      expect(await row()).toMatchObject({ cancel_message: null })
      expect(await untold()).toEqual([])
    })
  })

  describe('the list of visitors who do not know yet', () => {
    test('the list ‘Not told yet’ shows each call as its visitor knows it', async () => {
      await does('cancel')
      expect(await untold()).toMatchObject([
        { id: call.id, waits: true, known: { status: 'pending', date: call.day, start_time: '09:00' } },
      ])
      await does('told, pend')
      expect(await untold()).toMatchObject([{ known: { status: 'cancelled' }, state: { status: 'pending' } }])
      await does('told, to the café, confirm, send, to room 2')
      expect(await untold()).toMatchObject([{ known: { location: 'The café' }, location: 'Room 2' }])
    })

    test('‘Told’ and its Undo are in the request’s history', async () => {
      await does('cancel')
      const shown = await untold()
      expect(await tell(shown)).toEqual([])
      expect(await tell(shown), 'pressed twice, it is told once').toEqual([])
      await does('untell')
      const events = await db.rows(
        `select actor, kind, what, before #>> '{known,status}' as before, after #>> '{known,status}' as after
         from public.request_events where kind = 'told' or what = 'told' order by id`,
      )
      expect(events).toEqual([
        { actor: 'admin@studio.test', kind: 'told', what: null, before: 'pending', after: 'cancelled' },
        { actor: 'admin@studio.test', kind: 'undone', what: 'told', before: 'cancelled', after: 'pending' },
      ])
    })

    test.each(['move, look, move away', 'move, look, move back', 'move, look, confirm, close'])(
      'a press on ‘Told’ reports the visitors left out: %s',
      async (done) => {
        await does(done)
        const shown = [{ ...(await untold())[0], id: call.id, state: { ...seen(), start_time: '11:00' } }]
        expect(await tell(shown as never)).toEqual([call.id])
        expect(await untold()).toMatchObject([{ known: { date: call.day, start_time: '11:00' } }])
      },
    )

    test('a press of ‘Told’ without the state that the list showed records nothing', async () => {
      await does('cancel')
      await db.rowsAs(admin, `select public.set_known($1::text::uuid[], '{}')`, `{${call.id}}`)
      expect(await untold()).toHaveLength(1)
    })

    test('an older state of a call never replaces a newer one that the visitor knows', async () => {
      await does('confirm, begin')
      await db.rows(
        `update public.bookings set known = known || jsonb_build_object('at', now() + interval '1 second')`,
      )
      const known = () => db.value('select known from public.bookings')
      const before = await known()
      await does('end')
      expect(await known()).toEqual(before)
    })

    test('‘Not told yet’ omits past calls and calls of erased persons', async () => {
      await db.rows(`update public.bookings set status = 'confirmed', date = $1`, await dateIn(db, -3))
      await does('cancel')
      // The call is past now, but its visitor still knows it on a coming date.
      expect(await untold()).toHaveLength(1)
      await db.rows(`update public.bookings set known = known || jsonb_build_object('date', date)`)
      expect(await untold()).toEqual([])
    })

    test('‘Not told yet’ has changes by SQL too, because they count as the studio’s acts', async () => {
      await db.rows(`update public.bookings set status = 'cancelled'`)
      expect(await calls.listed()).toBe('cancelled, waits')
      expect(await calls.mailed(), 'the studio knows').toEqual(['visitor: cancelled'])
    })

    test('recording what a visitor knows does not make another admin’s press fail', async () => {
      await does('cancel')
      const revision = () => db.value<number>('select revision from public.bookings')
      const before = await revision()
      await send()
      expect(await revision()).toBe(before)
    })

    test('after an erasure nothing is stored about what the person knew', async () => {
      await does('move, erase')
      expect(await db.value('select known from public.bookings')).toBeNull()
    })
  })
})
