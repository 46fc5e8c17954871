import { afterAll, beforeAll, expect, test } from 'vitest'
import { residentMemory } from '@/scripts/processes'
import { sendRaw, type RawRequest } from '@/tests/fuzz'
import { startCopy, type Running } from './embedded'
import { openSocket } from './socket'

// Small requests that could cost the server much memory or time.
let server: Running
beforeAll(async () => {
  server = await startCopy()
})
afterAll(() => server.stop())

function send(wire: Partial<RawRequest>) {
  const headers: RawRequest['headers'] = [['apikey', server.publishableKey]]
  return sendRaw(server.url, { method: 'POST', target: '/', body: '', ...wire, headers })
}
const growth = async (work: () => Promise<unknown>) => {
  const before = residentMemory(server.process)
  await work()
  return residentMemory(server.process) - before
}
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test.each([101, 10_000, 400_000])('JSON nested %i deep is refused', async (depth) => {
  const rpc = '/rest/v1/rpc/create_inquiry'
  const { status } = await send({
    target: rpc,
    body: `{"p_name":"A","p_email":"a@example.com","p_message":${nested(depth)}}`,
  })
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  const { error } = await server.visitor().rpc('create_inquiry', { p_name: 'A', p_email: 'a@example.com' })
  expect(error).toBeNull()
})

test('a select of fifteen thousand parentheses is refused', async () => {
  const { status } = await send({ method: 'GET', target: `/rest/v1/bookings?select=${'a('.repeat(15_000)}` })
  expect(status).toBe(400)
})

test('a hundred bodies of more than a megabyte at once are refused and not kept', async () => {
  const body = 'x'.repeat(1_100_000)
  const grown = await growth(async () => {
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => send({ target: '/rest/v1/bookings', body })),
    )
    for (const { status } of responses) expect([413, 0]).toContain(status)
  })
  expect(grown, 'MB').toBeLessThan(150)
})

test('a hundred channels with as many bindings as a frame holds do not fill the memory', async () => {
  const { send: push, socket, closed } = await openSocket(server.url, server.publishableKey)
  const bindings = Array.from({ length: 30_000 }, () => ({}))
  const grown = await growth(async () => {
    for (let n = 0; n < 100; n++)
      push('1', '1', `realtime:${n}`, 'phx_join', { config: { postgres_changes: bindings } })
    push(null, '2', 'phoenix', 'heartbeat', {})
    socket.close()
    await closed
  })
  expect(grown, 'MB').toBeLessThan(150)
})
