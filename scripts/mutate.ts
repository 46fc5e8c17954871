/**
 * `npm run mutate -- --seed 7 --count 20`: breaks the code at places that the seed draws, one at a time in a copy of
 * the last commit, and prints which test notices. The nearest tests run first, then tests/unit and tests/db, then,
 * without `--no-browser`, Playwright's. Fails if a break survives.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** `text` takes the place of what is from `start` to `end`. */
interface Place {
  file: string
  what: string
  start: number
  end: number
  text: string
}

const areas = ['lib', 'app/admin', 'app/(site)', 'supabase/schemas']
/** These compare the code with a copy of itself: they notice every change and state no promise. */
const mirrors = ['tests/db/schemas.test.ts', 'tests/db/database-types.test.ts', 'tests/db/steps.test.ts']
const STEP = 'supabase/migrations/29991231235959_broken.sql'

function placesOfCode(file: string, source: string): Place[] {
  const places: Place[] = []
  const add = (what: string, { start, end }: Node, text: string) =>
    places.push({ file, what, start, end, text })
  const textOf = ({ start, end }: Node) => source.slice(start, end)
  const negate = ({ test }: { test: Node }) => add('negates the condition', test, `!(${textOf(test)})`)
  new Visitor({
    ConditionalExpression: negate,
    IfStatement(node) {
      negate(node)
      const [last] =
        node.consequent.type === 'BlockStatement' ? node.consequent.body.slice(-1) : [node.consequent]
      if (!node.alternate && (last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement'))
        add('drops the check', node, ';')
    },
    ExpressionStatement(node) {
      const { expression } = node
      const isAwait = expression.type === 'AwaitExpression'
      const isCheck = /^(\w+\.)*(require|check|assert|ensure|refuse|forbid|limit)\w*\(/.test(
        textOf(expression),
      )
      if (isAwait || isCheck) add(isAwait ? 'drops what is awaited' : 'drops the check', node, ';')
    },
    CallExpression({ callee, arguments: [one, two] }) {
      if (/^Math\.m(ax|in)$/.test(textOf(callee))) return
      if (!one || !two || one.type === 'SpreadElement' || two.type === 'SpreadElement') return
      if (one.type.endsWith('FunctionExpression') || two.type.endsWith('FunctionExpression')) return
      if (textOf(one) === textOf(two)) return
      const text = `${textOf(two)}${source.slice(one.end, two.start)}${textOf(one)}`
      places.push({ file, what: 'swaps two arguments', start: one.start, end: two.end, text })
    },
    BinaryExpression({ left, right, operator }) {
      const other = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }[operator as string]
      if (other) add('is off by one', { ...left, start: left.end, end: right.start }, ` ${other} `)
    },
    Literal(node) {
      if (typeof node.value === 'number') add('is off by one', node, String(node.value + 1))
    },
  }).visit(parseSync(file, source).program)
  return places
}

const brokenSql: [what: string, pattern: RegExp, text: (...parts: string[]) => string][] = [
  ['drops the lock', / for (?:no key )?update(?: skip locked)?\b| for key share\b/g, () => ''],
  [
    'drops the check',
    /^ *perform (?:private|pg)[._](?:require|check|lock|advisory)\w*\([^;]*\);$/gm,
    () => '',
  ],
  ['drops the revoke', /^revoke [^;]+;$/gm, () => ''],
  ['drops the row-level security', /^alter table \S+ enable row level security;$/gm, () => ''],
  [
    'negates the condition',
    /(?<=^ *(?:els)?if )(?!not found|found)[^;]*?(?= then$)/gm,
    (test) => `not (${test})`,
  ],
  [
    'negates the condition',
    / (?:not )?exists (?=\()/g,
    (test) => (test === ' exists ' ? ' not exists ' : ' exists '),
  ],
  [
    'is off by one',
    / (?:<=|>=|<(?!>)|>)(?= (?!>))/g,
    (sign) => (sign.endsWith('=') ? sign.slice(0, -1) : `${sign}=`),
  ],
  ['is off by one', /(?<=interval ')\d+/g, (number) => String(Number(number) + 1)],
]
/** Without comments, and statements for which `stepOf` has no step. */
function placesOfSql(file: string, source: string): Place[] {
  const places = brokenSql.flatMap(([what, pattern, text]) =>
    [...source.matchAll(pattern)].map((match) => {
      const [start, end] = [match.index, match.index + match[0].length]
      return { file, what, start, end, text: text(match[0]) }
    }),
  )
  const isComment = ({ start }: Place) =>
    source.slice(source.lastIndexOf('\n', start) + 1, start).includes('--')
  return places.filter((place) => !isComment(place) && stepOf(source, place) !== undefined)
}

/** Breaks a migrated database as `place` breaks the schema. */
function stepOf(source: string, { start, end, text }: Place): string | undefined {
  const before = source.slice(start, end)
  if (before.startsWith('revoke ')) {
    return before.replace(/^revoke/, 'grant').replace(/ from [^;]+;$/, ' to anon, authenticated;')
  }
  if (before.startsWith('alter table ')) return before.replace('enable', 'disable')
  const head = [...source.slice(0, start).matchAll(/^create (function|view) /gm)].at(-1)
  if (!head) return undefined
  const close = head[1] === 'view' ? ';\n' : '$$;\n'
  const last = source.indexOf(close, head.index) + close.length - 1
  if (last < end) return undefined
  return (
    source.slice(head.index, start).replace('create', 'create or replace') + text + source.slice(end, last)
  )
}

function filesOf(root: string): string[] {
  const inAreas = areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).map((file) => join(area, file)),
  )
  return [...inAreas, 'middleware.ts']
    .filter((file) => /\.(tsx?|sql)$/.test(file) && !file.endsWith('.d.ts'))
    .toSorted()
}

/** The same number from each area. */
function draw(root: string, seed: number, count: number): Place[] {
  const all = filesOf(root).flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return file.endsWith('.sql') ? placesOfSql(file, source) : placesOfCode(file, source)
  })
  const piles = areas.map((area) => {
    const pile = all.filter(
      ({ file }) => file.startsWith(area) || (area === 'lib' && file === 'middleware.ts'),
    )
    return fc.sample(fc.shuffledSubarray(pile, { minLength: pile.length }), { seed, numRuns: 1 })[0] ?? []
  })
  return Array.from(
    { length: count },
    (_, nth) => piles[nth % piles.length]?.[Math.floor(nth / piles.length)],
  ).filter((place) => place !== undefined)
}

/** Those that import its file, or name the function or table of its SQL. */
function nearestTests(root: string, { file, start }: Place): string[] {
  if (!file.endsWith('.sql')) return ['related', file]
  const source = readFileSync(join(root, file), 'utf8').slice(0, start)
  const [, name = ''] = [...source.matchAll(/^create (?:function|view) \w+\.(\w+)/gm)].at(-1) ?? []
  const tests = readdirSync(join(root, 'tests/db')).filter(
    (test) => test.endsWith('.test.ts') && readFileSync(join(root, 'tests/db', test), 'utf8').includes(name),
  )
  return tests.length > 0 && name ? tests.map((test) => `tests/db/${test}`) : ['tests/db/roles']
}

/** The titles of the failed tests; undefined if no test has run. */
function failures(root: string, command: string, args: string[]): string[] | undefined {
  const { status, stdout, stderr } = spawnSync(join(root, 'node_modules/.bin', command), args, {
    ...{ cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, timeout: 20 * 60_000, killSignal: 'SIGKILL' },
    env: { ...process.env, NO_COLOR: '1', TIER: 'quick' },
  })
  if (status === 0) return []
  if (status === null) return ['No end after 20 minutes']
  const titles = [...stdout.concat(stderr).matchAll(/^ *(?:FAIL|\d+\)) +(.* [>›] .*?) *─*$/gm)]
  return titles.length > 0 ? titles.map(([, title = '']) => title) : undefined
}

function main() {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '20' },
      'no-browser': { type: 'boolean', default: false },
    },
  })
  const root = mkdtempSync(join(tmpdir(), 'studio-mutants-'))
  const shell = (command: string, cwd = root) => {
    const { status, stderr } = spawnSync(command, { shell: true, cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${command}: ${stderr}`)
  }
  shell(`git worktree add --detach "${root}"`, process.cwd())
  try {
    // Hard links take a second; copies are for file systems without hard links.
    const modules = join(process.cwd(), 'node_modules')
    shell(`cp -al "${modules}" . 2> /dev/null || cp -a "${modules}" .`)
    const counts = { noticed: 0, survives: 0, 'no test runs': 0 }
    const options = ['--run', '--passWithNoTests', '--project=unit', '--project=db', '--bail=1']
    const vitest = [...options, ...mirrors.map((test) => `--exclude=${test}`)]
    for (const [nth, place] of draw(root, Number(values.seed), Number(values.count)).entries()) {
      const { file, what, start, end, text } = place
      const source = readFileSync(join(root, file), 'utf8')
      const line = source.slice(0, start).split('\n').length
      console.log(`\n${nth + 1}. ${file}:${line} ${what}: ${source.slice(start, end)} → ${text}`)
      writeFileSync(join(root, file), source.slice(0, start) + text + source.slice(end))
      if (file.endsWith('.sql')) writeFileSync(join(root, STEP), `${stepOf(source, place)}\n`)
      const stages = [
        () => failures(root, 'vitest', [...nearestTests(root, place), ...vitest]),
        () => failures(root, 'vitest', vitest),
        () => (values['no-browser'] ? [] : failures(root, 'playwright', ['test', '--max-failures=1'])),
      ]
      let found: string[] | undefined = []
      for (const stage of stages) if (found?.length === 0) found = stage()
      const outcome = !found ? 'no test runs' : found.length > 0 ? 'noticed' : 'survives'
      counts[outcome]++
      console.log(`   ${outcome}${found?.[0] ? ` by ${found[0]}` : ''}`)
      shell('git checkout --quiet . && git clean --quiet --force supabase/migrations')
    }
    console.log(`\nSeed ${values.seed}:`, counts)
    if (counts.survives > 0) process.exitCode = 1
  } finally {
    shell(`git worktree remove --force "${root}"`, process.cwd())
    rmSync(root, { recursive: true, force: true })
  }
}
main()
