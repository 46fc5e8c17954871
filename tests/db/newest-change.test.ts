import { expect, test } from 'vitest'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addSlot, addToWeekday, book, emptySchedule, inquire, setToday } from './fixtures'
import { admin, member, visitor, type Caller } from './test-database'

const [monday, tuesday] = [ahead('2027-01-04'), ahead('2027-01-05')]
const [wednesday, nextMonday] = [ahead('2027-01-06'), ahead('2027-01-11')]

onPostgres((db) => {
  let slot = ''
  const newest = (caller: Caller = admin) =>
    db.valueAs<string | null>(caller, 'select public.get_newest_change()')
  const byAdmin =
    (sql: string, ...values: unknown[]) =>
    () =>
      db.rowsAs(admin, sql, ...values)

  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, ahead('2027-01-01'))
    slot = await addSlot(db, '09:00', '09:30')
    await addToWeekday(db, 0, slot)
    await inquire(db, { email: 'ana@example.com' })
  })

  test('an admin whom no event reaches learns of each change, and of none when there is none', async () => {
    const note = '00000000-0000-4000-8000-00000000000e'
    const changes: [what: string, change: () => Promise<unknown>][] = [
      ['a message', () => inquire(db, { email: 'bea@example.com' })],
      ['a booking', () => book(db, { date: monday, slot })],
      ['a status', byAdmin(`update public.bookings set status = 'confirmed'`)],
      [
        'a message that is read',
        byAdmin(`update public.inquiries set status = 'read' where email like 'ana%'`),
      ],
      ['a note', byAdmin(`select public.add_note($1, id, 'Mine') from public.bookings`, note)],
      ['a note that is gone', byAdmin('select public.delete_note($1)', note)],
      ['a date that is closed', byAdmin(`select public.set_date_availability('${tuesday}', false)`)],
      [
        'another date in its place',
        byAdmin(`select public.reopen_dates('${tuesday}', '${tuesday}'),
        public.close_dates('${wednesday}', '${wednesday}')`),
      ],
      ['why', byAdmin(`update public.closed_dates set reason = 'A holiday'`)],
      ['a slot of a date', byAdmin('select public.set_slot_availability($1, $2, false)', nextMonday, slot)],
      ['that slot again', byAdmin('select public.set_slot_availability($1, $2, true)', nextMonday, slot)],
      ['a slot', byAdmin(`insert into public.time_slots values (default, '20:00', '20:30', 30)`)],
      ['a weekday', byAdmin('update public.recurring_availability set is_available = false')],
      ['a message that is erased', byAdmin(`select public.erase_person('bea@example.com')`)],
    ]
    for (const [what, change] of changes) {
      const before = await newest()
      expect(await newest(), `nothing before: ${what}`).toBe(before)
      await change()
      expect(await newest(), what).not.toBe(before)
    }
  })

  test('a change that was begun first and stored last is noticed, though a newer one was seen', async () => {
    await db.rows(`select nextval(pg_get_serial_sequence('public.request_events', 'id'))`)
    await inquire(db)
    const before = await newest()
    await db.rows(`insert into public.request_events (id, request_id, actor)
      overriding system value select id - 1, request_id, actor from public.request_events order by id desc limit 1`)
    expect(await newest()).not.toBe(before)
  })

  test('a page that nothing happens to learns of midnight, and of what is due or somebody’s turn by then', async () => {
    const stand = (set: string) => () => db.rows(`update public.requests set ${set}`)
    const inDays = (days: number) =>
      stand(
        ['ours_from', 'due_at', 'over_from'].map((one) => `${one} = now() + interval '${days} days'`).join(),
      )
    await inDays(1)()
    const times: [what: string, time: () => Promise<unknown>, changes: boolean][] = [
      ['all later', inDays(2), false],
      ['ours again', stand(`ours_from = now() - interval '1 hour'`), true],
      ['overdue', stand(`due_at = now() - interval '1 minute'`), true],
      ['nobody’s', stand('over_from = now()'), true],
      ['tomorrow', () => setToday(db, ahead('2027-01-02')), true],
    ]
    for (const [what, time, changes] of times) {
      const before = await newest()
      await time()
      expect((await newest()) !== before, what).toBe(changes)
    }
  })

  test('nobody but an admin whose session is open learns whether anything has changed', async () => {
    expect(await newest()).toEqual(expect.any(String))
    expect(await newest(visitor)).toBeNull()
    expect(await newest(member)).toBeNull()
    await db.rows('delete from auth.sessions')
    expect(await newest()).toBeNull()
  })
})
