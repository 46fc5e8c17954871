import type { Page } from '@playwright/test'
import { book, client, day, expect, expectLive, expectToast, withOpenAdmin, save, test, toast } from './admin'

// Each test has a date of its own in the week from Monday 7 December 2026.
withOpenAdmin()

/** Opens an item of Manage Recurring Availability. */
async function unfold(page: Page, title: string) {
  const week = page.getByRole('region', { name: 'Manage Recurring Availability' })
  const item = week.locator('details').filter({ has: page.getByText(title, { exact: true }) })
  await item.getByText(title, { exact: true }).click()
  return item
}

test.describe('the week', () => {
  test('a weekday’s slot is switched off or taken out, a day emptied, and what cannot be changed says so', async ({
    page,
    studio,
  }) => {
    await book(studio, { name: 'Aroha Ngata', date: '2026-12-17', nth: 1 })
    const thursday = await unfold(page, 'Thursday')
    await thursday.getByRole('button', { name: 'Disable 9:00 AM – 9:30 AM on Thursday' }).click()
    await expectToast(page, 'Success', 'Recurring availability updated successfully.')
    await expect(thursday.getByRole('listitem').first()).toContainText('Unavailable')

    await thursday.getByRole('button', { name: 'Delete 9:00 AM – 9:30 AM from Thursday' }).click()
    await expectToast(page, 'Success', 'Recurring pattern deleted successfully.')
    await expect(thursday.getByRole('listitem')).toHaveCount(11)

    await thursday.getByRole('button', { name: 'Delete Thursday' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete all of Thursday?' })
    await expect(question).toContainText('Aroha Ngata, Thu 17 Dec 2026')
    await studio.sql(`with slot as (
        insert into public.time_slots (start_time, end_time, duration_minutes) values ('20:00', '20:30', 30) returning id)
      insert into public.recurring_availability (day_of_week, time_slot_id) select 3, id from slot`)
    await question.getByRole('button', { name: 'Delete Thursday' }).click()
    await expectToast(page, 'Success', 'All recurring availability for Thursday has been deleted.')
    await expect(thursday.getByRole('listitem'), 'what came while the question stood stays').toHaveCount(1)
    await thursday.getByRole('button', { name: 'Delete 8:00 PM – 8:30 PM from Thursday' }).click()
    await expect(thursday).toContainText('No times on Thursdays.')
    await expectToast(page, 'Success', 'Recurring pattern deleted successfully.')

    await test.step('a change that the backend refuses is said and not shown as done', async () => {
      const monday = await unfold(page, 'Monday')
      studio.proxy.set('500', 'PATCH /rest/v1/recurring_availability')
      await monday.getByRole('button', { name: 'Disable 9:30 AM' }).click()
      await expectToast(page, 'Error', 'Failed to update recurring availability')
      studio.proxy.set('500', 'DELETE /rest/v1/recurring_availability')
      await monday.getByRole('button', { name: 'Delete 9:30 AM' }).click()
      await expectToast(page, 'Error', 'Failed to delete recurring pattern.')
      await expect(monday.getByRole('listitem')).toHaveCount(12)
    })
  })

  test('a weekday is edited where it stands, its day and type locked, and editing can be cancelled', async ({
    page,
    studio,
  }) => {
    const friday = await unfold(page, 'Friday')
    const form = friday.getByRole('region', { name: 'Edit Friday' })
    await friday.getByRole('button', { name: 'Edit Friday' }).click()
    await expect(friday.getByRole('heading', { name: 'Edit Friday' })).toBeFocused()
    await expect(day(form, 'Friday')).toBeChecked()
    await expect(day(form, 'Monday')).toBeDisabled()
    await expect(form.getByLabel('One-off')).toBeDisabled()
    await expect(form.getByLabel(/^Start time/)).toHaveCount(12)
    await form.getByRole('button', { name: 'Cancel', exact: true }).click()
    await expect(form).toHaveCount(0)
    await expect(friday.locator('summary')).toBeFocused()

    await book(studio, { name: 'Wiremu Pene', date: '2026-12-18' })
    await expect(page.getByRole('table')).toContainText('Wiremu Pene')
    await friday.getByRole('button', { name: 'Edit Friday' }).click()
    await form.getByRole('button', { name: 'Remove time 1', exact: true }).click()
    await page.reload()
    await expect(form.getByText('What you had typed is still here.')).toBeVisible()
    await save(form).click()
    const question = page.getByRole('alertdialog', { name: 'Take these times away?' })
    await expect(question).toContainText('Wiremu Pene')
    await question.getByRole('button', { name: 'Save availability' }).click()
    await expectToast(page, 'Success', 'Availability has been updated.')
    await expect(friday.getByRole('listitem')).toHaveCount(11)
    await expect(form).toHaveCount(0)
    await expect(friday.locator('summary')).toBeFocused()
  })

  test('a time slot is added; it is deleted only once its dates are named, and never with a booking', async ({
    page,
    studio,
  }) => {
    await book(studio, { name: 'Tama Reid', date: '2026-12-14' })
    const all = await unfold(page, 'All time slots')
    await all.getByLabel('New slot from').fill('20:00')
    await all.getByLabel('to', { exact: true }).fill('19:00')
    await all.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, 'Error', 'End time must be after start time.')
    await all.getByLabel('to', { exact: true }).fill('20:40')
    await all.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, 'Success', 'Time slot created successfully.')
    await all.getByLabel('New slot from').fill('20:00')
    await all.getByLabel('to', { exact: true }).fill('20:40')
    await all.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, 'Error', 'This time slot exists already.')

    await studio.sql(`insert into public.availability (date, time_slot_id, is_available)
      select '2026-12-12', id, true from public.time_slots where start_time = '20:00'`)
    await expect(page.getByRole('button', { name: /^Sat 12 Dec/ })).toBeVisible()
    await all.getByRole('button', { name: 'Delete time slot 8:00 PM – 8:40 PM' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('It goes from Sat 12 Dec too.')
    const yes = page.getByRole('alertdialog').getByRole('button', { name: 'Delete time slot' })
    await yes.click()
    await expectToast(page, 'Success', 'Time slot deleted successfully.')
    await expect(all.getByText('8:00 PM – 8:40 PM')).toHaveCount(0)

    await all.getByRole('button', { name: 'Delete time slot 9:00 AM – 9:30 AM' }).click()
    const question = page.getByRole('alertdialog', { name: '9:00 AM – 9:30 AM cannot be deleted' })
    await expect(question).toContainText('Tama Reid')
    await expect(yes, 'what must fail is not promised').toHaveCount(0)
    await question.getByRole('button', { name: 'Close' }).click()

    await all.getByRole('button', { name: 'Delete time slot 10:00 AM – 10:30 AM' }).click()
    await expect(yes).toBeVisible()
    await book(studio, { name: 'Meanwhile Mere', date: '2026-12-14', nth: 1 })
    await yes.click()
    await expectToast(page, 'Error', 'Failed to delete time slot. It might be in use.')

    studio.proxy.set('500', 'POST /rest/v1/time_slots')
    await all.getByLabel('New slot from').fill('21:00')
    await all.getByLabel('to', { exact: true }).fill('21:40')
    await all.getByRole('button', { name: 'Add', exact: true }).click()
    await expectToast(page, 'Error', 'Failed to create time slot.')
    await expect(all.getByLabel('New slot from')).toHaveValue('21:00')
    studio.proxy.set('500', 'DELETE /rest/v1/time_slots')
    await all.getByRole('button', { name: 'Delete time slot 3:30 PM – 4:00 PM' }).click()
    await yes.click()
    await expectToast(page, 'Error', 'Failed to delete time slot.')
  })

  test('what another admin changes shows by itself; nothing typed is lost, and what is gone stays gone', async ({
    page,
    studio,
    complaints,
  }) => {
    const other = await client(studio, studio.people.admin)
    const offered = async () => {
      const { data } = await other.from('recurring_availability').select('time_slot_id').eq('day_of_week', 1)
      return data?.length
    }
    const takeOut = (time: string) =>
      studio.sql(`delete from public.recurring_availability where day_of_week = 1
        and time_slot_id = (select id from public.time_slots where start_time = '${time}')`)
    const tuesday = await unfold(page, 'Tuesday')
    await expectLive(page)
    await takeOut('09:00')
    await expect(tuesday.getByText('9:00 AM – 9:30 AM')).toHaveCount(0)

    await test.step('who edits the day loses nothing typed, and reads what changed and when', async () => {
      await tuesday.getByRole('button', { name: 'Edit Tuesday' }).click()
      const form = tuesday.getByRole('region', { name: 'Edit Tuesday' })
      await expect(form.getByLabel(/^Start time/)).toHaveCount(11)
      const times = { start_time: '17:00', end_time: '17:30', duration_minutes: 30 }
      const { data: slot } = await other.from('time_slots').insert(times).select('id').single().throwOnError()
      await other
        .from('recurring_availability')
        .insert({ day_of_week: 1, time_slot_id: slot.id })
        .throwOnError()

      await form.getByRole('button', { name: 'Remove time 1', exact: true }).click()
      await save(form).click()
      const told = 'Tuesday was changed meanwhile. Its times are shown as they are now.'
      await expect(toast(page, 'Error saving recurring availability', told)).toBeVisible()
      await expect(form.getByText(told)).toBeVisible()
      await expect(tuesday.getByRole('listitem')).toHaveCount(12)
      await expect(tuesday.getByRole('listitem').last()).toContainText('5:00 PM – 5:30 PM')
      expect(await offered()).toBe(12)
      await expect(form.getByLabel(/^Start time/)).toHaveCount(10)
      await page.getByRole('button', { name: 'Close toast' }).click()

      await form.getByRole('button', { name: 'Add time' }).click()
      await form.getByLabel('Start time 11').fill('17:00')
      await save(form).click()
      await expectToast(page, 'Success', 'Availability has been updated.')
      await expect(tuesday.getByRole('listitem')).toHaveCount(11)
      await expect(tuesday).toContainText('5:00 PM – 5:30 PM')
      expect(await offered()).toBe(11)
    })

    await page.route('/api/health*', (route) => route.abort())
    const gone = tuesday.getByRole('button', { name: 'Disable 10:00 AM – 10:30 AM on Tuesday' })
    await expect(gone).toBeVisible()
    await takeOut('10:00')
    await gone.click()
    await expectToast(page, 'Error', 'Failed to update recurring availability')
    expect(await offered()).toBe(10)
    complaints.length = 0 // the browser names each request that was cut off
  })
})
