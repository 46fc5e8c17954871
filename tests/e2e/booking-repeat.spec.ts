import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { book, client } from './admin'
import { bookAgain, alert, fillIn, next, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = (email: string) => ({ name: 'Ana', email, message: 'Sent twice' })
const send = (page: Page) => page.getByRole('button', { name: says.book }).click()
const requestId = (page: Page) => page.locator('[name="request_id"]').inputValue()
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** Chooses a time of the day that is shown, and fills in the details. */
async function take(page: Page, clock: string, email: string): Promise<void> {
  await time(page, clock).check()
  await next(page).click()
  await fillIn(page, typed(email))
}

/**
 * Sends a booking whose response is lost on its way back: it is stored, and the visitor does not
 * know.
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

test('who sends again after a lost response books nothing twice: reloaded, for another time, or cancelled', async ({
  page,
  studio,
}) => {
  await page.goto('/booking')
  await take(page, '9:00 am', 'holds@example.com')
  await sendWithoutResponse(page, studio)
  const sent = await requestId(page)

  await test.step('it is the same request after Back from another page and a reload; a duplicated tab’s is its own', async () => {
    await nav(page).getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
    await page.goBack()
    await expect.poll(() => requestId(page)).toBe(sent)
    await page.reload()
    await expect.poll(() => requestId(page)).toBe(sent)
    // A page that another one opens begins with a copy of its storage, as a duplicated tab does.
    const [twin] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open(location.href)),
    ])
    await expect(twin.getByLabel('Email')).toHaveValue('holds@example.com')
    expect(await requestId(twin)).not.toBe(sent)
    await twin.reload()
    await expect(twin.getByLabel('Email')).toHaveValue('holds@example.com')
    expect(await requestId(twin)).not.toBe(sent)
    await twin.close()
    await expect(page.getByText('24 November 2026', { exact: true })).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('holds@example.com')
  })

  await page.getByRole('button', { name: 'Back' }).click()
  await take(page, '10:00 am', 'holds@example.com')
  await book(studio, { name: 'Faster', date: '2026-11-24', nth: 1 })
  await send(page)
  await expect(alert(page)).toContainText('Somebody was a moment faster.')
  await expect(alert(page)).toContainText(
    'Your earlier request arrived: Tue 24 Nov, 9:00 am is held for you, until you choose another time.',
  )
  expect(await of(studio, 'holds@example.com')).toMatchObject([{ time_slots: { start_time: '09:00:00' } }])

  // It is still the same request with the e-mail corrected.
  await page.reload()
  await expect(time(page, '10:00 am'), 'the lost time is not offered').toHaveCount(0)
  await take(page, '2:00 pm', 'right@example.com')
  await send(page)
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('2:00 pm')
  expect(await of(studio, 'holds@example.com')).toEqual([])
  expect(await of(studio, 'right@example.com')).toMatchObject([{ time_slots: { start_time: '14:00:00' } }])

  await test.step('who presses again reads that the booking was cancelled meanwhile, and books it again', async () => {
    await bookAgain(page)
    await take(page, '11:00 am', 'cancelled@example.com')
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
    await cancelled.getByRole('button', { name: 'Book again' }).click()
    await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
    await expect(page.getByLabel('Tell us')).toHaveValue('Sent twice')
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('11:00 am')
    const both = (await of(studio, 'cancelled@example.com')).map(({ status }) => status)
    expect(both.sort()).toEqual(['cancelled', 'pending'])
  })

  await test.step('words that came too late for a booking are still there to be sent as a message', async () => {
    await bookAgain(page)
    await take(page, '1:30 pm', 'late@example.com')
    await sendWithoutResponse(page, studio)
    const admin = await client(studio, studio.people.admin)
    await admin
      .from('bookings')
      .update({ status: 'confirmed' })
      .eq('email', 'late@example.com')
      .throwOnError()
    await page.getByLabel('Tell us').fill('It is about boats')
    await send(page)
    await expect(page.getByRole('region', { name: 'Your booking is confirmed' })).toBeFocused()
    await expect(page.getByText('Anything you changed after that has not reached us')).toBeVisible()
    await bookAgain(page)
    await page.getByText(says.contact).click()
    await expect(page.getByLabel('Tell us')).toHaveValue('It is about boats')
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByRole('region', { name: says.inquirySent })).toBeVisible()
    expect(await of(studio, 'late@example.com')).toMatchObject([{ message: 'Sent twice' }])
    expect((await stored(studio)).inquiries).toMatchObject([{ message: 'It is about boats' }])
  })

  await test.step('Next brings a page back as it was sent, but never the request of a booking that is stored', async () => {
    await nav(page).getByRole('link', { name: 'About' }).click()
    await nav(page).getByRole('link', { name: 'Get Started' }).click()
    const before = await requestIdOfNext('3:00 pm')
    await nav(page).getByRole('link', { name: 'About' }).click()
    await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
    await page.goBack()
    // Not 3:30 pm, at which the call before ends: the page shows that one until the next is stored.
    expect(await requestIdOfNext('2:30 pm')).not.toBe(before)
    expect(await of(studio, 'second@example.com')).toHaveLength(2)
  })

  /** Books one more call, and returns its request's id. */
  async function requestIdOfNext(clock: string) {
    await bookAgain(page)
    await take(page, clock, 'second@example.com')
    const id = await requestId(page)
    await send(page)
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText(clock)
    return id
  }
})

test('who goes offline before or while it is sent loses no word; one press later sends it, once @full', async ({
  page,
  context,
  studio,
  complaints,
}) => {
  await page.goto('/booking?date=2026-11-27')
  await take(page, '3:00 pm', 'tunnel@example.com')
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
  complaints.length = 0 // of the machine that was offline
})
