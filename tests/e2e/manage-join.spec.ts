import { formatTime, STUDIO_ZONE, timeAt, toInstant } from '@/lib/dates'
import { JSDOM } from 'jsdom'
import { postForm, readForm } from '../native-form'
import { raiseCaps } from './admin'
import { read, stored } from './booking'
import { MONDAY, expect, shareStudio, test } from './fixtures'
import { linkOf } from './manage'

// Today's calls: one is in progress, the next begin in a quarter of an hour, in fifty minutes and later.
// Two are past, one of them unconfirmed.
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

test('a visitor can join a call in progress, and change neither it nor a past one', async ({ studio }) => {
  const look = async (slot: string) => partsOf((await read(studio, linkOf(studio, idOf(slot)))).text)

  await test.step('a past call says if it was unconfirmed or is over', async () => {
    expect((await look(calls.past.slot)).title).toBe('This call is over')
    const unanswered = await look(calls.unanswered.slot)
    expect(unanswered.title).toBe('We did not confirm this call')
    expect(unanswered.words).not.toContain('Where')
  })

  await test.step('a call’s own location replaces the default', async () => {
    const { words } = await look(calls.cafe.slot)
    expect(words).toContain('The café on the Parade')
    expect(words).not.toContain('appears here')
  })

  await test.step('a call in progress can be joined, but not moved or cancelled', async () => {
    const { title, links, changes } = await look(calls.now.slot)
    expect(title).toBe('Your call is on now')
    expect(links.get('Join the call')).toMatch(/^https:/)
    expect(links.has('Book another call')).toBe(true)
    expect(changes).toEqual(['What you sent us', 'Erase what you hold about me'])
  })

  await test.step('a call in a quarter of an hour has no button to join yet', async () => {
    const { words, links, changes } = await look(calls.soon.slot)
    expect(words).toContain('appears here')
    expect(links.has('Join the call')).toBe(false)
    expect(changes).toContain('Cancel the call')
  })

  await test.step('a call that begins while its page is open can no longer be cancelled', async () => {
    const url = studio.url + linkOf(studio, idOf(calls.soon.slot))
    const { fields } = await readForm(url)
    // Moves the call to the current time, to save a quarter of an hour's wait.
    await studio.sql(`update public.bookings set status = 'cancelled' where id = '${idOf('e1')}';
      update public.bookings set time_slot_id = '${idOf('e1')}' where id = '${idOf('e2')}';`)
    const { alert, html } = await postForm(url, fields, [['intent', 'cancel']])
    expect(alert).toContain('This call has begun')
    expect(partsOf(html).title).toBe('Your call is on now')
  })
})

/** The text of a booking's page. */
function partsOf(html: string) {
  const { document } = new JSDOM(html).window
  const main = document.querySelector('main')
  const textOf = (element: Element) => element.textContent.trim()
  return {
    title: document.querySelector('h1')?.textContent,
    words: main?.textContent ?? '',
    links: new Map([...(main?.querySelectorAll('a') ?? [])].map((link) => [textOf(link), link.href])),
    changes: [...(main?.querySelectorAll('summary') ?? [])].map(textOf),
  }
}

test('the button to join appears ten minutes before; until then the page says when, on both clocks @full', async ({
  studio,
  otherBrowser,
}) => {
  const later = (await stored(studio)).bookings.find(({ name }) => name === 'later')
  const start = toInstant(later?.date ?? '', later?.time_slots.start_time.slice(0, 5) ?? '')
  const opens = new Date(start.getTime() - 10 * 60_000)
  const [ours, theirs] = [STUDIO_ZONE, 'Europe/London'].map((zone) => formatTime(timeAt(opens, zone)))
  const words = `The button to join appears here on Sun 22 Nov, ${theirs}, your time (${ours} NZDT in Wellington), ten minutes before.`

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
