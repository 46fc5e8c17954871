import { randomUUID } from 'node:crypto'
import { freeTimes, postBooking, readFormPage } from '../native-form'
import type { Fault } from '../fault-proxy'
import type { Studio } from '../studio'
import { expectLive } from './admin'
import { alert, expectReadableWithoutBackend, fillIn, read, says, stored } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio()
test.afterEach(({ studio }) => studio.proxy.set('none'))

const faults: Fault[] = ['down', '500', '429', 'html', 'half', 'lost']

test('however the backend fails, pages say so, and what is sent is kept and later stored once', async ({
  studio,
}) => {
  const form = await readFormPage(studio.url)
  const times = await freeTimes(studio.url)
  for (const [at, fault] of faults.entries())
    await test.step(`nothing is lost or stored twice when it is ${fault}`, async () => {
      const entries = {
        name: `Pāua ${fault}`,
        email: `${fault}@example.com`,
        message: 'Kia ora',
        request_id: randomUUID(),
      }
      studio.proxy.set(fault)
      await expectReadableWithoutBackend(studio, fault)

      const kinds = [
        { ...entries, time: times[at] ?? '' },
        { ...entries, time: 'none' },
      ]
      for (const entry of kinds) {
        const { status, state } = await postBooking(studio.url, form, entry)
        expect(status).toBe(200)
        // Only a backend that says why has certainly stored nothing.
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
      const acted = fault === 'lost' || fault === 'half'
      expect(lost, `what it did before its response was ${fault}`).toEqual(acted ? [1, 1] : [0, 0])
      for (const entry of kinds)
        expect((await postBooking(studio.url, form, entry)).state?.status, 'the second try').toBe('success')
      expect(await mine(studio, entries.email), 'one booking and one inquiry').toEqual([1, 1])
    })
})

test('the next free call is named again as soon as the backend works, not half a minute later', async ({
  studio,
}) => {
  // Another one, because this one may have read it already.
  const site = await studio.anotherSite()
  try {
    studio.proxy.set('down')
    expect(await read(site, '/api/slots/next')).toEqual({ status: 200, text: 'null' })
    studio.proxy.set('none')
    expect((await read(site, '/api/slots/next')).text).toMatch(/^\{"date":/)
  } finally {
    await site.close()
  }
})

/** How many bookings and inquiries there are of this e-mail. */
async function mine(studio: Studio, email: string) {
  const { bookings, inquiries } = await stored(studio)
  return [bookings, inquiries].map((rows) => rows.filter((one) => one.email === email).length)
}

test(
  'nobody waits for a backend that takes ten seconds, and what it did late is not done twice',
  { tag: '@soak' },
  async ({ studio }) => {
    const form = await readFormPage(studio.url)
    const [time = ''] = await freeTimes(studio.url)
    const entry = { name: 'Slow', email: 'slow@example.com', message: '', request_id: form.requestId, time }
    studio.proxy.set('slow')
    const began = Date.now()
    const [posted] = await Promise.all([
      postBooking(studio.url, form, entry),
      expectReadableWithoutBackend(studio, 'slow'),
    ])
    expect(posted.state).toMatchObject({ status: 'error', message: says.bookingUnknown, entries: entry })
    expect(Date.now() - began, 'ms').toBeLessThan(30_000)
    await expect.poll(async () => (await mine(studio, entry.email))[0], { timeout: 15_000 }).toBe(1)
    studio.proxy.set('none')
    expect((await postBooking(studio.url, form, entry)).state?.status).toBe('success')
    expect(await mine(studio, entry.email)).toEqual([1, 0])
  },
)

test('whatever the backend does, the sign-in and the admin say what is wrong, and work again afterwards', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(studio.people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(studio.people.admin.password)
  // No response, a failure, a limit, and a response that is no JSON.
  for (const fault of process.env.SOAK ? faults : (['down', '500', '429', 'html'] as const)) {
    studio.proxy.set(fault, '/token')
    const responded = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await responded
    const said =
      fault === '429'
        ? 'Request rate limit reached'
        : 'Signing in is not possible right now. Please try again in a minute.'
    await expect(page.getByRole('main').getByRole('alert'), fault).toHaveText(said)
    studio.proxy.set('none')
    // A person looks before the next try.
    await page.getByLabel('Password', { exact: true }).press('End')
  }
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin')

  for (const fault of process.env.SOAK ? faults : (['down', '500', 'html'] as const)) {
    studio.proxy.set(fault, '/rest/')
    await page.goto('/admin')
    await expect(
      page
        .getByText('Failed to load admin data.')
        .or(page.getByText('The admin cannot be shown right now'))
        .first(),
      fault,
    ).toBeVisible()
    studio.proxy.set('none')
  }
  await page.reload()
  await expectLive(page)
  await expect(page.getByText('Failed to load admin data.')).toHaveCount(0)
  complaints.length = 0
})

test('a visitor whose submit fails keeps every word, has an e-mail at hand, and succeeds at the next try', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/booking?step=2')
  await fillIn(page, { name: 'Tūī', email: 'tui@example.com', message: 'Three words here' })
  studio.proxy.set('down')
  await page.getByRole('button', { name: says.send }).click()
  await expect(alert(page)).toContainText(says.inquiryUnknown)
  const mail = page.getByRole('link', { name: /^Email .* with your text$/ })
  await expect(mail).toHaveAttribute('href', /^mailto:.*Three%20words%20here/)
  await expect(page.getByLabel('Name')).toHaveValue('Tūī')
  await expect(page.getByLabel('Tell us about your product')).toHaveValue('Three words here')
  studio.proxy.set('none')
  await page.getByRole('button', { name: says.send }).click()
  await expect(page.getByRole('heading', { name: says.inquirySent })).toBeVisible()
  expect(await mine(studio, 'tui@example.com')).toEqual([0, 1])
  complaints.length = 0
})
