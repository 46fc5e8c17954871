// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { browserPath } from '@/scripts/browser'
import { root } from '@/scripts/processes'
import { copyCheckout } from '../checkout'

const papers = ['README.md', 'CONTRIBUTING.md', 'docs/going-live.md', 'docs/owners-manual.md']

/** Commands that end by themselves, and what each prints at the end. */
const ends: [string, RegExp][] = [
  ['npm run admin:create -- mere@studio.test', /^mere@studio\.test is an admin\. Password: \S+$/m],
  ['npm run db:dump -- copy.tgz', /The database is in copy\.tgz/],
  ['npm run db:restore -- copy.tgz', /is the one of copy\.tgz/],
  ['npm run db:reset', /is deleted, with outbox\/, auth-mails\/ and admin\.txt/],
  ['npm run db:types', /^> tsx/m],
  ['npm run db:diff', /^> tsx/m],
  ['npm run format', /^> prettier/m],
  ['npm run samples', /lib\/content\/studio\.ts/],
  ['npm run spec', /is that of a test/],
  ['npx vitest run tests/unit/start.test.ts', /\d passed/],
]

/** Commands that run for minutes or an hour, and what each prints at the beginning. */
const begins: [string, RegExp][] = [
  ['npm start', /Creating an optimized production build/],
  ['npm run demo', /Creating an optimized production build/],
  ['npm run pictures', /^> tsx/m],
  ['npm run build', /Creating an optimized production build/],
  ['npm run lint', /Types generated/],
  ['npm run check', /Types generated/],
  ['npm test', /Types generated/],
  ['npm run test:full', /RUN/],
  ['npm run test:all', /Types generated/],
  ['npm run soak', /Types generated/],
  ['npm run mutate', /^> tsx/m],
  ['npm run bench', /Creating an optimized production build/],
  ['npm run bench:database', /^> tsx/m],
  ['npm run bench:list', /^> tsx/m],
  ['npx vitest run --project db', /RUN/],
  ['npx playwright test booking', /Creating an optimized production build/],
]

/** Commands that need a Supabase: the test runs them with the one of `npm run dev`. */
const withBackend: [string, RegExp][] = [
  ['npm run site-key', /The key of this site is stored/],
  ['npm run check:hosted', /^true {9}The backend responds/m],
]

/** A copy of the checkout, so that the commands do not build, change or empty this one. */
let checkout: string
beforeAll(() => (checkout = copyCheckout()))
const running = new Set<ChildProcess>()
afterEach(async () => {
  await Promise.all([...running].map((child) => interrupt(child)))
})
afterAll(() => rmSync(checkout, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

/** The environment of a new terminal, without what `npm test` adds. */
function terminal(env: Partial<NodeJS.ProcessEnv>) {
  const { PATH, HOME, CHROMIUM_PATH } = process.env
  return { PATH, HOME, CHROMIUM_PATH, ...env } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv
}

function run(command: string, env = {}) {
  const child = spawn(command, { cwd: checkout, shell: true, detached: true, env: terminal(env) })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  const says = (text: RegExp) =>
    vi.waitFor(
      () => {
        expect(output, command).toMatch(text)
        return text.exec(output)?.[1] ?? ''
      },
      { timeout: 90_000, interval: 50 },
    )
  return { child, ended, says, output: () => output }
}

/** Sends the signal to the command and its children, as Ctrl-C does, and waits for their end. */
async function interrupt(child: ChildProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  process.kill(-(child.pid ?? 0), signal)
  await closed
}

test('this file runs every command that the docs name', () => {
  const named = papers.flatMap((paper) => [
    ...readFileSync(join(root, paper), 'utf8').matchAll(
      /\b(?:npm run [\w:-]+|npm (?:start|test)\b|npx (?:vitest run|playwright test)(?: [^\s`]+)*)|`((?:bench|db):\w+)`/g,
    ),
  ])
  const commands = named.map(([command, script]) => (script ? `npm run ${script}` : command))
  const tried = [...ends, ...begins, ...withBackend].map(([command]) => command).concat('npm run dev')
  const untried = commands.filter((command) => !tried.some((known) => `${known} `.startsWith(`${command} `)))
  expect(new Set(commands).size).toBeGreaterThan(15)
  expect(untried).toEqual([])
})

test('‘npm run dev’ serves the site, shows an edit without a reload, and ends on Ctrl-C', async () => {
  const dev = run('npm run dev')
  const url = await dev.says(/^ +The site +(\S+)/m)
  const supabase = await dev.says(/^ +Supabase +(\S+)/m)
  await dev.says(/^ +Password +(\S+)/m)
  const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    // `next dev` compiles a page when it is first asked for: half a minute beside other tests.
    page.setDefaultTimeout(120_000)
    await page.goto(`${url}/login`)
    const heading = page.getByRole('heading', { name: 'Admin Login' })
    await heading.waitFor()
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    const file = join(checkout, 'app/login/page.tsx')
    const before = readFileSync(file, 'utf8')
    writeFileSync(file, before.replaceAll('Admin Login', 'Edited just now'))
    await page.getByRole('heading', { name: 'Edited just now' }).waitFor()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
    writeFileSync(file, before)
  } finally {
    await browser.close()
  }
  const keys = JSON.parse(readFileSync(join(checkout, '.studio/keys.json'), 'utf8')) as Record<string, string>
  const env = {
    SUPABASE_URL: supabase,
    SUPABASE_PUBLISHABLE_KEY: keys.publishableKey,
    SUPABASE_SECRET_KEY: keys.secretKey,
    SITE_SECRET: readFileSync(join(checkout, '.studio/site-secret'), 'utf8').trim(),
  }
  for (const [command, text] of withBackend) {
    const started = run(command, env)
    await started.says(text)
    if (started.child.exitCode === null) await interrupt(started.child)
  }
  await interrupt(dev.child)
  for (const address of [url, supabase]) await expect(fetch(address), address).rejects.toThrow('fetch failed')
})

test.each(ends)('%s', async (command, text) => {
  const started = run(command)
  expect(await started.ended, started.output()).toBe(0)
  expect(started.output()).toMatch(text)
})

test.each(begins)(
  '%s begins',
  async (command, text) => {
    const started = run(command)
    await started.says(text)
    await interrupt(started.child)
  },
  120_000,
)

test('‘npm run check’ says how to format, and ‘npm run format’ does it', { timeout: 600_000 }, async () => {
  const file = join(checkout, 'lib/dates.ts')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, `${before}\n\n`)
  const check = run('npm run check')
  expect(await check.ended).toBe(1)
  expect(check.output()).toMatch(/lib\/dates\.ts[^]*^Run: npm run format$/m)
  expect(check.output(), 'what takes longer').not.toContain('Types generated')
  expect(await run('npm run format').ended).toBe(0)
  expect(readFileSync(file, 'utf8')).toBe(before)
})

test.each(['npm run db:types', 'npm run db:diff'])(
  '%s names the file, the line and the statement of a step that fails, and nothing else',
  async (command) => {
    const step = 'supabase/migrations/20990101000000_broken.sql'
    writeFileSync(join(checkout, step), '-- Fails.\n\nalter table public.bookings\n  add column name text;\n')
    const started = run(command)
    expect(await started.ended).toBe(1)
    rmSync(join(checkout, step))
    expect(started.output().split('\n\n').at(-1)).toBe(
      `${step}:3: column "name" of relation "bookings" already exists\nin: alter table public.bookings\n`,
    )
  },
)
