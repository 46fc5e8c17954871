import type { Page } from '@playwright/test'
import { expect, expectLive, test } from './admin'
import { createAdmin } from '@/scripts/admin-create'
import { MONDAY, setStudioClock, shareStudio, signIn, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })
test.use({ storageState: { cookies: [], origins: [] } })

/** An admin for this file only, so that a logout ends no session of other files. */
const lena = { email: 'lena@studio.test', password: 'manuka-in-the-south-wind' }
test.beforeAll(async ({ studio }) => {
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, lena.email, lena.password)
})

test('a signed-out person sees no admin; the sign-in keeps the e-mail, names the error and leads on', async ({
  page,
  request,
  studio,
}) => {
  const response = await request.get('/admin', { maxRedirects: 0 })
  expect(response.status()).toBe(307)
  expect(await response.text()).toBe('/login?next=%2Fadmin')
  for (const path of ['/admin?date=2027-01-05', '/admin/nowhere']) {
    const response = await request.get(path, { maxRedirects: 0 })
    expect(response.status(), path).toBe(307)
    expect(response.headers().location, path).toBe(`/login?next=${encodeURIComponent(path)}`)
  }

  await page.goto('/admin?q=ana&sort=name')
  await expect(page).toHaveURL(/\/login\?next=/)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  const alert = page.getByRole('main').getByRole('alert')

  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(alert).toHaveText('You must provide either an email or phone number and a password')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Your email is missing.')

  const { email, password } = lena
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(alert).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Email')).toHaveValue(email)

  const eye = page.getByRole('button', { name: 'Show password' })
  await expect(eye).toHaveAttribute('aria-pressed', 'false')
  await eye.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await eye.click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password')

  studio.proxy.set('down', '/token')
  const send = await holdRequests(page, '/login?*')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible()
  send()
  await expect(alert).toHaveText('Signing in is not possible right now. Please try again in a minute.')
  studio.proxy.set('none')

  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/admin\?q=ana&sort=name/)
  await expect(page.getByRole('banner').getByText(`Welcome, ${email}`)).toBeVisible()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('ana')
})

test('without JavaScript the sign-in shows no button that does nothing', async ({ otherBrowser }) => {
  const page = await otherBrowser({ javaScriptEnabled: false })
  await page.goto('/login')
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page.getByRole('button')).toHaveText(['Sign In'])
})

test('without JavaScript the admin says that it needs it, and Logout works @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ javaScriptEnabled: false })
  await signIn(page, lena)
  await expect(page.getByText('The admin needs JavaScript.')).toBeVisible()
  await expect(page.getByRole('status'), 'nothing is loading for ever').toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/login')
  await page.goto('/admin')
  await page.waitForURL(/\/login\?next/)
})

test('an admin whose session ended in another browser is at the sign-in within a minute @full', async ({
  page,
  otherBrowser,
  complaints,
}) => {
  await page.clock.install({ time: MONDAY })
  await signIn(page, lena)
  await expectLive(page)
  const elsewhere = await otherBrowser()
  await setStudioClock(elsewhere.context(), MONDAY)
  await signIn(elsewhere, lena)
  await elsewhere.getByRole('button', { name: 'Logout' }).click()
  await elsewhere.waitForURL('/login')
  await page.clock.fastForward(60_000)
  await page.waitForURL(/\/login\?next=%2Fadmin.*&ended=session/)
  await expect(page.getByRole('main')).toContainText('Your session has ended.')
  complaints.length = 0 // the browser logs the Auth server's refusal
})

test('after Logout no tab and no Back shows the admin', async ({ page, context, complaints }) => {
  await signIn(page, lena)
  const otherTab = await context.newPage()
  await otherTab.goto('/admin')
  await expectLive(otherTab)
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await otherTab.waitForURL(/\/login\?next=%2Fadmin.*&ended/)
  await page.goBack()
  await expect(page.getByRole('table')).toHaveCount(0)

  // The browser logs each read with a 401, and must log nothing else.
  expect(complaints.splice(0).filter((text) => !text.includes('401'))).toEqual([])
})

test('offline or without the Auth server Logout ends this browser’s session, and says what remains @full', async ({
  page,
  context,
  studio,
  complaints,
}) => {
  await test.step('Logout while the Auth server fails', async () => {
    await signIn(page, lena)
    studio.proxy.set('500', '/logout')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expectLoggedOutHere(page)
    studio.proxy.set('none')
  })
  await signIn(page, lena)
  await expectLive(page)
  // Blocks refreshes: one that breaks off would navigate, which another test checks.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectLoggedOutHere(page)
  await context.setOffline(false)
  const response = await page.request.get('/admin', { maxRedirects: 0 })
  expect(response.headers().location ?? (await response.text())).toContain('/login')
  complaints.length = 0 // the browser logs each failed request
})

async function expectLoggedOutHere(page: Page) {
  await expect(page.getByRole('heading', { name: 'You are logged out on this device' })).toBeFocused()
  await expect(page.getByText('other devices stay signed in', { exact: false })).toBeVisible()
  await expect(page.getByRole('table'), 'nothing of the admin is left').toHaveCount(0)
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  expect(cookies, 'no session, but the browser is known at the sign-in').toEqual(['studio-device'])
}
