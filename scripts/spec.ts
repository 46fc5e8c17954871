/**
 * `npm run spec`: writes docs/specification.md from tests/specification.ts. Fails if no test has a title that a
 * statement or the table of README.md names.
 */
import { exec } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { statements } from '../tests/specification'

const page = 'docs/specification.md'
const options = { env: { ...process.env, TIER: 'all' }, maxBuffer: 2 ** 26 }
const lists = ['vitest list --static-parse', 'playwright test --list'].map((command) =>
  promisify(exec)(command, options),
)
const titles = new Set((await Promise.all(lists)).flatMap(({ stdout }) => stdout.split(/\n| [>›] /)))

const lines = statements.trim().split('\n')
const isTitle = (line = '') => line.startsWith('- ')
const untested = lines.filter((line, n) => /^[A-Z]\d/.test(line) && !isTitle(lines[n + 1]))
const claims = [...readFileSync('README.md', 'utf8').matchAll(/\| `([^`]+)` *\|$/gm)].map(
  ([, title = '']) => title,
)
const named = [...lines.filter(isTitle).map((line) => line.slice(2)), ...claims]
const problems = [
  ...untested.map((statement) => `No test shows: ${statement}`),
  ...named.filter((title) => !titles.has(title)).map((title) => `No test has the title: ${title}`),
]

const intro = `# What the specification asks, and the tests that show it\n\n\`npm run spec\` writes this page.\n`
const text = lines.map((line) =>
  isTitle(line)
    ? `  - ${line.slice(2)}`
    : line.replace(/^## .*/, '\n$&\n').replace(/^([A-Z]\d+) /, '- **$1** '),
)
const before = existsSync(page) ? readFileSync(page, 'utf8') : ''
const after = `${intro}${text.join('\n')}\n`
writeFileSync(page, after)
if (process.env.CI && before !== after)
  problems.push(`${page} was not written since tests/specification.ts changed.`)

console.log(problems.join('\n') || `Each title in README.md and ${page} is that of a test.`)
if (problems.length > 0) process.exitCode = 1
