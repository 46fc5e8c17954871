import type { Page } from '@playwright/test'
import { book, client, expect, expectLive, inquire, row, test } from './admin'
import { shareStudio, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.beforeAll(async ({ studio }) => {
  const admin = await client(studio, studio.people.admin)
  await inquire(studio, { name: 'Keyboard Kim' })
  await book(studio, { name: 'Booked Bella', date: '2026-12-08' })
  await admin.from('recurring_availability').delete().gte('day_of_week', 0).throwOnError()
})

/** Tabs until the focused element begins with these words. */
async function tabTo(page: Page, name: string, key = 'Tab') {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press(key)
    const words = await page.evaluate(() => {
      const focused = document.activeElement as HTMLInputElement
      return focused.ariaLabel ?? focused.labels?.[0]?.innerText ?? focused.innerText
    })
    if (words.replace(/\s+/g, ' ').startsWith(name)) return
  }
  throw new Error(`${name} cannot be reached with the keyboard`)
}

const said = (page: Page, text: string) => expect(page.getByText(text)).toBeVisible()

test('by keyboard alone an admin finds a message and a booking, and answers both', async ({ page }) => {
  const keys = page.keyboard
  const search = page.getByRole('searchbox', { name: 'Search' })
  await page.goto('/admin')
  await expectLive(page)
  const table = page.getByRole('table')
  await tabTo(page, 'Search')
  await expect(search).toBeFocused()
  await keys.type('keyboard')
  await expect(page).toHaveURL(/[?&]q=keyboard$/)
  await tabTo(page, 'Actions for Keyboard Kim')
  await keys.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused()
  await keys.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await tabTo(page, 'Mark as replied')
  await keys.press('Enter')
  await said(page, 'Inquiry replied successfully')
  await expect(row(page, 'Keyboard Kim')).toContainText('replied')
  await expect(table.getByRole('link', { name: 'Keyboard Kim', exact: true })).toBeFocused()
  await tabTo(page, 'Actions for Keyboard Kim')
  await keys.press('Enter')
  await keys.press('a') // letters choose in a menu, too: Archive
  await expect(page.getByRole('menuitem', { name: 'Archive' })).toBeFocused()
  await keys.press('Escape')
  await expect(table.getByRole('button', { name: 'Actions for Keyboard Kim' })).toBeFocused()

  await search.focus()
  await keys.press('Control+a')
  await keys.type('bella')
  await expect(row(page, 'Keyboard Kim')).toHaveCount(0)
  await tabTo(page, 'Booked Bella')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Booked Bella', level: 2 })).toBeVisible()
  await tabTo(page, 'Confirm')
  await keys.press('Enter')
  await said(page, 'Booking confirmed successfully')
  await expect(page.getByRole('main')).toContainText('Confirmed')
})

test('by keyboard alone an admin closes a date, sets up a week, makes a day shorter, reaches Logout @full', async ({
  page,
}) => {
  await page.goto('/admin')
  await expectLive(page)
  const keys = page.keyboard
  await tabTo(page, 'Hours')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeVisible()
  await expectLive(page)
  await tabTo(page, 'Next month')
  await keys.press('Enter')
  await keys.press('Tab')
  await keys.press('ArrowDown')
  const label = await page.locator('[role=grid] button:focus').getAttribute('aria-label')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: String(label).replace(/,.*/, '') })).toBeVisible()
  await tabTo(page, 'From')
  await keys.type('12242026')
  await tabTo(page, 'Reason')
  await keys.type('Christmas Eve')
  await keys.press('Enter')
  await said(page, 'Date disabled successfully')
  await expect(page.getByRole('list', { name: 'Closed dates' })).toContainText('Thu 24 Dec Christmas Eve')

  await tabTo(page, 'Add Availability for a weekday or one date')
  await keys.press('Enter')
  await tabTo(page, 'Mon–Fri')
  await keys.press('Enter')
  await tabTo(page, 'Add many')
  await keys.press('Enter')
  await tabTo(page, 'Range from')
  await keys.type('0900AM')
  await tabTo(page, 'Range to')
  await keys.type('1200PM')
  await keys.press('Enter')
  await expect(page.getByLabel(/^Start time/)).toHaveCount(6)
  await tabTo(page, 'Save availability')
  await keys.press('Enter')
  await said(page, 'Availability has been updated.')

  const friday = page.locator('summary').filter({ hasText: 'Friday' })
  await expect(friday).toContainText('6 times')
  await tabTo(page, 'Friday 9:00 AM – 12:00 PM', 'Shift+Tab')
  await keys.press('Enter')
  await tabTo(page, 'Edit Friday')
  await keys.press('Enter')
  await expect(page.getByRole('heading', { name: 'Edit Friday' })).toBeFocused()
  await tabTo(page, 'Remove time 6')
  await keys.press('Enter')
  await tabTo(page, 'Save availability')
  await keys.press('Enter')
  await expect(friday).toBeFocused()
  await expect(friday).toContainText('5 times')

  // Does not press it: that would end the session of the other tests.
  await tabTo(page, 'Logout', 'Shift+Tab')
  await expect(page.getByRole('button', { name: 'Logout' })).toBeFocused()
})
