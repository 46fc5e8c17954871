import { choose, fillIn, MONDAY, next, says, stored, time } from './booking'
import { expect, expectApart, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('a booking’s confirmation says what happens next, survives a reload and a look at another page, and is closed once; on a phone the message of success covers nothing that can be pressed next', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 720 })
  await choose(page, '2026-11-25', '9:00 am')
  await fillIn(page, { email: 'kept@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toBeFocused()
  const message = page.getByRole('listitem').filter({ hasText: says.bookingToast })
  await expectApart(message, panel.getByRole('link', { name: 'Add to your calendar' }))
  await expectApart(message, page.getByRole('button', { name: 'Menu' }))
  await expect(page.getByRole('heading', { name: 'Book another call' })).toBeVisible()

  await page.setViewportSize({ width: 1280, height: 720 })
  await page.reload()
  await expect(panel).toContainText('We’ll write to kept@example.com within 24 hours to confirm it.')
  await expect(panel).toContainText('9:00 am')
  await expect(panel.getByRole('link', { name: 'Change or cancel this call' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(panel).toContainText('kept@example.com')

  await panel.getByRole('button', { name: 'Copy link' }).click()
  await expect(panel.getByRole('button', { name: 'Link copied' })).toBeVisible()
  const manage = await panel.getByRole('link', { name: 'Change or cancel' }).getAttribute('href')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    new URL(manage ?? '', page.url()).href,
  )

  await panel.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Choose a day and a time' })).toBeFocused()
  await page.reload()
  await expect(next(page)).toBeDisabled()
  await expect(panel).toHaveCount(0)
})

test('the time that was just booked is not offered again, though a cache still calls it free', async ({
  page,
}) => {
  await page.goto('/booking?date=2026-11-26')
  const stale = await (await page.request.get('/api/slots?from=2026-11-01&to=2026-12-31')).json()
  await page.route('**/api/slots?**', (route) => route.fulfill({ json: stale }))
  await time(page, '10:00 am').check()
  await next(page).click()
  await fillIn(page, { email: 'once@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  const read = page.waitForResponse(/api\/slots\?/)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await read
  await page.getByRole('link', { name: 'Thursday 26 November 2026, 11 times available' }).click()
  await expect(time(page, '10:30 am')).toBeVisible()
  await expect(time(page, '10:00 am')).toHaveCount(0)
})

test('a package whose button was pressed is named, goes with the request, and can be taken off', async ({
  page,
  studio,
}) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Start with Growth' }).click()
  await time(page, '9:30 am').check()
  await next(page).click()
  await expect(page.getByRole('checkbox', { name: 'It is about the Growth package' })).toBeChecked()
  await page.reload()
  await fillIn(page, { email: 'growth@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()

  await page.goto('/booking?package=scale&step=2')
  await page.getByRole('checkbox', { name: 'It is about the Scale package' }).uncheck()
  await fillIn(page, { email: 'unsure@example.com' })
  await page.getByRole('button', { name: says.send }).click()
  await expect(page.getByRole('region', { name: says.inquirySent })).toBeFocused()

  const { bookings, inquiries } = await stored(studio)
  expect(bookings.find(({ email }) => email === 'growth@example.com')).toMatchObject({
    package: 'growth',
    message: null,
  })
  expect(inquiries.find(({ email }) => email === 'unsure@example.com')).toMatchObject({ package: null })
})
