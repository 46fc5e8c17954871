import { book } from './admin'
import { alert, fillIn, says, stored, time, pathOfBooking } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.use({ javaScriptEnabled: false })

// tests/http/without-javascript.spec.ts has what needs no browser: what is stored, and each error with all entries.
test('without JavaScript only what works is shown, errors are in view, and Enter books the time @full', async ({
  page,
  studio,
}) => {
  const submit = page.getByRole('button', { name: says.book })
  await page.goto('/booking')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeHidden()
  await page.getByLabel('Date').fill('2026-12-09')
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByRole('heading', { name: 'Wednesday 9 December 2026' })).toBeVisible()

  await time(page, '11:30 am').check()
  await fillIn(page, { email: 'ana@example' })
  await submit.click()
  await expect(page.getByText('Write it like name@example.com.')).toBeInViewport()
  await expect(alert(page)).toBeFocused()
  await expect(alert(page)).toBeInViewport()

  await page.getByLabel('Email').fill('enter@example.com')
  await book(studio, { name: 'Faster', date: '2026-12-09', nth: 5 })
  await submit.click()
  await expect(alert(page).getByRole('button')).toHaveCount(3)
  await expect(alert(page).getByRole('button').last(), 'nobody has to look for it').toBeInViewport()
  await time(page, '9:00 am').check()
  await page.getByLabel('Email').press('Enter')
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('9:00 am')
  await expect(panel).toHaveAccessibleDescription(says.bookingToast)
  const link = await pathOfBooking(page)
  await expect(panel.getByRole('link', { name: `${studio.url}${link}` })).toBeVisible()
  await panel.getByText('Add to your calendar').click()
  await expect(panel.getByRole('link', { name: 'Google' })).toBeVisible()
  await expect(panel.getByText('Copy the link')).toHaveCount(0)
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'enter@example.com', time_slots: { start_time: '09:00:00' } }),
  )

  await page.goto('/booking?date=2026-11-28')
  await expect(page.getByText(says.none)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'No time suits me' })).toBeChecked()
  await page.getByRole('link', { name: /^Tue 24 Nov/ }).click()
  await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
  await expect(time(page, '9:00 am')).toBeChecked()
})
