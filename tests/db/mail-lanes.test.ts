import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { deliverMail } from '@/lib/mail/delivery'
import { siteKey } from '@/lib/supabase/site-key'
import { type Embedded, shortLived, startEmbedded, stopProcess } from '@/scripts/processes'
import { ensureSiteSecret } from '@/scripts/site-key'
import { nodeClient } from '@/scripts/supabase-client'
import { startMailServer } from '@/tests/smtp'
import { makeTemplate } from '@/tests/template'

// A second copy of the module in this process, as Next's build puts it into more than one bundle.
const copy = '@/lib/mail/delivery?copy'
const { deliverMail: deliverFromCopy } = (await import(copy)) as { deliverMail: typeof deliverMail }

/** For how many milliseconds a lane waits for one mail server; on a site it is 20 seconds. */
const PATIENCE = 200

let data: string
let embedded: Embedded
let secret: string
let server: Awaited<ReturnType<typeof startMailServer>>
/** Lets the slow mail servers accept their mails. */
let release: () => void
let slow = 0
let mostSlow = 0

beforeAll(async () => {
  data = await makeTemplate()
  embedded = await startEmbedded({ data, port: 0, nodeArgs: shortLived })
  secret = await ensureSiteSecret(embedded)
})
beforeEach(async () => {
  vi.stubEnv('SUPABASE_URL', embedded.url)
  vi.stubEnv('SUPABASE_PUBLISHABLE_KEY', embedded.publishableKey)
  vi.stubEnv('SITE_SECRET', secret)
  mostSlow = slow = 0
  const released = new Promise<void>((resolve) => (release = resolve))
  server = await startMailServer({}, 0, async ([to = '']) => {
    if (!to.startsWith('slow')) return
    mostSlow = Math.max(mostSlow, ++slow)
    await released
    slow--
  })
})
afterEach(async () => {
  release()
  await server.close()
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await stopProcess(embedded.process)
  rmSync(data, { recursive: true, force: true })
})

const write = (name: string) =>
  nodeClient(embedded, embedded.publishableKey)
    .rpc('create_inquiry', {
      p_name: name,
      p_email: `${name}@example.com`,
      p_message: 'Hello',
      p_site_key: siteKey() ?? '',
    })
    .throwOnError()
const deliver = (by = deliverMail) =>
  by({ kind: 'smtp', url: server.url, from: 'calls@studio.test', to: 'us@studio.test' }, PATIENCE)
const receivedBy = (start: string) =>
  server.received.filter(({ envelopeTo: [to = ''] }) => to.startsWith(start)).length

test('three recipients with slow mail servers do not delay mails to others', async () => {
  const calls: Promise<unknown>[] = []
  for (const name of ['slow-ana', 'slow-bea', 'slow-cy']) {
    await write(name)
    calls.push(deliver())
  }
  await expect.poll(() => slow).toBe(3)
  await write('quick-di')
  calls.push(deliver())
  await expect.poll(() => receivedBy('quick')).toBe(1)
  expect(slow, 'they have not answered yet').toBe(3)
  release()
  await Promise.all(calls)
  expect(receivedBy('slow'), 'and none is sent twice').toBe(3)
})

test('a process sends at most twelve mails at once, and loses none of fourteen', async () => {
  const names = Array.from({ length: 14 }, (_, n) => `slow-${n}`)
  for (const name of names) await write(name)
  const calls: Promise<unknown>[] = []
  // Called again and again, as a site does each minute: on a busy machine a lane can end early.
  const callBoth = () => calls.push(deliver(), deliver(deliverFromCopy))
  await expect.poll(() => (callBoth(), slow), { interval: 1_000 }).toBe(12)
  // Twelve mails are in progress, the most at a time, so these two calls send none.
  callBoth()
  release()
  await Promise.all(calls)
  await deliver()
  expect(receivedBy('slow')).toBe(14)
  expect(mostSlow).toBe(12)
})
