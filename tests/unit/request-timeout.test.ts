import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTimeout } from '@/lib/supabase/request-timeout'

// The server runs in a worker, so that it responds while this thread is busy.
const server = `
  const { createServer } = require('node:http')
  const { parentPort } = require('node:worker_threads')
  const server = createServer((request, response) => {
    if (request.url !== '/never') setTimeout(() => response.end('here'), 100)
  })
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))
`
let worker: Worker
let url: string
beforeAll(async () => {
  worker = new Worker(server, { eval: true })
  const [port] = (await once(worker, 'message')) as [number]
  url = `http://127.0.0.1:${port}`
})
afterAll(() => worker.terminate())

test('a busy process still reads a response that arrived within the timeout', async () => {
  await (await fetch(url)).text() // opens the connection
  const response = fetch(url, { signal: requestTimeout(400) })
  // Waits until the request is sent. After the busy time, timers run before the arrived data is read.
  await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20))
  const busyUntil = performance.now() + 1_000
  while (performance.now() < busyUntil);
  expect(await (await response).text()).toBe('here')
})

test('a request to a backend that does not respond fails after its timeout', async () => {
  await expect(fetch(`${url}/never`, { signal: requestTimeout(400) })).rejects.toThrow(/timed? ?out/)
})
