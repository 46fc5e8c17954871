/**
 * Compares the database of a commit with that of this working tree: the same random acts in both, at the
 * same moments, and what follows from each. `npx tsx tests/differential/run.ts COMMIT [RUNS] [SEED] [offers|mails|letters]`
 *
 * Ends with how often each allowed difference was met, and with 1 when there was another.
 */
import {
  type Act,
  begin,
  canUndo,
  does,
  type Done,
  formOf,
  HOUR,
  namesFor,
  pass,
  setClock,
  type Start,
  stateOf,
  timeBefore,
  undoes,
  useVirtualClock,
} from './acts'
import { allowed, type Met } from './allowed'
import { brokenBy } from '../log-invariants'
import { look, type Seen } from './read'
import { workingTree, World } from './world'

const [commit = 'HEAD', runs = '200', seed = '1', about] = process.argv.slice(2)

/** Random numbers that a seed repeats (mulberry32). */
function random(of: number) {
  let state = of
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

async function outcome(work: () => Promise<unknown>): Promise<{ code: string; value: unknown }> {
  try {
    return { code: 'ok', value: await work() }
  } catch (error) {
    const { code = '', message, stack } = error as { code?: string; message: string; stack: string }
    if (!['P0001', '23P01', '22023', '23514', '40P01', '23503', '23502'].includes(code))
      throw new Error(stack, { cause: error })
    return { code: code === 'P0001' ? message : code, value: null }
  }
}

export interface Step {
  act: Act
  /** The act that an Undo takes back. */
  undone?: Act
  code: Record<'old' | 'new', string>
  after: Record<'old' | 'new', Seen>
  names: string[]
}

async function sequence(worlds: World[], nth: number, counts: Map<string, number>): Promise<string | null> {
  const rnd = random(Number(seed) * 100_000 + nth)
  const pick = <T>(all: readonly T[]) => all[Math.floor(rnd() * all.length)] as T
  const kind = pick<Start['kind']>(
    about === 'mails' || about === 'letters'
      ? ['booking', 'booking', 'booked for']
      : ['booking', 'booking', 'booking', 'inquiry', 'inquiry', 'booked for'],
  )
  const start = { kind, days: pick([1, 3, 9, 9, 30]), email: `v${seed}-${nth}@example.com` }
  setClock(Date.UTC(2026, 10, 16, 20) + nth * 48 * HOUR + Math.floor(rnd() * 24) * HOUR)
  for (const world of worlds) {
    await world.clear()
    await begin(world, start)
  }
  const done: Record<'old' | 'new', Done[]> = { old: [], new: [] }
  const names: string[] = []
  const met: Met = new Set()
  const length = 1 + Math.floor(rnd() * 12)
  for (let step = 0; step < length; step++) {
    const can = done.old.flatMap(({ act }, place) =>
      canUndo(act) && done.new[place]?.revision ? [place] : [],
    )
    const act: Act = {
      name: '',
      who: pick(['ana', 'ana', 'bo']),
      form: formOf(`${seed} ${nth} ${step}`),
      stale: rnd() < 0.15 ? 2 : 0,
    }
    if (can.length > 0 && rnd() < 0.25) {
      act.of = rnd() < 0.5 ? can.at(-1) : pick(can)
      act.name = 'undo'
    } else act.name = step === 0 && about === 'offers' ? 'offer' : pick(namesFor(kind, about))
    pass(timeBefore(act.name))
    const code = { old: '', new: '' }
    const undone = act.of === undefined ? undefined : done.old[act.of]?.act
    for (const world of worlds) {
      const state = await stateOf(world)
      const all = done[world.name]
      const of = act.of === undefined ? undefined : all[act.of]
      const result = await outcome(async () =>
        of ? undoes(world, of, of.act.who) : does(world, act, all, state),
      )
      code[world.name] = act.of !== undefined && result.code === 'ok' ? String(result.value) : result.code
      if (world.name === 'new') await check(world, [...names, act.name].join(', '))
      all.push({
        act,
        revision: result.code === 'ok' && act.of === undefined ? (result.value as number | null) : null,
        before: state,
      })
    }
    names.push(undone ? `undo ${undone.name} (${act.of})` : act.stale ? `${act.name} (stale)` : act.name)
    const after = { old: await look(worlds[0] as World), new: await look(worlds[1] as World) }
    const found = allowed({ act, undone, code, after, names }, met)
    for (const number of found.numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
    if (found.others.length > 0)
      return `${nth}: ${kind} in ${start.days} days: ${names.join(', ')}\n${found.others.map((one) => `    ${one}`).join('\n')}`
    if (found.isOver) return null
  }
  return null
}

/** What holds after every step of the new one. */
async function check(world: World, names: string) {
  const broken = await brokenBy((sql) => world.rows(sql))
  if (broken.length > 0) throw new Error(`${names}: ${broken.join('; ')}`)
}

const worlds = [await World.open('old', commit), await World.open('new', workingTree)]
useVirtualClock()
const counts = new Map<string, number>()
let failed = 0
for (let nth = 0; nth < Number(runs); nth++) {
  let problem: string | null
  try {
    problem = await sequence(worlds, nth, counts)
  } catch (error) {
    problem = `${nth}: ${error instanceof Error ? error.stack : String(error)}`
  }
  if (problem) {
    failed++
    if (failed <= 25) console.log(problem)
  }
  if ((nth + 1) % 100 === 0) console.log(`${nth + 1} …`)
}
console.log(`${runs} sequences, ${failed} with a difference that is not allowed`)
for (const [number, count] of [...counts].toSorted(([a], [b]) => Number(a) - Number(b)))
  console.log(`  difference ${number}: ${count}`)
process.exit(failed > 0 ? 1 : 0)
