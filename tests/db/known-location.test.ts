import { describe, expect, test } from 'vitest'
import { useCall } from './calls'
import { onPostgres } from './databases'
import { setSettings, videoRoom } from './fixtures'
import { claim, pass, waiting } from './mails'
import { admin } from './test-database'

const ROOM = 'Our video room, https://meet.southcoast.example/call'
const NEW_ROOM = 'The new room, https://meet.example/call'

// Tests of the location that a visitor knows, and of mails about a changed location.
onPostgres((db) => {
  const calls = useCall(db)
  const { call, does, untold, tell, send } = calls
  const wording = () => db.value<string | null>(`select known ->> 'wording' from public.bookings`)
  const sequence = () => db.value<number>('select calendar_sequence from public.bookings')
  const mailPlace = () =>
    db.valueAs<number>(admin, 'select public.mail_location($1::text::uuid[])', `{${call.id}}`)

  test('a visitor knows the call’s location once a mail with it is sent', async () => {
    await does('confirm, fail')
    expect(await wording()).toBeNull()
    await does('send')
    expect(await wording()).toBe(ROOM)
  })

  test('a mail to the studio changes nothing about what the visitor knows', async () => {
    await does('confirm, keep, visitor moves')
    const known = () => db.value(`select known - 'at' from public.bookings`)
    const before = await known()
    await db.rows(`delete from private.outbox where recipient = 'visitor'`)
    expect(await send()).toMatchObject([{ recipient: 'studio', kind: 'moved' }])
    expect(await known()).toEqual(before)
  })

  test('the stored known location is cut to 1,000 characters', async () => {
    await does('confirm, send, cancel')
    const [shown] = await untold()
    if (shown) await tell([{ ...shown, state: { ...shown.state, wording: 'x'.repeat(2000) } }])
    expect(await wording()).toHaveLength(1000)
  })

  test('a minute after a change of location the visitor gets a mail with both, and a higher SEQUENCE', async () => {
    await does('confirm, send')
    const before = await sequence()
    await does('to the café')
    expect(await waiting(db)).toEqual(['visitor: call'])
    expect(await claim(db)).toEqual([])
    await pass(db, '60 seconds')
    expect(await claim(db)).toMatchObject([
      {
        ...{ kind: 'location', location: 'The café', known_location: ROOM, calendar_sequence: before + 1 },
        where: { text: 'The café', url: null },
      },
    ])
  })

  test('a new location of a pending call does not raise the SEQUENCE of its calendar event', async () => {
    const before = await sequence()
    await does('to the café')
    expect(await sequence()).toBe(before)
    expect(await waiting(db)).toEqual([])
  })

  test('a new location of a call that has begun causes no mail', async () => {
    await does('confirm, send')
    await db.rows(`update public.bookings set date = private.studio_today() - 1`)
    await db.rows(`update public.bookings set known = known || jsonb_build_object('date', date)`)
    await db.rows('delete from private.outbox')
    await does('to the café')
    expect(await waiting(db)).toEqual([])
    expect(await mailPlace()).toBe(0)
    expect(await untold()).toEqual([])
  })

  test('erasing a person deletes the location they know; a new e-mail address knows no location', async () => {
    await does('confirm, send, new address')
    expect(await wording()).toBeNull()
    await does('refuse')
    await does('told')
    expect(await wording()).toBe(ROOM)
    await db.rowsAs(admin, `select public.erase_person('new@example.com')`)
    expect(await wording()).toBeNull()
    expect(await mailPlace()).toBe(0)
    await tell([])
    expect(await wording()).toBeNull()
  })

  describe('after a change of the default location', () => {
    test('after a change of the default location admins see which location each visitor knows', async () => {
      await does('confirm, send')
      expect(await untold()).toEqual([])
      await does('another usual place')
      expect(await untold()).toMatchObject([
        {
          ...{ id: call.id, name: 'Ana', email: 'ana@example.com', phone: null, date: call.day },
          ...{ start_time: '09:00', end_time: '10:00', location: null, difference: ['usual'], waits: false },
          ...{ known: { wording: ROOM }, state: { wording: NEW_ROOM } },
        },
      ])
      await does('to the café')
      expect(await untold()).toMatchObject([{ location: 'The café', waits: true, known: { wording: ROOM } }])
    })

    test('admins mail a new default location to visitors at once; the calendar event’s SEQUENCE rises', async () => {
      await does('confirm, send')
      expect(await mailPlace(), 'who knows it is not mailed').toBe(0)
      await does('another usual place')
      const before = await sequence()
      expect(await mailPlace()).toBe(1)
      expect(await mailPlace()).toBe(1)
      expect(await sequence()).toBe(before + 2)
      expect(await claim(db)).toMatchObject([
        {
          kind: 'location',
          known_location: ROOM,
          where: { text: 'The new room', url: 'https://meet.example/call' },
        },
      ])
      await does('cancel')
      expect(await mailPlace()).toBe(0)
    })

    test('a mail that an admin ordered about a new default location goes out even after a change back', async () => {
      await does('confirm, send, another usual place, mail the place')
      await setSettings(db, videoRoom('Our video room', 'https://meet.southcoast.example/call'))
      expect(await calls.listed()).toBe('')
      expect(await calls.mailed()).toEqual(['visitor: confirmed'])
    })
  })
})
