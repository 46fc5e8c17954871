import { place } from '@/lib/content/place'
import type { Page } from '@playwright/test'
import { day, next, says, time } from './booking'
import { expect, shareStudio, test, MONDAY, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })

/** The names of the fields that a screen reader announces as invalid. */
async function invalidIn(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  return nodes
    .filter(({ properties = [] }) =>
      properties.some(({ name, value }) => name === 'invalid' && value.value !== 'false'),
    )
    .map(({ name }): unknown => name?.value)
}

test('a day without times says so and names days with times; the focus stays on the day', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/api/slots') && calls.push(request.url()))
  const own = page.waitForResponse(/\/api\/slots\?from=2026-11-01&to=2026-12-31$/)
  await page.goto('/booking?date=2026-11-23')
  await expect(page.getByText(says.today)).toBeVisible()
  await own
  calls.splice(0)
  await day(page, 'Saturday 28 November').click()
  await expect(page.getByText(says.none)).toBeVisible()
  const soon = page.getByRole('region', { name: 'The next free times' }).getByRole('link')
  await expect(soon, 'counted from today').toHaveText([/^Tue 24 Nov/, /^Wed 25 Nov/, /^Thu 26 Nov/])
  await soon.nth(1).click()
  await expect(page.getByRole('heading', { name: 'Wednesday 25 November 2026' })).toBeVisible()
  await expect(time(page, '9:00 am')).toBeChecked()

  await test.step('known times appear at once, and refresh when the window gets the focus again', async () => {
    await page.getByRole('link', { name: 'Show December 2026' }).click()
    await day(page, 'Tuesday 1 December').click()
    await expect(page.getByRole('heading', { name: 'Tuesday 1 December 2026' })).toBeVisible()
    await expect(time(page, '3:30 pm')).toBeVisible()
    // The first call brought this month and the next, so only the month after may be requested.
    expect(calls.filter((url) => /from=2026-1[12]/.test(url))).toEqual([])
    await Promise.all([
      page.waitForResponse(/\/api\/slots\?from=2026-12-01&to=2027-01-31$/),
      page.evaluate(() => dispatchEvent(new Event('focus'))),
    ])
  })

  const release = await holdRequests(page, '**/api/slots?**')
  await page.getByRole('link', { name: 'Show January 2027' }).click()
  await page.getByRole('link', { name: 'Show February 2027' }).click()
  await page.getByRole('link', { name: 'Show March 2027' }).click()
  await day(page, 'Monday 15 March 2027').click()
  await expect(page.getByText(says.loading)).toBeVisible()
  release()
  await expect(time(page, '9:00 am')).toBeVisible()

  await test.step('pressing the chosen day again keeps the chosen time', async () => {
    await time(page, '11:00 am').check()
    await day(page, 'Monday 15 March').click()
    await expect(page).toHaveURL(/slot=/)
    await expect(time(page, '11:00 am')).toBeChecked()
    await expect(next(page)).toBeEnabled()
    await day(page, 'Tuesday 16 March').click()
    await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  })

  await page.goto('/booking?date=2026-11-28&month=2027-10')
  await page.getByRole('link', { name: 'Show November 2027' }).click()
  await expect(page.getByText('You can book up to Tuesday 23 November 2027.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'No other month' })).toHaveCount(1)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A')
  await expect(page.getByRole('link', { name: /24 November 2027/ })).toHaveCount(0)
})

test('by keyboard alone a visitor hears the count of a day’s times, and each start and end', async ({
  page,
}) => {
  await page.goto('/booking')
  await expect(time(page, '9:30 am')).toHaveAccessibleName(
    `9:30 am ${place.zoneNames.summer} to 10:00 am 30 min`,
  )
  await expect(time(page, '9:30 am')).toHaveAccessibleDescription('')
  expect(await invalidIn(page), 'nobody has chosen wrongly').toEqual([])
  await page.getByRole('link', { name: 'Show December 2026' }).focus()
  await page.keyboard.press('Tab')
  await expect(day(page, 'Tuesday 24 November 2026')).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(day(page, 'Tuesday 24 November 2026'), 'that is the browser’s own key').toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day(page, 'Wednesday 25 November')).toHaveAccessibleName(
    'Wednesday 25 November 2026, 12 times available',
  )
  await page.keyboard.press('Home')
  await expect(day(page, 'Tuesday 24 November'), 'the row’s first that can be chosen').toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(day(page, 'Wednesday 2 December 2026')).toBeFocused()
  await page.keyboard.press('Home')
  await expect(day(page, 'Monday 30 November 2026'), 'the row’s first').toBeFocused()
  await page.keyboard.press('End')
  await expect(day(page, 'Sunday 6 December 2026, no times available')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(day(page, 'Wednesday 6 January 2027, 12 times available')).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByRole('heading', { name: 'Monday 7 December 2026' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect(time(page, '9:30 am')).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  expect(await invalidIn(page), 'nobody has written anything wrong').toEqual([])
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Kiri')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kiri@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
})
