/** `npm run check`: all that needs no browser — format, lint, types, dead code, and the unit, database and embedded-server tests. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './processes'

/** How many tests a runner has seen pass, fail and skip. */
export interface Count {
  passed: number
  failed: number
  skipped: number
}

/** A command of the check; its output is shown only when it fails. */
interface Step {
  name: string
  command: string[]
}

const steps: Step[] = [
  { name: 'route types', command: ['next', 'typegen'] },
  {
    name: 'format',
    command: ['prettier', '--check', '--cache', '--cache-strategy=content', '--log-level=warn', '.'],
  },
  { name: 'lint', command: ['oxlint'] },
  { name: 'types', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'dead code', command: ['knip'] },
]
const vitestReport = join(root, 'test-results', 'vitest.json')

/** Runs everything, two at a time, and returns the tests' count. Throws when anything failed. */
export async function check(): Promise<Count> {
  const vitest: Step = {
    name: 'unit, database and embedded-server tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${vitestReport}`],
  }
  const results = await Promise.all([runStep(vitest), runInTurn(steps)])
  if (results.flat().includes(false)) throw new Error('The check failed; see above.')
  const report = JSON.parse(readFileSync(vitestReport, 'utf8')) as {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

async function runInTurn(list: Step[]): Promise<boolean[]> {
  const results = []
  for (const step of list) results.push(await runStep(step))
  return results
}

function runStep({ name, command: [tool = '', ...args] }: Step): Promise<boolean> {
  const began = Date.now()
  return new Promise((resolve) => {
    const child = spawn(join(root, 'node_modules/.bin', tool), args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '1' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.once('close', (code) => {
      const seconds = ((Date.now() - began) / 1000).toFixed(1)
      console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)${code === 0 ? '' : `\n${output}`}`)
      resolve(code === 0)
    })
  })
}

if (process.argv[1] === import.meta.filename) {
  check().then(
    ({ passed, failed }) => console.log(`${passed} passed, ${failed} failed`),
    (error: Error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
}
