// @module-tag full
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freePort, root, stopProcess } from '@/scripts/processes'

// A program in place of Next: responds with its process id, and on request is busy, hangs or stays
// silent.
const site = `
const [args, end] = [process.argv, () => Date.now() + 200]
const value = (name) => args[args.indexOf(name) + 1]
let mute = false
require('node:http').createServer(({ url }, response) => {
  if (url === '/busy') for (const until = end(); Date.now() < until; );
  while (url === '/hang');
  if (url === '/mute') mute = true
  else if (mute) return
  response.setHeader('connection', 'close').end(String(process.pid))
}).listen(value('--port'), value('--hostname'))`

let folder: string
let watcher: ChildProcess
let url: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'))
  const next = join(folder, 'node_modules/next/dist/bin/next')
  mkdirSync(dirname(next), { recursive: true })
  writeFileSync(next, site)
  for (const script of ['watch-site.mjs', 'follow-parent.mjs', 'report-to-watcher.mjs'])
    cpSync(join(root, 'scripts', script), join(folder, 'scripts', script))
  const port = await freePort(0)
  url = `http://127.0.0.1:${port}`
  const args = [join(folder, 'scripts/watch-site.mjs'), '--check-every', '0.5', '--port', String(port)]
  watcher = spawn(process.execPath, args, { stdio: 'ignore' })
  await vi.waitFor(() => ask('/'), { timeout: 60_000 })
})
afterEach(async () => {
  await stopProcess(watcher)
  rmSync(folder, { recursive: true })
})

const ask = async (path: string) => (await fetch(url + path)).text()

test('the watcher leaves a busy site alone, and restarts a site that hangs', async () => {
  const first = await ask('/')
  const busy = await Promise.all(Array.from({ length: 20 }, () => ask('/busy')))
  expect(new Set(busy), 'every waiting visitor gets a response').toEqual(new Set([first]))
  expect(await ask('/')).toBe(first)
  await expect(ask('/hang')).rejects.toThrow('fetch failed')
  await vi.waitFor(async () => expect(await ask('/')).not.toBe(first), { timeout: 60_000 })
})

test.runIf(process.env.SOAK)(
  'the watcher also replaces a site that works but never responds',
  async () => {
    const first = await ask('/mute')
    await vi.waitFor(async () => expect(await ask('/')).not.toBe(first), { timeout: 60_000 })
  },
  40_000,
)
