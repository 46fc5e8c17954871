import type { Locator, Page } from '@playwright/test'
import type { Studio } from '../studio'
import { answer, book, client, day, expect, expectToast, withOpenAdmin, save, test, toast } from './admin'

withOpenAdmin()

test('a range becomes time rows, also one that was typed and not added, and visitors get them', async ({
  page,
  studio,
}) => {
  const range = page.getByRole('group', { name: 'Fill a range' })
  await day(page, 'Saturday').check()
  await range.getByLabel('Range from').fill('09:00')
  await range.getByRole('button', { name: 'Fill times' }).click()
  await expect(range.getByLabel('Range to'), 'what is missing is asked for').toBeFocused()
  await range.getByLabel('Range to').fill('12:00')
  await range.getByRole('button', { name: 'Fill 6 times' }).click()
  await expect(range.getByRole('status')).toHaveText('6 times added.')
  await expect(range.getByLabel('Range from'), 'ready for the next range').toBeFocused()
  await expect(page.getByLabel(/^Start time/)).toHaveCount(6)
  await expect(page.getByLabel('End time 6')).toHaveValue('12:00')

  await range.getByLabel('Range from').fill('13:00')
  await range.getByLabel('Range to').fill('15:00')
  await range.getByLabel('every').selectOption('1 hour')
  await range.getByLabel('Range to').press('Enter')
  await expect(page.getByLabel(/^Start time/)).toHaveCount(8)

  await range.getByLabel('Range from').fill('16:00')
  await range.getByLabel('Range to').fill('17:00')
  await save(page).click()
  await expectToast(page, 'Success', 'Availability has been updated.')
  const visitor = await client(studio)
  const { data } = await visitor.rpc('get_available_slots_for_date', { p_date: '2026-12-05' })
  expect(data?.map((slot) => slot.start_time)).toEqual([
    ...['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
    ...['13:00', '14:00', '16:00'],
  ])
})

test('copying a weekday’s times to others loses none: what overlaps or was switched off is said first', async ({
  page,
  studio,
}) => {
  const other = await client(studio, studio.people.admin)
  const nine = await other.from('time_slots').select('id').eq('start_time', '09:00').single().throwOnError()
  await other
    .from('recurring_availability')
    .upsert({ day_of_week: 6, time_slot_id: nine.data.id, is_available: false })
    .throwOnError()
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  await week.getByText('Monday', { exact: true }).click()
  await week.getByRole('button', { name: 'Copy Monday' }).click()
  await expect(week.getByRole('heading', { name: 'Copy Monday' })).toBeFocused()
  const form = week.getByRole('region', { name: 'Copy Monday' })
  await expect(form.getByText('Monday’s times are here. Choose the days to copy them to.')).toBeVisible()
  await expect(form.getByLabel(/^Start time/)).toHaveCount(12)

  await day(form, 'Sunday').check()
  await expect(
    form.getByText('9:00 AM – 9:30 AM is switched off on Sunday. Saving switches it on.'),
  ).toBeVisible()
  await form.getByRole('button', { name: 'Mon–Fri' }).click()
  await expect(day(form, 'Sunday')).not.toBeChecked()
  await expect(day(form, 'Friday')).toBeChecked()
  await form.getByLabel('End time 1', { exact: true }).fill('09:45')
  await expect(
    form.getByText(
      '9:00 AM – 9:45 AM overlaps 9:00 AM – 9:30 AM on Monday, Tuesday, Wednesday, Thursday and Friday.',
    ),
  ).toBeVisible()
  await form.getByLabel('End time 1', { exact: true }).fill('09:30')

  for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await day(form, name).uncheck()
  await day(form, 'Sunday').check()
  await save(form).click()
  await expectToast(page, 'Success', 'Availability has been updated.')
  await expect(form).toHaveCount(0)
  await expect(week.locator('summary').filter({ hasText: 'Monday' }), 'the focus stays there').toBeFocused()
  const sunday = await other
    .from('recurring_availability')
    .select('is_available')
    .eq('day_of_week', 6)
    .throwOnError()
  expect(sunday.data.filter(({ is_available }) => is_available)).toHaveLength(12)
})

test('a copy that replaces says what each day loses and gets, asks about its bookings, and changes all days or none', async ({
  page,
  studio,
  complaints,
}) => {
  const other = await client(studio, studio.people.admin)
  const timesOf = async (weekday: number) =>
    (
      await other
        .from('recurring_availability')
        .select('is_available, time_slots (start_time)')
        .eq('day_of_week', weekday)
        .throwOnError()
    ).data
      .map(
        ({ time_slots, is_available }) =>
          `${time_slots.start_time.slice(0, 5)} ${is_available ? 'on' : 'off'}`,
      )
      .toSorted()
  const slotAt = async (start: string) =>
    (
      await other
        .from('time_slots')
        .select('id')
        .eq('start_time', `${start}:00`)
        .limit(1)
        .single()
        .throwOnError()
    ).data.id
  const last = await slotAt('15:00')
  await other
    .from('recurring_availability')
    .delete()
    .match({ day_of_week: 0, time_slot_id: last })
    .throwOnError()
  await other
    .from('recurring_availability')
    .update({ is_available: false })
    .match({ day_of_week: 4, time_slot_id: await slotAt('09:00') })
    .throwOnError()
  await book(studio, { name: 'Friday Fina', date: '2026-12-11', nth: 9 }) // 3:00 PM, as 9:00 is off
  await page.reload()

  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  await week.getByText('Monday', { exact: true }).click()
  await week.getByRole('button', { name: 'Copy Monday' }).click()
  const form = week.getByRole('region', { name: 'Copy Monday' })
  const [adds, replaces] = [
    form.getByRole('radio', { name: 'Add to what these days have' }),
    form.getByRole('radio', { name: 'Replace what these days have' }),
  ]
  await expect(adds).toBeChecked()
  await day(form, 'Friday').check()
  await expect(form.getByText('Friday gets 9:00 AM – 9:30 AM.')).toBeVisible()
  await replaces.check()
  await expect(form.getByText('Friday loses 3:00 PM – 3:30 PM and gets 9:00 AM – 9:30 AM.')).toBeVisible()
  await day(form, 'Thursday').check()
  await expect(form.getByText('Thursday loses 3:00 PM – 3:30 PM.')).toBeVisible()

  await test.step('bookings in what goes are named before it goes', async () => {
    await save(form).click()
    await expect(page.getByRole('alertdialog')).toContainText('Friday Fina')
    await answer(page, 'Keep as it is')
    expect(await timesOf(4)).toContain('15:00 on')
  })

  await test.step('a day that was changed meanwhile: nothing is saved on any of them', async () => {
    await page.route('**/*', (route) =>
      /_rsc|api.health/.test(route.request().url()) ? route.abort() : route.continue(),
    )
    await other
      .from('recurring_availability')
      .delete()
      .match({ day_of_week: 4, time_slot_id: await slotAt('10:00') })
      .throwOnError()
    await save(form).click()
    await answer(page, 'Save availability')
    await expect(
      toast(
        page,
        'Error saving recurring availability',
        'Friday was changed meanwhile. Its times are shown as they are now.',
      ),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Close toast' }).click()
    await page.unrouteAll()
    expect(await timesOf(3)).toContain('15:00 on')
    await expect(
      form.getByText('Friday loses 3:00 PM – 3:30 PM and gets 9:00 AM – 9:30 AM and 10:00 AM – 10:30 AM.'),
    ).toBeVisible()
  })

  await save(form).click()
  await answer(page, 'Save availability')
  await expectToast(page, 'Success', 'Availability has been updated.')
  const monday = await timesOf(0)
  expect(monday).not.toContain('15:00 on')
  expect(await timesOf(3)).toEqual(monday)
  expect(await timesOf(4)).toEqual(monday)
  complaints.length = 0 // the browser names each request that was stopped
})

test.describe('dates', () => {
  const exceptions = (page: Page) => page.getByRole('region', { name: 'Availability Overview & Exceptions' })
  /** How many times visitors are offered on a date. */
  const free = async (studio: Studio, date: string) => {
    const visitor = await client(studio)
    return (await visitor.rpc('get_available_slots_for_date', { p_date: date })).data?.length
  }

  test('are closed ahead with a reason that everybody sees, and opened again; a mistyped one closes none', async ({
    page,
    studio,
  }) => {
    const panel = exceptions(page)
    const closed = panel.getByRole('list', { name: 'Closed dates' })

    await panel.getByRole('button', { name: 'Close dates' }).click()
    await expect(panel.getByText('Choose a date from today on.')).toBeVisible()
    await expect(panel.getByLabel('From', { exact: true })).toBeFocused()
    await panel.getByLabel('From', { exact: true }).fill('2027-01-06')
    await panel.getByLabel(/^To/).fill('2027-01-05')
    await panel.getByRole('button', { name: 'Close dates' }).click()
    await expect(panel.getByText('The last date is before the first.')).toBeVisible()
    await panel.getByLabel(/^To/).fill('2028-01-01')
    await panel.getByRole('button', { name: 'Close dates' }).click()
    await expect(panel.getByText('Choose a date no later than Sat 25 Dec 2027.')).toBeVisible()
    await panel.getByLabel(/^To/).fill('2027-01-10') // a Sunday
    await panel.getByLabel('Reason').fill('Summer break')
    await panel.getByRole('button', { name: 'Close dates' }).click()
    await expectToast(page, 'Success', '5 dates closed successfully')
    await expect(closed.getByRole('listitem')).toHaveText([/Wed 6 Jan – Sun 10 Jan Summer break/])
    await expect(panel.getByLabel('Reason')).toHaveValue('')
    expect(await free(studio, '2027-01-06')).toBe(0)

    for (let month = 0; month < 2; month++) await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Friday 8 January 2027, closed: Summer break' }).click()
    await expect(page.getByRole('heading', { name: 'Friday 8 January 2027' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Closed: Summer break')).toBeVisible()

    const openAgain = panel.getByRole('button', { name: 'Open Wed 6 Jan – Sun 10 Jan again' })
    await openAgain.click()
    await expect(toast(page, 'Success', '5 dates opened successfully')).toBeVisible()
    await expect(closed).toHaveCount(0)
    await expect(panel.getByRole('heading', { name: 'Close dates' })).toBeFocused()
    expect(await free(studio, '2027-01-06')).toBe(12)
    await dismissAllBut(page, '5 dates opened successfully')

    await test.step('opened by mistake, they close again for the same reason', async () => {
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(toast(page, 'Success', '5 dates closed successfully')).toBeVisible()
      await expect(closed.getByRole('listitem')).toHaveText([/Wed 6 Jan – Sun 10 Jan Summer break/])
      await expect(panel.getByRole('heading', { name: 'Close dates' })).toBeFocused()
      expect(await free(studio, '2027-01-06')).toBe(0)
      await dismissAll(page)
    })
    await test.step('a closing that is undone opens only what it closed', async () => {
      await panel.getByLabel('From', { exact: true }).fill('2027-01-05')
      await panel.getByLabel(/^To/).fill('2027-01-12')
      await panel.getByRole('button', { name: 'Close dates' }).click()
      await expect(toast(page, 'Success', '3 dates closed successfully')).toBeVisible()
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(toast(page, 'Success', '3 dates opened successfully')).toBeVisible()
      await expect(closed.getByRole('listitem')).toHaveText([/Wed 6 Jan – Sun 10 Jan Summer break/])
      expect(await free(studio, '2027-01-05')).toBe(12)
      expect(await free(studio, '2027-01-06')).toBe(0)
      expect(await free(studio, '2027-01-12')).toBe(12)
      await dismissAll(page)
    })
    await openAgain.click()
    await expect(closed).toHaveCount(0)
  })

  test('of public holidays are closed and opened with one press', async ({ page, studio }) => {
    const panel = exceptions(page)
    const before = await free(studio, '2026-12-25')
    expect(before, 'there is something to close').toBeGreaterThan(0)
    const christmas = panel.getByRole('button', { name: 'Christmas Day, Fri 25 Dec 2026: closed' })
    await expect(christmas).toHaveAttribute('aria-pressed', 'false')
    await christmas.click()
    await expect(toast(page, 'Success', 'Date disabled successfully')).toBeVisible()
    await expect(christmas).toHaveAttribute('aria-pressed', 'true')
    expect(await free(studio, '2026-12-25')).toBe(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(christmas).toHaveAttribute('aria-pressed', 'false')
    expect(await free(studio, '2026-12-25')).toBe(before)
    await panel.getByText(/^\d+ more$/).click()
    await expect(panel.getByRole('button', { name: /^Wellington Anniversary Day, Mon 25 Jan/ })).toBeVisible()
  })

  test('with a booking are not closed by mistake: the question names it and opens on the safe button', async ({
    page,
    studio,
  }) => {
    const panel = exceptions(page)
    await book(studio, { name: 'Hana Tait', date: '2026-12-22' })
    await panel.getByLabel('From', { exact: true }).fill('2026-12-21')
    await panel.getByLabel('To (if more than one)').fill('2026-12-23')
    const close = panel.getByRole('button', { name: 'Close dates' })
    await close.click()
    const question = page.getByRole('alertdialog', { name: 'Close Mon 21 Dec 2026 to Wed 23 Dec 2026?' })
    await expect(question).toContainText('Hana Tait, Tue 22 Dec 2026, 9:00 AM – 9:30 AM')
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(close).toBeFocused()
    await expect(panel.getByLabel('From', { exact: true })).toHaveValue('2026-12-21')
    await close.click()
    await question.getByRole('button', { name: 'Close the dates' }).click()
    await expect(toast(page, 'Success', '3 dates closed successfully')).toBeVisible()
    await expect(panel.getByText('Mon 21 Dec – Wed 23 Dec')).toBeVisible()
  })

  test('show who has booked, the way there, and what is past; changed ones go back to weekly hours', async ({
    page,
    studio,
  }) => {
    const { id } = await book(studio, { name: 'Linked Lani', date: '2026-12-03' })
    const left = await free(studio, '2026-12-03')
    const other = await client(studio, studio.people.admin)
    const slots = await other.from('time_slots').select('id').order('start_time').limit(1).throwOnError()
    await other
      .rpc('set_slot_availability', {
        p_date: '2026-12-15',
        p_time_slot_id: slots.data[0]?.id ?? '',
        p_is_available: false,
      })
      .throwOnError()
    await expect(page.getByRole('heading', { name: 'Monday 23 November 2026' })).toBeVisible()
    // It is 9 in the morning.
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text }).first()
    await expect(line('9:00 AM – 9:30 AM')).toContainText('Past')
    await expect(line('9:30 AM – 10:00 AM')).toContainText('Available')
    await page.getByRole('button', { name: 'Next month' }).click()

    const changed = page.getByRole('button', { name: /^Tuesday 15 December 2026/ })
    await expect(changed).toHaveAccessibleName('Tuesday 15 December 2026, 11 free, changed')
    await changed.click()
    await page.getByRole('button', { name: 'Back to the weekly hours' }).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(changed).toHaveAccessibleName('Tuesday 15 December 2026, 12 free')
    await expect(page.getByRole('button', { name: 'Back to the weekly hours' })).toBeFocused()

    await page
      .getByRole('button', { name: `Thursday 3 December 2026, ${left} free, 1 booked`, exact: true })
      .click()
    await expect(page).toHaveURL(/date=2026-12-03/)
    await expect(line('9:00 AM – 9:30 AM')).toContainText('30 min')
    await line('9:00 AM – 9:30 AM').getByRole('link', { name: 'Linked Lani' }).click()
    await expect(page).toHaveURL(new RegExp(`date=2026-12-03&id=${id}`))
  })
})

test('what was deleted is put back from its message: a weekday, a slot of one, a slot altogether', async ({
  page,
  studio,
  complaints,
}) => {
  const admin = await client(studio, studio.people.admin)
  const pattern = async () => {
    const { data } = await admin
      .from('recurring_availability')
      .select('day_of_week, is_available, time_slots (start_time)')
      .order('day_of_week')
      .throwOnError()
    return data.map((row) => JSON.stringify(row)).toSorted()
  }
  const before = await pattern()
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  const undo = page.getByRole('button', { name: 'Undo' })
  await week.getByText('Friday', { exact: true }).click()

  await week.getByRole('button', { name: 'Delete Friday' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete all of Friday?' })
  await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
  await question.getByRole('button', { name: 'Delete Friday' }).click()
  await expect(week.getByText('No times on Fridays.')).toBeVisible()
  await expect(week.locator('summary').filter({ hasText: 'Friday' })).toBeFocused()
  await undo.click()
  await expect(week.getByRole('button', { name: 'Delete 9:00 AM – 9:30 AM from Friday' })).toBeVisible()
  expect(await pattern()).toEqual(before)
  await dismissAll(page)

  await week.getByRole('button', { name: 'Delete 9:00 AM – 9:30 AM from Friday' }).click()
  await expect(undo).toBeVisible()
  await page.route('/admin**', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await undo.click()
  await expect(toast(page, 'Error', 'Failed to update recurring availability')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])
  await page.unroute('/admin**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(toast(page, 'Success', 'Recurring availability updated successfully.')).toBeVisible()
  expect(await pattern()).toEqual(before)
  await dismissAll(page)

  await week.getByText('All time slots', { exact: true }).click()
  await week.getByRole('button', { name: 'Delete time slot 3:30 PM – 4:00 PM' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete time slot' }).click()
  await undo.click()
  await expect(toast(page, 'Success', 'Recurring availability updated successfully.')).toBeVisible()
  expect(await pattern()).toEqual(before)
})

/** Dismisses the messages before this one. */
async function dismissAllBut(page: Page, text: string) {
  const before = page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasNotText: text })
  await expect(async () => {
    if ((await before.count()) > 0)
      await before.first().getByRole('button', { name: 'Close toast' }).click({ timeout: 1_000 })
    await expect(before).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

/** Dismisses every message. */
async function dismissAll(page: Page) {
  const close = page.getByRole('button', { name: 'Close toast' })
  // One may go by itself just before it is pressed.
  await expect(async () => {
    if ((await close.count()) > 0) await close.first().click({ timeout: 1_000 })
    await expect(close).toHaveCount(0, { timeout: 500 })
  }).toPass()
}

test('a week is set up from nothing in at most 15 presses besides typing', async ({ page, studio }) => {
  const admin = await client(studio, studio.people.admin)
  await admin.from('recurring_availability').delete().gte('day_of_week', 0).throwOnError()
  await expect(page.getByText('Nobody can book: no times are set in the next 14 days.')).toBeVisible()
  let presses = 0
  async function press(target: Locator) {
    presses++
    await target.click()
  }
  /** Over the picture of a clock, which Chrome stops at too. */
  async function toTheNextField() {
    for (const key of ['Tab', 'Tab']) {
      presses++
      await page.keyboard.press(key)
    }
  }
  /** Types where the focus is. */
  const type = (keys: string) => page.keyboard.type(keys)

  await press(page.getByRole('button', { name: 'Mon–Fri' }))
  // Into the hours, not onto the clock at the end.
  presses++
  await page.getByLabel('Range from').click({ position: { x: 16, y: 16 } })
  await type('0900AM')
  await toTheNextField()
  await type('1200PM')
  presses++
  await page.keyboard.press('Enter')
  await type('0100PM')
  await toTheNextField()
  await type('0500PM')
  presses++
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Start time/)).toHaveCount(14)
  await press(save(page))
  await expect(toast(page, 'Success', 'Availability has been updated.')).toBeVisible()
  for (const holiday of [/^Christmas Day,/, /^New Year's Day,/]) {
    const button = page.getByRole('button', { name: holiday })
    await press(button)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
  }
  const visitor = await client(studio)
  const { data } = await visitor
    .rpc('get_available_slots', { p_from: '2026-12-24', p_to: '2027-01-03' })
    .throwOnError()
  const offered = new Map<string, number>()
  for (const { date } of data) offered.set(date, (offered.get(date) ?? 0) + 1)
  expect([...offered]).toEqual(['24', '28', '29', '30', '31'].map((day) => [`2026-12-${day}`, 14]))
  expect(presses).toBeLessThanOrEqual(15)
})

test('a date that went back to its weekly hours by mistake is closed again, with every time it had', async ({
  page,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const date = '2026-12-11' // a Friday
  await studio.sql(`insert into public.availability (date, time_slot_id, is_available)
      select '${date}', id, false from public.time_slots where start_time = '10:00';
    insert into public.closed_dates (date, reason) values ('${date}', 'Painting');
    insert into public.availability (date, time_slot_id, is_available)
      select '${date}', id, true from public.time_slots where start_time = '11:00'`)
  const state = async () => {
    const { data } = await admin
      .from('availability')
      .select('time_slot_id, is_available, overrides_closure')
      .eq('date', date)
      .order('time_slot_id')
      .throwOnError()
    return data
  }
  const before = await state()
  expect(before).toHaveLength(2)
  await page.goto(`/admin?date=${date}`)
  const back = page.getByRole('button', { name: 'Back to the weekly hours' })
  await back.click()
  await expect(toast(page, 'Success', 'Availability has been updated.')).toBeVisible()
  await expect(page.getByRole('main').getByText('Closed: Painting')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main').getByText('Closed: Painting')).toBeVisible()
  await expect(back).toBeFocused()
  expect(await state()).toEqual(before)
})
