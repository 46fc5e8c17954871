import type { Page } from '@playwright/test'
import { about } from '@/lib/content/about'
import { fillIn, next, saidOnce, says, stored, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

/**
 * Makes further scripts fail until the next full page load, as when offline for a moment or after a
 * deploy.
 */
async function loseLaterScripts(page: Page): Promise<void> {
  await page.unrouteAll()
  let late = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) late = false
  })
  await page.route(/\.js(\?|$)/, (route) => (late ? route.abort() : route.continue()))
}

const broken = (page: Page) => page.getByRole('heading', { name: 'That did not work' })

test.afterEach(({ complaints }) => {
  // The browser logs each script that could not be loaded; any other line is an error of the site.
  const other = complaints
    .splice(0)
    .filter((line) => !/ERR_FAILED|ChunkLoadError|Failed to load chunk/.test(line))
  expect(other).toEqual([])
})

test('a missing script breaks neither the About page, nor its links, nor a confirmation @full', async ({
  page,
  studio,
}) => {
  await page.goto('/about')
  await loseLaterScripts(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: about.foundersTitle })).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/booking')
  await time(page, '9:00 am').check()
  await expect(next(page), 'the scripts of the whole page run').toBeEnabled()

  await loseLaterScripts(page)
  await next(page).click()
  await fillIn(page, { email: 'late@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(saidOnce(page, says.bookingToast)).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'late@example.com' }),
  )
})
