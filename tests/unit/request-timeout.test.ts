import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestTimeout } from '@/lib/supabase/request-timeout'

// In a thread of its own, so that it responds while this one is busy.
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

test('a response that arrives while this process is busy is read, however late', async () => {
  await (await fetch(url)).text() // the connection is made
  const response = fetch(url, { signal: requestTimeout(400) })
  // The request is sent; timers come first in the next turn of the event loop, and what has arrived
  // after them.
  await new Promise((resolve) => setTimeout(() => setImmediate(resolve), 20))
  const busyUntil = performance.now() + 1_000
  while (performance.now() < busyUntil);
  expect(await (await response).text()).toBe('here')
})

test('a backend that sends nothing is given up after that time', async () => {
  const began = performance.now()
  await expect(fetch(`${url}/never`, { signal: requestTimeout(400) })).rejects.toThrow(/timed? ?out/)
  expect(performance.now() - began).toBeGreaterThan(390)
})
