import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { runSchemas } from '@/scripts/db-diff'
import { bootstrapSql } from '@/supabase/local/migrate'
import { copyFreshPglite } from '@/tests/fresh-pglite'
import { type Act, after, before, Call, furniture, type Json } from './account-shapes'
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

/** One reading that differs, and what has happened since both agreed. */
interface Case {
  act: Act
  facts: Set<string>
  /** What the visitor knew before the act, and how the call stood. */
  known: Json | null
  row: Json
  /** Mails that only one has sent. */
  onlyOld: Json[]
  onlyNew: Json[]
  /** 'Not yet told', if that differs. */
  listed?: [old: Json | null, now: Json | null]
}
const isListed = ({ listed }: Case, test: (old: Json | null, now: Json | null) => boolean) => listed !== undefined && test(...listed)
const RULES: [rule: string, explains: (found: Case) => boolean][] = [
  ['Undo takes back what was told, also when the call was changed since', ({ act }) => act.do === 'told' && act.isBack],
  [
    'nobody at this address was told of the call: it is listed once no mail waits, and not when cancelled',
    (found) => found.known === null && (found.listed ? isListed(found, (_, now) => now === null || now.change === 'first') : found.onlyNew.every(({ was }) => was === null)),
  ],
  [
    'the location counts only for who knows the call as confirmed',
    (found) => found.known?.status !== 'confirmed' && isListed(found, (old, now) => old?.change === 'location' && now === null),
  ],
  [
    'visitors who cancel themselves are mailed at once',
    ({ facts, onlyOld, onlyNew, listed }) =>
      facts.has('cancel') && !listed && [...onlyOld, ...onlyNew].every(({ words }) => words === 'cancelled'),
  ],
  [
    'who was told in words is mailed how the call stands, without It was; what follows is compared with what they were told',
    ({ facts, onlyNew }) => facts.has('words') && onlyNew.every(({ was }) => was === null),
  ],
  [
    'visitors have seen what they moved or cancelled: no It was, and the mail is about their act',
    ({ facts, onlyOld, onlyNew, listed }) =>
      (facts.has('cancel') || facts.has('visitorMoves')) && !listed && onlyNew.length === onlyOld.length && onlyNew.every(({ was }) => was === null),
  ],
  [
    'what the studio does while received waits is said in that mail, a minute later',
    ({ facts }) => facts.has('cancel') || facts.has('visitorMoves') || facts.has('correct'),
  ],
  [
    'one mail says all that is new',
    ({ onlyOld, onlyNew, listed }) => !listed && onlyOld.length > onlyNew.length && onlyOld.some(({ words }) => words === 'location'),
  ],
  ['a mail on its way counts for what it said, and the next one waits for it', ({ facts }) => facts.has('slow')],
  ['what was perhaps read is followed by a mail', ({ facts }) => facts.has('lost')],
  ['what is only kept as a file tells nobody', ({ facts }) => facts.has('kept')],
]

/** The mails of the first that are not in the second. */
const without = (some: Json[], others: Json[]) => {
  const left = others.map((mail) => JSON.stringify(mail))
  return some.filter((mail) => {
    const at = left.indexOf(JSON.stringify(mail))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
const explained = new Map<string, number>()

test('a call is told, listed, answered, counted and remembered as before, but for what is explained', async () => {
  const property = fc.asyncProperty(first, begun, steps, async (booked, soFar, more) => {
    nth++
    // Each begins at nine in the morning, with dates that no other one has.
    clock = Math.ceil(clock / 86_400_000) * 86_400_000 - 4 * 3_600_000 + 5 * 86_400_000
    const dates = [2, 3, 4].map((days) => new Date(clock + days * 86_400_000 + 13 * 3_600_000).toISOString().slice(0, 10))
    const [old, now] = databases as [PGlite, PGlite]
    const calls = [new Call(old, before, nth, dates), new Call(now, after, nth, dates)] as const
    const log: string[] = []
    const facts = new Set<string>()
    let listed = ''
    try {
      for (const [n, { act, after: seconds }] of [{ act: booked, after: 0 }, ...soFar, ...more, ...end].entries()) {
        clock += seconds * 1000
        vi.setSystemTime(clock)
        if (!calls.every((call) => call.isOffered(act))) continue
        const { known = null, ...row } = calls[1].row as Json & { known?: Json | null }
        const [was, is] = [await step(calls[0], act, n), await step(calls[1], act, n)]
        log.push(`+${seconds} s ${JSON.stringify(act)}\n    ${tell(was.said)}${same(was.said, is.said) ? '' : `\n    NEW ${tell(is.said)}`}`)
        noteFacts(facts, act, is.said)
        const { said: saidBefore, untold: listedBefore, ...others } = was
        const { said, untold, ...othersNow } = is
        expect(othersNow, log.join('\n')).toEqual(others)
        const found: Case = { act, facts, known, row, onlyOld: [], onlyNew: [] }
        if (act.do === 'claim') {
          found.onlyOld = without(saidBefore as Json[], said as Json[])
          found.onlyNew = without(said as Json[], saidBefore as Json[])
          if (found.onlyOld.length + found.onlyNew.length > 0) explain(found, log)
        } else if (said !== saidBefore) {
          explain(found, log)
          if (act.do !== 'told') break
        }
        const lists = JSON.stringify([untold, listedBefore])
        if (!same(untold, listedBefore) && lists !== listed) explain({ ...found, known: (calls[1].row.known ?? null) as Json | null, onlyOld: [], onlyNew: [], listed: [listedBefore as Json | null, untold as Json | null] }, log)
        listed = lists
        if (calls.every(({ isMailed, listed }) => isMailed && !listed)) facts.clear()
      }
    } catch (error) {
      if (!process.env.COLLECT) throw error
      appendFileSync(process.env.COLLECT, `#${nth} ${(error as Error).message}\n\n`)
    } finally {
      for (const call of calls) await call.remove()
    }
  })
  const examples = process.env.REPLAY ? (JSON.parse(await readFile(process.env.REPLAY, 'utf8')) as [never, never, never][]) : []
  await fc.assert(property, { numRuns: process.env.REPLAY ? examples.length : RUNS, seed: Number(process.env.SEED ?? 43), examples })
  console.log([...explained].map(([rule, count]) => `${count} ${rule}`).join('\n'))
}, 3_600_000)

const tell = (said: unknown) => JSON.stringify(said).replaceAll(/"(to|link)":("[^"]*"|1),?|,?"[a-zA-Z]*":null|"result":/g, '')
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

async function step(call: Call, act: Act, n: number) {
  return { said: await call.act(act, n), ...(await call.read(act.do !== 'claim')) }
}

function noteFacts(facts: Set<string>, act: Act, said: unknown) {
  if (act.do === 'claim') {
    for (const { to } of said as Json[]) {
      if (!(to as string).startsWith('visitor')) continue
      facts.add(act.result)
      if (act.isSlow) facts.add('slow')
    }
  } else if (said === 'accepted') {
    facts.add(act.do)
    if (act.do === 'told' || (act.do === 'reply' && !act.isMailed && act.kind !== 'change')) facts.add('words')
  }
}

function explain(found: Case, log: string[]) {
  const rule = RULES.find(([, explains]) => explains(found))
  if (!rule) throw new Error(`${log.join('\n')}\n  known: ${JSON.stringify(found.known)}\n  facts: ${[...found.facts].join()}\n  only old: ${JSON.stringify(found.onlyOld)}\n  only new: ${JSON.stringify(found.onlyNew)}\n  listed: ${JSON.stringify(found.listed)}`)
  explained.set(rule[0], (explained.get(rule[0]) ?? 0) + 1)
  if (process.env.EXPLAINED) appendFileSync(process.env.EXPLAINED, `## ${rule[0]}\n${log.join('\n')}\n  known: ${JSON.stringify(found.known)}\n  facts: ${[...found.facts].join()}\n  only old: ${JSON.stringify(found.onlyOld)}\n  only new: ${JSON.stringify(found.onlyNew)}\n  listed: ${JSON.stringify(found.listed)}\n\n`)
}
