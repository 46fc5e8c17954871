import { randomUUID } from 'node:crypto'
import type { InquiryChanges } from '@/lib/requests/schema'
import { freeTimes, postBooking, postForm, readForm, readFormPage } from '../native-form'
import { client } from '../e2e/admin'
import { says } from '../e2e/booking'
import { cookieOf, sessionOf } from '../e2e/forged-sessions'
import { adminActions, press } from './actions'
import { expect, shareStudio, test } from './fixtures'

// A constraint that the site does not know rejects this name: Postgres then reports the whole row
// in its error.
const sql = `alter table bookings add constraint house_rule check (name <> 'Whero Refused');
  alter table inquiries add constraint house_rule check (name <> 'Whero Refused');`
shareStudio({ sql }) // with the usual caps
test.afterAll(({ studio }) =>
  studio.sql(
    `alter table bookings drop constraint house_rule; alter table inquiries drop constraint house_rule;`,
  ),
)

const person = { email: 'whero@private.example', message: 'whero private words' }

test('no log has a person’s text, with a stored, refused, repeated or lost request', async ({ studio }) => {
  await test.step('requests: stored, refused, cut off or too many', async () => {
    const form = await readFormPage(studio.url)
    const [time = '', other = ''] = await freeTimes(studio.url, 60)
    const submit = (name: string, time: string) =>
      postBooking(studio.url, form, { name, ...person, time, request_id: randomUUID() })

    expect((await submit('Whero Private', time)).state?.status).toBe('success')
    expect((await submit('Whero Private', time)).state?.status, 'taken').toBe('error')
    expect((await submit('Whero Refused', other)).state, 'refused by the database').toMatchObject({
      message: says.bookingNotMade,
    })
    expect((await submit('Whero Refused', 'none')).state).toMatchObject({ message: says.inquiryFailed })
    for (const fault of ['down', '500', 'html', 'half', 'lost'] as const) {
      studio.proxy.set(fault)
      expect((await submit('Whero Private', other)).state?.status, fault).toBe('error')
    }
    studio.proxy.set('none')
    for (let n = 0; n < 4; n++) await submit('Whero Private', 'none')
  })

  const token = `${randomUUID()}.AbCdEfGhIjKlMnOpQrS-_9`
  await test.step('URLs with an e-mail address or a visitor’s link, with typos', async () => {
    expect((await fetch(`${studio.url}/nowhere?email=whero@private.example`)).status).toBe(404)
    for (const mistyped of [
      `bookings/manag/${token}`,
      encodeURIComponent(encodeURIComponent(`mange/${token}`)),
      'mailto:whero%2540private%252Eexample',
      'booking/whero@private.example%E0',
    ])
      expect((await fetch(`${studio.url}/${mistyped}`)).status, mistyped).toBe(404)
    for (const cut of [`${token}%E0`, `${token}%E0/call.ics`])
      await fetch(`${studio.url}/booking/manage/${cut}`)
  })

  await test.step('a sign-in that fails, a change that fails, and an erasure', async () => {
    const admin = await client(studio, studio.people.admin)
    const login = `${studio.url}/login`
    const { fields } = await readForm(login)
    const enter = (email: string, password: string) =>
      postForm(login, fields, Object.entries({ email, password }))
    expect((await enter(person.email, 'whero-password')).alert).toBe('Invalid login credentials')
    expect((await enter(studio.people.admin.email, studio.people.admin.password)).status).toBe(303)
    const [row] = (await admin.from('inquiries').select('id, name, revision').limit(1).throwOnError()).data
    const action = adminActions().find(([name]) => name === 'changeInquiries')
    if (!row || !action) throw new Error('There is nothing to change, or no action that changes it.')
    studio.proxy.set('refused', 'PATCH')
    const change = { ...row, seenStatus: 'new', status: 'read' } as const
    const cookie = cookieOf(await sessionOf(studio, 'admin'))
    const { text } = await press(studio, action, { changes: [change] } satisfies InquiryChanges, { cookie })
    expect(text).toContain('Failed to update inquiry status')
    studio.proxy.set('none')
    expect((await admin.rpc('erase_person', { p_email: person.email })).data).toBeGreaterThan(0)
  })

  const logs = `${studio.siteLog()}\n${studio.backendLog()}`
  expect(logs, 'the failures themselves are logged').toContain('booking: the submit failed')
  expect(logs.split('\n').filter((line) => /whero|private\.example/i.test(line))).toEqual([])
  expect(logs, 'and the paths of missing pages').toContain('404 /bookings/manag/…')
  for (const secret of [
    token.slice(0, 36),
    token.slice(37),
    studio.secretKey,
    studio.publishableKey,
    studio.people.admin.password,
  ])
    expect(logs).not.toContain(secret)
})
