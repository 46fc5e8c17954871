// Runs `next start` and replaces it when it hangs: it requests /api/health?live every ten seconds,
// and after three requests in a row without a response, the first of them for half a minute, it
// kills the process and starts another. A busy site, which responds late, is left alone. When the
// site ends by itself this ends too, with its exit code, so that systemd, Docker or `npm start`
// decide what follows. It needs only Node and Next: production has no dev dependencies. node
// scripts/watch-site.mjs [--hostname 127.0.0.1] [--port 3000] [--check-every 10] (PORT works too;
// seconds)
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const MISSES = 3
/** More at start, which is slow on a slow machine. */
const MISSES_AT_START = 6
/** Bytes of a request's address and headers; why: scripts/processes.ts. */
const headerLimit = '--max-http-header-size=8192'
/**
 * Longest wait for open connections when asked to stop; shorter than the timeouts of systemd and
 * Docker.
 */
const GRACE_MS = 4_000

const { hostname, port, ...options } = parseArgs({
  options: {
    hostname: { type: 'string' },
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    'check-every': { type: 'string', default: '10' },
  },
}).values
const every = Number(options['check-every']) * 1000
const next = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url))
const followParent = new URL('follow-parent.mjs', import.meta.url).href
const host = !hostname || hostname === '0.0.0.0' ? '127.0.0.1' : hostname
const health = `http://${host}:${port}/api/health?live`

let responded = false
/** Checks since its last response. */
let missed = 0
let stopping = false
let replacing = false
let site = startSite()
setInterval(check, every)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)

function startSite() {
  const address = ['--port', port, ...(hostname ? ['--hostname', hostname] : [])]
  const child = spawn(process.execPath, ['--import', followParent, headerLimit, next, 'start', ...address], {
    stdio: 'inherit',
  })
  child.once('exit', (code) => {
    if (stopping) process.exit(0)
    if (!replacing) process.exit(code ?? 1)
    replacing = false
    responded = false
    missed = 0
    site = startSite()
  })
  return child
}

async function check() {
  if (stopping || replacing) return
  const limit = responded ? MISSES : MISSES_AT_START
  if (missed >= limit) return replace()
  missed++
  const checked = site
  const well = await fetch(health, { signal: AbortSignal.timeout(every * limit) }).then(
    async (response) => {
      await response.text()
      return response.ok
    },
    () => false,
  )
  if (!well || checked !== site) return
  responded = true
  missed = 0
}

function replace() {
  console.error(`The site did not respond ${missed} times in a row: it is ended and started again.`)
  replacing = true
  site.kill('SIGKILL') // a process that hangs would not act on anything else
}

function stop() {
  if (stopping) return
  stopping = true
  site.kill('SIGTERM')
  setTimeout(() => site.kill('SIGKILL'), GRACE_MS)
}
