/** The steps since the first release, on a database of that release with requests in every state. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { bootstrap, migrationFiles } from '@/supabase/local/migrate'
import { brokenBy } from '@/tests/log-invariants'
import { copyFreshPglite } from '../fresh-pglite'
import { rowsOf } from './tables'
import { adminAccount, TestDatabase } from './test-database'
import { calls, messages } from './turn-cases'
import { useTurns } from './turns'

const read = async (file: string) =>
  readFile(join(import.meta.dirname, '../../supabase/migrations', file), 'utf8')

const db = new TestDatabase()
let lite: PGlite
let steps: string[]
beforeAll(async () => {
  lite = await copyFreshPglite(inject('freshPglite'))
  const [baseline = '', ...later] = await migrationFiles()
  steps = await Promise.all(later.map(read))
  await bootstrap(lite)
  await lite.exec(`${await read(baseline)}\n${adminAccount}`)
  db.run = async (sql, params) => (await lite.query<Record<string, unknown>>(sql, params)).rows
})
afterAll(() => lite.close())

const takeSteps = () => lite.exec(steps.join('\n'))
/** An outcome confirms a call that nobody confirmed: 1.0.0 refuses it. */
const isNew = (done: string) => /^is past, wait 3 hours, (held|no show)/.test(done)
const states = new Map(
  [...rowsOf(calls).map((row) => ['call', ...row]), ...rowsOf(messages).map((row) => ['message', ...row])]
    .filter(([, , done = '']) => !isNew(done))
    .map(([kind = '', , done = '']) => [`${kind} ${done}`, [kind as 'call' | 'message', done] as const]),
)

// Each has a transaction of its own: some acts can be undone for a minute only.
describe.each([...states.values()])('a %s after: %s', { tags: ['full'] }, (kind, done) => {
  const { begin, does } = useTurns(db, true)

  test('keeps its turn true through the steps', async () => {
    await begin(kind)
    await does(done)
    await takeSteps()
    expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
  })
})

describe('a call whose turn a step changes', () => {
  const { it, begin, does } = useTurns(db, true)
  beforeEach(() => db.rows('savepoint a_case'))
  afterEach(() => db.rows('rollback to savepoint a_case'))

  const turn = async () => {
    const [row] = await db.rows(
      `select case when over_from <= now() then 'nobody' when ours_from <= now() then 'ours' else 'theirs' end as turn,
         turn_reason as why, (select count(*)::int from public.request_events where request_id = r.id) as events
       from public.requests r where id = $1`,
      it.id,
    )
    return row as { turn: string; why: string; events: number }
  }

  const long = 'eleven days pass, eleven days pass, eleven days pass'
  test.each([
    ['pending, proposed, just over', 'say propose, eleven days pass', 'ours', 'proposed', 0],
    ['confirmed, proposed, just over', 'confirm, say propose, eleven days pass', 'ours', 'proposed', 0],
    ['… it took place', 'confirm, say propose, eleven days pass, held', 'nobody', 'confirmed', 0],
    ['… it took place, long over', `confirm, say propose, ${long}, held`, 'nobody', 'confirmed', 0],
    ['… cleared', 'confirm, say propose, eleven days pass, held, no outcome', 'ours', 'proposed', 0],
    ['pending, proposed, long over', `say propose, ${long}`, 'nobody', 'not_needed', 1],
    ['confirmed, proposed, long over', `confirm, say propose, ${long}`, 'nobody', 'confirmed', 1],
    ['pending, never answered, long over', long, 'ours', 'booked', 0],
    ['pending, answered, ahead', 'say propose', 'theirs', 'proposed', 0],
  ])('the step gives it back, unless it is long over or settled: %s', async (_, done, whose, why, more) => {
    await begin('call')
    await does(done)
    const { events } = await turn()
    await takeSteps()
    expect(await turn()).toEqual({ turn: whose, why, events: events + more })
    expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
  })

  test.each([
    ['confirmed', 'confirm, close', 'ours', 'confirmed'],
    ['confirmed, one time enabled', 'confirm, close, enable its slot', 'nobody', 'confirmed'],
    ['asked for another time', 'confirm, close, ask', 'theirs', 'proposed'],
    ['kept', 'confirm, close, stays when it was', 'nobody', 'confirmed'],
    ['over', 'confirm, close, eleven days pass', 'nobody', 'confirmed'],
    ['pending', 'close', 'ours', 'booked'],
    ['cancelled', 'confirm, close, cancel', 'nobody', 'cancelled'],
  ])('the step makes a confirmed call on a closed date the studio’s: %s', async (_, done, whose, why) => {
    await begin('call')
    await does(done)
    await takeSteps()
    expect(await turn()).toMatchObject({ turn: whose, why })
    expect(await brokenBy((sql) => db.rows(sql))).toEqual([])
  })

  test('an outcome from before the step is cleared after it, and the call is the studio’s again', async () => {
    await begin('call')
    await does('confirm, say propose, eleven days pass, held')
    await takeSteps()
    await does('no outcome')
    expect(await turn()).toMatchObject({ turn: 'ours', why: 'proposed' })
  })
})

describe('the first steps', () => {
  const { begin } = useTurns(db, true)
  const arePutAway = async () =>
    (await db.rows('select first_steps_put_away from private.studio_settings'))[0]
  beforeEach(() => db.rows('savepoint a_case'))
  afterEach(() => db.rows('rollback to savepoint a_case'))

  test('a studio that has requests does not get the first steps of a new one', async () => {
    await takeSteps()
    expect(await arePutAway()).toEqual({ first_steps_put_away: false })
    await db.rows('rollback to savepoint a_case')
    await begin('call')
    await takeSteps()
    expect(await arePutAway()).toEqual({ first_steps_put_away: true })
  })
})
