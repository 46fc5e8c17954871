import { packageNames } from '@/lib/content/package-names'
import { HONEYPOT } from '@/lib/booking/form'
import { book } from './admin'
import { alert, fillIn, says, stored, time, pathOfBooking } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({ now: MONDAY })
test.use({ javaScriptEnabled: false })
test.afterEach(({ studio }) => studio.proxy.set('none'))

test('without JavaScript a visitor chooses a date and a time and books, on one page; or writes @full', async ({
  page,
  studio,
}) => {
  await page.goto('/booking')
  await expect(page.getByRole('grid')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeHidden()
  await page.getByLabel('Date').fill('2026-12-03')
  await page.getByRole('button', { name: 'Show times' }).click()
  await expect(page.getByRole('heading', { name: 'Thursday 3 December 2026' })).toBeVisible()

  await expect(page.getByRole('button', { name: says.send })).toBeVisible()
  await time(page, '2:30 pm').check()
  await fillIn(page, { email: 'plain@example.com', message: 'No scripts here' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('2:30 pm')
  await expect(panel).toHaveAccessibleDescription(says.bookingToast)
  const link = await pathOfBooking(page)
  await expect(panel.getByRole('link', { name: `${studio.url}${link}` })).toBeVisible()
  await panel.getByText('Add to your calendar').click()
  await expect(panel.getByRole('link', { name: 'Google' })).toBeVisible()
  await expect(panel.getByText('Copy the link')).toHaveCount(0)
  await expect(time(page, '2:30 pm')).toHaveCount(0)
  expect((await stored(studio)).bookings).toMatchObject([{ email: 'plain@example.com', date: '2026-12-03' }])

  await page.goto('/booking?date=2026-11-28')
  await expect(page.getByText(says.none)).toBeVisible()
  await page.getByRole('link', { name: /^Tue 24 Nov/ }).click()
  await expect(page.getByRole('heading', { name: 'Tuesday 24 November 2026' })).toBeVisible()
  await expect(time(page, '9:00 am')).toBeChecked()
  await page.goto('/booking?date=2026-11-28')
  await expect(page.getByRole('radio', { name: 'No time suits me' })).toBeChecked()
  await fillIn(page, { name: ' ', email: 'note@example.com' })
  await page.getByRole('button', { name: says.send }).click()
  await expect(alert(page)).toHaveText(says.missing)
  await page.getByLabel('Name').fill('Ana')
  await page.getByRole('button', { name: says.send }).click()
  await expect(page.getByRole('region', { name: says.inquirySent })).toHaveAccessibleDescription(
    says.inquiryToast,
  )
  expect((await stored(studio)).inquiries).toMatchObject([{ email: 'note@example.com', message: null }])
})

test('without JavaScript errors are in view and no entry is lost, also without a backend @full', async ({
  page,
  studio,
}) => {
  const letAllThrough = () =>
    page
      .locator('form')
      .last()
      .evaluate((form: HTMLFormElement) => (form.noValidate = true))
  const submit = page.getByRole('button', { name: says.book })
  const growth = page.getByRole('checkbox', { name: `It is about the ${packageNames.growth} package` })
  await page.goto('/booking?date=2026-12-08&package=growth')
  await expect(growth).toBeChecked()
  await letAllThrough()
  await page.getByLabel('Tell us').fill('Kept')
  await page.getByRole('button', { name: says.send }).click()
  await expect(alert(page)).toHaveText(says.pickBoth)

  await time(page, '9:00 am').check()
  await letAllThrough()
  await submit.click()
  await expect(alert(page)).toHaveText(says.missing)
  await expect(page.getByLabel('Tell us')).toHaveValue('Kept')
  await expect(time(page, '9:00 am')).toBeChecked()

  await fillIn(page, { email: 'ana@example', message: 'Later then' })
  await submit.click()
  await expect(page.getByText('Write it like name@example.com.')).toBeInViewport()
  await expect(alert(page)).toBeFocused()
  await expect(alert(page)).toBeInViewport()

  await page.getByLabel('Email').fill('away@example.com')
  studio.proxy.set('down')
  await submit.click()
  await expect(alert(page)).toContainText(says.bookingUnknown)
  const mail = new URL((await alert(page).getByRole('link').getAttribute('href')) ?? '')
  expect(mail.searchParams.get('body')).toMatch(/Tuesday 8 December 2026, 9:00 am \w+\s+Later then/)
  studio.proxy.set('none')
  await expect(time(page, '9:00 am')).toBeChecked()

  // Fills in every field, as a spam program does.
  const hiddenField = page.locator(`[name="${HONEYPOT}"]`)
  await hiddenField.evaluate((field: HTMLInputElement) => (field.value = 'Acme Ltd'))
  await submit.click()
  await expect(alert(page)).toContainText(says.hiddenField)
  expect(JSON.stringify(await stored(studio))).not.toContain('away@example.com')
  await submit.click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('9:00 am')
  await expect(panel).toContainText('We write to away@example.com')
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'away@example.com', package: 'growth' }),
  )
})

test('without JavaScript Enter books the time that a visitor chose after losing one @full', async ({
  page,
  studio,
}) => {
  await page.goto('/booking?date=2026-12-09')
  await time(page, '11:30 am').check()
  await fillIn(page, { email: 'enter@example.com' })
  await book(studio, { name: 'Faster', date: '2026-12-09', nth: 5 })
  await page.getByRole('button', { name: says.book }).click()
  await expect(alert(page).getByRole('button')).toHaveCount(3)
  await expect(alert(page).getByRole('button').last(), 'nobody has to look for it').toBeInViewport()
  await time(page, '9:00 am').check()
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByRole('region', { name: says.bookingCreated })).toContainText('9:00 am')
  expect((await stored(studio)).bookings).toContainEqual(
    expect.objectContaining({ email: 'enter@example.com', time_slots: { start_time: '09:00:00' } }),
  )
})
