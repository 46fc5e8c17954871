// Runs `next start` and replaces it when it hangs: it looks every ten seconds, and after three looks
// in a row without a word from the process (scripts/report-to-watcher.mjs) it kills it and starts
// another. A busy site, in which requests wait for each other, still sends that word
// and is left alone, however late it responds; only when /api/health?live has not responded for five
// minutes is it replaced too. When the site ends by itself this ends too, with its exit code, so that
// systemd, Docker or `npm start` decide what follows. It needs only Node and Next: production has no
// dev dependencies. node scripts/watch-site.mjs [--hostname 127.0.0.1] [--port 3000] [--check-every
// 10] (HOST and PORT work too; seconds). Without a host only this machine reaches the site.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Looks without a word from the process. */
const SILENT = 3
/** More at start, when it loads for long on a slow machine. */
const SILENT_AT_START = 6
/** Looks without a response, although the process works. */
const UNANSWERED = 30
/** Bytes of a request's address and headers; why: scripts/processes.ts. */
const headerLimit = '--max-http-header-size=8192'
/**
 * Longest wait for open connections when asked to stop; shorter than the timeouts of systemd and
 * Docker.
 */
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

/** For /api/health: deploy/update.sh asks it which build runs. */
const build = existsSync('.next/BUILD_ID') ? readFileSync('.next/BUILD_ID', 'utf8') : ''

let responded = false
/** Looks since the process's last word, and since its last response. */
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
    [...imports, headerLimit, next, 'start', '--port', port, '--hostname', hostname],
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
  site.kill('SIGKILL') // a process that hangs would not act on anything else
}

function stop() {
  if (stopping) return
  stopping = true
  site.kill('SIGTERM')
  setTimeout(() => site.kill('SIGKILL'), GRACE_MS)
}
