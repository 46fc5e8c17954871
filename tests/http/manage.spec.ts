import { stored } from '../e2e/booking'
import { bookLink } from '../e2e/manage'
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
