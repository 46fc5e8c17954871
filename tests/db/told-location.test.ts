import { beforeEach, describe, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, book, dateIn, emptySchedule } from './fixtures'
import { claim, finish, KEY, pass, sendDue, useKey, waiting } from './mails'
import { admin, errorCode, member, visitor } from './test-database'

const ROOM = 'Our video room, https://meet.example/call'

// What a visitor was told of where their call happens, and who is told of another place.
onEachDatabase((db) => {
  let id: string
  let later: string
  beforeEach(async () => {
    await emptySchedule(db)
    const slot = await addDailySlot(db)
    later = await addDailySlot(db, '11:00', '12:00')
    await useKey(db)
    id = (await book(db, { date: await dateIn(db, 9), slot, siteKey: KEY })).id
    await sendDue(db)
  })
  const setStatus = (status: string) =>
    db.rowsAs(admin, `update public.bookings set status = $1 returning id`, status)
  const setLocation = (location: string | null) =>
    db.rowsAs(admin, `update public.bookings set location = $1 returning id`, location)
  const told = () => db.value<string | null>('select told_location from public.bookings')
  const sequence = () => db.value<number>('select calendar_sequence from public.bookings')
  const confirm = async () => {
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    expect(await sendDue(db, ROOM)).toEqual(['visitor: confirmed'])
  }
  const toldCalls = () => db.valueAs<Record<string, unknown>[]>(admin, 'select public.get_told_calls()')
  const tell = (caller = admin) =>
    db.valueAs<number>(caller, 'select public.tell_location($1::text::uuid[])', `{${id}}`)

  test('a visitor was told what stood in their mail, once it was sent', async () => {
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    const [mail = { id: '', lease: '' }] = await claim(db)
    await finish(db, mail, { outcome: 'failed', error: '451', location: ROOM })
    expect(await told()).toBeNull()
    await pass(db, '60 seconds')
    await sendDue(db, ROOM)
    expect(await told()).toBe(ROOM)
  })

  test('a site from before, which does not say what it told, still finishes mails', async () => {
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    expect(await sendDue(db)).toEqual(['visitor: confirmed'])
    expect(await told()).toBeNull()
  })

  test('the studio’s own mails tell a visitor nothing, and what is too long is cut', async () => {
    await db.rows(`update public.bookings set status = 'cancelled'`)
    await db.rows(`delete from private.outbox where recipient = 'visitor'`)
    expect(await sendDue(db, ROOM)).toEqual(['studio: cancelled'])
    expect(await told()).toBeNull()
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    await sendDue(db, 'x'.repeat(2000))
    expect(await told()).toHaveLength(1000)
  })

  test('another location is mailed after a minute, with what was told before and a higher SEQUENCE', async () => {
    await confirm()
    const before = await sequence()
    await setLocation('The café')
    expect(await waiting(db)).toEqual(['visitor: location', 'visitor: reminder'])
    expect(await sendDue(db)).toEqual([])
    await pass(db, '60 seconds')
    expect(await claim(db)).toMatchObject([
      { kind: 'location', location: 'The café', told_location: ROOM, calendar_sequence: before + 1 },
    ])
  })

  test('a mail that would say nothing new is dropped by the site, and does not come back', async () => {
    await confirm()
    await setLocation('The café')
    await setLocation(null)
    await pass(db, '60 seconds')
    const [mail = { id: '', lease: '' }] = await claim(db)
    await finish(db, mail, { outcome: 'unneeded' })
    expect(await waiting(db)).toEqual(['visitor: reminder'])
    expect(await told()).toBe(ROOM)
  })

  test('who was not mailed yet is not mailed twice: the confirmation has the location', async () => {
    await setLocation('The café')
    await setStatus('confirmed')
    await setLocation('Room 2')
    expect(await waiting(db)).toEqual(['visitor: confirmed', 'visitor: reminder'])
  })

  test('a location that changes while the confirmation is on its way is told as well', async () => {
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    const [mail = { id: '', lease: '' }] = await claim(db)
    await setLocation('The café')
    await finish(db, mail, { outcome: 'sent', location: ROOM })
    await pass(db, '60 seconds')
    expect(await sendDue(db, 'The café')).toEqual(['visitor: location'])
  })

  test('so it is to who was confirmed by a site that did not store what it told', async () => {
    await setStatus('confirmed')
    await pass(db, '60 seconds')
    await sendDue(db)
    await setLocation('The café')
    expect(await waiting(db)).toEqual(['visitor: location', 'visitor: reminder'])
  })

  test('a call that is cancelled tells no location, unless that is undone within the minute', async () => {
    await confirm()
    await setLocation('The café')
    await setStatus('cancelled')
    await setStatus('confirmed')
    expect(await waiting(db)).toEqual(['visitor: location', 'visitor: reminder'])
    await setStatus('cancelled')
    await pass(db, '60 seconds')
    expect(await sendDue(db)).toEqual(['visitor: cancelled'])
    expect(await waiting(db)).toEqual([])
  })

  test('a call that is moved is told its location when it is confirmed again', async () => {
    await confirm()
    await setLocation('The café')
    await db.rows(
      `update public.bookings set date = private.studio_today() + 12, time_slot_id = $1, status = 'pending'`,
      later,
    )
    await sendDue(db)
    await setLocation('Room 2')
    await setStatus('confirmed')
    expect(await waiting(db)).toEqual(['visitor: confirmed', 'visitor: reminder'])
  })

  test('a pending call’s location is no reason to tell its visitor that the call has changed', async () => {
    const before = await sequence()
    await setLocation('The café')
    expect(await sequence()).toBe(before)
    expect(await waiting(db)).toEqual([])
  })

  test('nothing is mailed of a call that has begun', async () => {
    await confirm()
    await db.rows(`update public.bookings set date = private.studio_today() - 1`)
    await db.rows('delete from private.outbox')
    await setLocation('The café')
    expect(await waiting(db)).toEqual([])
    expect(await tell()).toBe(0)
    expect(await toldCalls()).toEqual([])
  })

  test('what was told goes with the person, and is not another mailbox’s', async () => {
    await confirm()
    await db.rows(`update public.bookings set email = 'new@example.com'`)
    expect(await told()).toBeNull()
    await db.rowsAs(admin, 'select public.set_told_location($1, $2)', id, ROOM)
    expect(await told()).toBe(ROOM)
    await db.rowsAs(admin, `select public.erase_person('new@example.com')`)
    expect(await told()).toBeNull()
    expect(await tell()).toBe(0)
    await db.rowsAs(admin, 'select public.set_told_location($1, $2)', id, ROOM)
    expect(await told()).toBeNull()
  })

  describe('when the usual location changes', () => {
    beforeEach(confirm)

    test('admins see the confirmed calls to come with what was told, and whether a mail waits', async () => {
      const person = { id, name: 'Ana', email: 'ana@example.com', phone: null }
      const call = { ...person, start_time: '09:00', end_time: '10:00', location: null, told_location: ROOM }
      expect(await toldCalls()).toEqual([{ ...call, date: await dateIn(db, 9), waits: false }])
      await setLocation('The café')
      expect(await toldCalls()).toMatchObject([{ location: 'The café', waits: true }])
      await setStatus('cancelled')
      expect(await toldCalls()).toEqual([])
    })

    test('they can have the visitors mailed at once, as a later version of the event', async () => {
      const before = await sequence()
      expect(await tell()).toBe(1)
      expect(await tell()).toBe(1)
      expect(await sequence()).toBe(before + 2)
      expect(await sendDue(db, 'The new room')).toEqual(['visitor: location'])
      expect(await told()).toBe('The new room')
      await setStatus('cancelled')
      expect(await tell()).toBe(0)
    })

    test('or say that they have told them', async () => {
      await db.rowsAs(admin, 'select public.set_told_location($1, $2)', id, 'The new room')
      expect(await toldCalls()).toMatchObject([{ told_location: 'The new room' }])
      expect(await waiting(db)).toEqual(['visitor: reminder'])
    })

    test.each([
      ['visitors', visitor],
      ['members', member],
    ])('%s may do none of it', async (_, caller) => {
      expect(await errorCode(tell(caller))).toBe('42501')
      expect(await errorCode(db.rowsAs(caller, 'select public.get_told_calls()'))).toBe('42501')
      expect(await errorCode(db.rowsAs(caller, `select public.set_told_location($1, 'Mine')`, id))).toBe(
        '42501',
      )
      expect(await told()).toBe(ROOM)
    })
  })
})
