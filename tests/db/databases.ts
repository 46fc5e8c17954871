/**
 * Runs the same tests on PGlite and on a real PostgreSQL server. Each test is a transaction that is
 * rolled back.
 */
import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PGlite, types } from '@electric-sql/pglite'
import { afterEach, beforeAll, beforeEach, describe, inject } from 'vitest'
import { connect, type Address } from '@/scripts/real-postgres'
import { TestDatabase } from './test-database'

/**
 * Declares the tests of `body` for PGlite and for a real PostgreSQL. Use it for what can differ
 * between versions and locales: rights, times, letters, searches.
 */
export function onEachDatabase(body: (db: TestDatabase) => void) {
  onPglite(body)
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/**
 * Declares tests of the site's own rules, which give the same results everywhere. They run on
 * PostgreSQL, which is three times as fast as PGlite; the full tier runs them on PGlite too.
 */
export function onPostgres(body: (db: TestDatabase) => void) {
  onPglite(body, ['full'])
  describe('on PostgreSQL', () => {
    inTransactions(real, openReal, body)
  })
}

/** Declares tests for PGlite only: its `now()` follows this process's `Date`. */
export function onPglite(body: (db: TestDatabase) => void, tags: string[] = []) {
  describe('on PGlite', { tags }, () => {
    inTransactions(embedded, openPglite, body)
  })
}

/**
 * Declares tests with a PGlite of their own and no transaction around each: a story of several days
 * needs a new transaction each time that it sets `Date`.
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

// One PGlite and one PostgreSQL for all test files of a worker, opened on first use.
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
 * For a `describe`: runs `work` once before its tests. Each test sees what `work` wrote, and has
 * the same `now()`.
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
 * Copies the real server's migrated database (or `template`), for tests that open several sessions.
 * The end of the run removes the copy.
 */
export async function copyRealDatabase(template?: string): Promise<Address> {
  const server = inject('real')
  const database = `${server.template}_${randomBytes(4).toString('hex')}`
  const sql = connect(server.address)
  await sql.unsafe(`create database ${database} template ${template ?? server.template}`)
  await sql.end()
  return { ...server.address, database }
}
