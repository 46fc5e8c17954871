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

test('a failure is a toast titled Error and stands beside the button until the next try, announced once; what was typed stays, until it works', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-27', '9:00 am')
  await fillIn(page, { email: 'toast@example.com', message: 'Patient' })
  studio.proxy.set('429', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  const toast = page.getByRole('listitem').filter({ hasText: says.bookingNotMade })
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(toast.getByText('We could not reach our calendar just now.')).toHaveCount(1)
  await expect(alert(page)).toContainText(says.bookingNotMade)
  await expect(page.getByRole('alert').filter({ hasText: /./ }), 'only the toast speaks').toHaveCount(0)

  studio.proxy.set('down')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText(says.bookingUnknown)
  await expect(alert(page).getByRole('link')).toHaveAttribute('href', /^mailto:.*Patient/)
  await expect(page.getByLabel('Tell us')).toHaveValue('Patient')

  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(page.getByText('Error', { exact: true })).toHaveCount(0)
})
