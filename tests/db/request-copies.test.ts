import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '@/lib/dates'
import { ahead } from '@/tests/dates'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, emptySchedule } from './fixtures'
import { admin, errorCode, visitor, type Caller } from './test-database'

/**
 * Acts as SQL: of visitors, of admins, and corrections by the owner (null). `:word` stands for a
 * random value.
 */
const acts: [caller: Caller | null, sql: string][] = [
  [visitor, `select public.create_booking('Ana', ':email', ':date', ':slot', ':word', ':form')`],
  [visitor, `select public.create_booking('Ana', ':email', ':date', ':slot')`],
  [visitor, `select public.create_inquiry('Ana', ':email', ':word', ':form')`],
  [visitor, `select public.create_inquiry('Ana', ':email', ':word')`],
  [admin, `update public.bookings set status = 'confirmed' where id = ':booking'`],
  [admin, `update public.bookings set status = 'pending' where id = ':booking'`],
  [admin, `update public.bookings set status = 'cancelled' where id = ':booking'`],
  [admin, `update public.inquiries set status = 'replied' where id = ':inquiry'`],
  [admin, `update public.inquiries set status = 'archived' where id = ':inquiry'`],
  [admin, `select public.erase_person(':email')`],
  [null, `update public.bookings set date = ':date' where id = ':booking'`],
  [null, `update public.bookings set time_slot_id = ':slot' where id = ':booking'`],
  [null, `update public.bookings set created_at = ':date' where id = ':booking'`],
  [null, `update public.inquiries set created_at = ':date' where id = ':inquiry'`],
  [null, `update public.bookings set name = ':word' where id = ':booking'`],
  [null, `update public.inquiries set name = ':word' where id = ':inquiry'`],
  [null, `update public.bookings set email = ':email' where id = ':booking'`],
  [null, `update public.inquiries set email = ':email' where id = ':inquiry'`],
  [null, `update public.bookings set message = ':word' where id = ':booking'`],
  [null, `update public.inquiries set message = ':word' where id = ':inquiry'`],
  [null, `update public.bookings set package = ':word' where id = ':booking'`],
  [null, `update public.inquiries set package = ':word' where id = ':inquiry'`],
  [null, `update public.bookings set phone = '021 555 :date' where id = ':booking'`],
  [null, `delete from public.bookings where id = ':booking'`],
  [null, `delete from public.inquiries where id = ':inquiry'`],
  [null, `delete from public.requests where id = ':booking'`],
]
const first = ahead('2027-01-02')
const forms = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const act = fc.record({
  act: fc.constantFrom(...acts),
  nth: fc.nat(11),
  date: fc.nat(4).map((days) => addDays(first, days)),
  email: fc.constantFrom('ana@example.com', 'bea@example.com', 'cy@example.com'),
  word: fc.constantFrom('kelp', 'tui', 'rata'),
  form: fc.constantFrom(...forms),
})

onPostgres((db) => {
  let slots: string[] = []
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await db.rows('update private.submission_caps set max = 100000')
    slots = [await addDailySlot(db), await addDailySlot(db, '11:00', '11:30')]
  })

  const idsOf = (table: string) =>
    db.value<string[]>(`select coalesce(array_agg(id order by created_at, id), '{}') from public.${table}`)

  test('after any acts on a request a search finds it by its current text, and by no former one', async () => {
    const property = fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 15 }), async (sequence) => {
      await db.rows('delete from public.requests')
      for (const date of [first, addDays(first, 2)])
        await db.rowsAs(
          visitor,
          `select public.create_booking('Ana', 'ana@example.com', $1, $2)`,
          date,
          slots[0],
        )
      await db.rowsAs(visitor, `select public.create_inquiry('Bea', 'bea@example.com')`)
      for (const { act, nth, ...drawn } of sequence) {
        const [bookings, inquiries] = [await idsOf('bookings'), await idsOf('inquiries')]
        const values: Record<string, string | undefined> = {
          ...drawn,
          slot: slots[nth % slots.length],
          booking: bookings[nth % bookings.length],
          inquiry: inquiries[nth % inquiries.length],
        }
        const [caller, sql] = act
        const text = sql.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? forms[0] ?? '')
        // An act may fail, such as for a taken time or an erased person; then it must change nothing.
        await (caller ? errorCode(db.rowsAs(caller, text)) : db.errorCode(text))
      }
      const copies = await db.rows(
        'select id, kind, status, created_at, starts, search_text from public.requests order by id',
      )
      const originals = await db.rows(`
        select id, 'booking' as kind, status, created_at, lower(period) as starts,
          private.search_text(to_jsonb(b)) as search_text from public.bookings b
        union all
        select id, 'inquiry', status, created_at, null, private.search_text(to_jsonb(i))
        from public.inquiries i order by id`)
      expect(copies).toEqual(originals)
    })
    await fc.assert(property, { numRuns: process.env.SOAK ? 2000 : 12 })
  })
})
