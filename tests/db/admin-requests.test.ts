import { describe, expect, test } from 'vitest'
import { formatDate, formatTimeRange } from '@/lib/dates'
import { columnOf, readAddress, tabNames } from '@/lib/requests/address'
import { onPostgres, setUpOnce } from './databases'
import { addSlot, emptySchedule, setToday } from './fixtures'
import { admin, errorCode, member, type TestDatabase, visitor } from './test-database'

interface Row {
  name: string
  type: string
  message: string | null
  start_time?: string
  end_time?: string
}
interface Arguments {
  query?: string
  view?: string
  type?: string
  status?: string
  owner?: string
  outcome?: string
  sort?: string
  limit?: number
  offset?: number
}

const patternsOf = (db: TestDatabase, query: string, caller = admin) =>
  db.valueAs<string[]>(caller, 'select to_json(public.search_patterns($1))', query)

/** Reads one page of the admin's list with the same conditions as lib/requests/list.ts. */
async function list(db: TestDatabase, { query = '', limit = 25, offset = 0, ...args }: Arguments = {}) {
  const address = readAddress({ ...args, q: query })
  const conditions: string[] = []
  const values: unknown[] = []
  const add = (sql: string, ...bound: unknown[]) =>
    conditions.push(sql.replaceAll('?', () => `$${values.push(bound.shift())}`))
  if (address.tab !== 'all') add(`is_${address.tab}`)
  if (address.type) add('type = ?', address.type)
  if (address.status) add('status = ?', address.status)
  if (address.outcome) add(`is_${address.outcome}`)
  if (args.owner) add('owner = ?', args.owner)
  for (const pattern of query.trim() ? await patternsOf(db, query) : [])
    add('(search_text like ? or status like ? or type like ?)', pattern, pattern.slice(1), pattern.slice(1))
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''
  const direction = address.sort.startsWith('-') ? 'desc' : 'asc'
  const found = await db.rowsAs<Row & { total: number }>(
    admin,
    `select *, count(*) over ()::int as total from public.admin_requests ${where}
     order by ${columnOf(address)} ${direction} nulls last, created_at desc, id`,
    ...values,
  )
  return { total: found[0]?.total ?? 0, rows: found.slice(offset, offset + limit) }
}
const names = async (db: TestDatabase, args: Arguments) => (await list(db, args)).rows.map(({ name }) => name)
async function countsOf(db: TestDatabase, caller = admin) {
  const counts = await db.valueAs<Record<string, number | string>>(caller, 'select public.count_views()')
  const { read_at, ...numbers } = counts
  expect(Date.parse(String(read_at)), 'the database’s clock').toBeLessThanOrEqual(await clockOf(db))
  return numbers as Record<string, number>
}
const clockOf = async (db: TestDatabase) => Date.parse(await db.value('select clock_timestamp()::text'))

/**
 * Creates a booking (if `record` has a date) or an inquiry, `minutes` after 1 December 2026, 00:00
 * UTC.
 */
async function add(db: TestDatabase, minutes: number, record: Record<string, unknown>) {
  const table = 'date' in record ? 'bookings' : 'inquiries'
  const created = new Date(Date.UTC(2026, 11, 1, 0, minutes)).toISOString()
  // A request waits for the studio's answer, unless `outcome` is set.
  const row = { email: `person${minutes}@example.org`, created_at: created, ...record }
  const columns = Object.keys(row)
  const id = await db.value(
    `insert into public.${table} (${columns.join(', ')}) values (${columns.map((_, n) => `$${n + 1}`).join(', ')})
     returning id`,
    ...Object.values(row),
  )
  await db.rows(
    `with turn as (select id, $2 or starts is not null and starts < '2027-01-04' as is_over from public.requests where id = $1)
     update public.requests r set turn_reason = 'wrote', theirs_from = null, due_at = '2100-01-02',
       ours_from = case when is_over then 'infinity' else '2026-01-01'::timestamptz end,
       over_from = case when is_over then '2026-01-01'::timestamptz else 'infinity' end
     from turn where r.id = turn.id`,
    ...[id, 'status' in record],
  )
}

onPostgres((db) => {
  setUpOnce(db, async () => {
    await emptySchedule(db)
    await setToday(db, '2027-01-04')
    const nine = await addSlot(db, '09:00', '09:30')
    const one = await addSlot(db, '13:00', '13:30')
    await add(db, 0, { name: 'Mere Tūhoe', date: '2027-01-05', time_slot_id: one, message: 'Hello all' })
    await add(db, 1, { name: 'Åse', message: 'beta\n\n50% off_now', status: 'read' })
    await add(db, 2, { name: 'bob', date: '2027-01-03', time_slot_id: nine, status: 'confirmed' })
    await add(db, 3, { name: 'Zoë', message: 'Ελλάδα' })
    await add(db, 4, { name: 'Carol', date: '2027-01-04', time_slot_id: one, status: 'cancelled' })
    await add(db, 5, { name: 'Dai', status: 'archived' })
  })

  test('the list shows the newest requests first; each page has the exact total, even one past the end', async () => {
    expect(await names(db, {})).toEqual(['Dai', 'Carol', 'Zoë', 'bob', 'Åse', 'Mere Tūhoe'])
    expect(await names(db, { sort: 'created', limit: 2 })).toEqual(['Mere Tūhoe', 'Åse'])
    expect(await list(db, { limit: 4, offset: 4 })).toMatchObject({
      total: 6,
      rows: [{ name: 'Åse' }, { name: 'Mere Tūhoe' }],
    })
  })

  test('a row of the list has every field of its request, and times as HH:MM', async () => {
    const { rows } = await list(db, { query: 'mere' })
    expect(rows).toMatchObject([
      {
        ...{ type: 'booking', id: expect.any(String), name: 'Mere Tūhoe', email: 'person0@example.org' },
        ...{ message: 'Hello all', status: 'pending', date: '2027-01-05', outcome: null },
        ...{ turn_reason: 'wrote', theirs_from: null, over_from: 'infinity', owner: null, revision: 0 },
        ...{ start_time: '13:00', end_time: '13:30', created_at: expect.stringMatching(/^2026-12-01/) },
        ...{ is_on_closed_date: false, is_proposed: false, is_kept: false },
      },
    ])
  })

  test.each([
    ['a name without its macron, in capitals', 'TUHOE', ['Mere Tūhoe']],
    ['a name with the macron as a character of its own', 'Tu\u0304hoe', ['Mere Tūhoe']],
    ['Greek without its accent, in capitals', 'ΕΛΛΑΔΑ', ['Zoë']],
    ['an e-mail', 'PERSON2@', ['bob']],
    ['a status', 'pending', ['Mere Tūhoe']],
    ['a type', 'Booking', ['Carol', 'bob', 'Mere Tūhoe']],
    ['a date as shown', 'Tue 5 Jan 2027', ['Mere Tūhoe']],
    ['a date as numbers', '2027-01-05', ['Mere Tūhoe']],
    ['a day and a month', '05 January', ['Mere Tūhoe']],
    ['a day and a month as numbers', '05/01', ['Mere Tūhoe']],
    ['a day of a month that begins with the same figure', '5/12', []],
    ['a day of another month', '5 feb', []],
    ['a day that is part of another', '7 jan', []],
    ['numbers that are no date', '5/13', []],
    ['a date and a name', '3 jan bob', ['bob']],
    ['a time as shown', '9:00 AM – 9:30 AM', ['bob']],
    ['a time as the list shows it', '9:00 – 9:30 AM', ['bob']],
    [
      'words of several fields, in any order, with spaces of any kind',
      '\thello\u00a0 pending  mere ',
      ['Mere Tūhoe'],
    ],
    ['what LIKE takes for patterns, as it is', '50% off_now', ['Åse']],
    ['a pattern that is none', '5_%', []],
    ['a backslash', '\\', []],
    ['a word that only two fields together make', 'tuhoeperson0', []],
    ['several words of which one is nowhere', 'mere confirmed', []],
    ['nothing but spaces', '  \n', ['Dai', 'Carol', 'Zoë', 'bob', 'Åse', 'Mere Tūhoe']],
  ])('finds by %s', async (_, query, found) => {
    expect(await names(db, { query })).toEqual(found)
    expect((await list(db, { query, limit: 1 })).total).toBe(found.length)
  })

  describe('finds people', () => {
    setUpOnce(db, async () => {
      const [{ id } = { id: '' }] = await db.rows<{ id: string }>(
        `select id from public.time_slots where start_time = '09:00'`,
      )
      const call = { date: '2027-01-06', time_slot_id: id, status: 'confirmed' }
      await add(db, 6, { name: 'Martin King', ...call, phone: '+64 (21) 555-0199', package: 'launch' })
      await add(db, 7, { name: 'Siobhán O’Brien-Smith', message: 'For the ‘old’ site', package: 'scale' })
    })

    test.each([
      ['a name that is part of the word booking', 'king', ['Martin King']],
      [
        'a name that is part of the word inquiry',
        'in',
        ['Siobhán O’Brien-Smith', 'Martin King', 'Dai', 'Zoë', 'Åse'],
      ],
      ['the beginning of a status', 'conf', ['Martin King', 'bob']],
      ['the middle of a status', 'firmed', []],
      ['the beginning of a type and of a status', 'book conf', ['Martin King', 'bob']],
      ['a type and a status of other records', 'inq conf', []],
      ['a straight apostrophe for a curly one', `o'brien`, ['Siobhán O’Brien-Smith']],
      ['a curly apostrophe of another kind', 'oʼbrien', ['Siobhán O’Brien-Smith']],
      ['a quoted word', `'old'`, ['Siobhán O’Brien-Smith']],
      ['a dash for a hyphen', 'brien–smith', ['Siobhán O’Brien-Smith']],
      ['a hyphen that does not break', 'brien\u2011smith', ['Siobhán O’Brien-Smith']],
      ['a time with a hyphen', '9:00 AM - 9:30 AM', ['Martin King', 'bob']],
      ['a phone number as it was written', '(21) 555-0199', ['Martin King']],
      ['a phone number without what is between its digits', '+64215550199', ['Martin King']],
      ['a package', 'launch', ['Martin King']],
      ['a package of a message', 'SCALE', ['Siobhán O’Brien-Smith']],
    ])('by %s', async (_, query, found) => {
      expect(await names(db, { query })).toEqual(found)
      expect((await list(db, { query, sort: 'name', limit: 1 })).total).toBe(found.length)
    })

    test('a search does not find an erased person by their phone number', async () => {
      await db.valueAs(admin, `select public.erase_person('person6@example.org')`)
      expect(await names(db, { query: '555-0199' })).toEqual([])
    })
  })

  test.each([
    ['name', ['Åse', 'bob', 'Carol', 'Dai', 'Mere Tūhoe', 'Zoë']],
    ['email', ['Mere Tūhoe', 'Åse', 'bob', 'Zoë', 'Carol', 'Dai']],
    [
      'type',
      ['Carol', 'bob', 'Mere Tūhoe', 'Dai', 'Zoë', 'Åse'],
      ['Dai', 'Zoë', 'Åse', 'Carol', 'bob', 'Mere Tūhoe'],
    ],
    [
      'date',
      ['bob', 'Carol', 'Mere Tūhoe', 'Dai', 'Zoë', 'Åse'],
      ['Mere Tūhoe', 'Carol', 'bob', 'Dai', 'Zoë', 'Åse'],
    ],
    [
      'time',
      ['bob', 'Carol', 'Mere Tūhoe', 'Dai', 'Zoë', 'Åse'],
      ['Carol', 'Mere Tūhoe', 'bob', 'Dai', 'Zoë', 'Åse'],
    ],
    ['created', ['Mere Tūhoe', 'Åse', 'bob', 'Zoë', 'Carol', 'Dai']],
    ['status', ['Dai', 'Carol', 'bob', 'Zoë', 'Mere Tūhoe', 'Åse']],
    [
      'message',
      ['Åse', 'Mere Tūhoe', 'Zoë', 'Dai', 'Carol', 'bob'],
      ['Zoë', 'Mere Tūhoe', 'Åse', 'Dai', 'Carol', 'bob'],
    ],
  ])(
    'by %s: both ways, empty ones last, ties newest first',
    async (sort, ascending, descending = ascending.toReversed()) => {
      expect(await names(db, { sort })).toEqual(ascending)
      expect(await names(db, { sort: `-${sort}` })).toEqual(descending)
      expect(await names(db, { sort, limit: 2, offset: 1 })).toEqual(ascending.slice(1, 3))
    },
  )

  describe('tabs and filters', () => {
    test.each([
      ['all', ['Dai', 'Carol', 'Zoë', 'bob', 'Åse', 'Mere Tūhoe']],
      ['to_answer', ['Zoë', 'Mere Tūhoe']],
      ['upcoming', ['Mere Tūhoe']],
      ['past', ['bob']],
      ['archived', ['Dai', 'Carol']],
    ])('%s', async (view, expected) => {
      expect(await names(db, { view })).toEqual(expected)
      expect((await countsOf(db))[view]).toBe(expected.length)
    })
    test('the site and the database have the same tabs of the list', async () => {
      const others = ['overdue', 'pending', 'new', 'bookings', 'inquiries']
      const counts = await countsOf(db)
      expect(
        Object.keys(counts)
          .filter((name) => !others.includes(name))
          .toSorted(),
      ).toEqual(tabNames.toSorted())
      for (const view of tabNames) expect(await names(db, { view }), view).toHaveLength(counts[view] ?? -1)
    })
    test('a type, a status and a search narrow a tab together; the counts of the tabs stay', async () => {
      expect(await names(db, { view: 'to_answer', type: 'inquiry' })).toEqual(['Zoë'])
      expect(await names(db, { type: 'booking', status: 'confirmed' })).toEqual(['bob'])
      expect(await list(db, { type: 'inquiry', status: 'confirmed' })).toEqual({ total: 0, rows: [] })
      expect(await names(db, { status: 'read', query: 'beta', sort: 'name' })).toEqual(['Åse'])
      expect(await countsOf(db)).toEqual({
        all: 6,
        to_answer: 2,
        overdue: 0,
        their_turn: 0,
        upcoming: 1,
        past: 1,
        archived: 2,
        on_closed_date: 0,
        pending: 1,
        new: 1,
        bookings: 3,
        inquiries: 3,
      })
    })
    test('a call whose date is closed is in a tab of its own, until the date is open again', async () => {
      const change = (name: string) => db.rowsAs(admin, `select public.${name}('2027-01-05', '2027-01-05')`)
      for (const [act, expected] of Object.entries({ close_dates: ['Mere Tūhoe'], reopen_dates: [] })) {
        await change(act)
        expect(await names(db, { view: 'on_closed_date' })).toEqual(expected)
        expect((await countsOf(db)).on_closed_date).toBe(expected.length)
      }
    })
    test('a booking of today is in the tab ‘upcoming’, one of yesterday is not', async () => {
      await db.rows(`update public.bookings set status = 'confirmed' where name = 'Carol'`)
      expect(await names(db, { view: 'upcoming', sort: 'date' })).toEqual(['Carol', 'Mere Tūhoe'])
    })

    test('upcoming calls of one date are sorted by start time, not by when they were booked', async () => {
      const eight = await addSlot(db, '08:00', '08:30')
      const three = await addSlot(db, '15:00', '15:30')
      await add(db, 6, { name: 'At three', date: '2027-01-05', time_slot_id: three })
      await add(db, 7, { name: 'At eight', date: '2027-01-05', time_slot_id: eight })
      const upcoming = { view: 'upcoming', sort: 'date' }
      const soonestFirst = ['At eight', 'Mere Tūhoe', 'At three']
      expect(await names(db, upcoming)).toEqual(soonestFirst)
      expect(await names(db, { ...upcoming, sort: '-date' })).toEqual(soonestFirst.toReversed())
    })
  })

  describe('turns, deadlines and assignees:', () => {
    const turns = {
      ours: `ours_from = now() - $2::interval, due_at = now() - $2::interval + interval '24 hours', over_from = 'infinity'`,
      theirs: `theirs_from = now() - $2::interval, ours_from = 'infinity', over_from = now() - $2::interval + interval '14 days'`,
    }
    const ago = (name: string, turn: keyof typeof turns, span: string) =>
      db.rows(
        `update public.requests set ${turns[turn]}
         where id in (select id from public.bookings where name = $1 union all select id from public.inquiries where name = $1)`,
        name,
        span,
      )

    test('an accepted offer that waits for a day counts as overdue, a declined one does not', async () => {
      for (const name of ['Mere Tūhoe', 'Zoë', 'Åse']) await ago(name, 'ours', '25 hours')
      await db.rows(`update public.requests r set turn_reason = case i.name when 'Zoë' then 'accepted' else 'declined' end
        from public.inquiries i where i.id = r.id and i.name in ('Zoë', 'Åse')`)
      expect(await countsOf(db)).toMatchObject({ to_answer: 3, overdue: 2 })
    })

    test('the most overdue request comes first and is counted; a call that needs nothing is only in ‘past’', async () => {
      await ago('Zoë', 'ours', '2 hours')
      await ago('Mere Tūhoe', 'ours', '26 hours')
      await ago('Åse', 'ours', '25 hours')
      await add(db, 8, {
        name: 'Held',
        date: '2027-01-03',
        time_slot_id: await addSlot(db, '11:00', '11:30'),
      })
      const asked = { view: 'to_answer', sort: 'turn' }
      expect(await names(db, asked)).toEqual(['Mere Tūhoe', 'Åse', 'Zoë'])
      expect(await countsOf(db)).toMatchObject({ to_answer: 3, overdue: 2 })
      expect(await names(db, { view: 'past' })).toEqual(['Held', 'bob'])
    })

    test('a person who owes an answer is in ‘their turn’ for 14 days, even if they send another request', async () => {
      await ago('Åse', 'theirs', '3 days')
      await ago('bob', 'theirs', '4 days')
      await ago('Zoë', 'theirs', '15 days')
      const theirTurn = { view: 'their_turn', sort: 'turn' }
      expect(await names(db, theirTurn)).toEqual(['bob', 'Åse'])
      await db.rowsAs(visitor, `select public.create_inquiry('Åse', 'PERSON1@example.org', 'Once more')`)
      expect(await names(db, theirTurn)).toEqual(['bob', 'Åse'])
      expect(await countsOf(db)).toMatchObject({ their_turn: 2 })
    })

    test('an admin filters requests by their assignee, and calls by outcome', async () => {
      const owner = await db.value<string>('select id from auth.users limit 1')
      await db.rows(
        `update public.requests r set owner = $1 from public.inquiries i where i.id = r.id and i.name = 'Åse'`,
        owner,
      )
      expect(await names(db, { owner })).toEqual(['Åse'])
      expect(await names(db, { outcome: 'undecided' })).toEqual(['bob'])
      await db.rows(
        `update public.requests r set outcome = 'held' from public.bookings b where b.id = r.id and b.name = 'bob'`,
      )
      expect(await names(db, { outcome: 'undecided' })).toEqual([])
      expect(await names(db, { outcome: 'held' })).toEqual(['bob'])
    })
  })

  test('a search finds a request by its current status and name, not by former ones', async () => {
    await db.rowsAs(admin, `update public.bookings set status = 'confirmed' where status = 'pending'`)
    expect(await names(db, { query: 'mere confirmed' })).toEqual(['Mere Tūhoe'])
    expect(await names(db, { query: 'mere pending' })).toEqual([])
    await db.valueAs(admin, `select public.erase_person('person0@example.org')`)
    expect(await names(db, { query: 'mere' })).toEqual([])
    expect(await names(db, { query: 'koutou' })).toEqual([])
    expect(await names(db, { query: 'erased 5 jan' })).toEqual(['Erased'])
  })

  test('nobody can store a search text that differs from the request', async () => {
    const forge = `update public.requests set search_text = 'forged'`
    for (const caller of [admin, member, visitor])
      expect(await errorCode(db.rowsAs(caller, forge))).toBe('42501')
    await db.rows(forge)
    await db.rows(`update public.inquiries set message = message || ' indeed'`)
    await db.rows(`update public.bookings set message = 'Indeed'`)
    expect(await names(db, { query: 'forged' })).toEqual(['Dai'])
    expect(await names(db, { query: 'indeed' })).toHaveLength(5)
  })

  test('the count of a person’s requests ignores upper and lower case in the e-mail address', async () => {
    await add(db, 8, { name: 'Again', email: 'PERSON0@example.org' })
    const count = `select public.count_requests('person0@Example.org')`
    expect(await db.valueAs(admin, count)).toBe(2)
  })

  test('a row of the list has the whole message, so that the dialog needs no other query', async () => {
    const message = `${'x '.repeat(600)}end`
    await add(db, 9, { name: 'Long', message })
    const { rows } = await list(db, { query: 'end' })
    expect(rows[0]?.message).toBe(message)
  })

  test('a query computes today’s date once, so that counting 20,000 requests is fast', async () => {
    const plan = await db.rowsAs<{ 'QUERY PLAN': string }>(
      admin,
      `explain (verbose, costs off) select count(*) filter (where is_upcoming), count(*) filter (where is_past),
         count(*) filter (where is_undecided) from public.admin_requests`,
    )
    const asked = plan.map((line) => line['QUERY PLAN']).filter((line) => line.includes('studio_today'))
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((line) => line.includes('FILTER'))).toEqual([])
  })

  test.each([
    ['too long', 'x'.repeat(201)],
    // Case folding removes every character of this text, but would take a minute.
    ['too long, and nothing once folded', '\u0301'.repeat(30_000) + '\u0316'.repeat(30_000)],
  ])('a search that is %s is refused', async (_, query) => {
    await expect(patternsOf(db, query)).rejects.toMatchObject({ code: '22023', message: 'query_invalid' })
  })

  test('a search may have 200 characters in any script', async () => {
    await add(db, 6, { name: '가'.repeat(100) })
    expect(await names(db, { query: `${'가'.repeat(99)} ${'가'.repeat(100)}` })).toEqual(['가'.repeat(100)])
  })

  test('a search for a pasted paragraph uses its eight longest words, so that it stays quick', async () => {
    expect(await patternsOf(db, 'it it of it')).toEqual(['%it%', '%of%'])
    const words = Array.from({ length: 25 }, (_, n) => 'x'.repeat(n % 10) + n).join(' ')
    expect(await patternsOf(db, words)).toHaveLength(8)
    expect(await names(db, { query: 'a a a a a a a a a a a hello all' })).toEqual(['Mere Tūhoe'])
  })

  test('a search finds a call by its date and time as the admin’s page writes them', async () => {
    const rows = await db.rows<{ date: string; start: string; end: string; shown: string }>(
      `select date::date::text, start::text, "end"::text, private.search_text(jsonb_build_object('name', '', 'email', '', 'period', tsrange(date::date + start, date::date + "end"))) as shown
       from generate_series(date '2026-01-01', date '2026-12-31', '1 day') date,
            (values (time '00:00', time '00:30'), ('09:05', '11:59'), ('12:00', '12:30'), ('13:00', '23:59')) slots (start, "end")`,
    )
    expect(rows).toHaveLength(365 * 4)
    const differing = rows.filter(({ date, start, end, shown }) => {
      const [, , dateShown, numbers, timeShown] = shown.split('\n')
      const times = formatTimeRange(start, end).replace('–', '-') // a dash is searched as a hyphen
      const lower = [formatDate(date), date, times].map((text) => text.toLowerCase())
      return JSON.stringify(lower) !== JSON.stringify([dateShown, numbers?.slice(0, 10), timeShown])
    })
    expect(differing).toEqual([])
  })
})
