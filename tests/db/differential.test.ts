import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runSchemas } from '@/scripts/db-diff'
import { bootstrapSql } from '@/supabase/local/migrate'
import { copyFreshPglite } from '@/tests/fresh-pglite'
import { type Act, before, Call, furniture, type Json } from './account-shapes'
import { applyMigrations } from './hosted'
import { adminAccount } from './test-database'

/** The last migration before requests got one account. */
const BEFORE = '20261123143000'
const RUNS = process.env.SOAK ? 2_000 : 200

interface Step {
  act: Act
  /** Seconds that pass before it. */
  after: number
}

const third = fc.nat(2)
const acts: [weight: number, act: fc.Arbitrary<Act>][] = [
  [3, fc.record({ do: fc.constant('visitorMoves' as const), n: third })],
  [2, fc.constant({ do: 'cancel' })],
  [1, fc.constant({ do: 'erase' })],
  [1, fc.constant({ do: 'correct' })],
  [1, fc.record({ do: fc.constant('book' as const), n: third })],
  [
    8,
    fc.record({
      do: fc.constant('status' as const),
      status: fc.constantFrom('confirmed', 'confirmed', 'pending', 'cancelled'),
    }),
  ],
  [5, fc.record({ do: fc.constant('move' as const), n: third })],
  [4, fc.record({ do: fc.constant('location' as const), n: third })],
  [2, fc.record({ do: fc.constant('close' as const), n: third })],
  [2, fc.record({ do: fc.constant('open' as const), n: third })],
  [
    5,
    fc.record({
      do: fc.constant('reply' as const),
      kind: fc.constantFrom(
        'confirm',
        'confirm',
        'propose',
        'decline',
        'answer',
        'follow_up',
        'after_call',
        'change',
      ),
      isMailed: fc.boolean(),
    }),
  ],
  [5, fc.constant({ do: 'undo' })],
  [12, fc.record({ do: fc.constant('told' as const), isBack: fc.boolean() })],
  [
    16,
    fc.record({
      do: fc.constant('claim' as const),
      result: fc.constantFrom('sent', 'sent', 'sent', 'kept', 'failed', 'refused', 'lost'),
      isSlow: fc.boolean(),
    }),
  ],
]
const steps = fc.array(
  fc.record({
    act: fc.oneof(...acts.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
    after: fc.constantFrom(1, 1, 10, 61, 61, 130, 4_000, 90_000),
  }),
  { maxLength: 12 },
)
const first = fc.record({
  do: fc.constantFrom('book' as const, 'book' as const, 'bookFor' as const),
  n: third,
})
const claimed: Step = { act: { do: 'claim', result: 'sent', isSlow: false }, after: 130 }
const confirmed: Step = { act: { do: 'status', status: 'confirmed' }, after: 10 }
/** How far most calls have got before what is generated. */
const begun = fc.constantFrom<Step[]>(
  [],
  [claimed],
  [claimed, confirmed],
  [claimed, confirmed, claimed],
  [claimed, confirmed, claimed],
)
/** All is delivered, the person erased, and what is left delivered. */
const end: Step[] = [claimed, claimed, claimed, { act: { do: 'erase' }, after: 1 }, claimed]

let databases: PGlite[] = []
let clock = Date.UTC(2026, 10, 24, 20)
let nth = 0
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: clock })
  const open = async (load: (db: PGlite) => Promise<unknown>) => {
    const db = await copyFreshPglite(inject('freshPglite'))
    await db.exec(await bootstrapSql())
    await load(db)
    await db.exec(await readFile(join(import.meta.dirname, '../../supabase/seed.sql'), 'utf8'))
    await db.exec(adminAccount + furniture)
    return db
  }
  const broken = process.env.BREAK ?? ''
  databases = [
    await open((db) =>
      applyMigrations(
        (sql) => db.exec(sql),
        (version) => version <= BEFORE,
      ),
    ),
    await open((db) => runSchemas((sql) => db.exec(sql))),
  ]
  if (broken) await databases[1].exec(broken)
})
afterAll(async () => {
  vi.useRealTimers()
  for (const db of databases) await db.close()
})

test('a call is told, listed, answered, counted and remembered as before, but for what is explained', async () => {
  const property = fc.asyncProperty(first, begun, steps, async (booked, soFar, more) => {
    nth++
    // Each begins at nine in the morning, with dates that no other one has.
    clock = Math.ceil(clock / 86_400_000) * 86_400_000 - 4 * 3_600_000 + 5 * 86_400_000
    const dates = [2, 3, 4].map((days) =>
      new Date(clock + days * 86_400_000 + 13 * 3_600_000).toISOString().slice(0, 10),
    )
    const calls = databases.map((db) => new Call(db, before, nth, dates)) as [Call, Call]
    const log: string[] = []
    for (const [n, { act, after }] of [{ act: booked, after: 0 }, ...soFar, ...more, ...end].entries()) {
      clock += after * 1000
      vi.setSystemTime(clock)
      if (!calls.every((call) => call.isOffered(act))) continue
      const answers: Json[] = []
      for (const call of calls)
        answers.push({ said: await call.act(act, n), ...(await call.read(act.do !== 'claim')) })
      log.push(`+${after} s ${JSON.stringify(act)}`)
      expect(answers[1], log.join('\n')).toEqual(answers[0])
    }
  })
  await fc.assert(property, { numRuns: RUNS, seed: Number(process.env.SEED ?? 43) })
}, 3_600_000)
