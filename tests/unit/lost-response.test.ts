import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AuthApiError, AuthRetryableFetchError, createClient } from '@supabase/supabase-js'
import { afterEach, expect, test } from 'vitest'
import { isResponseLost, isUnanswered } from '@/lib/supabase/errors'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

/**
 * The error of a write to a backend that responds with `answer`; without it, to a closed port. A write to a backend
 * that never responds needs `signal`.
 */
async function errorOf(
  answer: Parameters<typeof createServer>[1],
  { throws, signal }: { throws: boolean; signal?: AbortSignal },
) {
  server = createServer(answer)
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (!answer) await new Promise((resolve) => server?.close(resolve))
  const supabase = createClient(url, 'key', {
    global: { fetch: (input, init) => fetch(input, { ...init, signal }) },
    auth: { persistSession: false },
    realtime: { transport: (() => {}) as unknown as typeof WebSocket },
  })
  const write = supabase.rpc('write')
  return throws
    ? write.throwOnError().then(
        () => null,
        (error: unknown) => error,
      )
    : (await write).error
}

test.each([true, false])(
  'a write without a response may be done; a refused or an unsent one is not (throwOnError: %s)',
  async (throws) => {
    const signal = AbortSignal.timeout(300)
    expect(isResponseLost(await errorOf(() => {}, { throws, signal })), 'a hanging backend').toBe(true)
    expect(
      isResponseLost(await errorOf(({ socket }) => socket.destroy(), { throws })),
      'a cut connection',
    ).toBe(true)
    const half = await errorOf(
      (_, response) => response.writeHead(200, { 'content-length': 9 }).write('{', () => response.destroy()),
      { throws },
    )
    expect(isResponseLost(half), 'half a response').toBe(true)
    const refused = await errorOf(
      (_, response) =>
        response.writeHead(400).end('{"code":"P0001","message":"no","details":null,"hint":null}'),
      { throws },
    )
    expect(isResponseLost(refused), 'an error of the database').toBe(false)
    expect(isResponseLost(await errorOf(undefined, { throws })), 'a closed port').toBe(false)
  },
)

test('an admin’s page comes after a refusal, not after an Auth or a database that did not answer', async () => {
  for (const throws of [true, false])
    expect(isUnanswered(await errorOf(undefined, { throws })), 'a closed port').toBe(true)
  expect(isUnanswered(new AuthRetryableFetchError('fetch failed', 0)), 'no Auth').toBe(true)
  expect(isUnanswered(new AuthApiError('boom', 500, undefined)), 'an error of Auth').toBe(true)
  expect(isUnanswered(new AuthApiError('no', 401, undefined)), 'refused by Auth').toBe(false)
  const refused = await errorOf(
    (_, response) =>
      response.writeHead(400).end('{"code":"P0001","message":"no","details":null,"hint":null}'),
    { throws: false },
  )
  expect(isUnanswered(refused), 'refused by the database').toBe(false)
  expect(isUnanswered(undefined)).toBe(false)
})

test('an error in the site’s own code does not count as a lost response', () => {
  expect(isResponseLost(new TypeError('x is not a function'))).toBe(false)
  expect(isResponseLost(undefined), 'an error of the site itself').toBe(false)
})
