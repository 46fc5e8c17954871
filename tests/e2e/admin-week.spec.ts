import type { Page } from '@playwright/test'
import { book, client, day, expect, expectToast, save, test, toast } from './admin'
import { MONDAY, shareStudio } from './fixtures'

// Each test has its own days. The week begins on Monday 7 December 2026.
shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** Opens an item of Manage Recurring Availability. */
async function unfold(page: Page, title: string) {
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  const item = week.locator('details').filter({ has: page.getByText(title, { exact: true }) })
  await item.getByText(title, { exact: true }).click()
  return item
}

test('emptying a weekday names its bookings first, and has an Undo', async ({ page, studio }) => {
  await book(studio, { name: 'Aroha Ngata', date: '2026-12-17', nth: 1 })
  const admin = await client(studio, studio.people.admin)
  const pattern = async () => {
    const { data } = await admin
      .from('recurring_availability')
      .select('day_of_week, is_available, time_slots (start_time)')
      .throwOnError()
    return data.map((row) => JSON.stringify(row)).toSorted()
  }
  const before = await pattern()
  await page.goto('/admin/hours')
  const thursday = await unfold(page, 'Thursday')
  await thursday.getByRole('button', { name: 'Delete Thursday' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete all of Thursday?' })
  await expect(question).toContainText('Aroha Ngata, Thu 17 Dec 2026')
  await expect(question.getByRole('button', { name: 'Keep as it is' })).toBeFocused()
  await studio.sql(`with slot as (
      insert into public.time_slots (start_time, end_time, duration_minutes) values ('20:00', '20:30', 30) returning id)
    insert into public.recurring_availability (day_of_week, time_slot_id) select 3, id from slot`)
  await question.getByRole('button', { name: 'Delete Thursday' }).click()
  const emptied = toast(page, 'Success', 'All recurring availability for Thursday has been deleted.')
  await expect(emptied).toBeVisible()
  await expect(thursday.getByRole('listitem'), 'what came while the question stood stays').toHaveCount(1)
  await expect(thursday.locator('summary')).toBeFocused()

  await emptied.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', 'Recurring availability updated successfully.')
  await expect(thursday.getByRole('listitem')).toHaveCount(13)
  expect(await pattern()).toEqual(expect.arrayContaining(before))
})

test('editing a weekday survives a reload and another admin’s change, and overwrites no change @full', async ({
  page,
  studio,
  complaints,
}) => {
  await book(studio, { name: 'Wiremu Pene', date: '2026-12-18' })
  await page.goto('/admin/hours')
  const friday = await unfold(page, 'Friday')
  const form = friday.getByRole('region', { name: 'Edit Friday' })

  await test.step('its day and type are locked, and editing can be cancelled', async () => {
    await friday.getByRole('button', { name: 'Edit Friday' }).click()
    await expect(friday.getByRole('heading', { name: 'Edit Friday' })).toBeFocused()
    await expect(day(form, 'Friday')).toBeChecked()
    await expect(day(form, 'Monday')).toBeDisabled()
    await expect(form.getByLabel('One-off')).toBeDisabled()
    await expect(form.getByLabel(/^Start time/)).toHaveCount(12)
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(friday.locator('summary')).toBeFocused()
  })
  await test.step('a reload keeps the edits', async () => {
    await friday.getByRole('button', { name: 'Edit Friday' }).click()
    await form.getByRole('button', { name: 'Remove time 2', exact: true }).click()
    await page.reload()
    await expect(form.getByText('What you had typed is still here.')).toBeVisible()
    await expect(form.getByLabel(/^Start time/)).toHaveCount(11)
  })
  await test.step('another admin’s change appears by itself, with a notice', async () => {
    await studio.sql(`with slot as (
        insert into public.time_slots (start_time, end_time, duration_minutes) values ('17:00', '17:30', 30) returning id)
      insert into public.recurring_availability (day_of_week, time_slot_id) select 4, id from slot`)
    await expect(friday.locator('summary').first()).toContainText('13 times')
    const told = 'Friday was changed meanwhile. Its times are shown as they are now.'
    await save(form).click()
    await expect(toast(page, 'Error saving recurring availability', told)).toBeVisible()
    await expect(form.getByText(told)).toBeVisible()
    await expect(friday.getByRole('listitem').last()).toContainText('5:00 – 5:30 PM')
    await expect(form.getByLabel(/^Start time/)).toHaveCount(11)
    await page.getByRole('button', { name: 'Close toast' }).click()
  })
  await test.step('saving first names the bookings in removed times', async () => {
    await form.getByRole('button', { name: 'Remove time 1', exact: true }).click()
    await form.getByRole('button', { name: 'Add time' }).click()
    await form.getByLabel('Start time 11').fill('17:00')
    await save(form).click()
    const question = page.getByRole('alertdialog', { name: 'Take these times away?' })
    await expect(question).toContainText('Wiremu Pene')
    await question.getByRole('button', { name: 'Save availability' }).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(friday.getByRole('listitem')).toHaveCount(11)
    await expect(friday).toContainText('5:00 – 5:30 PM')
    await expect(form).toHaveCount(0)
    await expect(friday.locator('summary')).toBeFocused()
  })
  await test.step('a slot deleted meanwhile stays deleted', async () => {
    await page.route('/api/health*', (route) => route.abort())
    const gone = friday.getByRole('button', { name: 'Disable 10:00 AM – 10:30 AM on Friday' })
    await expect(gone).toBeVisible()
    await studio.sql(`delete from public.recurring_availability where day_of_week = 4
      and time_slot_id = (select id from public.time_slots where start_time = '10:00')`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await gone.click()
    await expectToast(page, 'Error', 'Failed to update recurring availability')
    await expect(friday.getByRole('listitem')).toHaveCount(10)
    complaints.length = 0 // the browser logs each request that was cut off
  })
})

test('a slot is added once; deleting names its dates first, is refused with a booking, and has an Undo', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Tama Reid', date: '2026-12-14' })
  await studio.sql(`with slot as (
      insert into public.time_slots (start_time, end_time, duration_minutes) values ('20:00', '20:40', 40) returning id)
    insert into public.availability (date, time_slot_id, is_available) select '2026-12-12', id, true from slot`)
  await page.goto('/admin/hours')
  const oneOff = page.getByRole('button', { name: /^Sat 12 Dec/ })
  const all = await unfold(page, 'All time slots')
  const [from, to] = [all.getByLabel('New slot from'), all.getByLabel('to', { exact: true })]
  const add = all.getByRole('button', { name: 'Add', exact: true })
  await from.fill('20:00')
  await to.fill('20:40')
  await add.click()
  await expectToast(page, 'Error', 'This time slot exists already.')
  await expect(from, 'what was typed').toHaveValue('20:00')
  await from.fill('21:00')
  await to.fill('21:40')
  await add.click()
  await expectToast(page, 'Success', 'Time slot created successfully.')
  await expect(all.getByText('9:00 – 9:40 PM')).toBeVisible()

  const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Delete time slot' })
  await all.getByRole('button', { name: 'Delete time slot 8:00 PM – 8:40 PM' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('It goes from Sat 12 Dec too.')
  await yes.click()
  const deleted = toast(page, 'Success', 'Time slot deleted successfully.')
  await expect(deleted).toBeVisible()
  await expect(all.getByText('8:00 – 8:40 PM')).toHaveCount(0)
  await expect(oneOff).toHaveCount(0)
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Success', 'Recurring availability updated successfully.')
  await expect(all.getByText('8:00 – 8:40 PM')).toBeVisible()
  await expect(oneOff, 'with its date').toBeVisible()

  await all.getByRole('button', { name: 'Delete time slot 9:00 AM – 9:30 AM' }).click()
  const question = page.getByRole('alertdialog', { name: '9:00 AM – 9:30 AM cannot be deleted' })
  await expect(question.getByRole('paragraph').first()).toHaveText(
    'Failed to delete time slot. It might be in use.',
  )
  await expect(question).toContainText('Tama Reid')
  await expect(yes, 'what must fail is not promised').toHaveCount(0)
  // tests/db/time-slots.test.ts covers a slot that is booked while the question is open.
})
