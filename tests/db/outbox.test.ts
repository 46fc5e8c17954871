import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire } from './fixtures'
import { claim, KEY, pass, sendDue, useKey, waiting } from './mails'
import { admin, visitor } from './test-database'

// The mails that the database queues and drops. mail-leases.test.ts tests how a site sends them.
onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
    await useKey(db)
  })
  const bookCall = async (days = 9) => book(db, { date: await dateIn(db, days), slot, siteKey: KEY })
  const setStatus = (status: string) =>
    db.rowsAs(admin, `update public.bookings set status = $1 returning id`, status)
  /** Cancels a call as its visitor does on the page of their link. */
  const cancelAsVisitor = (id: string) =>
    db.rowsAs(visitor, 'select public.cancel_managed_booking($1, $2, 1, 0)', KEY, id)

  test('a booking and a message are mailed to the visitor and to the studio at once', async () => {
    await bookCall()
    expect(await sendDue(db)).toHaveLength(2)
    await inquire(db, { siteKey: KEY })
    expect((await sendDue(db)).toSorted()).toEqual(['studio: received', 'visitor: received'])
  })

  test('a refused booking queues no mail', async () => {
    await expect(book(db, { date: await dateIn(db, 9), slot, name: '', siteKey: KEY })).rejects.toThrow()
    expect(await waiting(db)).toEqual([])
  })

  test('the rows of a restored backup queue no mail', async () => {
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id, created_at)
       values ('Ana', 'ana@example.com', private.studio_today() + 9, $1, now() - interval '1 day')`,
      slot,
    )
    await db.rows(
      `insert into public.inquiries (name, email, created_at) values ('Ana', 'ana@example.com', now() - interval '1 day')`,
    )
    expect(await waiting(db)).toEqual([])
  })

  describe('a booking that its visitor knows', () => {
    const calls = useCall(db)
    const { call, does } = calls

    test('a confirmation is mailed a minute after the press', async () => {
      await does('confirm')
      expect(await sendDue(db)).toEqual([])
      expect(await waiting(db)).toEqual(['visitor: call'])
      await pass(db, '60 seconds')
      expect(await sendDue(db)).toEqual(['visitor: confirmed'])
    })

    test('a call that is confirmed, cancelled and confirmed again within a minute has one reminder', async () => {
      await does('confirm, cancel, confirm, send, hours later, remind')
      expect(await sendDue(db)).toEqual(['visitor: reminder'])
      expect(await sendDue(db)).toEqual([])
    })

    test('a confirmed call whose cancellation is undone keeps its reminder', async () => {
      await does('confirm, send, cancel')
      expect(await waiting(db)).toEqual(['visitor: call'])
      await does('confirm, hours later, remind')
      expect(await sendDue(db)).toEqual(['visitor: reminder'])
    })

    test('a visitor who moved their call gets a reminder after the studio confirms it again', async () => {
      await does('confirm, send, visitor moves')
      expect((await waiting(db)).toSorted()).toEqual(['studio: moved', 'visitor: call'])
      expect((await sendDue(db)).toSorted()).toEqual(['studio: moved', 'visitor: moved'])
      await does('hours later, remind')
      expect(await sendDue(db)).toEqual([])
      await does('confirm, send, hours later')
      expect(await sendDue(db)).toEqual(['visitor: reminder'])
    })

    test('a visitor’s act is mailed to the visitor and to the studio at once', async () => {
      await does('visitor moves')
      expect((await sendDue(db)).toSorted()).toEqual(['studio: moved', 'visitor: moved'])
      await does('visitor cancels')
      expect((await sendDue(db)).toSorted()).toEqual(['studio: cancelled', 'visitor: cancelled'])
    })

    test('two moves before the first mail are one mail, with the time that the studio knows', async () => {
      await does('visitor moves, visitor moves again')
      expect((await waiting(db)).toSorted()).toEqual(['studio: moved', 'visitor: call'])
      const toStudio = (await claim(db)).find(({ recipient }) => recipient === 'studio')
      expect(toStudio).toMatchObject({
        ...{ known_date: call.day, known_start_time: '09:00', date: call.other, start_time: '11:00' },
      })
    })

    test('a confirmation of a call that has begun is not mailed', async () => {
      await db.rows(`update public.bookings set date = private.studio_today() - 1`)
      await db.rows('delete from private.outbox')
      await does('confirm')
      expect(await waiting(db)).toEqual([])
    })
  })

  describe('the automatic mails of a request', () => {
    const calls = useCall(db)
    const told = async () => {
      const rows = await db.rowsAs<{ kind: string; status: string; start_time: string }>(
        admin,
        'select * from public.list_automatic_mails($1)',
        calls.call.id,
      )
      return rows.map(({ kind, status, start_time }) => `${kind}: ${status} at ${start_time}`)
    }

    test('a request’s automatic mails are listed with the call’s state, without refused or unfinished ones', async () => {
      expect(await told()).toEqual(['call: pending at 09:00'])
      await calls.does('confirm, send, cancel, refuse, confirm, move, begin')
      expect(await told()).toEqual(['call: pending at 09:00', 'call: confirmed at 09:00'])
    })
    test('the list of automatic mails omits those saved as a file, and an admin’s own answers', async () => {
      await calls.does('confirm, keep, mail answer, send')
      expect(await told()).toEqual(['call: pending at 09:00'])
    })
  })

  describe('erasing', () => {
    const erase = () => db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    const rows = () => db.value('select count(*)::int from private.outbox')

    test('erasing a person deletes all sent and waiting mails of their requests', async () => {
      await bookCall()
      await inquire(db, { siteKey: KEY })
      await sendDue(db)
      await setStatus('confirmed')
      await erase()
      expect(await rows()).toBe(0)
    })
    test('erasing a person deletes no mail to other people', async () => {
      await inquire(db, { siteKey: KEY, email: 'bea@example.com' })
      await erase()
      expect(await rows()).toBe(2)
    })
    test('a visitor who erases a call and so cancels it leaves the studio a mail without a name', async () => {
      await bookCall()
      await db.rows(
        `update public.bookings set name = 'Erased', email = 'erased@erased.invalid', status = 'cancelled'`,
      )
      expect(await waiting(db)).toEqual(['studio: cancelled'])
    })
    test('a visitor who cancels and then erases a call leaves the studio a mail without a name too', async () => {
      await cancelAsVisitor((await bookCall()).id)
      await db.rows(`update public.bookings set name = 'Erased', email = 'erased@erased.invalid'`)
      expect(await waiting(db)).toEqual(['studio: cancelled'])
      expect(await sendDue(db)).toEqual(['studio: cancelled'])
    })
  })

  test('the database deletes mails after 30 days', async () => {
    await bookCall()
    await pass(db, '30 days 1 second')
    await inquire(db, { siteKey: KEY })
    expect(await db.value('select count(*)::int from private.outbox')).toBe(2)
  })
})
