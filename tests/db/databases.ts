/**
 * Runs the same tests on PGlite and on a real PostgreSQL, each in a transaction that is rolled back.
 */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { connect, type Address } from '@/scripts/real-postgres'
import { TestDatabase } from './test-database'

/**
 * Declares the tests of `body` for PGlite and for a real PostgreSQL. Use it where versions and locales
 * could differ: rights, times, letters, searches.
 */
export function onEachDatabase(body: (db: TestDatabase) => void) {
  onPglite(body)
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/**
 * Declares tests of our own rules, which run the same everywhere: on PostgreSQL, which is three times as
 * fast, and in the full tier on PGlite too. (The browser tests run the same functions on PGlite.)
 */
export function onPostgres(body: (db: TestDatabase) => void) {
  onPglite(body, ['full'])
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/**
 * Declares tests for PGlite only, because its `now()` follows this process's `Date`.
 */
export function onPglite(body: (db: TestDatabase) => void, tags: string[] = []) {
  describe('on PGlite', { tags }, () => {
    inTransactions(embedded, openPglite, body)
  })
}

/**
 * Declares tests on their own PGlite, without a transaction around each: a story of several days by this
 * process's `Date` needs many transactions.
 */
export function onOwnPglite(body: (db: TestDatabase) => void) {
  describe('on PGlite', () => {
    const db = new TestDatabase()
    beforeAll(async () => {
      db.run = await openPglite()
    })
    body(db)
  })
}

// All test files of a worker share one of each, opened on first use.
const embedded = new TestDatabase()
const real = new TestDatabase()

function inTransactions(
  db: TestDatabase,
  open: () => Promise<TestDatabase['run']>,
  body: (db: TestDatabase) => void,
) {
  beforeAll(async () => {
    db.run ??= await open()
  })
  beforeEach(() => db.rows(begin(db)))
  afterEach(() => db.rows(end(db)))
  body(db)
}

/**
 * For a `describe` of one of these: runs `work` once before its tests. Each test begins after it, and
 * shares its `now()`.
 */
export function setUpOnce(db: TestDatabase, work: () => Promise<unknown>) {
  beforeAll(async () => {
    await db.rows(begin(db))
    db.setUps++
    const undo = async () => {
      db.setUps--
      await db.rows(end(db))
    }
    try {
      await work()
    } catch (error) {
      await undo() // otherwise all later tests would fail too
      throw error
    }
    return undo
  })
}

const begin = ({ setUps }: TestDatabase) => (setUps ? `savepoint begun_${setUps}` : 'begin')
const end = ({ setUps }: TestDatabase) => (setUps ? `rollback to savepoint begun_${setUps}` : 'rollback')

async function openPglite(): Promise<TestDatabase['run']> {
  const parsers = Object.fromEntries(
    [types.DATE, types.TIME, types.TIMESTAMP, types.TIMESTAMPTZ].map((oid) => [oid, String]),
  )
  const pglite = await PGlite.create({ loadDataDir: await openAsBlob(inject('embedded')), parsers })
  return async (text, params) => (await pglite.query<Record<string, unknown>>(text, params)).rows
}

async function openReal(): Promise<TestDatabase['run']> {
  const sql = connect(await copyRealDatabase())
  return async (text, params) => [...(await sql.unsafe(text, params as never[]))]
}

/**
 * Copies the real server's migrated database (or `template`) for a test's own sessions. The end of the run
 * removes it.
 */
export async function copyRealDatabase(template?: string): Promise<Address> {
  const server = inject('real')
  const database = `${server.template}_${randomBytes(4).toString('hex')}`
  const sql = connect(server.address)
  await sql.unsafe(`create database ${database} template ${template ?? server.template}`)
  await sql.end()
  return { ...server.address, database }
}
