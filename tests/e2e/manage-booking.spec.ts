import { place } from '@/lib/content/place'
import type { Locator, Page } from '@playwright/test'
import { JSDOM } from 'jsdom'
import { readEvent } from '../read-calendar'
import type { Studio } from '../studio'
import { backToList, book, expectLive, openRequest, row, toast } from './admin'
import { postForm, readForm } from '../native-form'
import { choose, day, fillIn, openSlowly, read, says, stored, time, pathOfBooking } from './booking'
import { axeLooks, axeViolations, expect, shareStudio, test, MONDAY } from './fixtures'
import { alert, bookLink, linkOf } from './manage'

shareStudio({ now: MONDAY })
test.afterEach(({ studio }) => studio.proxy.set('none'))

/** The default location of calls. */
const usual = { text: 'Our video room', url: 'https://meet.southcoast.example/call' }
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const open = (page: Page, name: string) => page.locator('summary', { hasText: name }).click()
const press = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true }).click()
const sheet = (page: Page) => page.getByRole('region', { name: 'The call' })
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const reason = (page: Page) => page.getByLabel('What made you change your mind?')

/** The event of a booking's calendar file; `link` is the text of the page's link to it. */
async function calendarEvent(studio: Studio, link: string, words = 'Calendar file') {
  expect((await read(studio, link)).text).toMatch(
    new RegExp(`href="${link}/call.ics" download=[^>]*>${words}`),
  )
  return readEvent((await read(studio, `${link}/call.ics`)).text)
}

/** Posts a form of a booking's page, as a browser without JavaScript does. */
async function post(studio: Studio, link: string, entries: Record<string, string>) {
  const { fields } = await readForm(studio.url + link)
  return postForm(studio.url + link, fields, Object.entries(entries))
}

/** The stored booking of a person. */
async function bookingOf(studio: Studio, email: string) {
  return (await stored(studio)).bookings.filter((booking) => booking.email === email)
}

/**
 * Books on the booking page, as a visitor does, and opens the page of the booking from its
 * confirmation.
 */
async function bookAndOpen(page: Page, date: string, who: { name: string; email: string; message?: string }) {
  await choose(page, date, '.*9:00 am') // a visitor far away reads their own time first
  await fillIn(page, who)
  await press(page, says.book)
  await page.goto(await pathOfBooking(page))
  await expect(title(page, 'We have your booking')).toBeVisible()
  return new URL(page.url()).pathname
}

test('a time pressed as soon as the scripts have run is selected @full', async ({ studio, otherBrowser }) => {
  const { id } = await book(studio, { name: 'Early Erin', date: '2026-12-21', nth: 1 })
  const page = await otherBrowser({ timezoneId: 'Europe/London', reducedMotion: 'reduce' })
  // What ends with an animation lasts, so that the press is not too late to be lost.
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0.01 })
  await page.goto(`${linkOf(studio, id)}?date=2026-12-16#move`)
  // Only the scripts know the visitor's clock.
  const box = await page.getByText('9:00 pm').boundingBox()
  if (!box) throw new Error('No time at 9:00 pm.')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  await expect(page.getByRole('radio', { name: /9:00 pm/ })).toBeChecked()
})

test('from request to cancellation a call is one calendar event; the admin sees each step live', async ({
  page,
  studio,
  adminState,
  otherBrowser,
}) => {
  const admin = await otherBrowser({ storageState: adminState, reducedMotion: 'reduce' })
  await admin.goto('/admin?view=all')
  await expectLive(admin)
  const link = await bookLink(studio, { name: 'Kiri', date: '2026-11-26', email: 'kiri@example.org' })

  const asked = await test.step('requested: a tentative event without a location', async () => {
    await expect(row(admin, 'Kiri')).toContainText('pending')
    const event = await calendarEvent(studio, link)
    expect(event).toMatchObject({ status: 'TENTATIVE', method: 'PUBLISH' })
    expect(event.location).toBeUndefined()
    return event
  })

  const confirmed = await test.step('confirmed: the visitor reads the location', async () => {
    await press(await openRequest(admin, 'Kiri'), 'Confirm')
    await expect(toast(admin, 'Success', 'Booking confirmed successfully')).toBeVisible()
    await page.goto(link)
    await expect(title(page, 'Your call is confirmed')).toBeVisible()
    await expect(page.getByText(usual.text)).toBeVisible()
    await expect(sheet(page)).toContainText('Thursday 26 November 2026')
    return calendarEvent(studio, link)
  })

  const moved =
    await test.step('moved: both see the new day, and that it needs another confirmation', async () => {
      await open(page, 'Move it to another time')
      await page.getByRole('link', { name: 'Fri 27 Nov' }).click()
      await time(page, '2:30 pm').check()
      await press(page, 'Move the call')
      await expect(said(page, 'Your call is moved')).toBeFocused()
      await expect(title(page, 'Your call is moved')).toBeVisible()
      await expect(page.getByText('Waiting for our confirmation')).toBeVisible()
      await expect(page.locator('.bg-primary').filter({ visible: true }), 'one amber button').toHaveCount(1)
      await expect(sheet(page)).toContainText('Friday 27 November 2026')
      const event = await calendarEvent(studio, link)
      await backToList(admin)
      await expect(row(admin, 'Kiri')).toContainText('Fri 27 Nov')
      await expect(row(admin, 'Kiri')).toContainText('pending')
      return event
    })

  const record = await openRequest(admin, 'Kiri')
  const placed =
    await test.step('confirmed again: the visitor reads the admin’s latest location, saved or not', async () => {
      await record.getByText('Location', { exact: true }).click()
      const place = record.getByLabel('Location of this call')
      await place.fill('  Our studio,   Island Bay ')
      await press(record, 'Save')
      await expect(place).toHaveValue('Our studio, Island Bay')
      const { text: unconfirmed } = await read(studio, link)
      expect(unconfirmed).toContain('Waiting for our confirmation')
      expect(unconfirmed).not.toContain('Island Bay')
      await place.fill('The shed, Island Bay')
      await press(record, 'Confirm')
      await expect(record).toContainText('Confirmed')
      await expect
        .poll(async () => {
          const { document } = new JSDOM((await read(studio, link)).text).window
          return document.querySelector('main')?.textContent
        })
        .toContain('Where: The shed, Island Bay')
      return calendarEvent(studio, link)
    })

  const cancelled =
    await test.step('cancelled: the visitor can remove the event from the calendar', async () => {
      const { html } = await post(studio, link, { intent: 'cancel', reason: 'I found a co-founder.' })
      expect(html).toMatch(/<h1[^>]*>Your call is cancelled</)
      return calendarEvent(studio, link, 'Take it off your calendar')
    })

  await test.step('every file has the same event, each with a higher sequence', () => {
    const events = [asked, confirmed, moved, placed, cancelled]
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1)
    expect(events.map(({ sequence }) => Number(sequence))).toEqual([0, 1, 2, 3, 4])
    expect(events.map(({ status }) => status)).toEqual([
      'TENTATIVE',
      'CONFIRMED',
      'TENTATIVE',
      'CONFIRMED',
      'CANCELLED',
    ])
    const [first, second] = ['2026-11-25T20:00:00.000Z', '2026-11-27T01:30:00.000Z']
    expect(events.map(({ start }) => new Date(start).toISOString())).toEqual([
      first,
      first,
      second,
      second,
      second,
    ])
    expect(confirmed.location).toContain(usual.text)
    expect(placed.location).toBe('The shed, Island Bay')
  })

  await test.step('the admin reads the reason and the whole history', async () => {
    await openRequest(admin, 'Kiri')
    await expect(record).toContainText('I found a co-founder.')
    const history = record.getByRole('list', { name: 'History' }).getByRole('listitem')
    await expect(history).toHaveText([
      /The visitor asked for Thu 26 Nov 2026, 9:00 AM/,
      /admin@studio\.test set pending to confirmed/,
      /The visitor moved it from Thu 26 Nov 2026, 9:00 AM to Fri 27 Nov 2026, 2:30 PM/,
      /admin@studio\.test changed the location from the usual one to “Our studio, Island Bay”/,
      /admin@studio\.test changed the location from “Our studio, Island Bay” to “The shed, Island Bay”/,
      /admin@studio\.test set pending to confirmed/,
      /The visitor cancelled it/,
    ])
  })
})

test('a new time pressed before hydration stays pressed, and the call moves there @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ timezoneId: 'America/New_York' })
  const link = await bookAndOpen(page, '2026-12-17', { name: 'Early Eru', email: 'eru@example.org' })
  await test.step('after a move before hydration this tab does not show the old time', async () => {
    const arrive = await openSlowly(page, `${link}?date=2026-12-22#move`)
    await time(page, '9:30 am').check()
    await press(page, 'Move the call')
    await expect(sheet(page)).toContainText('Tuesday 22 December 2026')
    arrive()
    await expect(sheet(page).getByText('your time'), 'the scripts have come').toBeVisible()
    await page.goto('/booking')
    await expect(page.getByRole('heading', { name: 'Choose a day and a time' })).toBeVisible()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toHaveCount(0)
  })
  const arrive = await openSlowly(page, `${link}?date=2026-12-18#move`)
  await time(page, '10:00 am').check()
  arrive()
  await expect(page.getByText('Thu 4:00 pm'), 'the scripts have come').toBeVisible()
  await press(page, 'Move the call')
  await expect(sheet(page)).toContainText('Fri 18 Dec, 10:00 am')
  await test.step('after an erasure before hydration the confirmation is gone too', async () => {
    await bookAndOpen(page, '2026-12-23', { name: 'Early Eru', email: 'eru@example.org' })
    const arrive = await openSlowly(page, page.url())
    await open(page, 'Erase what you hold about me')
    await page.getByLabel('Email').fill('eru@example.org')
    await press(page, 'Continue')
    await press(page, 'Erase it now')
    await expect(title(page, 'Your details are erased')).toBeVisible()
    arrive()
    await page.waitForLoadState('networkidle')
    await page.goto('/booking')
    await expect(page.getByRole('heading', { name: 'Choose a day and a time' })).toBeVisible()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toHaveCount(0)
  })
})

test('one of two devices wins, a taken time moves nothing, a visitor far away reads both clocks', async ({
  studio,
  otherBrowser,
}) => {
  const link = await bookLink(studio, { name: 'Tama', date: '2026-12-02' })
  const page = await otherBrowser({ timezoneId: 'Europe/London' })

  await test.step('a visitor far away reads the call and a free time on both clocks', async () => {
    await page.goto(link)
    await expect(sheet(page), 'theirs first').toContainText(
      new RegExp(
        String.raw`Tuesday 1 December 2026\s*8:00 pm\s*your time\s*Wed 2 Dec, 9:00 am to 9:30 am ${place.zoneNames.summer} in ${place.city}`,
      ),
    )
    await open(page, 'Move it to another time')
    await expect(page.locator('label', { has: time(page, '.*10:00 am') })).toContainText(
      `Tue 9:00 pm 10:00 am ${place.zoneNames.summer}`,
    )
  })

  await test.step('if another visitor takes the new time, the call does not move', async () => {
    await press(page, 'Move the call')
    const radio = page.getByRole('radio').first()
    await expect(radio).toBeFocused()
    await expect(radio).toBeInViewport()
    await expect(page.getByText('Please choose a time.')).toHaveCount(1)
    // The message is below the page's header.
    await page.getByText('Please choose a time.').click({ trial: true })
    await expect(radio).toBeFocused()
    await time(page, '.*9:30 am').check()
    await book(studio, { name: 'Faster', date: '2026-12-02' })
    await press(page, 'Move the call')
    await expect(alert(page)).toContainText('Somebody was a moment faster: that time is taken.')
    await expect(sheet(page)).toContainText('9:00 am')
    await expect(time(page, '.*9:30 am')).toHaveCount(0)
  })

  await test.step('the second device reads the other’s change and the current booking', async () => {
    const other = await time(page, '.*10:00 am').getAttribute('value')
    const moved = await post(studio, link, { intent: 'move', time: other ?? '' })
    expect(moved.html).toMatch(/<h1[^>]*>Your call is moved</)
    await open(page, 'Cancel the call')
    await press(page, 'Cancel the call')
    await expect(alert(page)).toContainText('This booking was changed meanwhile, so nothing was done.')
    await expect(sheet(page)).toContainText('10:00 am')
    await press(page, 'Cancel the call')
    await expect(title(page, 'Your call is cancelled')).toBeVisible()
  })
})

test('erasing needs the e-mail address and a yes, and leaves nothing of the person here', async ({
  page,
  studio,
}) => {
  const rua = { name: 'Rua', email: 'rua@example.org', message: 'A secret idea' }
  const link = await bookAndOpen(page, '2026-12-07', rua)
  const second = await bookLink(studio, { name: 'Rua', date: '2026-12-07' })
  await open(page, 'What you sent us')
  await expect(page.getByText('r…@example.org', { exact: true })).toBeVisible()
  await expect(page.getByText('rua@example.org')).toHaveCount(0)
  await open(page, 'Erase what you hold about me')
  const email = page.getByLabel('Email')
  const wrong = 'That is not the email address of this booking.'
  await email.fill('somebody@example.org')
  await press(page, 'Continue')
  await expect(page.getByText(wrong)).toHaveCount(1)
  await expect(email).toHaveAccessibleDescription(wrong)
  await expect(email).toBeFocused()
  await page.getByLabel('Email').fill('rua@example.org')
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Erase it for good?' })).toBeFocused()
  await page.getByRole('link', { name: 'Keep it' }).click()
  await expect(title(page, 'We have your booking')).toBeVisible()

  await open(page, 'Erase what you hold about me')
  await page.getByLabel('Email').fill('RUA@example.org')
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Erase it for good?' })).toBeVisible()
  expect(await bookingOf(studio, 'rua@example.org')).toHaveLength(2)
  await press(page, 'Erase it now')
  await expect(title(page, 'Your details are erased')).toBeVisible()

  expect(await bookingOf(studio, 'rua@example.org')).toHaveLength(1)
  const erased = await bookingOf(studio, 'erased@erased.invalid')
  expect(erased.filter(({ date }) => date === '2026-12-07')).toMatchObject([
    { name: 'Erased', message: null, status: 'cancelled' },
  ])
  expect((await read(studio, link)).text).toMatch(/<h1[^>]*>This link does not work</)
  expect((await read(studio, second)).text).toContain('We have your booking')
  await page.goto('/booking')
  await expect(day(page, 'Tuesday 24')).toBeVisible()
  await expect(page.getByRole('region', { name: says.bookingCreated }), 'nor in this tab').toHaveCount(0)
})

test('an outage of backend or network loses no entry, and afterwards the visitor can cancel @full', async ({
  page,
  studio,
  context,
  complaints,
}) => {
  const link = await bookLink(studio, { name: 'Ari', date: '2026-12-09', email: 'ari@example.org' })
  studio.proxy.set('down')
  await page.goto(link)
  await expect(page.getByText('We could not reach our calendar just now.')).toBeVisible()
  expect((await read(studio, `${link}/call.ics`)).status).toBe(503)
  studio.proxy.set('none')
  await page.getByRole('link', { name: 'Retry' }).click()
  await expect(title(page, 'We have your booking')).toBeVisible()

  await open(page, 'Cancel the call')
  await test.step('a reason that is too long stays in the form', async () => {
    await reason(page).evaluate((field: HTMLTextAreaElement) => (field.value = 'y'.repeat(200_000)))
    await press(page, 'Cancel the call')
    await expect(reason(page)).toHaveAccessibleDescription('At most 500 characters, please.')
    await expect(reason(page)).toBeFocused()
    await expect(reason(page), 'nothing is cut').toHaveJSProperty('textLength', 200_000)
  })
  await reason(page).fill('No time')
  await context.setOffline(true)
  await press(page, 'Cancel the call')
  await expect(alert(page)).toBeVisible()
  await context.setOffline(false)
  await expect(reason(page)).toHaveValue('No time')
  complaints.splice(0)

  studio.proxy.set('down')
  await press(page, 'Cancel the call')
  await expect(alert(page)).toContainText('We could not reach our calendar just now, so nothing was done.')
  await expect(reason(page)).toHaveValue('No time')
  studio.proxy.set('none')
  expect((await bookingOf(studio, 'ari@example.org'))[0]?.status).toBe('pending')
  await test.step('a long wait says so; after a lost response the offered button shows the result', async () => {
    let answer = () => {}
    const released = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**${link}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await route.fetch()
      await released
      await route.abort()
    })
    await page.clock.install()
    await press(page, 'Cancel the call')
    const waits = page.getByText('Still sending. You may leave this open.')
    await expect(page.getByRole('button', { name: 'Cancel the call' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await expect(waits).toHaveCount(0)
    await page.clock.fastForward(10_000)
    await expect(waits).toBeInViewport()
    answer()
    await expect(alert(page)).toContainText('We do not know yet whether that was done.')
    await expect(waits).toHaveCount(0)
    await alert(page).getByRole('button', { name: 'Load the page again' }).click()
    await expect(title(page, 'This call is cancelled')).toBeVisible()
    complaints.splice(0)
  })
})

/** Each state of the page, with the steps that lead there from the previous one. */
const states: Record<string, (page: Page) => Promise<unknown>> = {
  'with everything open, and a long link without spaces': async (page) => {
    // The calendars come last, because their menu covers the parts below it.
    for (const summary of (await page.locator('summary').all()).toReversed()) await summary.click()
    await expect(page.locator('.bg-primary').filter({ visible: true }), 'one amber button').toHaveCount(1)
    await reason(page).fill(`https://www.figma.com/design/${'a'.repeat(120)}`)
  },
  'with a fault': async (page) => {
    await press(page, 'Continue')
    await expect(page.getByText('Your email address is missing.')).toBeVisible()
  },
  'a question': async (page) => {
    await page.getByLabel('Email').fill('axe@example.org')
    await press(page, 'Continue')
    await expect(page.getByRole('heading', { name: 'Erase it for good?' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Erase it now' }), 'after its moment').toHaveCSS(
      'opacity',
      '1',
    )
  },
  cancelled: async (page) => {
    await press(page, 'Cancel the call')
    await expect(title(page, 'Your call is cancelled')).toBeVisible()
  },
  'no booking': (page) => page.goto('/booking/manage/nothing'),
  erased: (page) => page.goto('/booking/manage/erased'),
}
test('every state of a booking’s page works with a screen reader and fits the window @looks', async ({
  page,
  studio,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const message = 'A long one.\n'.repeat(40).trim()
  await page.goto(await bookLink(studio, { name: 'Axe', date: '2026-12-17', message }))
  await test.step('text of twice the size fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 844 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  })
  for (const [n, [state, reach]] of Object.entries(states).entries()) {
    await test.step(state, async () => {
      await reach(page)
      await page.setViewportSize({ width: 320, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      for (const [at, { width, colorScheme }] of axeLooks.entries()) {
        await page.setViewportSize({ width, height: 900 })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        // The looks take turns. States without their own part are left to a soak.
        if ((n % axeLooks.length !== at || state === 'with a fault') && !process.env.SOAK) continue
        await page.emulateMedia({ colorScheme })
        const violations = await axeViolations(page, n > 0 ? ['main'] : [])
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
          `${width} px`,
        ).toEqual([])
      }
    })
  }
})
