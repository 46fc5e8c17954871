import { MONDAY } from './booking'
import { expect, test } from './fixtures'
import { alert, linkOf } from './manage'

// It is 9:00 am on Monday 23 November. Calls of today: one goes on, the next begin in a quarter of an hour, in fifty minutes and later; one has passed without an answer.
const calls = {
  now: { slot: 'e1', start: '08:45', status: 'confirmed' },
  soon: { slot: 'e2', start: '09:15', status: 'confirmed' },
  later: { slot: 'e3', start: '09:50', status: 'confirmed' },
  unanswered: { slot: 'e4', start: '08:00', status: 'pending' },
  cafe: { slot: 'e5', start: '10:30', status: 'confirmed' },
}
const idOf = (slot: string) => `00000000-0000-4000-8000-0000000000${slot}`
const rows = Object.values(calls).map(
  ({ slot, start, status }) => `
    insert into public.time_slots (id, start_time, end_time, duration_minutes)
    values ('${idOf(slot)}', '${start}', time '${start}' + interval '29 minutes', 29);
    insert into public.bookings (id, name, email, date, time_slot_id, status)
    values ('${idOf(slot)}', 'Ana', 'ana@example.com', '2026-11-23', '${idOf(slot)}', '${status}');`,
)
const place = `update public.bookings set location = 'The café on the Parade' where id = '${idOf('e5')}';`
test.use({ studioOptions: { file: import.meta.url, now: MONDAY, sql: rows.join('') + place } })

test('a call that goes on can be joined, and neither moved nor cancelled', async ({ page, studio }) => {
  await page.goto(linkOf(studio, idOf(calls.now.slot)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is on now')
  await expect(page.getByRole('link', { name: 'Join the call' })).toHaveAttribute('href', /^https:/)
  await expect(page.locator('summary')).toHaveText(['Erase what you hold about me'])
  await expect(page.getByRole('link', { name: 'Book another call' })).toBeVisible()
})

test('ten minutes before, the way in appears by itself; until then the page says when, in both clocks', async ({
  studio,
  otherBrowser,
}) => {
  const page = await otherBrowser({ timezoneId: 'Europe/London' })
  await page.clock.install({ time: MONDAY })
  await page.goto(linkOf(studio, idOf(calls.later.slot)))
  const words =
    'The button to join appears here at 9:40 am NZDT, ten minutes before (your clock: Sun 22 Nov, 8:40 pm).'
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join the call' })).toHaveCount(0)
  await page.clock.runFor('30:00')
  await expect(page.getByText(words)).toBeVisible()
  await page.clock.runFor('10:00')
  await expect(page.getByRole('link', { name: 'Join the call' })).toBeVisible()
})

test('a call that begins in a quarter of an hour has no way in yet', async ({ studio }) => {
  const html = await (await fetch(studio.url + linkOf(studio, idOf(calls.soon.slot)))).text()
  expect(html).toContain('appears here')
  expect(html).not.toContain('Join the call')
})

test('a time that passed without an answer is over', async ({ page, studio }) => {
  await page.goto(linkOf(studio, idOf(calls.unanswered.slot)))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This call is over')
  await expect(page.getByText('Where')).toHaveCount(0)
})

test('a place of its own stands in for the studio’s', async ({ page, studio }) => {
  await page.goto(linkOf(studio, idOf(calls.cafe.slot)))
  await expect(page.getByText('The café on the Parade')).toBeVisible()
  await expect(page.getByText('appears here')).toHaveCount(0)
})

test('a call that begins while its page is open cannot be cancelled any more', async ({ page, studio }) => {
  await page.goto(linkOf(studio, idOf(calls.soon.slot)))
  await page.locator('summary', { hasText: 'Cancel the call' }).click()
  await studio.jump(Date.parse(MONDAY) + 20 * 60_000 - Date.now())
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(alert(page)).toContainText('This call has begun')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is on now')
})
