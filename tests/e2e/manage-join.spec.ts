import { formatTime, STUDIO_ZONE, timeAt, toInstant } from '@/lib/dates'
import { raiseCaps } from './admin'
import { stored } from './booking'
import { MONDAY, expect, shareStudio, test } from './fixtures'
import { alert, linkOf } from './manage'

// Calls of today: one goes on, the next begin in a quarter of an hour, in fifty minutes and later;
// two have passed, one without an answer.
const calls = {
  now: { slot: 'e1', minutes: -15, status: 'confirmed' },
  soon: { slot: 'e2', minutes: 15, status: 'confirmed' },
  later: { slot: 'e3', minutes: 50, status: 'confirmed' },
  unanswered: { slot: 'e4', minutes: -60, status: 'pending' },
  past: { slot: 'e6', minutes: -120, status: 'confirmed' },
  cafe: { slot: 'e5', minutes: 90, status: 'confirmed' },
}
const idOf = (slot: string) => `00000000-0000-4000-8000-0000000000${slot}`
const clock = `date_trunc('minute', now() at time zone '${STUDIO_ZONE}')`
const rows = Object.entries(calls).map(
  ([name, { slot, minutes, status }]) => `
    insert into public.time_slots (id, start_time, end_time, duration_minutes)
    select '${idOf(slot)}', start, start + interval '29 minutes', 29 from (select (${clock} + interval '${minutes} minutes')::time as start) at;
    insert into public.bookings (id, name, email, date, time_slot_id, status)
    values ('${idOf(slot)}', '${name}', 'ana@example.com', ${clock}::date, '${idOf(slot)}', '${status}');`,
)
const place = `update public.bookings set location = 'The café on the Parade' where id = '${idOf('e5')}';`
shareStudio({ now: MONDAY, sql: raiseCaps + rows.join('') + place })

test('a call that goes on can be joined, and neither it nor one that is over can be changed', async ({
  page,
  studio,
}) => {
  const title = page.getByRole('heading', { level: 1 })
  await test.step('a time that passed without an answer was not confirmed, and one that was is over', async () => {
    await page.goto(linkOf(studio, idOf(calls.past.slot)))
    await expect(title).toHaveText('This call is over')
    await page.goto(linkOf(studio, idOf(calls.unanswered.slot)))
    await expect(title).toHaveText('We did not confirm this call')
    await expect(page.getByText('Where')).toHaveCount(0)
  })

  await test.step('a place of its own stands in for the studio’s', async () => {
    await page.goto(linkOf(studio, idOf(calls.cafe.slot)))
    await expect(page.getByText('The café on the Parade')).toBeVisible()
    await expect(page.getByText('appears here')).toHaveCount(0)
  })

  await test.step('a call that goes on can be joined, and neither moved nor cancelled', async () => {
    await page.goto(linkOf(studio, idOf(calls.now.slot)))
    await expect(title).toHaveText('Your call is on now')
    await expect(page.getByRole('link', { name: 'Join the call' })).toHaveAttribute('href', /^https:/)
    await expect(page.locator('summary')).toHaveText(['Erase what you hold about me'])
    await expect(page.getByRole('link', { name: 'Book another call' })).toBeVisible()
  })

  await test.step('one that begins in a quarter of an hour has no way in yet', async () => {
    await page.goto(linkOf(studio, idOf(calls.soon.slot)))
    await expect(page.getByText('appears here')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Join the call' })).toHaveCount(0)
  })

  await test.step('one that begins while its page is open cannot be cancelled any more', async () => {
    await page.locator('summary', { hasText: 'Cancel the call' }).click()
    // Instead of a quarter of an hour's wait: it takes the time of the one that goes on.
    await studio.sql(`update public.bookings set status = 'cancelled' where id = '${idOf('e1')}';
      update public.bookings set time_slot_id = '${idOf('e1')}' where id = '${idOf('e2')}';`)
    await page.getByRole('button', { name: 'Cancel the call' }).click()
    await expect(alert(page)).toContainText('This call has begun')
    await expect(title).toHaveText('Your call is on now')
  })
})

test('ten minutes before, the way in appears by itself; until then the page says when, in both clocks', async ({
  studio,
  otherBrowser,
}) => {
  const later = (await stored(studio)).bookings.find(({ name }) => name === 'later')
  const start = toInstant(later?.date ?? '', later?.time_slots.start_time.slice(0, 5) ?? '')
  const opens = new Date(start.getTime() - 10 * 60_000)
  const [ours, theirs] = [STUDIO_ZONE, 'Europe/London'].map((zone) => formatTime(timeAt(opens, zone)))
  const words = `The button to join appears here at ${ours} NZDT, ten minutes before (your clock: Sun 22 Nov, ${theirs}).`

  const page = await otherBrowser({ timezoneId: 'Europe/London' })
  await page.clock.install({ time: MONDAY })
  await page.goto(linkOf(studio, idOf(calls.later.slot)))
  await expect(page.getByText(words)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Join the call' })).toHaveCount(0)
  await page.clock.runFor('30:00')
  await expect(page.getByText(words)).toBeVisible()
  await page.clock.runFor('10:00')
  await expect(page.getByRole('link', { name: 'Join the call' })).toBeVisible()
})
