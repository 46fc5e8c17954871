import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { onEachDatabase } from './databases'
import { addDailySlot, emptySchedule, setToday } from './fixtures'
import { admin, errorCode, visitor, type Caller } from './test-database'

const day = fc.integer({ min: 1, max: 5 })
const email = fc.constantFrom('ana@example.com', 'bea@example.com', 'cy@example.com')
const nth = fc.nat(4)
/** What visitors and admins do, and what is corrected in SQL (no caller). */
const acts = fc.oneof(
  fc.record({ act: fc.constant('book'), day, email }),
  fc.record({ act: fc.constant('write'), email }),
  fc.record({ act: fc.constant('set'), nth, status: fc.constantFrom('pending', 'confirmed', 'cancelled') }),
  fc.record({ act: fc.constant('sort'), nth, status: fc.constantFrom('new', 'read', 'replied', 'archived') }),
  fc.record({ act: fc.constant('move'), nth, day }),
  fc.record({ act: fc.constant('correct'), nth, email }),
  fc.record({ act: fc.constant('date back'), nth, day }),
  fc.record({ act: fc.constant('erase'), email }),
  fc.record({ act: fc.constant('delete'), nth }),
) as fc.Arbitrary<{ act: string; day: number; email: string; nth: number; status: string }>

const ids = `select array_agg(id order by created_at, id) from public`

onEachDatabase((db) => {
  const slots: string[] = []
  beforeEach(async () => {
    await emptySchedule(db)
    await setToday(db, '2027-01-01')
    await db.rows('update private.submission_caps set max = 100000')
    slots.splice(0, 2, await addDailySlot(db), await addDailySlot(db, '11:00', '11:30'))
  })

  /** By whom and what; `$1` and `$2` are the id or e-mail and the rest. */
  const statements: Record<string, [caller: Caller | null, sql: string]> = {
    book: [
      visitor,
      `select public.create_booking('Ana', $1, date '2027-01-01' + $2::int, 'SLOT', 'Kia ora')`,
    ],
    write: [visitor, `select public.create_inquiry('Ana', $1, $2)`],
    set: [admin, 'update public.bookings set status = $2 where id = $1'],
    sort: [admin, 'update public.inquiries set status = $2 where id = $1'],
    move: [null, `update public.bookings set date = date '2027-01-01' + $2::int where id = $1`],
    correct: [null, 'update public.bookings set email = $2 where id = $1'],
    'date back': [
      null,
      `update public.inquiries set created_at = now() - $2::int * interval '1 day' where id = $1`,
    ],
    erase: [admin, 'select public.erase_person($1)'],
    delete: [null, 'delete from public.bookings where id = $1'],
  }

  test('whatever is done to a request, the list finds it by how it is, and by nothing that is gone', async () => {
    const property = fc.asyncProperty(fc.array(acts, { maxLength: 15 }), async (sequence) => {
      await db.rows('delete from public.bookings')
      await db.rows('delete from public.inquiries')
      for (const [step, { act, ...what }] of sequence.entries()) {
        const [caller, sql] = statements[act] ?? [null, '']
        const table = act === 'sort' || act === 'date back' ? 'inquiries' : 'bookings'
        const found = (await db.value<string[] | null>(`${ids}.${table}`)) ?? []
        const params = [what.email ?? '', what.status ?? what.day ?? 'Kia ora']
        if (what.nth !== undefined) {
          const id = found[what.nth]
          if (!id) continue
          params.splice(0, 2, id, what.status ?? what.day ?? what.email)
          if (act === 'delete') params.pop()
        }
        if (act === 'erase') params.pop()
        const text = sql.replace('SLOT', slots[step % 2] ?? '')
        // A time may be taken, or its person erased: then nothing changes, here and there.
        await (caller ? errorCode(db.rowsAs(caller, text, ...params)) : db.errorCode(text, ...params))
      }
      const copies = await db.rows(
        'select id, kind, status, created_at, starts, search_text from public.requests order by id',
      )
      const originals = await db.rows(`
        select id, 'booking' as kind, status, created_at, lower(period) as starts,
          private.search_text(name, email, period, message, phone, package) as search_text from public.bookings
        union all
        select id, 'inquiry', status, created_at, null, private.search_text(name, email, null, message, null, package)
        from public.inquiries order by id`)
      expect(copies).toEqual(originals)
    })
    await fc.assert(property, { numRuns: process.env.SOAK ? 2000 : 40 })
  })
})
