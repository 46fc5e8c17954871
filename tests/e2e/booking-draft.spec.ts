import type { Page } from '@playwright/test'
import { book } from './admin'
import { bookAgain, choose, fillIn, next, says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const typed = { name: 'Ana', email: 'draft@example.com', message: 'Half a thought' }
const empty = { name: '', email: '', message: '' }

async function expectFields(page: Page, { name, email, message }: typeof typed): Promise<void> {
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Tell us')).toHaveValue(message)
}

const ticket = (page: Page) => page.getByText('26 November 2026', { exact: true })

test('a visitor’s entries and chosen time survive Back, Forward and a reload', async ({ page }) => {
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, typed)

  await test.step('Back and Forward lose nothing, by the form’s button and the browser’s', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(time(page, '2:00 pm')).toBeChecked()
    await page.goForward()
    await expectFields(page, typed)
    await page.goBack()
    await expect(page.getByText('Thursday 26 November 2026, 2:00 pm')).toBeVisible()
    await next(page).click()
  })

  await test.step('a reload loses nothing', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: says.book })).toBeVisible()
    await expect(ticket(page)).toBeVisible()
    await expectFields(page, typed)
  })
})

test('a visitor’s entries survive Get Started, another site, and typing during the submit @full', async ({
  page,
  studio,
}) => {
  const nav = page.getByRole('navigation', { name: 'Main' })
  await choose(page, '2026-11-26', '2:00 pm')
  await fillIn(page, typed)

  await test.step('Get Started, which shows step 1, and Back to step 2 lose nothing', async () => {
    await nav.getByRole('link', { name: 'Get Started' }).click()
    await expect(page).toHaveURL('/booking')
    await expect(next(page)).toBeDisabled()
    await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
    await time(page, '9:30 am').check()
    await next(page).click()
    await expect(page.getByText('24 November 2026', { exact: true })).toBeVisible()
    await expectFields(page, typed)
    await page.goBack()
    await page.goBack()
    await expect(ticket(page)).toBeVisible()
    await expectFields(page, typed)
  })

  await test.step('Back from another site keeps the chosen time, though an earlier one was booked', async () => {
    await book(studio, { name: 'Somebody', date: '2026-11-26' })
    await page.goto('about:blank')
    await page.goBack()
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('2:00 pm')
  })

  await test.step('typing during the submit is kept, and after it the form is empty', async () => {
    await bookAgain(page)
    await time(page, '10:00 am').check()
    await next(page).click()
    await fillIn(page, typed)
    studio.proxy.set('hang', 'create_booking')
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByRole('button', { name: says.submitting })).toBeVisible()
    await page.getByLabel('Email').press('End')
    await page.getByLabel('Email').pressSequentially('.nz')
    await expect(page.getByLabel('Email')).toHaveValue(typed.email)
    studio.proxy.set('none')
    await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('10:00 am')

    await bookAgain(page)
    await page.getByText(says.contact).click()
    await expectFields(page, empty)
  })
})
