import { randomUUID } from 'node:crypto'
import { formatShortDate, formatTime } from '@/lib/dates'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import { startMailServer } from '../smtp'
import { freePort } from '@/scripts/processes'
import { raiseCaps } from '../studio'
import { client } from '../e2e/admin'
import { expect, test } from './fixtures'

const rounds = 20
const perRound = 10
const senders = 4
const MINUTE = 60_000
const secret = 'kelp'.repeat(10)
const port = await freePort(0)

test.use({
  studioOptions: {
    file: import.meta.url,
    sql: raiseCaps,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'calls@studio.test',
      MAIL_TO: 'us@studio.test',
      OUTBOX_SECRET: secret,
    },
  },
})

interface Call {
  name: string
  email: string
  time: string
  request_id: string
}

test(
  `${rounds} kills of site and database lose no booking and no mail, and repeat hardly a mail`,
  { tag: '@soak' },
  async ({ studio }) => {
    test.setTimeout((rounds + 2) * MINUTE)
    const server = await startMailServer({}, port)
    const form = await readFormPage(studio.url)
    const free = await freeTimes(studio.url)
    const signedIn = await client(studio, studio.people.admin)
    const calls: Call[] = []
    const cancelled = new Set<string>()
    let kills = 0

    /** Returns true if the site confirmed the request. The test repeats the others. */
    const send = async (call: Call) => {
      const response = await postBooking(studio.url, form, { ...call }).catch(() => null)
      return response?.state?.status === 'success'
    }
    const cancel = async (email: string) => {
      const result = await signedIn
        .from('bookings')
        .update({ status: 'cancelled' })
        .eq('email', email)
        .select('id')
      return result.error === null && result.data.length > 0
    }
    const callOutbox = async () => {
      const headers = { Authorization: `Bearer ${secret}` }
      const response = await fetch(`${studio.url}/api/tasks`, { method: 'POST', headers }).catch(() => null)
      return response?.ok ? ((await response.json()) as Record<string, number>) : null
    }

    for (let round = 0; round < rounds; round++) {
      const victim = round % 2 ? studio.site : studio.backend
      const failed: (() => Promise<boolean>)[] = []
      const attempt = async (work: () => Promise<boolean>) => {
        if (!(await work())) failed.push(work)
      }
      let done = 0
      let killed: Promise<void> | undefined
      await Promise.all(
        Array.from({ length: senders }, async () => {
          while (done < perRound) {
            const n = calls.length
            done++
            const call: Call = {
              name: 'Kea',
              email: `kea-${n}@example.com`,
              time: free.pop() ?? '',
              request_id: randomUUID(),
            }
            calls.push(call)
            await attempt(() => send(call))
            if (n % 3 === 0) call.time = free.pop() ?? ''
            if (n % 3 === 0) await attempt(() => send(call))
            if (n % 3 === 1) cancelled.add(call.email)
            if (n % 3 === 1) await attempt(() => cancel(call.email))
            void callOutbox()
            // Kills in the middle, at another point in each round.
            if (done > (round * 3) % perRound) killed ??= victim.kill()
          }
        }),
      )
      await (killed ?? victim.kill())
      kills++
      await victim.start()
      await test.step(`after kill ${kills} unconfirmed requests can be sent again`, async () => {
        for (const work of failed) await expect.poll(work, { timeout: 30_000 }).toBe(true)
      })
    }

    // Time passes for delayed mails, for expired leases and for repeated tries.
    await test.step('no mail waits forever', async () => {
      for (const minutes of [13, 10, 60]) {
        await studio.jump(minutes * MINUTE)
        await expect
          .poll(async () => (await callOutbox())?.sent, { timeout: 60_000, intervals: [100] })
          .toBe(0)
      }
    })

    const admin = await client(studio, studio.people.admin)
    const { data } = await admin
      .from('bookings')
      .select('email, status, date, time_slots(start_time)')
      .throwOnError()
    await test.step('no booked time is lost or held twice', () => {
      expect(data).toHaveLength(calls.length)
      expect(new Set(data.map(({ email }) => email)).size).toBe(calls.length)
      const held = data.filter(({ status }) => status !== 'cancelled')
      expect(new Set(held.map(({ date, time_slots }) => `${date} ${time_slots.start_time}`)).size).toBe(
        held.length,
      )
    })

    await test.step('every visitor and the studio know the state of each call', () => {
      const untold = data.filter(({ email, status, date, time_slots }) => {
        const subjects = server.received
          .filter(({ envelopeTo }) => envelopeTo.includes(email))
          .map(({ subject = '' }) => subject)
        const when = `${formatShortDate(date)}, ${formatTime(time_slots.start_time)}`
        const last = subjects.filter((subject) => subject.includes(when)).at(-1) ?? ''
        return cancelled.has(email)
          ? !(status === 'cancelled' && last.startsWith('Your call is cancelled'))
          : last === ''
      })
      expect(untold, 'who does not know how their call stands').toEqual([])
      const studioMails = server.received.filter(({ envelopeTo }) => envelopeTo.includes('us@studio.test'))
      for (const { email } of data.filter(({ status }) => status !== 'cancelled'))
        expect(studioMails.filter(({ text }) => text?.includes(email)).length, email).toBeGreaterThan(0)
    })

    const ids = server.received.map(({ messageId }) => messageId)
    const doubles = ids.length - new Set(ids).size
    test.info().annotations.push({
      type: 'figures',
      description: `${data.length} bookings, ${ids.length} mails, ${kills} kills, ${doubles} doubles`,
    })
    // A kill of the site repeats at most the mails in progress, one for the form and one for /api/tasks;
    // half of the kills hit the site.
    expect(doubles).toBeLessThanOrEqual(kills)
    await server.close()
  },
)
