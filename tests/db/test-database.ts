/** A session on a test database, and the API's callers. */

type Row = Record<string, unknown>

/** Who calls the API: a role, and the claims of the token. */
export interface Caller {
  role: 'anon' | 'authenticated' | 'service_role'
  claims?: unknown
}
export const visitor: Caller = { role: 'anon' }
export const member: Caller = { role: 'authenticated', claims: { app_metadata: { provider: 'email' } } }
interface Founder {
  id: string
  session: string
  email: string
}
const founder = ({ id, session, email }: Founder): Caller => ({
  role: 'authenticated',
  claims: { sub: id, email, app_metadata: { role: 'admin' }, session_id: session },
})
/** SQL that creates a founder's account and session. */
const accountOf = ({ id, session, email }: Founder) => [
  `insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
   values ('${id}', '${email}', 'x', '{"role": "admin"}', '{}')`,
  `insert into auth.sessions (id, user_id) values ('${session}', '${id}')`,
]
const idOf = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
export const [adminId, otherId] = [idOf('a1'), idOf('a2')]
const first = { id: adminId, session: idOf('b1'), email: 'admin@studio.test' }
const second = { id: otherId, session: idOf('b2'), email: 'other@studio.test' }
export const admin = founder(first)
/** The second founder. `addOther` creates the account. */
export const other = founder(second)
export const service: Caller = { role: 'service_role' }

/** Every test database has the account and session of `admin`, because writes check them. */
export const adminAccount = accountOf(first).join(';')
export async function addOther(db: TestDatabase) {
  for (const sql of accountOf(second)) await db.rows(sql)
}

export class TestDatabase {
  run?: (sql: string, params: unknown[]) => Promise<Row[]>
  /** How many calls of `setUpOnce` apply to the current tests. */
  setUps = 0

  /** Runs one statement as the database's owner. Dates, times and timestamps are returned as text. */
  async rows<R = Row>(sql: string, ...params: unknown[]): Promise<R[]> {
    if (!this.run) throw new Error('the database is not open yet')
    return (await this.run(sql, params)) as R[]
  }

  /** Runs a statement as the owner, and returns the only column of its only row. */
  async value<V>(sql: string, ...params: unknown[]): Promise<V> {
    return onlyValue<V>(await this.rows(sql, ...params))
  }

  /**
   * Runs one statement with the caller's role and claims, as the API does. The statement's changes
   * stay.
   */
  async rowsAs<R = Row>(caller: Caller, sql: string, ...params: unknown[]): Promise<R[]> {
    const { role, claims = {} } = caller
    // The values are in the text, because a statement without parameters needs one round trip
    // instead of two.
    const become = (role: string, claims: string) =>
      this.rows(
        `select set_config('role', '${role}', true), set_config('request.jwt.claims', '${claims.replaceAll("'", "''")}', true)`,
      )
    return this.undoOnError(async () => {
      await become(role, JSON.stringify(claims))
      const rows = await this.rows<R>(sql, ...params)
      await become('none', '')
      return rows
    })
  }

  async valueAs<V>(caller: Caller, sql: string, ...params: unknown[]): Promise<V> {
    return onlyValue<V>(await this.rowsAs(caller, sql, ...params))
  }

  /** Runs one statement as the owner. Returns its error code as the function `errorCode` does. */
  errorCode(sql: string, ...params: unknown[]): Promise<string> {
    return errorCode(this.undoOnError(() => this.rows(sql, ...params)))
  }

  private async undoOnError<R>(work: () => Promise<R>): Promise<R> {
    await this.rows('savepoint before')
    try {
      return await work()
    } catch (error) {
      await this.rows('rollback to savepoint before')
      throw error
    }
  }
}

/**
 * Returns a statement's error: the site's own code with its hint, such as `too_many <cap>`, or the
 * SQLSTATE; without an error 'accepted'.
 */
export async function errorCode(statement: Promise<unknown>): Promise<string> {
  try {
    await statement
    return 'accepted'
  } catch (error) {
    const { code, message, hint } = error as { code: string; message: string; hint?: string }
    return code === 'P0001' ? [message, hint].filter(Boolean).join(' ') : code
  }
}

function onlyValue<V>(rows: Row[]): V {
  const [row, ...more] = rows
  const [value, ...others] = Object.values(row ?? {})
  if (!row || more.length || others.length) throw new Error(`expected one value, got ${JSON.stringify(rows)}`)
  return value as V
}

/** Runs an act. Returns false if it is impossible now. */
export async function isAllowed(db: TestDatabase, act: () => Promise<unknown>) {
  await db.rows('savepoint act')
  try {
    await act()
    return true
  } catch (error) {
    // Only the site's own errors and taken times may stop an act, never a mistake in the SQL.
    const { code = '' } = error as { code?: string }
    if (!['P0001', '23P01', '22023'].includes(code)) throw error
    await db.rows('rollback to savepoint act')
    return false
  }
}
