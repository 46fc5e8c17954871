/**
 * The embedded REST and Auth servers on a real PostgreSQL, in this process, for tests that need
 * several database sessions or real query plans.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { connect, createMigratedDatabase, startRealPostgres } from '../scripts/real-postgres'
import type { Caller, Database, Run } from '../supabase/local/database'
import { handle } from '../supabase/local/gateway'
import { createHttpServer, listen } from '../supabase/local/http'
import { createTokens } from '../supabase/local/jwt'
import { loadKeys } from '../supabase/local/keys'
import { readCatalog } from '../supabase/local/rest/catalog'

const TEXT = 25
const DATABASE = 'studio'

/**
 * Starts the servers. Calls `onCall` with each requested path; a response of `onCall` replaces the
 * server's.
 */
export async function startRealSupabase(onCall: (path: string) => Response | undefined) {
  const server = await startRealPostgres()
  await createMigratedDatabase(server.address, DATABASE)
  const sql = connect({ ...server.address, database: DATABASE }, 20)
  const folder = mkdtempSync(join(tmpdir(), 'real-supabase-'))
  const keys = await loadKeys(folder)
  const tokens = await createTokens(keys.signingKey)
  const db = databaseOn(sql)
  const mails = { folder: join(folder, 'auth-mails'), siteUrl: 'http://localhost:3000' }
  const services = { db, keys, tokens, mails, catalog: await readCatalog(db) }
  const http = createHttpServer(
    async (request) => onCall(new URL(request.url).pathname) ?? handle(services, request),
  )
  const url = `http://127.0.0.1:${await listen(http, 0)}`
  tokens.issuer = `${url}/auth/v1`
  return {
    url,
    ...keys,
    tokens,
    sql,
    async close() {
      http.closeAllConnections()
      http.close()
      await sql.end()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** The part of `Database` that REST and Auth use. Realtime would need more, and does not run. */
function databaseOn(sql: postgres.Sql): Database {
  const transaction = <T>(settings: [string, string][], work: (run: Run) => Promise<T>) =>
    sql.begin(async (session) => {
      for (const [name, value] of settings) await session`select set_config(${name}, ${value}, true)`
      return work(async <Row>(text: string, values: (string | null)[] = []) => [
        ...(await session.unsafe<Row[] & postgres.Row[]>(
          text,
          values.map((value) => sql.typed(value as string, TEXT)) as never[],
        )),
      ])
    })
  const as = <T>({ role, claims }: Caller, work: (run: Run) => Promise<T>) =>
    transaction(
      [
        ['TimeZone', 'UTC'],
        ['request.jwt.claims', JSON.stringify(claims)],
        ['role', role],
      ],
      work,
    )
  const asOwner = <T>(work: (run: Run) => Promise<T>) => transaction([], work)
  return { as, asOwner } as unknown as Database
}
