import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import type { SMTPServerOptions } from 'smtp-server'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import type { Studio } from '../studio'
import { type ReceivedMail, reply, startMailServer } from '../smtp'
import { address, client, expect, inquire, test, toast } from './admin'
import { fillIn, says } from './booking'
import { shareStudio } from './fixtures'

const secret = 'kelp'.repeat(10)
const cronSecret = 'tide'.repeat(10)
const MINUTE = 60_000

shareStudio()

/** The mail server's reply code for each recipient; 0 makes it hang until the client gives up. */
const replies = new Map<string, number>()
/** For each recipient, a promise that delays the acknowledgement of their mail. */
const answers = new Map<string, Promise<void>>()
let mailServer: Awaited<ReturnType<typeof startMailServer>>
/** The studio's site with this mail server. */
let site: Awaited<ReturnType<Studio['anotherSite']>>

test.beforeAll(async ({ studio }) => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = ({ address: to }, _, done) => {
    const code = replies.get(to)
    if (code !== 0) done(code ? reply(code) : null)
  }
  mailServer = await startMailServer({ onRcptTo }, 0, ([to = '']) => answers.get(to))
  site = await studio.anotherSite({
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'calls@studio.test',
    MAIL_TO: 'us@studio.test',
    OUTBOX_SECRET: secret,
    CRON_SECRET: cronSecret,
  })
})
test.afterAll(async () => {
  await site.close()
  await mailServer.close()
})

/** Books through the site, as a browser without JavaScript does. Returns the booking. */
async function book(studio: Studio, email: string) {
  const [time = ''] = (await freeTimes(site.url)).slice(-1)
  const entry = { name: `Ana of ${email}`, email, time, request_id: randomUUID() }
  const { state } = await postBooking(site.url, await readFormPage(site.url), entry)
  expect(state?.status).toBe('success')
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.from('bookings').select('id, date').eq('email', email).single().throwOnError()
  return data
}

async function setStatus(studio: Studio, id: string, status: string) {
  const admin = await client(studio, studio.people.admin)
  await admin.from('bookings').update({ status }).eq('id', id).throwOnError()
}

/** Calls /api/tasks, as a host's cron does every minute. */
async function callOutbox(bearer = secret) {
  const headers = bearer ? { Authorization: `Bearer ${bearer}` } : undefined
  const response = await fetch(`${site.url}/api/tasks`, { method: 'POST', headers })
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Lets minutes pass for the outbox only. */
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

test('a visitor gets one mail for each step from booking to cancellation, with the calendar event', async ({
  studio,
}) => {
  const email = 'ana@example.com'
  let say = () => {}
  answers.set(email, new Promise((resolve) => (say = resolve)))
  const { id, date } = await book(studio, email)
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

  await pass(studio, (Date.parse(`${date}T00:00:00Z`) - Date.now()) / MINUTE - 12 * 60)
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

test('a visitor who gets the link by mail need not keep it, and their browser stores nothing @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ baseURL: site.url })
  const [time = ''] = await freeTimes(site.url)
  await page.goto(`/booking?date=${time.slice(0, 10)}`)
  await page.locator(`[value="${time}"]`).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillIn(page, { email: 'mailed@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('An email is on its way to mailed@example.com. The time is held for you.')
  await expect(panel.getByRole('button', { name: 'Copy the link to change or cancel it' })).toBeVisible()
  await expect(panel.getByText('Keep this link')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Book another call' }).click()
  await expect(panel).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
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
  'a server that asks to come back later gets the mail then; a database outage loses none',
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
    const began = Date.now()
    const { status } = await callOutbox()
    // nginx and the cron's client wait for 30 seconds.
    expect(Date.now() - began).toBeLessThan(25_000)
    expect(status).toBe(202)
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

test('after a change of the default room the admin tells the visitors who know the old one @full', async ({
  studio,
  page,
}) => {
  const email = 'elsewhere@example.com'
  const name = `Ana of ${email}`
  const mails = () => mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(email))
  const { id } = await book(studio, email)
  await expect.poll(() => mails().length).toBe(1)
  await setStatus(studio, id, 'confirmed')
  await pass(studio, 1)
  await callOutbox()

  const room = 'Our video room, https://meet.southcoast.example/call'
  const newRoom = 'Our new room, https://meet.southcoast.example/new'
  const notice = page.getByRole('status').filter({ hasText: 'Not yet told' })
  await test.step('the change sends no mail: the list has the visitors who know the former room', async () => {
    await page.goto(`${site.url}/admin`)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Sample.')
    await page.getByLabel('Name of the room').fill('Our new room')
    await page.getByLabel('Address of the room').fill('https://meet.southcoast.example/new')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Sample.')
  })
  await test.step('a change to calls by phone and back keeps the room', async () => {
    await page.getByRole('radio', { name: 'By phone' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(page.getByRole('main')).toContainText('then asks for a phone number')
    await page.reload()
    await page.getByRole('radio', { name: 'In a video room' }).check()
    await expect(page.getByLabel('Address of the room')).toHaveValue('https://meet.southcoast.example/new')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
  })
  await test.step('without a mail server the studio copies their text, and records it', async () => {
    const html = await (await page.request.get('/admin')).text()
    expect(html).toContain('No mail server is set up: send each the text')
    expect(html).toContain(`aria-label="Copy text for ${name}"`)
    expect(html).toContain(`aria-label="Told ${name}"`)
    expect(html).not.toContain('>Tell them<')
    expect(html, 'there is no folder of mails either').not.toMatch(/mails? (is|are) kept as/)
  })
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await expect(notice).toContainText('The visitor of 1 call does not know what was changed.')
  await expect(notice.getByRole('listitem')).toContainText(`told “${room}”, now “${newRoom}”`)
  await notice.getByRole('button', { name: 'Tell them' }).click()
  await expect(toast(page, 'Success', '1 visitor is being told by email')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect.poll(() => mails().length).toBe(3)
  expect(mails().at(-1)?.text).toMatch(/Not any more:\s+Our video room/)
  expect(event(mails().at(-1))).toEqual(['REQUEST', 'CONFIRMED', 2])
})

test('each person whom mails do not reach has one notice, to send again or dismiss @full', async ({
  studio,
  page,
}) => {
  const spellings = ['nobody@example.com', 'Nobody@example.com']
  for (const email of spellings) replies.set(email, 550)
  const { id } = await book(studio, 'nobody@example.com')
  await expect.poll(() => site.siteLog()).toContain('refused: 550 EENVELOPE RCPT TO')
  const name = 'Ana of nobody@example.com'
  const notice = page.getByRole('status').filter({ hasText: `to ${name} (nobody@example.com)` })
  await inquire(studio, { name, email: 'Nobody@example.com' })
  await callOutbox()
  await page.goto(`${site.url}/admin`)
  await expect(notice).toContainText(
    `We could not deliver 2 emails (the confirmation that their message arrived, the confirmation that their call arrived) to ${name} (Nobody@example.com): there is no such mailbox, or it takes no email from us (550). Please tell them another way.`,
  )
  await notice.getByRole('link', { name: 'Open the booking' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/requests/${id}`)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The person is told by email in a minute, unless you undo it.')
  await question.getByRole('button', { name: 'Keep booking' }).click()
  await page.goBack()
  await notice.getByRole('button', { name: `Done with ${name}` }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await studio.sql('update private.outbox set dismissed_at = null')
  await page.reload()
  for (const email of spellings) replies.delete(email)
  await notice.getByRole('button', { name: `Send again to ${name}` }).click()
  await expect(toast(page, 'Success', '2 emails are being sent again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect
    .poll(() => mailServer.received.filter(({ envelopeTo }) => /nobody/i.test(envelopeTo.join())).length)
    .toBe(2)
})
