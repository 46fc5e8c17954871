import { alert, choose, day, fillIn, MONDAY, next, says, time } from './booking'
import { expect, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 } })

  test('the times come into view after a day is pressed, and nothing covers them before one is chosen', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/booking')
    await expect(next(page)).toBeVisible()
    const first = time(page, '9:00 am')
    await expect(first).not.toBeInViewport()
    await day(page, 'Thursday 26 November').click()
    await expect(page.getByRole('heading', { name: 'Thursday 26 November 2026' })).toBeInViewport({
      ratio: 1,
    })
    await expect(first).toBeInViewport({ ratio: 1 })
    const [bar, last] = [next(page), time(page, '3:30 pm')]
    await last.focus()
    expect((await bar.boundingBox())?.y).toBeGreaterThan((await last.boundingBox())?.y ?? Infinity)
    await last.check()
    await expect(next(page), 'the way on is at hand').toBeInViewport({ ratio: 1 })
    const [chosen, button] = [await last.boundingBox(), await next(page).boundingBox()]
    expect((chosen?.y ?? 0) + (chosen?.height ?? 0), 'and hides no time').toBeLessThan(button?.y ?? 0)
  })
})

test('a day is announced with what it has, a time by its clock, with its end and length', async ({
  page,
}) => {
  await page.goto('/booking')
  await expect(day(page, 'Wednesday 25 November')).toHaveAccessibleName(
    'Wednesday 25 November 2026, 12 times available',
  )
  await expect(time(page, '9:30 am')).toHaveAccessibleName('9:30 am NZDT')
  await expect(time(page, '9:30 am')).toHaveAccessibleDescription('to 10:00 am, 30 min')
  await expect(page.getByText('to 10:00 am, 30 min')).toBeVisible()
})

test('the focus stays with what was asked for: the next days, the last month', async ({ page }) => {
  await page.goto('/booking?date=2026-11-28')
  await expect(next(page)).toBeVisible()
  await page.getByRole('link', { name: 'Mon 30 Nov' }).click()
  await expect(page.getByRole('heading', { name: 'Monday 30 November 2026' })).toBeFocused()

  await page.goto('/booking?date=2026-11-28&month=2027-10')
  await page.getByRole('link', { name: 'Show November 2027' }).click()
  await expect(page.getByText('You can book up to Tuesday 23 November 2027.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'No other month' })).toHaveCount(1)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
  await expect(page.getByRole('link', { name: /24 November 2027/ })).toHaveCount(0)
})

test('before the page’s scripts run days and months are links, and nothing is shown that does nothing', async ({
  page,
  complaints,
}) => {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Show December 2026' }).click()
  await expect(page).toHaveURL('/booking?date=2026-11-24&month=2026-12')
  await day(page, 'Thursday 3 December').click()
  await expect(page.getByRole('heading', { name: 'Thursday 3 December 2026' })).toBeVisible()
  await expect(time(page, '9:00 am')).toBeVisible()
  await expect(next(page)).toHaveCount(0)
  await page.getByRole('link', { name: says.contact }).click()
  await expect(page.getByRole('button', { name: says.send })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0)
  expect(complaints.splice(0).filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})

test('a failure is a toast titled Error and stands beside the button until the next try, announced once', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-27', '9:00 am')
  await fillIn(page, { email: 'toast@example.com' })
  studio.proxy.set('429', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  const toast = page.getByRole('listitem').filter({ hasText: says.bookingNotMade })
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(toast.getByText('We could not reach our calendar just now.')).toHaveCount(1)
  await expect(alert(page)).toContainText(says.bookingNotMade)
  await expect(page.getByRole('alert').filter({ hasText: /./ }), 'only the toast speaks').toHaveCount(0)

  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
})

test('a faulty address is refused kindly, and the message box grows to a limit', async ({ page }) => {
  await page.goto('/booking?step=2')
  for (const email of ['name@gmail..com', 'name@gmail.com.']) {
    await fillIn(page, { email })
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Write it like name@example.com.')
  }
  const box = page.getByLabel('Tell us')
  const height = async () => (await box.boundingBox())?.height ?? 0
  const empty = await height()
  await box.fill('line\n'.repeat(8))
  expect(await height()).toBeGreaterThan(empty)
  await box.fill('line\n'.repeat(200))
  expect(await height()).toBeLessThan(450)
})
