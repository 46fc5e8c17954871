import type { Page } from '@playwright/test'
import { fillIn, MONDAY, next, says, stored, time } from './booking'
import { createAdmin } from '@/scripts/admin-create'
import { expect, shareStudio, signIn, test } from './fixtures'

shareStudio({ now: MONDAY })

/** An admin of this file's own: logging out ends no session of the others. */
const lars = { email: 'lars@studio.test', password: 'pohutukawa-over-the-bay' }

/** Opens a page; from then on its further scripts cannot be loaded, until a whole page is asked for: offline for a moment, or after a deploy. */
async function openWithoutLaterScripts(page: Page, path: string): Promise<void> {
  await page.goto(path)
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

test('the landing page can be read, and its carousel scrolls by hand', async ({ page }) => {
  await openWithoutLaterScripts(page, '/')
  await page.getByRole('heading', { name: 'Recent Products' }).scrollIntoViewIfNeeded()
  const last = page.getByRole('group', { name: '3 of 3' })
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport()
  await expect(broken(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Products' })).toBeVisible()
})

test('the About page can be read', async ({ page }) => {
  await openWithoutLaterScripts(page, '/about')
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
})

test('a link whose page’s script cannot be loaded asks for the whole page', async ({ page }) => {
  await openWithoutLaterScripts(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/booking')
  await time(page, '9:00 am').check()
  await expect(next(page)).toBeEnabled()
  await expect(broken(page)).toHaveCount(0)
})

test('a booking that was stored is confirmed', async ({ page, studio }) => {
  await openWithoutLaterScripts(page, '/booking?date=2026-11-25')
  await time(page, '9:00 am').check()
  await next(page).click()
  await fillIn(page, { email: 'late@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(page.getByText(says.bookingToast)).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'late@example.com' }),
  )
})

test('a failed sign-in says why', async ({ page, studio }) => {
  await openWithoutLaterScripts(page, '/login')
  await page.getByLabel('Email').fill(studio.people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Invalid login credentials')).toBeVisible()
})

test('the admin switches a time off and logs out', async ({ page, studio }) => {
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, lars.email, lars.password)
  await signIn(page, lars)
  await openWithoutLaterScripts(page, '/admin')
  await page
    .getByRole('button', { name: /^Disable \d/ })
    .first()
    .click()
  await expect(page.getByText('Slot availability updated successfully')).toBeVisible()
  await expect(broken(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
})
