import { beforeEach, describe, expect, inject, test } from 'vitest'
import { addSlot, addToWeekday, emptySchedule } from './fixtures'
import { useSessions } from './sessions'
import { admin, type TestDatabase } from './test-database'

const admins = 20

describe.skipIf(!inject('real'))('two admins and one weekday at the same time, on PostgreSQL', () => {
  const { db, together, inTurn } = useSessions(admins)
  let [morning, noon, evening] = ['', '', '']
  beforeEach(async () => {
    await emptySchedule(db)
    morning = await addSlot(db, '09:00', '09:30')
    noon = await addSlot(db, '12:00', '12:30')
    evening = await addSlot(db, '18:00', '18:30')
    await addToWeekday(db, 0, morning)
  })
  const replace = (session: TestDatabase, slots: string[], seen: string[]) =>
    session.rowsAs(
      admin,
      'select public.replace_recurring_availability(0, $1, $2)',
      ...[`{${slots.join()}}`, `{${seen.join()}}`],
    )
  const pattern = async () =>
    (
      await db.rows<{ start: string }>(
        `select to_char(start_time, 'HH24:MI') as start from public.recurring_availability
         join public.time_slots on id = time_slot_id order by 1`,
      )
    ).map(({ start }) => start)

  test(`${admins} admins change one weekday at once: one succeeds, the others read that it has changed`, async () => {
    const ids: string[] = []
    for (let n = 0; n < admins; n++) ids.push(await addSlot(db, `20:${10 + n}`, '21:00'))
    const outcomes = await together(admins, (session, n) => replace(session, [ids[n] ?? ''], [morning]))
    expect(outcomes).toEqual({ accepted: 1, weekday_changed: admins - 1 })
    expect(await pattern()).toHaveLength(1)
  })

  test.each([
    { what: 'adding a time', sql: () => `insert into public.recurring_availability values (0, '${noon}')` },
    { what: 'taking one out', sql: () => 'delete from public.recurring_availability' },
    { what: 'deleting the slot', sql: () => `delete from public.time_slots where id = '${morning}'` },
  ])(
    'an admin who saves while another is $what waits, and reads that the weekday has changed',
    async ({ sql }) => {
      const first = (session: TestDatabase) => session.rowsAs(admin, sql())
      const second = (session: TestDatabase) => replace(session, [morning, evening], [morning])
      expect(await inTurn(first, second, 'commits')).toEqual(['accepted', 'weekday_changed'])
      expect(await pattern()).not.toContain('18:00')
    },
  )
})
