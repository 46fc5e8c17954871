/**
 * `npm run bench:database -- REQUESTS` (by default 20,000): runs every query of the site on a real PostgreSQL. Prints
 * its time, and the tables that it scans whole (also inside functions, triggers and key checks).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, createMigratedDatabase, startRealPostgres, type Address } from '../real-postgres'
import { queries, type Query } from './queries'

/** Postgres rightly scans a table with fewer pages whole. */
const SMALL_PAGES = 100
const runs = 21
/** With fewer requests some queries find no row, such as an offer that is old enough to delete. */
const MIN_REQUESTS = 2_000
/** From full-studio.sql. */
const ADMIN = '00000000-0000-4000-8000-0000000000c1'

export interface Figure {
  name: string
  rows: number
  /** In milliseconds, with the time of client and socket. */
  fastest: number
  median: number
  /** The second slowest run. */
  p95: number
  /** Without the small tables; empty if the query has `readsAll`. */
  readWhole: string[]
  growing: string[]
}

/** Needs a superuser's address. */
export async function measureQueries(address: Address, requests: number): Promise<Figure[]> {
  let plans = ''
  const db = connect(address, 1, (notice) => (plans += notice))
  await db.unsafe(`set bench.requests = '${requests}'`)
  await db.unsafe(await readFile(join(import.meta.dirname, 'full-studio.sql'), 'utf8'))
  await db.unsafe('vacuum full public.requests') // drops the old row versions from the filling
  await db.unsafe('vacuum analyze') // a server does this by itself; counts then read only an index
  await db.unsafe(`load 'auto_explain'; set auto_explain.log_nested_statements = on`)
  const value = async (sql: string) => {
    const [row] = await db.unsafe(sql)
    if (!row) throw new Error(`full-studio.sql makes no row for: ${sql}`)
    return String(Object.values(row)[0])
  }
  const id = async (sql: string) => `'${await value(sql)}'::uuid`
  // An upcoming pending call, and an offer that the visitor can still accept.
  const booking = await id(`select id from public.bookings
    where status = 'pending' and not private.is_erased(email) order by date desc limit 1`)
  const offer = await id(`select o.id from public.offers o
    where private.state_of(o.id) = 'open' and o.request_id in (select id from public.bookings) limit 1`)
  const newest = `from private.newest_version(${offer}) v join public.offers o on o.id = v.offer_id join public.bookings b on b.id = o.request_id`
  const values: Record<string, string> = {
    admin: `'${ADMIN}'::uuid`,
    day: `date '${await value('select private.studio_today() + 20')}'`,
    slot: await id(`select id from public.time_slots where start_time = '20:00'`),
    unused: await id(`select id from public.time_slots where start_time = '20:02'`), // never booked
    booking,
    email: `'${await value(`select email from public.bookings where id = ${booking}`)}'`,
    state: `'${await value(`select private.booking_state(b)::text from public.bookings b where id = ${booking}`)}'`,
    held: await id(`select r.id from public.requests r join public.bookings b using (id)
      where r.status = 'confirmed' and r.outcome = 'held' and not private.is_erased(b.email) limit 1`),
    to_tell: await id(`select id from public.bookings
      where status = 'confirmed' and known ->> 'start_time' = '05:30' and date > private.studio_today() + 1 limit 1`),
    inquiry: await id(
      `select id from public.requests where status = 'archived' and turn_reason = 'archived' limit 1`,
    ),
    note: await id(
      `select id from public.request_notes where author = '${ADMIN}' order by created_at desc limit 1`,
    ),
    reply: await value(
      'select letter_id from private.outbox where letter_id is not null and sent_at is null limit 1',
    ),
    mail: await id(`select id from private.outbox where kind = 'received' limit 1`),
    offer,
    offer_booking: await id(`select o.request_id ${newest}`),
    offer_email: `'${await value(`select b.email ${newest}`)}'`,
    version: await value(`select v.version ${newest}`),
    sha256: `'${await value(`select v.sha256 ${newest}`)}'`,
    old_offer: await id(
      'select offer_id from public.offer_acceptances where keep_until < private.studio_today() limit 1',
    ),
  }

  /** With the role and claims of an API call; rolls back. */
  async function run({ by, sql }: Query) {
    const role = by === 'admin' ? 'authenticated' : 'anon'
    const claims =
      by === 'admin'
        ? `{"sub": "${ADMIN}", "email": "account1@studio.test", "app_metadata": {"role": "admin"}, "session_id": "${ADMIN}"}`
        : '{}'
    await db.unsafe(
      `begin; set local role ${role}; select set_config('request.jwt.claims', '${claims}', true)`,
    )
    const began = performance.now()
    const { count } = await db.unsafe(sql.replaceAll(/\$(\w+)/g, (_, name: string) => values[name] ?? ''))
    const milliseconds = performance.now() - began
    await db.unsafe('rollback')
    return { milliseconds, count }
  }

  const tables = await db.unsafe<{ name: string }[]>(
    `select relname as name from pg_class where relkind = 'r' and relpages < ${SMALL_PAGES}`,
  )
  const small = new Set(tables.map(({ name }) => name))
  const figures: Figure[] = []
  for (const query of queries) {
    const times: number[] = []
    const explained = async () => {
      await db.unsafe('set client_min_messages = log; set auto_explain.log_min_duration = 0')
      const { count } = await run(query)
      await db.unsafe('reset client_min_messages; reset auto_explain.log_min_duration')
      return count
    }
    plans = ''
    const rows = await explained()
    for (let n = 0; n < runs; n++) times.push((await run(query)).milliseconds)
    await explained() // a second time, after the functions have settled on a plan
    times.sort((a, b) => a - b)
    const readWhole = [...new Set([...plans.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? ''))]
    figures.push({
      name: query.name,
      rows,
      fastest: times[0] ?? NaN,
      median: times[Math.floor(runs / 2)] ?? NaN,
      p95: times[runs - 2] ?? NaN,
      readWhole,
      growing: query.readsAll ? [] : readWhole.filter((table) => !small.has(table)),
    })
  }
  await db.end()
  return figures
}

async function main() {
  const requests = Number(process.argv[2] ?? 20_000)
  if (!(requests >= MIN_REQUESTS)) throw new Error(`REQUESTS must be at least ${MIN_REQUESTS}.`)
  const server = await startRealPostgres()
  const database = 'studio_bench'
  await createMigratedDatabase(server.address, database)
  const figures = await measureQueries({ ...server.address, database }, requests)
  console.log('| query | rows | fastest ms | median ms | p95 ms | reads whole |\n|---|--:|--:|--:|--:|---|')
  for (const { name, rows, fastest, median, p95, readWhole, growing } of figures) {
    const whole = readWhole.map((table) => (growing.includes(table) ? `**${table}**` : table)).join(', ')
    console.log(
      `| ${name} | ${rows} | ${fastest.toFixed(1)} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${whole} |`,
    )
  }
  await server.stop()
}

if (process.argv[1] === import.meta.filename) {
  await main().catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}
