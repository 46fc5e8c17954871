/**
 * `npm run bench:list -- REQUESTS` (by default 20,000): how long the data of a page of the admin's list take, with
 * PostgREST and PostgreSQL (Linux x64) and with the embedded Supabase, in all calls that the site makes for a page.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { readPage } from '../../lib/requests/list'
import { orders, readAddress, type ListAddress } from '../../lib/requests/address'
import type { SessionClient } from '../../lib/supabase/server'
import { createAdmin } from '../admin-create'
import { startEmbedded, stopProcess } from '../processes'
import { connect, createMigratedDatabase, startRealPostgres } from '../real-postgres'
import { signToken, startPostgrest } from '../real-postgrest'
import { nodeClient } from '../supabase-client'
import { printTable } from './clients'

const requests = Number(process.argv[2] ?? 20_000)
const runs = 21
/** From full-studio.sql. */
const ADMIN = '00000000-0000-4000-8000-0000000000c1'
const searches = [
  'person77@',
  'idea pending',
  'e',
  'nobody at all',
  'tue 9:00 am',
  'an idea for a product 26th Nov',
]

/** `run` executes SQL as a superuser. */
async function fill(run: (sql: string) => Promise<unknown>) {
  await run(`set bench.requests = '${requests}'`)
  await run(await readFile(join(import.meta.dirname, 'full-studio.sql'), 'utf8'))
  await run('vacuum full public.requests') // drops the old row versions from the filling
  await run('vacuum analyze')
}

async function measure(title: string, admin: SessionClient) {
  const { total } = await readPage(admin, readAddress({}))
  const far = { page: Math.ceil(total / 25) }
  const questions: Record<string, Partial<ListAddress>[]> = {
    'first page': [{}],
    'any order': orders.map((sort) => ({ sort })),
    'any search': searches.map((q) => ({ q })),
    'last page': [far, { ...far, sort: 'message' }],
  }
  const rows = []
  for (const [name, lists] of Object.entries(questions)) {
    const figures = []
    for (const list of lists) {
      const times = []
      for (let n = 0; n < runs; n++) {
        const began = performance.now()
        await readPage(admin, { ...readAddress({}), ...list })
        times.push(performance.now() - began)
      }
      times.sort((a, b) => a - b)
      figures.push({
        of: Object.values(list).join(' '),
        median: times[runs >> 1] ?? NaN,
        p95: times[runs - 2] ?? NaN,
      })
    }
    const slowest = figures.toSorted((a, b) => b.p95 - a.p95)[0]
    if (slowest) rows.push([name, slowest.of, slowest.median.toFixed(0), slowest.p95.toFixed(0)])
  }
  printTable(`${title}, ${total} requests`, ['what', 'the slowest', 'median ms', 'p95 ms'], rows)
}

async function onPostgres() {
  const postgres = await startRealPostgres()
  const address = { ...postgres.address, database: 'studio_bench' }
  await createMigratedDatabase(postgres.address, address.database)
  const sql = connect(address)
  await fill((text) => sql.unsafe(text))
  const postgrest = await startPostgrest(address)
  const claims = {
    role: 'authenticated',
    sub: ADMIN,
    email: 'account1@studio.test',
    app_metadata: { role: 'admin' },
  }
  const token = signToken({ ...claims, session_id: ADMIN, exp: Date.now() / 1000 + 3600 })
  const admin = createClient(postgrest.url, 'anon', {
    accessToken: async () => token,
    // PostgREST without Supabase's gateway serves its paths without the prefix /rest/v1.
    global: { fetch: (input, init) => fetch((input as string).replace('/rest/v1', ''), init) },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  })
  await measure('PostgREST and PostgreSQL', admin as SessionClient)
  await postgrest.stop()
  await sql.end()
  await postgres.stop()
}

async function onEmbedded() {
  const data = mkdtempSync(join(tmpdir(), 'studio-bench-'))
  const person = { email: 'bench@studio.test', password: 'a-long-enough-password' }
  let embedded = await startEmbedded({ data, port: 0 })
  await createAdmin(embedded, person.email, person.password)
  await stopProcess(embedded.process)
  const database = await PGlite.create(join(data, 'database'))
  await fill((text) => database.exec(text))
  await database.close()
  embedded = await startEmbedded({ data, port: 0 })
  const admin = nodeClient(embedded, embedded.publishableKey)
  const { error } = await admin.auth.signInWithPassword(person)
  if (error) throw error
  await measure('The embedded Supabase', admin as SessionClient)
  await stopProcess(embedded.process)
  rmSync(data, { recursive: true, force: true })
}

if (process.platform === 'linux' && process.arch === 'x64') await onPostgres()
await onEmbedded()
