import type { Page } from '@playwright/test'
import { book, client, day, expect, expectToast, withOpenAdmin, save, test } from './admin'

// Each test has dates of its own in December 2026.
withOpenAdmin()

/** Fills the form's nth row; the end is filled in when it is left out. */
async function fillTime(page: Page, nth: number, start: string, end?: string) {
  await page.getByLabel(`Start time ${nth}`).fill(start)
  if (end) await page.getByLabel(`End time ${nth}`).fill(end)
}

/** Chooses a day of December 2026 in the calendar. */
async function choose(page: Page, name: string) {
  await page.getByRole('button', { name: 'Next month' }).click()
  await page.getByRole('button', { name: new RegExp(`^${name} December 2026`) }).click()
  await expect(page.getByRole('heading', { name: `${name} December 2026` })).toBeVisible()
}

/** Adds a time to a weekday as another admin does. Returns its slot's id. */
async function addToWeekday(
  other: Awaited<ReturnType<typeof client>>,
  weekday: number,
  start: string,
  end: string,
) {
  const times = { start_time: start, end_time: end, duration_minutes: 30 }
  const { data } = await other.from('time_slots').insert(times).select('id').single().throwOnError()
  await other
    .from('recurring_availability')
    .insert({ day_of_week: weekday, time_slot_id: data.id })
    .throwOnError()
  return data.id
}

test.describe('the form', () => {
  test('fills ends from starts and the default duration, so nobody types them, and says what is missing', async ({
    page,
  }) => {
    await save(page).click()
    // The toast is closed after the look: pressed sooner than a person could, its button would have
    // the focus when the field gets it.
    await expect(day(page, 'Monday')).toBeFocused()
    await expectToast(page, 'Error', 'Please select at least one day for recurring availability.')

    await day(page, 'Saturday').check()
    await save(page).click()
    await expect(page.getByLabel('Start time 1')).toBeFocused()
    await expectToast(page, 'Error', 'Please fill in all start and end times.')

    await fillTime(page, 1, '18:00')
    await expect(page.getByLabel('End time 1')).toHaveValue('18:30')
    await page.getByRole('button', { name: 'Add time' }).click()
    await fillTime(page, 2, '19:00')
    await page.getByLabel('End time 2').fill('')
    await page.getByLabel('Default duration').selectOption('90 min')
    await expect(page.getByLabel('End time 1')).toHaveValue('18:30')
    await expect(page.getByLabel('End time 2')).toHaveValue('20:30')

    await fillTime(page, 2, '19:00', '19:00')
    await save(page).click()
    await expectToast(page, 'Error', 'End time must be after start time.')
    await page.getByRole('button', { name: 'Remove time 2' }).click()

    await page.getByLabel('One-off').check()
    await save(page).click()
    await expectToast(page, 'Error', 'Please select a date for one-off availability.')
    await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
    await page.getByLabel('Date', { exact: true }).fill('0002-12-29') // as while its year is typed
    await page.getByLabel('Date', { exact: true }).fill('2028-12-29')
    await save(page).click()
    await expectToast(page, 'Error', 'Please choose a date no later than Sat 25 Dec 2027.')
    await expect(page.getByLabel('Date', { exact: true })).toBeFocused()
  })

  test('brings its times to visitors, for weekdays and one date, and names those that the clocks skip', async ({
    page,
    studio,
  }) => {
    const visitor = await client(studio)
    const free = async (date: string) =>
      (await visitor.rpc('get_available_slots_for_date', { p_date: date })).data ?? []

    await day(page, 'Sunday').check()
    await fillTime(page, 1, '08:15')
    await save(page).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(day(page, 'Sunday')).not.toBeChecked()
    expect((await free('2026-12-13')).map((slot) => slot.start_time)).toEqual(['08:15'])

    await page.getByLabel('One-off').check()
    const date = page.getByLabel('Date', { exact: true })
    await date.fill('2026-12-12')
    await fillTime(page, 1, '08:15', '09:45')
    await save(page).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    expect(await free('2026-12-12')).toMatchObject([{ start_time: '08:15', end_time: '09:45' }])
    expect(await free('2026-12-19')).toEqual([])

    await test.step('a date can be typed digit by digit, though it is of the year 2 meanwhile', async () => {
      await page.getByLabel('One-off').check()
      await date.focus()
      await page.keyboard.type('01012') // the same whichever of day and month comes first
      await expect(date).toHaveValue('0002-01-01')
      await page.keyboard.type('027')
      await expect(date).toHaveValue('2027-01-01')
    })

    await test.step('a time that the clocks skip on its date is saved, and the admin told that nobody gets it', async () => {
      await date.fill('2027-09-26')
      await fillTime(page, 1, '02:00', '02:30')
      await page.getByRole('button', { name: 'Add time' }).click()
      await fillTime(page, 2, '04:00', '04:30')
      await save(page).click()
      await expectToast(page, 'Success', 'Availability has been updated.')
      await page.getByRole('button', { name: 'Sun 26 Sep 2 on' }).click()
      const line = (time: string) => page.getByRole('listitem').filter({ hasText: time }).first()
      await expect(line('2:00 AM – 2:30 AM')).toContainText('Not offered: the clocks change')
      await expect(line('4:00 AM – 4:30 AM')).not.toContainText('Not offered')
    })
  })

  test('loses nothing typed when the backend fails, and says what could not be done and why', async ({
    page,
    studio,
  }) => {
    await day(page, 'Sunday').check()
    await fillTime(page, 1, '05:05', '05:55')
    for (const [title, matching, kind] of [
      ['Error finding time slot', 'GET /rest/v1/time_slots?select=id&start', 'Recurring'],
      ['Error creating time slot', 'POST /rest/v1/time_slots', 'Recurring'],
      ['Error saving recurring availability', 'POST /rest/v1/recurring_availability', 'Recurring'],
      ['Error saving one-off availability', 'POST /rest/v1/availability', 'One-off'],
    ] as const) {
      await test.step(title, async () => {
        await page.getByRole('radio', { name: kind }).check()
        if (kind === 'One-off') await page.getByLabel('Date', { exact: true }).fill('2026-12-11')
        studio.proxy.set('500', matching)
        const logged = studio.siteLog().length
        await save(page).click()
        await expectToast(page, title, 'boom')
        await expect(page.getByLabel('Start time 1')).toHaveValue('05:05')
        await expect(page.getByLabel('End time 1')).toHaveValue('05:55')
        if (kind === 'Recurring') await expect(day(page, 'Sunday')).toBeChecked()
        else await expect(page.getByLabel('Date', { exact: true })).toHaveValue('2026-12-11')
        expect(studio.siteLog().slice(logged)).toContain('boom')
      })
    }
  })
})

test.describe('a date', () => {
  test('shows and switches its slots, and visitors see it; who has booked is named first and keeps the call', async ({
    page,
    studio,
  }) => {
    const visitor = await client(studio)
    const free = async () =>
      ((await visitor.rpc('get_available_slots_for_date', { p_date: '2026-12-07' })).data ?? []).length

    await choose(page, 'Monday 7')
    const first = page.getByRole('listitem').filter({ hasText: '9:00 AM – 9:30 AM' }).first()
    await expect(first).toContainText('Available')
    await first.getByRole('button', { name: 'Disable 9:00 AM' }).click()
    await expectToast(page, 'Success', 'Slot availability updated successfully')
    await expect(first).toContainText('Unavailable')
    expect(await free()).toBe(11)
    await first.getByRole('button', { name: 'Enable 9:00 AM' }).click()
    await expectToast(page, 'Success', 'Slot availability updated successfully')
    expect(await free()).toBe(12)

    await page.getByRole('button', { name: 'Disable date' }).click()
    await expectToast(page, 'Success', 'Date disabled successfully')
    expect(await free()).toBe(0)
    await page.getByRole('button', { name: 'Enable date' }).click()
    await expectToast(page, 'Success', 'Date enabled successfully')
    expect(await free()).toBe(12)
    // Nothing is left of it: the date follows its weekday.
    await expect(
      page.getByRole('button', { name: 'Monday 7 December 2026, 12 free', exact: true }),
    ).toBeVisible()

    await test.step('who has booked is named before the time is closed, and keeps the call', async () => {
      await book(studio, { name: 'Hemi Walker', date: '2026-12-07' })
      await expect(first).toContainText('Booked')
      await expect(first).toContainText('Available')
      await first.getByRole('button', { name: 'Disable 9:00 AM' }).click()
      const question = page.getByRole('alertdialog', { name: 'Disable 9:00 AM – 9:30 AM?' })
      await expect(question).toContainText('Hemi Walker, Mon 7 Dec 2026, 9:00 AM – 9:30 AM')
      await question.getByRole('button', { name: 'Keep as it is' }).click()
      await expect(first).not.toContainText('Unavailable')
      await first.getByRole('button', { name: 'Disable 9:00 AM' }).click()
      await question.getByRole('button', { name: 'Disable', exact: true }).click()
      await expectToast(page, 'Success', 'Slot availability updated successfully')
      await expect(first).toContainText('Unavailable')
      await expect(page.getByRole('table')).toContainText('Hemi Walker')
    })
  })

  test('closed as a whole stays closed when its weekday gets a time, until one or all are opened', async ({
    page,
    studio,
  }) => {
    const [visitor, other] = [await client(studio), await client(studio, studio.people.admin)]
    const close = (date: string) =>
      other.rpc('set_date_availability', { p_date: date, p_is_available: false }).throwOnError()
    const free = async () =>
      ((await visitor.rpc('get_available_slots_for_date', { p_date: '2026-12-16' })).data ?? []).map(
        (slot) => slot.start_time,
      )
    await close('2026-12-16')
    await close('2026-12-19')
    await addToWeekday(other, 2, '19:00', '19:30')
    expect(await free()).toEqual([])
    await choose(page, 'Wednesday 16')
    await expect(page.getByRole('button', { name: 'Wednesday 16 December 2026, closed' })).toBeVisible()
    const line = page.getByRole('listitem').filter({ hasText: '7:00 PM – 7:30 PM' }).first()
    await expect(line).toContainText('Unavailable')

    await line.getByRole('button', { name: 'Enable 7:00 PM' }).click()
    await expectToast(page, 'Success', 'Slot availability updated successfully')
    expect(await free()).toEqual(['19:00'])
    await page.getByRole('button', { name: 'Enable date' }).click()
    await expectToast(page, 'Success', 'Date enabled successfully')
    expect(await free()).toHaveLength(13)

    await test.step('a closed date without any times can be opened, too', async () => {
      await page.getByRole('button', { name: /^Saturday 19 December 2026/ }).click()
      await expect(page.getByText('No time slots scheduled for this day.')).toBeVisible()
      await page.getByRole('button', { name: 'Enable date' }).click()
      await expectToast(page, 'Success', 'Date enabled successfully')
      await expect(page.getByRole('button', { name: 'Enable date' })).toBeDisabled()
    })
  })

  test('gets back no slot that others took away, and a booking that came meanwhile is still named', async ({
    page,
    studio,
    complaints,
  }) => {
    const other = await client(studio, studio.people.admin)
    const id = await addToWeekday(other, 3, '20:00', '20:30')
    await choose(page, 'Thursday 17')
    const nine = page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM', exact: true })
    const press = page.getByRole('button', { name: 'Disable 8:00 PM – 8:30 PM', exact: true })
    await expect(press).toBeVisible()
    await page.route('/api/health*', (route) => route.abort())

    await book(studio, { name: 'Just Jonah', date: '2026-12-17' })
    await nine.click()
    const question = page.getByRole('alertdialog', { name: 'Disable 9:00 AM – 9:30 AM?' })
    await expect(question).toContainText('Just Jonah, Thu 17 Dec 2026')
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
    await question.getByRole('button', { name: 'Keep as it is' }).click()
    await expect(nine).toBeFocused()

    await other.from('recurring_availability').delete().eq('time_slot_id', id).throwOnError()
    await press.click()
    await expectToast(page, 'Error', 'Failed to update availability')
    await expect(press, 'the response brings the page as it is').toHaveCount(0)
    const { data } = await other.from('availability').select('date').eq('time_slot_id', id)
    expect(data).toEqual([])
    complaints.length = 0 // the browser names each request that was cut off
  })

  test('that cannot be read or changed says so, as it does without slots, unchosen or while it loads', async ({
    page,
    studio,
  }) => {
    await choose(page, 'Wednesday 9')
    const first = page.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM', exact: true })
    studio.proxy.set('500', 'set_slot_availability')
    await first.click()
    await expectToast(page, 'Error', 'Failed to update availability')
    studio.proxy.set('500', 'set_date_availability')
    await page.getByRole('button', { name: 'Disable date' }).click()
    await expectToast(page, 'Error', 'Failed to update date availability')

    studio.proxy.set('500', 'get_all_slots_for_date')
    await page.getByRole('button', { name: /^Thursday 10 December/ }).click()
    await expectToast(page, 'Error', 'Failed to fetch availability exceptions.')
    studio.proxy.set('none')
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(first).toBeVisible()

    let send = () => {}
    const held = new Promise<void>((resolve) => (send = resolve))
    await page.route(/date=2026-12-05/, async (route) => {
      await held
      await route.continue()
    })
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
})
