import type { Locator, Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { readEvent } from '../read-calendar'
import type { Studio } from '../studio'
import { expectLive, openRecord, row } from './admin'
import { postForm, readForm } from '../native-form'
import { choose, day, fillIn, MONDAY, says, stored, time } from './booking'
import { axeLooks, axeViolations, expect, signIn, shareStudio, test } from './fixtures'
import { alert, bookLink, linkOf } from './manage'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const open = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (page: Page) => page.getByRole('region', { name: 'The call' })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** The one event of the calendar file, as the page offers it now. */
async function calendarEvent(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return readEvent(await readFile(await download.path(), 'utf8'))
}

/** What the studio has of a person's booking. */
async function bookingOf(studio: Studio, email: string) {
  return (await stored(studio)).bookings.filter((booking) => booking.email === email)
}

test('from asked for to confirmed, moved and cancelled: one event in the calendar, and the admin sees each step live', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const link = await bookLink(studio, { name: 'Kiri', date: '2026-11-26' })
  const admin = await otherBrowser({ reducedMotion: 'reduce' })
  await signIn(admin, studio.people.admin)
  await expectLive(admin)

  await page.goto(link)
  await expect(title(page, 'We have your booking')).toBeVisible()
  await expect(sheet(page)).toContainText('Thursday 26 November 2026')
  const asked = await calendarEvent(page, 'Add to your calendar')
  expect(asked).toMatchObject({ status: 'TENTATIVE', method: 'PUBLISH' })
  expect(asked.location).toBeUndefined()

  await press(await openRecord(admin, 'Kiri'), 'Confirm')
  await expect(row(admin, 'Kiri')).toContainText('confirmed')
  await page.reload()
  await expect(title(page, 'Your call is confirmed')).toBeVisible()
  await expect(page.getByText('Our video room')).toBeVisible()
  const confirmed = await calendarEvent(page, 'Add to your calendar')

  await open(page, 'Move it to another time')
  await page.getByRole('link', { name: 'Fri 27 Nov' }).click()
  await time(page, '2:30 pm').check()
  await press(page, 'Move the call')
  await expect(said(page, 'Your call is moved.')).toBeFocused()
  await expect(title(page, 'We have your booking')).toBeVisible()
  await expect(sheet(page)).toContainText('Friday 27 November 2026')
  const moved = await calendarEvent(page, 'Add to your calendar')
  await expect(row(admin, 'Kiri')).toContainText('Fri 27 Nov 2026')
  await expect(row(admin, 'Kiri')).toContainText('pending')

  await open(page, 'Cancel the call')
  await page.getByLabel('What made you change your mind?').fill('I found a co-founder.')
  await press(page, 'Cancel the call')
  await expect(said(page, 'Your call is cancelled.')).toBeFocused()
  await expect(title(page, 'This call is cancelled')).toBeVisible()
  const cancelled = await calendarEvent(page, 'Take it off your calendar')

  const events = [asked, confirmed, moved, cancelled]
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
  expect(events.map(({ sequence }) => Number(sequence))).toEqual([0, 1, 2, 3])
  expect(events.map(({ status }) => status)).toEqual(['TENTATIVE', 'CONFIRMED', 'TENTATIVE', 'CANCELLED'])
  expect(events.map(({ start }) => new Date(start).toISOString())).toEqual([
    '2026-11-25T20:00:00.000Z',
    '2026-11-25T20:00:00.000Z',
    '2026-11-27T01:30:00.000Z',
    '2026-11-27T01:30:00.000Z',
  ])
  expect(confirmed.location).toContain('Our video room')

  await expect(row(admin, 'Kiri')).toContainText('cancelled')
  const record = await openRecord(admin, 'Kiri')
  await expect(record).toContainText('I found a co-founder.')
  const history = record.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([
    /The visitor asked for Thu 26 Nov 2026, 9:00 AM/,
    /admin@studio\.test set pending to confirmed/,
    /The visitor moved it from Thu 26 Nov 2026, 9:00 AM to Fri 27 Nov 2026, 2:30 PM/,
    /The visitor cancelled it/,
  ])
})

test('an admin says where one call happens: the visitor reads it, and the calendar has it, once it is confirmed', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const link = await bookLink(studio, { name: 'Aroha', date: '2026-12-18' })
  const admin = await otherBrowser({ reducedMotion: 'reduce' })
  await signIn(admin, studio.people.admin)
  const record = await openRecord(admin, 'Aroha')
  await record.getByLabel('Place of this call').fill('  Our studio,   Island Bay ')
  await press(record, 'Save')
  await expect(record.getByLabel('Place of this call')).toHaveValue('Our studio, Island Bay')
  await page.goto(link)
  await expect(page.getByText('Island Bay')).toHaveCount(0)
  await press(record, 'Confirm')
  await expect(row(admin, 'Aroha')).toContainText('confirmed')
  await page.reload()
  await expect(sheet(page)).toContainText('Where: Our studio, Island Bay')
  expect((await calendarEvent(page, 'Add to your calendar')).location).toBe('Our studio, Island Bay')
})

test('a place that was typed and not saved is saved when the call is confirmed', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const link = await bookLink(studio, { name: 'Manaia', date: '2026-12-18', nth: 2 })
  const admin = await otherBrowser({ reducedMotion: 'reduce' })
  await signIn(admin, studio.people.admin)
  const record = await openRecord(admin, 'Manaia')
  await record.getByLabel('Place of this call').fill('Our studio')
  await press(record, 'Confirm')
  await expect(row(admin, 'Manaia')).toContainText('confirmed')
  await page.goto(link)
  await expect(sheet(page)).toContainText('Where: Our studio')
})

test('a post that was made up changes nothing and tells nothing', async ({ studio }) => {
  const link = await bookLink(studio, { name: 'Crafted', date: '2026-12-18', nth: 1 })
  const { fields } = await readForm(studio.url + link)
  const made = [
    { intent: 'constructor' },
    { intent: '__proto__' },
    { intent: '' },
    { intent: 'cancel', seen: 'x' },
    { intent: 'cancel', seen: '99999999999999' },
    { intent: 'cancel', reason: 'x'.repeat(501) },
    { intent: 'move', time: '2026-12-01 09:00-09:30 nothing' },
    { intent: 'erase-now', email: 'other@example.org' },
    { intent: 'cancel', link: 'nothing' },
  ]
  for (const entries of made) {
    const { status, html } = await postForm(studio.url + link, fields, Object.entries(entries))
    expect(status, JSON.stringify(entries)).toBe(200)
    expect(html, JSON.stringify(entries)).not.toContain('crafted@example.org')
  }
  expect(await bookingOf(studio, 'crafted@example.org')).toMatchObject([{ status: 'pending' }])
})

test('two devices: one wins, the other reads what happened and sees how the booking stands', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const link = await bookLink(studio, { name: 'Tama', date: '2026-11-30' })
  const phone = await otherBrowser()
  await phone.goto(link)
  await page.goto(link)
  await open(page, 'Move it to another time')
  await time(page, '10:00 am').check()
  await press(page, 'Move the call')
  await expect(said(page, 'Your call is moved.')).toBeVisible()

  await open(phone, 'Cancel the call')
  await press(phone, 'Cancel the call')
  await expect(alert(phone)).toContainText('This booking was changed meanwhile, so nothing was done.')
  await expect(sheet(phone)).toContainText('10:00 am')

  await press(phone, 'Cancel the call')
  await expect(title(phone, 'This call is cancelled')).toBeVisible()
  await open(page, 'Cancel the call')
  await press(page, 'Cancel the call')
  await expect(alert(page)).toContainText('This call was cancelled already.')
  await expect(title(page, 'This call is cancelled')).toBeVisible()
})

test('a time that somebody else takes meanwhile: the call stays where it was', async ({ page, studio }) => {
  const link = await bookLink(studio, { name: 'Mere', date: '2026-12-01' })
  await page.goto(link)
  await open(page, 'Move it to another time')
  await time(page, '9:30 am').check()
  await bookLink(studio, { name: 'Faster', date: '2026-12-01' })
  await press(page, 'Move the call')
  await expect(alert(page)).toContainText('Somebody was a moment faster: that time is taken.')
  await expect(sheet(page)).toContainText('9:00 am')
  await expect(time(page, '9:30 am')).toHaveCount(0)
  await time(page, '10:00 am').check()
  await press(page, 'Move the call')
  await expect(said(page, 'Your call is moved.')).toBeVisible()
})

test('a visitor far away reads both clocks, and a free time in both', async ({ studio, otherBrowser }) => {
  const link = await bookLink(studio, { name: 'Zoë', date: '2026-12-02' })
  const page = await otherBrowser({ timezoneId: 'Europe/London' })
  await page.goto(link)
  await expect(sheet(page)).toContainText('9:00 am')
  await expect(sheet(page).getByText('Your clock: Tue 1 Dec, 8:00 pm')).toBeVisible()
  await open(page, 'Move it to another time')
  await expect(page.locator('label', { has: time(page, '10:00 am') })).toContainText('Tue 1 Dec, 9:00 pm')
})

test('a wrong, an old and a made-up link lead to one and the same page, and no log holds them', async ({
  page,
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Hemi', date: '2026-12-03' })
  const [, id = '', signature = ''] = /([^/]+)\.([^.]+)$/.exec(link) ?? []
  const other = linkOf(studio, crypto.randomUUID())
  const tampered = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  const wrong = [
    linkOf(studio, id, 2),
    linkOf(studio, id, 0),
    other,
    ...[`${id}.${tampered}`, `${id}.`, id, 'nothing', `${id}.${signature}x`].map(
      (end) => `/booking/manage/${end}`,
    ),
  ]
  const pages = new Set<string>()
  for (const path of wrong) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(200)
    await expect(title(page, 'This link does not work')).toBeVisible()
    pages.add(await page.locator('main').innerText())
    expect((await fetch(`${studio.url}${path}/call.ics`)).status, path).toBe(404)
  }
  expect(pages.size).toBe(1)
  await fetch(`${studio.url}${link}/nothing-here`)
  await expect.poll(() => studio.siteLog()).toContain('404 /booking/manage/…')
  for (const secret of [id, signature, tampered]) expect(studio.siteLog()).not.toContain(secret)
})

test('to look changes nothing, ten times; nothing keeps the page, and no address leaves it', async ({
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Scanner', date: '2026-12-04' })
  const before = await bookingOf(studio, 'scanner@example.org')
  for (let n = 0; n < 10; n++) {
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

test('erased: the address again, a question, and then nothing of the person is left here', async ({
  page,
  studio,
}) => {
  const link = await bookLink(studio, { name: 'Rua', date: '2026-12-07', message: 'A secret idea' })
  const second = await bookLink(studio, { name: 'Rua', date: '2026-12-07' })
  await page.goto(link)
  await expect(page.getByText('r…@example.org')).toBeVisible()
  await expect(page.getByText('rua@example.org')).toHaveCount(0)
  await open(page, 'Erase what you hold about me')
  await page.getByLabel('Email').fill('somebody@example.org')
  await press(page, 'Continue')
  await expect(alert(page)).toContainText('That is not the email address of this booking.')
  await page.getByLabel('Email').fill('RUA@example.org')
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Erase it for good?' })).toBeVisible()
  expect(await bookingOf(studio, 'rua@example.org')).toHaveLength(2)
  await press(page, 'Erase it now')
  await expect(title(page, 'Your details are erased')).toBeVisible()

  expect(await bookingOf(studio, 'rua@example.org')).toHaveLength(1)
  expect(await bookingOf(studio, 'erased@erased.invalid')).toMatchObject([
    { name: 'Erased', message: null, status: 'cancelled' },
  ])
  await page.goto(link)
  await expect(title(page, 'This link does not work')).toBeVisible()
  await page.goto(second)
  await expect(title(page, 'We have your booking')).toBeVisible()
})

for (const change of ['cancelled', 'erased'] as const) {
  test(`after a call is ${change} the booking page no longer says that its time is held`, async ({
    page,
  }) => {
    await choose(page, '2026-11-30', change === 'erased' ? '9:00 am' : '9:30 am')
    await fillIn(page, { email: `${change}@example.com` })
    await page.getByRole('button', { name: says.book }).click()
    await page.getByRole('link', { name: 'Change or cancel this call' }).click()
    if (change === 'cancelled') {
      await open(page, 'Cancel the call')
      await press(page, 'Cancel the call')
      await expect(title(page, 'This call is cancelled')).toBeVisible()
    } else {
      await open(page, 'Erase what you hold about me')
      await page.getByLabel('Email').fill('erased@example.com')
      await press(page, 'Continue')
      await press(page, 'Erase it now')
      await expect(title(page, 'Your details are erased')).toBeVisible()
    }
    await page.goto('/booking')
    await expect(day(page, 'Tuesday 24')).toBeVisible()
    await expect(page.getByText('the time is held for you')).toHaveCount(0)
  })
}

test('a long link without spaces makes no text field wider than the window', async ({ page, studio }) => {
  const link = `https://www.figma.com/design/${'a'.repeat(120)}`
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  await page.setViewportSize({ width: 375, height: 700 })
  await page.goto('/booking?step=2')
  await page.getByLabel('Tell us about your product').fill(link)
  expect(await width(), 'the booking page').toBe(375)
  await page.goto(await bookLink(studio, { name: 'Wide', date: '2026-12-22' }))
  await open(page, 'Cancel the call')
  await page.getByLabel('What made you change your mind?').fill(link)
  expect(await width(), 'the page of a booking').toBe(375)
})

test('who is asked whether to erase can keep everything', async ({ page, studio }) => {
  const link = await bookLink(studio, { name: 'Whetu', date: '2026-12-08' })
  await page.goto(link)
  await open(page, 'Erase what you hold about me')
  await page.getByLabel('Email').fill('whetu@example.org')
  await press(page, 'Continue')
  await expect(page.getByRole('button', { name: 'Erase it now' })).toBeFocused()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await expect(title(page, 'We have your booking')).toBeVisible()
  expect(await bookingOf(studio, 'whetu@example.org')).toHaveLength(1)
})

test('while the backend is away the page says so, and Retry brings it back', async ({ page, studio }) => {
  const link = await bookLink(studio, { name: 'Ari', date: '2026-12-09' })
  studio.proxy.set('down')
  await page.goto(link)
  await expect(page.getByText('We could not reach our calendar just now.')).toBeVisible()
  expect((await fetch(`${studio.url}${link}/call.ics`)).status).toBe(503)
  studio.proxy.set('none')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(title(page, 'We have your booking')).toBeVisible()

  await open(page, 'Cancel the call')
  await page.getByLabel('What made you change your mind?').fill('No time')
  studio.proxy.set('down')
  await press(page, 'Cancel the call')
  await expect(alert(page)).toContainText('We could not reach our calendar just now, so nothing was done.')
  await expect(page.getByLabel('What made you change your mind?')).toHaveValue('No time')
  studio.proxy.set('none')
  await press(page, 'Cancel the call')
  await expect(title(page, 'This call is cancelled')).toBeVisible()
})

test('offline the page says so and keeps what was typed', async ({ page, studio, context, complaints }) => {
  const link = await bookLink(studio, { name: 'Ngaio', date: '2026-12-10' })
  await page.goto(link)
  await open(page, 'Cancel the call')
  await page.getByLabel('What made you change your mind?').fill('No time')
  await context.setOffline(true)
  await press(page, 'Cancel the call')
  await expect(alert(page)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByLabel('What made you change your mind?')).toHaveValue('No time')
  expect((await bookingOf(studio, 'ngaio@example.org'))[0]?.status).toBe('pending')
  complaints.splice(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a call is moved, then cancelled', async ({ page, studio }) => {
    const link = await bookLink(studio, { name: 'Plain', date: '2026-12-11' })
    await page.goto(link)
    await open(page, 'Move it to another time')
    await page.getByLabel('Date').fill('2026-12-14')
    await press(page, 'Show times')
    await expect(page.getByText('Monday 14 December 2026')).toBeVisible()
    await time(page, '3:00 pm').check()
    await press(page, 'Move the call')
    await expect(said(page, 'Your call is moved.')).toBeVisible()
    await expect(sheet(page)).toContainText('3:00 pm')

    await open(page, 'Cancel the call')
    await page.getByLabel('What made you change your mind?').fill('A reason')
    await press(page, 'Cancel the call')
    await expect(said(page, 'Your call is cancelled.')).toBeVisible()
    await expect(title(page, 'This call is cancelled')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Book another call' })).toBeVisible()
    expect(await bookingOf(studio, 'plain@example.org')).toMatchObject([
      { date: '2026-12-14', status: 'cancelled' },
    ])
  })

  test('a change that cannot be made is said where it was made', async ({ page, studio, context }) => {
    const link = await bookLink(studio, { name: 'Both', date: '2026-12-15' })
    await page.goto(link)
    const other = await context.newPage()
    await other.goto(link)
    for (const device of [page, other]) {
      await open(device, 'Cancel the call')
      await press(device, 'Cancel the call')
    }
    await expect(alert(other)).toContainText('This call was cancelled already.')
    await expect(title(other, 'This call is cancelled')).toBeVisible()
  })

  test('a person is erased', async ({ page, studio }) => {
    const link = await bookLink(studio, { name: 'Gone', date: '2026-12-16' })
    await page.goto(link)
    await open(page, 'Erase what you hold about me')
    await page.getByLabel('Email').fill('wrong@example.org')
    await press(page, 'Continue')
    await expect(alert(page)).toContainText('That is not the email address of this booking.')
    await expect(page.getByLabel('Email')).toHaveValue('wrong@example.org')
    await page.getByLabel('Email').fill('gone@example.org')
    await press(page, 'Continue')
    await press(page, 'Erase it now')
    await expect(title(page, 'Your details are erased')).toBeVisible()
    expect(await bookingOf(studio, 'gone@example.org')).toEqual([])
  })
})

/** Each state of the page, and how a visitor gets there. */
const states: Record<string, (page: Page, link: string) => Promise<unknown>> = {
  'with everything open': async (page, link) => {
    await page.goto(link)
    for (const summary of await page.locator('summary').all()) await summary.click()
  },
  'with a fault': async (page, link) => {
    await page.goto(link)
    await open(page, 'Erase what you hold about me')
    await press(page, 'Continue')
    await expect(alert(page)).toBeVisible()
  },
  'a question': async (page, link) => {
    await page.goto(link)
    await open(page, 'Erase what you hold about me')
    await page.getByLabel('Email').fill('axe@example.org')
    await press(page, 'Continue')
    await expect(page.getByRole('heading', { name: 'Erase it for good?' })).toBeVisible()
  },
  'no booking': (page) => page.goto('/booking/manage/nothing'),
  erased: (page) => page.goto('/booking/manage/erased'),
  cancelled: async (page, link) => {
    await page.goto(link)
    if (await title(page, 'This call is cancelled').isVisible()) return
    await open(page, 'Cancel the call')
    await press(page, 'Cancel the call')
    await expect(title(page, 'This call is cancelled')).toBeVisible()
  },
}
test.describe('axe finds nothing', () => {
  let link = ''
  test.beforeAll(async ({ studio }) => {
    link = await bookLink(studio, {
      name: 'Axe',
      date: '2026-12-17',
      message: 'A long one.\n'.repeat(40).trim(),
    })
  })
  for (const [at, { width, colorScheme }] of axeLooks.entries()) {
    test(`${width} px, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      for (const [n, [state, reach]] of Object.entries(states).entries()) {
        // What differs most is seen at each, the others take turns.
        if (n > 0 && n % axeLooks.length !== at && !process.env.SOAK) continue
        await reach(page, link)
        const violations = await axeViolations(page)
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          state,
        ).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(
          width,
        )
      }
    })
  }
})
