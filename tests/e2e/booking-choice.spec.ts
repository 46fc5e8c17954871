import { choose, day, fillIn, MONDAY, next, says, time } from './booking'
import { expect, scriptBytes, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

test('Back, Forward and a reload keep the choice, and the steps keep the text', async ({ page }) => {
  await choose(page, '2026-11-26', '2:00 pm')
  const chosen = page.url()
  await fillIn(page, { name: 'Ana', email: 'back@example.com', message: 'Half a thought' })
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(time(page, '2:00 pm')).toBeChecked()
  await page.goForward()
  await expect(page.getByLabel('Tell us')).toHaveValue('Half a thought')
  await page.goBack()
  await expect(page.getByText('Thursday 26 November 2026, 2:00 pm')).toBeVisible()
  await next(page).click()
  await page.reload()
  expect(page.url()).toBe(chosen)
  await expect(page.getByRole('button', { name: says.book })).toBeVisible()
  await expect(page.getByText('26 November 2026', { exact: true })).toBeVisible()
})

test('the first page that arrives holds tomorrow’s times, and junk in the address changes nothing', async ({
  request,
}) => {
  for (const query of ['', '?date=junk&slot=1&step=7', '?date=2026-02-30&date=x', '?step[]=2']) {
    const html = await (await request.get(`/booking${query}`)).text()
    expect(html, query).toContain('Tuesday 24 November 2026')
    expect(html, query).toContain('value="2026-11-24 15:30-16:00 ')
    expect(html).not.toContain(says.loading)
  }
})

test('a day says when it has no times, and which days have some', async ({ page }) => {
  await page.goto('/booking?date=2026-11-23')
  await expect(page.getByText(says.today)).toBeVisible()
  await page.goto('/booking')
  await day(page, 'Saturday 28 November').click()
  await expect(page.getByText(says.none)).toBeVisible()
  await page.getByRole('link', { name: 'Mon 30 Nov' }).click()
  await expect(page.getByRole('heading', { name: 'Monday 30 November 2026' })).toBeVisible()
  await expect(time(page, '9:00 am')).toBeVisible()

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/slots?**', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Show December 2026' }).click()
  await page.getByRole('link', { name: 'Show January 2027' }).click()
  await day(page, 'Monday 11 January 2027').click()
  await expect(page.getByText(says.loading)).toBeVisible()
  release()
  await expect(time(page, '9:00 am')).toBeVisible()
})

test('by keyboard alone, hearing how many times a day has', async ({ page }) => {
  await page.goto('/booking')
  await page.getByRole('link', { name: 'Show December 2026' }).focus()
  await page.keyboard.press('Tab')
  await expect(day(page, 'Tuesday 24 November 2026')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(day(page, 'Wednesday 2 December 2026')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(day(page, 'Monday 30 November 2026')).toBeFocused()
  await page.keyboard.press('End')
  await expect(day(page, 'Sunday 6 December 2026, no times available')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(day(page, 'Wednesday 6 January 2027, 12 times available')).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Monday 7 December 2026' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(time(page, '9:30 am')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kiri')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kiri@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
})

test('a time that was pressed before the page’s scripts ran stays chosen, and the address knows it', async ({
  page,
}) => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/*.js', (route) => arrived.then(() => route.continue()))
  await page.goto('/booking', { waitUntil: 'commit' })
  await time(page, '10:00 am').check()
  arrive()
  await next(page).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page).toHaveURL(/slot=.*step=2/)
  await page.goBack()
  await expect(time(page, '10:00 am')).toBeChecked()
  await expect(page).toHaveURL(/slot=/)
})

test('the page’s scripts are at most 180 KB', async ({ request }) => {
  expect(await scriptBytes(request, '/booking'), 'gzipped').toBeLessThanOrEqual(180_000)
})
