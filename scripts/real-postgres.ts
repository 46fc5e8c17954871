/**
 * A throwaway PostgreSQL for tests and measurements: what an embedded database cannot show (two sessions at once, real
 * plans). `DATABASE_URL` names a running one; else the newest one installed (on the PATH, or Debian's) is started in a
 * temporary folder, on a Unix socket only.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import postgres from 'postgres'
import { migrate } from '@/supabase/local/migrate'

/** Options for a superuser's connection; add `database` for another than the server's own. */
export interface Address {
  url?: string
  host?: string
  username?: string
  database?: string
}

export interface RealPostgres {
  address: Address
  stop: () => Promise<void>
}

/** Starts it, or returns null when the machine has none. */
export async function startRealPostgres(): Promise<RealPostgres | null> {
  if (process.env.DATABASE_URL) return { address: { url: process.env.DATABASE_URL }, stop: async () => {} }
  const bin = findBinaries()
  if (!bin) return null
  const folder = mkdtempSync(join(tmpdir(), 'studio-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  // PGlite knows only C; hosted Supabase folds case and spaces as Unicode does, and so does this where it can.
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const settings = ['-A', 'trust', '-U', 'postgres', '-E', 'UTF8', `--locale=${locale}`, '--no-sync']
  execFileSync(join(bin, 'initdb'), [...settings, '-D', data], { ...user, cwd: folder, stdio: 'pipe' })

  const options = [
    'listen_addresses=',
    'max_connections=120',
    'fsync=off',
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

/** A client of at most `max` sessions. Dates and times stay the strings that Postgres sends; so do notices. */
export function connect(
  { url, ...address }: Address,
  max = 1,
  onNotice: (message: string) => void = () => {},
) {
  const asText = {
    to: 25,
    from: [1082, 1083, 1114, 1184],
    serialize: String,
    parse: (value: string) => value,
  }
  const onnotice = (notice: postgres.Notice) => {
    onNotice(notice.message ?? '')
  }
  const options = { ...address, max, onnotice, types: { asText } }
  return url ? postgres(url, options) : postgres(options)
}

/** Makes a database with bootstrap, migrations and seed. */
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

/** The folder of the newest PostgreSQL's programs, if the machine has one. */
export function findBinaries() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((v) => join(debian, v, 'bin')),
  ]
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** PostgreSQL refuses to run as root; then it runs as the user `postgres`, else as `nobody`. */
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
  return null
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
