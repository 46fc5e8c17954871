import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, setCap } from './fixtures'
import { claim, finish, KEY, useKey } from './mails'
import { admin } from './test-database'

interface News {
  caps: object[]
  site_key: string
  mails: object[]
  calendars: object[]
  calls_to_tell: object[]
  closed_calls: object[]
  times: Record<'free' | 'taken' | 'busy' | 'off', number>
  settings: object
}

onPostgres((db) => {
  const news = (caller = admin, key = KEY) => db.valueAs<News>(caller, 'select public.get_news($1, 14)', key)
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await useKey(db)
    await addDailySlot(db, '09:00', '10:00')
  })

  test('a studio without news gets empty lists', async () => {
    expect(await news()).toMatchObject({
      ...{ caps: [], site_key: 'known', mails: [], calendars: [], calls_to_tell: [], closed_calls: [] },
      times: { free: 14, taken: 0, busy: 0, off: 0 },
      settings: { is_sample: true },
    })
    expect(await news(admin, 'another')).toMatchObject({ site_key: 'unknown' })
  })

  test('each part of the news has the same data as the admin’s page about it', async () => {
    const slot = await db.value<string>('select id from public.time_slots')
    const bookOn = async (days: number, name: string) =>
      book(db, { date: await dateIn(db, days), slot, name, email: `${name}@example.com`, siteKey: KEY })
    const [closed, moved] = [await bookOn(4, 'closed'), await bookOn(5, 'moved')]
    await bookOn(3, 'comes')
    for (const [n, mail] of (await claim(db)).toSorted((a) => (a.recipient === 'studio' ? -1 : 1)).entries())
      await finish(db, mail, n === 0 ? { outcome: 'refused', error: '550 RCPT TO' } : undefined)
    await db.rowsAs(admin, 'select public.close_dates($1, $1)', await dateIn(db, 4))
    await db.rowsAs(
      admin,
      `update public.bookings set status = 'cancelled' where id = $1 returning 1`,
      moved.id,
    )
    await db.rows("delete from private.outbox where request_id = $1 and recipient = 'visitor'", moved.id)
    await db.rowsAs(
      admin,
      `select public.add_calendar($1, 'Mere', 'calendars.example', 'sealed', true, '{}', true)`,
      randomUUID(),
    )
    await setCap(db, 'bookings_in_an_hour', 3)

    const rows = (sql: string) =>
      db.valueAs<object[]>(admin, `select coalesce(jsonb_agg(r), '[]') from (select * from public.${sql}) r`)
    const value = (sql: string) => db.valueAs<object[]>(admin, `select public.${sql}`)
    const found = await news()
    expect(found).toMatchObject({
      caps: [{ name: 'bookings_in_an_hour', max: 3 }],
      mails: [{ recipient: 'studio', given_up: true }],
      calendars: [{ label: 'Mere' }],
      calls_to_tell: [{ name: 'moved', status: 'cancelled' }],
      closed_calls: [{ id: closed.id, is_asked: false }],
      times: { free: 12, taken: 1, busy: 0, off: 1 },
    })
    expect(found).toMatchObject({
      mails: await rows('get_mail_problems()'),
      calendars: await rows('list_calendars()'),
      calls_to_tell: await value('get_calls_to_tell()'),
      closed_calls: await value('list_closed_calls()'),
      settings: await value('get_settings()'),
    })
  })
})
