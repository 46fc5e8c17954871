/**
 * The same tests on PGlite and on a real PostgreSQL. Each test runs in a transaction of its own,
 * which is rolled back.
 */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { connect, type Address } from '@/scripts/real-postgres'
import { TestDatabase } from './test-database'

/**
 * Declares the tests of `body` for PGlite and for a real PostgreSQL: for what their versions and
 * locales could do differently, such as rights, times, letters and what is found by them.
 */
export function onEachDatabase(body: (db: TestDatabase) => void) {
  onPglite(body)
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/**
 * The same for what our own rules say, whatever runs them: on PostgreSQL, which is three times as
 * fast, and in the full tier on PGlite. (On PGlite the browser tests go through the same functions.)
 */
export function onPostgres(body: (db: TestDatabase) => void) {
  onPglite(body, ['full'])
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/**
 * The same for PGlite alone, for what only it can do: its `now()` follows this process's `Date`.
 */
export function onPglite(body: (db: TestDatabase) => void, tags: string[] = []) {
  describe('on PGlite', { tags }, () => {
    inTransactions(embedded, openPglite, body)
  })
}

/**
 * Declares tests on a PGlite of their own, without transactions around them: a story that lasts days,
 * told by this process's `Date`, is many transactions.
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

// One of each for all test files of a worker, opened when first needed.
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
 * For a `describe` of one of these: does `work` once, before its tests. Each of them begins after
 * it, and its `now()` is theirs.
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
      await undo() // else all tests after these would fail as well
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
 * Copies the real server's migrated database (or `template`) for a test's own sessions. It is
 * removed when the run ends.
 */
export async function copyRealDatabase(template?: string): Promise<Address> {
  const server = inject('real')
  const database = `${server.template}_${randomBytes(4).toString('hex')}`
  const sql = connect(server.address)
  await sql.unsafe(`create database ${database} template ${template ?? server.template}`)
  await sql.end()
  return { ...server.address, database }
}
