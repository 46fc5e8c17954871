// @module-tag full
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyCheckout } from '../checkout'
import { changes } from '../studios/lisbon/changes'

const HALF_AN_HOUR = 30 * 60_000

let checkout: string
beforeAll(() => (checkout = copyCheckout()))
afterAll(() => rmSync(checkout, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))

const read = (file: string) => readFileSync(join(checkout, file), 'utf8')

function change(file: string, changed: (text: string) => string) {
  const before = read(file)
  expect(changed(before), file).not.toBe(before)
  writeFileSync(join(checkout, file), changed(before))
}

test(
  'with the place and words of a studio in Lisbon the site builds, books, offers and writes as that studio',
  { timeout: HALF_AN_HOUR },
  async () => {
    const object = /export const place: Place = \{[^]*?\n\}\n/
    const [lisbon = ''] = object.exec(read('tests/studios/lisbon/place.ts')) ?? []
    change('lib/content/place.ts', (text) => text.replace(object, () => lisbon))
    for (const [file, changed] of Object.entries(changes)) change(join('lib/content', file), changed)
    const [, step = ''] = /```sql\n([^`]+)```/.exec(read('docs/making-it-yours.md')) ?? []
    expect(step).toContain('Europe/Lisbon')
    writeFileSync(join(checkout, 'supabase/migrations/29991231000000_zone.sql'), step)
    cpSync(join(checkout, 'tests/studios/another-studio.ts'), join(checkout, 'tests/http/lisbon.spec.ts'))
    const { PATH, HOME, CHROMIUM_PATH } = process.env
    const run = spawn('npx playwright test tests/http/lisbon.spec.ts', {
      cwd: checkout,
      shell: true,
      env: { PATH, HOME, CHROMIUM_PATH, NODE_ENV: 'test' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [output, errors] = [text(run.stdout), text(run.stderr)]
    const [code] = (await once(run, 'close')) as [number]
    expect(code, (await output) + (await errors)).toBe(0)
  },
)
