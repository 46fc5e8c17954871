import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, root, startSite, stopProcess } from '../../scripts/processes'

/**
 * The built site under the watcher, which checks its health every second. Needs no database.
 */
async function startWatched() {
  const port = await freePort(0)
  const env = { SUPABASE_URL: 'http://127.0.0.1:9', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_none' }
  const { url, process: watcher } = await startSite({ port, env, watch: { checkEvery: 1 } })
  return {
    watcher,
    url,
    port,
    ended: once(watcher, 'exit') as Promise<[number | null, NodeJS.Signals | null]>,
    /** The process that serves the site. */
    sitePid: () => {
      const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
        .trim()
        .split('\n')
      const rows = processes.map((line) => line.trim().split(/\s+/).map(Number))
      return rows.find(([, parent]) => parent === watcher.pid)?.[0] ?? 0
    },
    responds: () =>
      fetch(`${url}/about`, { signal: AbortSignal.timeout(500) }).then(
        ({ ok }) => ok,
        () => false,
      ),
  }
}

let site: Awaited<ReturnType<typeof startWatched>>
test.beforeEach(async () => {
  site = await startWatched()
})
test.afterEach(() => stopProcess(site.watcher))

function isRunning(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('the watcher ends with an error when its site ends by itself @full', async () => {
  // tests/server/watch-site.test.ts checks the replacement of a hanging site.
  const health = await fetch(`${site.url}/api/health?live`)
  const build = readFileSync(join(root, '.next/BUILD_ID'), 'utf8')
  expect(await health.json(), 'by which an update knows it').toEqual({ status: 'ok', build })
  expect((await fetch(`${site.url}/about?${'a&'.repeat(4_100)}`)).status, 'it would take long').toBe(431)
  process.kill(site.sitePid(), 'SIGKILL')
  expect(await site.ended).toEqual([1, null])
  expect(await site.responds()).toBe(false)
})

test('the watcher does not restart a site whose responses take seconds', { tag: '@soak' }, async () => {
  const pid = site.sitePid()
  for (let round = 0; round < 5; round++) {
    process.kill(pid, 'SIGSTOP')
    for (let half = 0; half < 5; half++) expect(await site.responds()).toBe(false)
    expect(isRunning(pid), 'the site that takes long').toBe(true)
    process.kill(pid, 'SIGCONT')
    await expect.poll(site.responds).toBe(true)
  }
  expect(site.sitePid()).toBe(pid)
})

test(
  'a stop signal ends the watcher with success, despite an open connection',
  { tag: '@soak' },
  async () => {
    const pid = site.sitePid()
    const reserve = connect(site.port, '127.0.0.1').on('error', () => undefined)
    await once(reserve, 'connect')
    site.watcher.kill('SIGTERM')
    expect(await site.ended).toEqual([0, null])
    expect(isRunning(pid)).toBe(false)
  },
)

test('a stop signal ends the watcher and a site that hangs', { tag: '@soak' }, async () => {
  const pid = site.sitePid()
  process.kill(pid, 'SIGSTOP')
  site.watcher.kill('SIGTERM')
  expect(await site.ended).toEqual([0, null])
  expect(isRunning(pid)).toBe(false)
})

test('the site goes on when its log has no reader, and ends when its watcher is killed @full', async () => {
  const pid = site.sitePid()
  site.watcher.stdout?.destroy()
  site.watcher.stderr?.destroy()
  for (const page of ['one', 'two', 'three']) {
    await fetch(`${site.url}/no-page-${page}`).catch(() => null) // the site logs it
    expect(await site.responds(), `after ${page}`).toBe(true)
  }
  expect(site.sitePid(), 'it was not started anew').toBe(pid)
  site.watcher.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})
