import ICAL from 'ical.js'
import type { Locator, Page } from '@playwright/test'
import { hasNginx, startNginx } from '@/scripts/bench/nginx'
import { address, answer, book, client, expect, expectToast, openSetting, test, toast } from './admin'
import { axeLooks, axeViolations, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

const FEED = 'Calls in your calendar'
const part = (page: Page): Locator => page.getByRole('region', { name: FEED })

/** Creates a feed's URL in the settings. Returns its path. */
async function createFeed(page: Page, studioUrl: string) {
  await expect(part(page).getByLabel('Your address')).toHaveValue(/\/calendar\/[\w-]{43}\/calls\.ics$/)
  const { pathname } = new URL(await part(page).getByLabel('Your address').inputValue())
  return studioUrl + pathname
}

/** The entries of a feed as a calendar program shows them, in the order of the file. */
async function readEntries(url: string): Promise<string[]> {
  const response = await fetch(url)
  expect(response.status, url).toBe(200)
  const events = new ICAL.Component(ICAL.parse(await response.text())).getAllSubcomponents('vevent')
  const text = (event: ICAL.Component, name: string) => event.getFirstPropertyValue(name)?.toString()
  return events.map((event) =>
    ['dtstart', 'summary', 'status', 'location'].map((name) => text(event, name)).join(' | '),
  )
}

test('an admin’s own calendar shows the current calls, at a URL that no log and no page reveals', async ({
  page,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const [ana, ben] = [
    await book(studio, { name: 'Ana', date: '2026-12-01' }),
    await book(studio, { name: 'Ben', date: '2026-12-02', message: 'private words' }),
  ]
  await page.goto('/admin/settings')
  await openSetting(page, FEED)
  await part(page).getByRole('button', { name: 'Make an address' }).click()
  await expectToast(page, 'Success', 'Address made')
  const url = await createFeed(page, studio.url)
  const token = url.split('/').at(-2) ?? ''

  const usual = 'Our video room, https://meet.southcoast.example/call'
  await test.step('a program reads it, and downloads it again only after a change', async () => {
    expect(await readEntries(url)).toEqual([
      `2026-11-30T20:00:00Z | To confirm: Ana | TENTATIVE | ${usual}`,
      `2026-12-01T20:00:00Z | To confirm: Ben | TENTATIVE | ${usual}`,
    ])
    const first = await fetch(url)
    const headers = Object.fromEntries(first.headers)
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex',
    })
    expect(headers['content-security-policy'], 'it is no page').toBeUndefined()
    const { etag = '' } = headers
    for (const tag of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
      const again = await fetch(url, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text(), again.headers.get('etag')], tag).toEqual([304, '', etag])
    }
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  await test.step('the settings show the URL once, afterwards only its age and its last read', async () => {
    await page.reload()
    await expect(part(page)).toContainText('There is an address, made 23 Nov 2026')
    await expect(part(page)).toContainText('last read 23 Nov 2026')
    expect(await page.content()).not.toContain(token)
    // admin-password.spec.ts checks the rest of the page.
    for (const { width, colorScheme } of process.env.SOAK ? axeLooks : axeLooks.slice(-1)) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      expect(await axeViolations(page, ['main'])).toEqual([])
    }
  })

  await test.step('it follows a confirmed, moved, cancelled and erased call', async () => {
    await admin.from('bookings').update({ status: 'confirmed' }).eq('id', ana.id).throwOnError()
    expect((await readEntries(url))[0]).toBe(`2026-11-30T20:00:00Z | Call with Ana | CONFIRMED | ${usual}`)
    const seen = { status: 'confirmed', date: '2026-12-01', start_time: '09:00' }
    const time = { p_date: '2026-12-03', p_start_time: '10:00', p_end_time: '10:30', p_outside: true }
    await admin.rpc('move_booking', { p_booking_id: ana.id, p_seen: seen, ...time }).throwOnError()
    await admin.from('bookings').update({ status: 'cancelled' }).eq('id', ben.id).throwOnError()
    expect(await readEntries(url)).toEqual([`2026-12-02T21:00:00Z | Call with Ana | CONFIRMED | ${usual}`])
    await admin.rpc('erase_person', { p_email: address('Ana') }).throwOnError()
    expect((await readEntries(url))[0]).toContain('| Call |')
  })

  // A page of the admin could not load either.
  await page.goto('about:blank')
  await test.step('while the database is away calendars keep what they have', async () => {
    studio.proxy.set('down')
    const away = await fetch(url)
    expect([away.status, await away.text()]).toEqual([503, 'The calendar cannot be read just now.'])
    studio.proxy.set('none')
  })

  const none = async (other: string) => {
    const response = await fetch(other, { redirect: 'manual' })
    const said = [response.status, response.headers.get('content-type'), await response.text()]
    expect(said, other).toEqual([404, 'text/plain; charset=utf-8', 'There is no such calendar.'])
  }
  const mistyped = url.replace(token, `${token.slice(0, -1)}.`)

  await page.goto('/admin/settings')
  await openSetting(page, FEED)
  await test.step('the admin replaces the URL, and removes it', async () => {
    await part(page).getByRole('button', { name: 'Make a new one' }).click()
    await answer(page, 'Make a new one')
    await expectToast(page, 'Success', 'Address made')
    const next = await createFeed(page, studio.url)
    await none(url)
    expect(await readEntries(next)).toHaveLength(1)
    await part(page).getByRole('button', { name: 'Switch off' }).click()
    await answer(page, 'Switch it off')
    await expectToast(page, 'Success', 'Address switched off')
    await expect(part(page).getByRole('button', { name: 'Make an address' })).toBeVisible()
    await none(next)
  })

  await test.step('a dismissed message does not come back on the next page', async () => {
    await part(page).getByRole('button', { name: 'Make an address' }).click()
    await expectToast(page, 'Success', 'Address made')
    await page.goto('/admin/settings')
    await openSetting(page, FEED)
    await part(page).getByRole('button', { name: 'Make a new one' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await expect(toast(page, 'Success', 'Address made')).toHaveCount(0, { timeout: 1 })
  })

  await test.step('every invalid URL gets the same response', async () => {
    for (const other of [mistyped, `${studio.url}/calendar/x/calls.ics`, url.replace(token, '%E0')])
      await none(other)
    for (const path of ['/calendar', '/calendar/x', `/calendar/${token}/other.ics`]) {
      const page404 = await fetch(studio.url + path)
      expect(page404.status, path).toBe(404)
      expect(page404.headers.get('content-security-policy'), path).not.toContain('nonce')
    }
  })

  await test.step('no log of the site or of nginx has the URL, also with a typo', async () => {
    await fetch(url.replace('/calendar/', '/calender/'))
    if (hasNginx()) {
      const nginx = await startNginx(studio.url)
      for (const path of [url, mistyped, url.replace('/calendar/', '/calender/')])
        await fetch(path.replace(studio.url, nginx.url))
      await fetch(`${nginx.url}/nowhere`)
      await expect.poll(() => nginx.logs().requests).toContain('/nowhere')
      const { requests, errors } = nginx.logs()
      expect(requests + errors).not.toContain(token.slice(0, -1))
      await nginx.stop()
    }
    const logs = studio.siteLog() + studio.backendLog()
    expect(logs).toContain('calendar: a feed could not be read.')
    expect(logs).toContain('404 /calendar/…')
    expect(logs).not.toContain(token.slice(0, -1))
  })
})
