import type { Page } from '@playwright/test'
import { createAdmin } from '@/scripts/admin-create'
import { client, expect, expectLive, inquire, openSetting, test, toast } from './admin'
import { axeLooks, axeViolations, shareStudio, signIn } from './fixtures'

shareStudio()
test.use({ storageState: { cookies: [], origins: [] } })

const rewi = { email: 'rewi@studio.test', password: 'rata-vine-on-a-stump' }
const next = 'tarata-leaves-crushed'
test.beforeAll(({ studio }) =>
  createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, rewi.email, rewi.password),
)

const present = (page: Page) => page.getByLabel('Present password', { exact: true })
const wanted = (page: Page) => page.getByLabel('New password', { exact: true })
async function change(page: Page, from: string, to: string) {
  await present(page).fill(from)
  await wanted(page).fill(to)
  const response = page.waitForResponse((one) => one.request().method() === 'POST')
  const button = page.getByRole('button', { name: 'Change the password' })
  await button.click()
  await response
  await expect(button).toHaveAttribute('aria-disabled', 'false')
}

test('changing the password needs the current one, and signs out other browsers but not this one @looks', async ({
  page,
  context,
  otherBrowser,
  studio,
}) => {
  const elsewhere = await otherBrowser()
  await signIn(elsewhere, rewi)
  await signIn(page, rewi)
  const otherTab = await context.newPage()
  await otherTab.goto('/admin')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()

  await test.step('the page lists the admins with their last sign-ins', async () => {
    await openSetting(page, 'Admins')
    const admins = page.getByRole('region', { name: 'Admins' })
    await expect(admins.getByRole('listitem').filter({ hasText: rewi.email })).toContainText(
      /Signed in last on \d+ \w+ \d{4}, \d+:\d\d [AP]M/,
    )
    await expect(admins.getByRole('listitem').filter({ hasText: studio.people.admin.email })).toBeVisible()
    await expect(admins.getByText(studio.people.member.email)).toHaveCount(0)
  })
  await test.step('no button is amber until a field is filled in, nor after it is emptied', async () => {
    await openSetting(page, 'Your password')
    const amber = page.getByRole('main').locator('.bg-primary').filter({ visible: true })
    await expect(amber).toHaveCount(0)
    await present(page).fill('r')
    await expect(amber).toHaveText('Change the password')
    await openSetting(page, 'Reminders')
    await expect(present(page), 'a line with changes stays open').toBeVisible()
    await present(page).fill('')
    await expect(amber).toHaveCount(0)
    await openSetting(page, 'Hours of notice')
    await expect(present(page)).toBeHidden()
  })
  await test.step('a new password that is too short does not try the current one', async () => {
    await openSetting(page, 'Your password')
    for (let n = 0; n < 6; n++) await change(page, 'not this one', 'too short')
    await expect(wanted(page)).toBeFocused()
    await expect(wanted(page)).toHaveAccessibleDescription(/^Please choose a password of 12 characters/)
  })
  await test.step('an error of the server appears at its field, and the session goes on', async () => {
    await change(page, 'not this one', next)
    await expect(present(page)).toHaveAccessibleDescription('The present password is not right.')
    await expect(present(page)).toBeFocused()
    await change(page, rewi.password, rewi.password)
    await expect(wanted(page)).toHaveAccessibleDescription(/^That is the password you have now/)
    for (const { width, colorScheme } of axeLooks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      expect(await axeViolations(page), `${width} px, ${colorScheme}`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
  })
  await test.step('one press signs out the other browser, which then signs in again', async () => {
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(toast(page, 'Success', /^Signed out everywhere else/)).toBeVisible()
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login\?next=%2Fadmin.*&ended/)
    await signIn(elsewhere, rewi)
  })
  await change(page, rewi.password, next)
  await expect(toast(page, 'Success', /^Password changed\./)).toBeVisible()
  await expect(present(page)).toHaveValue('')

  await test.step('the other browser is signed out at its next step', async () => {
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login\?next=%2Fadmin.*&ended/)
  })
  await test.step('this browser stays signed in and live, in its other tab too', async () => {
    await page.reload()
    await expect(page.getByRole('banner').getByText(`Welcome, ${rewi.email}`)).toBeVisible()
    await otherTab.bringToFront()
    await expectLive(otherTab)
    await inquire(studio, { name: 'Mere Tawhai' })
    await expect(otherTab.getByRole('row').filter({ hasText: 'Mere Tawhai' })).toBeVisible()
  })
  await client(studio, { email: rewi.email, password: next })
})

test('a wrong current password counts as an attempt of this browser, apart from strangers’ guesses @full', async ({
  page,
  studio,
}) => {
  const hemi = { email: 'hemi@studio.test', password: 'rimu-in-the-lower-valley' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, hemi.email, hemi.password)
  await signIn(page, hemi)
  await page.goto('/admin/settings')
  await openSetting(page, 'Your password')
  const stranger = await client(studio)
  const guess = { p_site_key: studio.siteKey ?? '', p_email: hemi.email, p_address: '198.51.100.1' }
  for (let n = 0; n < 20; n++) await stranger.rpc('admit_password', guess).throwOnError()
  for (let n = 0; n < 5; n++) await change(page, `wrong ${n}`, next)
  await expect(present(page)).toHaveAccessibleDescription('The present password is not right.')
  await change(page, hemi.password, next)
  await expect(present(page)).toHaveAccessibleDescription(/^There were too many attempts/)
})

test('if Auth fails the page says whether the password was changed, as far as the site can know @full', async ({
  page,
  studio,
}) => {
  const pita = { email: 'pita@studio.test', password: 'kahikatea-by-the-lower-river' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, pita.email, pita.password)
  await signIn(page, pita)
  await page.goto('/admin/settings')
  await openSetting(page, 'Your password')
  studio.proxy.set('500', 'PUT /auth/v1/user')
  await change(page, pita.password, next)
  await expect(wanted(page)).toHaveAccessibleDescription('The password was not changed. Please try again.')
  await test.step('without a response it is not known, and no toast says that the page shows it', async () => {
    studio.proxy.set('down', 'PUT /auth/v1/user')
    await change(page, pita.password, next)
    await expect(
      page.getByText(/Log out and sign in: with the new one, else with the one before\.$/),
    ).toBeVisible()
    await expect(page.getByText('We do not know whether it was done.')).toHaveCount(0)
  })
  await test.step('if the new password opens, it was changed', async () => {
    studio.proxy.set('lost', 'PUT /auth/v1/user')
    await change(page, pita.password, next)
    await expect(toast(page, 'Success', /^Password changed\./)).toBeVisible()
    studio.proxy.set('none')
    await page.reload()
    await expect(page.getByRole('banner').getByText(`Welcome, ${pita.email}`)).toBeVisible()
  })
})
