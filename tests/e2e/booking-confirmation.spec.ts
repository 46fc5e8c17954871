import { place } from '@/lib/content/place'
import { about } from '@/lib/content/about'
import type { Locator, Page } from '@playwright/test'
import { bookAgain, choose, fillIn, next, pathOfBooking, says } from './booking'
import { expect, expectApart, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.use({ permissions: ['clipboard-read'] })

test('without mails a visitor keeps the only link to a call, and can always book another', async ({
  page,
}) => {
  await choose(page, '2026-11-25', '9:00 am')
  await fillIn(page, { email: 'kept@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(says.bookingCreated)
  const link = await pathOfBooking(page)
  await test.step('to keep the link is advice, and the calendar is collapsed', async () => {
    await expect(page.getByRole('grid')).toHaveCount(0)
    await expect(panel.getByText(keepFirst)).toBeVisible()
  })

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: about.foundersTitle })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(panel).toContainText('We write to kept@example.com. The time is held for you.')
  await page.reload()
  await expect(panel).toContainText('9:00 am')
  await page.setViewportSize({ width: 375, height: 667 })
  await bookAgain(page)
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book another call')
  await expect(page.getByRole('heading', { name: 'Choose a day and a time' })).toBeFocused()
  await test.step('on a phone the page’s header covers no part of the new heading', () =>
    expectApart(page.getByRole('banner'), page.getByRole('heading', { level: 1 })))
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(page.getByRole('grid')).toBeVisible()
  const short = page.getByRole('region', { name: 'You have booked', exact: true })
  await expect(short).toContainText(`Wednesday 25 November 2026, 9:00 am ${place.zoneNames.summer}`)
  await expect(short.getByRole('link', { name: 'Change or cancel it' })).toHaveAttribute('href', link)

  await expect(short.getByRole('button', { name: 'Copy its link' })).toBeVisible()

  await test.step('an address that names a choice shows the calendar, even for the default date', async () => {
    for (const query of ['date=2026-11-24', 'package=mvp']) {
      await page.goto(`/booking?${query}`)
      await expect(short, query).toBeVisible()
      await expect(page.getByRole('grid'), query).toBeVisible()
    }
    await page.goto('/')
    await page.getByRole('link', { name: 'Next free call' }).first().click()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(short).toBeVisible()
  })

  await test.step('a message does not take the place of the booking', async () => {
    await page.getByText(says.contact).click()
    await fillIn(page, { email: 'kept@example.com', message: 'One more thing' })
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByRole('region', { name: says.inquirySent })).toBeFocused()
    await page.goto('/booking')
    await expect(panel, 'after “Book another call” too').toContainText('9:00 am')
    expect(await pathOfBooking(page)).toBe(link)
  })
})

const keepThis = 'Until we confirm, no email comes.'
const keepFirst = 'Keep the link first: without it this call cannot be changed.'

async function bookCall(page: Page, date: string, email: string): Promise<Locator> {
  await choose(page, date, '9:30 am')
  await fillIn(page, { email })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  return panel
}

test('on a phone the toast after a booking covers nothing, and its words stay on the page @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  const panel = await bookCall(page, '2026-11-26', 'toast@example.com')
  const message = page.getByRole('listitem').filter({ hasText: says.bookingToast })
  for (const other of [page.getByRole('heading', { level: 1 }), page.getByRole('banner'), panel])
    await expectApart(message, other)
  await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
  await expect(message, 'it goes with the page').not.toBeInViewport()
  await expect(message, 'it goes').toHaveCount(0)
  await expect(page.getByText(says.bookingToast), 'what it said stays').toBeVisible()
})

test('without mails a visitor can copy or mail the only link to the call @full', async ({
  page,
  context,
}) => {
  // A page without https has no clipboard API.
  await page.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const panel = await bookCall(page, '2026-11-27', 'ana+keys@example.com')
  const link = new URL(await pathOfBooking(page), page.url()).href
  await expect(panel.getByText(keepThis, { exact: true })).toBeVisible()
  await expect(panel.getByText(link), 'it is long, and for paper alone').toBeHidden()
  const mail = new URL(
    (await panel.getByRole('link', { name: 'Email it to yourself' }).getAttribute('href')) ?? '',
  )
  expect(mail.pathname).toBe('ana+keys@example.com')
  expect(mail.searchParams.get('body')).toContain(link)
  await panel.getByRole('button', { name: 'Copy the link to change or cancel it' }).click()
  await expect(panel.getByRole('button', { name: 'Copied' })).toBeFocused()

  const otherTab = await context.newPage()
  await otherTab.goto('/booking')
  expect(await otherTab.evaluate(() => navigator.clipboard.readText())).toBe(link)

  await expect(panel.getByText(keepFirst), 'it is kept').toBeHidden()
  await panel.getByRole('button', { name: 'Book another call' }).click()
  await expect(next(page)).toBeDisabled()
  await expect(panel).toHaveCount(0)
})

test('if the browser cannot copy, the link is there, selected, and copying by hand counts @full', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
    Object.defineProperty(document, 'execCommand', { value: () => false })
  })
  const panel = await bookCall(page, '2026-11-30', 'by-hand@example.com')
  const link = new URL(await pathOfBooking(page), page.url()).href
  await panel.getByRole('button', { name: 'Copy the link to change or cancel it' }).click()
  const field = panel.getByRole('textbox', { name: /^Copy it by hand/ })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(link)
  expect(await page.evaluate(() => String(getSelection()))).toBe(link)
  await expect(panel.getByText(keepFirst)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+C')
  await expect(panel.getByText(keepFirst)).toBeHidden()
})

test('a visitor books in a browser without storage @full', async ({ page }) => {
  await page.addInitScript(() => {
    for (const place of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, place, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const panel = await bookCall(page, '2026-12-03', 'private@example.com')
  await expect(panel.getByText(keepThis)).toBeVisible()
  await bookAgain(page)
  await expect(panel).toHaveCount(0)
})
