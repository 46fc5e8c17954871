/** For `npm start` and the tests. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const nextBin = join(root, 'node_modules/next/dist/bin/next')
/** With `--import`: the child process ends when the parent process ends. */
export const followParent = join(root, 'scripts/follow-parent.mjs')

/**
 * Next's time grows with the square of a query parameter's repetitions: Node's default of 16 KB keeps it busy for two
 * seconds. An admin's cookies take up to 5 KB.
 */
const headerLimit = '--max-http-header-size=8192'
/**
 * Longer than nginx (60 seconds): otherwise the site closes a connection while the other side posts over it, and that
 * post is lost.
 */
const keepAlive = ['--keepAliveTimeout', '70000']

const watcher = join(root, 'scripts/watch-site.mjs')

/** Changes no variable that is set. Every command calls this first. */
export function readEnvFile(): void {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
}

/** `STUDIO_DATA`, or `.studio`. */
export function dataFolder(): string {
  return process.env.STUDIO_DATA ?? join(root, '.studio')
}

/** Without the optimising compiler of WebAssembly, which costs a short-lived process more time than it saves. */
export const shortLived = ['--wasm-lazy-compilation', '--no-wasm-dynamic-tiering', '--no-wasm-tier-up']

const GRACE_MS = 5000
const LOOPBACK = '127.0.0.1'

/** The message of the embedded Supabase when it is ready. */
export interface Embedded {
  url: string
  publishableKey: string
  secretKey: string
  dataDir: string
  process: ChildProcess
}

/**
 * If `port` is taken, it uses the next free port; 0 means any. Rejects with the message of the embedded Supabase if it
 * cannot start.
 */
export async function startEmbedded(options: {
  data: string
  port: number
  nodeArgs?: string[]
  stdio?: 'inherit' | 'pipe'
}): Promise<Embedded> {
  const output = options.stdio ?? 'inherit'
  const child = fork(
    join(root, 'supabase/local/start.ts'),
    ['--data', options.data, '--port', String(options.port)],
    {
      execArgv: ['--import', 'tsx', ...(options.nodeArgs ?? [])],
      detached: true,
      stdio: ['ignore', output, output, 'ipc'],
    },
  )
  return new Promise((resolve, reject) => {
    child.once(
      'message',
      (message: { type: 'ready' | 'failed'; message?: string } & Omit<Embedded, 'process'>) => {
        if (message.type === 'ready') resolve({ ...message, process: child })
        else reject(new Error(message.message))
      },
    )
    child.once('exit', (code) => reject(new Error(`The embedded Supabase ended (exit code ${code}).`)))
  })
}

/** The build itself prints the reason of a failure. */
export async function buildSite(): Promise<void> {
  const build = spawn('npm run build', { cwd: root, shell: true, stdio: 'inherit' })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The site could not be built.')
}

export function siteUrl(port: number, host = LOOPBACK): string {
  if ([LOOPBACK, '0.0.0.0', '::'].includes(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Waits until it responds. Without `host`, loopback only. With `watch`, scripts/watch-site.mjs checks the site every
 * `checkEvery` seconds and restarts one that hangs.
 */
export async function startSite(options: {
  port: number
  host?: string
  env: Record<string, string>
  dev?: boolean
  watch?: { checkEvery: number }
  nodeArgs?: string[]
  stdio?: 'inherit' | 'pipe'
}): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      followParent,
      ...(options.nodeArgs ?? []),
      ...(options.watch
        ? [watcher, '--check-every', String(options.watch.checkEvery)]
        : [headerLimit, nextBin, ...(options.dev ? ['dev'] : ['start', ...keepAlive])]),
      '--port',
      String(options.port),
      '--hostname',
      options.host ?? LOOPBACK,
    ],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', options.stdio ?? 'pipe', options.stdio ?? 'pipe'],
      env: { ...process.env, NODE_ENV: options.dev ? 'development' : 'production', ...options.env },
    },
  )
  const url = siteUrl(options.port, options.host)
  while (child.exitCode === null && child.signalCode === null) {
    const responded = await fetch(`${url}/api/health?live`, { signal: AbortSignal.timeout(30_000) }).then(
      () => true,
      () => false,
    )
    if (responded) return { url, process: child }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The site ended before it responded (exit code ${child.exitCode}).`)
}

/** SIGKILL follows after five seconds: `next start` waits for open connections, and browsers keep unused ones open. */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const limit = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await once(child, 'exit')
  clearTimeout(limit)
}

/** In MB. */
export function residentMemory({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** Free on the loopback address and on all addresses; 0 means any. */
export async function freePort(from: number): Promise<number> {
  const port = await listenOnce(from, LOOPBACK)
  const free = port !== null && (await listenOnce(port)) !== null
  return free ? port : freePort(from && from + 1)
}

/** Null if the port is taken. */
async function listenOnce(port: number, host?: string): Promise<number | null> {
  const server = createServer()
  const listening = await new Promise<number | null>((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : null)
    })
  })
  if (listening !== null) await new Promise((resolve) => server.close(resolve))
  return listening
}
