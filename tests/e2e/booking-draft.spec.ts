import { alert, choose, fillIn, MONDAY, next, says, time } from './booking'
import { expect, shareStudio, test } from './fixtures'
import type { Page } from '@playwright/test'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = { name: 'Ana', email: 'draft@example.com', message: 'Half a thought' }

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(typed.name)
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  await expect(page.getByLabel('Tell us')).toHaveValue(typed.message)
}

test('what was typed and chosen survives a look at another page and Back', async ({ page }) => {
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, typed)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'Meet the Founders' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: says.book })).toBeVisible()
  await expect(page.getByText('26 November 2026', { exact: true })).toBeVisible()
  await expectTyped(page)
})

test('and a reload', async ({ page }) => {
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, typed)
  await page.reload()
  await expect(page.getByRole('button', { name: says.book })).toBeVisible()
  await expectTyped(page)
})

test('Get Started on step 2 shows step 1, the text is kept, and Back shows step 2 again', async ({
  page,
}) => {
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, typed)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/booking')
  await expect(next(page)).toBeDisabled()
  await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
  await time(page, '9:30 am').check()
  await next(page).click()
  await expect(page.getByText('24 November 2026', { exact: true })).toBeVisible()
  await expectTyped(page)
  await page.goBack()
  await page.goBack()
  await expect(page.getByText('26 November 2026', { exact: true })).toBeVisible()
  await expectTyped(page)
})

test('after a booking nothing of it is left', async ({ page }) => {
  await choose(page, '2026-11-27', '2:00 pm')
  await fillIn(page, typed)
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
  await page.goto('/booking?step=2')
  await expect(page.getByRole('button', { name: says.send })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Tell us')).toHaveValue('')
})

test('and nothing either when it was stored at the second try', async ({ page, studio }) => {
  await choose(page, '2026-11-27', '9:00 am')
  await fillIn(page, typed)
  studio.proxy.set('lost', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText(says.bookingUnknown)
  studio.proxy.set('none')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
  await time(page, '9:30 am').check()
  await next(page).click()
  await expect(page.getByLabel('Name')).toHaveValue('')
  await expect(page.getByLabel('Email')).toHaveValue('')
  await expect(page.getByLabel('Tell us')).toHaveValue('')
})

test('what is typed while it is being sent does not vanish with the success: until then the fields take nothing', async ({
  page,
  studio,
}) => {
  await choose(page, '2026-11-27', '10:00 am')
  await fillIn(page, typed)
  studio.proxy.set('hang', 'create_booking')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('button', { name: says.submitting })).toBeVisible()
  await page.getByLabel('Email').press('End')
  await page.getByLabel('Email').pressSequentially('.nz')
  await expect(page.getByLabel('Email')).toHaveValue(typed.email)
  studio.proxy.set('none')
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
})

test('Back from another site: the chosen time is still the one, though an earlier one was booked meanwhile', async ({
  page,
  context,
}) => {
  await choose(page, '2026-11-25', '10:00 am')
  await fillIn(page, { ...typed, email: 'back@example.com' })
  const somebody = await context.newPage()
  await choose(somebody, '2026-11-25', '9:00 am')
  await fillIn(somebody, { email: 'somebody@example.com' })
  await somebody.getByRole('button', { name: says.book }).click()
  await expect(somebody.getByRole('region', { name: says.bookingCreated })).toBeVisible()

  await page.goto('about:blank')
  await page.goBack()
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('10:00 am')
})
