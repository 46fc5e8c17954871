import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calendar, event, NOW } from './calendars/files'

const root = join(import.meta.dirname, '../..')

/** A folder with the files that the Dockerfile copies, and a link to this checkout's node_modules. */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'studio-container-'))
  for (const { source, target } of copied())
    cpSync(join(root, source), join(folder, target), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (args: string[], input = '') =>
  execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', input })

test('the container has every file that next.config.ts loads when the site starts', () => {
  const load = `import('./next.config.ts').then(() => console.log('loaded'))`
  expect(run(['--import', 'tsx', '-e', load])).toContain('loaded')
})

test('the container has every script that starts the site', () => {
  const { stderr } = spawnSync(process.execPath, ['scripts/watch-site.mjs', '--port', '0'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'x' },
  })
  expect(stderr).toContain('Could not find a production build')
})

test('the container has what it needs to read a founder’s calendar', () => {
  const options = { now: NOW, zone: 'Pacific/Auckland', ownHost: 'studio.example', allDay: true }
  const file = calendar(event('DTSTART:20261203T000000Z', 'DURATION:PT1H'))
  const result = run(['scripts/read-calendar.mjs', 'stdin', JSON.stringify(options)], file)
  expect(JSON.parse(result)).toMatchObject({ hasEvents: true })
})

test('the site in a container listens to other machines (HOST=0.0.0.0 in the Dockerfile)', () => {
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0$/m)
})

/** The files that the Dockerfile copies into the image, without node_modules and the build. */
function copied() {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  return [...dockerfile.matchAll(/^COPY --from=build (.+) (\S+)$/gm)].flatMap(
    ([, sources = '', target = '']) =>
      sources
        .split(' ')
        .map((source) => source.replace('/site/', ''))
        .filter((source) => !['node_modules', '.next', 'public'].includes(source))
        .map((source) => ({
          source,
          target: target.endsWith('/') ? join(target, basename(source)) : target,
        })),
  )
}
