/**
 * Sends the calls of the site to the real PostgREST and records the responses in transcript.json. Rewrites errors to
 * those of PostgREST 16. transcript.test.ts sends the same calls to the embedded Supabase. Run this by hand on Linux
 * x64: `npx tsx supabase/local/tests/record-transcript.ts`.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from './calls'
import { asRelease16, fill, idOf, normalize, type RecordedResponse, type TokenKind } from './transcript'
import { connect, createMigratedDatabase, startRealPostgres } from '@/scripts/real-postgres'
import { POSTGREST, signToken, startPostgrest } from '@/scripts/real-postgrest'

let id = ''
const SESSION = '00000000-0000-4000-8000-0000000000b1'

const postgres = await startRealPostgres()
try {
  const database = 'transcript'
  await createMigratedDatabase(postgres.address, database)
  const sql = connect({ ...postgres.address, database })
  // The policies let an admin write only if the session in the token exists.
  await sql.unsafe(`
    insert into auth.users (id, email, encrypted_password, raw_app_meta_data, raw_user_meta_data)
    values ('${SESSION}', 'admin@studio.test', 'x', '{"role": "admin"}', '{}');
    insert into auth.sessions (id, user_id) values ('${SESSION}', '${SESSION}')`)
  await sql.end()
  const postgrest = await startPostgrest({ ...postgres.address, database })
  const recorded = []
  for (const call of calls) recorded.push({ ...call, response: await ask(postgrest.url, call) })
  // Writes one call on each line, so that the diff of a new recording shows the changed calls.
  const lines = recorded.map((call) => JSON.stringify(call)).join(',\n')
  writeFileSync(
    join(import.meta.dirname, 'transcript.json'),
    `{"recordedFrom": "${POSTGREST}", "calls": [\n${lines}\n]}\n`,
  )
  console.log(`${recorded.length} calls recorded`)
  await postgrest.stop()
} finally {
  await postgres.stop()
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
      return signToken(claims, 'another secret of at least 32 characters')
    case 'expired':
      return signToken({ ...claims, exp: now - 60 })
    default:
      return signToken(claims)
  }
}
