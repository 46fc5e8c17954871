import { randomUUID } from 'node:crypto'
import { address, client, inquire } from '../e2e/admin'
import { expect, shareStudio, test } from './fixtures'
import {
  answers,
  beginsIn,
  book,
  callOutbox,
  cronSecret,
  event,
  mailServer,
  pass,
  replies,
  secret,
  setStatus,
  site,
  subjects,
  useMailedSite,
} from './mailed'

shareStudio()
useMailedSite(test)

test('a visitor gets one mail for each step from booking to cancellation, with the calendar event', async ({
  studio,
}) => {
  const email = 'ana@example.com'
  let say = () => {}
  answers.set(email, new Promise((resolve) => (say = resolve)))
  const { id } = await book(studio, email)
  // The booking's own request sends these after its response.
  await expect.poll(() => subjects(mailServer.received, email)).toEqual(['We have your booking'])
  await test.step('an unacknowledged mail delays no other, and is not sent again', async () => {
    await callOutbox()
    await expect.poll(() => subjects(mailServer.received, 'us@studio.test')).toEqual(['New booking'])
    await pass(studio, 11)
    await callOutbox()
    // Late enough that the admin sees the waiting mail.
    await studio.sql(`update private.outbox set due_at = due_at - interval '16 minutes'`)
    const admin = await client(studio, studio.people.admin)
    const late = async () => (await admin.rpc('get_mail_problems').throwOnError()).data
    expect(await late()).toMatchObject([{ email, given_up: false, is_being_sent: true }])
    say()
    await expect.poll(late).toEqual([])
    await callOutbox()
    expect(subjects(mailServer.received, email)).toHaveLength(1)
  })

  await setStatus(studio, id, 'confirmed')
  expect((await callOutbox()).body).toMatchObject({ sent: 0, failed: 0, refused: 0, unanswered: 0 })
  await pass(studio, 1)
  expect((await callOutbox()).body).toMatchObject({ sent: 1, failed: 0, refused: 0, unanswered: 0 })

  await pass(studio, 24 * 60)
  await beginsIn(studio, id, 12)
  await Promise.all([callOutbox(), callOutbox(), callOutbox()])

  await setStatus(studio, id, 'cancelled')
  await pass(studio, 1)
  await callOutbox()
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

test('a visitor confirmed or declined with a letter gets one mail: the letter, then the call’s time', async ({
  studio,
}) => {
  const email = 'words@example.com'
  const { id } = await book(studio, email)
  await expect.poll(() => subjects(mailServer.received, email)).toEqual(['We have your booking'])
  const admin = await client(studio, studio.people.admin)
  for (const [kind, method, text] of [
    ['confirm', 'REQUEST', 'We have read of your kelp.'],
    ['decline', 'CANCEL', 'We are ill, and so sorry.'],
  ] as const) {
    const { data } = await admin.from('bookings').select('revision').eq('id', id).single().throwOnError()
    mailServer.received.length = 0
    const letter = { p_id: randomUUID(), p_subject: 'About your kelp', p_body: text }
    await admin
      .rpc('send_reply', { ...letter, p_request_id: id, p_revision: data.revision, p_kind: kind })
      .throwOnError()
    await pass(studio, 1)
    // Each minute's call. One that finds another still sending leaves the mail to the next.
    const afterCall = async () => {
      await callOutbox()
      return subjects(mailServer.received, email)
    }
    await expect.poll(afterCall, kind).toEqual(['About your kelp'])
    const mail = mailServer.received.find(({ envelopeTo }) => envelopeTo.includes(email))
    expect(mail?.text).toMatch(new RegExp(`${text}\\s+When: [A-Z][a-z]+day `))
    expect(event(mail)[0]).toBe(method)
    await pass(studio, 5)
    await callOutbox()
    expect(subjects(mailServer.received, email), 'no second one follows').toHaveLength(1)
  }
})

test('only a caller with the secret can make the site send mails, and none if mail is off', async ({
  studio,
}) => {
  for (const bearer of ['', 'wrong', `${secret}x`, secret.slice(1)])
    expect((await callOutbox(bearer)).status).toBe(401)
  expect((await callOutbox()).status).toBe(200)
  expect((await fetch(`${site.url}/api/tasks`)).status).toBe(401)
  const headers = { Authorization: `Bearer ${cronSecret}` }
  expect((await fetch(`${site.url}/api/tasks`, { headers })).status, 'as Vercel’s cron calls').toBe(200)
  expect((await fetch(`${studio.url}/api/tasks`, { method: 'POST' })).status).toBe(404)
})

test(
  'a mail server that asks to try later gets the mail later; a database outage loses no mail',
  { tag: '@soak' },
  async ({ studio }) => {
    const email = 'grey@example.com'
    replies.set(email, 451)
    await book(studio, email)
    await expect.poll(() => site.siteLog()).toContain('"received" to the visitor was not sent, failed: 451')
    replies.delete(email)
    await studio.backend.stop()
    expect((await callOutbox()).status).toBe(503)
    await studio.backend.start()
    await pass(studio, 2)
    await callOutbox()
    expect(subjects(mailServer.received, email)).toEqual(['We have your booking'])
  },
)

test(
  'with a hanging mail server no call takes 30 seconds, and all mails go out later',
  { tag: '@soak' },
  async ({ studio }) => {
    const names = ['Ana Slow', 'Bea Slow', 'Cy Slow', 'Di Slow', 'Ed Slow']
    const addresses = [...names.map((name) => address(name)), 'us@studio.test']
    for (const slow of addresses) replies.set(slow, 0)
    for (const name of names) await inquire(studio, { name })
    expect((await callOutbox()).status, 'before the caller gives up').toBe(202)
    await test.step('the site goes on after that, with 20 seconds for each mail', async () => {
      const failed = () => site.siteLog().split('failed: EABORT').length - 1
      await expect.poll(failed, { timeout: 40_000 }).toBeGreaterThan(1)
    })
    for (const slow of addresses) replies.delete(slow)
    mailServer.received.length = 0
    // Seldom enough that no lease expires while its mail still hangs.
    const sendRest = async () => {
      await pass(studio, 1)
      await callOutbox()
      return mailServer.received.length
    }
    await expect.poll(sendRest, { timeout: 90_000, intervals: [3_000] }).toBe(10)
  },
)
