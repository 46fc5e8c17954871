import type { Page } from '@playwright/test'
import { alert, choose, deploy, fillIn, says, stored, pathOfBooking } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })

const load = (page: Page) => page.getByRole('button', { name: 'Load the page again' })

test('a deploy while a visitor writes costs them one press and no word @full', async ({
  page,
  studio,
  complaints,
}) => {
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, { name: 'Ana', email: 'deploy@example.com', message: 'Written before' })
  await deploy(page)
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page)).toContainText('The site has been updated since you opened this page.')
  await expect(page.getByLabel('Tell us')).toHaveValue('Written before')
  await load(page).click()
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByText('26 November 2026', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Ana')
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('2:00 pm')
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'deploy@example.com', message: 'Written before' }),
  )
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 4\d\d/)])

  await test.step('on the booking’s own page it costs one sentence, and the typed reason comes back', async () => {
    await page.goto(await pathOfBooking(page))
    const reason = page.getByLabel('What made you change your mind?')
    const cancel = page.getByRole('button', { name: 'Cancel the call' })
    const said = page.getByRole('main').getByRole('alert')
    await page.locator('summary', { hasText: 'Cancel the call' }).click()
    await reason.fill('Written before')
    await deploy(page)
    await cancel.click()
    await expect(said.getByRole('paragraph')).toHaveText([
      'The site has been updated since you opened this page. Load it again to go on.',
    ])
    await expect(reason).toHaveValue('Written before')
    await load(page).click()
    await expect(said).toHaveCount(0)
    await expect(reason).toHaveValue('Written before')
    await cancel.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is cancelled')
    expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 4\d\d/)])
  })
})

test('a deploy during a sign-in keeps the e-mail and forgets the password @full', async ({
  page,
  studio,
  complaints,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(studio.people.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(studio.people.admin.password)
  await deploy(page)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toContainText(
    'The site has been updated since you opened this page.',
  )
  await load(page).click()
  await expect(alert(page)).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(studio.people.admin.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  expect(kept).not.toContain(studio.people.admin.password)
  expect(complaints.splice(0)).toEqual([expect.stringMatching(/status of 4\d\d/)])
})
