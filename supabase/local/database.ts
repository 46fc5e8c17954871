/** The one Postgres session (PGlite) behind everything: opened, brought up to date, and used one transaction at a time. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite, type Transaction } from '@electric-sql/pglite'
import { StartError } from './data-folder'
import { migrate } from './migrate'

/** Who a statement runs for: an API role with the claims that policies read. */
export interface Caller {
  role: ApiRole
  claims: Record<string, unknown>
}
export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const
export type ApiRole = (typeof API_ROLES)[number]

/** Runs one statement. Values are bound as text: write `$1::date` where another type is meant. */
export type Run = <Row>(sql: string, values?: (string | null)[]) => Promise<Row[]>

const TEXT = 25

/**
 * Opens the database in the data folder, made and migrated if missing. A new one is built beside its place and moved there when it is
 * whole, so that a first start that was cut off leaves nothing behind. Throws StartError for a folder that is not whole.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const home = join(dataDir, 'database')
  if (!existsSync(home)) {
    const building = `${home}.new`
    await rm(building, { recursive: true, force: true })
    const fresh = await PGlite.create(building)
    await migrate(fresh)
    await fresh.close()
    await rename(building, home)
  }
  const incomplete = (why: string) =>
    new StartError(
      `${home} is not a whole database (${why}). Bring back a dump with "npm run db:restore -- FILE", ` +
        'or start afresh with "npm run db:reset", which deletes what is there.',
    )
  for (const file of ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal']) {
    if (!existsSync(join(home, file))) throw incomplete(`${file} is missing`)
  }
  const lite = await PGlite.create(home).catch((error: Error) => {
    throw incomplete(error.message)
  })
  await migrate(lite)
  await lite.exec(`set timezone = 'UTC'; set search_path = public`)
  return new Database(lite)
}

export class Database {
  constructor(private readonly lite: PGlite) {}

  /**
   * Runs a request's statements in one transaction as its caller; what they throw rolls it back. The session is a superuser, so
   * nothing that comes from outside may run before the role is set.
   */
  as<T>(caller: Caller, work: (run: Run) => Promise<T>, options: { readOnly?: boolean } = {}): Promise<T> {
    return this.lite.transaction(async (tx) => {
      const run = runner(tx)
      await run(
        `select set_config('request.jwt.claims', $1, true), set_config('transaction_read_only', $2, true), set_config('role', $3, true)`,
        [JSON.stringify(caller.claims), options.readOnly ? 'on' : 'off', caller.role],
      )
      return work(run)
    })
  }

  /** Runs the server's own statements (accounts, catalog) in one transaction, past row-level security. */
  asOwner<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.lite.transaction((tx) => work(runner(tx)))
  }

  /** Runs a script of the server's own; nothing from outside may be in it. */
  async script(sql: string): Promise<void> {
    await this.lite.exec(sql)
  }

  async listen(channel: string, hear: (payload: string) => void): Promise<void> {
    await this.lite.listen(channel, hear)
  }

  /** Waits for the transaction that runs, then closes the files. */
  close(): Promise<void> {
    return this.lite.close()
  }
}

function runner(tx: Transaction): Run {
  return async <Row>(sql: string, values: (string | null)[] = []) => {
    const { rows } = await tx.query<Row>(sql, values, { paramTypes: values.map(() => TEXT) })
    return rows
  }
}
