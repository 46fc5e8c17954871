import { randomUUID } from 'node:crypto'
import { freeTimes, postBooking, postForm, readForm, readFormPage } from '../native-form'
import type { Fault } from '../fault-proxy'
import { cookieOf, sessionOf } from '../e2e/forged-sessions'
import type { Studio } from '../studio'
import { expectReadableWithoutBackend, says, stored } from '../e2e/booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio()
test.afterEach(({ studio }) => studio.proxy.set('none'))

const faults: Fault[] = ['down', '500', '429', 'html', 'half', 'lost']

test('on every failure of the backend a visitor reads why, and the request is later stored once @full', async ({
  studio,
}) => {
  const form = await readFormPage(studio.url)
  const times = await freeTimes(studio.url, 60)
  for (const [at, fault] of faults.entries())
    await test.step(`nothing is lost or stored twice with the fault ${fault}`, async () => {
      const entries = {
        name: `Pāua ${fault}`,
        email: `${fault}@example.com`,
        message: 'Hello',
        request_id: randomUUID(),
      }
      studio.proxy.set(fault)
      await expectReadableWithoutBackend(studio, fault)

      // A message takes the same path as a booking, so it is tested only for faults after which the backend acts, and
      // for its own wording.
      const kinds = [{ ...entries, time: times[at] ?? '' }]
      if (process.env.SOAK || fault === 'lost' || fault === '429') kinds.push({ ...entries, time: 'none' })
      for (const entry of kinds) {
        const { status, state } = await postBooking(studio.url, form, entry)
        expect(status).toBe(200)
        // Only an error of the backend proves that it stored nothing.
        const [booking, inquiry, detail] =
          fault === '429'
            ? [says.bookingNotMade, says.inquiryFailed, 'Nothing you typed is lost']
            : [says.bookingUnknown, says.inquiryUnknown, 'Press the button again: it is safe']
        expect(state, fault).toMatchObject({
          status: 'error',
          message: entry.time === 'none' ? inquiry : booking,
          detail: expect.stringContaining(detail) as unknown,
          entries: entry,
        })
      }

      studio.proxy.set('none')
      const lost = await mine(studio, entries.email)
      const all = [1, kinds.length - 1]
      const acted = fault === 'lost' || fault === 'half'
      expect(lost, `what it did before its response was ${fault}`).toEqual(acted ? all : [0, 0])
      for (const entry of kinds)
        expect((await postBooking(studio.url, form, entry)).state?.status, 'the second try').toBe('success')
      expect(await mine(studio, entries.email), 'each is stored once').toEqual(all)
    })
})

/** The number of bookings and inquiries with this e-mail. */
async function mine(studio: Studio, email: string) {
  const { bookings, inquiries } = await stored(studio)
  return [bookings, inquiries].map((rows) => rows.filter((one) => one.email === email).length)
}

// admin-requests-changes.spec.ts checks the admin's texts.
test('on every failure of the backend the sign-in says what is wrong, and works afterwards @full', async ({
  studio,
}) => {
  const login = `${studio.url}/login`
  const { fields } = await readForm(login)
  const enter = () => postForm(login, fields, Object.entries(studio.people.admin))
  for (const fault of faults) {
    studio.proxy.set(fault, '/token')
    const said =
      fault === '429'
        ? 'Request rate limit reached'
        : 'Signing in is not possible right now. Please try again in a minute.'
    expect((await enter()).alert, fault).toBe(said)
  }
  studio.proxy.set('none')
  expect((await enter()).status).toBe(303)
})

test('a request to an Auth server that is away costs the log one line, without a stack @full', async ({
  studio,
}) => {
  const login = `${studio.url}/login`
  const { fields } = await readForm(login)
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  for (const fault of ['down', 'slow', '500'] as const) {
    const before = studio.siteLog().length
    studio.proxy.set(fault, '/auth/v1')
    await postForm(login, fields, Object.entries(studio.people.admin))
    for (const page of ['admin', 'admin/settings'])
      await (await fetch(`${studio.url}/${page}`, { headers: { cookie }, redirect: 'manual' })).text()
    const lines = studio.siteLog().slice(before).split('\n')
    expect(lines.join('\n'), fault).toContain('sign-in: the Auth server does not respond as it should.')
    expect(
      lines.filter((line) => /^\s+\S|^}/.test(line)),
      fault,
    ).toEqual([])
  }
})

test('while Auth is slow to say who has a phone, the other settings stay @full', async ({ studio }) => {
  const cookie = cookieOf(await sessionOf(studio, 'admin'))
  studio.proxy.set('slow', 'GET /auth/v1/user')
  const page = await (await fetch(`${studio.url}/admin/settings`, { headers: { cookie } })).text()
  expect(page).toContain('Your phones could not be read.')
  expect(page).toContain('Where calls happen')
})
