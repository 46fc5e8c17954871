/** The same tests on every PostgreSQL at hand. Each test runs in a transaction of its own, which is rolled back. */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { connect, type Address } from '@/scripts/real-postgres'
import { TestDatabase } from './test-database'

/** Declares the tests of `body` for PGlite and, where there is one, for a real PostgreSQL. */
export function onEachDatabase(body: (db: TestDatabase) => void) {
  onPglite(body)
  describe.skipIf(!inject('real'))('on PostgreSQL', () => {
    const db = new TestDatabase()
    beforeAll(async () => {
      const copy = await copyRealDatabase()
      const sql = connect(copy.address)
      db.run = async (text, params) => [...(await sql.unsafe(text, params as never[]))]
      return async () => {
        await sql.end()
        await copy.drop()
      }
    })
    inTransactions(db, body)
  })
}

/** The same for PGlite alone, for what only it can do: its `now()` follows this process's `Date`. */
export function onPglite(body: (db: TestDatabase) => void) {
  describe('on PGlite', () => {
    const db = new TestDatabase()
    beforeAll(async () => {
      const parsers = Object.fromEntries(
        [types.DATE, types.TIME, types.TIMESTAMP, types.TIMESTAMPTZ].map((oid) => [oid, String]),
      )
      const pglite = await PGlite.create({ loadDataDir: await openAsBlob(inject('embedded')), parsers })
      db.run = async (text, params) => (await pglite.query<Record<string, unknown>>(text, params)).rows
      return () => pglite.close()
    })
    inTransactions(db, body)
  })
}

function inTransactions(db: TestDatabase, body: (db: TestDatabase) => void) {
  beforeEach(() => db.rows('begin'))
  afterEach(() => db.rows('rollback'))
  body(db)
}

/** A copy of the real server's migrated database, for tests that need sessions of their own. */
export async function copyRealDatabase(): Promise<{ address: Address; drop: () => Promise<void> }> {
  const real = inject('real')
  if (!real) throw new Error('no real PostgreSQL')
  const database = `${real.template}_${randomBytes(4).toString('hex')}`
  const run = async (statement: string) => {
    const sql = connect(real.address)
    await sql.unsafe(statement)
    await sql.end()
  }
  await run(`create database ${database} template ${real.template}`)
  return { address: { ...real.address, database }, drop: () => run(`drop database ${database}`) }
}
