import { next, says, time } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'

shareStudio({
  now: MONDAY,
  sql: `
      delete from public.recurring_availability;
      insert into public.availability (date, time_slot_id, is_available)
      select '2027-02-03', id, true from public.time_slots limit 1;`,
})

test('with nothing free a visitor can write and reads when times may come; no far day is called taken', async ({
  page,
  request,
}) => {
  await page.goto('/booking')
  await expect(page.getByText('All our times are taken until Thursday 31 December 2026')).toBeVisible()
  await expect(page.getByText(/Later months may have some/)).toBeVisible()
  await expect(next(page)).toBeDisabled()
  await page.getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused()
  await expect(page.getByRole('button', { name: says.send })).toBeVisible()
  await page.goto('/booking?date=2027-02-03')
  await expect(time(page, '9:00 am')).toBeVisible()
  await expect(page.getByText(/All our times are taken/)).toHaveCount(0)
  for (const [date, heading] of [
    ['2027-11-20', 'Saturday 20 November 2027'],
    ['2027-12-01', 'Wednesday 1 December 2027'],
  ]) {
    const html = await (await request.get(`/booking?date=${date}`)).text()
    expect(html).toContain(heading)
    expect(html, date).toContain(says.none)
    expect(html, date).not.toContain('All our times are taken')
  }
})
