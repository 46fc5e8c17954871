/** All services share the one Postgres session of PGlite, and run one transaction at a time. */
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, PGlite, protocol } from '@electric-sql/pglite'
import { StartError } from './data-folder'
import { migrate } from './migrate'

export const API_ROLES = ['anon', 'authenticated', 'service_role'] as const

/** The role that runs a client's statements, and the claims that policies read. */
export interface Caller {
  role: (typeof API_ROLES)[number]
  claims: Record<string, unknown>
}

/** Binds values as text, so another type needs a cast such as `$1::date`. */
export type Run = <Row>(sql: string, values?: (string | null)[]) => Promise<Row[]>

type Statement = [sql: string, values?: (string | null)[]]
const TEXT = 25

export class Database {
  constructor(private readonly lite: PGlite) {}

  /** In one transaction. The session is a superuser's, so no statement from a client may run before the role is set. */
  as<T>(caller: Caller, work: (run: Run) => Promise<T>, { readOnly = false } = {}): Promise<T> {
    const settings: Statement = [
      `select set_config('request.jwt.claims', $1, true), set_config('transaction_read_only', $2, true), set_config('role', $3, true)`,
      [JSON.stringify(caller.claims), readOnly ? 'on' : 'off', caller.role],
    ]
    return this.transaction([['begin'], settings], work)
  }

  /** For the server's own statements, without row-level security. */
  asOwner<T>(work: (run: Run) => Promise<T>): Promise<T> {
    return this.transaction([['begin']], work)
  }

  /** As the superuser: the script must not contain text from a client. */
  async script(sql: string): Promise<void> {
    await this.lite.exec(sql)
  }

  async listen(channel: string, onPayload: (payload: string) => void): Promise<void> {
    await this.lite.listen(channel, onPayload)
  }

  /** Waits for the running transaction. */
  close(): Promise<void> {
    return this.lite.close()
  }

  private transaction<T>(opening: Statement[], work: (run: Run) => Promise<T>): Promise<T> {
    return this.lite.runExclusive(async () => {
      // A round trip to PGlite takes as long as a small query, so the opening statements go with the first one.
      let waiting = opening
      const send = (statement: Statement) => {
        const batch = [...waiting, statement]
        waiting = []
        return this.send(batch)
      }
      try {
        const result = await work(async <Row>(...statement: Statement) => (await send(statement)) as Row[])
        await send(['commit'])
        return result
      } catch (error) {
        await send(['rollback'])
        throw error
      }
    })
  }

  /** At once; if one fails, Postgres skips those after it. Returns the rows of the last one. */
  private async send(statements: Statement[]): Promise<unknown[]> {
    const messages = statements.flatMap(([text, values = []]) => [
      protocol.serialize.parse({ text, types: values.map(() => TEXT) }),
      protocol.serialize.bind({ values }),
      protocol.serialize.describe({ type: 'P' }),
      protocol.serialize.execute({}),
    ])
    const batch = Buffer.concat([...messages, protocol.serialize.sync()])
    const reply = await this.lite.execProtocol(batch).catch((error: unknown) => {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      // PGlite has crashed and would fail every later request, so this process exits. Committed data are on disk.
      console.error('The embedded database has ended. Start again; nothing that was saved is lost.', error)
      process.exit(1)
    })
    return parse.parseResults(reply.messages, this.lite.parsers).at(-1)?.rows ?? []
  }
}

/**
 * Creates a new database in another folder and renames that, so that an interrupted first start leaves no incomplete
 * one. Throws a StartError if it is incomplete or damaged.
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
  const lite = await openDatabaseFolder(home)
  await migrate({
    // Logs the notices that migrations raise (code 00000). Postgres's own notices have other codes.
    exec: (sql) =>
      lite.exec(sql, {
        onNotice: ({ code, message }) => code === '00000' && console.log(`database: ${message}`),
      }),
    query: (sql) => lite.query(sql),
  })
  return serveDatabase(lite)
}

/** Takes a migrated PGlite. */
export async function serveDatabase(lite: PGlite): Promise<Database> {
  await lite.exec(`set timezone = 'UTC'; set search_path = public`)
  return new Database(lite)
}

/** Throws a StartError with advice if the database is incomplete or damaged. */
export async function openDatabaseFolder(home: string): Promise<PGlite> {
  const missing = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal'].find(
    (file) => !existsSync(join(home, file)),
  )
  const lite = missing ? null : await PGlite.create(home).catch(() => null)
  if (lite) return lite
  throw new StartError(
    `${home} is not a whole database: ${missing ? `${missing} is missing` : 'Postgres cannot open it'}. ` +
      'Bring back a dump with "npm run db:restore -- FILE", or start afresh with "npm run db:reset", which deletes what is there.',
  )
}
