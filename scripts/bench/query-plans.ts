/**
 * `npm run bench:database`: every query of the product on a real PostgreSQL with 100,000 bookings
 * and 500 slots: how long it takes, and which tables it reads from end to end (also in functions,
 * triggers and key checks).
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, createMigratedDatabase, startRealPostgres, type Address } from '../real-postgres'
import { queries, type Query } from './queries'

/**
 * Bounded by the studio's settings and its admins: reading one whole is how a small table is best
 * read. Every other table grows with time.
 */
const settings = [
  'closed_dates',
  'time_slots',
  'time_slot_presets',
  'recurring_availability',
  'submission_caps',
  'address_keys',
  'site_keys',
  'sign_in_tries',
  'sign_in_addresses',
  'sign_in_places',
  'password_tries',
  'users',
]
const runs = 21
/** Made by full-studio.sql. */
const ADMIN_SESSION = '00000000-0000-4000-8000-0000000000c1'

export interface Figure {
  name: string
  rows: number
  /** Milliseconds of 21 runs, client and socket included. */
  fastest: number
  median: number
  /** The slowest but one. */
  p95: number
  /**
   * Tables read from end to end, and of those the ones that grow with time, unless the query may.
   */
  readWhole: string[]
  growing: string[]
}

/**
 * Fills the migrated database at this address and measures every query in it. Needs a superuser.
 */
export async function measureQueries(address: Address): Promise<Figure[]> {
  let plans = ''
  const db = connect(address, 1, (notice) => (plans += notice))
  await db.unsafe(await readFile(join(import.meta.dirname, 'full-studio.sql'), 'utf8'))
  await db.unsafe('vacuum analyze') // as a server does by itself: counts then read an index alone
  await db.unsafe(`load 'auto_explain'; set auto_explain.log_nested_statements = on`)
  const [ids] = await db.unsafe<[Record<string, string>]>(`select
    (select 'date ''' || private.studio_today() + 20 || '''') as day,
    (select quote_literal(id) || '::uuid' from public.time_slots where start_time = '20:00') as slot,
    (select quote_literal(id) || '::uuid' from public.time_slots where start_time = '20:02') as unused,
    (select quote_literal(id) || '::uuid' from public.bookings where status = 'pending' order by date desc limit 1) as booking,
    (select quote_literal(id) || '::uuid' from public.inquiries limit 1) as inquiry`)

  /** Runs it as the API does, undoes it, and says how long it took and how many rows came. */
  async function run({ by, sql }: Query) {
    const role = by === 'admin' ? 'authenticated' : 'anon'
    const claims =
      by === 'admin' ? `{"app_metadata": {"role": "admin"}, "session_id": "${ADMIN_SESSION}"}` : '{}'
    await db.unsafe(
      `begin; set local role ${role}; select set_config('request.jwt.claims', '${claims}', true)`,
    )
    const began = performance.now()
    const { count } = await db.unsafe(sql.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name] ?? ''))
    const milliseconds = performance.now() - began
    await db.unsafe('rollback')
    return { milliseconds, count }
  }

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
    await explained() // again, now that functions have settled on a plan
    times.sort((a, b) => a - b)
    const readWhole = [...new Set([...plans.matchAll(/Seq Scan on (\w+)/g)].map(([, table]) => table ?? ''))]
    figures.push({
      name: query.name,
      rows,
      fastest: times[0] ?? NaN,
      median: times[Math.floor(runs / 2)] ?? NaN,
      p95: times[runs - 2] ?? NaN,
      readWhole,
      growing: query.readsAll ? [] : readWhole.filter((table) => !settings.includes(table)),
    })
  }
  await db.end()
  return figures
}

async function main() {
  const server = await startRealPostgres()
  const database = 'studio_bench'
  await createMigratedDatabase(server.address, database)
  const figures = await measureQueries({ ...server.address, database })
  console.log('| query | rows | fastest ms | median ms | p95 ms | reads whole |\n|---|--:|--:|--:|--:|---|')
  for (const { name, rows, fastest, median, p95, readWhole, growing } of figures) {
    const whole = readWhole.map((table) => (growing.includes(table) ? `**${table}**` : table)).join(', ')
    console.log(
      `| ${name} | ${rows} | ${fastest.toFixed(1)} | ${median.toFixed(1)} | ${p95.toFixed(1)} | ${whole} |`,
    )
  }
  await server.stop()
}

if (process.argv[1] === import.meta.filename) await main()
