import { book, client, expect, test } from './admin'
import { shareStudio } from './fixtures'

shareStudio()

test('a banner says that nothing can be booked, why and where to fix it; otherwise there is none @full', async ({
  page,
  studio,
}) => {
  await page.goto('/admin')
  await expect(page.getByText('No records found')).toBeVisible()
  await expect(page.getByText('Nobody can book')).toHaveCount(0)
  const admin = await client(studio, studio.people.admin)
  await admin
    .from('recurring_availability')
    .update({ is_available: false })
    .gte('day_of_week', 0)
    .throwOnError()
  await expect(
    page.getByText('Nobody can book: every time in the next 14 days is switched off.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Enable times' }).click()
  await expect(page.getByRole('heading', { name: 'Manage Recurring Availability' })).toBeInViewport()

  await admin.from('recurring_availability').delete().gte('day_of_week', 0).throwOnError()
  await expect(page.getByText('Nobody can book: no times are set in the next 14 days.')).toBeVisible()
  await page.getByRole('link', { name: 'Add availability' }).click()
  await expect(page.getByRole('heading', { name: 'Add Availability' })).toBeInViewport()

  const inAWeek = new Date(Date.now() + 7 * 86_400_000).toLocaleDateString('en-CA', {
    timeZone: 'Pacific/Auckland',
  })
  const slots = (await admin.from('time_slots').select('id').order('start_time').limit(3)).data ?? []
  await admin
    .from('availability')
    .insert(slots.map(({ id }) => ({ date: inAWeek, time_slot_id: id, is_available: true })))
    .throwOnError()
  await book(studio, { name: 'Scarce Sefa', date: inAWeek })
  await expect(page.getByText('Only 2 times can be booked in the next 14 days (1 taken).')).toBeVisible()
  for (const name of ['Scarce Sina', 'Scarce Sio']) await book(studio, { name, date: inAWeek })
  await expect(page.getByText('Nobody can book: every time in the next 14 days is taken.')).toBeVisible()
})
