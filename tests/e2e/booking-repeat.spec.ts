import type { Page } from '@playwright/test'
import { about } from '@/lib/content/about'
import type { Studio } from '../studio'
import { client } from './admin'
import { bookAgain, alert, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = (email: string) => ({ name: 'Ana', email, message: 'Sent twice' })
const send = (page: Page) => page.getByRole('button', { name: says.book }).click()
const requestId = (page: Page) => page.locator('[name="request_id"]').inputValue()
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Chooses a time of the current day, and fills in the details. */
async function chooseAndFillIn(page: Page, clock: string, email: string): Promise<void> {
  await time(page, clock).check()
  await next(page).click()
  await fillIn(page, typed(email))
}

/**
 * Sends a booking and drops the response: the booking is stored, and the visitor does not know.
 */
async function sendWithoutResponse(page: Page, studio: Studio): Promise<void> {
  studio.proxy.set('lost', 'create_booking')
  await send(page)
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await expect(alert(page)).toContainText('Press the button again: it is safe')
  studio.proxy.set('none')
}

const of = async (studio: Studio, email: string) =>
  (await stored(studio)).bookings.filter((booking) => booking.email === email)

test('a visitor who sends again after a lost response has one call, and can change it @full', async ({
  page,
  studio,
}) => {
  await test.step('unchanged: the same success, and one call', async () => {
    await page.goto('/booking')
    await chooseAndFillIn(page, '9:00 am', 'same@example.com')
    await sendWithoutResponse(page, studio)
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:00 am')
    expect(await of(studio, 'same@example.com')).toHaveLength(1)
  })

  await test.step('with another time: the first is booked, and its page can move it', async () => {
    await bookAgain(page)
    await chooseAndFillIn(page, '10:00 am', 'other@example.com')
    await sendWithoutResponse(page, studio)
    await page.getByRole('button', { name: 'Back' }).click()
    await chooseAndFillIn(page, '11:00 am', 'other@example.com')
    await send(page)
    const stands = page.getByRole('region', { name: 'You have booked this call' })
    await expect(stands).toBeFocused()
    await expect(stands).toHaveAccessibleDescription(
      /changed nothing. Move or cancel the call on its own page/,
    )
    await expect(stands.getByRole('link', { name: 'Change or cancel this call' })).toBeVisible()
    expect(await of(studio, 'other@example.com')).toMatchObject([{ time_slots: { start_time: '10:00:00' } }])
  })

  await test.step('with a corrected e-mail: the stored call, without its link; the entries stay', async () => {
    await bookAgain(page)
    await chooseAndFillIn(page, '11:00 am', 'wrong@example.com')
    await sendWithoutResponse(page, studio)
    await page.getByLabel('Email').fill('right@example.com')
    await send(page)
    const stands = page.getByRole('region', { name: 'You have booked this call' })
    await expect(stands).toHaveAccessibleDescription(/also a wrong email address, write to \S+@/)
    await expect(stands.getByRole('link')).toHaveCount(0)
    expect(await of(studio, 'wrong@example.com')).toHaveLength(1)
    expect(await of(studio, 'right@example.com')).toEqual([])
    await bookAgain(page)
    await page.getByText(says.contact).click()
    await expect(page.getByLabel('Email')).toHaveValue('right@example.com')
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByRole('region', { name: says.inquirySent })).toBeVisible()
  })

  await test.step('after a cancellation meanwhile: the page says so, and the time can be booked again', async () => {
    await bookAgain(page)
    await chooseAndFillIn(page, '1:30 pm', 'cancelled@example.com')
    await sendWithoutResponse(page, studio)
    const admin = await client(studio, studio.people.admin)
    await admin
      .from('bookings')
      .update({ status: 'cancelled' })
      .eq('email', 'cancelled@example.com')
      .throwOnError()
    await send(page)
    const cancelled = page.getByRole('region', { name: 'This booking was cancelled' })
    await expect(cancelled).toBeFocused()
    await expect(cancelled.getByRole('link')).toHaveCount(0)
    await cancelled.getByRole('button', { name: 'Book another call' }).click()
    await expect(page.getByLabel('Tell us')).toHaveValue('Sent twice')
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('1:30 pm')
    const both = (await of(studio, 'cancelled@example.com')).map(({ status }) => status)
    expect(both.sort()).toEqual(['cancelled', 'pending'])
  })
})

test('another tab, a reload and Back use new forms, so no one replaces their own booking @full', async ({
  page,
  context,
  studio,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/booking?date=2026-11-26')
    await chooseAndFillIn(tab, '9:00 am', 'tabs@example.com')
  }
  expect(await requestId(other)).not.toBe(await requestId(page))
  await sendWithoutResponse(page, studio)
  await send(other)
  await expect(alert(other)).toContainText(says.bookingFailed)
  await expect(alert(other)).toContainText(
    'If it was you a moment ago, it is held: write to us for its link.',
  )
  await other.close()
  await page.reload()
  await expect(time(page, '9:00 am'), 'the time that is held is not offered').toHaveCount(0)
  await chooseAndFillIn(page, '10:00 am', 'tabs@example.com')
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('10:00 am')
  expect(await of(studio, 'tabs@example.com')).toHaveLength(2)

  await test.step('Next brings back the sent entries, but never the request id of a stored booking', async () => {
    await nav(page).getByRole('link', { name: 'About' }).click()
    await nav(page).getByRole('link', { name: 'Get Started' }).click()
    const before = await requestIdOfNext('3:00 pm')
    await nav(page).getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: about.foundersTitle })).toBeVisible()
    await page.goBack()
    // Not 3:30 pm, the end of the previous call: the page shows that text until the next call is stored.
    expect(await requestIdOfNext('2:30 pm')).not.toBe(before)
    expect(await of(studio, 'second@example.com')).toHaveLength(2)
  })

  /** Books one more call, and returns its request's id. */
  async function requestIdOfNext(clock: string) {
    await bookAgain(page)
    await chooseAndFillIn(page, clock, 'second@example.com')
    const id = await requestId(page)
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText(clock)
    return id
  }
})

test('going offline before or during the submit loses no word; one later press sends it once @full', async ({
  page,
  context,
  studio,
  complaints,
}) => {
  await page.goto('/booking?date=2026-11-27')
  await chooseAndFillIn(page, '3:00 pm', 'tunnel@example.com')
  await page.route('**/booking*', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort()
  })
  await send(page)
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await page.unroute('**/booking*')
  await context.setOffline(false)
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('3:00 pm')
  expect(await of(studio, 'tunnel@example.com')).toHaveLength(1)

  await bookAgain(page)
  await page.getByText(says.contact).click()
  await fillIn(page, { email: 'offline@example.com', message: 'From the ferry' })
  await context.setOffline(true)
  const warning = page.waitForEvent('console', (message) => message.type() === 'warning')
  await page.getByRole('button', { name: says.send }).click()
  await expect(alert(page)).toContainText(says.inquiryFailed)
  expect((await warning).text(), 'who helps them finds why').toContain('The server did not answer.')
  const mail = new URL((await alert(page).getByRole('link').getAttribute('href')) ?? '')
  expect(mail.protocol).toBe('mailto:')
  expect(mail.searchParams.get('body')).toContain('From the ferry')
  await context.setOffline(false)
  await page.getByRole('button', { name: says.send }).click()
  await expect(page.getByRole('region', { name: says.inquirySent })).toBeVisible()
  const messages = (await stored(studio)).inquiries.map(({ message }) => message)
  expect(messages.filter((message) => message === 'From the ferry')).toHaveLength(1)
  complaints.length = 0 // the browser logs the requests of the offline time
})
