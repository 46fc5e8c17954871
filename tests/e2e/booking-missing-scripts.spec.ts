import type { Page } from '@playwright/test'
import type { Studio } from '../studio'
import { bookAgain, day, fillIn, next, openSlowly, saidOnce, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

// The browser logs each missing script; any other line is an error of the site.
test.afterEach(({ complaints }) => {
  const other = complaints.splice(0).filter((line) => !/ERR_FAILED|ChunkLoadError|Failed to load/.test(line))
  expect(other).toEqual([])
})

const details = (page: Page) => page.getByRole('heading', { name: 'Your details' })
const created = (page: Page) => page.getByRole('region', { name: says.bookingCreated })

/**
 * Books the first free time of a day. Runs `meanwhile` while it fills in the details.
 */
async function bookFirst(page: Page, date: string, email: string, meanwhile: () => void): Promise<void> {
  await page.goto(`/booking?date=${date}`, { waitUntil: 'commit' })
  const first = page.getByRole('radio').first()
  // Not check(), which looks once: during hydration the mark is gone for a moment.
  await first.click()
  await expect(first).toBeChecked()
  await next(page).click()
  await expect(details(page)).toBeInViewport()
  meanwhile()
  await page.waitForLoadState()
  await fillIn(page, { email, message: 'Kept' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(created(page)).toContainText(email)
  await expect(saidOnce(page, says.bookingToast)).toBeVisible()
}

test('a visitor books a call though any script, or every script, fails to load @full', async ({
  request,
  otherBrowser,
  studio,
}) => {
  const html = await (await request.get('/booking')).text()
  const tags = [...html.matchAll(/<script src="([^"?]+)/g)]
  const scripts = await Promise.all(
    tags.map(async ([, url = '']) => ({ url, text: await (await request.get(url)).text() })),
  )
  expect(scripts.length).toBeGreaterThan(5)
  // Without any of the framework's scripts nothing runs, so one case stands for all of them, except in a
  // soak.
  const form = scripts.filter(({ text }) => text.includes(says.submitting))
  expect(form).toHaveLength(1)
  const tried = process.env.SOAK ? scripts : form

  const emails: string[] = []
  for (const missing of [...tried.map(({ url }) => `**${url}*`), /\.js(\?|$)/]) {
    const email = `missing-${emails.length}@example.com`
    const other = await otherBrowser()
    await test.step(`without ${missing}`, async () => {
      let fail = () => {}
      const failed = new Promise<void>((resolve) => (fail = resolve))
      // A single script fails after the others have run; all of them fail at once.
      if (typeof missing !== 'string') fail()
      await other.route(missing, (route) => failed.then(() => route.abort()))
      await bookFirst(other, `2026-12-0${1 + (emails.length % 4)}`, email, fail)
    })
    await other.close()
    emails.push(email)
  }
  const { bookings } = await stored(studio)
  expect(bookings.map((call) => call.email).sort()).toEqual(emails.sort())
  expect(bookings.every(({ message }) => message === 'Kept')).toBe(true)
})

/** The stored requests of this e-mail address, with their times. */
async function storedOf(studio: Studio, email: string) {
  const { bookings } = await stored(studio)
  return bookings
    .filter((call) => call.email === email)
    .map(({ date, message, package: about, time_slots }) =>
      [date, time_slots.start_time.slice(0, 5), message, about].join(' '),
    )
}

test.describe('before hydration', () => {
  test('a visitor finds another month and day, and writes, once, when no time suits @full', async ({
    page,
    studio,
  }) => {
    await openSlowly(page, '/booking')
    await page.getByRole('link', { name: 'Show December 2026' }).click()
    await expect(page).toHaveURL('/booking?date=2026-11-24&month=2026-12')
    await day(page, 'Thursday 3 December').click()
    await expect(page.getByRole('heading', { name: 'Thursday 3 December 2026' })).toBeVisible()
    await expect(time(page, '3:30 pm')).toBeVisible()
    await expect(next(page)).toBeHidden()
    await page.getByRole('link', { name: says.contact }).click()
    await expect(page.getByText('Date to be arranged').filter({ visible: true })).toBeVisible()
    await fillIn(page, { email: 'wrote@example.com', message: 'No time suits me' })
    await page.getByRole('button', { name: says.send }).dblclick()
    await expect(page.getByRole('region', { name: says.inquirySent })).toContainText('wrote@example.com')
    await expect(saidOnce(page, says.inquiryToast)).toBeVisible()
    await bookAgain(page)
    await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
    await expect(details(page), 'the form is back at its first step').toBeHidden()
    const { inquiries } = await stored(studio)
    expect(inquiries).toMatchObject([{ email: 'wrote@example.com', message: 'No time suits me' }])
  })

  test('a visitor who presses everything twice books one call, and Back loses nothing @full', async ({
    page,
    studio,
  }) => {
    await openSlowly(page, '/booking?package=growth')
    await time(page, '10:00 am').check()
    await next(page).dblclick()
    await expect(details(page)).toBeFocused()
    await expect(page).toHaveURL('/booking?package=growth')
    await expect(page.getByText('10:00 am', { exact: true }).last()).toBeVisible()
    await fillIn(page, { email: 'slow@example.com', message: 'On the train' })
    await page.getByRole('checkbox', { name: /^It is about/ }).uncheck()
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(time(page, '10:00 am')).toBeChecked()
    await time(page, '10:30 am').check()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Tell us')).toHaveValue('On the train')
    await expect(page.getByRole('checkbox', { name: /^It is about/ })).not.toBeChecked()
    await page.getByLabel('Email').press('Enter')
    await page.keyboard.press('Enter')
    await expect(created(page)).toContainText('10:30 am')
    await expect(saidOnce(page, says.bookingToast)).toBeVisible()
    await expect(created(page).getByText('Add to your calendar')).toBeVisible()
    expect(await storedOf(studio, 'slow@example.com')).toEqual(['2026-11-24 10:30 On the train '])
  })

  test('a press on Next during hydration is not lost @full', async ({ page }) => {
    await page.clock.install({ time: MONDAY })
    const arrive = await openSlowly(page, '/booking?date=2026-11-26')
    await time(page, '2:00 pm').check()
    await page.clock.pauseAt(Date.parse(MONDAY) + 60_000) // makes the moment last
    arrive()
    await expect(page.locator('form[novalidate]'), 'the scripts run').toBeAttached()
    await expect(page, 'the address knows the time').toHaveURL(/slot=/)
    await next(page).click()
    await expect(details(page)).toBeFocused()
    await page.goBack()
    await expect(time(page, '2:00 pm')).toBeChecked()
  })

  test('a visitor who types during hydration loses no word and no time @full', async ({ page, studio }) => {
    const arrive = await openSlowly(page, '/booking?date=2026-11-26')
    await time(page, '2:00 pm').check()
    await next(page).click()
    await fillIn(page, { email: 'late@example.com', message: 'Half way' })
    arrive()
    await expect(page.locator('form[novalidate]'), 'the scripts run').toBeAttached()
    await expect(page.getByLabel('Tell us')).toHaveValue('Half way')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(time(page, '2:00 pm')).toBeChecked()
    await expect(page, 'the address knows it').toHaveURL(/slot=/)
    await next(page).click()
    await expect(page.getByLabel('Tell us')).toHaveValue('Half way')
    await page.getByRole('button', { name: says.book }).click()
    await expect(created(page)).toBeFocused()
    await expect(created(page)).toContainText('2:00 pm')
    expect(await storedOf(studio, 'late@example.com')).toEqual(['2026-11-26 14:00 Half way '])
  })
})

test('a submit before and after hydration is one booking, and another can follow @full', async ({
  page,
  studio,
}) => {
  let respond = () => {}
  const asked = new Promise<void>((resolve) => (respond = resolve))
  const arrive = await openSlowly(page, '/booking?date=2026-11-25')
  await time(page, '9:00 am').check()
  await next(page).click()
  await fillIn(page, { email: 'twice@example.com' })
  await page.route('**/booking*', (route) =>
    route.request().method() === 'POST' ? asked.then(() => route.continue()) : route.continue(),
  )
  // Uses the keyboard, because Playwright finds no element during a navigation.
  const hydrated = page.waitForRequest('**/api/slots?**')
  await page.getByLabel('Email').press('Enter', { noWaitAfter: true })
  arrive()
  await hydrated
  await page.keyboard.press('Enter')
  respond()
  await expect(created(page)).toContainText('9:00 am')
  await expect(page.locator('form[novalidate]')).toBeAttached()

  await bookAgain(page)
  await day(page, 'Thursday 26 November').click()
  await time(page, '3:00 pm').check()
  await next(page).click()
  await fillIn(page, { email: 'twice@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(created(page)).toContainText('3:00 pm')
  const { bookings } = await stored(studio)
  const mine = bookings.filter(({ email }) => email === 'twice@example.com')
  expect(mine.map(({ date }) => date).sort()).toEqual(['2026-11-25', '2026-11-26'])
})
