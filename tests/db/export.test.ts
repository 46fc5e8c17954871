import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { toInstant } from '@/lib/dates'
import { onPostgres, setUpOnce } from './databases'
import { addDailySlot, book, dateIn, emptySchedule, inquire } from './fixtures'
import { admin, errorCode } from './test-database'

interface Row {
  id: string
  created_at: string
}
type Part = Record<string, unknown>
interface Person {
  email: string
  requests: (Part &
    Record<'history' | 'notes' | 'letters' | 'mails' | 'offers', Part[]> &
    Record<'booking' | 'inquiry', Part | null>)[]
  other_offers: Part[]
}

/**
 * For each table that refers to requests or offers: where its rows are in a person's export, or why
 * the export leaves the table out.
 */
const tables: Record<string, ((person: Person) => unknown) | { leftOut: string }> = {
  requests: ({ requests }) => requests[0],
  bookings: ({ requests }) => requests.find(({ booking }) => booking)?.booking,
  inquiries: ({ requests }) => requests.find(({ inquiry }) => inquiry)?.inquiry,
  request_events: ({ requests }) => requests[0]?.history[0],
  request_notes: ({ requests }) => requests[0]?.notes[0],
  'private.letters': ({ requests }) => requests[0]?.letters[0],
  'private.outbox': ({ requests }) => requests[0]?.mails[0],
  offers: ({ requests }) => requests[0]?.offers[0],
  offer_versions: ({ requests }) => (requests[0]?.offers[0]?.versions as Part[] | undefined)?.[0],
  offer_endings: ({ requests }) => (requests[0]?.offers[0]?.endings as Part[] | undefined)?.[0],
  offer_acceptances: ({ requests }) => requests[0]?.offers[0]?.acceptance,
  'private.offer_guesses': { leftOut: 'wrong addresses that somebody typed, without the addresses' },
}
/** For each table, the columns that the export leaves out. */
const columnsLeftOut: Record<string, string[]> = {
  requests: ['search_text'], // copies
  bookings: ['form_id', 'link_version', 'act'], // keys, and what the log has
  inquiries: ['form_id', 'act'],
  request_events: ['form_id'],
  offers: ['link_version'],
  'private.letters': ['link_version'],
  // A mail has no stored text: the export lists its kind and its times.
  'private.outbox': [
    ...[
      'id',
      'request_id',
      'letter_id',
      'offer_id',
      'version',
      'act',
      'must_send',
      'is_kept',
      'known_start',
      'key',
      'send_after',
      'attempts',
      'calls',
    ],
    ...['lease', 'lease_until', 'may_have_arrived', 'said', 'last_error', 'dismissed_at', 'is_waiting'],
  ],
}

onPostgres((db) => {
  let date = ''
  setUpOnce(db, async () => {
    await emptySchedule(db)
    date = await dateIn(db, 7)
    await db.rows('update private.submission_caps set max = 1000000')
  })

  describe('every request', () => {
    const page = (last?: Row, limit = 7) =>
      db.valueAs<Row[]>(
        admin,
        'select public.export_requests($1, $2, $3)',
        ...[last?.created_at ?? null, last?.id ?? null, limit],
      )

    test('the export has each request once, newest first, even if new requests arrive meanwhile', async () => {
      const add = (count: number, at: string) =>
        db.rows(
          `insert into public.inquiries (name, email, created_at) select 'Ana', 'ana@example.com', ${at} from generate_series(1, $1::int) n`,
          count,
        )
      await add(20, `'2026-11-01T00:00:00.000001Z'`)
      await add(9, `'2026-11-01T00:00:00.000002Z'`)
      await add(14, `timestamptz '2026-11-01T00:00:00Z' + n * interval '1 microsecond'`)
      await add(3, 'now()')
      const expected = (
        await db.rows<Row>('select id, created_at from public.requests order by created_at desc, id')
      ).map(({ id }) => id)
      expect(expected).toHaveLength(46)
      const all = await page(undefined, 100_000)
      expect(all.map(({ id }) => id)).toEqual(expected)

      const read: Row[] = []
      for (let full = true; full;) {
        const rows = await page(read.at(-1))
        full = rows.length === 7
        read.push(...rows)
        await add(2, `now() + interval '1 second'`)
      }
      expect(read.map(({ id }) => id)).toEqual(expected)
    })

    test('each exported request has its own fields, with times on the studio’s clock and as instants', async () => {
      const slot = await addDailySlot(db)
      const { id } = await book(db, { date, slot, details: { phone: '021 555 0101' } })
      await db.rowsAs(
        admin,
        `update public.bookings set status = 'confirmed', location = 'The café' where id = $1`,
        id,
      )
      await db.rowsAs(admin, 'select public.set_owner($1, $2)', id, (admin.claims as { sub: string }).sub)
      await inquire(db, { name: 'Ben', email: 'ben@example.com' })
      const rows = await page()
      expect(rows).toHaveLength(2)
      expect(rows.find((row) => row.id === id)).toMatchObject({
        kind: 'booking',
        status: 'confirmed',
        phone: '021 555 0101',
        location: 'The café',
        owner: 'admin@studio.test',
        date,
        start_time: '09:00',
        end_time: '10:00',
        starts_at: expect.stringContaining(toInstant(date, '09:00').toISOString().slice(0, 19)),
        created: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/),
      })
      expect(rows.find((row) => row.id !== id)).toMatchObject({ kind: 'inquiry', name: 'Ben', date: null })
    })

    test('the export comes in pages of up to 500 requests; an admin who loses the role gets no more pages', async () => {
      await db.rows(
        `insert into public.inquiries (name, email) select 'Ana', 'ana@example.com' from generate_series(1, 501)`,
      )
      expect(await page(undefined, 10_000)).toHaveLength(500)
      await db.rows(`update auth.users set raw_app_meta_data = '{}'`)
      expect(await errorCode(page())).toBe('42501')
    })
  })

  describe('everything about one person', () => {
    const person = (id: string) => db.valueAs<Person | null>(admin, 'select public.export_person($1)', id)

    /** Creates a person with a row in each table. Returns the ids of one request and of its offer. */
    async function everything() {
      const slot = await addDailySlot(db)
      const { id } = await book(db, {
        name: 'Ana',
        email: 'Ana@Example.com',
        date,
        slot,
        message: 'Hello',
      })
      await inquire(db, { email: 'ana@example.COM', message: 'Tēnā koe' })
      await inquire(db, { email: 'ben@example.com', message: 'Not theirs' })
      await db.rowsAs(admin, 'select public.add_note($1, $2, $3)', randomUUID(), id, 'Rings back')
      await db.rowsAs(
        admin,
        `select public.send_reply($1, $2, 3, 'answer', 'Hello', 'Hello Ana')`,
        randomUUID(),
        id,
      )
      await db.rowsAs(admin, `select public.save_offer_draft($1, '{"title": "An app"}', 0)`, id)
      const offer = await db.value<string>('select id from public.offers where request_id = $1', id)
      await db.rowsAs(
        admin,
        `select public.send_offer($1, 1, '{}', $2, 100, $3, false)`,
        ...[offer, 'An app for $1\n', date],
      )
      await db.rowsAs(admin, `select public.withdraw_offer($1, 1, 'We are full in May', false)`, offer)
      await db.rowsAs(
        admin,
        `select public.send_offer($1, 1, '{}', $2, 100, $3, false)`,
        ...[offer, 'An app for $1\n', date],
      )
      await db.rowsAs(admin, `select public.record_acceptance($1, 2, 'Yes, go ahead', 7)`, offer)
      await db.rows('insert into private.offer_guesses (offer_id) values ($1)', offer)
      return { id, offer }
    }

    test('a person’s export has each table that refers to a request or an offer, with every column', async () => {
      const { id } = await everything()
      const found = await person(id)
      if (!found) throw new Error('There is nobody.')
      found.requests.sort((a) => (a.id === id ? -1 : 1))
      const hanging = await db.rows<{ name: string; columns: string[] }>(`
        with recursive hanging as (
          select oid from pg_class where oid in ('public.requests'::regclass, 'public.offers'::regclass)
          union
          select k.conrelid from hanging h join pg_constraint k on k.confrelid = h.oid and k.contype = 'f'
        )
        select h.oid::regclass::text as name, (
          select array_agg(a.attname::text) from pg_attribute a where a.attrelid = h.oid and a.attnum > 0 and not a.attisdropped) as columns
        from hanging h`)
      const named = (name: string) => name.replace('public.', '')
      expect(hanging.map(({ name }) => named(name)).toSorted()).toEqual(Object.keys(tables).toSorted())
      for (const { name, columns } of hanging) {
        const where = tables[named(name)]
        if (typeof where !== 'function') continue
        const row = where(found)
        expect(row, name).toBeTruthy()
        const missing = columns.filter((column) => !Object.hasOwn(row as object, column))
        expect(missing.toSorted(), name).toEqual((columnsLeftOut[named(name)] ?? []).toSorted())
      }
    })

    test('a person’s export is found by their address in any case, and has nobody else’s rows', async () => {
      const { id } = await everything()
      const found = await person(id)
      expect(found?.requests).toHaveLength(2)
      expect(found?.email).toBe('Ana@Example.com')
      expect(JSON.stringify(found)).toContain('Tēnā koe')
      expect(JSON.stringify(found)).toContain('We are full in May')
      expect(JSON.stringify(found)).not.toMatch(/ben@|Not theirs|link_version|form_id|key_hash/)
      expect(await person(randomUUID()), 'unknown').toBeNull()
    })

    test('after erasing a person their export is empty; an accepted offer is found by its own id', async () => {
      const { id, offer } = await everything()
      await db.rowsAs(admin, `select public.erase_person('ana@example.com')`)
      expect(await person(id)).toBeNull()
      const kept = await person(offer)
      expect(kept?.requests).toEqual([])
      expect(kept?.other_offers).toMatchObject([
        {
          id: offer,
          versions: [{ version: 1 }, { version: 2, text: 'An app for $1\n' }],
          endings: [{ version: 1, ended: 'withdrawn', reason: null }],
          acceptance: { email_text: 'Yes, go ahead' },
        },
      ])
      const { id: again } = await inquire(db, { email: 'ANA@example.com' })
      expect(await person(again), 'who writes again').toMatchObject({
        requests: [{ id: again }],
        other_offers: [{ id: offer }],
      })
    })
  })
})
