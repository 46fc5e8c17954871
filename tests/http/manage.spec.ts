import { stored } from '../e2e/booking'
import { randomUUID } from 'node:crypto'
import { JSDOM } from 'jsdom'
import { book, client } from '../e2e/admin'
import { bookLink, linkOf } from '../e2e/manage'
import { scriptBytes } from '../e2e/fixtures'
import { postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import { expect, MONDAY, shareStudio, test } from './fixtures'

shareStudio({ now: MONDAY })

/** The stored booking of a person. */
async function bookingOf(studio: Studio, email: string) {
  return (await stored(studio)).bookings.filter((booking) => booking.email === email)
}

test('a made-up post changes nothing and reveals nothing', async ({ studio }) => {
  const link = await bookLink(studio, { name: 'Crafted', date: '2026-12-18', nth: 1 })
  const { fields } = await readForm(studio.url + link)
  const made = [
    { intent: 'constructor' },
    { intent: '__proto__' },
    { intent: '' },
    { intent: 'cancel', sequence: 'x' },
    { intent: 'cancel', sequence: '99999999999999' },
    { intent: 'cancel', reason: 'x'.repeat(501) },
    { intent: 'move', time: '2026-12-01 09:00-09:30 nothing' },
    { intent: 'erase-now', email: 'other@example.org' },
    { intent: 'cancel', token: 'nothing' },
  ]
  for (const entries of made) {
    const { status, html } = await postForm(studio.url + link, fields, Object.entries(entries))
    expect(status, JSON.stringify(entries)).toBe(200)
    expect(html, JSON.stringify(entries)).not.toContain('crafted@example.org')
  }
  expect(await bookingOf(studio, 'crafted@example.org')).toMatchObject([{ status: 'pending' }])
})

test('reading a booking’s page changes nothing; no cache keeps it, and no Referer names it', async ({
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Scanner', date: '2026-12-04' })
  const before = await bookingOf(studio, 'scanner@example.org')
  for (let n = 0; n < 2; n++) {
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${studio.url}${link}?date=2026-12-07`, { method })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toContain('no-store')
      expect(response.headers.get('referrer-policy')).toBe('strict-origin')
      expect(response.headers.get('x-robots-tag')).toBe('noindex')
      expect(response.headers.get('content-security-policy')).toContain("'nonce-")
    }
    const file = await fetch(`${studio.url}${link}/call.ics`)
    expect(file.headers.get('cache-control')).toBe('no-store')
    expect(await file.text()).not.toContain('/booking/manage')
  }
  expect(await bookingOf(studio, 'scanner@example.org')).toEqual(before)
})

test('once all proposed times are taken, a visitor gets one list of free times and no false promise', async ({
  studio,
}) => {
  const { id } = await book(studio, { name: 'Proposed Pia', date: '2026-12-21' })
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin.rpc('get_available_slots_for_date', { p_date: '2026-12-22' }).throwOnError()
  const times = data.slice(0, 2).map((slot) => ({ date: '2026-12-22', time_slot_id: slot.id }))
  const answer = {
    p_id: randomUUID(),
    p_request_id: id,
    p_revision: 1_000,
    p_kind: 'propose',
    p_times: times,
  }
  await admin.rpc('send_reply', answer).throwOnError()
  /** What the page says: its lead, its lists of times and the texts beside them. */
  const read = async (query = '') => {
    const html = await (await fetch(studio.url + linkOf(studio, id) + query)).text()
    const { document } = new JSDOM(html).window
    const texts = (of: string) => [...document.querySelectorAll(of)].map((found) => found.textContent)
    return {
      lead: texts('h1 + p')[0],
      lists: texts('#take-form legend'),
      isOpen: document.querySelector('details.change')?.hasAttribute('open'),
      taken: texts('[role=status]'),
      page: document.querySelector('main')?.textContent,
    }
  }
  const promise = 'Take one of those, and your call is confirmed at once.'
  expect(await read()).toMatchObject({
    lead: expect.stringContaining(promise),
    lists: ['Times that we proposed'],
  })

  await book(studio, { name: 'First', date: '2026-12-22', nth: 0 })
  expect(await read()).toMatchObject({
    lead: expect.stringContaining(promise),
    lists: ['Times that we proposed'],
  })
  await book(studio, { name: 'Second', date: '2026-12-22', nth: 0 })
  // The site caches free times for some seconds.
  await expect.poll(async () => (await read()).lists).toEqual(['The next free times'])
  for (const query of ['', `?date=2026-12-22&slot=${times[0]?.time_slot_id}`]) {
    const said = await read(query)
    expect(said, query).toMatchObject({ lists: ['The next free times'], isOpen: false })
    expect(said.lead, query).toBe(
      'We can’t make this one, and the times that we proposed have been taken. Take another: we confirm it within 24 hours.',
    )
    expect(said.page, query).not.toMatch(/confirmed (at once|as soon as)|proposed by us|no longer free/)
  }
})

test('the page after an erasure loads no form, only what deletes the saved confirmation', async ({
  request,
}) => {
  expect(await scriptBytes(request, '/booking/manage/erased'), 'gzipped JavaScript').toBeLessThanOrEqual(
    148_000,
  )
})
