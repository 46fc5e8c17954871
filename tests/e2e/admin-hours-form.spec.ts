import type { Page } from '@playwright/test'
import { book, client, day, expect, expectToast, save, test } from './admin'
import { MONDAY, shareStudio, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** Chooses a day of the current month of the calendar. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: new RegExp(`^${name} December 2026`) }).click()
  await expect(page.getByRole('heading', { name: `${name} December 2026` })).toBeVisible()
}

test('an admin adds times that visitors see; the form fills in ends, names missing fields, keeps entries', async ({
  page,
  studio,
}) => {
  const visitor = await client(studio)
  const free = async (date: string) =>
    (await visitor.rpc('get_available_slots_for_date', { p_date: date }).throwOnError()).data
  const [start, end] = [page.getByLabel('Start time 1'), page.getByLabel('End time 1')]
  await page.goto('/admin/hours?open=availability')

  await test.step('the form fills in each end', async () => {
    await expect(page.getByRole('button', { name: 'Mon–Fri' })).toBeEnabled() // the form has its script
    await save(page).click()
    // Closes the toast after the check: a press faster than a person’s would move the focus away
    // from the field.
    await expect(day(page, 'Monday')).toBeFocused()
    await expectToast(page, 'Error', 'Please select at least one day for recurring availability.')
    // tests/unit/hours-form.test.ts has the other missing fields.
    await start.fill('18:00')
    await expect(end).toHaveValue('18:30')
    await page.getByRole('button', { name: 'Add time' }).click()
    await page.getByLabel('Start time 2').fill('19:00')
    await page.getByLabel('End time 2').fill('')
    await page.getByLabel('Default duration').selectOption('90 min')
    await expect(end).toHaveValue('18:30')
    await expect(page.getByLabel('End time 2')).toHaveValue('20:30')
    await page.getByRole('button', { name: 'Remove time 2' }).click()
  })

  await test.step('after the backend failed, a second press stores the times of a weekday', async () => {
    await day(page, 'Sunday').check()
    studio.proxy.set('refused', 'POST /rest/v1/recurring_availability')
    await save(page).click()
    await expectToast(page, 'Error saving recurring availability', 'boom')
    await expect(start).toHaveValue('18:00')
    await expect(end).toHaveValue('18:30')
    await expect(day(page, 'Sunday')).toBeChecked()
    expect(studio.siteLog()).toContain('boom')
    studio.proxy.set('none')
    await save(page).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(day(page, 'Sunday')).not.toBeChecked()
    expect(await free('2026-12-13')).toMatchObject([{ start_time: '18:00', end_time: '18:30' }])
  })

  const date = page.getByLabel('Date', { exact: true })
  await test.step('a date can be typed digit by digit, although its year begins as 2', async () => {
    await page.getByLabel('One-off').check()
    await date.focus()
    await page.keyboard.type('01012') // the same with day or month first
    await expect(date).toHaveValue('0002-01-01')
    await page.keyboard.type('027')
    await expect(date).toHaveValue('2027-01-01')
  })
  await test.step('after the backend failed, a second press stores the times of a date; a skipped hour is not offered', async () => {
    await date.fill('2027-09-26')
    await start.fill('02:00')
    await end.fill('02:30')
    await page.getByRole('button', { name: 'Add time' }).click()
    await page.getByLabel('Start time 2').fill('04:00')
    await page.getByLabel('End time 2').fill('04:30')
    studio.proxy.set('refused', 'POST /rest/v1/availability')
    await save(page).click()
    await expectToast(page, 'Error saving one-off availability', 'boom')
    await expect(date).toHaveValue('2027-09-26')
    await expect(start).toHaveValue('02:00')
    studio.proxy.set('none')
    await save(page).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    const times = (await free('2027-09-26')).map(({ start_time }) => start_time)
    expect(times, 'a Sunday').toEqual(['04:00', '18:00'])
    await page.getByRole('button', { name: 'Sun 26 Sep 2 on' }).click()
    const line = (time: string) => page.getByRole('listitem').filter({ hasText: time }).first()
    await expect(line('2:00 – 2:30 AM')).toContainText('Not offered: the clocks change')
    await expect(line('4:00 – 4:30 AM')).not.toContainText('Not offered')
  })
})

test('an admin who switches off a time first sees who booked it meanwhile', async ({
  page,
  studio,
  complaints,
}) => {
  const other = await client(studio, studio.people.admin)
  await other.rpc('set_date_availability', { p_date: '2026-12-19', p_is_available: false }).throwOnError()
  await page.goto('/admin?open=exceptions&date=2026-12-07') // a Monday
  const nine = page.getByRole('listitem').filter({ hasText: '9:00 – 9:30 AM' }).first()
  await expect(nine).toContainText('Available')
  const off = nine.getByRole('button', { name: 'Disable 9:00 AM' })

  await test.step('switching off a slot names a booking that the page does not show yet', async () => {
    await page.route('/api/health*', (route) => route.abort())
    await book(studio, { name: 'Hemi Walker', date: '2026-12-07' })
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await off.click()
    const question = page.getByRole('alertdialog', { name: 'Disable 9:00 AM – 9:30 AM?' })
    await expect(question).toContainText('Hemi Walker, Mon 7 Dec 2026, 9:00 AM – 9:30 AM')
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
    await question.getByRole('button', { name: 'Keep as it is' }).click()
    await expect(off).toBeFocused()
    await expect(nine).not.toContainText('Unavailable')
    await off.click()
    await question.getByRole('button', { name: 'Disable', exact: true }).click()
    await expectToast(page, 'Success', 'Slot availability updated successfully')
    await expect(nine).toContainText('Unavailable')
    await expect(nine).toContainText('Booked')
    const stored = await other
      .from('availability')
      .select('is_available')
      .eq('date', '2026-12-07')
      .throwOnError()
    expect(stored.data).toEqual([{ is_available: false }])
    await expect(page.getByRole('table'), 'who booked keeps the call').toContainText('Hemi Walker')
    complaints.length = 0 // the browser logs each request that was cut off
  })
  // tests/db/hours-commands.test.ts checks a slot that another admin deleted; tests/db/closed-dates.test.ts checks a
  // whole date, and its undo.
  await test.step('a closed date without any times can be opened, too', async () => {
    await choose(page, 'Saturday 19')
    await expect(page.getByText('No time slots scheduled for this day.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enable date' })).toBeEnabled()
  })
})

test('an admin reads that a date has no slots, is loading, cannot be read or is not chosen @full', async ({
  page,
  studio,
}) => {
  await page.goto('/admin/hours?date=2026-12-09')
  const first = page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM', exact: true })
  studio.proxy.set('500', 'get_all_slots_for_date')
  await page.getByRole('button', { name: /^Thursday 10 December/ }).click()
  await expectToast(page, 'Error', 'Failed to fetch availability exceptions.')
  studio.proxy.set('none')
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(first).toBeVisible()

  const send = await holdRequests(page, /date=2026-12-05/)
  const saturday = page.getByRole('button', { name: /^Saturday 5 December 2026/ })
  await saturday.click()
  await expect(page.getByText('Loading...')).toBeVisible()
  send()
  await expect(page.getByText('No time slots scheduled for this day.')).toBeVisible()
  await saturday.click()
  await expect(page.getByText('Please select a date to manage availability exceptions.')).toBeVisible()
  await page.getByRole('button', { name: 'Previous month' }).click()
  await expect(page.getByRole('button', { name: 'Sunday 22 November 2026' })).toBeDisabled()
  await expect(page.getByRole('button', { name: /^Monday 23 November 2026/ })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()
})
