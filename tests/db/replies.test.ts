import { describe, expect, test } from 'vitest'
import { claimedMail } from '@/lib/mail/claimed'
import { composeMail } from '@/lib/mail/compose'
import { brokenBy } from '../log-invariants'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire } from './fixtures'
import { claim, finish, KEY, moveAsVisitor, pass, sendDue, useKey, waiting } from './mails'
import { addOther, admin, adminId, errorCode, other, otherId, visitor } from './test-database'

const reply = '00000000-0000-4000-8000-0000000000c1'
const second = '00000000-0000-4000-8000-0000000000c2'
const third = '00000000-0000-4000-8000-0000000000c3'

onPostgres((db) => {
  let slot: string
  let later: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
    later = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    await addOther(db)
  })
  const call = async () => (await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })).id
  const message = async () => (await inquire(db, { siteKey: KEY })).id
  const state = async (id: string) => {
    const [row] = await db.rows(
      `select status, owner, over_from > now() and ours_from <= now() as waits,
         coalesce((private.deciding_event(r)).turn <> 'asks', false) as answered,
         over_from > now() and ours_from > now() as their_turn from public.requests r where id = $1`,
      id,
    )
    return row
  }
  const revision = (id: string) =>
    db.value<number>(
      `select revision from public.bookings where id = $1 union all select revision from public.inquiries where id = $1`,
      id,
    )
  /** Answers a request: the site mails `body`; without it, the admin has sent a mail themselves. */
  const answer = (
    id: string,
    kind: string,
    {
      body = null as string | null,
      subject = (body === null ? null : 'Your call') as string | null,
      caller = admin,
      seen = undefined as number | undefined,
      as = reply,
    } = {},
  ) =>
    revision(id).then((now) =>
      db.rowsAs(
        caller,
        'select public.send_reply($1, $2, $3, $4, $5, $6)',
        as,
        id,
        seen ?? now,
        kind,
        subject,
        body,
      ),
    )
  const undo = async (caller = admin, as = reply) => {
    const [event] = await db.rows(
      'select request_id, revision from public.request_events where form_id = $1',
      as,
    )
    return db.valueAs<string>(caller, 'select public.undo_act($1, $2)', event?.request_id, event?.revision)
  }
  const problems = () =>
    db.rowsAs(admin, `select kind, given_up, last_error from public.get_mail_problems() where kind = 'reply'`)
  const untold = async () =>
    (await db.valueAs<{ id: string }[]>(admin, 'select public.get_calls_to_tell()')).map((call) => call.id)
  const events = async () =>
    (
      await db.rows<{ deed: string }>(
        `select case when undoes is null then what else 'undone' end as deed from public.request_events
         where kind not in ('booked', 'wrote') order by id`,
      )
    ).map(({ deed }) => deed)

  describe('recorded as sent, or sent by the site', () => {
    test.each([
      ['confirm', 'confirmed', false],
      ['propose', 'pending', true],
      ['decline', 'cancelled', false],
      ['answer', 'pending', true],
    ])(
      '%s: the booking is %s, somebody’s, answered; undone, all is as it was',
      async (kind, status, theirs) => {
        for (const body of [null, 'Hello']) {
          await db.rows('savepoint each')
          const id = await call()
          const before = await state(id)
          expect(before).toEqual({
            status: 'pending',
            owner: null,
            waits: true,
            answered: false,
            their_turn: false,
          })
          await answer(id, kind, { body })
          const after = { status, owner: adminId, waits: false, answered: true, their_turn: theirs }
          expect(await state(id)).toEqual(after)
          expect(await undo()).toBe('undone')
          expect(await state(id)).toEqual(before)
          expect(await events()).toEqual([kind, 'undone'])
          await db.rows('rollback to savepoint each')
        }
      },
    )

    test.each([
      ['propose', true],
      ['answer', true],
      ['decline', false],
    ])('%s: the message is replied to; undone, it is read as it was', async (kind, theirs) => {
      const id = await message()
      await db.rowsAs(admin, `update public.inquiries set status = 'read' where id = $1`, id)
      const before = await state(id)
      await answer(id, kind)
      expect(await state(id)).toMatchObject({
        status: 'replied',
        owner: adminId,
        waits: false,
        their_turn: theirs,
      })
      await undo()
      expect(await state(id)).toEqual(before)
    })

    test('an answer keeps the assignee, and undoing a later answer does not reopen an earlier one', async () => {
      const id = await call()
      await db.rowsAs(admin, 'select public.set_owner($1, $2)', id, otherId)
      await answer(id, 'propose')
      const proposed = await state(id)
      expect(proposed).toMatchObject({ owner: otherId, waits: false, their_turn: true })
      await answer(id, 'confirm', { as: second })
      expect(await state(id)).toMatchObject({ status: 'confirmed', their_turn: false })
      await undo(admin, second)
      expect(await state(id)).toEqual(proposed)
    })

    test('a visitor’s page stops saying that their time is held once the studio proposes others', async () => {
      const id = await call()
      const isProposed = async () => {
        const json = `public.get_managed_booking($1, $2) ->> 'is_proposed'`
        return db.valueAs(visitor, `select ${json}`, KEY, id)
      }
      expect(await isProposed()).toBe('false')
      await answer(id, 'propose')
      expect(await isProposed()).toBe('true')
      await undo()
      expect(await isProposed()).toBe('false')
      await answer(id, 'propose', { as: second })
      await moveAsVisitor(db, id, await dateIn(db, 9), later)
      expect(await isProposed()).toBe('false')
    })

    test('an answer that is repeated after a lost response is stored and mailed once', async () => {
      const id = await message()
      await answer(id, 'answer', { body: 'Hello' })
      await answer(id, 'answer', { body: 'Hello' })
      expect(await events()).toHaveLength(1)
      expect((await waiting(db)).filter((mail) => mail === 'visitor: reply')).toHaveLength(1)
      expect(await undo()).toBe('undone')
      expect(await undo()).toBe('undone')
      expect(await waiting(db)).not.toContain('visitor: reply')
      // Sent again after the Undo, from a page that does not know of it: the database refuses, and
      // mails nothing.
      expect(await errorCode(answer(id, 'answer', { body: 'Hello' }))).toBe('form_used')
    })

    test('an admin can thank after a past call; an answer that does not fit the request is refused', async () => {
      const id = await call()
      expect(await errorCode(answer(id, 'after_call'))).toBe('reply_unfit')
      await answer(id, 'confirm')
      expect(await errorCode(answer(id, 'confirm', { as: second }))).toBe('reply_unfit')
      await db.rows(`update public.bookings set date = private.studio_today() - 2 where id = $1`, id)
      for (const kind of ['confirm', 'decline'])
        expect(await errorCode(answer(id, kind, { as: second }))).toBe('reply_unfit')
      await answer(id, 'after_call', { as: second, body: 'Thank you' })
      const inquiry = await message()
      for (const kind of ['confirm', 'after_call'])
        expect(await errorCode(answer(inquiry, kind, { as: third })), kind).toBe('reply_unfit')
    })
  })

  describe('a mail', () => {
    test('an answer is mailed with the admin’s words after a minute, and cannot be undone while being sent', async () => {
      const id = await message()
      await sendDue(db)
      await answer(id, 'answer', { subject: 'Your shop', body: 'Hello\nYes.' })
      expect(await claim(db)).toEqual([])
      await pass(db, '61 seconds')
      const [mail] = await claim(db)
      expect(mail).toMatchObject({
        kind: 'reply',
        recipient: 'visitor',
        about_id: id,
        reply: { kind: 'answer', subject: 'Your shop', body: 'Hello\nYes.' },
      })
      expect(await errorCode(undo())).toBe('mail_sent')
      if (mail) await finish(db, mail)
      const listed = await db.rowsAs(admin, 'select * from public.list_replies($1)', id)
      expect(listed).toMatchObject([{ kind: 'answer', sent_by: 'admin@studio.test', waits: false }])
      expect(listed[0]?.sent_at).not.toBeNull()
      expect(await errorCode(undo())).toBe('mail_sent')
    })

    test('an answer that declines or thanks is mailed even if the call is cancelled or over', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'decline', { body: 'Sorry' })
      await pass(db, '61 seconds')
      expect(await claim(db)).toMatchObject([{ kind: 'cancelled', reply: { body: 'Sorry' } }])
      await db.rows(
        `update public.bookings set status = 'confirmed', date = private.studio_today() - 2 where id = $1`,
        id,
      )
      await answer(id, 'after_call', { body: 'Thank you', as: second })
      await pass(db, '61 seconds')
      expect(await sendDue(db)).toEqual(['visitor: reply'])
    })

    test('an answer that declines a message is mailed on its own', async () => {
      const id = await message()
      await sendDue(db)
      await answer(id, 'decline', { body: 'Sorry' })
      await pass(db, '61 seconds')
      expect(await claim(db)).toMatchObject([{ kind: 'reply', reply: { kind: 'decline', body: 'Sorry' } }])
    })

    test('a proposal whose mail was never sent does not make it the visitor’s turn', async () => {
      const id = await call()
      await sendDue(db)
      await db.rowsAs(admin, `update public.bookings set status = 'confirmed' where id = $1`, id)
      await pass(db, '61 seconds')
      await sendDue(db)
      await answer(id, 'propose', { body: 'Another time?' })
      expect(await state(id)).toMatchObject({ their_turn: true })
      await pass(db, '25 hours')
      expect(await claim(db)).toEqual([])
      expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'not tried' }])
      expect(await state(id)).toMatchObject({ their_turn: false })
      const [mail] = await db.rows<{ id: string }>(`select id from private.outbox where kind = 'reply'`)
      await db.valueAs(admin, 'select public.retry_mails($1::text::uuid[])', `{${mail?.id}}`)
      expect(await state(id)).toMatchObject({ their_turn: true })
      expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
    })

    test('an answer that confirms, followed within a minute by one that declines, is not mailed', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'confirm', { body: 'It is confirmed' })
      await answer(id, 'decline', { body: 'Sorry', as: second })
      expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'changed_meanwhile' }])
      await pass(db, '61 seconds')
      expect(await claim(db)).toMatchObject([{ kind: 'cancelled', reply: { body: 'Sorry' } }])
    })

    test.each([
      ['refused', { outcome: 'refused', error: '550' }],
      ['unanswered twice', { outcome: 'unanswered' }],
    ])(
      'an answer that confirms and is %s is listed with its text, and sent again with it',
      async (_, result) => {
        const id = await call()
        await sendDue(db)
        await answer(id, 'confirm', { body: 'It is confirmed' })
        await pass(db, '61 seconds')
        for (let attempt = 0; attempt < 3; attempt++) {
          for (const mail of await claim(db)) await finish(db, mail, result)
          await pass(db, '13 minutes')
        }
        expect(await problems()).toMatchObject([{ kind: 'reply', given_up: true }])
        const [mail] = await db.rows<{ id: string }>(
          'select id from private.outbox where letter_id is not null',
        )
        expect(await db.valueAs(admin, 'select public.retry_mails($1::text::uuid[])', `{${mail?.id}}`)).toBe(
          1,
        )
        expect(await claim(db)).toMatchObject([{ kind: 'confirmed', reply: { body: 'It is confirmed' } }])
      },
    )

    test.each([
      ['is killed', null, 'mail_sent'],
      ['fails', { outcome: 'failed', error: '451' }, 'accepted'],
    ])(
      'an answer that confirms and %s while the call is moved is not sent again',
      async (_, result, undone) => {
        const id = await call()
        await sendDue(db)
        await answer(id, 'confirm', { body: 'It is confirmed' })
        await pass(db, '61 seconds')
        const mails = await claim(db)
        await db.rows(`update public.bookings set date = date + 1 where id = $1`, id)
        if (result) for (const mail of mails) await finish(db, mail, result)
        await pass(db, '13 minutes')
        const [mail] = await claim(db)
        expect(mail).toMatchObject({ kind: 'moved' })
        expect(mail).not.toHaveProperty('reply')
        expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'changed_meanwhile' }])
        expect(await errorCode(undo())).toBe(undone)
      },
    )

    test('an answer that confirms a call is not mailed if the visitor has moved it, and admins see that', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'confirm', { body: 'It is confirmed' })
      await moveAsVisitor(db, id, await dateIn(db, 9), later, 1)
      await pass(db, '61 seconds')
      const sent = await claim(db)
      expect(sent.map(({ kind }) => kind)).not.toContain('reply')
      expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'changed_meanwhile' }])
    })

    test('an outdated answer cannot be sent again, and ‘Send again’ reports that it sent none', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'confirm', { body: 'It is confirmed' })
      await db.rows(`update public.bookings set status = 'pending'`)
      await pass(db, '61 seconds')
      await claim(db)
      const [mail] = await db.rows<{ id: string }>(`select id from private.outbox where kind = 'reply'`)
      const retry = () => db.valueAs(admin, 'select public.retry_mails($1::text::uuid[])', `{${mail?.id}}`)
      expect(await retry()).toBe(0)
      expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'changed_meanwhile' }])
      await db.rows(`update public.bookings set status = 'confirmed'`)
      expect(await retry()).toBe(1)
    })

    test('an answer is not mailed to a corrected address, and admins see that', async () => {
      const { id } = await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })
      await sendDue(db)
      await answer(id, 'answer', { body: 'For Ana alone' })
      await db.rows(`update public.bookings set email = 'ANA@example.com'`)
      await db.rows(`update public.bookings set email = 'somebody@example.com'`)
      await pass(db, '61 seconds')
      expect((await claim(db)).map(({ kind }) => kind)).not.toContain('reply')
      expect(await problems()).toEqual([{ kind: 'reply', given_up: true, last_error: 'address_changed' }])
      await answer(id, 'answer', { body: 'For you', as: second })
      await pass(db, '61 seconds')
      expect(await claim(db)).toMatchObject([{ email: 'somebody@example.com', reply: { body: 'For you' } }])
    })

    describe('is in the thread of the first mail about the request', () => {
      const site = { from: 'calls@studio.test', to: 'us@studio.test' }
      const mailed = (mail: unknown) => composeMail(claimedMail.parse(mail), site)
      /**
       * Answers a request, and sends all due mails. Returns the Message-ID that the answer refers
       * to.
       */
      const namedBy = async (id: string, as: string) => {
        await answer(id, 'answer', { body: 'Hello', as })
        await pass(db, '61 seconds')
        const claimed = await claim(db)
        for (const mail of claimed) await finish(db, mail)
        const { inReplyTo, references } = mailed(claimed.find(({ kind }) => kind === 'reply'))
        expect(references).toBe(inReplyTo)
        return inReplyTo
      }
      const toVisitor = async () => (await claim(db)).find(({ recipient }) => recipient === 'visitor')
      const confirm = (id: string) =>
        db.rowsAs(admin, `update public.bookings set status = 'confirmed' where id = $1 returning id`, id)

      test('an answer is in the thread of the first mail about a call, not of a mail about a later change', async () => {
        const id = await call()
        const acknowledging = await toVisitor()
        expect(await namedBy(id, reply)).toBeUndefined()
        if (acknowledging) await finish(db, acknowledging)
        const first = mailed(acknowledging).messageId
        expect(await namedBy(id, second)).toBe(first)
        await moveAsVisitor(db, id, await dateIn(db, 10), slot)
        expect(await sendDue(db)).toContain('visitor: moved')
        expect(await namedBy(id, third)).toBe(first)
      })

      test('an answer refers to the first mail by the Message-ID with which that mail was sent', async () => {
        const id = await call()
        await confirm(id)
        await pass(db, '61 seconds')
        const acknowledging = await toVisitor()
        if (acknowledging) await finish(db, acknowledging)
        const sent = mailed(acknowledging).messageId
        expect(sent).not.toContain(`<${acknowledging?.id}@`)
        expect(await namedBy(id, reply)).toBe(sent)
        await answer(id, 'answer', { body: 'Hello', as: second })
        await pass(db, '61 seconds')
        expect(await toVisitor()).toMatchObject({ reply: { thread: acknowledging?.id } })
      })

      test('an answer to a message is in the thread of the first mail about the message', async () => {
        const id = await message()
        const acknowledging = await toVisitor()
        if (acknowledging) await finish(db, acknowledging)
        expect(await namedBy(id, reply)).toBe(mailed(acknowledging).messageId)
      })
    })

    test('an answer written before a change of the call does not make that change known', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'answer', { body: 'Bring a pen' })
      await db.rowsAs(admin, `update public.bookings set status = 'cancelled' where id = $1`, id)
      await pass(db, '61 seconds')
      for (const mail of await claim(db)) if (mail.kind === 'reply') await finish(db, mail)
      expect(await untold()).toEqual([id])
    })

    test('a second text with the id of an earlier answer is refused, not taken as sent', async () => {
      const id = await call()
      await answer(id, 'answer', { body: 'First' })
      await answer(id, 'answer', { body: 'First' })
      expect(await errorCode(answer(id, 'answer', { body: 'Second' }))).toBe('reply_sent')
      expect(await db.rows('select body from private.letters')).toEqual([{ body: 'First' }])
    })

    test('an answer can be undone after the visitor’s new question, which stays open', async () => {
      const id = await message()
      await answer(id, 'answer', { body: 'Hello' })
      await db.rowsAs(admin, 'select public.set_answered($1, false)', id)
      expect(await undo()).toBe('undone')
      expect(await state(id)).toMatchObject({ status: 'new', waits: true, their_turn: false })
      expect(await waiting(db)).not.toContain('visitor: reply')
    })

    test('an answer written before the visitor’s move, and sent by hand, does not make the move known', async () => {
      const id = await call()
      const day = await dateIn(db, 9)
      const seen = await revision(id)
      const move = `select public.move_booking($1, $2::text::jsonb, $3, '11:00', '12:00')`
      const [state] = await db.rows<{ seen: string }>(
        `select private.booking_state(b)::text as seen from public.bookings b where id = $1`,
        id,
      )
      await db.rowsAs(admin, move, id, state?.seen, day)
      await answer(id, 'propose', { seen })
      expect(await untold()).toEqual([id])
      await answer(id, 'propose', { as: second })
      expect(await untold()).toEqual([])
    })

    test('an answer that cannot be delivered is shown to the admins', async () => {
      const id = await message()
      await sendDue(db)
      await answer(id, 'answer', { body: 'Hello' })
      await pass(db, '61 seconds')
      const [mail] = await claim(db)
      if (mail) await finish(db, mail, { outcome: 'refused', error: '550 RCPT' })
      expect(
        await db.rowsAs(admin, 'select kind, about_id, given_up from public.get_mail_problems()'),
      ).toEqual([{ kind: 'reply', about_id: id, given_up: true }])
      expect(await undo()).toBe('undone')
    })

    test.each([
      ['no subject', { body: 'Hello', subject: null }],
      ['no text', { subject: 'Your call' }],
      ['an empty text', { body: '' }],
      ['10,001 characters', { body: 'x'.repeat(10_001) }],
      ['a line break in the subject', { body: 'Hello', subject: 'a\nBcc: b@example.com' }],
      ['a control character', { body: 'a\u0007b' }],
    ])('an answer with %s is refused', async (_, text) => {
      expect(await errorCode(answer(await message(), 'answer', text))).toBe('23514')
    })
  })

  describe('two founders', () => {
    test('an admin reads what the other founder changed; their own changes cause no error', async () => {
      const id = await call()
      const seen = await revision(id)
      await db.rowsAs(other, `update public.bookings set location = 'The café' where id = $1 returning 1`, id)
      expect(await errorCode(answer(id, 'confirm', { seen }))).toBe('changed_meanwhile')
      const unseen = db.rowsAs(admin, `select public.send_reply($1, $2, null, 'confirm')`, reply, id)
      expect(await errorCode(unseen), 'it does not say what was read').toBe('changed_meanwhile')
      expect(await errorCode(answer(id, 'confirm', { seen, caller: other }))).toBe('accepted')
      const mine = await message()
      const read = await revision(mine)
      await db.rowsAs(admin, 'select public.set_owner($1, $2)', mine, adminId)
      expect(await errorCode(answer(mine, 'answer', { seen: read, as: second }))).toBe('accepted')
    })

    test('each event in a request’s history has its revision', async () => {
      const id = await call()
      await db.rowsAs(other, 'select public.set_owner($1, $2)', id, otherId)
      const made = await db.rows(
        `select e.kind, e.revision <= b.revision as made from public.request_events e join public.bookings b on b.id = e.request_id
         where e.revision > 0`,
      )
      expect(made).toEqual([{ kind: 'owner', made: true }])
    })

    test('undoing a confirmation after the visitor’s move keeps the new time, and only stops the mail', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'confirm', { body: 'See you' })
      const sequence = await db.value<number>('select calendar_sequence from public.bookings')
      await moveAsVisitor(db, id, await dateIn(db, 10), later, sequence)
      const moved = await state(id)
      expect(await undo(other)).toBe('words')
      expect(await state(id)).toEqual(moved)
      expect(await waiting(db)).not.toContain('visitor: reply')
    })

    test('undoing a decline fails if the time is taken meanwhile, and the mail still goes out', async () => {
      const id = await call()
      await sendDue(db)
      await answer(id, 'decline', { body: 'Sorry' })
      await book(db, { date: await dateIn(db, 9), slot, email: 'ben@example.com', siteKey: KEY })
      expect(await errorCode(undo())).toBe('slot_taken')
      await pass(db, '61 seconds')
      expect(await sendDue(db)).toContain('visitor: cancelled')
    })
  })

  test('erasing a person deletes answers to them and their mails, and admins can write no new one', async () => {
    const id = await call()
    await answer(id, 'answer', { body: 'Hello Ana' })
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await db.rows('select 1 from private.letters')).toEqual([])
    expect(await waiting(db)).not.toContain('visitor: reply')
    expect(await errorCode(answer(id, 'answer', { body: 'Hello Ana' }))).toBe('request_gone')
    expect(await db.valueAs(admin, 'select public.get_link_version($1)', id)).toBeNull()
  })
})
