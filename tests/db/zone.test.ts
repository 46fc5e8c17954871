import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { place } from '@/lib/content/place'
import { describeZones } from '@/lib/describe-zones'
import { onEachDatabase } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, offeredSlots } from './fixtures'
import { visitor } from './test-database'

onEachDatabase((db) => {
  test('the step for another zone keeps bookings on their clock; their deadlines follow the new zone', async () => {
    await emptySchedule(db)
    const slot = await addDailySlot(db, '09:00', '09:30')
    const date = await dateIn(db, 20)
    const { id } = await book(db, { date, slot })
    await db.rows(`update public.bookings set status = 'confirmed' where id = $1`, id)
    // The deadline of a confirmed call on a closed date is its start.
    await db.rows('insert into public.closed_dates (date) values ($1)', date)
    await db.rows(`select private.update_turn($1)`, id)
    const isDue = (zone: string) =>
      db.value(
        `select due_at = ($2::date + time '9:00') at time zone $3 from public.requests where id = $1`,
        ...[id, date, zone],
      )
    expect(await isDue(place.zone)).toBe(true)
    const [, step = ''] = /```sql\n([^`]+)```/.exec(await readFile('docs/making-it-yours.md', 'utf8')) ?? []
    await db.rows(step)
    const zone = await db.valueAs<string>(visitor, 'select public.get_studio_zone()')
    expect(zone).toBe('Europe/Lisbon')
    expect(await isDue(zone)).toBe(true)
    expect(await db.value('select starts::text from public.requests where id = $1', id)).toBe(
      `${date} 09:00:00`,
    )
    expect(await offeredSlots(db, date, date), 'the time is still taken').toEqual([])
    expect(describeZones(zone)).toContain(
      `The database counts days in Europe/Lisbon, the site in ${place.zone}.`,
    )
    expect(describeZones(place.zone)).toBeNull()
  })
})
