/** Starting and stopping the two processes of a studio: the embedded Supabase and the site. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
export const nextBin = join(root, 'node_modules/next/dist/bin/next')
/** For `--import`: a child started with it does not outlive the process that started it. */
export const followParent = join(root, 'scripts/follow-parent.mjs')

const watcher = join(root, 'scripts/watch-site.mjs')

/** Reads `.env` where there is one; what the environment already says stays. Every command begins with it. */
export function readEnvFile(): void {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
}

/** Where the embedded Supabase keeps its data: `STUDIO_DATA`, or `.studio`. */
export function dataFolder(): string {
  return process.env.STUDIO_DATA ?? join(root, '.studio')
}

/** Arguments for a Node that runs only for seconds: without WebAssembly's optimising compiler, whose work would not pay off. */
export const shortLived = ['--wasm-lazy-compilation', '--no-wasm-dynamic-tiering', '--no-wasm-tier-up']

const GRACE_MS = 5000

/** What the embedded Supabase reports when it is ready. */
export interface Embedded {
  url: string
  publishableKey: string
  secretKey: string
  dataDir: string
  process: ChildProcess
}

/**
 * Starts the embedded Supabase and waits until it responds. Port 0 is any free one; a busy port means the next one. Rejects with the server's
 * own sentence when it cannot start. `nodeArgs` go to its Node, before the script.
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

/**
 * Starts `next start` (or `next dev`) on a port, with the backend in its environment, and waits until it responds. `nodeArgs` go to its
 * Node. With `watch` the process is the watcher, which replaces a site that hangs; it checks every so many seconds.
 */
export async function startSite(options: {
  port: number
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
        : [nextBin, options.dev ? 'dev' : 'start']),
      '--port',
      String(options.port),
    ],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', options.stdio ?? 'pipe', options.stdio ?? 'pipe'],
      env: { ...process.env, NODE_ENV: options.dev ? 'development' : 'production', ...options.env },
    },
  )
  const url = `http://localhost:${options.port}`
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

/**
 * Asks a process to close, and ends it when it has not after five seconds; does nothing when it has ended already. The site needs the
 * limit: `next start` waits for every open connection, and a browser keeps one in reserve that never sends a request.
 */
export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  const limit = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await once(child, 'exit')
  clearTimeout(limit)
}

/** Memory that a process occupies (its resident set), in MB. */
export function residentMemory({ pid }: ChildProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** The first free port from this one on; from 0, any free port. */
export async function freePort(from: number): Promise<number> {
  const server = createServer()
  const port = await new Promise<number | null>((resolve) => {
    server.once('error', () => resolve(null))
    server.listen(from, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : null)
    })
  })
  if (port === null) return freePort(from + 1)
  await new Promise((resolve) => server.close(resolve))
  return port
}
