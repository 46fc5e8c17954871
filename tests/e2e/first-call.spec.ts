import { addDays, dateAt, formatLongDate, weekdayOf } from '@/lib/dates'
import { expect, shareStudio, signIn, test } from './fixtures'

shareStudio()

test('a visitor books a call, the admin sees it without reloading and confirms it', async ({
  page,
  otherBrowser,
  studio,
}) => {
  const adminPage = await otherBrowser()
  await signIn(adminPage, studio.people.admin)
  await expect(adminPage.getByText('Live', { exact: true })).toBeVisible()

  await page.goto('/')
  await page.getByRole('link', { name: 'Start Your Project' }).first().click()
  const monday = addDays(dateAt(), 7 - weekdayOf(dateAt()))
  await page.goto(`/booking?date=${monday}`)
  await expect(page.getByRole('heading', { name: formatLongDate(monday) })).toBeVisible()
  await page.getByRole('radio', { name: /^9:00 am/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Name').fill('Aroha Ngata')
  await page.getByLabel('Email').fill('aroha@example.com')
  await page.getByRole('button', { name: 'Book a free strategy call' }).click()
  await expect(page.getByText('Booking created successfully')).toBeVisible()

  const row = adminPage.getByRole('row', { name: /Aroha Ngata/ })
  await expect(row).toContainText('pending')
  await row.getByRole('button', { name: 'Aroha Ngata', exact: true }).click()
  await adminPage
    .getByRole('dialog')
    .getByRole('button', { name: /confirm/i })
    .click()
  await expect(adminPage.getByText('Booking confirmed successfully')).toBeVisible()
  await expect(row).toContainText('confirmed')
})
