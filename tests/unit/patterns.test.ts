import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { checkSync } from 'recheck'
import { expect, test } from 'vitest'

// Proving all patterns takes 10 to 30 seconds on an idle machine. The test stores the proven
// patterns in a file, so that later runs skip them.
const TIME_LIMIT_MS = 300_000

// The checker in plain JavaScript gives the same result on every system, and needs no Java or binary.
process.env.RECHECK_SYNC_BACKEND = 'pure'

// Folders with code that handles requests. SQL is left out: PostgreSQL backtracks only for patterns
// with back references, and the site's SQL has none.
const folders = ['app', 'components', 'lib', 'supabase/local']
const files = ['middleware.ts', 'instrumentation.ts', 'next.config.ts'].concat(
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('tests/'))
      .map((file) => `${folder}/${file}`),
  ),
)

/**
 * The regular expressions of a file. Throws for a pattern that is built at run time, because it
 * cannot be checked.
 */
function patternsIn(file: string) {
  const patterns: { pattern: string; flags: string }[] = []
  function refuseConstructor({ callee }: { callee: { type: string; name?: unknown } }) {
    if (callee.type === 'Identifier' && callee.name === 'RegExp')
      throw new Error(`${file}: write the regular expression as a literal, so that it can be checked.`)
  }
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) patterns.push(literal.regex)
    },
    NewExpression: refuseConstructor,
    CallExpression: refuseConstructor,
  }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return patterns
}

/**
 * Checks a pattern with automata. The library's fuzzing checker finds less, and not the same each
 * time.
 */
function prove(pattern: string, flags: string) {
  return checkSync(pattern, flags, { checker: 'automaton', timeout: TIME_LIMIT_MS })
}

const cache = 'node_modules/.cache/safe-patterns.json'
const checker = (JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')) as { version: string })
  .version

/** The patterns that an earlier run with this version of the checker has proven safe. */
function readProven(): Set<string> {
  try {
    const kept = JSON.parse(readFileSync(cache, 'utf8')) as { checker: string; safe: string[] }
    return new Set(kept.checker === checker ? kept.safe : [])
  } catch {
    return new Set() // the file is missing or cut off
  }
}

function slowPatterns(file: string, proven: Set<string>): string[] {
  return patternsIn(file).flatMap(({ pattern, flags }) => {
    const written = `/${pattern}/${flags}`
    if (proven.has(written)) return []
    const result = prove(pattern, flags)
    if (result.status === 'safe') {
      proven.add(written)
      return []
    }
    const cost =
      result.status === 'vulnerable' ? result.complexity.summary : 'of unknown cost: use no lookaround'
    return [`${file}: ${written} is ${cost}`]
  })
}

test('the checker of regular expressions finds one that backtracks', () => {
  expect(prove('^[^@]+\\.[^@]+$', '').status).toBe('vulnerable')
})

test(
  'no stranger’s text makes a regular expression slow: each takes linear time',
  { tags: ['full'], timeout: TIME_LIMIT_MS },
  () => {
    const proven = process.env.SOAK ? new Set<string>() : readProven()
    const slow = files.flatMap((file) => slowPatterns(file, proven))
    mkdirSync('node_modules/.cache', { recursive: true })
    writeFileSync(cache, JSON.stringify({ checker, safe: [...proven] }))
    expect(slow).toEqual([])
  },
)
