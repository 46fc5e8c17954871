import { JSDOM } from 'jsdom'
import { read } from '../e2e/booking'
import { linkOf } from '../e2e/manage'
import { postForm, readForm } from '../native-form'
import { raiseCaps } from '../studio'
import { calls, callsOfToday, idOf } from './calls-of-today'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY, sql: raiseCaps + callsOfToday })

test('a visitor can join a call in progress, and change neither it nor a past one', async ({ studio }) => {
  const readBookingPage = async (slot: string) =>
    partsOf((await read(studio, linkOf(studio, idOf(slot)))).text)

  await test.step('a past call says if it was unconfirmed or is over', async () => {
    expect((await readBookingPage(calls.past.slot)).title).toBe('This call is over')
    const unanswered = await readBookingPage(calls.unanswered.slot)
    expect(unanswered.title).toBe('We did not confirm this call')
    expect(unanswered.words).not.toContain('Where')
  })

  await test.step('a call’s own location replaces the default', async () => {
    const { words } = await readBookingPage(calls.cafe.slot)
    expect(words).toContain('The café on the Parade')
    expect(words).not.toContain('appears here')
  })

  await test.step('a call in progress can be joined, but not moved or cancelled', async () => {
    const { title, links, changes } = await readBookingPage(calls.now.slot)
    expect(title).toBe('Your call is on now')
    expect(links.get('Join the call')).toMatch(/^https:/)
    expect(links.has('Book another call')).toBe(true)
    expect(changes).toEqual(['What you sent us', 'Erase what you hold about me'])
  })

  await test.step('a call in a quarter of an hour has no button to join yet', async () => {
    const { words, links, changes } = await readBookingPage(calls.soon.slot)
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
