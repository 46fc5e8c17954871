import type { Locator, Page } from '@playwright/test'
import type { Studio } from '../studio'
import { answer, book, client, day, expect, expectLive, expectToast, hold, save, test, toast } from './admin'
import { MONDAY, shareStudio, holdRequests } from './fixtures'

shareStudio({ now: MONDAY })

/** The times that visitors see on a date. */
async function offered(studio: Studio, date: string) {
  const visitor = await client(studio)
  const { data } = await visitor.rpc('get_available_slots_for_date', { p_date: date }).throwOnError()
  return data.map(({ start_time }) => start_time)
}

test('copying a weekday first names switched-off times, lost times and their bookings @full', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Friday Fina', date: '2026-12-11', nth: 11 }) // 3:30 PM
  // Monday ends at 3:30 PM; at 9 Friday and Sunday are off.
  await studio.sql(`
    delete from public.recurring_availability where day_of_week = 0
      and time_slot_id = (select id from public.time_slots where start_time = '15:30');
    update public.recurring_availability set is_available = false where day_of_week = 4
      and time_slot_id = (select id from public.time_slots where start_time = '09:00');
    insert into public.recurring_availability (day_of_week, time_slot_id, is_available)
      select 6, id, false from public.time_slots where start_time = '09:00'`)
  await page.goto('/admin/hours?open=availability')
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  const form = week.getByRole('region', { name: 'Copy Monday' })
  const copy = week.getByRole('button', { name: 'Copy Monday' })
  await week.getByText('Monday', { exact: true }).click()

  await test.step('copied times are added to another day’s times', async () => {
    await copy.click()
    await expect(week.getByRole('heading', { name: 'Copy Monday' })).toBeFocused()
    await expect(form.getByText('Monday’s times are here. Choose the days to copy them to.')).toBeVisible()
    await expect(form.getByLabel(/^Start time/)).toHaveCount(11)
    await form.getByRole('button', { name: 'Mon–Fri' }).click()
    await expect(day(form, 'Friday')).toBeChecked()
    await form.getByLabel('End time 1', { exact: true }).fill('09:45')
    // tests/unit/hours-overlaps.test.ts checks the sentences.
    await expect(form.getByText(/^9:00 AM – 9:45 AM overlaps 9:00 AM – 9:30 AM on Monday,/)).toBeVisible()
    await form.getByLabel('End time 1', { exact: true }).fill('09:30')
    for (const name of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
      await day(form, name).uncheck()
    await day(form, 'Sunday').check()
    await expect(
      form.getByText('9:00 AM – 9:30 AM is switched off on Sunday. Saving switches it on.'),
    ).toBeVisible()
    await save(form).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(form).toHaveCount(0)
    await expect(week.locator('summary').filter({ hasText: 'Monday' }), 'the focus stays there').toBeFocused()
    expect(await offered(studio, '2026-12-06')).toHaveLength(11)
  })

  await test.step('copied times replace other days’ times; the question names the bookings in lost times', async () => {
    await copy.click()
    await expect(form.getByRole('radio', { name: 'Add to what these days have' })).toBeChecked()
    await day(form, 'Friday').check()
    await expect(form.getByText('Friday gets 9:00 AM – 9:30 AM.')).toBeVisible()
    await form.getByRole('radio', { name: 'Replace what these days have' }).check()
    await expect(form.getByText('Friday loses 3:30 PM – 4:00 PM and gets 9:00 AM – 9:30 AM.')).toBeVisible()
    await day(form, 'Thursday').check()
    await expect(form.getByText('Thursday loses 3:30 PM – 4:00 PM.')).toBeVisible()
    await save(form).click()
    await expect(page.getByRole('alertdialog')).toContainText('Friday Fina')
    await answer(page, 'Keep as it is')
    expect(await offered(studio, '2026-12-18')).toContain('15:30')
    await save(form).click()
    await answer(page, 'Save availability')
    await expectToast(page, 'Success', 'Availability has been updated.')
    // tests/db/hours-commands.test.ts covers days changed meanwhile.
    const monday = await offered(studio, '2026-12-14')
    expect(monday).not.toContain('15:30')
    expect(await offered(studio, '2026-12-17')).toEqual(monday)
    expect(await offered(studio, '2026-12-18')).toEqual(monday)
  })
})

const exceptions = (page: Page) => page.getByRole('region', { name: 'Availability Overview & Exceptions' })

test('closing dates names their visitors first; closing and reopening have an Undo', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Hana Tait', date: '2027-01-07' })
  await studio.sql(`insert into public.closed_dates (date, reason) values ('2027-01-05', 'Summer break')`)
  await page.goto('/admin/hours?date=2027-01-08')
  await expectLive(page)
  const panel = exceptions(page)
  const closed = panel.getByRole('list', { name: 'Closed dates' }).getByRole('listitem')
  const [from, to] = [panel.getByLabel('From', { exact: true }), panel.getByLabel('To (if several)')]
  const close = panel.getByRole('button', { name: 'Close dates' })
  const undo = (said: string) => toast(page, 'Success', said).getByRole('button', { name: 'Undo' })

  await test.step('a date with a typo closes none', async () => {
    await close.click()
    await expect(panel.getByText('Choose a date from today on.')).toBeVisible()
    await expect(from).toBeFocused()
    await from.fill('2027-01-05')
    await to.fill('2027-01-04')
    await close.click()
    await expect(panel.getByText('The last date is before the first.')).toBeVisible()
    await to.fill('2226-01-10')
    await close.click()
    await expect(to, 'the field with the slip').toBeFocused()
    await expect(to).toHaveAccessibleDescription('Choose a date no later than Sat 25 Dec 2027.')
    await expect(from).toHaveAttribute('aria-invalid', 'false')
  })
  await test.step('no date with a booking closes by mistake: the question’s focus is on the safe button', async () => {
    await to.fill('2027-01-10') // a Sunday
    await panel.getByLabel('Reason').fill('Summer break')
    await close.click()
    const question = page.getByRole('alertdialog', { name: 'Close Tue 5 Jan 2027 to Sun 10 Jan 2027?' })
    await expect(question).toContainText('Hana Tait, Thu 7 Jan 2027, 9:00 AM – 9:30 AM')
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(close).toBeFocused()
    await expect(from).toHaveValue('2027-01-05')
    expect(await offered(studio, '2027-01-06')).toHaveLength(12)
    await close.click()
    await expect(question).toBeVisible()
    await book(studio, { name: 'Later Lena', date: '2027-01-07' })
    await question.getByRole('button', { name: 'Close the dates' }).click()
    await expect(question, 'who booked while it was open is named too').toContainText('Later Lena')
    await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
    expect(await offered(studio, '2027-01-06'), 'nothing was closed').toHaveLength(12)
    await question.getByRole('button', { name: 'Close the dates' }).click()
    await expect(close).toBeFocused()
  })
  await test.step('visitors and admins see the reason', async () => {
    await expect(undo('5 dates closed successfully')).toBeVisible()
    await expect(closed).toHaveText([/Tue 5 Jan – Sun 10 Jan Summer break/])
    await expect(panel.getByLabel('Reason')).toHaveValue('')
    await expect(page.getByRole('main').getByText('Closed: Summer break')).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Friday 8 January 2027, closed: Summer break' }),
    ).toBeVisible()
    expect(await offered(studio, '2027-01-06')).toEqual([])
  })
  await test.step('the undo of a closing opens only the dates that it closed', async () => {
    await undo('5 dates closed successfully').click()
    await expect(toast(page, 'Success', '5 dates opened successfully')).toBeVisible()
    await expect(closed).toHaveText([/Tue 5 Jan Summer break/])
    expect(await offered(studio, '2027-01-05')).toEqual([])
    expect(await offered(studio, '2027-01-06')).toHaveLength(12)
    await expect(panel.getByLabel('Reason'), 'what was typed is back').toHaveValue('Summer break')
    await expect(to).toHaveValue('2027-01-10')
  })
  await test.step('the undo of a reopening closes them for the same reason', async () => {
    await panel.getByRole('button', { name: 'Open Tue 5 Jan again' }).click()
    await expect(undo('Date enabled successfully')).toBeVisible()
    await expect(closed).toHaveCount(0)
    await expect(panel.getByRole('heading', { name: 'Close dates' })).toBeFocused()
    expect(await offered(studio, '2027-01-05')).toHaveLength(12)
    await undo('Date enabled successfully').click()
    await expect(closed).toHaveText([/Tue 5 Jan Summer break/])
    await expect(panel.getByRole('heading', { name: 'Close dates' })).toBeFocused()
    expect(await offered(studio, '2027-01-05')).toEqual([])
  })
})

test('dates show their visitors; Undo restores all of a date reset to its weekly hours @full', async ({
  page,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const { id } = await book(studio, { name: 'Linked Lani', date: '2026-12-03' })
  const left = (await offered(studio, '2026-12-03')).length
  const date = '2026-12-18' // a Friday
  await studio.sql(`insert into public.availability (date, time_slot_id, is_available)
      select d::date, id, false from public.time_slots, unnest(array['${date}', '2026-12-15']) d where start_time = '10:00';
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
  await page.goto(`/admin?open=exceptions&date=${date}&q=lani`)
  await expect(
    page.getByRole('button', { name: /^Tuesday 15 December 2026, \d+ free, changed$/ }),
  ).toBeVisible()
  const why = page.getByRole('main').getByText('Closed: Painting')
  const back = page.getByRole('button', { name: 'Back to the weekly hours' })
  await back.click()
  const said = toast(page, 'Success', 'Availability has been updated.')
  await expect(said).toBeVisible()
  await expect(why).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Friday 18 December 2026, \d+ free$/ })).toBeVisible()
  await said.getByRole('button', { name: 'Undo' }).click()
  await expect(why).toBeVisible()
  await expect(back).toBeVisible()
  expect(await state()).toEqual(before)

  await page
    .getByRole('button', { name: `Thursday 3 December 2026, ${left} free, 1 booked`, exact: true })
    .click()
  await expect(page).toHaveURL(/date=2026-12-03/)
  const line = page.getByRole('listitem').filter({ hasText: '9:00 – 9:30 AM' }).first()
  await expect(line).toContainText('30 min')
  await line.getByRole('link', { name: 'Linked Lani' }).click()
  await expect(page).toHaveURL(`/admin/requests/${id}`)
  await page.goBack()
  await expect(page, 'the list stays as it was').toHaveURL(/date=2026-12-03.*&q=lani/)
})

test('an admin can press the weekday buttons only after hydration, so no press is lost @full', async ({
  page,
}) => {
  const arrive = await holdRequests(page, '**/_next/static/**/*.js')
  await page.goto('/admin/hours?open=availability', { waitUntil: 'commit' })
  const days = page.getByRole('button', { name: 'Mon–Fri' })
  await expect(days).toBeDisabled()
  arrive()
  await days.click() // waits until it can be pressed
  await expect(day(page, 'Monday')).toBeChecked()
})

test('an admin sets up a week with at most 15 presses besides typing, and closes a holiday with one', async ({
  page,
  studio,
}) => {
  await studio.sql('delete from public.recurring_availability')
  await page.goto('/admin')
  await expect(page.getByText('Nobody can book: no times are set in the next 14 days.')).toBeVisible()
  let presses = 0
  async function press(target: Locator) {
    presses++
    await target.click()
  }
  /** Tabs past the clock icon, because Chrome stops at it too. */
  async function toTheNextField() {
    for (const key of ['Tab', 'Tab']) {
      presses++
      await page.keyboard.press(key)
    }
  }
  /** Types where the focus is. */
  const type = (keys: string) => page.keyboard.type(keys)
  const range = page.getByRole('group', { name: 'Fill a range' })

  await press(page.getByRole('link', { name: 'Add availability', exact: true }))
  await press(page.getByRole('button', { name: 'Mon–Fri' }))
  await press(page.getByText('Add many'))
  // Clicks into the hours, not onto the clock icon at the end.
  presses++
  await range.getByLabel('Range from').click({ position: { x: 16, y: 16 } })
  await type('0900AM')
  await toTheNextField()
  await type('1200PM')
  presses++
  await page.keyboard.press('Enter')
  await expect(range.getByRole('status')).toHaveText('6 times added.')
  await type('0100PM')
  await toTheNextField()
  await type('0500PM')
  presses++
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Start time/)).toHaveCount(14)
  await press(save(page))
  await expect(toast(page, 'Success', 'Availability has been updated.')).toBeVisible()
  const christmas = exceptions(page).getByRole('button', { name: /^Christmas Day, Fri 25 Dec 2026/ })
  await expect(christmas).toHaveAttribute('aria-pressed', 'false')
  await press(christmas)
  await expect(christmas).toHaveAttribute('aria-pressed', 'true')
  for (const date of ['24', '28']) expect(await offered(studio, `2026-12-${date}`), date).toHaveLength(14)
  for (const date of ['25', '26']) expect(await offered(studio, `2026-12-${date}`), date).toEqual([])
  expect(presses, 'with one more holiday').toBeLessThanOrEqual(14)

  await test.step('saving includes a range that was typed and not added', async () => {
    await day(page, 'Saturday').check()
    await range.getByLabel('Range from').fill('16:00')
    await range.getByRole('button', { name: 'Fill times' }).click()
    await expect(range.getByLabel('Range to'), 'what is missing is asked for').toBeFocused()
    await range.getByLabel('Range to').fill('18:00')
    await range.getByLabel('every').selectOption('1 hour')
    await save(page).click()
    await expect.poll(() => offered(studio, '2026-12-05')).toEqual(['16:00', '17:00'])
  })
})

test('an admin who types during a save of hours or closed dates loses nothing @full', async ({
  page,
  studio,
}) => {
  await page.goto('/admin/hours?open=availability')
  const range = page.getByRole('group', { name: 'Fill a range' })
  await day(page, 'Sunday').check()
  await page.getByLabel(/^Start time/).fill('10:00')
  await page.getByLabel(/^End time/).fill('10:30')
  await page.getByText('Add many').click()
  const from = exceptions(page).getByLabel('From', { exact: true })
  await from.fill('2026-12-28')
  const release = await hold(page)
  await save(page).click()
  await page.getByRole('button', { name: 'Close dates' }).click()
  await range.getByLabel('Range from').fill('14:00')
  await from.fill('2026-12-29')
  release()
  await expect(toast(page, 'Success', 'Availability has been updated.')).toBeVisible()
  await expect.poll(() => offered(studio, '2026-12-28')).toEqual([])
  await expect(toast(page, 'Success', 'Date disabled successfully')).toBeVisible()
  await expect(range.getByLabel('Range from')).toHaveValue('14:00')
  await expect(from).toHaveValue('2026-12-29')
})

test('all public holidays close with one press, over a call too; Undo opens only what it closed', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Labour Lani', date: '2027-10-25' })
  await studio.sql(`delete from public.closed_dates;
    delete from public.recurring_availability where day_of_week = 5;
    insert into public.closed_dates (date, reason) values ('2027-01-01', 'Summer break')`)
  const christmas = await offered(studio, '2026-12-25')
  expect(christmas).not.toEqual([])
  await page.goto('/admin/hours')
  await expectLive(page)
  const holidays = page.getByRole('region', { name: 'Public holidays' })
  const all = holidays.getByRole('button', { name: /^(Close all|Open all)/ })
  await expect(holidays.getByRole('listitem').filter({ hasText: 'Boxing Day' }).first()).toContainText(
    'no times',
  )
  await all.click()
  const closed = toast(page, 'Success', '15 dates are closed')
  await expect(closed).toContainText('1 person has a call on Mon 25 Oct. Nobody is told by that.')
  await expect(closed.getByRole('button', { name: 'See them' })).toBeVisible()
  await expect(holidays).toContainText('all 16 closed')
  await expect(all).toHaveText('Open all again')
  expect(await offered(studio, '2026-12-25')).toEqual([])
  await closed.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Success', '15 dates opened successfully')).toBeVisible()
  await expect(all).toHaveText('Close all 16')
  expect(await offered(studio, '2026-12-25')).toEqual(christmas)
  expect(await offered(studio, '2027-01-01'), 'it was closed before').toEqual([])
})
