/** A tier of the tests (tests/tier.ts). */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tier } from '../tests/tier'

const [began, busyBefore] = [Date.now(), busySeconds()]
const folder = mkdtempSync(join(tmpdir(), 'studio-test-'))
const counts = join(folder, 'counts')
writeFileSync(counts, '')
type Command = [command: string, settings?: Record<string, string>]
// Supabase offers PostgreSQL 15, which is in package.json, and 17.
const onPostgres17 = 'vitest run --project db -t PostgreSQL races leases deadlocks migrate schemas roles'
const lint: Command = ['npm run lint']
const ofFull: Command[] = [['npm run spec'], [onPostgres17, { POSTGRES: '17.10.0-beta.17', TIER: 'all' }]]
const commands: Command[] = [
  ...(tier === 'full' ? [] : [lint]),
  ['vitest run'],
  ...(tier === 'quick' ? [] : ofFull),
  ['playwright test'],
]
const lines: string[] = []
const failed = commands.some(([command, settings]) => {
  const before = [Date.now(), busySeconds(), countTests()] as const
  const env = { ...process.env, ...settings, TEST_COUNTS: counts }
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit', env })
  lines.push(`${command}: ${describeSince(...before)}`)
  return status !== 0
})
lines.push(`The ${tier} tier${failed ? ' up to what failed' : ''}: ${describeSince(began, busyBefore, 0)}`)
rmSync(folder, { recursive: true })
console.log(`\n${lines.join('\n')}`)
if (failed) process.exitCode = 1

function countTests(): number {
  const tests = readFileSync(counts, 'utf8').split('\n').map(Number)
  return tests.reduce((sum, count) => sum + count)
}

function describeSince(time: number, busy: number, count: number): string {
  const seconds = Math.round((Date.now() - time) / 1000)
  const wall = `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${countTests() - count} tests, ${wall}, ${Math.round(busySeconds() - busy)} CPU seconds`
}

/** The whole machine, since its start: Node's own figure leaves out the children of a killed server. */
function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000
}
