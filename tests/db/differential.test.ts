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
const BEFORE = '20261123151000'
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
    after: fc.constantFrom(1, 1, 10, 61, 61, 130, 800, 4_000, 90_000),
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
const late: Step = { ...claimed, after: 800 }
const end: Step[] = [late, late, late, { act: { do: 'erase' }, after: 1 }, claimed]

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
  if (broken) await databases[1]?.exec(broken)
})
afterAll(async () => {
  vi.useRealTimers()
  for (const db of databases) await db.close()
})

/** One reading that differs, and what has happened since both agreed. */
interface Case {
  act: Act
  facts: Set<string>
  /** What the visitor knew, before a claim, or now. */
  known: Json | null
  /** The mails that waited or were on their way in the new one. */
  mails: Json[]
  /** Mails that only one has sent now, but for those that it owed the other. */
  onlyOld: Json[]
  onlyNew: Json[]
  said: Json[]
  /** 'Not yet told', if that differs. */
  listed?: [old: Json | null, now: Json | null]
}
interface Rule {
  when: string
  /** Whether it explains what differs. */
  fits: (found: Case) => boolean
  /** Who sends the same mails later. */
  owes?: 'old' | 'new'
}
const isVisitors = ({ to }: Json) => String(to).startsWith('visitor')
const isOver = ({ result }: Json) => result !== 'failed' && result !== 'lost'
const isDeferred = (mail: Json) => mail.kind !== 'reply' && Date.parse(mail.send_after as string) > clock
const isPerhapsRead = (mail: Json) => mail.must_go === 'perhaps read' || (mail.lease !== null && Date.parse(mail.lease_until as string) <= clock)
const isOnItsWay = (mail: Json) => mail.lease !== null && Date.parse(mail.lease_until as string) > clock
const callOf = (state: Json | null) => `${state?.status} ${state?.date} ${state?.start_time}`
const isKnown = (mail: Json, known: Json | null) => mail.call === callOf(known) && mail.where === (known?.wording ?? null)
const RULES: Rule[] = [
  {
    when: 'nobody at this address was told of the call: one first mail; listed once none waits, and not when cancelled',
    fits: ({ known, listed, onlyNew, onlyOld }) =>
      known === null && (listed ? !listed[1] || listed[1].change === 'first' : onlyNew.length <= onlyOld.length && onlyNew.every(({ was }) => was === null)),
  },
  {
    when: 'the location counts only for who knows the call as confirmed',
    fits: ({ known, listed }) => known?.status !== 'confirmed' && listed?.[0]?.change === 'location' && !listed[1],
  },
  {
    when: 'visitors who cancel themselves are mailed at once',
    fits: ({ facts, onlyOld, onlyNew, listed }) =>
      !listed && facts.has('cancel') && onlyOld.length === 0 && onlyNew.length === 1 && onlyNew.every(({ words }) => words === 'cancelled'),
    owes: 'old',
  },
  {
    when: 'visitors have seen what they moved or cancelled: no It was, and the mail is about their act',
    fits: ({ facts, mails, onlyOld, onlyNew, listed }) =>
      !listed && (facts.has('cancel') || facts.has('visitorMoves')) && onlyNew.length === 1 && onlyNew[0]?.was === null &&
      (onlyOld.length === 1 || (onlyOld.length === 0 && mails.some(({ kind }) => kind === 'received'))),
  },
  {
    when: 'who was told in words is mailed how the call stands, without It was; later changes, and Undo, count from that',
    fits: ({ act, facts, known, onlyNew, listed }) => act.do === 'undo' || (act.do === 'told' && act.isBack) || facts.has('back') ||
      (facts.has('words') && (listed || onlyNew.length > 0) && onlyNew.every(({ was }) => was === null || was === `${known?.date} ${known?.start_time}`)),
  },
  {
    when: 'what the studio changes while a mail waits is in that mail, which then goes a minute later',
    fits: ({ facts, mails, onlyNew, listed }) =>
      listed
        ? facts.has('cancel') && listed[0]?.change === 'restored' && listed[1]?.waits !== false
        : mails.some(isDeferred) && onlyNew.length === 0,
    owes: 'new',
  },
  {
    when: 'a mail waits while another about the call is on its way',
    fits: ({ facts, mails, said, onlyNew, listed }) =>
      listed ? facts.has('owed') : onlyNew.length === 0 && (mails.some(isOnItsWay) || said.some(isVisitors)),
    owes: 'new',
  },
  {
    when: 'one mail says all that is new',
    fits: ({ onlyOld, onlyNew, said, listed }) => !listed && said.some(isVisitors) && onlyOld.length > onlyNew.length && onlyOld.some(({ words }) => words === 'location'),
  },
  {
    when: 'a mail that was not delivered told nobody, so the next one, or the list, says all that is new',
    fits: ({ facts, known, onlyOld, onlyNew, listed }) =>
      ['refused', 'failed', 'kept', 'late', 'location', 'reply'].some((fact) => facts.has(fact)) &&
      (listed ? listed[1] !== null || facts.has('sent') : onlyOld.length <= onlyNew.length && onlyNew.length === 1 && onlyNew.every((mail) => !isKnown(mail, known))),
  },
  {
    when: 'what they know already is not mailed',
    fits: ({ facts, known, onlyOld, onlyNew, listed }) =>
      !listed && !facts.has('lost') && onlyNew.length === 0 && onlyOld.every((mail) => isKnown(mail, known)),
  },
  { when: 'what was perhaps read is followed by a mail', fits: ({ mails, listed }) => !listed && mails.some(isPerhapsRead) },
  { when: 'a mail counts for what it said, also when the call was changed while it was on its way', fits: ({ facts, listed }) => facts.has('slow') && listed !== undefined },
]

/** The mails of the first that are not in the second. */
const without = (some: Json[], others: Json[], isOwed = false) => {
  const key = ({ result: _, was, ...mail }: Json) => JSON.stringify(isOwed ? mail : { ...mail, was })
  const left = others.map(key)
  return some.filter((mail) => {
    const at = left.indexOf(key(mail))
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
const ends = { all: 0, old: 0 }
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
    const read = { old: '', new: '' }
    let undelivered = false
    const claims = soFar.length + more.length + 3
    let [listed, stood, waited] = ['', '', 0]
    const owed: Record<'old' | 'new', Json[]> = { old: [], new: [] }
    try {
      for (const [n, { act, after: seconds }] of [{ act: booked, after: 0 }, ...soFar, ...more, ...end].entries()) {
        clock += seconds * 1000
        waited += seconds
        vi.setSystemTime(clock)
        if (seconds > 86_400) {
          facts.add('late')
          undelivered = true
          owed.old = owed.new = []
        }
        if (act.do === 'told' || act.do === 'reply') for (const call of calls) await call.read(false)
        if (!calls.every((call) => call.isOffered(act))) continue
        const [mails, known] = [calls[1].mails, (calls[1].row.known ?? null) as Json | null]
        if (process.env.DUMP === String(nth)) console.log(n, JSON.stringify(act), JSON.stringify(calls[0].mails), JSON.stringify(calls[0].row))
        const [was, is] = [await step(calls[0], act, n), await step(calls[1], act, n)]
        log.push(`+${waited} s ${JSON.stringify(act)}\n    ${tell(was.said)}${same(was.said, is.said) ? '' : `\n    NEW ${tell(is.said)}`}`)
        waited = 0
        noteFacts(facts, act, is.said)
        const stands = JSON.stringify([callOf(calls[1].row), calls[1].row.location])
        if (stands !== stood || facts.has('words')) owed.old = owed.new = []
        stood = stands
        const { said: saidBefore, untold: listedBefore, ...others } = was
        const { said, untold, ...othersNow } = is
        const found: Case = { act, facts, known, mails, onlyOld: [], onlyNew: [], said: act.do === 'claim' ? (said as Json[]) : [] }
        if (act.do === 'claim') {
          const [onlyOld, onlyNew] = [without(saidBefore as Json[], said as Json[]), without(said as Json[], saidBefore as Json[])]
          found.onlyOld = without(onlyOld, owed.old, true)
          found.onlyNew = without(onlyNew, owed.new, true)
          owed.old = without(owed.old, (saidBefore as Json[]).filter(isOver), true)
          owed.new = without(owed.new, found.said.filter(isOver), true)
          if (found.onlyOld.length + found.onlyNew.length > 0) {
            const { owes } = explain(found, log)
            if (owes) facts.add('owed')
            if (owes === 'old') owed.old.push(...found.onlyNew)
            if (owes === 'new') owed.new.push(...found.onlyOld)
          }
        } else if (said !== saidBefore) {
          explain(found, log)
          if (act.do !== 'told') break
        }
        expect(othersNow, log.join('\n')).toEqual(others)
        const lists = JSON.stringify([untold, listedBefore])
        if (!same(untold, listedBefore) && lists !== listed)
          explain({ ...found, known: (calls[1].row.known ?? null) as Json | null, mails: calls[1].mails, onlyOld: [], onlyNew: [], listed: [listedBefore as Json | null, untold as Json | null] }, log)
        listed = lists
        const isTold = callOf((calls[1].row.known ?? null) as Json | null) === callOf(calls[1].row)
        if (isTold && calls.every(({ mails, listed }) => mails.length === 0 && !listed)) facts.clear()
        if (act.do === 'claim') {
          for (const [which, mails] of [['old', saidBefore], ['new', said]] as const)
            for (const mail of mails as Json[]) {
              const kind = (mail.words as Json).kind ?? mail.words
              if (isVisitors(mail) && ['received', 'confirmed', 'cancelled', 'moved', 'moved by us', 'location', 'confirm', 'decline'].includes(kind as string) && !['kept', 'refused', 'failed'].includes(mail.result as string))
                read[which] = `${mail.call} ${mail.where}`
            }
          if (act.result !== 'sent' && act.result !== 'lost' && (said as Json[]).some(isVisitors)) undelivered = true
        }
        if (n === claims) {
          const row = calls[1].row
          const so = `${callOf(row)} ${row.status === 'confirmed' ? (row.location ?? 'Our video room, https://meet.southcoast.example/call') : null}`
          const ahead = Date.parse(`${row.date as string}T${row.start_time as string}:00+13:00`) > clock
          if (ahead && !undelivered && row.name !== 'Erased') {
            ends.all++
            if (read.old !== so) ends.old++
            if (read.new !== so && !(read.new === '' && row.status === 'cancelled')) throw new Error(`${log.join('\n')}\n  at the end they read ${read.new}, and it is ${so}; old ${read.old} known ${JSON.stringify(row.known)}`)
          }
        }
        if (act.do === 'erase' && n > 3 && owed.old.length + owed.new.length > 0) throw new Error(`${log.join('\n')}\n  never sent: ${JSON.stringify(owed)}`)
      }
    } catch (error) {
      if (!process.env.COLLECT) throw error
      appendFileSync(process.env.COLLECT, `#${nth} ${(error as Error).message}\n\n`)
    } finally {
      for (const call of calls) await call.remove()
    }
  })
  const examples = process.env.REPLAY ? (JSON.parse(await readFile(process.env.REPLAY, 'utf8')) as [never, never, never][]) : []
  await fc.assert(property, { numRuns: process.env.REPLAY ? examples.length : Number(process.env.RUNS ?? RUNS), seed: Number(process.env.SEED ?? 43), examples })
  console.log(`0 ends: ${JSON.stringify(ends)}`)
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
    if (act.do === 'told' && act.isBack) facts.add('back')
    if (act.do === 'told' || (act.do === 'reply' && !act.isMailed && act.kind !== 'change')) facts.add('words')
  }
}

function explain(found: Case, log: string[]): Rule {
  const rule = RULES.find(({ fits }) => fits(found))
  const { facts, said: _, ...rest } = found
  const text = `${log.join('\n')}\n  facts: ${[...facts].join()}\n${Object.entries(rest).map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`).join('\n')}`
  if (!rule) throw new Error(text)
  explained.set(rule.when, (explained.get(rule.when) ?? 0) + 1)
  if (process.env.EXPLAINED) appendFileSync(process.env.EXPLAINED, `## ${rule.when}\n${text}\n\n`)
  return rule
}
