import { MAILED, mailedLink, newAdmin, OVER, passwords } from '../recovery'
import { axeViolations, expect, shareStudio, signIn, test } from './fixtures'

shareStudio()

test('a founder who forgot the password gets back in by a mail, and other browsers are signed out', async ({
  page,
  otherBrowser,
  studio,
}) => {
  const { email, password } = await newAdmin(studio, 'tui')
  const elsewhere = await otherBrowser()
  await signIn(elsewhere, { email, password })

  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgotten password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible()
  await page.getByRole('button', { name: 'Send the mail' }).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Your email is missing.')
  await page.getByLabel('Email').fill(`  ${email.toUpperCase()} `)
  expect(await axeViolations(page)).toEqual([])
  const link = await mailedLink(studio, email, async () => {
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await expect(page.getByRole('status').filter({ hasText: MAILED })).toBeFocused()
  })
  expect(link).toMatch(/\/login\/password\/[0-9a-f]{56}$/)

  await test.step('a short password gets an error before the link is spent', async () => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('too short')
    await page.getByRole('button', { name: 'Set the password' }).click()
    const field = page.getByLabel('New password', { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription('Please choose a password of 12 characters or more.')
    const eye = page.getByRole('button', { name: 'Show new password' })
    await eye.click()
    await expect(field).toHaveAttribute('type', 'text')
    expect(await axeViolations(page)).toEqual([])
  })
  await test.step('after a refused password the form asks for both the new and the current one', async () => {
    studio.proxy.set('pwned', 'PUT /auth/v1/user')
    await page.getByLabel('New password', { exact: true }).fill('a password of thieves')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(alert).toHaveText('This password is in lists of stolen ones. Please choose another.')
    studio.proxy.set('none')
    await page.getByLabel('New password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(alert).toHaveText('That is the password you have now. Please choose another.')
  })
  await page.getByLabel('New password', { exact: true }).fill(passwords[1] ?? '')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.waitForURL('**/admin')
  await expect(page.getByRole('banner').getByText(`Welcome, ${email}`)).toBeVisible()

  await test.step('the other browser is signed out, and signs in with the new password', async () => {
    await elsewhere.reload()
    await elsewhere.waitForURL(/\/login\?next=%2Fadmin.*&ended/)
    await signIn(elsewhere, { email, password: passwords[1] ?? '' })
  })
  await test.step('the used link opens nothing, and says how to get another', async () => {
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill(passwords[2] ?? '')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await expect(alert).toContainText(OVER)
    await expect(page.getByRole('link', { name: 'Have another mail sent' })).toHaveAttribute(
      'href',
      '/login/forgotten',
    )
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/admin')
    await expect(
      page.getByRole('banner').getByText(`Welcome, ${email}`),
      'and nobody is signed out',
    ).toBeVisible()
  })
})
