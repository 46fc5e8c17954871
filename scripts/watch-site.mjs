// Runs the site (`next start`) in a child process, and restarts the site when it hangs:
//   node scripts/watch-site.mjs [--hostname 127.0.0.1] [--port 3000] [--check-every 10]
// The watcher checks every ten seconds. It restarts a site that sent no report (scripts/report-to-watcher.mjs) for
// three checks, or did not respond to /api/health?live for five minutes. A busy site still sends reports. If the site
// ends by itself, the watcher ends with the same exit code, and systemd, Docker or `npm start` decides the next step.
// It needs only Node and Next, because production has no dev dependencies. HOST and PORT are the defaults of the
// arguments. Without a host, the site listens on the loopback address only.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Checks without a report, after which the watcher restarts the site. */
const SILENT = 3
/** Until the site's first response, because a slow machine loads the site slowly. */
const SILENT_AT_START = 6
/** Checks without a response of a site that still sends reports. */
const UNANSWERED = 30
/** scripts/processes.ts explains both. */
const headerLimit = '--max-http-header-size=8192'
const keepAlive = ['--keepAliveTimeout', '70000']
/** For the site's open connections. Shorter than the timeouts of systemd and Docker. */
const GRACE_MS = 4_000

const { hostname, port, ...options } = parseArgs({
  options: {
    hostname: { type: 'string', default: process.env.HOST || '127.0.0.1' },
    port: { type: 'string', default: process.env.PORT ?? '3000' },
    'check-every': { type: 'string', default: '10' },
  },
}).values
const every = Number(options['check-every']) * 1000
const next = fileURLToPath(new URL('../node_modules/next/dist/bin/next', import.meta.url))
const imports = ['follow-parent.mjs', 'report-to-watcher.mjs'].flatMap((script) => [
  '--import',
  new URL(script, import.meta.url).href,
])
const host = ['0.0.0.0', '::'].includes(hostname) ? '127.0.0.1' : hostname
const health = `http://${host.includes(':') ? `[${host}]` : host}:${port}/api/health?live`

/** deploy/update.sh reads it from /api/health. */
const build = existsSync('.next/BUILD_ID') ? readFileSync('.next/BUILD_ID', 'utf8') : ''

let responded = false
let silent = 0
let unanswered = 0
let stopping = false
let replacing = false
let site = startSite()
setInterval(check, every)
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, stop)

function startSite() {
  const child = spawn(
    process.execPath,
    [...imports, headerLimit, next, 'start', ...keepAlive, '--port', port, '--hostname', hostname],
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, STUDIO_BUILD_ID: build },
    },
  )
  child.on('message', () => {
    silent = 0
  })
  child.once('exit', (code, signal) => {
    if (stopping) process.exit(0)
    if (!replacing) {
      console.error(`The site ended by itself (${signal ?? `exit code ${code}`}).`)
      process.exit(code ?? 1)
    }
    replacing = false
    responded = false
    silent = 0
    unanswered = 0
    site = startSite()
  })
  return child
}

function check() {
  if (stopping || replacing) return
  if (silent >= (responded ? SILENT : SILENT_AT_START)) return replace('said nothing', silent)
  if (unanswered >= UNANSWERED) return replace('did not respond', unanswered)
  silent++
  unanswered++
  void ask(site)
}

async function ask(asked) {
  const well = await fetch(health, { signal: AbortSignal.timeout(every * UNANSWERED) }).then(
    async (response) => {
      await response.text()
      return response.ok
    },
    () => false,
  )
  if (!well || asked !== site) return
  responded = true
  unanswered = 0
}

function replace(what, times) {
  console.error(`The site ${what} ${times} times in a row: it is ended and started again.`)
  replacing = true
  site.kill('SIGKILL') // a process that hangs ignores every other signal
}

function stop() {
  if (stopping) return
  stopping = true
  site.kill('SIGTERM')
  setTimeout(() => site.kill('SIGKILL'), GRACE_MS)
}
