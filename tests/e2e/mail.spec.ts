import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import { raiseCaps, type Studio } from '../studio'
import { type ReceivedMail, reply, startMailServer } from '../smtp'
import { address, client, expect, inquire, test as base } from './admin'

const secret = 'kelp'.repeat(10)
const MINUTE = 60_000

/** A studio with a mail server, which refuses and delays whom the test says. */
const test = base.extend<
  object,
  { mailServer: Awaited<ReturnType<typeof startMailServer>> & { replies: Map<string, number> } }
>({
  mailServer: [
    // Playwright reads from the pattern that it needs no other fixture.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const replies = new Map<string, number>()
      const server = await startMailServer({
        onRcptTo({ address: to }, _, done) {
          const code = replies.get(to)
          // 0: it hangs, and the client has to give up.
          if (code !== 0) done(code ? reply(code) : null)
        },
      })
      await use({ ...server, replies })
      await server.close()
    },
    { scope: 'worker' },
  ],
  studioOptions: [
    async ({ mailServer }, use) => {
      const env = {
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'calls@studio.test',
        MAIL_TO: 'us@studio.test',
        OUTBOX_SECRET: secret,
      }
      await use({ file: import.meta.url, sql: raiseCaps, env })
    },
    { scope: 'worker' },
  ],
})

/** Books through the site, as a browser without JavaScript does. Returns the booking. */
async function book(studio: Studio, email: string) {
  const [time = ''] = (await freeTimes(studio.url)).slice(-1)
  const entry = { name: 'Ana Ngata', email, time, request_id: randomUUID() }
  const { state } = await postBooking(studio.url, await readFormPage(studio.url), entry)
  expect(state?.status).toBe('success')
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.from('bookings').select('id, date').eq('email', email).single().throwOnError()
  return data
}

async function setStatus(studio: Studio, id: string, status: string) {
  const admin = await client(studio, studio.people.admin)
  await admin.from('bookings').update({ status }).eq('id', id).throwOnError()
}

/** What a host's cron does every minute. */
async function callOutbox(studio: Studio, bearer = secret) {
  const headers = bearer ? { Authorization: `Bearer ${bearer}` } : undefined
  const response = await fetch(`${studio.url}/api/outbox`, { method: 'POST', headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Lets so many minutes pass for the outbox alone. */
async function pass(studio: Studio, minutes: number) {
  const times = ['created_at', 'due_at', 'send_after', 'lease_until', 'sent_at', 'given_up_at']
  const earlier = times.map((time) => `${time} = ${time} - interval '${minutes} minutes'`)
  await studio.sql(`update private.outbox set ${earlier.join()}`)
}

const subjects = (mails: ReceivedMail[], to: string) =>
  mails.filter(({ envelopeTo }) => envelopeTo.includes(to)).map(({ subject = '' }) => subject.split(':')[0])

function event(mail: ReceivedMail | undefined) {
  const file = mail?.attachments.find(({ filename }) => filename === 'strategy-call.ics')
  const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? ''))
  const found = calendar.getFirstSubcomponent('vevent')
  return [
    calendar.getFirstPropertyValue('method'),
    found?.getFirstPropertyValue('status'),
    found?.getFirstPropertyValue('sequence'),
  ]
}

test.describe.configure({ timeout: 120_000 })

test('from booking to confirmation, reminder and cancellation the visitor has a mail of each, once, and the calendar follows', async ({
  studio,
  mailServer,
}) => {
  const email = 'ana@example.com'
  const { id, date } = await book(studio, email)
  // The booking's own request sends these, once its response is out.
  await expect.poll(() => subjects(mailServer.received, email)).toEqual(['We have your booking'])
  await expect.poll(() => subjects(mailServer.received, 'us@studio.test')).toEqual(['New booking'])

  await setStatus(studio, id, 'confirmed')
  expect((await callOutbox(studio)).body).toEqual({ sent: 0, failed: 0, refused: 0, released: 0 })
  await pass(studio, 1)
  expect((await callOutbox(studio)).body).toEqual({ sent: 1, failed: 0, refused: 0, released: 0 })

  await pass(studio, (Date.parse(`${date}T00:00:00Z`) - Date.now()) / MINUTE - 12 * 60)
  await Promise.all([callOutbox(studio), callOutbox(studio), callOutbox(studio)])

  await setStatus(studio, id, 'cancelled')
  await pass(studio, 1)
  await callOutbox(studio)
  const mine = mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(email))
  expect(subjects(mine, email)).toEqual([
    'We have your booking',
    'Your call is confirmed',
    'Your call is coming up',
    'Your call is cancelled',
  ])
  expect(new Set(mine.map(({ messageId }) => messageId)).size).toBe(4)
  expect([event(mine[0]), event(mine[1]), event(mine[3])]).toEqual([
    ['REQUEST', 'TENTATIVE', 0],
    ['REQUEST', 'CONFIRMED', 1],
    ['CANCEL', 'CANCELLED', 2],
  ])
})

test('only who knows the secret has mails sent', async ({ studio }) => {
  for (const bearer of ['', 'wrong', `${secret}x`, secret.slice(1)])
    expect((await callOutbox(studio, bearer)).status).toBe(401)
  expect((await callOutbox(studio)).status).toBe(200)
  expect((await fetch(`${studio.url}/api/outbox`)).status).toBe(405)
})

test(
  'a server that asks to come back later gets the mail then; while the database is away none is lost',
  { tag: '@soak' },
  async ({ studio, mailServer }) => {
    const email = 'grey@example.com'
    mailServer.replies.set(email, 451)
    await book(studio, email)
    await expect.poll(() => studio.siteLog()).toContain('"received" to the visitor was not sent, failed: 451')
    mailServer.replies.delete(email)
    await studio.backend.stop()
    expect((await callOutbox(studio)).status).toBe(503)
    await studio.backend.start()
    await studio.jump(MINUTE)
    await callOutbox(studio)
    expect(subjects(mailServer.received, email)).toEqual(['We have your booking'])
    await studio.jump(0)
  },
)

test(
  'a server that hangs keeps a batch for no longer than 90 seconds; what was not begun is given back, and all of it goes out later',
  { tag: '@soak' },
  async ({ studio, mailServer }) => {
    const names = ['Ana Slow', 'Bea Slow', 'Cy Slow', 'Di Slow', 'Ed Slow']
    const addresses = [...names.map((name) => address(name)), 'us@studio.test']
    for (const slow of addresses) mailServer.replies.set(slow, 0)
    for (const name of names) await inquire(studio, { name })
    const began = Date.now()
    const { body } = await callOutbox(studio)
    expect(Date.now() - began).toBeLessThan(90_000)
    // It has ten seconds for each.
    const { failed, released } = body as Record<'failed' | 'released', number>
    expect(failed + released).toBe(10)
    expect(Math.min(failed, released)).toBeGreaterThan(0)
    for (const slow of addresses) mailServer.replies.delete(slow)
    await studio.jump(3 * MINUTE)
    expect((await callOutbox(studio)).body).toEqual({ sent: 10, failed: 0, refused: 0, released: 0 })
    await studio.jump(0)
  },
)

test('of a mail that was refused the admin reads', async ({ studio, mailServer, page }) => {
  mailServer.replies.set('nobody@example.com', 550)
  await book(studio, 'nobody@example.com')
  await expect.poll(() => studio.siteLog()).toContain('refused: 550 EENVELOPE RCPT TO')
  await page.goto('/admin')
  await expect(
    page.getByText('Ana Ngata did not get our mail “received” (550 EENVELOPE RCPT TO).'),
  ).toBeVisible()
})

test('an erased person gets nothing any more', async ({ studio, mailServer }) => {
  const email = 'gone@example.com'
  mailServer.replies.set(email, 451)
  const before = studio.siteLog().length
  await book(studio, email)
  await expect.poll(() => studio.siteLog().slice(before)).toContain('failed: 451')
  mailServer.replies.delete(email)
  const admin = await client(studio, studio.people.admin)
  await admin.rpc('erase_person', { p_email: email }).throwOnError()
  await pass(studio, 10)
  await callOutbox(studio)
  expect(subjects(mailServer.received, email)).toEqual([])
})
