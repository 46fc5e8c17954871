/** Helpers for tests of mails: a site of the studio with the test's mail server. */
import { randomUUID } from 'node:crypto'
import type { SMTPServerOptions } from 'smtp-server'
import ICAL from 'ical.js'
import { client } from '../e2e/admin'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import { type ReceivedMail, reply, startMailServer } from '../smtp'
import type { Studio } from '../studio'
import { expect, type test } from './fixtures'

export const secret = 'kelp'.repeat(10)
export const cronSecret = 'tide'.repeat(10)

/** The mail server's reply code for each recipient; 0 makes it hang until the client gives up. */
export const replies = new Map<string, number>()
/** For each recipient, a promise that delays the acknowledgement of their mail. */
export const answers = new Map<string, Promise<void>>()
export let mailServer: Awaited<ReturnType<typeof startMailServer>>
/** The studio's site with this mail server. */
export let site: Awaited<ReturnType<Studio['anotherSite']>>

/** Starts the site and its mail server for a test file. Call it at the top. */
export function useMailedSite({ beforeAll, afterAll }: Pick<typeof test, 'beforeAll' | 'afterAll'>): void {
  beforeAll(async ({ studio }) => {
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
  afterAll(async () => {
    await site.close()
    await mailServer.close()
  })
}

/** Books through the site, as a browser without JavaScript does. Returns the booking. */
export async function book(studio: Studio, email: string) {
  const [time = ''] = (await freeTimes(site.url)).slice(-1)
  const entry = { name: `Ana of ${email}`, email, time, request_id: randomUUID() }
  const { state } = await postBooking(site.url, await readFormPage(site.url), entry)
  expect(state?.status).toBe('success')
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.from('bookings').select('id, date').eq('email', email).single().throwOnError()
  return data
}

export async function setStatus(studio: Studio, id: string, status: string) {
  const admin = await client(studio, studio.people.admin)
  await admin.from('bookings').update({ status }).eq('id', id).throwOnError()
}

/** Moves the call, so that it begins in `hours`; its visitor knows the new time. */
export function beginsIn(studio: Studio, id: string, hours: number) {
  return studio.sql(`
    set session_replication_role = 'replica';
    update public.bookings set date = start::date, period = tsrange(start, start + interval '30 minutes'), changed_at = now() - interval '2 days'
    from (select (now() + interval '${hours} hours') at time zone private.studio_zone() as start) begins where id = '${id}';
    update public.bookings b set known = private.call_state(b) || jsonb_build_object('at', now() - interval '1 day') where id = '${id}';
    set session_replication_role = 'origin'`)
}

/** Calls /api/tasks, as a host's cron does every minute. */
export async function callOutbox(bearer = secret) {
  const headers = bearer ? { Authorization: `Bearer ${bearer}` } : undefined
  // nginx and the cron's client wait for 30 seconds.
  const signal = AbortSignal.timeout(30_000)
  const response = await fetch(`${site.url}/api/tasks`, { method: 'POST', headers, signal })
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Lets minutes pass for the outbox only. */
export async function pass(studio: Studio, minutes: number) {
  const times = ['created_at', 'due_at', 'send_after', 'lease_until', 'sent_at', 'given_up_at']
  const earlier = times.map((time) => `${time} = ${time} - interval '${minutes} minutes'`)
  await studio.sql(`update private.outbox set ${earlier.join()}`)
}

export const subjects = (mails: ReceivedMail[], to: string) =>
  mails.filter(({ envelopeTo }) => envelopeTo.includes(to)).map(({ subject = '' }) => subject.split(':')[0])

export function event(mail: ReceivedMail | undefined) {
  const file = mail?.attachments.find(({ filename }) => filename === 'strategy-call.ics')
  const calendar = new ICAL.Component(ICAL.parse(file?.content.toString() ?? ''))
  const found = calendar.getFirstSubcomponent('vevent')
  return [
    calendar.getFirstPropertyValue('method'),
    found?.getFirstPropertyValue('status'),
    found?.getFirstPropertyValue('sequence'),
  ]
}
