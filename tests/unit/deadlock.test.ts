import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchPastDeadlock } from '@/lib/supabase/deadlock'

// The responses of the stand-in for PostgREST, one for each request.
let responses: [status: number, body: string][]
let received: string[]
const server = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk: Buffer) => (body += String(chunk)))
  request.on('end', () => {
    received.push(body)
    const [status, json] = responses.shift() ?? [200, '"done"']
    response.writeHead(status, { 'content-type': 'application/json' }).end(json)
  })
})
let url: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = []
})
afterAll(() => server.close())

const deadlock: [number, string] = [500, '{"code": "40P01", "message": "too_busy", "hint": "deadlock"}']
const post = async () => {
  const response = await fetchPastDeadlock(fetch, url, { method: 'POST', body: '{"p_id": "a"}' })
  return [response.status, await response.text()]
}

test('a write that the database stopped in a deadlock is sent again, and made once', async () => {
  responses = [deadlock]
  expect(await post()).toEqual([200, '"done"'])
  expect(received).toEqual(['{"p_id": "a"}', '{"p_id": "a"}'])
})

test('a write that deadlocks twice is an error, and nothing else is sent again', async () => {
  responses = [deadlock, deadlock]
  expect(await post()).toEqual(deadlock)
  for (const other of [
    [500, '{"code": "XX000", "message": "?"}'],
    [500, 'a proxy’s page'],
    [200, '{"code": "40P01"}'],
  ] as [number, string][]) {
    received = []
    responses = [other]
    expect(await post()).toEqual(other)
    expect(received).toHaveLength(1)
  }
})
