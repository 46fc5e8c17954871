/** Traces of acts, drawn by a seed, in the database and in the model of promise.ts. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { tier } from '../tier'
import { onOwnPglite } from './databases'
import { perform, type World } from './promise'
import { type Drawn, ofEverybody, ofPeople, type Pressed, usePromise } from './promise-acts'
import { useSessions } from './sessions'
import { errorCode } from './test-database'

/** The seed that found a fault first: a call that nobody had to answer, booked while its day was closed. */
const FIRST = 143_749
// TRACES=10000 draws so many traces, and SEED=5 those of a printed seed. `npm run soak` draws 10,000.
const count = (byDefault: number) => Number(process.env.TRACES ?? (process.env.SOAK ? 10_000 : byDefault))
const seed = Number(process.env.SEED ?? (process.env.SOAK ? Date.now() % 1_000_000 : FIRST))
type Promised = ReturnType<typeof usePromise>

/** An act of a trace. fast-check leaves out those that nobody could do then, and prints the others. */
class Command implements fc.AsyncCommand<World, Promised, true> {
  constructor(
    private readonly draw: Drawn,
    private readonly on: Promised,
  ) {}
  private act?: Pressed
  check = (world: Readonly<World>) => {
    const isSites = this.draw.by === 5
    if (isSites) return Promise.resolve((this.draw.does === 'claim') === (world.flying.length === 0))
    this.act = this.on.look(world as World, this.draw)
    return Promise.resolve(this.act !== undefined)
  }
  run = (world: World, on: Promised) => on.does(world, this.draw, this.act)
  toString = () => describeAct(this.draw, this.act)
}

function describeAct(
  { by, does, isStale, isRepeated }: Pick<Drawn, 'by' | 'does' | 'isStale' | 'isRepeated'>,
  act?: Pressed,
) {
  const who = by === 5 ? 'site' : by < 2 ? `admin ${by}` : `visitor ${by}`
  if (!act) return `${who}: ${does}`
  const about = act.call >= 0 ? ` call ${act.call}` : /erase|book for/.test(does) ? ` visitor ${act.who}` : ''
  const time = /book|move|propose|take/.test(does)
    ? ` ${act.time}`
    : /close|open|hours/.test(does)
      ? ` day ${act.time / 10}`
      : ''
  return `${who}: ${does}${about}${time}${act.agrees ? ' (agrees)' : ''}${isStale ? ' (on an old page)' : ''}${isRepeated ? ' (twice)' : ''}`
}

const timeout = 3 * 60 * 60_000

describe('in any order of acts', () => {
  onOwnPglite((db) => {
    const on = usePromise(db, async (work) => {
      await db.rows('begin')
      const code = await errorCode(work(db))
      await db.rows(code === 'accepted' ? 'commit' : 'rollback')
      return code
    })
    beforeAll(() => on.prepare())

    test(
      'no minute is held twice, no visitor is told wrong, and each turn is right',
      { timeout },
      async () => {
        const commands = fc.commands([ofEverybody.map((draw) => new Command(draw, on))], {
          maxCommands: 26,
          size: 'max',
        })
        const property = fc.asyncProperty(commands, async (trace) => {
          const world = await on.start()
          await fc.asyncModelRun(() => ({ model: world, real: on }), trace)
          await on.rest(world)
        })
        console.log(`The promise’s traces have the seed ${seed}.`)
        await fc.assert(property, { numRuns: count(tier === 'quick' ? 100 : 1_000), seed })
      },
    )
  })
})

describe('with several people at once, on PostgreSQL', { tags: ['full'] }, () => {
  const { db, inSession } = useSessions(6)
  const on = usePromise(db, inSession)
  beforeAll(() => on.prepare())

  test('no minute is held twice, no visitor is told wrong, and each turn is right', { timeout }, async () => {
    const trace = fc.tuple(
      fc.array(ofPeople, { maxLength: 6 }),
      fc.array(ofPeople, { minLength: 2, maxLength: 4 }),
    )
    const property = fc.asyncProperty(trace, async ([before, rush]) => {
      const world = await on.start()
      const done: string[] = []
      for (const draw of before) {
        const act = on.look(world, draw)
        if (!act) continue
        done.push(describeAct(draw, act))
        await on.does(world, draw, act)
      }
      const acts = rush.flatMap(
        (draw) => on.look(world, { ...draw, isStale: false, isRepeated: false }) ?? [],
      )
      const outcomes = await Promise.all(acts.map((act, nth) => on.ask(act, 100 + nth)))
      const stored = await on.stored()
      // Some order of these acts must give these outcomes and these rows.
      const explained = ordersOf([...acts.keys()]).flatMap((order) => {
        const copy = structuredClone(world)
        const isSame = order.every((nth) => {
          const act = acts[nth]
          if (!act || outcomes[nth] === 'busy') return true
          return withoutReason(perform(copy, act, 100 + nth)) === withoutReason(outcomes[nth])
        })
        return isSame && isDeepStrictEqual(on.expected(copy), stored) ? copy : []
      })
      const at = acts.map((act, nth) => `${describeAct({ ...act, isStale: false }, act)}: ${outcomes[nth]}`)
      expect(explained.length, [...done, 'at once:', ...at, 'stored:', ...stored].join('\n')).toBeGreaterThan(
        0,
      )
      // Where two orders explain it, only the database knows which mails are due.
      if (explained[0] && new Set(explained.map(histories)).size === 1) await on.rest(explained[0])
    })
    console.log(`The rushes have the seed ${seed}.`)
    await fc.assert(property, { numRuns: count(1_000), seed })
  })
})

/** If one person takes a time while another closes its day, a third gets either error. */
const withoutReason = (outcome?: string) => (outcome === 'closed' ? 'taken' : outcome)

/** The acts on each call, in their order. */
const histories = ({ calls }: World) =>
  calls
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, log }) => `${id}: ${log.map(({ by, does }) => `${by} ${does}`).join()}`)
    .join('\n')

function ordersOf(all: number[]): number[][] {
  if (all.length < 2) return [all]
  return all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]))
}
