import { expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, setSettings, videoRoom } from './fixtures'
import { claim, finish, KEY, useKey, waiting } from './mails'
import { admin, visitor } from './test-database'

const ROOMS = 'https://meet.example/our-{call}'

onPostgres((db) => {
  let slot: string
  setUpOnce(db, async () => {
    await emptySchedule(db)
    slot = await addDailySlot(db)
    await useKey(db)
    await setSettings(db, videoRoom('Our room', ROOMS))
  })
  const send = async () => {
    const mails = await claim(db)
    for (const mail of mails) await finish(db, mail)
    return mails
  }
  async function confirmed(days = 9, email = 'ana@example.com') {
    const { id } = await book(db, { date: await dateIn(db, days), slot, email, siteKey: KEY })
    await db.rowsAs(admin, `update public.bookings set status = 'confirmed' where id = $1 returning id`, id)
    await db.rows('update private.outbox set send_after = now(), due_at = now()')
    return { id, room: await roomOf(id) }
  }
  const roomOf = (id: string) => db.value<string | null>('select room from public.bookings where id = $1', id)
  const page = async (id: string) =>
    JSON.stringify(await db.valueAs(visitor, 'select public.get_managed_booking($1, $2)', KEY, id))

  test('page, mail and known location of a call name its own video room, and no other call’s', async () => {
    const ana = await confirmed()
    const bo = await confirmed(10, 'bo@example.com')
    expect(ana.room).toMatch(/^[a-z]{12}$/)
    expect(await page(ana.id)).toContain(`https://meet.example/our-${ana.room}`)
    expect(await page(ana.id)).not.toContain(bo.room)
    const mail = (await send()).find(
      ({ email, recipient }) => recipient === 'visitor' && email === 'ana@example.com',
    )
    expect(mail?.where).toEqual({ text: 'Our room', url: `https://meet.example/our-${ana.room}` })
    expect(await db.value(`select known ->> 'wording' from public.bookings where id = $1`, ana.id)).toBe(
      `Our room, https://meet.example/our-${ana.room}`,
    )
    expect(await db.valueAs(admin, 'select public.get_calls_to_tell()')).toEqual([])
  })

  test('the page of a cancelled call shows no video room, and an erased person’s booking has none', async () => {
    const { id, room } = await confirmed()
    await db.rowsAs(admin, `update public.bookings set status = 'cancelled' where id = $1 returning id`, id)
    expect(await page(id)).not.toContain(room)
    await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
    expect(await roomOf(id)).toBeNull()
  })

  test('a new e-mail address gets another video room and a mail with it', async () => {
    const { id, room } = await confirmed()
    await send()
    await db.rows(`update public.bookings set email = 'bea@example.com' where id = $1`, id)
    const next = await roomOf(id)
    expect(next).not.toBe(room)
    expect(await waiting(db)).toContain('visitor: call')
    const mail = (await send()).find(({ recipient }) => recipient === 'visitor')
    expect(mail?.where).toEqual({ text: 'Our room', url: `https://meet.example/our-${next}` })
  })

  test('once the default address has {call}, visitors who knew it are listed to tell; an own location stays', async () => {
    await setSettings(db, videoRoom('Our room', 'https://meet.example/call'))
    const { id } = await confirmed()
    const own = await confirmed(10, 'bo@example.com')
    await db.rowsAs(
      admin,
      `update public.bookings set location = 'The café' where id = $1 returning id`,
      own.id,
    )
    await db.rows('update private.outbox set send_after = now(), due_at = now()')
    await send()
    await setSettings(db, videoRoom('Our room', ROOMS))
    const listed = await db.valueAs<{ id: string; difference: string[] }[]>(
      admin,
      'select public.get_calls_to_tell()',
    )
    expect(listed.map((call) => [call.id, call.difference])).toEqual([[id, ['usual']]])
  })

  test('every booking has a video room of its own', async () => {
    const bookings = process.env.SOAK ? 1_000 : 50
    await db.rows(
      `insert into public.bookings (name, email, date, time_slot_id, status)
       select 'Ana', 'ana@example.com', private.studio_today() + n % 300, $1, 'cancelled' from generate_series(1, $2::int) n`,
      ...[slot, bookings],
    )
    expect(await db.value('select count(distinct room)::int from public.bookings')).toBe(bookings)
  })

  test('the founders’ calendar feed has a call’s new video room, and none after an erasure', async () => {
    const { id } = await confirmed()
    const feed = async () => {
      const [call] = await db.value<{ location: string | null; changed_at: string }[]>(
        'select private.calendar_feed_calls()',
      )
      return call
    }
    const first = await feed()
    await db.rows(
      `update private.studio_settings set location_changed_at = location_changed_at - interval '2 days'`,
    )
    await db.rows(`update public.bookings set changed_at = changed_at - interval '1 day'`)
    const before = await feed()
    await db.rows(`update public.bookings set email = 'bea@example.com' where id = $1`, id)
    const moved = await feed()
    expect(moved?.location).toBe(`Our room, https://meet.example/our-${await roomOf(id)}`)
    expect(moved?.location).not.toBe(first?.location)
    expect(moved?.changed_at).not.toBe(before?.changed_at)
    await db.rows('select private.erase_request($1)', id)
    expect((await feed())?.location ?? null).toBeNull()
  })

  test('ten thousand random room names are all different, and use all letters about equally', async () => {
    const [tally] = await db.rows<{ rooms: number; letters: number; rarest: number }>(`
      with rooms as materialized (select private.new_room() as room from generate_series(1, 10000)),
        letters as (select letter, count(*) as times from rooms, regexp_split_to_table(room, '') letter group by letter)
      select (select count(distinct room)::int from rooms) as rooms, count(*)::int as letters, min(times)::int as rarest from letters`)
    expect(tally).toMatchObject({ rooms: 10_000, letters: 26 })
    expect(tally?.rarest).toBeGreaterThan(3_500)
  })

  test.each(['http://meet.example/{call}', 'https://meet.example/{call}/{call}', 'https://{call}.example/x'])(
    '%s is no valid URL for rooms',
    async (url) => {
      const set = setSettings(db, videoRoom('Our room', url))
      await expect(set).rejects.toThrow('studio_settings_location_call')
    },
  )
})
