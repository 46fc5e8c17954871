/** Runs a tier of the tests (see tests/tier.ts), and prints its time. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { tier } from '../tests/tier'

const [began, busyBefore] = [Date.now(), busySeconds()]
const folder = mkdtempSync(join(tmpdir(), 'studio-test-'))
const counts = join(folder, 'counts')
writeFileSync(counts, '')
const commands = [...(tier === 'full' ? [] : ['npm run lint']), 'vitest run', 'playwright test']
const failed = commands.some((command) => {
  const env = { ...process.env, TEST_COUNTS: counts }
  return spawnSync(command, { shell: true, stdio: 'inherit', env }).status !== 0
})
const tests = readFileSync(counts, 'utf8').split('\n').map(Number)
rmSync(folder, { recursive: true })

const seconds = Math.round((Date.now() - began) / 1000)
console.log(
  `\nThe ${tier} tier${failed ? ' up to what failed' : ''}: ${tests.reduce((sum, count) => sum + count)} tests, ` +
    `${Math.floor(seconds / 60)} min ${seconds % 60} s, ${Math.round(busySeconds() - busyBefore)} CPU seconds`,
)
if (failed) process.exitCode = 1

/**
 * The seconds that this machine's cores were busy since it started. Node's figure for a process and its
 * children would be too low: it misses the children of a killed server.
 */
function busySeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000
}
