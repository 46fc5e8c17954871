// @module-tag full
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCopy, type Running } from './embedded'
import { fill, idOf, normalize, type RecordedResponse, type Call, type TokenKind } from './transcript'
import transcript from './transcript.json'

// Sends the recorded calls to the embedded Supabase, in their order, because later calls read rows of earlier ones.
// Expects the responses of the real PostgREST.
const calls = transcript.calls as (Call & { response: RecordedResponse })[]
let server: Running
let id = ''
let tokens: Record<Exclude<TokenKind, 'visitor'>, string>

beforeAll(async () => {
  server = await startCopy()
  const now = Math.floor(Date.now() / 1000)
  const claims = { role: 'authenticated', exp: now + 3600, app_metadata: { role: 'admin' } }
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  tokens = {
    admin: (await server.signedIn('admin')).session.access_token,
    member: (await server.signedIn('member')).session.access_token,
    expired: await server.sign({ ...claims, exp: now - 60 }),
    forged: await server.sign(claims, await exportJWK(privateKey)),
    malformed: 'not-a-token',
  }
})
afterAll(() => server.stop())

test.each(calls)('responds like PostgREST: $name', async ({ response: recorded, ...call }) => {
  const response = await fetch(`${server.url}/rest/v1/${fill(call.path, id)}`, {
    method: call.method,
    headers: {
      apikey: server.publishableKey,
      ...call.headers,
      ...(call.as === 'visitor' ? {} : { authorization: `Bearer ${tokens[call.as]}` }),
    },
    body: call.body === undefined ? null : fill(call.body, id),
  })
  const body = await response.text()
  id = idOf(body, id)
  expect(normalize(response, body)).toEqual(recorded)
})
